"""How far two colours are apart for each kind of colour vision.

The ways of seeing are the matrices of Machado, Oliveira and Fernandes (2009) at full severity, applied to linear RGB.
Distances are CIEDE2000; 1 can just be told apart side by side, from 10 on two colours are plainly different.
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Triple = tuple[float, float, float]

VISIONS: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
APART = (("hurt", "maimed", "severed"), ("critical", "fumble", "good"))
"""Roles that must not be taken for one another."""
WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: str) -> Triple:
    """`#rrggbb` as light."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def seen(colour: str, vision: str) -> Triple:
    """The light that such eyes make of a colour."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in VISIONS[vision]
    )
    return red, green, blue


def distance(one: str, other: str, vision: str = "usual") -> float:
    """How far two colours are apart for such eyes."""
    return delta_e(lab(seen(one, vision)), lab(seen(other, vision)))


def lab(light: Triple) -> Triple:
    """Linear sRGB as CIE L*a*b* under daylight."""
    red, green, blue = light
    x = 0.4124564 * red + 0.3575761 * green + 0.1804375 * blue
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = 0.0193339 * red + 0.1191920 * green + 0.9503041 * blue
    fx, fy, fz = (_root(part / white) for part, white in zip((x, y, z), WHITE, strict=True))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def delta_e(one: Triple, other: Triple) -> float:
    """CIEDE2000."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    chroma = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    light, c, h = (light1 + light2) / 2, (c1 + c2) / 2, (h1 + turn / 2 if c1 * c2 else h1 + h2) % 360
    t = 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6) - 0.2 * _cos(4 * h - 63)
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma, by_hue = (c2 - c1) / (1 + 0.045 * c), hue / (1 + 0.015 * c * t)
    bend = -2 * sqrt(c**7 / (c**7 + 25**7)) * sin(radians(60 * exp(-(((h - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def _cos(angle: float) -> float:
    return cos(radians(angle))
