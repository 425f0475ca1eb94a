"""Games with hidden information: known values, and bounds that hold for any policy."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play.solving import equilibrium
from rulewright.play.solving.equilibrium import bounds, fractions
from rulewright.play.solving.hidden import HiddenSolution, solve_hidden
from rulewright.play.solving.hidden_tree import TooManyNodes, Tree, grown
from rulewright.play.solving.sides import CannotSolve
from tests.games.exploiting import nash_conv, uniform, value
from tests.play.solving.small_games import loaded

PEEK = """\
rulebook: 1
name: peek
about: A coin is hidden. Guess what it shows, or pay one point to look first.
players: 1
pieces:
  card: {one_per: {number: 1..3}}
zones:
  deck:  {holds: card, start: all, order: shuffled, seen_by: nobody}
  table: {holds: card, size: 1, seen_by: nobody}
  hand:  {holds: card, size: 1}
variables:
  points: {per: players, type: -9..9}
setup:
  - {move: 1 card, from: deck, to: table}
phases:
  turn:
    actions:
      look:
        when: {hidden: table.count == 1}
        do: [{move: all table, to: hand}, {add: -1, to: me.points}]
      guess:
        choose: {number: 1..3}
        do:
          - if: any(c.number == number for c in table + hand)
            do: [{add: 3, to: me.points}]
end:
  guessed: {after: guess, result: highest points}
"""


@cache
def kuhn() -> rw.Game:
    return rw.load("kuhn-poker", players=2, engine="reference")


@cache
def tree() -> Tree:
    return grown(kuhn(), 1_000)


def policy_of(solution: HiddenSolution) -> Mapping[str, dict[str, Fraction]]:
    return {info.knows: solution.shares(number) for number, info in enumerate(solution.tree.infos)}


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    solution = solve_hidden(kuhn())
    first, second = solution.answer.worths
    assert first.low <= -1 / 18 <= first.high
    assert first.error < 1e-9
    assert second.value == pytest.approx(1 / 18)
    assert (solution.tree.size, len(solution.tree.infos)) == (58, 12)


def test_what_was_found_cannot_be_exploited_as_another_program_says() -> None:
    """`tests.games.exploiting` works out best responses in its own way."""
    solution = solve_hidden(kuhn())
    known = policy_of(solution)

    def policy(state: rw.State) -> Mapping[str, Fraction]:
        player = state.current_player()
        assert player is not None
        return known[state.information_state_string(player)]

    assert nash_conv(kuhn(), policy) == solution.exploitable
    assert 0 <= solution.exploitable < Fraction(1, 10**9)
    assert solution.answer.worths[0].low <= value(kuhn(), policy)[0] <= solution.answer.worths[0].high


def test_any_policy_has_bounds() -> None:
    even = fractions(tree(), [1.0 / len(info.actions) for info in tree().infos for _ in info.actions])
    low, high = bounds(tree(), even)
    assert high - low == nash_conv(kuhn(), uniform) == Fraction(11, 12)


def test_without_scipy_it_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibrium, "find_spec", lambda name: None)
    found = equilibrium.equilibrium(tree(), within=1e-5)
    assert found.rounds > 0
    assert found.low <= Fraction(-1, 18) <= found.high
    assert found.high - found.low <= 1e-5


def test_leduc_poker_is_worth_what_was_published() -> None:
    solution = solve_hidden(rw.load("leduc-poker", players=2, engine="reference"))
    assert solution.answer.worths[0].value == pytest.approx(-0.085606424, abs=1e-9)
    assert solution.exploitable < Fraction(1, 10**9)
    assert len(solution.tree.infos) == 936


def test_what_is_hidden_from_one_player_is_averaged(tmp_path: Path) -> None:
    """To look costs one point, and is worth two: three points for certain instead of one time in three."""
    solution = solve_hidden(loaded(tmp_path, PEEK))
    assert solution.answer.worths[0].exact == 2
    assert solution.shares(0)["look"] == 1


def test_what_is_not_solved_is_refused() -> None:
    with pytest.raises(TooManyNodes, match="more than 20 ways the game can go"):
        solve_hidden(kuhn(), most=20)
    with pytest.raises(CannotSolve, match="for 3 has no exact answer"):
        solve_hidden(rw.load("kuhn-poker", players=3))
