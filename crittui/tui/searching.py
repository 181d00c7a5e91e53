"""Looking for words in the log while they are typed."""

from __future__ import annotations

from crittui.tui.keys import KeyMap
from crittui.tui.prompts.small import Write
from crittui.tui.table import Prompt, Table
from crittui.tui.widgets.roll_log import RollLog


def search(table: Table, keys: KeyMap, log: RollLog) -> None:
    """Ask for the words; the log follows every key, and forgets them when the prompt is given up."""
    words = table.say.key("search", keys["search"].label)

    def followed(_: object, state: Prompt) -> Prompt:
        if isinstance(state, Write):
            log.search(state.text)
        return state

    def done(text: object) -> None:
        if not log.search(str(text)):
            table.refuse("not found", what=text)

    def dropped() -> None:
        log.search("")

    dropped()
    prompt = Write(words.capitalize(), table.say("find what"))
    table.open(prompt, done, followed=followed, dropped=dropped)
