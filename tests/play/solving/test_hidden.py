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
from rulewright.play.solving.known_by import seen
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
    assert value(kuhn(), policy)[0] == solution.answer.worths[0].exact


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


SIGNS = """\
rulebook: 1
name: uneven-signs
about: Both choose at once. Winning with rock counts 1, with paper 2, with scissors 3.
players: 2
enums: {Sign: [rock, paper, scissors]}
variables:
  sign: {per: players, type: Sign or none, seen_by: owner}
  gained: {per: players, type: -9..9}
tables:
  value: {of: Sign, rows: {rock: 1, paper: 2, scissors: 3}}
define:
  beats:
    of: {a: Sign, b: Sign}
    is: (a == rock and b == scissors) or (a == paper and b == rock) or (a == scissors and b == paper)
  gain:
    of: {a: Sign, b: Sign}
    is: "value(a) if beats(a, b) else -value(b) if beats(b, a) else 0"
phases:
  choosing:
    actions:
      show: {secret: true, choose: {s: Sign}, do: [{set: me.sign, to: s}, end_turn]}
    as_soon_as:
      both:
        after: show
        when: all(p.sign != none for p in players)
        do:
          - {add: "gain(seat(1).sign otherwise rock, seat(2).sign otherwise rock)", to: seat(1).gained}
          - {set: seat(2).gained, to: -seat(1).gained}
          - {for: p in players, do: [{set: p.sign, to: none}]}
end:
  shown: {at: round, when: round >= 1, result: highest gained}
utility: {points: highest gained, sum: 0}
"""


def test_simple_shares_are_exact(tmp_path: Path) -> None:
    """Against each sign the mix of the other two is worth as much: rock 1/2, paper 1/6, scissors 1/3."""
    path = tmp_path / "uneven-signs.rulebook.yaml"
    path.write_text(SIGNS)
    found = solve_hidden(rw.load(path))
    assert found.answer.worths[0].exact == 0
    assert found.exploitable == 0
    assert set(found.policy) == {Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)}
    assert seen(found.game, found.tree, 1) == ("", "show")
    kuhn = solve_hidden(rw.load("kuhn-poker", players=2))
    assert kuhn.answer.worths[0].exact == Fraction(-1, 18)
    assert {seen(kuhn.game, kuhn.tree, number) for number in range(9, 12)} == {
        (f"hand {card}", "check, bet") for card in ("jack", "queen", "king")
    }
