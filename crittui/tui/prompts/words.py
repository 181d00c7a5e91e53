"""The program's own words in prompts, by language. Everything else in them is the ruleset's and the table's."""

from __future__ import annotations

from crittui.records import dataclass


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
)

LANGUAGES = {"en": ENGLISH, "es": SPANISH}


def words_of(language: str) -> Words:
    """The words of a language (`es`, `es_MX`), English for one that is not there."""
    return LANGUAGES.get(language[:2].lower(), ENGLISH)
