"""From a fight and its ruleset to what the panes show. Reads only; knows no widget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from crittui.files.pictures import Picture, fit
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant, Fight
from crittui.tui import cells
from crittui.tui.beats import Cue, Flash, Slide
from crittui.tui.phrases import Phrases
from crittui.tui.shading import SEVERITIES, BodyView, LocationView
from crittui.tui.views import (
    CombatantsView,
    CombatantView,
    CreatureView,
    MarkView,
    PoolView,
    ScoreView,
    TitleView,
)

HIDDEN = MarkView("◌", "muted")
ROLES = {"∴": "severed", "≈": "hurt", "_": "hurt", "z": "maimed", "†": "contour"}
SHORT_WORD = 4
PICKS = 9


@dataclass(frozen=True)
class Presenter:
    """Puts the views of one game together, in one language."""

    ruleset: Ruleset
    say: Phrases
    language: str
    place: str
    pictures: tuple[Picture, ...] = field(default=(), repr=False)

    @cached_property
    def pools(self) -> tuple[str, ...]:
        """The pools a combatant has as a whole, in the order of the ruleset."""
        return tuple(pool.id for pool in self.ruleset.pools)

    def label(self, name: str) -> str:
        """The shown word for a name of the ruleset."""
        return self.ruleset.label(name, self.language)

    def title(self, fight: Fight, panes: Sequence[str] = (), pane: str = "") -> TitleView:
        """The first row."""
        who = fight.combatants[fight.turn].name if fight.turn in fight.combatants else ""
        number = self.say("round", number=fight.round) if fight.round else ""
        return TitleView(
            self.place, number, self.say("turn of"), who, self.ruleset.id,
            tuple(self.say(f"pane.{name}") for name in panes), self.say(f"pane.{pane}") if pane else "",
        )  # fmt: skip

    def combatants(self, fight: Fight, chosen: str, cue: Cue | None = None) -> CombatantsView:
        """The list, the creature whose body is shown marked in it."""
        rows = tuple(
            self._row(fight, fight.combatants[id], str(n) if n <= PICKS else "", chosen, cue)
            for n, id in enumerate(fight.order, 1)
        )
        return CombatantsView(rows, self.pools[:2], self.say("combatant"))

    def _row(self, fight: Fight, who: Combatant, key: str, chosen: str, cue: Cue | None) -> CombatantView:
        return CombatantView(
            id=who.id, name=who.name, key=key, turn=who.id == fight.turn, chosen=who.id == chosen, hidden=who.hidden,
            word=self.out_word(who), pools=tuple(self._pool(who, name, cue) for name in self.pools[:2]),
            marks=tuple(self.marks(who)),
        )  # fmt: skip

    def _pool(self, who: Combatant, name: str, cue: Cue | None = None) -> PoolView:
        value, lost = who.values.get(name, 0), 0
        if isinstance(cue, Slide) and (cue.who, cue.pool, cue.at) == (who.id, name, ""):
            value, lost = cue.value, cue.before - cue.value
        return PoolView(name, value, who.maxima.get(name, 0), lost)

    def out_word(self, who: Combatant) -> str:
        """What stands for the first pool of somebody who is out of the fight: the condition, where it is short."""
        for name in self._held(who):
            if self.ruleset.conditions[name].out:
                word = self.label(name)
                return word if cells.width(word) <= SHORT_WORD else self.say("out")
        return ""

    def is_out(self, who: Combatant) -> bool:
        """Whether somebody can do nothing more in this fight."""
        return any(self.ruleset.conditions[name].out for name in self._held(who))

    def _held(self, who: Combatant) -> Iterator[str]:
        """The conditions somebody has anywhere, in the order of the ruleset."""
        present = {key.partition("@")[0] for key in who.conditions} | set(who.derived)
        return (name for name in self.ruleset.conditions if name in present)

    def mark(self, condition: str, detail: str = "") -> MarkView:
        """A condition's mark and words."""
        words = self.label(condition)
        glyph = self.ruleset.conditions[condition].mark or words[:1].lower()
        return MarkView(glyph, ROLES.get(glyph, "hurt"), words, detail)

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
                detail = f"{held.left} {self.label(held.unit)}"
            elif held and held.value != 1:
                detail = cells.number(held.value)
            told.append(self.mark(name, detail))
        return tuple(told)

    def creature(self, who: Combatant, part: str = "", cue: Cue | None = None) -> CreatureView:
        """Everything about somebody, for the line above the body and for the card."""
        stats = self.ruleset.stats.items()
        scores = [(name, who.scores[name]) for name, stat in stats if stat.kind == "score" and name in who.scores]
        numbers = [(name, value) for name, value in scores if isinstance(value, int) and not isinstance(value, bool)]
        return CreatureView(
            who.name, part, tuple(self._pool(who, name, cue) for name in self.pools),
            tuple(ScoreView(self.label(name), cells.number(value)) for name, value in numbers if value),
            tuple(ScoreView(self.label(weapon), self.weapon_words(weapon)) for weapon in who.weapons),
            self.words(who),
        )  # fmt: skip

    def weapon_words(self, weapon: str) -> str:
        """A weapon in short: its dice and its choices, `1d8 cutting`."""
        thing = self.ruleset.weapons.get(weapon)
        if thing is None:
            return ""
        told = []
        for name, stat in self.ruleset.weapon.items():
            value = thing.values.get(name)
            if stat.kind == "dice" and str(value) != "0":
                told.append(str(value))
            elif stat.kind == "choice":
                told.append(self.label(str(value)))
        return " ".join(told)

    def body(self, who: Combatant, size: str, chosen: str = "", cue: Cue | None = None) -> BodyView:
        """The body with its wounds; `chosen` is the place that is aimed at."""
        body = self.ruleset.bodies.get(who.body)
        if body is None:
            return BodyView(language=self.language)
        members = {name: tuple(m.value for m in location.members) for name, location in body.locations.items()}
        struck = cue.at if isinstance(cue, Flash) and cue.who == who.id else ""
        severities = tuple((name, self.say(name)) for name in SEVERITIES if name)
        return BodyView(
            picture=fit(self.pictures, who.body, members, size),
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
        return LocationView(name, self.label(name), severity, marks, either)
