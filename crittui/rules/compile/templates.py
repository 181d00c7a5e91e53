"""Texts with `<expression>` in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from crittui.rules.compile.builder import Builder
from crittui.rules.compile.code import Code
from crittui.rules.compile.expressions import compile_text
from crittui.rules.compile.plain import spoken
from crittui.rules.compile.scope import Scope
from crittui.rules.source import Text

_HOLE = re.compile(r"<([^<>]+)>")
Speak = Callable[[Any, Any], str]


def template(builder: Builder, scope: Scope, texts: Mapping[str, Text]) -> Speak:
    """From the slots, the text in the language of the call."""
    spoken_in = {language: _one(builder, scope, text) for language, text in texts.items()}
    if not spoken_in:
        return lambda S, E: ""
    language = builder.constant("language")
    first = next(iter(spoken_in.values()))
    return lambda S, E: spoken_in.get(E[language], first)(S, E)


def _one(builder: Builder, scope: Scope, text: Text) -> Speak:
    pieces: list[str | Speak] = []
    holes = list(_HOLE.finditer(text.raw))
    at = 0
    for number, match in enumerate(_HOLE.finditer(text.value)):
        pieces.append(text.value[at : match.start()])
        offset = holes[number].start(1) if number < len(holes) else 0
        inner = Text(match.group(1), text.source, text.start + offset, match.group(1))
        pieces.append(_hole(builder, scope, inner))
        at = match.end()
    pieces.append(text.value[at:])
    return lambda S, E: "".join(piece if isinstance(piece, str) else piece(S, E) for piece in pieces)


def _hole(builder: Builder, scope: Scope, text: Text) -> Speak:
    code = compile_text(text, scope)
    if code is None:
        return lambda S, E: ""
    if code.type.kind == "role":
        name = builder.constant("name", code.subject)
        return lambda S, E: str(E[name])
    if code.type.kind in ("thing", "roll"):
        builder.problem(text, "type", f"{code.type} cannot be shown in a text")
    return _speaking(builder, code)


def _speaking(builder: Builder, code: Code) -> Speak:
    language = builder.constant("language")
    labels, anatomy = builder.labels, builder.unit.anatomy
    return lambda S, E: spoken(code, anatomy, lambda name, E: labels.of(name, E[language]), E, S)
