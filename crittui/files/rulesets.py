"""A ruleset file and the add-ons laid over it, as one model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence

from crittui.files.creatures import DataReader
from crittui.files.fields import LOCATION_KINDS, OPTION_KINDS, STAT_KINDS, WEAPON_KINDS
from crittui.files.nodes import Block, Items, Node
from crittui.files.reader import singular
from crittui.files.reading import parse
from crittui.records import dataclass
from crittui.rules.compile.mistakes import did_you_mean
from crittui.rules.compile.unit import RESERVED
from crittui.rules.model import Field, Label, Model, ThingKind
from crittui.rules.source import Overlay, Problems, Source, Text
from crittui.rules.values import ValueProblem, set_to, whole_number

SECTIONS = (
    "ruleset", "options", "stats", "weapon", "things", "location", "bodies", "conditions", "tables", "chains",
    "actions", "words", "weapons", "creatures", "examples", "time",
)  # fmt: skip
ADDON_KEYS = (*SECTIONS, "title", "notes", "source")
FIGHT_KEYS = ("fight", "title", "place", "addons", "combatants")
"""What only an encounter has: it is an add-on that brings combatants."""
_HEAD = ("id", "title", "language", "languages", "source", "notes", "version", "rules")


@dataclass(slots=True)
class RulesetFile:
    """A ruleset as read: the model, or None when it could not be made; examples wait to be run."""

    model: Model | None
    examples: Items | None
    problems: Problems
    digest: str
    sources: tuple[Source, ...]
    fight: Block | None = None


def is_addon(root: Node | None) -> bool:
    """Whether a tree is that of an add-on: `ruleset: ID` instead of a block."""
    return isinstance(root, Block) and isinstance(root.get("ruleset"), Text)


def read_ruleset(
    sources: Sequence[Source], problems: Problems | None = None, with_examples: bool = False
) -> RulesetFile:
    """The first source is the ruleset, the others are laid over it in their order."""
    found = Problems() if problems is None else problems
    roots = [parse(source, found, "" if with_examples else "examples") for source in sources]
    digest = hashlib.sha256("\0".join(source.text for source in sources).encode()).hexdigest()[:16]
    reader = _ModelReader(found)
    merged = reader.merge(roots)
    examples = merged.pop("examples", None) if merged is not None else None
    model = reader.model(merged) if merged is not None and not found else None
    items = examples if isinstance(examples, Items) else None
    if with_examples and examples is not None and items is None:
        reader.wrong(examples, "shape", "`examples` needs a list")
    return RulesetFile(model if not found else None, items, found, digest, tuple(sources), reader.fight)


class _ModelReader(DataReader):
    def __init__(self, problems: Problems) -> None:
        super().__init__(problems)
        self.settings: dict[str, tuple[Text, Text]] = {}
        self.overlays: list[Overlay] = []
        self.fight: Block | None = None

    # ---- laying add-ons over the ruleset

    def merge(self, roots: Sequence[Node | None]) -> dict[str, Node] | None:
        if not roots or roots[0] is None:
            return None
        base = self.block(roots[0], "a ruleset")
        if base is None:
            return None
        self.keys(base, SECTIONS, "a ruleset")
        if "ruleset" not in base:
            self.wrong(base, "missing", "the section `ruleset` is missing", "begin with `ruleset: {id: NAME}`")
            return None
        merged: dict[str, Node] = {key.value: value for key, value in base.items()}
        for root in roots[1:]:
            addon = self.block(root, "an add-on")
            if addon is None:
                return None
            self._lay_over(merged, addon, on_top=root is roots[-1])
        return merged

    def _lay_over(self, merged: dict[str, Node], addon: Block, on_top: bool) -> None:
        if "fight" in addon:
            self.fight = addon
        else:
            title, notes = self.label(addon.get("title"), "title"), self.label(addon.get("notes"), "notes")
            self.overlays.append(Overlay(addon.source.name, title, notes))
        known = (*ADDON_KEYS, *FIGHT_KEYS) if "fight" in addon else (*ADDON_KEYS, "addons")
        if "addons" in addon and not on_top:
            hint = "name them where this one is named"
            self.wrong(addon.key("addons"), "addon", "an add-on that lies under another brings no others", hint)
        self.keys(addon, known, "an encounter" if "fight" in addon else "an add-on")
        head, own = addon.get("ruleset"), merged["ruleset"]
        own_id = own.get("id") if isinstance(own, Block) else None
        if isinstance(head, Text) and isinstance(own_id, Text) and head.value != own_id.value:
            self.wrong(head, "addon", f"this add-on belongs to {head.value!r}, not to {own_id.value!r}")
        for key, node in addon.items():
            if key.value in ("ruleset", "title", "notes", "source", *FIGHT_KEYS):
                continue
            if key.value == "options":
                node = self._settings(node, merged.get("options"))
            if key.value in ("examples", "time") or key.value not in merged:
                merged[key.value] = node
            else:
                merged[key.value] = self._combined(key.value, merged[key.value], node)

    def _settings(self, node: Node, known: Node | None) -> Node:
        """Plain values set an option, blocks declare one anew."""
        block = self.block(node, "options")
        if block is None:
            return Block(node.source, node.start, {})
        names = known.entries if isinstance(known, Block) else {}
        declared: dict[str, tuple[Text, Node]] = {}
        for key, value in block.items():
            if not isinstance(value, Text):
                declared[key.value] = (key, value)
            elif key.value in names:
                self.settings[key.value] = (key, value)
            else:
                hint = did_you_mean(key.value, names)
                self.wrong(key, "unknown-name", f"the ruleset has no option {key.value!r}", hint)
        return Block(block.source, block.start, declared)

    def _combined(self, section: str, old: Node, new: Node) -> Node:
        first, second = self.block(old, section), self.block(new, section)
        if first is None or second is None:
            return old
        entries = dict(first.entries)
        for key, value in second.items():
            before = entries[key.value][1] if key.value in entries else None
            entries[key.value] = (key, self._entry(section, before, value))
        return Block(first.source, first.start, entries)

    def _entry(self, section: str, old: Node | None, new: Node) -> Node:
        """A named entry takes the place of the whole old one, but of tables and things."""
        if not isinstance(old, Block) or not isinstance(new, Block):
            return new
        if section == "tables":
            return Block(new.source, new.start, {**old.entries, **new.entries})
        if section == "things":
            entries = {**old.entries, **new.entries}
            given, more = old.get("given"), new.get("given")
            if isinstance(given, Block) and isinstance(more, Block):
                joined = Block(more.source, more.start, {**given.entries, **more.entries})
                entries["given"] = (new.key("given"), joined)
            return Block(new.source, new.start, entries)
        return new

    # ---- the model

    def model(self, merged: Mapping[str, Node]) -> Model | None:
        head = self.block(merged.get("ruleset"), "ruleset")
        if head is None:
            return None
        self.keys(head, _HEAD, "`ruleset`")
        name = self.name(head.get("id"), "id")
        if name is None:
            if "id" not in head:
                self.wrong(head, "missing", "the ruleset has no id", "say `id: NAME`")
            return None
        language = self.text(head.get("language"), "language")
        own = language.value if language is not None else "en"
        languages = tuple(text.value for text in self.names(head.get("languages"), "languages"))
        options = self.house_rules(merged.get("options"))
        self.stats = self.fields(merged.get("stats"), "stats", STAT_KINDS)
        weapon = self.fields(merged.get("weapon"), "weapon", WEAPON_KINDS)
        location = self.fields(merged.get("location"), "location", LOCATION_KINDS)
        self.known_bodies = self.bodies(merged.get("bodies"), location, self.stats)
        self.known_conditions = self.conditions(merged.get("conditions"))
        things = self.things(merged.get("things"))
        order_by, units = self._time(merged.get("time"))
        self._names(weapon, things)
        return Model(
            id=name,
            title=self.label(head.get("title"), "title"),
            language=own,
            languages=languages or (own,),
            source=self._plain(head.get("source")),
            notes=self.label(head.get("notes"), "notes"),
            version=self._plain(head.get("version")),
            rules=self.rule_ids(head.get("rules")),
            options=options,
            stats=self.stats,
            weapon=weapon,
            things=things,
            location=location,
            bodies=self.known_bodies,
            conditions=self.known_conditions,
            tables=self.tables(merged.get("tables")),
            chains=self.chains(merged.get("chains")),
            actions=self.actions(merged.get("actions")),
            words=self._words(merged.get("words")),
            weapons=self.given(merged.get("weapons"), weapon),
            creatures=self.creatures(merged.get("creatures")),
            order_by=order_by,
            units=units,
            addons=tuple(self.overlays),
        )

    def rule_ids(self, node: Node | None) -> tuple[str, ...]:
        """The ids of the source's rules; `N20-01..56` stands for all of them."""
        found: list[str] = []
        for one in self.items(node, "rules"):
            text = self.text(one, "a rule's id")
            if text is not None:
                found += _spelt_out(text.value)
        return tuple(found)

    def _plain(self, node: Node | None) -> str:
        text = self.text(node, "a text")
        return text.value if text is not None else ""

    def house_rules(self, node: Node | None) -> dict[str, Field]:
        options = self.fields(node, "options", OPTION_KINDS)
        for name, (_, value) in self.settings.items():
            if name in options:
                options[name] = self._set(options[name], value)
        return options

    def _set(self, declared: Field, text: Text) -> Field:
        try:
            return set_to(declared, text.value)
        except ValueProblem as problem:
            self.wrong(text, "type", f"the option {declared.id!r}: {problem}")
            return declared

    def _names(self, weapon: Mapping[str, Field], things: Mapping[str, ThingKind]) -> None:
        """Names that have a meaning of their own cannot be declared."""
        groups: list[Mapping[str, Field]] = [self.stats, weapon, *(kind.fields for kind in things.values())]
        for fields in groups:
            for declared in fields.values():
                if declared.id in RESERVED:
                    self.wrong(
                        declared.name, "name", f"{declared.id!r} has a meaning of its own", "choose another name"
                    )
        for stat in self.stats.values():
            if stat.id in self.known_conditions:
                condition = self.known_conditions[stat.id]
                self.wrong(condition.name, "ambiguous", f"{stat.id!r} is a stat and a condition", "rename one of them")

    def _words(self, node: Node | None) -> dict[str, tuple[Text, Label]]:
        block = self.block(node, "words")
        entries = block.items() if block is not None else iter(())
        return {key.value: (key, self.label(value, key.value)) for key, value in entries}

    def _time(self, node: Node | None) -> tuple[Text | None, dict[str, tuple[int, str]]]:
        block = self.block(node, "time")
        order: Text | None = None
        units: dict[str, tuple[int, str]] = {}
        for key, value in block.items() if block is not None else ():
            text = self.text(value, key.value)
            if text is None:
                continue
            if key.value == "order_by":
                order = text if self._orders(text) else None
                continue
            words = text.value.split()
            try:
                count = whole_number(words[0]) if len(words) == 2 else 0
            except ValueProblem:
                count = 0
            if count < 1 or singular(words[1]) == singular(key.value):
                self.wrong(text, "duration", f"{text.value!r} is no time", f"write it like `{key.value}: 10 rounds`")
            else:
                units[singular(key.value)] = (count, singular(words[1]))
        return order, units

    def _orders(self, text: Text) -> bool:
        stat = self.stats.get(text.value)
        if stat is not None and stat.kind in ("score", "counter") and not stat.per_location:
            return True
        known = [s.id for s in self.stats.values() if s.kind in ("score", "counter")]
        self.wrong(
            text, "unknown-name", f"there is no score or counter {text.value!r}", did_you_mean(text.value, known)
        )
        return False


def _spelt_out(ids: str) -> list[str]:
    match = re.fullmatch(r"(.*?)(\d+)\.\.(\d+)", ids)
    if match is None:
        return [ids]
    width, first, last = len(match[2]), int(match[2]), int(match[3])
    return [f"{match[1]}{number:0{width}d}" for number in range(first, min(last, first + 999) + 1)]
