"""Small random rulesets with one chain, in which whatever may meet whatever does."""

from __future__ import annotations

from random import Random

HEAD = """
ruleset: {id: small}
options: {house: {choice: [old, new]}}
stats:
  skill: {score: 1}
  hp:    {pool: 6, min: 0, overflow: con}
  con:   {pool: 3, min: none}
  luck:  {counter: 1, max: 3}
  grip:  {pool: 2, per: location}
conditions:
  dazed:    {lasts: 2 round}
  bleeding: {stacks: adds}
  gone:     {per: location, wound: severed}
  numb:     {per: location}
  down:     {while: con <= 0, out: yes}
  fled:     {out: yes}
location:
  factor: {number: 1}
  inner:  {location: none}
  outer:  {location: none}
bodies:
  human:
    dice: d6
    locations:
      left_arm:  {roll: 1, is: limb, inner: trunk, outer: hand}
      right_arm: {roll: 2, is: limb, inner: trunk}
      hand:      {roll: 3, is: [limb, end], inner: left_arm}
      trunk:     {roll: 4, factor: 1.5}
      head:      {roll: 5}
      ends:      {roll: 6, either: [hand, foot]}
      foot:      {is: [limb, end], inner: trunk}
tables:
  woe:
    dice: d3
    fields: {hurt: 0}
    rows:
      1: {text: graze, hurt: 1}
      2: {text: bruise}
      3: {id: worse, text: Worse, hurt: 2, then: [{gain: luck, to: b}]}
"""
MOST_WAYS = 500
FACES = {"d2": 2, "d3": 3, "d4": 4, "2d2": 3, "d3+1": 3}


class Chain:
    """One random chain; `text` is the whole ruleset."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.rolls: list[str] = []
        self.lets: list[str] = []
        self.places: list[str] = []
        self.rows: list[str] = []
        self.choices: list[str] = []
        self.ways = 1
        self.guard = ""
        steps = self.steps(random.randint(4, 9), 3)
        self.text = (
            HEAD + "\n".join(["actions:", "  act:", "    who: [a, b]", "    steps:", *steps, *self.ending()]) + "\n"
        )

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    # ---- expressions

    def whole(self) -> str:
        """A whole number."""
        found = [str(self.random.randint(-2, 4)), "a.skill", "b.hp", "b.con", "b.bleeding", "a.luck", "b.hp.max"]
        found += [f"{roll}{part}" for roll in self.rolls for part in ("", ".natural", ".margin")]
        found += self.lets * 2 + [f"{row}.hurt" for row in self.rows]
        found += [f"floor({self.random.choice(self.rolls or ['3'])} * {place}.factor)" for place in self.places]
        found += [f"{place}.grip" for place in self.places]
        text = self.random.choice(found)
        return f"{text} {self.pick('+', '-', '*')} {self.random.randint(1, 2)}" if self.random.random() < 0.2 else text

    def test(self, depth: int = 2) -> str:
        """A yes or no."""
        found = ["option.house is old", "b is dazed", "b is down", "b.hp < 4", "a.luck > 1", "b.con.max = 3"]
        found += [f"{roll} is {word}" for roll in self.rolls for word in ("good", "not bad", "(great or bad)", "none")]
        for place in self.places:
            names = ("limb", "head", "gone", "not numb", "none", "end")
            found += [f"{place} is {name}" for name in names]
            found += [f"{place}.inner is gone", f"{place}.inner.inner is none", f"{place}.factor > 1"]
        found += [f"{row} is {name}" for row in self.rows for name in ("worse", "none")]
        found += [f"{choice} is yes" for choice in self.choices]
        text = self.random.choice(found)
        if depth and self.random.random() < 0.3:
            return f"({text} {self.pick('and', 'or')} {self.test(depth - 1)})"
        return f"not ({text})" if self.random.random() < 0.1 else text

    def at(self) -> str:
        """A place."""
        return self.random.choice([f"{place}{part}" for place in self.places for part in ("", "", ".inner", ".outer")])

    # ---- steps

    def steps(self, count: int, indent: int) -> list[str]:
        lines: list[str] = []
        for _ in range(count):
            lines += self.step(indent)
        return lines

    def step(self, indent: int) -> list[str]:
        makers = [self.let, self.harm, self.harm, self.change, self.state, self.state, self.choose]
        if self.ways < MOST_WAYS:
            makers += [self.roll, self.roll, self.place, self.place, self.row]
        lines = self.random.choice(makers)()
        if lines and self.random.random() < 0.4:
            lines.append(f"  when: {self.guard}")
        pad = "  " * indent
        return [f"{pad}{line}" for line in lines]

    def begin(self) -> None:
        """A step may only look at what stands above it."""
        self.guard = self.test()

    def roll(self) -> list[str]:
        self.begin()
        name, dice = f"r{len(self.rolls)}", self.random.choice(list(FACES))
        self.ways *= FACES[dice]
        lines = [f"- roll: {name}", f"  by: {self.pick('a', 'b')}"]
        like = self.random.choice(self.rolls) if self.rolls and self.random.random() < 0.2 else ""
        if like:
            lines += [f"  like: {like}"]
        else:
            lines += [f"  dice: {dice}", f"  modifiers: {{some: {self.whole()}}}"]
            lines += [f"  {self.pick('against', 'under')}: {self.whole()}"]
            lines += ["  outcomes:", "    great: natural >= 3", "    good: success", "    bad: otherwise"]
        self.rolls.append(name)
        return lines

    def let(self) -> list[str]:
        self.begin()
        name = f"n{len(self.lets)}"
        lines = [
            "- let:",
            f"    {name}:",
            f"      - {self.whole()}: {self.test()}",
            f"      - {self.whole()}: otherwise",
        ]
        self.lets.append(name)
        return lines

    def place(self) -> list[str]:
        self.begin()
        name = f"p{len(self.places)}"
        lines = [f"- lookup: {name}", "  table: body", "  to: b"]
        if self.places and self.random.random() < 0.2:
            lines.append(f"  row: {self.random.choice(self.places)}")
            self.places.append(name)
            return lines
        self.ways *= 8
        if self.random.random() < 0.4:
            lines.append(f"  again: {name} is {self.pick('gone', 'end', 'numb')}")
        self.places.append(name)
        return lines

    def row(self) -> list[str]:
        self.begin()
        self.ways *= 3
        name = f"t{len(self.rows)}"
        value = [f"  value: {self.whole()}"] if self.random.random() < 0.4 else []
        self.rows.append(name)
        return [f"- lookup: {name}", "  table: woe", *value]

    def choose(self) -> list[str]:
        self.begin()
        name, by = f"c{len(self.choices)}", self.pick("a", "b", "gm")
        when = self.test()
        self.choices.append(name)
        lines = [
            f"- choose: {name}", f"  by: {by}", *self.random.choice(([], ["  default: no"])),
            "  options:", f"    yes: {{when: {when!r}}}", "    no: {}",
        ]  # fmt: skip
        return [*lines, *self.answered(name, by)] if by != "gm" and self.ways < MOST_WAYS else lines

    def answered(self, choice: str, by: str) -> list[str]:
        """What was chosen is rolled for, each option against a goal of its own."""
        name, dice = f"r{len(self.rolls)}", self.random.choice(list(FACES))
        self.ways *= FACES[dice]
        lines = [
            f"- roll: {name}", f"  by: {self.random.choice((by, by, by, 'a'))}", f"  dice: {dice}",
            f"  modifiers: {{some: {self.whole()}}}",
            f"  {self.pick('against', 'under')}: {{{self.whole()}: {choice} is yes, ({self.whole()}): otherwise}}",
            "  outcomes: {great: natural >= 3, good: success, bad: otherwise}",
        ]  # fmt: skip
        self.rolls.append(name)
        return lines

    def harm(self) -> list[str]:
        self.begin()
        if self.places and self.random.random() < 0.2:
            return ["- damage: grip", f"  amount: {self.whole()}", f"  at: {self.at()}"]
        return [f"- damage: {self.pick('hp', 'con')}", f"  amount: {self.whole()}", f"  to: {self.pick('b', 'b', 'a')}"]

    def change(self) -> list[str]:
        self.begin()
        verb = self.pick("gain", "spend")
        return [
            f"- {verb}: {self.pick('luck', 'hp')}",
            f"  amount: {self.random.randint(1, 2)}",
            f"  to: {self.pick('a', 'b')}",
        ]

    def state(self) -> list[str]:
        self.begin()
        if self.places and self.random.random() < 0.6:
            verb = self.pick("apply", "apply", "remove")
            return [f"- {verb}: {self.pick('gone', 'numb')}", f"  at: {self.at()}"]
        return [f"- {self.pick('apply', 'remove')}: {self.pick('dazed', 'bleeding')}", f"  to: {self.pick('a', 'b')}"]

    def ending(self) -> list[str]:
        report = [f"      First: {self.test()}", f"      Second: {self.whole()}"]
        if self.places and self.random.random() < 0.3:
            report.append(f"      Where: {self.random.choice(self.places)}")
        struck = []
        if self.places and self.random.random() < 0.5:
            struck.append(f"      struck: {self.random.choice(self.places)}")
        return [
            "    report:",
            *report,
            "    shows:",
            *struck,
            "      verdict:",
            f"        hit: {self.test()}",
            "        miss: otherwise",
        ]
