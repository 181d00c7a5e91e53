"""The program's own words in the log, by language. Everything else is the ruleset's and the table's.

`{who}`, `{what}` and the like are filled in.
"""

from __future__ import annotations

from crittui.records import dataclass
from crittui.session.languages import spoken


@dataclass(frozen=True, slots=True)
class Words:
    """`loud` and `low` are the words by which an outcome calls itself a critical or a fumble.

    No name is cut behind one of the `articles`.
    """

    round: str
    turn: str
    undone: str
    waits: str
    game_master: str
    misses: str
    fails: str
    defends: str
    critical: str
    fumble: str
    no_effect: str
    no_longer: str
    no_rows: str
    stand_in: str
    rules: str
    addon: str
    house_rule: str
    from_here: str
    empty: str
    over: str
    passes: str
    passes_often: str
    runs_on: str
    lost: str
    lasts: str
    ended: str
    yes: str
    no: str
    loud: tuple[str, ...]
    low: tuple[str, ...]
    articles: tuple[str, ...]


ENGLISH = Words(
    round="round {number}",
    turn="turn of {who}",
    undone="undone",
    waits="waits for {who}",
    game_master="GM",
    misses="{who} misses",
    fails="{who} fails",
    defends="{who} defends",
    critical="CRITICAL",
    fumble="FUMBLE",
    no_effect="no effect",
    no_longer="no longer {what}",
    no_rows="{what}: nobody has filled this table yet. Use your own and note what it says; an add-on fills it "
    "with rows under tables: {table}",
    stand_in="stand-in",
    rules="rules: {title}",
    addon="add-on: {title}",
    house_rule="house rule: {what}: {value}",
    from_here="house rule: {what}: {value} from here on (it was {before})",
    empty="nothing",
    over="combat over",
    passes="{count} {unit}",
    passes_often="{count} × {unit}",
    runs_on="{count} more run on",
    lost="{count} lost",
    lasts="for {count} {unit}",
    ended="stopped",
    yes="yes",
    no="no",
    loud=("critical",),
    low=("fumble", "botch"),
    articles=("the",),
)

SPANISH = Words(
    round="ronda {number}",
    turn="turno de {who}",
    undone="deshecho",
    waits="espera a {who}",
    game_master="Director",
    misses="{who} falla",
    fails="{who} no lo logra",
    defends="{who} se defiende",
    critical="CRÍTICO",
    fumble="PIFIA",
    no_effect="sin efecto",
    no_longer="ya no: {what}",
    no_rows="{what}: nadie ha rellenado aún esta tabla. Usa la tuya y anota lo que diga; un añadido la rellena: "
    "rows, bajo tables: {table}",
    stand_in="provisional",
    rules="reglas: {title}",
    addon="añadido: {title}",
    house_rule="regla de la casa: {what}: {value}",
    from_here="regla de la casa: {what}: {value} desde aquí (antes, {before})",
    empty="nada",
    over="fin del combate",
    passes="{count} {unit}",
    passes_often="{count} × {unit}",
    runs_on="{count} más pasan de largo",
    lost="{count} perdidos",
    lasts="durante {count} {unit}",
    ended="fin",
    yes="sí",
    no="no",
    loud=("crític", "critic"),
    low=("pifia",),
    articles=("el", "la", "los", "las"),
)

LANGUAGES = {"en": ENGLISH, "es": SPANISH}


def words_of(language: str) -> Words:
    """The words of a language (`es`, `es-MX`); English where there are none."""
    return spoken(language, LANGUAGES)
