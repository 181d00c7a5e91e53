"""Every kind of mistake in a ruleset is told with its exact place, its kind and what to do instead."""

from __future__ import annotations

import pytest

from tests.rules.written import acting, found, source

MARK = "«"
"""Stands before the character at which the mistake must be told."""


def case(code: str, text: str, hint: str = "", *, addon: str = "", id: str = "") -> object:
    shown = id or " ".join(text.replace(MARK, "").split())[-60:]
    return pytest.param(code, text, hint, addon, id=f"{code}: {shown}")


def step(code: str, steps: str, hint: str = "", *, stats: str = "", more: str = "", keys: str = "") -> object:
    """A mistake in the steps of an action."""
    shown = " ".join((steps if MARK in steps else keys or more or stats).replace(MARK, "").split())[-60:]
    return pytest.param(code, acting(steps, stats=stats, more=more, keys=keys), hint, "", id=f"{code}: {shown}")


BODY = """
bodies:
  human:
    dice: d6
    locations: {head: {roll: 1}, arm: {roll: 2-3, is: limb}, trunk: {roll: 4-6}}
"""
TABLE = """
tables:
  t:
    dice: d6
    fields: {hits: 0, dead: no}
    rows: {1-3: weak, 4-6: {id: strong, text: A strong one., hits: 3}}
"""

TWO_TABLES = """
tables:
  t: {fields: {f: no}, rows: {1: a}}
  u: {fields: {f: 3}, rows: {1: b}}
"""

SECTIONS = [
    case("unknown-key", "«stat: {a: 1}", "'stats'"),
    case("unknown-key", "ruleset: {id: small, «titel: x}", "'title'"),
    case("shape", "stats: «[a, b]"),
    case("shape", "options: {a: {flag: no}}\nactions: «none"),
    case("name", "ruleset: {id: «}", "letter", id="an empty id"),
    case("missing", "ruleset: «{title: No id}", "id"),
    case("name", "ruleset: {id: «small ruleset}", "letter"),
    case("name", "stats: {«2nd: 1}", "letter"),
    case("name", "stats: {«a-b: 1}", "letter"),
    case("name", "stats: {«margin: 1}", "another"),
    case("name", "weapon: {«total: 1}", "another"),
    case("name", "things: {skill: {fields: {«natural: 1}}}", "another"),
    case("kind", "stats: {«a: {scor: 10}}", "'score'"),
    case("kind", "stats: {«a: {label: Armor}}", "score"),
    case("kind", "stats: {«a: {score: 1, flag: no}}", "score"),
    case("kind", "stats: {a: «some}", "{text"),
    case("kind", "stats: {«a: }", "{text"),
    case("kind", "stats: {a: {«location: none}}", "score"),
    case("kind", "weapon: {a: {«pool: 10}}", "score"),
    case("kind", "options: {a: {«counter: 10}}", "score"),
    case("kind", "stats: {a: {choice: [x, y], default: «z}}", "x"),
    case("kind", "stats: {a: {score: 1, per: «place}}", "location"),
    case("kind", "stats: {a: {counter: 1, per: «location}}", "score"),
    case("unknown-key", "stats: {a: {score: 1, «max: 3}}"),
    case("unknown-key", "stats: {a: {flag: no, «default: yes}}"),
    case("unknown-key", "stats: {a: {pool: 1, «max: 3}}"),
    case("unknown-key", "stats: {a: {pool: 1, «until: combat}}"),
    case("unknown-key", "stats: {a: {counter: 1, «overflow: b}}"),
    case("unknown-key", "stats: {a: {score: 1, «allowed: 1 = 1}}"),
    case("shape", "stats: {«a: {choice: x}}", "choice: ["),
    case("type", "stats: {a: {score: «ten}}"),
    case("type", "stats: {a: {score: «1.5}}"),
    case("type", "stats: {a: {number: «1/0}}"),
    case("type", "stats: {a: {number: «1/00}}"),
    case("type", "stats: {a: {flag: «maybe}}"),
    case("type", "stats: {a: {pool: 10, min: «low}}"),
    case("dice", "weapon: {a: {dice: «2x6}}"),
    case("type", "stats: {a: {score: «9999999999}}", id="a number beyond all measure"),
    case("ambiguous", "stats: {stunned: 0}\nconditions: {«stunned: {}}", "rename"),
    case("unknown-key", "conditions: {a: {«last: 1 round}}", "'lasts'"),
    case("duration", "conditions: {a: {lasts: «long}}", "1 round"),
    case("kind", "conditions: {a: {stacks: «more}}", "adds"),
    case("kind", "conditions: {a: {wound: «torn}}", "hurt"),
    case("type", "conditions: {a: {mark: «ab}}"),
    case("missing", "conditions: {a: {«steps: [{note: x}]}}", "every"),
    case("unknown-key", "stats: {x: {pool: 1}}\nconditions: {a: {while: x = 0, «lasts: 1 round}}"),
    case("unknown-key", "stats: {x: {pool: 1}}\nconditions: {a: {while: x = 0, «per: location}}"),
    case("type", "stats: {x: {pool: 1}}\nconditions: {a: {while: «x}}", "compare"),
    case("unknown-name", "stats: {speed: 1}\nconditions: {a: {while: «sped = 0}}", "'speed'"),
    case("unknown-name", "stats: {speed: 1, twice: {formula: 2 * «sped}}", "'speed'"),
    case("type", "stats: {a: 1, b: {formula: «a = 1}}"),
    case("duration", "time: {minute: «some rounds}", "10 rounds"),
    case("duration", "time: {minute: «2 minutes}", "10 rounds"),
    case("unknown-name", "stats: {speed: 1}\ntime: {order_by: «sped}", "'speed'"),
    case("unknown-name", "stats: {hp: {pool: 3}}\ntime: {order_by: «hp}"),
    case("unknown-key", "stats: {a: {score: 1, label: {english: x}}}".replace("english", "«english"), "en"),
]

DATA = [
    case("unknown-name", "weapon: {damage: 1d6}\nweapons: {club: {«damge: 1d6}}", "'damage'"),
    case("dice", "weapon: {damage: 1d6}\nweapons: {club: {damage: «dd}}"),
    case("type", "weapon: {reach: 1}\nweapons: {club: {reach: «long}}"),
    case("kind", "weapon: {k: {choice: [a, b]}}\nweapons: {club: {k: «c}}"),
    case("unknown-name", "weapons: {club: {like: «clob}, stick: {}}", id="like nothing"),
    case("cycle", "weapons: {a: {like: b}, b: {like: c}, c: {like: «a}}", "circle"),
    case("cycle", "creatures: {a: {like: «a}}", "circle"),
    case("unknown-name", "stats: {strength: 1}\ncreatures: {a: {«strenght: 3}}", "'strength'"),
    case("unknown-name", "stats: {s: 1, t: {formula: s}}\ncreatures: {a: {«t: 3}}"),
    case("type", "stats: {hp: {pool: 3}}\ncreatures: {a: {hp: «lots}}"),
    case("type", "stats: {hp: {pool: 3}}\ncreatures: {a: {hp: «3/}}"),
    case("unknown-name", f"{BODY}creatures: {{a: {{body: «humann}}}}", "'human'"),
    case(
        "unknown-location",
        f"stats: {{dr: {{score: 0, per: location}}}}{BODY}creatures: {{a: {{parts: {{«hed: {{dr: 1}}}}}}}}",
        "'head'",
    ),
    case("type", f"stats: {{dr: 0}}{BODY}creatures: {{a: {{parts: {{head: {{«dr: 1}}}}}}}}", "outside"),
    case("type", f"stats: {{dr: {{score: 0, per: location}}}}{BODY}creatures: {{a: {{«dr: 1}}}}", "parts"),
    case(
        "unknown-name", f"{BODY}conditions: {{stunned: {{}}}}\ncreatures: {{a: {{conditions: [«stuned]}}}}", "'stunned'"
    ),
    case(
        "unknown-location",
        f"{BODY}conditions: {{cut: {{per: location}}}}\ncreatures: {{a: {{conditions: [«cut at lag]}}}}",
    ),
    case(
        "type", f"{BODY}conditions: {{cut: {{per: location}}}}\ncreatures: {{a: {{conditions: [«cut]}}}}", "at LOCATION"
    ),
    case("type", f"{BODY}conditions: {{stunned: {{}}}}\ncreatures: {{a: {{conditions: [«stunned at head]}}}}", "leave"),
    case("type", f"{BODY}conditions: {{stunned: {{}}}}\ncreatures: {{a: {{conditions: [«stunned badly]}}}}"),
    case("type", f"{BODY}conditions: {{stunned: {{}}}}\ncreatures: {{a: {{conditions: [«stunned 2 3]}}}}"),
    case("type", "stats: {x: {pool: 1}}\nconditions: {out: {while: x = 0}}\ncreatures: {a: {conditions: [«out]}}"),
    case("unknown-name", "weapon: {e: {list: {grade: 0}}}\nweapons: {club: {e: {Trip: {«grad: 1}}}}", "'grade'"),
    case("unknown-name", "things: {s: {fields: {a: 1}, given: {x: {«b: 1}}}}"),
    case("unknown-key", "things: {s: {field: {a: 1}}}".replace("field:", "«field:"), "'fields'"),
]

BODIES = [
    case("gap", "bodies: {b: {dice: «d6, locations: {x: {roll: 1-3}, y: {roll: 5-6}}}}", id="4 is missing"),
    case("overlap", "bodies: {b: {dice: d6, locations: {x: {roll: 1-3}, y: {roll: «3-6}}}}"),
    case("missing", "bodies: {«b: {locations: {x: {roll: 1-3}}}}", "dice"),
    case("missing", "bodies: {«b: {dice: d6}}", "locations"),
    case("gap", "bodies: {b: {dice: «d6, locations: {x: {}}}}"),
    case("dice", "bodies: {b: {dice: 2«x6, locations: {x: {roll: 1}}}}"),
    case("range", "bodies: {b: {dice: d6, locations: {x: {roll: «6-1}}}}", "1-6"),
    case("range", "bodies: {b: {dice: d6, locations: {x: {roll: «all}}}}", "3-5"),
    case(
        "either", "bodies: {b: {dice: d6, locations: {x: {roll: 1-6, «either: [y]}, y: {}}}}", "left", id="one member"
    ),
    case("either", "bodies: {b: {dice: d6, locations: {x: {roll: 1-6, either: [«z, y]}, y: {}, z: {either: [y, y]}}}}"),
    case("unknown-location", "bodies: {b: {dice: d6, locations: {x: {roll: 1-6, either: [y, «yy]}, y: {}}}}", "'y'"),
    case("unknown-key", "bodies: {b: {dice: d6, locations: {x: {rol: 1-6}}}}".replace("rol:", "«rol:"), "'roll'"),
    case("unknown-location", "location: {in: {location: none}}\nbodies: {b: {locations: {arm: {in: «amr}}}}", "'arm'"),
    case(
        "unknown-location",
        "location: {in: {location: none}}\n"
        "bodies: {b: {locations: {arm: {in: «hands}, hands: {either: [l, r]}, l: {}, r: {}}}}",
    ),
    case("unknown-location", "location: {«in: {location: amr}}\nbodies: {b: {locations: {arm: {}}}}", "'arm'"),
    case("type", "location: {dr: 0}\nbodies: {b: {locations: {arm: {dr: «some}}}}"),
    case(
        "rounding",
        "stats: {s: 1, hp: {pool: 1, per: location}}\nbodies: {b: {locations: {arm: {hp: «s / 2}}}}",
        "floor",
    ),
    case(
        "unknown-name",
        "stats: {speed: 1, hp: {pool: 1, per: location}}\nbodies: {b: {locations: {arm: {hp: 1 + «sped}}}}",
        "'speed'",
    ),
    case("unknown-location", acting("- note: x", keys="inputs: {«at: {location: hed}}", more=BODY), "'head'"),
    case(
        "either",
        acting(
            "- note: x",
            keys="inputs: {«at: {location: h}}",
            more="bodies: {b: {locations: {h: {either: [l, r]}, l: {}, r: {}}}}",
        ),
        "l",
    ),
]

TABLES = [
    case("gap", "tables: {«t: {dice: d6, rows: {1-3: a, 5-6: b}}}", "add"),
    case("gap", "tables: {t: {dice: d6, rows: «{}}}", "fill"),
    case("gap", "tables: {«t: {rows: {1-3: a, 5-6: b}}}"),
    case("gap", "tables: {«t: {dice: d20, rows: {1-19: a}}}"),
    case("gap", "tables: {«t: {dice: d%, rows: {1-99: a}}}"),
    case("overlap", "tables: {t: {dice: d6, rows: {1-4: a, «4-6: b}}}"),
    case("overlap", "tables: {t: {dice: d6, rows: {1-6: a, «5+: b}}}"),
    case("range", "tables: {t: {dice: d6, rows: {«3-: a}}}", "3-5"),
    case("range", "tables: {t: {dice: d6, rows: {«3-1: a}}}", "1-3"),
    case("range", "tables: {t: {dice: d6, rows: {«-3-1: a}}}", "-3..1"),
    case("range", "tables: {t: {dice: d6, rows: {«1-6-8: a}}}", "3-5"),
    case("gap", "tables: {t: {dice: d6, columns: [A, B], rows: {«1-6: {A: x}}}}", "add"),
    case("unknown-key", "tables: {t: {dice: d6, columns: [A, B], rows: {1-6: {A: x, B: y, «C: z}}}}"),
    case("unknown-name", "tables: {t: {dice: d6, fields: {hits: 0}, rows: {1-6: {text: x, «hit: 2}}}}", "'hits'"),
    case("name", "tables: {t: {dice: d6, fields: {«text: 0}, rows: {1-6: x}}}", "another"),
    case("unknown-key", "tables: {t: {dice: d6, «row: {1-6: x}}}", "'rows'"),
    case("dice", "tables: {t: {dice: d«, rows: {1-6: x}}}", id="d without sides"),
    case("shape", "tables: {t: {dice: d6, columns: [A], rows: {1-6: «x}}}"),
]

STEPS = [
    step("step", "- «hit: attack"),
    step("step", "- «rol: attack\n  dice: d6", "'roll'"),
    step(
        "step",
        "- roll: attack\n  dice: d6\n  «note: x",
        "- ",
    ),
    step("step", "- «note", "- roll"),
    step("missing", "- «roll:\n  dice: d6", "roll: NAME"),
    step("missing", "- roll: «attack", "dice"),
    step("unknown-key", "- roll: attack\n  dice: d6\n  «modifier: {a: 1}", "'modifiers'"),
    step("unknown-key", "- note: x\n  «dice: d6"),
    step("step", "- roll: a\n  dice: d6\n  against: 3\n  «under: 4", "one"),
    step("step", "- roll: a\n  dice: d6\n  «chance: 50%", "one"),
    step("chance", "- roll: a\n  chance: «sometimes", "50%"),
    step("chance", "- roll: a\n  chance: «3 in 2", "50%"),
    step("chance", "- roll: a\n  chance: «0%", "50%"),
    step("chance", "- roll: a\n  chance: 50%\n  outcomes: {«hit: natural > 3, yes: otherwise}"),
    step("name", "- roll: «total\n  dice: d6", "another"),
    step("name", "- roll: «attacker\n  dice: d6", "another"),
    step("name", "- let: {«weapon: 3}", "another"),
    step("name", "- let: {«gm: 3}", "another"),
    step("name", "- roll: a\n  dice: d6\n  outcomes: {«none: natural > 3, x: otherwise}", "another"),
    step("name", "- choose: a\n  options: {«or: x, y: z}", "another"),
    step("otherwise", "- roll: a\n  dice: d6\n  outcomes: {big: natural > 3, «small: natural <= 3}", "otherwise"),
    step(
        "unreachable", "- roll: a\n  dice: d6\n  outcomes: {big: natural > 3, «rest: otherwise, last: otherwise}", "end"
    ),
    step("otherwise", "- let: {a: {1: 1 = 1, 2: «2 = 2}}", "otherwise"),
    step("unreachable", "- let: {a: {1: «otherwise, 2: otherwise}}", "end"),
    step("cases", "- let: {a: «{}}", "VALUE"),
    step("cases", "- let: {a: «[]}", "VALUE"),
    step("type", "- let: {a: {1: 1 = 1, «2 = 2: otherwise}}", "one kind"),
    step("type", "- note: x\n  when: «3", "compare"),
    step("type", "- roll: a\n  dice: d6\n- note: x\n  when: «a", "compare"),
    step("rounding", "- roll: a\n  dice: d6\n  against: «7 / 2", "floor"),
    step("rounding", "- damage: hp\n  amount: «3 * 1.5", "floor", stats="hp: {pool: 3}"),
    step("rounding", "- roll: a\n  dice: d6\n  times: «1.5", "floor"),
    step("dice", "- roll: a\n  dice: «attacker.x", "2d6", stats="x: 3"),
    step("dice", "- roll: a\n  dice: d6 «* 2", "times"),
    step("dice", "- roll: a\n  dice: d«1"),
    step("dice", "- roll: a\n  dice: 2d6 highest «3"),
    step("unknown-name", "- let: {a: 1 + «b}"),
    step("unknown-name", "- let: {a: «damage}\n- roll: damage\n  dice: d6", "below its step"),
    step("unknown-name", "- let: {a: attacker.«sped}", "'speed'", stats="speed: 3"),
    step("unknown-name", "- let: {a: option.«x}", "'xx'", more="options: {xx: 3}"),
    step("unknown-name", "- let: {a: weapon.«x}", "'xx'", more="weapon: {xx: 3}"),
    step("unknown-name", "- let: {a: «flor(3)}", "'floor'"),
    step("unknown-name", "- note: x\n  when: attacker is «stuned", "'stunned'", more="conditions: {stunned: {}}"),
    step(
        "unknown-name",
        "- roll: a\n  dice: d6\n  outcomes: {hit: natural > 2, miss: otherwise}\n- note: x\n  when: a is «mis",
        "'miss'",
    ),
    step("unknown-name", "- choose: a\n  options: {parry: x, dodge: y}\n- note: x\n  when: a is «pary", "'parry'"),
    step("unknown-name", "- note: x\n  when: weapon is «sharpe", "'sharp'", more="weapon: {sharp: no}"),
    step("unknown-name", "- choose: a\n  default: «pary\n  options: {parry: x, dodge: y}", "'parry'"),
    step("unknown-name", "- roll: a\n  dice: d6\n  by: «targe", "'target'"),
    step("unknown-name", "- damage: «hp\n  amount: 3", stats="hp: 3"),
    step("unknown-name", "- gain: «luk", "'luck'", stats="luck: {counter: 3}"),
    step("unknown-name", "- apply: «stuned", "'stunned'", more="conditions: {stunned: {}}"),
    step("unknown-name", "- run: «blok", "'block'", more="chains: {block: [{note: x}]}"),
    step(
        "unknown-name",
        "- run: c\n  with: {«totl: 3}",
        "'total_'",
        more="chains: {c: {inputs: {total_: 0}, steps: [{note: x}]}}",
    ),
    step("missing", "- run: «c", "with", more="chains: {c: {inputs: {amount: }, steps: [{note: x}]}}"),
    step("shape", "- run: «c\n  who: [target]", more="chains: {c: {who: [a, b], steps: [{note: x}]}}"),
    step("shape", "- run: «c\n  who: [target]", "who", more="chains: {c: [{note: x}]}"),
    step("missing", "- run: «c", "who", more="chains: {c: {who: [a, b], steps: [{note: x}]}}"),
    step("unknown-name", "- roll: a\n  like: «b", "earlier"),
    step(
        "unknown-name", "- roll: a\n  dice: d6\n  modifiers: {aim: 3}\n- roll: b\n  like: a\n  without: «ami", "'aim'"
    ),
    step("missing", "- damage: «hp", "amount", stats="hp: {pool: 3}"),
    step("missing", "- set: «n", "value", stats="n: {counter: 3}"),
    step("missing", "- damage: «hp\n  amount: 3", "at:", stats="hp: {pool: 3, per: location}", more=BODY),
    step("type", "- damage: hp\n  amount: 3\n  at: «head", "leave", stats="hp: {pool: 3}", more=BODY),
    step("type", "- apply: cut\n  at: «attacker.n", stats="n: 3", more=BODY + "conditions: {cut: {per: location}}"),
    step("unknown-name", "- apply: cut\n  at: «hed", "", more=BODY + "conditions: {cut: {per: location}}"),
    step(
        "either",
        "- apply: cut\n  at: «h",
        more="bodies: {b: {locations: {h: {either: [l, r]}, l: {}, r: {}}}}\nconditions: {cut: {per: location}}",
    ),
    step(
        "type",
        "- «set: hp\n  value: 3\n  at: head".replace("«set: hp", "set: «hp"),
        "gain",
        stats="hp: {pool: 3, per: location}",
        more=BODY,
    ),
    step("type", "- apply: «out", stats="hp: {pool: 3}", more="conditions: {out: {while: hp = 0}}"),
    step("rounding", "- apply: stunned\n  for: «1.5 rounds", "floor", more="conditions: {stunned: {}}"),
    step("duration", "- apply: stunned\n  for: «long", "1 round", more="conditions: {stunned: {}}"),
    step("unknown-table", "- lookup: a\n  table: «tt", "'t'", more=TABLE),
    step("missing", "- lookup: «a", "table"),
    step("unknown-name", "- lookup: a\n  table: t\n- let: {b: a.«hit}", "'hits'", more=TABLE),
    step("unknown-name", "- lookup: a\n  table: t\n- note: x\n  when: a is «strog", "'strong'", more=TABLE),
    step("unknown-location", "- lookup: a\n  table: body\n- note: x\n  when: a is «lim", "'limb'", more=BODY),
    step("unknown-name", "- lookup: a\n  table: body\n- let: {b: a.«dr}", more=BODY),
    step("type", "- lookup: a\n  table: t\n  column: «B", more=TABLE),
    step(
        "missing",
        "- lookup: «a\n  table: t",
        "column",
        more="tables: {t: {dice: d6, columns: [A, B], rows: {1-6: {A: x, B: y}}}}",
    ),
    step(
        "unknown-name",
        "- lookup: a\n  table: t\n  column: «3",
        "1 to 2",
        more="tables: {t: {dice: d6, columns: [A, B], rows: {1-6: {A: x, B: y}}}}",
    ),
    step(
        "gap",
        "- lookup: a\n  table: t\n  column: «weapon.k",
        "otherwise",
        more="weapon: {k: {choice: [A, C]}}\ntables: {t: {dice: d6, columns: [A, B], rows: {1-6: {A: x, B: y}}}}",
    ),
    step("missing", "- lookup: «a\n  table: t", "dice", more="tables: {t: {rows: {1-6: x}}}"),
    step("step", "- lookup: a\n  table: t\n  value: 3\n  again: «a is weak", "leave", more=TABLE),
    step("step", "- lookup: a\n  table: t\n  dice: d6\n  «value: 3", "leave", more=TABLE),
    step("type", "- lookup: a\n  table: t\n  row: «attacker.n", stats="n: 3", more=TABLE),
    step("missing", "- choose: «a", "options"),
    step("shape", "- choose: «a\n  pick: 3\n  options: {x: y, z: w}"),
    step("type", "- choose: a\n  options: {x: {each: «attacker.n}}", stats="n: 3"),
    step("step", "- choose: a\n  pick: 2\n  options: {x: {each: «weapon.l}, y: z}", more="weapon: {l: {list: {g: 0}}}"),
    step(
        "unknown-name",
        "- choose: a\n  options: {x: {each: weapon.l, when: it.«h = 1}}",
        "g",
        more="weapon: {l: {list: {g: 0}}}",
    ),
    step("type", "- let: {«a: attacker}"),
    step("type", "- roll: a\n  dice: d6\n- lookup: «a\n  table: t", "another", more=TABLE),
    step(
        "ambiguous",
        "- note: x\n  when: weapon is «sharp",
        "weapon.",
        more="weapon: {sharp: no, k: {choice: [sharp, blunt]}}",
    ),
    step(
        "ambiguous",
        "- lookup: a\n  table: body\n- note: x\n  when: a is «limb",
        "rename",
        more="bodies: {b: {dice: d6, locations: {limb: {roll: 1-6, is: limb}}}}",
    ),
    step("name", "- let: {a: «option}", "option.NAME"),
    step("name", "- roll: a\n  dice: d6\n- let: {b: a.«margin}", "against"),
    step("unknown-name", "- let: {b: «natural}", "ROLL.natural"),
    step("unknown-name", "- note: Hit for <«damge>."),
    step("expression", "- let:\n    a: (1 + 2«"),
    step("expression", "- let:\n    a: 1 «2"),
    step("expression", "- let:\n    a: 1 +«"),
    step("expression", "- let:\n    a: 1 «$ 2"),
    step("expression", "- let:\n    a: 1 «/ 0"),
    step("expression", "- let:\n    a: «min(1)"),
    step("expression", "- note: x\n  when: attacker is («"),
    step("expression", "- note: x\n  when: attacker is not«"),
    step("expression", "- let:\n    a: attacker.«"),
    step("expression", "- let:\n    a: 'x = «\"y\"'", "is"),
    step("expression", "- let:\n    a: 1 = 1 «&& 2 = 2", "and"),
]

MEANINGLESS = [
    step("unknown-name", "- roll: attack\n  dice: d6\n- let: {a: «atack}", "'attack'"),
    step("unknown-name", "- damage: hp\n  amount: 3\n  as: blow\n- let: {a: blow.«delt}", stats="hp: {pool: 3}"),
    step("unknown-name", "- let: {a: 3}\n- let: {b: a.«dealt}"),
    case("name", "stats: {«d6: 1}", "another"),
    case("name", "stats: {a: {choice: [«or, b]}}", "another"),
    case("name", "bodies: {b: {locations: {«none: {}}}}", "another"),
    case("name", "bodies: {b: {locations: {arm: {is: «not}}}}", "another"),
    case("name", "conditions: {«none: {}}", "another"),
    case("unknown-name", "weapon: {reach: 1}\nstats: {a: {formula: «weapon.reach}}"),
    step("name", "- let: {«n: n + 1}", "another", keys="inputs: {n: 0}"),
    step("name", "- roll: «n\n  dice: d6", "another", keys="inputs: {n: 0}"),
    step(
        "name",
        "- run: c\n  who: [target]",
        "another",
        more="chains: {c: {who: [victim], steps: [{let: {«victim: 3}}]}}",
    ),
    step("type", "- roll: a\n  dice: d6\n- choose: «a\n  options: {x: y, z: w}", "another"),
    step("missing", "- lookup: «a\n  table: body", "bodies"),
    step("missing", "- lookup: «a\n  table: body", "roll:", more="bodies: {b: {locations: {arm: {}}}}"),
    step("type", "- note: x\n  when: (attacker «if 1 = 1 else target) is stunned", more="conditions: {stunned: {}}"),
    step("type", "- note: <weapon «if 1 = 1 else weapon>"),
    step("type", "- let: {a: {«attacker: 1 = 1, target: otherwise}}"),
    step(
        "type",
        "- choose: a\n  options: {x: {each: weapon.l «if 1 = 1 else weapon.m}}",
        more="weapon: {l: {list: {g: 0}}, m: {list: {h: 0}}}",
    ),
    step("type", "- let: {a: 3}\n- let: {«a: 2d6}", "another"),
    step("type", "- lookup: «a\n  value: 1\n  table: {t: 1 = 1, u: otherwise}", "rename", more=TWO_TABLES),
]

CYCLES = [
    step("cycle", "- run: a", "repeated", more="chains: {a: [{run: b}], b: [{run: «a}]}"),
    step("cycle", "- run: a", "repeated", more="chains: {a: [{run: «a}]}"),
    case("cycle", "stats: {a: {formula: «b + 1}, b: {formula: a + 1}}", "circle", id="formulas"),
    case("cycle", "stats: {x: 1, a: {formula: «a}}", "circle", id="a formula of itself"),
    case(
        "cycle",
        "conditions: {a: {while: self is «b}, b: {while: self is a}}".replace("«b}", "b}").replace(
            "while: self is b", "while: «self is b"
        ),
        "circle",
        id="conditions",
    ),
    step("cycle", "- damage: a\n  amount: 1", stats="a: {pool: 1, overflow: b}\nb: {pool: 1, overflow: «a}"),
    case(
        "cycle",
        "actions: {«act: {steps: [{run: c0}]}}\nchains:\n"
        + "".join(f"  c{n}: [{{run: c{n + 1}}}, {{run: c{n + 1}}}, {{run: c{n + 1}}}]\n" for n in range(12))
        + "  c12: [{note: x}]",
        "less often",
        id="a chain that grows beyond all measure",
    ),
]

ACTIONS = [
    case("missing", "actions: {«act: {kind: attack}}", "steps"),
    case("unknown-key", "actions: {act: {«whom: [a], steps: [{note: x}]}}", "'who'"),
    case("kind", "actions: {act: {kind: «atack, steps: [{note: x}]}}", "'attack'"),
    case("unknown-name", "things: {skill: {}}\nactions: {act: {uses: [«skil], steps: [{note: x}]}}", "'skill'"),
    case("name", "actions: {act: {who: [a, «a], steps: [{note: x}]}}", "another"),
    case("name", "actions: {act: {who: [«weapon], steps: [{note: x}]}}", "another"),
    case("name", "actions: {act: {who: [«gm], steps: [{note: x}]}}", "another"),
    case("name", "actions: {act: {inputs: {«attacker: 3}, steps: [{note: x}]}}", "another"),
    case("name", "actions: {act: {inputs: {«natural: 3}, steps: [{note: x}]}}", "another"),
    case("missing", "actions: {act: {«who: [], steps: [{note: x}]}}", "actor"),
    case("type", "stats: {n: 3}\nactions: {act: {allowed: «attacker.n, steps: [{note: x}]}}", "compare"),
    case("type", "stats: {n: 3}\nactions: {act: {allowed: {Not so: «attacker.n}, steps: [{note: x}]}}", "compare"),
    case("unknown-name", "actions: {act: {inputs: {n: {score: 0, allowed: «m > 0}}, steps: [{note: x}]}}"),
    case("unknown-name", "actions: {act: {steps: [{note: x}], report: {Hit: «hit}}}"),
    case("type", "actions: {act: {steps: [{note: x}], report: {«Who: attacker}}}"),
    case("type", "stats: {n: 3}\nactions: {act: {steps: [{note: x}], shows: {struck: «attacker.n}}}"),
    case("shape", "actions: {act: {steps: [{note: x}], shows: {verdict: «hit}}}", "hit:"),
    case("otherwise", "actions: {act: {steps: [{note: x}], shows: {verdict: {hit: «1 = 1}}}}"),
    case(
        "unknown-name",
        "actions: {act: {steps: [{note: x}], shows: {verdict: {«hti: 1 = 1, miss: otherwise}}}}",
        "'hit'",
    ),
]

ADDONS = [
    case("addon", "stats: {a: 1}", addon="ruleset: «smal\nstats: {b: 1}"),
    case("unknown-key", "stats: {a: 1}", "'stats'", addon="ruleset: small\n«stat: {b: 1}"),
    case("unknown-name", "options: {bonus: 1}", "'bonus'", addon="ruleset: small\noptions: {«bonsu: 2}"),
    case("type", "options: {bonus: 1}", addon="ruleset: small\noptions: {bonus: «many}"),
    case("type", "options: {on: {choice: [a, b]}}", addon="ruleset: small\noptions: {on: «c}"),
    case("gap", "tables: {t: {dice: d6}}", addon="ruleset: small\ntables: {«t: {rows: {1-3: x}}}"),
    case(
        "unknown-name",
        "tables: {t: {dice: d6, fields: {hits: 0}}}",
        "'hits'",
        addon="ruleset: small\ntables: {t: {rows: {1-6: {text: x, «hit: 1}}}}",
    ),
    case(
        "unknown-name",
        "actions: {act: {steps: [{note: x}]}}",
        addon="ruleset: small\nactions: {act: {steps: [{apply: «stunned}]}}",
    ),
    case("duplicate-key", "stats: {a: 1}", addon="ruleset: small\nstats: {b: 1, «b: 2}"),
]

ALL = [*SECTIONS, *DATA, *BODIES, *TABLES, *STEPS, *MEANINGLESS, *CYCLES, *ACTIONS, *ADDONS]


def place(text: str, name: str) -> str:
    """Where the mark stands, as `file:line:column`."""
    before = source(text, name).text.partition(MARK)[0]
    return f"{name}:{before.count(chr(10)) + 1}:{len(before.rpartition(chr(10))[2]) + 1}"


@pytest.mark.parametrize(("code", "text", "hint", "addon"), ALL)
def test_a_mistake_is_told_where_it_is(code: str, text: str, hint: str, addon: str) -> None:
    wanted = place(addon, "addon1.yaml") if addon else place(text, "rules.yaml")
    addons = [addon.replace(MARK, "")] if addon else []
    problems = found(text.replace(MARK, ""), *addons)
    errors = [problem for problem in problems if problem.level == "error"]
    told = {f"{p.position} {p.code}": p.hint for p in errors}
    assert f"{wanted} {code}" in told, "\n".join(map(str, problems))
    assert hint in told[f"{wanted} {code}"]
    # A circle is a mistake of each that stands in it; any other is told once.
    assert {p.code for p in errors} == {code}
    assert len(errors) == 1 or code == "cycle"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("{dice: d20, rows: {1-3: a, 6-20: b}}", "no row for 4, 5"),
        ("{dice: d20, rows: {9-20: b}}", "no row for 1, 2, 3, 4, 5, 6 and 2 more"),
        ("{rows: {1: a, 4: b}}", "no row for 2, 3"),
        ("{rows: {1: a, 5 or more: b}}", "no row for 2, 3, 4"),
    ],
)
def test_the_numbers_without_a_row_are_named(rows: str, message: str) -> None:
    (problem,) = found(f"tables: {{t: {rows}}}")
    assert problem.message.endswith(message)


def test_a_hole_that_is_written_with_an_escape_has_a_place_in_its_note() -> None:
    (problem,) = found(acting('- note: "a \\u003cx> b"'))
    assert (problem.code, problem.position.line) == ("unknown-name", 5)
    assert problem.position.column >= 16
