"""The live line of a strip: what the call would do, worked out exactly before it is rolled."""

from __future__ import annotations

from fractions import Fraction

from crittui.errors import CrittuiError
from crittui.rules.commands import Act
from crittui.rules.odds import Chances, Policy, TooMany, chances
from crittui.rules.odds_results import HITS
from crittui.rules.ruleset import Ruleset
from crittui.rules.state import Combatant
from crittui.session.game import Game
from crittui.session.naming import brief
from crittui.session.speech import Speech
from crittui.tui.phrases import Phrases
from crittui.tui.views import FigureView, LiveView

MOST = 4_000
"""More different states than this take longer than a key may."""
AS_PROPOSED = Policy(proposed=True)
"""Choices as their prompts propose them: what comes of it when `enter` is pressed all the way."""


def odds_line(game: Game, act: Act, target: str, say: Phrases) -> LiveView:
    """Hit, critical, expected damage to the target, and the chance that it drops; those that apply."""
    try:
        found = chances(game.ruleset, game.fight, act, MOST, AS_PROPOSED)
    except TooMany:
        return LiveView(say("odds"), words=say("odds.many"))
    except CrittuiError:
        return LiveView(say("odds"), words=say("odds.none"))
    strikes = bool(set(found.verdicts) & set(HITS))
    damage = lost(found, game.fight.combatants[target], game.ruleset)
    drops = found.share(found.out.get(target, 0))
    if not strikes and not damage and not drops:
        return LiveView()
    figures = []
    if strikes:
        figures.append(FigureView(say("odds.hit"), percent(found.hit(), say)))
        critical = found.share(found.verdicts.get("critical", 0))
        figures.append(FigureView(say("odds.critical"), percent(critical, say)))
    figures.append(FigureView(say("odds.damage"), mean(damage)))
    if game.ruleset.ways_out:
        figures.append(FigureView(say("odds.drop"), percent(drops, say)))
    return LiveView(say("odds"), tuple(figures))


def lost(found: Chances, who: Combatant, ruleset: Ruleset) -> Fraction:
    """What somebody's pools lose on average, gains counted against it."""
    pools = {pool.id for pool in ruleset.pools}
    keys = [key for key in found.pools if key[0] == who.id and key[1] in pools]
    return sum((who.values[key[1]] - found.expected(*key) for key in keys), Fraction(0))


def lands(found: Chances, struck: Combatant, ruleset: Ruleset, speech: Speech, say: Phrases) -> tuple[FigureView, ...]:
    """What a blow that lands comes to: expected damage, the likeliest lasting wound, and the chance that it drops
    whom it strikes."""
    figures = [FigureView(say("odds.damage"), mean(lost(found, struck, ruleset)))]
    wounds = {name: found.gained.get((struck.id, name), 0) for name, one in ruleset.conditions.items() if one.wound}
    if any(wounds.values()):
        likeliest = max(wounds, key=wounds.__getitem__)
        figures.append(FigureView(brief(speech.condition(likeliest)), percent(found.share(wounds[likeliest]), say)))
    if ruleset.ways_out:
        figures.append(FigureView(say("odds.drop"), percent(found.share(found.out.get(struck.id, 0)), say)))
    return tuple(figures)


def percent(share: Fraction, say: Phrases) -> str:
    """A chance in as few digits as tell it: `60%`, `2.5%`, `0.04%`; what is certain is said in words."""
    if share in (0, 1):
        return say("odds.always") if share else say("odds.never")
    value = float(share * 100)
    if value > 99:
        return f"{min(value, 99.9):.1f}%"
    if value >= 10:
        return f"{value:.0f}%"
    if value >= 1:
        return f"{value:.1f}".removesuffix(".0") + "%"
    return f"{value:.1g}%" if value >= 0.001 else "<0.001%"


def mean(value: Fraction) -> str:
    """An expected number with one decimal, with two below 1."""
    number = float(value)
    return f"{number:.1f}" if abs(number) >= 1 or number == 0 else f"{number:.2g}"
