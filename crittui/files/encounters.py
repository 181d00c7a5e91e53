"""Encounters: an add-on that brings combatants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from crittui.errors import FileError
from crittui.files.creatures import DataReader
from crittui.files.library import BadFile, find_ruleset_path, load_sources, named_addons, source_of
from crittui.files.nodes import Block, Node
from crittui.files.reading import parse
from crittui.records import dataclass
from crittui.rules.apply import apply_all
from crittui.rules.combatant import enlist
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.passing import derived_changes
from crittui.rules.ruleset import Ruleset
from crittui.rules.source import Problems, Source, Text
from crittui.rules.state import Combatant, Fight
from crittui.rules.values import ValueProblem, set_to

COMBATANT_KEYS = frozenset({"name", "weapons", "hidden", "side"})


@dataclass(frozen=True, eq=False)
class Encounter:
    """A fight ready to begin. `sources` are the texts it came from: ruleset, add-ons, encounter."""

    id: str
    title: str
    place: str
    ruleset: Ruleset
    fight: Fight
    ruleset_source: Source
    addon_sources: tuple[Source, ...]
    source: Source


def is_encounter(root: Node | None) -> bool:
    """Whether a tree is that of an encounter."""
    return isinstance(root, Block) and "fight" in root


def read_encounter(path: Path, ruleset: str = "") -> Encounter:
    """An encounter file; `ruleset` overrides the one it names. Raises FileError or BadFile."""
    return encounter_from(*encounter_sources(path, ruleset))


def encounter_sources(path: Path, ruleset: str = "") -> tuple[Source, tuple[Source, ...], Source]:
    """The texts of a ruleset, of the add-ons and of the encounter that names them; raises FileError or BadFile."""
    source = source_of(path)
    problems = Problems()
    root = parse(source, problems)
    if problems:
        raise BadFile(problems.sorted)
    if not isinstance(root, Block) or "fight" not in root:
        raise FileError("this is no encounter: it has no `fight:`", f"{path}:1:1", "begin with `fight: NAME`")
    named = root.get("ruleset")
    if not isinstance(named, Text):
        raise FileError("the encounter does not name its ruleset", str(root.position), "say `ruleset: ID`")
    beside = path.parent
    if ruleset:
        find_ruleset_path(ruleset, beside)  # who asked for these rules made the mistake, not the file
    try:
        found = find_ruleset_path(ruleset or named.value, beside)
    except FileError as error:
        raise FileError(error.what, str(named.position), error.hint) from None
    return source_of(found), tuple(source_of(addon) for addon in named_addons(root, path)), source


NOTHING_SET: Mapping[str, str] = {}


def compile_sources(
    ruleset: Source, addons: tuple[Source, ...], encounter: Source, options: Mapping[str, str] = NOTHING_SET
) -> tuple[Ruleset, Fight]:
    """The ruleset and the fight of texts that were kept; raises BadFile."""
    found = encounter_from(ruleset, addons, encounter, options)
    return found.ruleset, found.fight


def encounter_from(
    ruleset: Source, addons: tuple[Source, ...], encounter: Source, options: Mapping[str, str] = NOTHING_SET
) -> Encounter:
    """An encounter from texts already read, under house rules that outrank theirs.

    `options` are written as in a file; one that these rules do not have, or not so, is passed over.
    Raises BadFile with all problems.
    """
    rules, file = load_sources([ruleset, *addons, encounter])
    rules = _under(rules, options)
    assert file.fight is not None
    fight = _enlisted(rules, file.fight)
    text = {key: node.value for key in ("fight", "title", "place") if isinstance(node := file.fight.get(key), Text)}
    title = text.get("title") or text.get("fight") or "fight"
    return Encounter(text.get("fight", ""), title, text.get("place") or title, rules, fight, ruleset, addons, encounter)


def under_house_rules(ruleset: Ruleset, encounter: Source, options: Mapping[str, str]) -> tuple[Ruleset, Fight]:
    """A ruleset that was compiled already, with other house rules, and the fight as it then begins."""
    root = parse(encounter, Problems())
    assert isinstance(root, Block)
    rules = _under(ruleset, options)
    return rules, _enlisted(rules, root)


def _enlisted(ruleset: Ruleset, block: Block) -> Fight:
    """The fight of an encounter as it begins; raises BadFile."""
    problems = Problems()
    reader = _CombatantReader(ruleset, problems)
    combatants = reader.combatants(block.get("combatants"))
    if not combatants and not problems:
        reader.wrong(block, "missing", "nobody fights here", "name them under `combatants:`")
    if problems:
        raise BadFile(problems.sorted)
    fight = Fight({one.id: one for one in combatants}, tuple(one.id for one in combatants))
    for one in combatants:
        fight = apply_all(fight, derived_changes(ruleset, fight, one.id))
    return _begun(ruleset, fight)


def _under(ruleset: Ruleset, options: Mapping[str, str]) -> Ruleset:
    """The ruleset with these house rules as its defaults: whatever is worked out at the start follows them."""
    declared = dict(ruleset.options)
    for name in options.keys() & declared.keys():
        try:
            declared[name] = set_to(declared[name], options[name])
        except ValueProblem:
            continue
    return ruleset.with_model(replace(ruleset.model, options=declared)) if options else ruleset


def _begun(ruleset: Ruleset, fight: Fight) -> Fight:
    """The first round and somebody's turn, so that the first key can act.

    Where initiative decides the order, nobody has the turn before it was rolled.
    """
    if ruleset.model.order_by is not None:
        return fight
    able = (who for who in fight.order if not ruleset.is_out(fight.combatants[who]))
    return replace(fight, round=1, turn=next(able, ""))


class _CombatantReader(DataReader):
    def __init__(self, ruleset: Ruleset, problems: Problems) -> None:
        super().__init__(problems)
        self.ruleset = ruleset
        self.stats = ruleset.stats
        self.known_bodies = ruleset.bodies
        self.known_conditions = ruleset.conditions

    def combatants(self, node: Node | None) -> list[Combatant]:
        found: list[Combatant] = []
        for name, value in self.named(node, "combatants"):
            block = self.block(value, name.value)
            if block is not None:
                found.append(self.combatant(name, block))
        return found

    def combatant(self, id: Text, block: Block) -> Combatant:
        known = self.ruleset.creatures
        base = self._base(block, (), lambda name, running: known.get(name), known)
        data = self.creature(id.value, block, base, COMBATANT_KEYS)
        name = self.text(block.get("name"), "name")
        if name is not None and not name.value.strip():
            self.wrong(name, "missing", "a combatant needs a name", "write one, or leave `name` out")
        shown = name.value if name is not None else id.value.replace("_", " ")
        side = self.text(block.get("side"), "side")
        return enlist(
            self.ruleset,
            id.value,
            data,
            shown,
            self._weapons(block.get("weapons")),
            self.flag(block.get("hidden"), "hidden"),
            side.value if side is not None else "",
        )

    def _weapons(self, node: Node | None) -> tuple[str, ...]:
        known = self.ruleset.weapons
        if node is None:
            return tuple(known)
        found = []
        for name in self.names(node, "weapons"):
            if name.value not in known:
                self.wrong(name, "unknown-name", f"there is no weapon {name.value!r}", did_you_mean(name.value, known))
            else:
                found.append(name.value)
        return tuple(dict.fromkeys(found))
