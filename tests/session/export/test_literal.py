"""Nothing in a name formats anything: a Markdown reader shows it as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from crittui.session.export.markdown import Block, inline, literal
from crittui.session.export.sentences import Span

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
AWKWARD = [
    "[/x]",
    "*bold*",
    "_under_",
    "a | b",
    "`code`",
    "# head",
    "1. one",
    "- item",
    "> quote",
    "~~gone~~",
    "![a](b)",
    "<b>&amp;</b>",
    "&lt;",
    "\\*",
    "a\\",
    "$x$",
    'Mira\'s "knife"',
    "龍之介",
    "x" * 300,
    "{{ 7 * 7 }}",
    "=== a",
]


def walk(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from walk(token.children or [])


def shown(markdown: str) -> tuple[str, list[str]]:
    """The text a reader shows, and the names of everything else in the document."""
    tokens = list(walk(READER.parse(markdown)))
    text = "".join(token.content for token in tokens if token.type in ("text", "text_special"))
    return text, [token.type for token in tokens if token.type not in ("text", "text_special", "inline")]


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp", "Cf"]), min_size=1, max_size=30)


@given(TEXTS | st.text("*_`|[]()~<>&#\\!-+=1.", min_size=1, max_size=12))
@example("[/x]")
@example("*bold*")
@example("<b>&amp;</b>")
@example("a\\")
@example("{{ 7 * 7 }}")
@example("1. one")
@example("12) twelve")
@example("- item")
@example("+ item")
@example("---")
@example("# head")
@example("> quote")
def test_a_name_is_shown_as_it_is(text: str) -> None:
    text = " ".join(text.split())
    first, paragraph = f"- {inline(Block('item', (Span(text),)))}", ["paragraph_open", "paragraph_close"]
    listed = ["bullet_list_open", "list_item_open", *paragraph, "list_item_close", "bullet_list_close"]
    assert shown(first) == (text, listed)
    item, strong = f"- {inline(Block('item', (Span(text, 'strong'),)))}", ["strong_open", "strong_close"]
    paragraph = ["paragraph_open", *strong, "paragraph_close"]
    assert shown(item) == (
        text,
        ["bullet_list_open", "list_item_open", *paragraph, "list_item_close", "bullet_list_close"],
    )
    assert shown(f"Who: {literal(text)}.") == (f"Who: {text}.", ["paragraph_open", "paragraph_close"])
    undone = inline(Block("item", (Span(text, "strong"), Span(" (undone)", "em")), undone=True))
    assert shown(undone) == (
        f"{text} (undone)",
        ["paragraph_open", "s_open", *strong, "em_open", "em_close", "s_close", "paragraph_close"],
    )


@pytest.mark.parametrize("text", AWKWARD)
def test_a_name_stays_in_its_cell(text: str) -> None:
    table = f"| a | b |\n|---|---|\n| **{literal(text)}** | x |\n"
    cells, kinds = shown(table)
    assert cells == f"ab{' '.join(text.split())}x"
    assert (kinds.count("td_open"), kinds.count("strong_open"), kinds.count("tr_open")) == (2, 1, 2)


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a\nb", "a b"),
        (" a \t b ", "a b"),
        ("\x1b[31mred", "\\[31mred"),
        ("a\x00\x7f\x9b", "a"),
        ("\u202egnp.exe", "\ufffdgnp.exe"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\udcff", ""),
    ],
)
def test_what_would_steer_a_terminal_does_not_leave(text: str, visible: str) -> None:
    assert literal(text) == visible
