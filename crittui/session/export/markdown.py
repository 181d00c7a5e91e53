"""The night's log as Markdown. Whatever stands in a name is shown as it is and formats nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from crittui.rules.commands import Edit
from crittui.session.export.roster import Has, Standing
from crittui.session.export.sentences import Span, sentence
from crittui.session.export.story import Change, Story, Told
from crittui.session.lines import Head, RoundLine, TurnLine
from crittui.session.naming import plain

if TYPE_CHECKING:
    from markupsafe import Markup

_KINDS: Mapping[type, str] = {Head: "aside", RoundLine: "round", TurnLine: "aside"}
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
    environment.filters |= {"md": _safe, "inline": _inline, "standing": _standing, "condition": _condition}
    template = environment.get_template("session.md.j2")
    return template.render(story=story, blocks=list(_blocks(story))).strip() + "\n"


def literal(text: str) -> str:
    """`text` so that Markdown shows it as it is, on one line; control characters become visible."""
    visible = "".join(_visible(character) for character in text)
    return escape(_SPECIAL.sub(r"\\\1", " ".join(visible.split())), quote=False)


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    code = ord(character)
    if code < 0x20 or code == 0x7F:
        return chr(0x2400 + code) if code < 0x20 else "\u2421"
    # Marks that turn the direction of a line would reach beyond the name they stand in.
    turns = 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069
    return "\ufffd" if turns or unicodedata.category(character) in ("Cc", "Cs") else character


def _safe(text: str) -> Markup:
    from markupsafe import Markup

    return Markup(literal(text))


def _inline(block: Block) -> Markup:
    from markupsafe import Markup

    text = "".join(_set(span) for span in block.spans)
    text = text[:1].upper() + text[1:] if block.kind == "round" else text
    return Markup(f"~~{text}~~" if block.undone else text)


def _set(span: Span) -> str:
    text = literal(span.text)
    mark = {"strong": "**", "em": "*"}.get(span.style, "") if text else ""
    before = " " if span.text[:1].isspace() else ""
    after = " " if span.text[-1:].isspace() and text else ""
    return f"{before}{mark}{text}{mark}{after}"


def _blocks(story: Story) -> Iterator[Block]:
    for chain in story.chains:
        # What opens a chain stands apart: else it would read as part of the chain before.
        apart = True
        for line in chain.lines:
            kind = _KINDS.get(type(line), "aside" if apart else "item")
            kind = "aside" if kind == "round" and chain.undone else kind
            yield Block(kind, tuple(sentence(line)), chain.undone)
            apart = False
        yield from _consequences(story, chain)


def _consequences(story: Story, chain: Told) -> Iterator[Block]:
    """What pools held before and after, one item for each combatant.

    An edit has told it itself, and so has a chain of which only the consequences may be read.
    """
    if chain.command is None or isinstance(chain.command, Edit):
        return
    for member in story.members:
        changes = [_change(change) for change in chain.changes if change.who == member.id]
        if changes:
            yield Block("item", (Span(f"{member.name}: {', '.join(changes)}"),), chain.undone)


def _change(change: Change) -> str:
    return f"{_placed(change.place, change.label)} {plain(change.before)} → {plain(change.after)}"


def _standing(standing: Standing) -> str:
    label = _placed(standing.place, standing.label)
    moved = f"{plain(standing.start)} → " if standing.start != standing.now else ""
    of = f"/{plain(standing.maximum)}" if standing.maximum is not None else ""
    return f"{label} {moved}{plain(standing.now)}{of}"


def _condition(has: Has) -> str:
    return _placed(has.place, has.label) + (f" {has.value}" if has.value is not None and has.value > 1 else "")


def _placed(place: str, label: str) -> str:
    return f"{place} {label}" if place else label
