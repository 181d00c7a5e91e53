"""The night's log as JSON: every event with all its figures, and the same words as in the log."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from crittui import __version__
from crittui.session.export.captions import Captions, captions_of
from crittui.session.export.sentences import words
from crittui.session.export.story import Story, Told, by_round

FORMAT = 1


def json(story: Story) -> str:
    """The whole story as JSON. Dice and fractions are texts; `round` is 0 before the first round."""
    captions = captions_of(story.language)
    rounds = [
        {"round": number, "chains": [_chain(chain, captions) for chain in chains]}
        for number, chains in by_round(story.chains)
    ]
    document = {
        "crittui": __version__,
        "format": FORMAT,
        "language": story.language,
        "title": story.title,
        "place": story.place,
        "ruleset": {"id": story.ruleset, "title": story.ruleset_title},
        "addons": story.addons,
        "options": story.options,
        "combatants": story.members,
        "rounds": rounds,
    }
    return msgspec.json.format(msgspec.json.encode(document, enc_hook=_text)).decode() + "\n"


def _chain(chain: Told, captions: Captions) -> dict[str, Any]:
    return {
        "number": chain.number,
        "undone": chain.undone,
        "complete": chain.complete,
        "command": _named("command", chain.command),
        "text": [words(line, captions) for line in chain.lines],
        "events": [_named("event", event) for event in chain.events],
        "changes": chain.changes,
    }


def _named(role: str, item: object) -> dict[str, Any] | None:
    if item is None:
        return None
    return {role: type(item).__name__, **msgspec.to_builtins(item, enc_hook=_text)}


def _text(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"no JSON for {type(value).__name__}")
