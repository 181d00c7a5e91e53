"""A small ruleset that asks for everything a session can be asked, and a fight under it."""

from __future__ import annotations

RULES = """\
ruleset: {id: duel, title: A duel}

options:
  brutal: {flag: no, label: Blows hurt twice}
  floor: {score: 0, label: Down at so many points}

stats:
  skill: 2
  pace: {counter: 0, max: 20, label: Initiative}
  hp: {pool: 10, min: none, label: Hit Points}
  guard: {counter: 1, max: 1, until: round}
  nerve: {counter: 3, max: 3, until: combat}

weapon:
  damage: {dice: 1d6}

bodies:
  human:
    dice: d6
    locations:
      head: {roll: 1}
      chest: {roll: 2-6}

conditions:
  bleeding:
    every: round
    steps:
      - roll: clot
        by: self
        dice: d6
        outcomes: {stops: natural >= 5, runs: otherwise}
      - remove: bleeding
        to: self
        when: clot is stops
      - damage: hp
        to: self
        amount: 1
        when: clot is runs
  broken: {per: location}
  dazed: {lasts: 2 turn}
  wary: {until: combat}
  old: {every: year, steps: [{damage: hp, to: self, amount: 1}]}
  down: {while: hp <= option.floor, out: yes}

time: {order_by: pace}

actions:
  attack:
    kind: attack
    who: [attacker, target]
    allowed: {Not while dazed: attacker is not dazed}
    inputs:
      bonus: 0
    steps:
      - roll: attack
        dice: d20
        modifiers: {skill: attacker.skill, bonus: bonus}
        against: 12
        outcomes: {hit: success, miss: otherwise}
      - stop: The attack misses.
        when: attack is miss
      - choose: defence
        by: target
        options:
          parry: {when: target.guard > 0}
          none_at_all: No defence
      - spend: guard
        to: target
        when: defence is parry
      - roll: parry
        when: defence is parry
        by: target
        dice: d20
        against: 15
        outcomes: {parried: success, struck: otherwise}
      - stop: Parried.
        when: parry is parried
      - lookup: location
        table: body
      - roll: damage
        dice: weapon.damage
      - damage: hp
        amount: damage * 2 if option.brutal else damage
      - apply: bleeding
        when: damage > 3
      - apply: broken
        at: location
        when: damage = 6
  draw:
    kind: initiative
    who: [fighter]
    steps:
      - roll: pace
        dice: d20
      - set: pace
        value: pace

weapons:
  sabre: {damage: 1d6}
  club: {damage: 2d6}

creatures:
  duellist: {hp: 10}
"""

ENCOUNTER = """\
fight: ford
title: At the ford
place: the ford
ruleset: duel
combatants:
  ann: {name: "Ann [/x] *bold*", like: duellist, weapons: [sabre]}
  bob: {name: "Bob | `x`", like: duellist, weapons: [club]}
  ghost: {name: Shadow, like: duellist, hidden: yes}
"""
