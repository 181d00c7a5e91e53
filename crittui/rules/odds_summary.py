"""From the states at the end of a call to what its odds come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from crittui.rules.compile.code import Slots
from crittui.rules.machine import Machine
from crittui.rules.odds_plan import picker
from crittui.rules.odds_results import Chances, Choosable
from crittui.rules.odds_tally import Tally
from crittui.rules.program import BY_GM
from crittui.rules.requests import GM
from crittui.rules.state import place

State = Sequence[Any]
"""A weight, and the slots of those who end so."""


def summary(machine: Machine, ends: Sequence[State], tally: Tally, written: frozenset[int]) -> Chances:
    """What a call comes to, from its weighted ends and what was counted on the way."""
    return _Summary(machine, ends, tally, written).found


class _Summary:
    """Each figure is worked out once for all ends that are alike in what it depends on."""

    def __init__(self, machine: Machine, ends: Sequence[State], tally: Tally, written: frozenset[int]) -> None:
        self.program, self.call, self.E = machine.program, machine.call, machine.constants
        self.first: Slots = list(machine.slots)
        self.ends = ends
        self.written = written
        self.found = Chances(tally.total)
        self._grouped: dict[frozenset[int], list[tuple[int, Slots]]] = {}
        self._ending()
        self._pools()
        self._joint()
        self._conditions()
        self._out()
        self._counted(tally)

    def _groups(self, slots: Iterable[int]) -> Sequence[tuple[int, Slots]]:
        """The ends that differ in these slots, each with its weight."""
        wanted = frozenset(slots) & self.written
        if wanted not in self._grouped:
            key_of = picker(wanted)
            groups: dict[Any, list[Any]] = {}
            for weight, S in self.ends if wanted else ((self.found.total, self.first),):
                groups.setdefault(key_of(S), [0, S])[0] += weight
            self._grouped[wanted] = [(weight, S) for weight, S in groups.values()]
        return self._grouped[wanted]

    def _weights(self, slots: Sequence[int]) -> dict[Any, int]:
        """The weight of each value that a slot ends with, or of the values that several of them end with together."""
        if self.written.isdisjoint(slots):
            return {itemgetter(*slots)(self.first): self.found.total}
        value_of, counts = itemgetter(*slots), dict[Any, int]()
        for weight, S in self.ends:
            value = value_of(S)
            counts[value] = counts.get(value, 0) + weight
        return counts

    def _ending(self) -> None:
        ending = self.program.ending
        if ending is None:
            return
        if ending.verdict is not None:
            for weight, S in self._groups(ending.verdict_slots):
                _add(self.found.verdicts, ending.verdict(S, self.E), weight)
        for (name, value), slots in zip(ending.report, ending.report_slots, strict=True):
            for weight, S in self._groups(slots):
                told = value(S, self.E)
                if not isinstance(told, bool):
                    _add(self.found.figures.setdefault(name, {}), told, weight)
                elif told:
                    _add(self.found.report, name, weight)

    def _pools(self) -> None:
        """Pools and counters; one kept for each location where it may have changed."""
        for key, slot in self.program.state.items():
            if key.kind == "pool" and key.at != "?" and (not key.at or slot in self.written):
                self.found.pools[self._who(key.role), place(key.name, key.at)] = self._weights((slot,))

    def _joint(self) -> None:
        for role, combatant in enumerate(self.call.who):
            slots = {
                key.name: slot
                for key, slot in self.program.state.items()
                if key.role == role and key.kind == "pool" and not key.at and slot in self.written
            }
            if slots:
                self.found.names[combatant.id] = tuple(slots)
                counts = self._weights(tuple(slots.values()))
                self.found.joint[combatant.id] = counts if len(slots) > 1 else {(n,): w for n, w in counts.items()}

    def _conditions(self) -> None:
        """Who has then what they had not: conditions anywhere on the body, and those that hold by themselves."""
        held: dict[tuple[int, str], list[int]] = {}
        for key, slot in self.program.state.items():
            if key.kind == "held" and key.at != "?" and slot in self.written:
                held.setdefault((key.role, key.name), []).append(slot)
        for (role, name), slots in held.items():
            before = {slot for slot in slots if self.first[slot] is not None}
            for weight, S in self._groups(slots):
                if any(S[slot] is not None and slot not in before for slot in slots):
                    _add(self.found.gained, (self._who(role), name), weight)
        for (role, name, code), decides in self._derived():
            if decides & self.written and not code.run(self.first, self.E):
                for weight, S in self._groups(decides):
                    if code.run(S, self.E):
                        _add(self.found.gained, (self._who(role), name), weight)

    def _out(self) -> None:
        """Who is out of the fight then, and was not before."""
        out, state = self.call.ruleset.ways_out, self.program.state
        for role, combatant in enumerate(self.call.who):
            if self.call.ruleset.is_out(combatant):
                continue
            tests = [(code, slots) for (at, name, code), slots in self._derived() if at == role and name in out]
            keys = [key for key in state if key.kind == "held" and key.role == role and key.at != "?"]
            held = [state[key] for key in keys if key.name in out]

            def is_out(S: Slots, tests: Any = tests, held: Any = held) -> bool:
                return any(S[slot] is not None for slot in held) or any(code.run(S, self.E) for code, _ in tests)

            if not is_out(self.first):
                for weight, S in self._groups(frozenset(held).union(*(slots for _, slots in tests))):
                    if is_out(S):
                        _add(self.found.out, combatant.id, weight)

    def _derived(self) -> Iterator[tuple[tuple[int, str, Any], frozenset[int]]]:
        return zip(self.program.derived, self.program.derived_slots, strict=True)

    def _counted(self, tally: Tally) -> None:
        found = self.found
        tables = {"roll": found.rolls, "row": found.rows, "choice": found.chosen}
        for (kind, name, result), weight in tally.settled().items():
            if kind == "place":
                found.places[name, result] = weight
            else:
                tables[kind].setdefault(name, {})[result] = weight
        for id, by in tally.by.items():
            found.choices[id] = Choosable(GM if by == BY_GM else self._who(by), tally.offers[id])

    def _who(self, role: int) -> str:
        return self.call.who[role].id


def _add(counts: dict[Any, int], key: Any, weight: int) -> None:
    counts[key] = counts.get(key, 0) + weight
