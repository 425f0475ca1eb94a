"""Small games for the tests of exact answers, and answers worked out in another way: from states alone, by simple recursion."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import rulewright as rw
from rulewright.ir.layout import ROUND

NIM = """\
rulebook: 1
name: nim
about: Take stones from one heap. Whoever takes the last one wins.
players: 2
options:
  small:  {type: 0..9, default: 1}
  middle: {type: 0..9, default: 2}
  large:  {type: 0..9, default: 3}
variables:
  stones: {per: 1..3, type: 0..9}
setup:
  - {set: stones(1), to: small}
  - {set: stones(2), to: middle}
  - {set: stones(3), to: large}
phases:
  turn:
    actions:
      take:
        choose: {heap: 1..3, many: 1..9}
        when: {enough: stones(heap) >= many}
        do: [{add: -many, to: stones(heap)}, end_turn]
end:
  all_taken: {after: take, when: stones(1) + stones(2) + stones(3) == 0, result: {wins: me}}
"""

SHEET = """\
rulebook: 1
name: sheet
about: Roll two dice up to <rolls_each> times, then fill a box. The more points, the better.
players: 1
options:
  rolls_each: {type: 1..3, default: 2}
  enough: {type: 0..9, default: 3}
enums:
  Box: [ones, alike, chance]
pieces:
  dice: {count: 2, faces: 1..3}
zones:
  tray: {holds: dice, start: all}
variables:
  box:   {per: [players, Box], type: 0..9 or none}
  extra: {per: players, type: 0..20}
  rolls: {type: 0..3, lasts: turn}
define:
  pair: most_alike(dice.face) == 2
  points:
    of: {b: Box}
    by: b
    cases:
      ones:  count(d for d in dice if d.face == 1)
      alike: 7 if pair else 0
      chance: sum(dice.face)
  low: {of: {p: players}, is: (p.box(ones) otherwise 0) + (p.box(chance) otherwise 0)}
  final:
    of: {p: players}
    is: sum(p.box(b) otherwise 0 for b in Box) + p.extra + (5 if p.low >= enough + 4 else p.low if p.low >= enough else 0)
turns:
  begin: [throw(dice)]
phases:
  turn:
    actions:
      again:
        choose: {those: some of dice}
        when: {roll_left: rolls < rolls_each}
        do: [throw(those)]
      fill:
        choose: {b: Box}
        when:
          blank: me.box(b) == none
          pairs_wait: not pair or b != chance or me.box(alike) != none
        do:
          - if: pair and me.box(alike) == 7
            do: [{add: 2, to: me.extra}]
          - {set: me.box(b), to: points(b)}
          - end_turn
steps:
  throw:
    of: {those: some of dice}
    do: [{roll: those}, {add: 1, to: rolls}]
end:
  filled: {when: all(p.box(b) != none for p in players for b in Box), result: highest final}
"""

CIRCLE = """\
rulebook: 1
name: circle
about: A marker goes round a circle of <spaces> spaces, one or two steps on. Whoever brings it to the goal wins.
players: 2
options:
  goal: {type: 0..9, default: 5}
  trap: {type: 0..9, default: 9}
variables:
  marker: {type: 0..9}
phases:
  turn:
    actions:
      go:
        choose: {by: 1..2}
        do:
          - {set: marker, to: (marker + by) mod 7}
          - end_turn
end:
  goal_reached: {after: go, when: marker == goal, result: {wins: me}}
  trapped:      {after: go, when: marker == trap, result: {wins: me.others}}
"""

SQUASH = """\
rulebook: 1
name: squash
about: Toss a coin for a point, or pass. The first with <target> points wins.
players: 2
options:
  target: {type: 1..9, default: 2}
pieces:
  coin: {count: 1, faces: [heads, tails]}
zones:
  tray: {holds: coin, start: all}
variables:
  points: {per: players, type: 0..9}
phases:
  turn:
    actions:
      toss:
        do:
          - {roll: tray}
          - if: tray.face == heads
            do: [{add: 1, to: me.points}]
          - end_turn
      pass: {do: [end_turn]}
end:
  won: {when: "any(p.points == target for p in players)", result: highest points}
strategies:
  bold: {about: Toss., prefer: {toss: true}}
  shy:  {about: Pass., prefer: {pass: true}}
  torn: {about: One or the other., mix: {toss: 1, pass: 1}}
"""

ALONE = """\
rulebook: 1
name: alone
about: Roll a die up to <rolls> times, and keep what it shows last. High numbers are good.
players: 1
options:
  rolls: {type: 1..9, default: 3}
pieces:
  die: {count: 1, faces: 1..6}
zones:
  tray: {holds: die, start: all}
variables:
  rolled: {type: 0..9}
  kept:   {type: 0..6}
setup:
  - {roll: tray}
  - {add: 1, to: rolled}
phases:
  turn:
    actions:
      again: {when: {left: rolled < rolls}, do: [{roll: tray}, {add: 1, to: rolled}]}
      keep:  {do: [{set: kept, to: tray.face}]}
end:
  done: {after: keep, result: highest kept}
"""


def loaded(tmp_path: Path, text: str, **options: int) -> rw.Game:
    """A game from its text."""
    path = tmp_path / "game.rulebook.yaml"
    path.write_text(text, encoding="utf-8")
    return rw.load(path, options=options, engine="reference")


def minimax(state: rw.State) -> Fraction:
    """What a state is worth to the first seat, of a game that cannot go on for ever, from states alone."""
    known: dict[bytes, Fraction] = {}

    def worth(state: rw.State) -> Fraction:
        key = state.cells.tobytes()
        if key not in known:
            if state.is_terminal():
                known[key] = Fraction(state.returns()[0])
            else:
                found = [
                    sum((share * worth(after) for share, after in state.outcomes(action)), Fraction(0))
                    for action in state.legal_actions()
                ]
                known[key] = min(found) if state.current_player() == 1 else max(found)
        return known[key]

    return worth(state)


@cache
def nim_is_won(heaps: tuple[int, ...]) -> bool:
    """Whether whoever is to take wins: by the rule of Bouton, which knows nothing of games in general."""
    total = 0
    for heap in heaps:
        total ^= heap
    return total != 0


MORRIS = """\
rulebook: 1
name: three-mens-morris
about: Lay three men each, then move one to a neighbouring space. Three in a row win.
players: 2
pieces:
  man: {of: players, plural: men}
boards:
  board:
    grid: {rows: 3, columns: 3}
    holds: man
    lines:
      three: {length: 3}
variables:
  laid: {per: players, type: 0..3}
phases:
  turn:
    actions:
      lay:
        choose: {at: board.spaces}
        when: {left: me.laid < 3, free: at.empty}
        do: [{place: man, to: at}, {add: 1, to: me.laid}, end_turn]
      move:
        choose: {from: board.spaces, to: neighbours(from)}
        when: {all_laid: me.laid == 3, yours: from.owner == me, free: to.empty}
        do: [{move: from.piece, to: to}, end_turn]
end:
  a_row:
    after: [lay, move]
    when: any(all(s.owner == me for s in l) for l in board.three)
    result: {wins: me}
  stuck: {after: [lay, move], when: "not can(lay, me.left) and not can(move, me.left)", result: {wins: me}}
"""


def retrograde(state: rw.State) -> dict[bytes, int]:
    """What each position is worth to the first seat in a game without chance that may go on for ever, by the cells without the round: in
    rounds over all positions, until nothing changes any more. What is worth nothing then goes on for ever."""
    waiting, after, players, worth = (
        [state],
        dict[bytes, list[bytes]](),
        dict[bytes, int](),
        dict[bytes, int](),
    )
    while waiting:
        here = waiting.pop()
        key = plain(here)
        if key in after:
            continue
        after[key] = []
        if here.is_terminal():
            worth[key] = int(here.returns()[0])
            continue
        players[key] = here.current_player() or 0
        for action in here.legal_actions():
            then = here.clone()
            then.apply_action(action)
            after[key].append(plain(then))
            waiting.append(then)
    changed = True
    while changed:
        changed = False
        for key, player in players.items():
            wanted = 1 if player == 0 else -1
            found = [worth.get(each, 0) for each in after[key]]
            best = wanted if wanted in found else -wanted if set(found) == {-wanted} else 0
            if best and key not in worth:
                worth[key], changed = best, True
    return {key: worth.get(key, 0) for key in after}


def plain(state: rw.State) -> bytes:
    """The cells of a state without the number of the round."""
    cells = state.cells
    cells[2] = 0
    return cells.tobytes()


RACE = """\
rulebook: 1
name: race
about: Roll two dice up to twice a turn, and stop with their sum. Two alike give 1 point and another turn. Reach <target> points in few rounds.
players: 1
options:
  target: {type: 1..99, default: 7}
pieces:
  dice: {count: 2, faces: 1..3}
  die:  {count: 1, faces: [low, high]}
zones:
  tray: {holds: dice, start: all}
  cup:  {holds: die, start: all}
variables:
  score: {per: players, type: number}
  rolls: {type: 0..2, lasts: turn}
phases:
  turn:
    actions:
      roll:
        choose: {both: bool}
        when: {left: rolls < 2}
        do:
          - {roll: tray}
          - if: both
            do: [{roll: die}]
          - {add: 1, to: rolls}
          - if: most_alike(dice.face) == 2
            do: [{add: 1, to: me.score}, extra_turn]
      stop:
        when: {rolled: rolls > 0}
        do:
          - {add: sum(dice.face) if die.face == high else 1, to: me.score}
          - end_turn
end:
  reached: {when: "any(p.score >= target for p in players)", result: lowest round}
"""
"""What can happen within a turn is the same whatever the score is, and the number of the round is the result."""


def fewest_rounds(state: rw.State) -> Fraction:
    """How many rounds a game takes until it is over with best play, of a game in which fewer are better, from states alone."""
    known: dict[bytes, Fraction] = {}

    def passed(before: rw.State, after: rw.State) -> int:
        return after.cells[ROUND] - before.cells[ROUND]

    def still(state: rw.State) -> Fraction:
        if state.is_terminal():
            return Fraction(0)
        key = plain(state)
        if key not in known:
            known[key] = min(
                sum(
                    (
                        share * (passed(state, after) + still(after))
                        for share, after in state.outcomes(action)
                    ),
                    Fraction(0),
                )
                for action in state.legal_actions()
            )
        return known[key]

    return still(state) + 1
