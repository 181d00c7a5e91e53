"""The night's log as Markdown. Whatever stands in a name is shown as it is and formats nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from crittui.records import dataclass
from crittui.rules.commands import Edit
from crittui.session.export.captions import Captions, captions_of
from crittui.session.export.roster import Has, Standing
from crittui.session.export.sentences import Span, behind, sentence
from crittui.session.export.story import Change, Story, Told
from crittui.session.lines import EffectLine, Head, Line, RoundLine, SummaryLine, TurnLine
from crittui.session.naming import brief, inert, plain

if TYPE_CHECKING:
    from markupsafe import Markup

_KINDS: Mapping[type, str] = {Head: "aside", RoundLine: "round", TurnLine: "aside"}
# Marks that turn the direction of a line reach beyond the name they stand in.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_OPENING = re.compile(r"^(\d*)([-+=.)])")
_SPECIAL = re.compile(r"([\\`*_{}\[\]|~#$^])")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (`round`), a paragraph (`aside`) or an item of a list (`item`)."""

    kind: str
    spans: tuple[Span, ...]
    undone: bool = False


def markdown(story: Story) -> str:
    """The whole story as Markdown."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("crittui.session.export", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"md": _safe, "inline": inline, "standing": _standing, "condition": _condition}
    template = environment.get_template("session.md.j2")
    captions = captions_of(story.language)
    return template.render(story=story, captions=captions, blocks=list(_blocks(story, captions))).strip() + "\n"


def literal(text: str) -> str:
    """`text` so that Markdown shows it as it is, on one line and without what would steer a terminal."""
    words = inert(_TURNING.sub("\ufffd", text)).split()
    return escape(_SPECIAL.sub(r"\\\1", " ".join(words)), quote=False)


def _safe(text: str) -> Markup:
    from markupsafe import Markup

    return Markup(literal(text))


def inline(block: Block) -> Markup:
    """A block's text as Markdown, struck through if it was taken back."""
    from markupsafe import Markup

    text = "".join(_set(span) for span in block.spans)
    text = text[:1].upper() + text[1:] if block.kind == "round" else text
    text = _OPENING.sub(r"\1\\\2", text)
    return Markup(f"~~{text}~~" if block.undone else text)


def _set(span: Span) -> str:
    text = literal(span.text)
    mark = {"strong": "**", "em": "*"}.get(span.style, "") if text else ""
    before = " " if span.text[:1].isspace() else ""
    after = " " if span.text[-1:].isspace() and text else ""
    return f"{before}{mark}{text}{mark}{after}"


def _blocks(story: Story, captions: Captions) -> Iterator[Block]:
    for chain in story.chains:
        before, after = _parted(chain)
        closing = list(_consequences(story, chain, chain.closing))
        ends = chain.round > 1 and bool(before or closing)
        if ends:
            ended = captions.round_ends.format(number=chain.round - 1)
            yield Block("aside", (Span(ended, "em"),), chain.undone)
        yield from _lines(chain, before, captions, apart=not ends)
        yield from closing
        yield from _lines(chain, after, captions)
        yield from _consequences(story, chain, chain.opening)


def _parted(chain: Told) -> tuple[Sequence[Line], Sequence[Line]]:
    """The lines before the round or turn that a chain begins, and those from there on."""
    begins = next((i for i, line in enumerate(chain.lines) if isinstance(line, RoundLine | TurnLine)), 0)
    return chain.lines[:begins], chain.lines[begins:]


def _lines(chain: Told, lines: Sequence[Line], captions: Captions, apart: bool = True) -> Iterator[Block]:
    """Lines with their arithmetic. `apart` if they open a chain: else they would read as part of the one before."""
    end = next((line.text for line in chain.lines if isinstance(line, SummaryLine)), "")
    for line in lines:
        kind = _KINDS.get(type(line), "aside" if apart else "item")
        kind = "aside" if kind == "round" and chain.undone else kind
        yield Block(kind, tuple(sentence(line, captions)), chain.undone)
        # Of several effects none is the heading of the others.
        apart = apart and isinstance(line, EffectLine)
        for piece in () if isinstance(line, SummaryLine) else line.details:
            if piece.kind == "sum" or (piece.kind == "stop" and piece.text != end):
                yield Block("item", tuple(behind(piece)), chain.undone)


def _consequences(story: Story, chain: Told, changes: Sequence[Change]) -> Iterator[Block]:
    """What pools held before and after, one item for each combatant.

    An edit has told it itself, and so has a chain of which only the consequences may be read.
    """
    if chain.command is None or isinstance(chain.command, Edit):
        return
    for member in story.members:
        said = [_change(change) for change in changes if change.who == member.id]
        if said:
            yield Block("item", (Span(f"{member.name}: {', '.join(said)}"),), chain.undone)


def _change(change: Change) -> str:
    return f"{_placed(change.place, change.label)} {plain(change.before)} → {plain(change.after)}"


def _standing(standing: Standing) -> str:
    label = _placed(standing.place, standing.label)
    moved = f"{plain(standing.start)} → " if standing.start != standing.now else ""
    of = f"/{plain(standing.maximum)}" if standing.maximum is not None else ""
    return f"{label} {moved}{plain(standing.now)}{of}"


def _condition(has: Has) -> str:
    return _placed(has.place, brief(has.label)) + (f" {has.value}" if has.value is not None and has.value > 1 else "")


def _placed(place: str, label: str) -> str:
    return f"{place} {label}" if place else label
