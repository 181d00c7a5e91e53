"""How well one colour can be read on another."""

from __future__ import annotations


def contrast(one: str, other: str) -> float:
    """The contrast of two colours `#rrggbb` as WCAG reckons it: 1 for none, 21 for black on white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    red, green, blue = (_light(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
