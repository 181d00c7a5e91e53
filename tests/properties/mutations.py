"""Files as a careless hand or a bad editor leaves them."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

NASTY = [
    *(
        "\t",
        "  ",
        "- ",
        ": ",
        " #",
        "{",
        "}",
        "[",
        "]",
        ",",
        "'",
        '"',
        "|",
        ">",
        "&a ",
        "*a",
        "!x ",
        "%",
        "@",
        "`",
        "?",
    ),
    *("<<: ", "é", "−", "–", "🎲", "\u0303", "\ufeff", "\x85", "\u2028", "\x00", "\x1b[0m", "\x80", "\r", "\n", "\n\n"),
    *("\\", "<", "<x>", "0", "-", ".."),
]
SCALARS = [
    *(
        "",
        "none",
        "no",
        "yes",
        "0",
        "-1",
        "00",
        "1/0",
        "1.5",
        "9" * 9,
        "9" * 30,
        "d6",
        "0d6",
        "100d1000",
        "d1",
        "[]",
        "{}",
    ),
    *(
        "2d6 highest 9",
        "d100 open 2+ 1-",
        "otherwise",
        "self",
        "it",
        "gm",
        "body",
        "weapon",
        "option.x",
        "natural",
        "total",
    ),
    *(
        "value",
        "[a, a]",
        "{a: b}",
        "{a: {b: {c: d}}}",
        "1 in 3",
        "150%",
        "3-",
        "-3..-1",
        "1-999999",
        "18+",
        "1 / 0",
        "all",
    ),
    *("1 / (1 - 1)", "(" * 50, "x.y.z.w", "location.max", "self is self", "~", "''", "a b", "1 round", "1 / 2 rounds"),
    *("rounds", "|", "en", "*", "min(1, 2)", "attacker", "target", "not not 1 = 1", "2d6 + 2d6", "-d6", "maximum(d6)"),
    *("<attacker>", "adds", "combat", "location", "list", "{choice: [a]}"),
]
_VALUE = re.compile(r"(?<=[:\[,] )[^\s,{}\[\]#][^,{}\[\]\n#]*")
_WORD = re.compile(r"[^\W\d]\w*")


def mutated(text: str, random: Random) -> str:
    """The text with one to three things wrong."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice(MUTATIONS)(text, random)
    return text


def _lines(change: Callable[[list[str], int, Random], None]) -> Callable[[str, Random], str]:
    def mutate(text: str, random: Random) -> str:
        lines = text.split("\n")
        change(lines, random.randrange(len(lines)), random)
        return "\n".join(lines)

    return mutate


@_lines
def delete_line(lines: list[str], at: int, random: Random) -> None:
    del lines[at : at + random.choice((1, 1, 1, 2, 5))]


@_lines
def double_line(lines: list[str], at: int, random: Random) -> None:
    lines.insert(at, lines[at])


@_lines
def swap_lines(lines: list[str], at: int, random: Random) -> None:
    other = random.randrange(len(lines)) if random.random() < 0.3 else min(at + 1, len(lines) - 1)
    lines[at], lines[other] = lines[other], lines[at]


@_lines
def indent_otherwise(lines: list[str], at: int, random: Random) -> None:
    for n in range(at, min(len(lines), at + random.choice((1, 1, 2, 4)))):
        by = random.choice((-4, -2, -1, 1, 2, 4))
        lines[n] = " " * by + lines[n] if by > 0 else lines[n][min(-by, len(lines[n]) - len(lines[n].lstrip())) :]


def insert(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(NASTY) + text[at:]


def remove(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 1, 2, 8)) :]


def cut_off(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


def other_value(text: str, random: Random) -> str:
    """One value becomes a nasty one, or one that stands elsewhere in the file."""
    values = list(_VALUE.finditer(text))
    if not values:
        return text
    match = random.choice(values)
    new = random.choice(SCALARS) if random.random() < 0.6 else random.choice(values).group()
    return text[: match.start()] + new + text[match.end() :]


def other_word(text: str, random: Random) -> str:
    """One word becomes another of the file."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    match = random.choice(words)
    return text[: match.start()] + random.choice(words).group() + text[match.end() :]


MUTATIONS: tuple[Callable[[str, Random], str], ...] = (
    delete_line,
    delete_line,
    double_line,
    swap_lines,
    indent_otherwise,
    insert,
    remove,
    cut_off,
    other_value,
    other_value,
    other_word,
    other_word,
)
