"""A small game in three files, in which editors have something to know about."""

from __future__ import annotations

from pathlib import Path

from rulewright.editor.desk import Desk

GAME = """\
rulebook: 1
name: snap
use: [colours]
title: Snap
players: 2..3
options:
  extra: {type: 0..5, default: 2, about: points on top}
pieces:
  dice: {count: 2, faces: 1..6, label: die, plural: dice}
zones:
  table: {holds: dice, start: all}
variables:
  points: {per: players, type: 0..1000, about: points so far}
  rolls: {type: 0..9, lasts: turn}
define:
  worth:
    of: {p: players}
    is: p.points + extra
    about: points and what comes on top
  shown: sum(d.face for d in table)
phases:
  turn:
    actions:
      roll:
        let: {most: round + extra}
        when:
          once: rolls == 0
        do:
          - {roll: table}
          - {add: 1, to: rolls}
          - {add: shown + extra, to: me.points}
          - for: p in players if p != me
            do:
              - if: p.worth > most
                do: [{set: p.points, to: 0}]
          - end_turn
end:
  five_rounds: {at: round, when: round >= 5, result: highest points}
examples:
  rolled:
    play: [{do: roll, rolled: {dice: [6, 5]}}]
    expect: [seat(1).points == 13]
"""

QUAY = """\
rulebook: 1
name: quay
players: 2
pieces:
  card: {one_per: {number: 1..6}, label: card <number>}
zones:
  deck: {holds: card, order: shuffled, start: all}
  quay: {holds: card, order: kept}
  hand: {holds: card, per: players, seen_by: owner}
variables:
  score: {per: players, type: 0..100}
setup:
  - {move: 2 card, from: deck, to: quay}
phases:
  turn:
    actions:
      load:
        choose: {c: me.hand}
        do: [{move: c, to: quay}, end_turn]
      take:
        do: [{move: 1 card, from: deck, to: me.hand}, end_turn]
end:
  done: {when: deck.empty, result: [highest score]}
strategies:
  keen:
    prefer:
      load: c.number
examples:
  one:
    given: {seat(1).hand: [card 1], deck: []}
    play: [{do: load 1}]
    expect: [quay.count == 3, not game.over]
"""
"""A game with cards, strategies and examples, and without a board."""

COLOURS = """\
rulebook: 1
name: colours
enums:
  Colour: [red, green]
"""

QUICK = """\
rulebook: 1
name: quick
extends: snap
change:
  options: {extra: 4}
  define: {shown: min(table.face) + extra}
"""


def desk_of(folder: Path, game: str = GAME) -> tuple[Desk, Path]:
    """A desk with the game, as far as it is typed, and its path; the other files are in the folder."""
    for name, text in (("snap.rulebook", game), ("colours.fragment", COLOURS), ("quick.overlay", QUICK)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    path = folder / "snap.rulebook.yaml"
    desk = Desk([folder])
    desk.put(path, game)
    return desk, path


def behind(text: str, mark: str) -> int:
    """The offset behind a mark in a text."""
    return text.index(mark) + len(mark)
