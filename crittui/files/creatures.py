"""Data: weapons, other things, creatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from crittui.files.fields import WEAPON_KINDS
from crittui.files.nodes import Block, Node
from crittui.files.sections import SectionReader
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.model import Body, Condition, Creature, Field, HeldData, Thing, ThingKind, Value
from crittui.rules.source import Text
from crittui.rules.state import place
from crittui.rules.values import ValueProblem, whole_number

CREATURE_KEYS = frozenset({"like", "body", "parts", "conditions", "label"})
D = TypeVar("D")


class DataReader(SectionReader):
    """Reads data; `stats`, `bodies` and `known_conditions` must be set before creatures are read."""

    stats: Mapping[str, Field] = {}
    known_bodies: Mapping[str, Body] = {}
    known_conditions: Mapping[str, Condition] = {}

    # ---- things

    def things(self, node: Node | None) -> dict[str, ThingKind]:
        found: dict[str, ThingKind] = {}
        for name, value in self.named(node, "things"):
            what = f"the things {name.value!r}"
            block = self.block(value, what)
            if block is None:
                continue
            self.keys(block, {"label", "fields", "given"}, what)
            fields = self.fields(block.get("fields"), "fields", WEAPON_KINDS)
            found[name.value] = ThingKind(
                name, self.label(block.get("label")), fields, self.given(block.get("given"), fields)
            )
        return found

    def given(self, node: Node | None, fields: Mapping[str, Field]) -> dict[str, Thing]:
        """Things by name; `like` copies another, whatever stands first."""
        nodes = {name.value: (name, value) for name, value in self.named(node, "things")}
        return self.alike(nodes, lambda name, block, base: self.thing(name, block, fields, base))

    def thing(self, name: str, block: Block, fields: Mapping[str, Field], base: Thing | None) -> Thing:
        given = self.values(block, fields, {"like", "label"}, repr(name))
        start = base.values if base is not None else {f.id: f.default for f in fields.values()}
        label = self.label(block.get("label")) or (base.label if base is not None else {})
        return Thing(name, {**start, **given}, label)

    def alike(
        self,
        nodes: Mapping[str, tuple[Text, Node]],
        read: Callable[[str, Block, D | None], D],
        known: Mapping[str, D] | None = None,
    ) -> dict[str, D]:
        """Read blocks by name; what `like` names is read before what copies it."""
        found: dict[str, D] = {}
        outside = known or {}

        def one(name: str, running: tuple[str, ...]) -> D | None:
            if name in found:
                return found[name]
            if name not in nodes:
                return outside.get(name)
            text, node = nodes[name]
            block = self.block(node, repr(name))
            if block is None:
                return None
            found[name] = read(name, block, self._base(block, (*running, name), one, {**outside, **nodes}))
            return found[name]

        for name in nodes:
            one(name, ())
        return found

    def _base(
        self,
        block: Block,
        running: tuple[str, ...],
        one: Callable[[str, tuple[str, ...]], D | None],
        known: Mapping[str, object],
    ) -> D | None:
        like = self.text(block.get("like"), "like")
        if like is None:
            return None
        if like.value in running:
            self.wrong(like, "cycle", f"{like.value!r} is like itself", "break the circle")
            return None
        if like.value not in known:
            self.wrong(like, "unknown-name", f"there is no {like.value!r} to be like", did_you_mean(like.value, known))
            return None
        return one(like.value, running)

    # ---- creatures

    def creatures(self, node: Node | None) -> dict[str, Creature]:
        nodes = {name.value: (name, value) for name, value in self.named(node, "creatures")}
        return self.alike(nodes, self.creature)

    def creature(self, name: str, block: Block, base: Creature | None, skip: frozenset[str] = frozenset()) -> Creature:
        """A creature's data laid over those it is like; `skip` are keys that are read elsewhere."""
        start = base or Creature(name, next(iter(self.known_bodies), ""), {}, {}, ())
        scores, pools = dict(start.scores), dict(start.pools)
        for key, node in block.items():
            if key.value not in CREATURE_KEYS and key.value not in skip:
                self._stat(key, node, scores, pools)
        body = self._body(block.get("body"), start.body)
        self._parts(block.get("parts"), body, scores, pools)
        held = self._held(block.get("conditions"), body) if "conditions" in block else start.conditions
        label = self.label(block.get("label")) or (start.label if base is not None else {})
        return replace(start, id=name, body=body, scores=scores, pools=pools, conditions=held, label=label)

    def _stat(
        self,
        key: Text,
        node: Node,
        scores: dict[str, Value],
        pools: dict[str, tuple[int | None, int | None]],
        at: str = "",
    ) -> None:
        declared = self.stats.get(key.value)
        if declared is None or declared.kind == "formula":
            known = [stat.id for stat in self.stats.values() if stat.kind != "formula"]
            message = (
                f"{key.value!r} is worked out by a formula"
                if declared is not None
                else f"a creature has no {key.value!r}"
            )
            self.wrong(key, "unknown-name", message, did_you_mean(key.value, [*known, *CREATURE_KEYS]))
        elif declared.per_location != bool(at):
            hint = f"write parts: {{LOCATION: {{{key.value}: ...}}}}" if not at else "write it outside `parts`"
            self.wrong(key, "type", f"{key.value!r} is {'not ' if at else ''}kept for each location", hint)
        elif declared.kind == "pool":
            pool = self.value(node, key.value, pool_value)
            if pool is not None:
                pools[place(key.value, at)] = pool
        else:
            value = self.value_of(node, declared) if declared.kind != "list" else self.entries(node, declared)
            if value is not None:
                scores[place(key.value, at)] = value

    def _body(self, node: Node | None, default: str) -> str:
        text = self.text(node, "body")
        if text is None:
            return default
        if text.value not in self.known_bodies:
            hint = did_you_mean(text.value, self.known_bodies)
            self.wrong(text, "unknown-name", f"there is no body {text.value!r}", hint)
            return default
        return text.value

    def _parts(
        self, node: Node | None, body: str, scores: dict[str, Value], pools: dict[str, tuple[int | None, int | None]]
    ) -> None:
        block = self.block(node, "parts")
        for at, value in block.items() if block is not None else ():
            inner = self.block(value, at.value)
            if inner is not None and self.is_location(at, body):
                for key, child in inner.items():
                    self._stat(key, child, scores, pools, at.value)

    def is_location(self, at: Text, body: str) -> bool:
        plan = self.known_bodies.get(body)
        locations = plan.locations if plan is not None else {}
        if at.value in locations:
            return True
        hint = did_you_mean(at.value, locations)
        self.wrong(at, "unknown-location", f"the body {body!r} has no location {at.value!r}", hint)
        return False

    def _held(self, node: Node | None, body: str) -> tuple[HeldData, ...]:
        found = []
        for one in self.items(node, "conditions"):
            text = self.text(one, "a condition")
            held = self._one_held(text, body) if text is not None else None
            if held is not None:
                found.append(held)
        return tuple(found)

    def _one_held(self, text: Text, body: str) -> HeldData | None:
        """`stunned`, `shock 4`, `severed at left_arm`."""
        words = text.value.split()
        name = words[0] if words else ""
        condition = self.known_conditions.get(name)
        if condition is None:
            hint = did_you_mean(name, self.known_conditions)
            self.wrong(text, "unknown-name", f"there is no condition {name!r}", hint)
            return None
        if condition.holds_while is not None:
            self.wrong(text, "type", f"{name!r} holds by itself", "change what it depends on")
            return None
        rest, at = words[1:], ""
        if "at" in rest[:2] and rest.index("at") + 1 < len(rest):
            place_text = rest[rest.index("at") + 1]
            rest = rest[: rest.index("at")]
            if not self.is_location(Text(place_text, text.source, text.start, place_text), body):
                return None
            at = place_text
        if condition.per_location != bool(at):
            self.wrong(
                text,
                "type",
                f"{name!r} is {'' if condition.per_location else 'not '}kept for each location",
                f"write `{name} at LOCATION`" if condition.per_location else "leave `at` out",
            )
            return None
        if len(rest) > 1:
            self.wrong(text, "type", f"{rest[1]!r} cannot stand in a condition", f"write it like `{name} 2`")
            return None
        try:
            return HeldData(name, at, whole_number(rest[0]) if rest else 1)
        except ValueProblem as problem:
            self.wrong(text, "type", str(problem))
            return None


def pool_value(text: str) -> tuple[int | None, int | None]:
    """`38` is a full pool, `12/38` one with 12 left; raises ValueProblem."""
    now, slash, top = text.partition("/")
    if slash:
        return whole_number(now), whole_number(top)
    return None, whole_number(text)
