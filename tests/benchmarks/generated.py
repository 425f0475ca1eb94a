"""Rulebooks that a program wrote, to measure with: as many options, variables, definitions and actions as are wanted."""

from __future__ import annotations

HEAD = """\
rulebook: 1
name: generated
title: Generated
players: 2..4
pieces:
  cards: {one_per: {k: 1..100}, label: card <k>, plural: cards}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: all}
  hand: {per: players, holds: cards, seen_by: owner}
end:
  late: {at: round, when: round >= 99, result: highest number_0}
"""
ACTION = """\
      act_{i}:
        choose: {{card: deck}}
        when:
          enough: {{holds: me.number_{i} < 900 and me.worth_{i} >= {least}, says: Not enough.}}
        do:
          - {{move: card, to: me.hand}}
          - {{add: 1, to: me.number_{i}}}
          - if: me.number_{i} > option_{option}
            do: [{{set: me.number_{i}, to: 0}}]
          - end_turn
"""


def rulebook(options: int, actions: int) -> str:
    """A sound rulebook with these numbers of options and actions, and a variable and a definition for each action."""
    parts = [HEAD, "options:\n"]
    parts += [f"  option_{i}: {{type: 0..9, default: {i % 10}, about: number {i}}}\n" for i in range(options)]
    parts.append("variables:\n")
    parts += [f"  number_{i}: {{per: players, type: 0..1000, about: number {i}}}\n" for i in range(actions)]
    parts.append("define:\n")
    parts += [
        f"  worth_{i}: {{of: {{p: players}}, is: p.number_{i} + option_{i % options} * 2 + count(c for c in p.hand if c.k > {i % 90})}}\n"
        for i in range(actions)
    ]
    parts.append("phases:\n  turn:\n    actions:\n")
    parts += [ACTION.format(i=i, least=i % 7, option=i % options) for i in range(actions)]
    return "".join(parts)
