"""Situations under the shipped rules, small enough for every face to be followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from crittui.files.encounters import Encounter, read_encounter
from crittui.files.library import data_path
from crittui.rules.commands import Act
from crittui.rules.dice import Dice
from crittui.rules.model import Thing
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Constant, Fight, Held

PIN = "pin"


@cache
def encounter_of(name: str) -> Encounter:
    """One of the ready fights."""
    (path,) = Path(data_path("rulesets") / "fights").glob(f"*{name}.yaml")
    return read_encounter(path)


@dataclass(frozen=True)
class Situation:
    """A call in a ready fight, with what is otherwise than there.

    `pin` are the fields of a weapon of that name, `scores`, `values` and `conditions` are the target's, `given` are
    the options chosen.
    """

    fight: str
    who: tuple[str, ...]
    weapon: str = PIN
    inputs: Mapping[str, str] = field(default_factory=dict)
    action: str = ""
    pin: Mapping[str, Constant] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, Constant] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)
    things: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        told = [self.action, *self.who, self.weapon, *self.inputs.values(), *self.options.values(), *self.conditions]
        return " ".join(word for word in (*told, *self.given.values()) if word)

    def staged(self) -> tuple[Ruleset, Fight, Act]:
        """The rules, the fight and the call."""
        encounter = encounter_of(self.fight)
        model, fight = encounter.ruleset.model, encounter.fight
        ruleset = encounter.ruleset.with_model(
            replace(model, weapons={**model.weapons, PIN: Thing(PIN, {**_small(self.fight), **self.pin})})
        )
        target = fight.combatants[self.who[-1]]
        target = replace(
            target,
            scores={**target.scores, **self.scores},
            values={**target.values, **self.values},
            conditions={**target.conditions, **{name: Held(1) for name in self.conditions}},
        )
        options = {**fight.options, **self.options}
        fight = replace(fight, combatants={**fight.combatants, target.id: target}, options=options)
        action = self.action or next(iter(ruleset.actions_of("attack"))).id
        roles = ruleset.program(action).roles
        weapon = self.weapon if ruleset.is_armed(action) else ""
        who = tuple(zip(roles, self.who, strict=True))
        return ruleset, fight, Act(action, who, weapon, tuple(self.inputs.items()), tuple(self.things.items()))


def _small(fight: str) -> Mapping[str, Constant]:
    """A weapon with as few faces as can be."""
    coin = Dice.of(1, 2)
    return {"taberna_del_gallo": {"dados": coin}}.get(fight, {"damage": coin})


GUNS, KNIGHTS, INN, ROAD = "silver_dollar", "carn_brae", "taberna_del_gallo", "goblin_road"
M, A = ("mira", "cole"), ("aldric", "bran")
CUT, HOLE, BLUNT = {"kind": "cutting"}, {"kind": "impaling"}, {"kind": "bludgeoning"}
HAND = {"called": "left_hand"}
IMPALING, CRUSHING = {"type": "impaling", "use": "thrust"}, {"type": "crushing"}
CUTTING = {"type": "cutting"}
BARE = {"no_defense": "yes"}
KEEN = {"threat": 19}

NATURAL_20 = (
    Situation(GUNS, M, inputs=HAND, pin=CUT),
    Situation(GUNS, M, inputs={"called": "head"}, pin=HOLE),
    Situation(GUNS, M, inputs={"called": "face"}, pin=BLUNT),
    Situation(
        GUNS, M, inputs={"called": "face"}, pin=BLUNT, options={"zero_damage_effects": "on"}, scores={"armor": 1}
    ),
    Situation(GUNS, M, inputs={"called": "chest"}, pin=HOLE, options={"double20_split": "original"}, values={"con": 3}),
    Situation(GUNS, M, inputs={"called": "chest"}, pin=CUT, options={"critical_carry": "off"}, values={"hp": 1}),
    Situation(
        GUNS, M, inputs={"called": "chest"}, pin=CUT, options={"carry_through": "natural20_only"}, values={"hp": 1}
    ),
    Situation(
        GUNS, M, inputs={"called": "head"}, pin=HOLE, options={"death_at": "minus_con"}, values={"con": 2, "hp": 0}
    ),
    Situation(GUNS, M, inputs={"called": "head"}, pin=CUT, options={"head_critical": "natural20"}),
    Situation(GUNS, M, inputs=HAND, pin=CUT, options={"ac_style": "descending", "called_shot_penalty": "4"}),
    Situation(GUNS, M, inputs=HAND, pin=CUT, options={"extremities_are_limbs": "no"}, conditions=("bleeding",)),
    Situation(GUNS, M, inputs={"situation": "2"}, pin=HOLE, scores={"ac": 22}),
    Situation(GUNS, M, pin=CUT, scores={"ac": 24}, conditions=("severed@left_hand",)),
    Situation(GUNS, ("mira", "bess"), pin=CUT, scores={"ac": 24}),
    Situation(
        GUNS,
        M,
        pin=CUT,
        scores={"ac": 24},
        options={"severed_location": "inward"},
        conditions=("severed@left_hand", "severed@lower_left_arm"),
    ),  # fmt: skip
    Situation(
        GUNS, M, pin=CUT, scores={"ac": 24}, options={"severed_location": "no_damage"}, conditions=("severed@head",)
    ),
)
GURPS_HOUSE = (
    Situation(KNIGHTS, A, inputs={"called": "neck"} | BARE, pin=CUTTING),
    Situation(KNIGHTS, A, inputs={"called": "vitals"} | BARE, pin=IMPALING),
    Situation(KNIGHTS, A, inputs={"called": "heart"} | BARE, pin=IMPALING, options={"va_multiplier": "stacks"}),
    Situation(KNIGHTS, A, inputs={"called": "jaw"} | BARE, pin=CRUSHING),
    Situation(KNIGHTS, ("aldric", "wulf"), inputs={"called": "nose"} | BARE, pin=CRUSHING),
    Situation(
        KNIGHTS, A, inputs={"called": "left_foot"} | BARE, pin=CUTTING, scores={"ht": 3}, given={"leg": "far_leg"}
    ),
    Situation(KNIGHTS, A, inputs={"called": "weapon_arm"} | BARE, pin=CUTTING, scores={"ht": 3}),
    Situation(
        KNIGHTS, A, inputs={"called": "groin"} | BARE, pin=IMPALING, options={"chink": "yes"}, given={"chink": "yes"}
    ),
    Situation(KNIGHTS, A, inputs={"called": "brain"} | BARE, pin=CRUSHING, options={"page_notes": "yes"}),
    Situation(KNIGHTS, A, inputs={"called": "eyes"} | BARE, pin=IMPALING, options={"page_notes": "yes"}),
    Situation(KNIGHTS, A, inputs={"called": "torso"} | BARE, pin=CUTTING, options={"aimed_body_row": "row_9"}),
    Situation(KNIGHTS, ("isolde", "bran"), inputs={"called": "torso", "situation": "-6"}, pin=IMPALING),
    Situation(KNIGHTS, A, inputs={"situation": "-10"} | BARE, pin=CUTTING, options={"random_not_permitted": "reroll"}),
    Situation(KNIGHTS, ("mavis", "aldric"), action="treat_bleeding", conditions=("bleeding",)),
    Situation(KNIGHTS, ("bran",), action="resist_disadvantage", inputs={"situation": "2"}),
)
CRITICOS = (
    Situation(INN, ("ana", "chirlo")),
    Situation(INN, ("ana", "luis"), given={"automatica": "si"}),
    Situation(INN, ("ana", "luis"), options={"se_declara": "despues_de_tirar"}, given={"automatica_tras_tirar": "si"}),
    Situation(INN, ("ana", "chirlo"), options={"empate": "gana_el_ataque"}),
    Situation(INN, ("ana", "orduña"), scores={"umbral": 2, "armadura": 0}),
    Situation(INN, ("ana", "orduña"), options={"daño_critico_necesita_daño": "yes"}),
    Situation(
        INN, ("ana", "chirlo"), pin={"determinada": True}, options={"efecto_del_daño_critico": "consecuencia_propia"}
    ),
    Situation(INN, ("chirlo", "luis"), "navaja", action="ataque_contra_total", given={"beneficio": "Corte en la mano"}),
    Situation(
        INN, ("ana", "chirlo"), "espada", action="ataque_contra_total", given={"beneficio": "Desarma al oponente"}
    ),
    Situation(INN, ("ana",), action="iniciativa"),
    Situation(
        INN, ("ana",), action="iniciativa", given={"beneficio": "accion_adicional"}, conditions=("accion_adicional",)
    ),
    Situation(INN, ("luis",), action="defensa", inputs={"total_del_ataque": "14"}, things={"defensa_con": "rodela"}),
    Situation(
        INN, ("luis",), action="habilidad_secundaria", things={"habilidad": "acrobacias"}, given={"recompensa": "si"}
    ),
    Situation(INN, ("luis",), action="resistencia", inputs={"dificultad": "12"}),
)
THREAT_AND_CONFIRM = (
    Situation(ROAD, ("tamsin", "snik")),
    Situation(ROAD, ("tamsin", "snik"), pin=KEEN, given={"critical_gives": "effect"}),
    Situation(ROAD, ("tamsin", "ogre"), pin=KEEN | {"attack_type": "piercing"}, given={"critical_gives": "effect"}),
    Situation(
        ROAD, ("tamsin", "ogre"), pin=KEEN, options={"resistance_model": "cap"}, given={"critical_gives": "effect"}
    ),
    Situation(
        ROAD,
        ("tamsin", "ogre"),
        pin=KEEN,
        options={"resistance_model": "smaller_die"},
        given={"critical_gives": "effect"},
    ),
    Situation(ROAD, ("tamsin", "snik"), pin=KEEN, options={"dm_both": "on"}, given={"critical_gives": "both"}),
    Situation(
        ROAD, ("tamsin", "snik"), options={"luck_saves_attack": "yes"}, given={"use_luck": "yes"}, scores={"ac": 8}
    ),
    Situation(ROAD, ("snik", "tamsin"), options={"npc_luck": "yes"}, given={"use_luck": "yes"}),
    Situation(ROAD, ("tamsin", "snik"), options={"confirm_can_fumble": "yes", "confirm_one": "always_miss"}, pin=KEEN),
    Situation(ROAD, ("orrin", "snik"), pin={"use": "spell"}, options={"spell_fumble": "no"}),
    Situation(ROAD, ("tamsin", "snik"), pin={"extra": Dice.of(1, 3), "bonus": 2}, options={"min_damage": "4"}),
    Situation(ROAD, ("orrin", "snik"), "ray", action="spell", inputs={"a_save": "negates"}),
    Situation(ROAD, ("snik",), action="save", inputs={"dc": "25"}),
    Situation(ROAD, ("snik",), action="check", inputs={"dc": "5"}),
)
