"""Who plays against whom, and games in which all is known though something lies face down."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.game.playouts.deduced import all_is_known
from tests.play.solving.small_games import loaded

LAST_ONE = """\
rulebook: 1
name: last-one
players: 2..4
teams: {count: 2 if players.count == 4 else players.count, seats: alternate}
variables: {left: {type: 0..21, start: 10}}
phases:
  turn:
    actions:
      take: {choose: {n: 1..3}, when: {there: left >= n}, do: [{add: -n, to: left}, end_turn]}
end:
  last: {after: take, when: left == 0, result: {wins: me.team}}
"""

TOGETHER = """\
rulebook: 1
name: together
players: 1..4
variables: {left: {type: 0..9, start: 6}, misses: {type: 0..3}}
pieces: {die: {count: 1, faces: 1..6}}
zones: {cup: {holds: die, start: all}}
phases:
  turn:
    actions:
      safe: {do: [{roll: cup}, {if: cup.face > 4, do: [{add: -1, to: left}], else: [miss_on_one]}, end_turn]}
      risk:
        when: {three: left >= 3}
        do: [{roll: cup}, {if: cup.face > 3, do: [{add: -3, to: left}], else: [{add: 1, to: misses}]}, end_turn]
steps:
  miss_on_one: {do: [{if: cup.face == 1, do: [{add: 1, to: misses}]}]}
end:
  done: {when: left == 0, result: {wins: players}}
  lost: {when: misses == 3, result: lost}
"""

BAG = """\
rulebook: 1
name: red-and-black
about: Draw cards from a bag. A red one wins a point, a black one loses one. Stop whenever you like.
players: 1
options:
  each: {type: 1..9, default: 2}
enums: {Colour: [red, black]}
pieces:
  cards: {one_per: {colour: Colour, number: 1..9}, if: number <= each, label: <colour> <number>}
zones:
  bag: {holds: cards, order: shuffled, start: all, seen_by: nobody}
  out: {holds: cards}
define:
  reds: count(c for c in out if c.colour == red)
  balance: {of: {p: players}, is: (2 * reds - out.count) * p.seat}
phases:
  turn:
    actions:
      draw: {when: {left: not bag.empty}, do: [{move: 1 cards, from: bag, to: out}]}
      stop: {do: [end_turn]}
end:
  stopped: {after: stop, result: highest balance}
utility: highest balance
"""


@pytest.mark.parametrize("players", [2, 4])
def test_two_teams_are_two_sides(tmp_path: Path, players: int) -> None:
    path = tmp_path / "last-one.rulebook.yaml"
    path.write_text(LAST_ONE)
    game = rw.load(path, players=players)
    solved = rw.solve(game)
    assert [worth.exact for worth in solved.answer.worths] == [1, -1] * (players // 2)
    assert [move.action for move in solved.answer.moves if move.best] == ["take 2"]
    state = game.new_initial_state()
    state.apply_action("take 2")
    state.apply_action("take 1")
    assert [move.action for move in solved.at(state).moves if move.best] == ["take 3"]
    with pytest.raises(ValueError, match="for 3 has no exact answer"):
        rw.solve(rw.load(path, players=3))


def test_those_who_win_together_are_one_side(tmp_path: Path) -> None:
    path = tmp_path / "together.rulebook.yaml"
    path.write_text(TOGETHER)

    @cache
    def won(left: int, misses: int) -> float:
        if left == 0 or misses == 3:
            return float(left == 0)
        safe = (2 * won(left - 1, misses) + won(left, misses + 1)) / 3
        risky = (won(left - 3, misses) + won(left, misses + 1)) / 2 if left >= 3 else 0.0
        return max(safe, risky)

    for players in (1, 3):
        solved = rw.solve(rw.load(path, players=players))
        worths = [(1 + worth.value) / 2 for worth in solved.answer.worths]
        assert worths == pytest.approx([won(6, 0)] * players, abs=1e-12)


def test_a_bag_holds_what_is_not_on_the_table(tmp_path: Path) -> None:
    @cache
    def worth(red: int, black: int, balance: int) -> Fraction:
        best = Fraction(balance)
        if red + black:
            drawn = red * worth(red - 1, black, balance + 1) if red else Fraction(0)
            drawn += black * worth(red, black - 1, balance - 1) if black else Fraction(0)
            best = max(best, drawn / (red + black))
        return best

    game = loaded(tmp_path, BAG, each=3)
    assert not game.perfect_information
    assert all_is_known(game.program)
    assert rw.solve(game).answer.worths[0].exact == worth(3, 3, 0)


def test_what_is_put_aside_face_down_is_not_known(tmp_path: Path) -> None:
    aside = "setup: [{move: 1 cards, from: bag, to: aside_pile}]\nphases:"
    hidden = BAG.replace("phases:", aside).replace(
        "  out: {", "  aside_pile: {holds: cards, seen_by: nobody}\n  out: {"
    )
    assert not all_is_known(loaded(tmp_path, hidden).program)
    kept = BAG.replace("order: shuffled", "order: kept").replace(
        "phases:", "setup: [{shuffle: bag}]\nphases:"
    )
    assert not all_is_known(loaded(tmp_path, kept).program)
    assert not all_is_known(rw.load("kuhn-poker", players=2).program)
