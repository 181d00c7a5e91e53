"""The program's own words in prompts, by language. Everything else in them is the ruleset's and the table's."""

from __future__ import annotations

from crittui.records import dataclass
from crittui.session.languages import spoken


@dataclass(frozen=True, slots=True)
class Words:
    """One language. `{count}` and the like are filled in where the words are used."""

    roll: str = "roll"
    drop: str = "drop it"
    by_hand: str = "by hand"
    called: str = "called"
    modifier: str = "modifier"
    title_by_hand: str = "dice by hand"
    also: str = "also"
    yes: str = "yes"
    no: str = "no"
    less: str = "less"
    more: str = "more"
    type_it: str = "type it"
    take_it: str = "take it"
    leave_it: str = "leave it"
    nobody: str = "nobody"
    nothing_chosen: str = "{field}: nothing is chosen"
    aim_at: str = "aim at"
    near: str = "near"
    to_hit: str = "to hit"
    may: str = "may"
    nothing: str = "nothing"
    move: str = "move"
    by_name: str = "by name"
    aim_here: str = "aim here"
    random: str = "random"
    choose: str = "choose"
    mark: str = "mark"
    best: str = "best"
    take: str = "take {count}"
    chosen: str = "chosen"
    too_few: str = "choose {count}, {marked} so far"
    automatic: str = "automatic"
    without_asking: str = "the best, without asking"
    always: str = "always the best"
    always_so: str = "from now on what is set here, without asking"
    always_this: str = "always so"
    take_back: str = "take back"
    throw: str = "throw"
    faces: str = "faces"
    left_empty: str = "left empty, they are rolled for you"
    take_them: str = "take them"
    roll_for_me: str = "roll for me"
    no_more_by_hand: str = "no more dice by hand"
    keep: str = "keep it"
    unit: str = "unit"
    how_many: str = "how many"
    let_pass: str = "let it pass"
    wrong_face: str = "a d{sides} shows 1-{sides}, not {face}"
    wrong_sum: str = "they cannot come to {natural}"
    wrong_too_many: str = "too many dice, {extra} more than fall"
    wrong_too_few: str = "dice are missing, {count} of {needed}"
    wrong_rolls_on: str = "they roll on, one more d{sides} falls"
    wrong_count: str = "{count} numbers instead of {needed}"
    wrong_two_ways: str = "this can be read in two ways"
    wrong_unreadable: str = "this cannot be read as dice"
    wrong_nothing_typed: str = "no number was typed"
    wrong_each_needed: str = "each die is needed"
    wrong_no_dice: str = "there are no dice to throw"
    wanted_one: str = "a d{sides} shows 1-{sides}"
    wanted_percent: str = "00 is 100, 60 4 is 64"
    wanted_several: str = "{count} numbers, like {example}"
    wanted_sum: str = "the dice alone: {low} to {high}"
    wanted_open_sum: str = "{low} to {high}, or they roll on"
    wanted_way: str = "{first} or {second}?"


ENGLISH = Words()

SPANISH = Words(
    roll="tirar",
    drop="dejarlo",
    by_hand="a mano",
    called="apuntado",
    modifier="modificador",
    title_by_hand="dados a mano",
    also="además",
    yes="sí",
    no="no",
    less="menos",
    more="más",
    type_it="escribirlo",
    take_it="aceptarlo",
    leave_it="dejarlo",
    nobody="nadie",
    nothing_chosen="{field}: no hay nada elegido",
    aim_at="apunta",
    near="cerca",
    to_hit="al ataque",
    may="sí puede",
    nothing="nada",
    move="mover",
    by_name="por nombre",
    aim_here="apuntar aquí",
    random="al azar",
    choose="elegir",
    mark="marcar",
    best="la mejor",
    take="tomar {count}",
    chosen="elegida",
    too_few="elige {count}, de momento {marked}",
    automatic="automática",
    without_asking="la mejor, sin preguntar",
    always="siempre la mejor",
    always_so="desde ahora siempre esto, sin preguntar",
    always_this="siempre así",
    take_back="deshacer",
    throw="tira",
    faces="caras",
    left_empty="si lo dejas vacío, tira el programa",
    take_them="aceptarlas",
    roll_for_me="que tire él",
    no_more_by_hand="no más dados a mano",
    keep="guardarlo",
    unit="unidad",
    how_many="cuántas",
    let_pass="dejar pasar",
    wrong_face="un d{sides} muestra 1-{sides}, no {face}",
    wrong_sum="no pueden sumar {natural}",
    wrong_too_many="sobran dados: {extra}",
    wrong_too_few="faltan dados: hay {count} de {needed}",
    wrong_rolls_on="los dados siguen: falta otro d{sides}",
    wrong_count="{count} números en vez de {needed}",
    wrong_two_ways="se puede leer de dos maneras",
    wrong_unreadable="no se puede leer como dados",
    wrong_nothing_typed="no se ha escrito ningún número",
    wrong_each_needed="hace falta cada dado por separado",
    wrong_no_dice="no hay dados que tirar",
    wanted_one="un d{sides} muestra 1-{sides}",
    wanted_percent="00 es 100, 60 4 es 64",
    wanted_several="{count} números, como {example}",
    wanted_sum="los dados solos: de {low} a {high}",
    wanted_open_sum="de {low} a {high}, o siguen",
    wanted_way="¿{first} o {second}?",
)

LANGUAGES = {"en": ENGLISH, "es": SPANISH}


def words_of(language: str) -> Words:
    """The words of a language (`es`, `es_MX`), English for one that is not there."""
    return spoken(language, LANGUAGES)
