"""The program's own words in the odds panel, by language."""

from __future__ import annotations

from crittui.records import dataclass
from crittui.session.languages import spoken


@dataclass(frozen=True, slots=True)
class OddsWords:
    """`{name}` and the like are filled in. An outcome that has one of `fails` in its name is a bad one."""

    title: str
    result: str
    hit: str
    critical: str
    fumble: str
    defended: str
    gained: str
    out: str
    struck: str
    now: str
    or_less: str
    or_more: str
    always: str
    never: str
    exact: str
    exactly: str
    sampled: str
    takes: str
    working: str
    refused: str
    places: str
    roll: str
    close: str
    weapon: str
    best: str
    usual: str
    fails: tuple[str, ...]


ENGLISH = OddsWords(
    title="Odds",
    result="in all",
    hit="hit",
    critical="critical",
    fumble="fumble",
    defended="defended",
    gained="this would bring",
    out="out of the fight",
    struck="struck there",
    now="{now} now, {expected} expected",
    or_less="{value} or less",
    or_more="{value} or more",
    always="always",
    never="never",
    exact="exact, every branch counted",
    exactly="exact",
    sampled="{count} tries by chance, ±{error}",
    takes="{what}: {option}",
    working="counting every branch … {part}",
    refused="not permitted: {why}",
    places="chance to be hit there",
    roll="roll it",
    close="close",
    weapon="weapon",
    best="their best",
    usual="the usual",
    fails=("fail", "miss"),
)
SPANISH = OddsWords(
    title="Prob.",
    result="en total",
    hit="acierto",
    critical="crítico",
    fumble="pifia",
    defended="defendido",
    gained="traería",
    out="fuera de combate",
    struck="golpe en",
    now="{now} ahora, {expected} de media",
    or_less="{value} o menos",
    or_more="{value} o más",
    always="siempre",
    never="nunca",
    exact="exacto, contadas todas las ramas",
    exactly="exacto",
    sampled="{count} pruebas al azar, ±{error}",
    takes="{what}: {option}",
    working="contando todas las ramas … {part}",
    refused="no está permitido: {why}",
    places="probabilidad de recibir ahí",
    roll="tirarlo",
    close="cerrar",
    weapon="arma",
    best="lo mejor",
    usual="lo usual",
    fails=("fall",),
)


LANGUAGES = {"en": ENGLISH, "es": SPANISH}


def odds_words(language: str) -> OddsWords:
    """The words of a language; English ones where it has none."""
    return spoken(language, LANGUAGES)
