"""What the screen shows of an example, as plain text: the log, and a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crittui.cases.examples import Example, read_examples
from crittui.cases.playing import play
from crittui.files.library import checked, data_path, find_ruleset_path, source_of
from crittui.files.nodes import Block
from crittui.files.pictures import read_pictures
from crittui.files.reading import parse
from crittui.files.rulesets import is_addon, read_ruleset
from crittui.rules.apply import apply_all
from crittui.rules.combatant import enlist
from crittui.rules.events import Ended, Event, Started
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Source, Text
from crittui.rules.state import Fight
from crittui.session.usual_dice import usual_rolls
from crittui.session.wording import lines
from crittui.tui.callouts import compose
from crittui.tui.layout_log import line_rows
from crittui.tui.layout_throws import face_column
from crittui.tui.log_rows import Sheet
from crittui.tui.phrases import Phrases
from crittui.tui.presenting import Presenter

LOG_WIDTH = 49
BODY = 31, 12


@dataclass(frozen=True)
class Told:
    """An example that was played, and what shows it."""

    ruleset: Ruleset
    example: Example
    events: Sequence[Event]
    presenter: Presenter


def told(path: Path, title: str) -> Told:
    """The example with this title in a ruleset or add-on; KeyError when there is none."""
    file = read_ruleset(_sources(path), with_examples=True)
    ruleset = checked(file)
    assert ruleset is not None
    examples = {example.title: example for example in read_examples(file.examples, ruleset.model)}
    folders = (path.parent, data_path("rulesets") / "bodies")
    pictures = tuple(picture for folder in folders for picture in read_pictures(folder, Problems()))
    presenter = Presenter(ruleset, Phrases(ruleset.language), ruleset.language, "", pictures)
    return Told(ruleset, examples[title], play(examples[title], ruleset).events, presenter)


def _sources(path: Path) -> list[Source]:
    """A ruleset alone, or an add-on behind the ruleset it belongs to, which lies beside it."""
    source = source_of(path)
    root = parse(source, Problems())
    named = root.get("ruleset") if isinstance(root, Block) and is_addon(root) else None
    return [source_of(find_ruleset_path(named.value, path.parent)), source] if isinstance(named, Text) else [source]


def log(path: Path, title: str) -> list[str]:
    """The rows of the log pane in a window of 80 columns."""
    return list(_rows(told(path, title)))


def _rows(told: Told) -> Iterator[str]:
    ruleset, presenter = told.ruleset, told.presenter
    body = next((one.body for one in told.example.combatants.values()), "")
    sheet = Sheet(LOG_WIDTH, face_column(usual_rolls(ruleset)))
    names = {name: name for name in told.example.combatants}
    places, pools = presenter.short_places(body), presenter.short_pools
    for number, events in enumerate(_chains(told.events), 1):
        for line in lines(ruleset, events, names, number=number, places=places, pools=pools):
            for row in line_rows(line, sheet):
                yield "".join(piece.text for piece in row)[1:].rstrip()


def _chains(events: Sequence[Event]) -> list[list[Event]]:
    """The events of each action, and those between actions."""
    found: list[list[Event]] = [[]]
    for event in events:
        if isinstance(event, Started):
            found.append([])
        found[-1].append(event)
        if isinstance(event, Ended):
            found.append([])
    return [chain for chain in found if chain]


def body(path: Path, title: str, who: str) -> list[str]:
    """The body of a combatant as it is drawn when the example is over."""
    found = told(path, title)
    people = {name: enlist(found.ruleset, name, data, name) for name, data in found.example.combatants.items()}
    fight = apply_all(Fight(people, tuple(people)), found.events)
    canvas = compose(found.presenter.body(fight.combatants[who], "compact"), *BODY)
    rows = ["".join(cell.glyph for cell in row).rstrip() for row in canvas.cells]
    return rows[: max(index for index, row in enumerate(rows) if row) + 1]
