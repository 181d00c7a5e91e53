"""The export's own words, by language. Everything else is the ruleset's, the log's and the table's."""

from __future__ import annotations

from crittui.records import dataclass
from crittui.session.languages import spoken


@dataclass(frozen=True, slots=True)
class Captions:
    """Headings, and remarks about dice."""

    rules: str
    addon: str
    options: str
    combatant: str
    points: str
    conditions: str
    told: str
    by_hand: str
    falls_away: str
    round_ends: str


ENGLISH = Captions(
    rules="Rules",
    addon="Add-on",
    options="House rules",
    combatant="Combatant",
    points="Points",
    conditions="Conditions",
    told="only the sum told",
    by_hand="by hand",
    falls_away="does not stand",
    round_ends="end of round {number}",
)

SPANISH = Captions(
    rules="Reglas",
    addon="Añadido",
    options="Reglas de la casa",
    combatant="Combatiente",
    points="Puntos",
    conditions="Estados",
    told="solo la suma",
    by_hand="a mano",
    falls_away="no cuenta",
    round_ends="fin de la ronda {number}",
)

LANGUAGES = {"en": ENGLISH, "es": SPANISH}


def captions_of(language: str) -> Captions:
    """The captions of a language (`es`, `es-MX`); English where there are none."""
    return spoken(language, LANGUAGES)
