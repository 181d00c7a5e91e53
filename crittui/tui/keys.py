"""The one key registry. Key line, help screen and command palette are all made from it.

A key is written as the reader knows it: `a`, `U`, `.`, or a name such as `space`, `enter`, `up`.
Where a key counts is its `where`: on the fight, in a strip (a prompt), while aiming at a body, on
a page (help, start), on the page of house rules. The same key may mean different things in different places,
never in one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from crittui.records import dataclass
from crittui.tui import cells

FIGHT, STRIP, AIM, PAGE, RULES = "fight", "strip", "aim", "page", "rules"
PLACES = (FIGHT, STRIP, AIM, PAGE, RULES)

GROUPS = {"fight": "Fight", "record": "Record", "prompt": "In a prompt", "move": "Move"}


@dataclass(frozen=True, slots=True)
class Key:
    """One thing a key press does.

    `label` names it where there is room, `short` where there is not; `help` is its sentence for the
    palette. `rank` says how long it stays in a key line that gets narrower (0 stays to the end, None is
    never there). `shown` is written for its keys where they are a range. A `fixed` one cannot be moved.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    group: str
    where: tuple[str, ...]
    short: str = ""
    rank: int | None = None
    shown: str = ""
    fixed: bool = False

    @property
    def cap(self) -> str:
        """What is printed for the key."""
        return self.shown or (self.keys[0] if self.keys else "")


_F = (FIGHT,)
_TYPED = ("1", "2", "3", "4", "5", "6", "7", "8", "9")

REGISTRY: tuple[Key, ...] = (
    Key("attack", ("a",), "attack", "Attack with the one who has the turn", "fight", _F, rank=0),
    Key("called", ("c",), "called shot", "Aim an attack at one place of a body", "fight", _F, "called", 2),
    Key("defend", ("d",), "defend", "Take an active defence", "fight", _F, rank=7),
    Key("save", ("s",), "save", "Make a saving roll", "fight", _F, rank=8),
    Key("skill", ("k",), "skill", "Use a skill", "fight", _F, rank=9),
    Key("initiative", ("i",), "initiative", "Roll for the order of turns", "fight", _F, "init", 6),
    Key("other", ("r",), "other action", "Whatever else the rules let somebody do", "fight", _F, "other"),
    Key("next", ("n",), "next turn", "The next one has the turn", "fight", _F, "next", 3),
    Key("again", (".",), "same again", "Do the last action once more", "fight", _F, "again", 4),
    Key("time", ("w",), "let time pass", "Let a unit of time pass for everybody", "fight", _F, "time"),
    Key("end", ("E",), "end the combat", "What lasts until the end of the combat ends", "record", _F, "end"),
    Key("pick", _TYPED, "pick a combatant", "Show this combatant", "move", _F, shown="1-9", fixed=True),
    Key("undo", ("u",), "undo", "Take back the last chain", "record", _F, rank=6),
    Key("redo", ("U",), "redo", "Bring back what was taken back", "record", _F, rank=11),
    Key("odds", ("o",), "odds", "What an attack may come to, before it is rolled", "prompt", (FIGHT, STRIP), rank=7),
    Key("note", ("t",), "note", "Write a note into the record", "record", _F),
    Key("search", ("/",), "search the log", "Find words in the log", "record", _F, "search"),
    Key("export", ("e",), "export", "Write the record to a file", "record", _F, rank=12),
    Key("modify", ("m",), "modify selected", "Set a number of the selected combatant", "record", _F, "modify"),
    Key("hand", ("p",), "dice by hand", "Type in dice from the table, on or off", "record", _F, "hand"),
    Key("rules", ("O",), "house rules", "House rules, add-ons and the language of the table", "record", _F, "rules"),
    Key("motion", ("M",), "motion", "How much moves: everything, less, nothing", "record", _F, "motion"),
    Key("rules.change", ("enter", "space"), "", "", "move", (RULES,)),
    Key("rules.back", ("r",), "", "", "move", (RULES,)),
    Key("rules.close", ("x", "q", "escape"), "", "", "move", (RULES,)),
    Key("strip.pick", _TYPED, "pick a combatant", "", "prompt", (STRIP,), shown="1-9", fixed=True),
    Key("strip.choice", (), "pick a choice", "", "prompt", (STRIP,), shown="a-z", fixed=True),
    Key("strip.less", ("-",), "modifier", "", "prompt", (STRIP,), shown="- +", fixed=True),
    Key("strip.more", ("+", "="), "", "", "prompt", (STRIP,), fixed=True),
    Key("strip.roll", ("enter",), "roll, or the best", "", "prompt", (STRIP, AIM), "roll"),
    Key("strip.hand", ("#",), "dice by hand", "", "prompt", (STRIP, AIM)),
    Key("strip.drop", ("x", "escape"), "drop the prompt", "", "prompt", (STRIP, AIM), "drop"),
    Key("up", ("up",), "", "", "move", (FIGHT, STRIP, AIM, PAGE, RULES), fixed=True),
    Key("down", ("down",), "", "", "move", (FIGHT, STRIP, AIM, PAGE, RULES), fixed=True),
    Key("left", ("left",), "", "", "move", (FIGHT, STRIP, AIM, PAGE, RULES), fixed=True),
    Key("right", ("right",), "", "", "move", (FIGHT, STRIP, AIM, PAGE, RULES), fixed=True),
    Key("vi.left", ("h",), "or arrows", "", "move", (AIM, PAGE, RULES), shown="hjkl", fixed=True),
    Key("vi.down", ("j",), "", "", "move", (AIM, PAGE, RULES), fixed=True),
    Key("vi.up", ("k",), "", "", "move", (AIM, PAGE, RULES), fixed=True),
    Key("vi.right", ("l",), "", "", "move", (AIM, PAGE, RULES), fixed=True),
    Key("pane", ("tab",), "next pane", "Go to the next pane", "move", (FIGHT, STRIP, AIM), "pane", 5),
    Key("words", ("space",), "the rule's words", "Show the rule behind a line of the log", "move", _F, "rule"),
    Key("skip", (), "skips the motion", "", "move", _F, shown="any", fixed=True),
    Key("help", ("?",), "this page", "All keys and marks", "move", (FIGHT, STRIP, AIM), "help", 1),
    Key("quit", ("q",), "quit", "Leave; the next start goes on here", "move", (FIGHT, PAGE)),
    Key("page.close", ("?", "escape", "enter", "x"), "", "", "move", (PAGE,)),
    Key("page.find", ("/",), "", "", "move", (PAGE,)),
    Key("page.down", ("space", "pagedown"), "", "", "move", (PAGE,)),
    Key("page.up", ("pageup", "b"), "", "", "move", (PAGE,)),
    Key("log.up", ("pageup",), "page the log", "", "move", _F, shown="pgup", fixed=True),
    Key("log.down", ("pagedown",), "", "", "move", _F, fixed=True),
    Key("log.end", ("end",), "", "", "move", _F, fixed=True),
    Key("palette", ("ctrl+p",), "", "", "move", (FIGHT, PAGE), fixed=True),
)

Say = Callable[[str, str], str]
VI = {"vi.left": "left", "vi.down": "down", "vi.up": "up", "vi.right": "right"}


class KeyMap:
    """The registry with a user's own keys in it."""

    def __init__(self, own: Mapping[str, tuple[str, ...]] | None = None, registry: Iterable[Key] = REGISTRY) -> None:
        own = own or {}
        self.entries = tuple(replace(e, keys=own[e.id], shown="") if e.id in own else e for e in registry)
        self._by_id = {entry.id: entry for entry in self.entries}
        self._by_key: dict[tuple[str, str], Key] = {}
        self._lines: dict[tuple[int, bool, Say, frozenset[str]], list[tuple[str, str]]] = {}
        for entry in self.entries:
            for place in entry.where:
                for key in entry.keys:
                    self._by_key.setdefault((place, key), entry)

    def __getitem__(self, id: str) -> Key:
        return self._by_id[id]

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def find(self, key: str, place: str) -> str:
        """The id of what `key` does at `place`, or empty."""
        entry = self._by_key.get((place, key))
        return VI.get(entry.id, entry.id) if entry else ""

    def used(self, place: str) -> frozenset[str]:
        """All keys that mean something at `place`."""
        return frozenset(key for where, key in self._by_key if where == place)

    def clashes(self) -> Iterator[tuple[Key, Key, str]]:
        """Pairs of entries that claim the same key at the same place."""
        for entry in self.entries:
            for place in entry.where:
                for key in entry.keys:
                    first = self._by_key[place, key]
                    if first is not entry:
                        yield first, entry, key

    def in_group(self, group: str) -> list[Key]:
        """The entries that the help screen lists in a group, in the order of the registry."""
        return [entry for entry in self.entries if entry.group == group and entry.label]

    def commands(self) -> list[Key]:
        """What the command palette offers: everything that can be done from the fight."""
        return [entry for entry in self.entries if entry.help and FIGHT in entry.where]

    def line(
        self,
        width: int,
        single_pane: bool = False,
        say: Say = lambda id, label: label,
        absent: frozenset[str] = frozenset(),
    ) -> list[tuple[str, str]]:
        """Keys and labels of the fight's key line that fit into `width` cells; help stays to the end.

        `say` puts a label into the language of the screen; `absent` are the ids of keys for which the rules have
        nothing.
        """
        asked = (width, single_pane, say, absent)
        if asked not in self._lines:
            self._lines[asked] = self._line(width, single_pane, say, absent)
        return self._lines[asked]

    def _line(self, width: int, single_pane: bool, say: Say, absent: frozenset[str]) -> list[tuple[str, str]]:
        there = [e for e in self.entries if e.rank is not None and e.id not in absent]
        ranked = [e for e in there if single_pane or e.id != "pane"]
        ranked.sort(key=lambda e: e.id == "help")
        wide = [(e.cap, say(e.id, "help" if e.id == "help" else e.label)) for e in ranked]
        if line_width(wide) <= width:
            return wide
        by_rank = sorted(ranked, key=lambda e: e.rank or 0)
        while True:
            kept = [(e.cap, say(e.id, e.short or e.label)) for e in ranked if e in by_rank]
            if line_width(kept) <= width or len(by_rank) == 1:
                return kept
            by_rank.remove(by_rank[-1] if by_rank[-1].id != "help" else by_rank[-2])


def line_width(entries: Iterable[tuple[str, str]]) -> int:
    """Cells a key line takes: a blank, then key, blank, label, with two blanks between entries."""
    widths = [cells.width(key) + 1 + cells.width(label) for key, label in entries]
    return 1 + sum(widths) + 2 * max(len(widths) - 1, 0)


def pressed(key: str, character: str | None) -> tuple[str, ...]:
    """The keys behind what a terminal tells. One that follows Escape at once arrives as a single key with Alt."""
    name = key_name(key.removeprefix("alt+"), character)
    return ("escape", name) if key.startswith("alt+") and len(name) == 1 else (key_name(key, character),)


def key_name(key: str, character: str | None) -> str:
    """A pressed key as the registry writes it: the character where it prints, else the key's name."""
    if character is not None and character.isprintable() and character != " " and len(character) == 1:
        return character
    return key
