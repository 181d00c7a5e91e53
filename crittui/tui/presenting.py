"""From a fight and its ruleset to what the panes show. Reads only; knows no widget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from crittui.files.pictures import Picture, fit
from crittui.files.themes import Mark, mark_of
from crittui.records import dataclass
from crittui.rules.model import Field
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight
from crittui.session.naming import brief
from crittui.session.speech import RulesetSpeech, speech_of
from crittui.tui import cells
from crittui.tui.beats import Card, Cue, Flash, Slide
from crittui.tui.keeping import Kept
from crittui.tui.phrases import Phrases
from crittui.tui.shading import SEVERITIES, BodyView, LocationView, anatomy
from crittui.tui.views import (
    CombatantsView,
    CombatantView,
    CreatureView,
    MarkView,
    PoolView,
    ScoreView,
    TitleView,
)
from crittui.tui.wounds import short_name

HIDDEN = MarkView("◌", "muted")
SHORT_WORD = 4
PICKS = 9
CARD_CELLS = 10


@dataclass(frozen=True)
class Presenter:
    """Puts the views of one game together, in one language."""

    ruleset: Ruleset
    say: Phrases
    language: str
    place: str
    pictures: tuple[Picture, ...] = field(default=(), repr=False)
    signs: Mapping[str, Mark] = field(default_factory=dict, repr=False)

    @cached_property
    def pools(self) -> tuple[str, ...]:
        """The pools a combatant has as a whole, in the order of the ruleset."""
        return tuple(pool.id for pool in self.ruleset.pools)

    @cached_property
    def speech(self) -> RulesetSpeech:
        """The ruleset's words for its names."""
        return speech_of(self.ruleset, self.language)

    def field(self, declared: Field) -> str:
        """The shown word of a stat, an input or a field of a weapon."""
        text = self.ruleset.text(declared.label, self.language) if declared.label else ""
        return text or self.speech.word(declared.id)

    def thing(self, name: str) -> str:
        """The shown word of something that can be used, a shield or a skill."""
        kinds = self.ruleset.model.things.values()
        label = next((kind.given[name].label for kind in kinds if name in kind.given), {})
        return (self.ruleset.text(label, self.language) if label else "") or self.speech.word(name)

    @cached_property
    def short_pools(self) -> Mapping[str, str]:
        """What a pool is called where there is little room: its id."""
        return {name: self.speech.word(name) for name in self.pools}

    @cached_property
    def _short_places(self) -> dict[str, dict[str, str]]:
        return {}

    def short_places(self, body: str) -> Mapping[str, str]:
        """Short names of the locations of a body, as its picture has them."""
        known = self._short_places.get(body)
        if known is None:
            known = self._short_places[body] = self._named_places(body)
        return known

    def _named_places(self, id: str) -> dict[str, str]:
        if id not in self.ruleset.bodies:
            return {}
        members = self._members(id)
        places = tuple(LocationView(name, self.speech.place(name), either=either) for name, either in members.items())
        shape = anatomy(BodyView(self._picture(id, "compact"), places))
        return {place.name: short_name(shape, place, self.language) for place in places} if shape else {}

    def _members(self, body: str) -> Mapping[str, tuple[str, ...]]:
        """The locations of a body plan, each with those that it is either of."""
        known = self._known_members.get(body)
        if known is None:
            locations = self.ruleset.bodies[body].locations
            known = {name: tuple(m.value for m in location.members) for name, location in locations.items()}
            self._known_members[body] = known
        return known

    @cached_property
    def _known_members(self) -> dict[str, Mapping[str, tuple[str, ...]]]:
        return {}

    def _picture(self, body: str, size: str) -> Picture | None:
        """The picture of a body plan; a search that is worth it only once."""
        if (body, size) not in self._known_pictures:
            self._known_pictures[body, size] = fit(self.pictures, body, self._members(body), size)
        return self._known_pictures[body, size]

    @cached_property
    def _known_pictures(self) -> dict[tuple[str, str], Picture | None]:
        return {}

    def title(self, fight: Fight, panes: Sequence[str] = (), pane: str = "") -> TitleView:
        """The first row."""
        lead, who = self.say("turn of"), fight.combatants[fight.turn].name if fight.turn in fight.combatants else ""
        if fight.combatants and all(self.is_out(one) for one in fight.combatants.values()):
            lead, who = "", self.say("all out")
        number = self.say("round", number=fight.round) if fight.round else ""
        return TitleView(
            self.place, number, lead, who, self.ruleset.id,
            tuple(self.say(f"pane.{name}") for name in panes), self.say(f"pane.{pane}") if pane else "",
        )  # fmt: skip

    def combatants(self, fight: Fight, chosen: str, cue: Cue | None = None) -> CombatantsView:
        """The list, the creature whose body is shown marked in it."""
        rows = self._rows(fight, chosen, cue)
        some = self.say("of", number="{number}", count="{count}")
        return CombatantsView(rows, tuple(self.short_pools.values())[:2], self.say("combatant"), some)

    def _rows(self, fight: Fight, chosen: str, cue: Cue | None) -> tuple[CombatantView, ...]:
        """All rows. Where only another creature is looked at, two of them are new, however many there are."""
        same = self._shown_last.get("fight") is fight and cue is None and self._shown_last.get("cue") is None
        rows: list[CombatantView] = list(self._shown_last["rows"]) if same else []
        looked_at = {chosen, self._shown_last["chosen"]} if same else set(fight.order)
        for number, id in enumerate(fight.order):
            if id in looked_at:
                key = str(number + 1) if number < PICKS else ""
                rows[number : number + 1] = [self._row(fight, fight.combatants[id], key, chosen, cue)]
        self._shown_last.update(fight=fight, chosen=chosen, cue=cue, rows=tuple(rows))
        return tuple(rows)

    @cached_property
    def _shown_last(self) -> dict[str, Any]:
        return {}

    def _row(self, fight: Fight, who: Combatant, key: str, chosen: str, cue: Cue | None) -> CombatantView:
        """A row; as long as nothing about somebody changes, the same one, so that a crowd costs no more than a few."""
        slide = cue if isinstance(cue, Slide) and cue.who == who.id else None
        how = (key, who.id == fight.turn, who.id == chosen, slide)
        return self._kept_rows.view(who, how, lambda: self._new_row(fight, who, key, chosen, cue))

    @cached_property
    def _kept_rows(self) -> Kept[CombatantView]:
        return Kept()

    def _new_row(self, fight: Fight, who: Combatant, key: str, chosen: str, cue: Cue | None) -> CombatantView:
        return CombatantView(
            id=who.id, name=who.name, key=key, turn=who.id == fight.turn, chosen=who.id == chosen, hidden=who.hidden,
            word=self.out_word(who), pools=tuple(self._pool(who, name, cue) for name in self.pools[:2]),
            marks=tuple(self.marks(who)),
        )  # fmt: skip

    def _pool(self, who: Combatant, name: str, cue: Cue | None = None, named: str = "") -> PoolView:
        value, lost = who.values.get(name, 0), 0
        if isinstance(cue, Slide) and (cue.who, cue.pool, cue.at) == (who.id, name, ""):
            value, lost = cue.value, cue.before - cue.value
        elif isinstance(cue, Card):
            lost = next((points for id, pool, points in cue.lost if (id, pool) == (who.id, name)), 0)
        return PoolView(named or name, value, who.maxima.get(name, 0), lost)

    def out_word(self, who: Combatant) -> str:
        """What stands for the first pool of somebody who is out of the fight: the condition, where it is short."""
        for name in self._held(who):
            if self.ruleset.conditions[name].out:
                word = self.speech.condition(name)
                return word if cells.width(word) <= SHORT_WORD else self.say("out")
        return ""

    def is_out(self, who: Combatant) -> bool:
        """Whether somebody can do nothing more in this fight."""
        return self.ruleset.is_out(who)

    def _held(self, who: Combatant) -> Iterator[str]:
        """The conditions somebody has anywhere, in the order of the ruleset."""
        present = {key.partition("@")[0] for key in who.conditions} | set(who.derived)
        return (name for name in self.ruleset.conditions if name in present)

    def mark(self, condition: str, detail: str = "") -> MarkView:
        """A condition's mark and words."""
        words = self.speech.condition(condition)
        sign = mark_of(self.signs, condition, words)
        return MarkView(self.ruleset.conditions[condition].mark or sign.glyph, sign.role, words, detail)

    def marks(self, who: Combatant) -> Iterator[MarkView]:
        """The marks of a row: conditions that are no wound, those that end the fight for somebody first."""
        held = [name for name in self._held(who) if not self.ruleset.conditions[name].wound]
        held.sort(key=lambda name: not self.ruleset.conditions[name].out)
        yield from map(self.mark, held)
        if who.hidden:
            yield HIDDEN

    def words(self, who: Combatant) -> tuple[MarkView, ...]:
        """The conditions of the whole body in words, with their number or the time they have left."""
        told = []
        for name in self._held(who):
            held = who.conditions.get(name)
            if held is None and name not in who.derived:
                continue
            detail = ""
            if held and held.left is not None:
                detail = f"{held.left} {self.speech.word(held.unit)}"
            elif held and held.value != 1:
                detail = cells.number(held.value)
            told.append(self.mark(name, detail))
        return tuple(told)

    def creature(self, who: Combatant, part: str = "", cue: Cue | None = None) -> CreatureView:
        """Everything about somebody, for the line above the body and for the card."""
        moves = cue if isinstance(cue, Slide | Card) else None
        return self._kept_creatures.view(who, moves, lambda: self._new_creature(who, part, moves), kind=part)

    @cached_property
    def _kept_creatures(self) -> Kept[CreatureView]:
        return Kept()

    def _new_creature(self, who: Combatant, part: str, cue: Cue | None) -> CreatureView:
        stats = self.ruleset.stats.items()
        scores = [(stat, who.scores[name]) for name, stat in stats if stat.kind == "score" and name in who.scores]
        numbers = [(stat, value) for stat, value in scores if isinstance(value, int) and not isinstance(value, bool)]
        numbers += [(stat, who.values.get(name, 0)) for name, stat in stats if stat.kind == "counter"]
        pools = [(pool.id, self._short(pool)) for pool in self.ruleset.pools]
        return CreatureView(
            who.name, part, tuple(self._pool(who, id, cue, named) for id, named in pools),
            tuple(ScoreView(self._short(stat), cells.number(value)) for stat, value in numbers if value),
            tuple(ScoreView(self.speech.weapon(weapon), self.weapon_words(weapon)) for weapon in who.weapons),
            self.words(who),
        )  # fmt: skip

    def _short(self, stat: Field) -> str:
        """The word for a number on a card: its label where it is short enough, else its name."""
        label = brief(self.field(stat)).lower()
        return label if cells.width(label) <= CARD_CELLS else self.speech.word(stat.id)

    def weapon_words(self, weapon: str) -> str:
        """A weapon in short: its dice, what is unusual in its numbers, its choices and what is true of it."""
        thing = self.ruleset.weapons.get(weapon)
        if thing is None:
            return ""
        told: list[str] = []
        for name, stat in self.ruleset.weapon.items():
            value, word = thing.values.get(name, stat.default), self.speech.word(name)
            if stat.kind == "dice" and str(value) != "0":
                told.append(f"{word} {value}" if any(char.isdigit() for char in "".join(told)) else str(value))
            elif stat.kind == "score" and value != stat.default:
                told.append(f"{word} {value}")
            elif stat.kind == "choice":
                told.append(self.speech.word(str(value)))
            elif stat.kind == "flag" and value is True:
                told.append(brief(self.field(stat)))
        return " ".join(told)

    def has_picture(self, who: Combatant) -> bool:
        """Whether there is a picture of somebody's body."""
        return who.body in self.ruleset.bodies and self._picture(who.body, "compact") is not None

    def body(self, who: Combatant, size: str, chosen: str = "", cue: Cue | None = None, room: int = 0) -> BodyView:
        """The body with its wounds; `chosen` is the place that is aimed at.

        A picture that is wider than `room` (0: no limit) gives way to the compact one.
        """
        if who.body not in self.ruleset.bodies:
            return BodyView(language=self.language)
        struck = cue.at if isinstance(cue, Flash) and cue.who == who.id else ""
        how = size, chosen, struck, room
        return self._kept_bodies.view(who, how, lambda: self._new_body(who, *how))

    @cached_property
    def _kept_bodies(self) -> Kept[BodyView]:
        return Kept()

    def _new_body(self, who: Combatant, size: str, chosen: str, struck: str, room: int) -> BodyView:
        members = self._members(who.body)
        severities = tuple((name, self.say(f"{name} short")) for name in SEVERITIES if name)
        picture = self._picture(who.body, size)
        if picture is None or (room and picture.width > room):
            picture = self._picture(who.body, "compact") or picture
        return BodyView(
            picture=picture,
            locations=tuple(self._location(who, name, either) for name, either in members.items()),
            chosen=chosen, struck=struck, language=self.language, severities=severities,
            words=(("right", self.say("right")), ("left", self.say("left"))),
        )  # fmt: skip

    def _location(self, who: Combatant, name: str, either: tuple[str, ...]) -> LocationView:
        here = [key.partition("@")[0] for key in who.conditions if key.partition("@")[2] == name]
        wounds = [self.ruleset.conditions[condition].wound for condition in here]
        if who.struck.get(name, 0) > 0:
            wounds.append("hurt")
        severity = max((w for w in wounds if w), key=SEVERITIES.index, default="")
        marks = tuple(self.mark(condition) for condition in here if not self.ruleset.conditions[condition].wound)
        return LocationView(name, self.speech.place(name), severity, marks, either)
