"""A small game for the tests of `tune`, whose figures follow from its numbers."""

from __future__ import annotations

STAIRS = """\
rulebook: 1
name: stairs
title: Stairs
about: Climb or rest. Whoever is at the top first wins.
players: 2
options:
  top: {type: -5..40, default: 10, about: the number of steps}
tables:
  stride: {of: 1..2, rows: {1: 1, 2: 1}}
variables:
  stair: {per: players, type: number}
phases:
  turn:
    actions:
      climb:
        do: [{add: stride(me.seat), to: me.stair}, end_turn]
      rest:
        when: {tired: me.stair == 3}
        do: [{add: 1, to: me.stair}, end_turn]
end:
  at_the_top: {after: [climb, rest], when: me.stair >= top, result: {wins: me}}
strategies:
  steady:
    about: Climb.
    prefer: {climb: true}
"""
"""Without resting, seat 1 wins in as many rounds as there are steps, divided by its stride; seat 2 wins if its stride is longer."""

FASTER = """\
rulebook: 1
name: faster
extends: stairs
change: {tables: {stride: {rows: {2: 3}}}}
"""
