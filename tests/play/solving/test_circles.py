"""Positions that can repeat by chance while players may go on for ever, against all plans that could be made."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.game.playouts.position_graph import NOBODY, Exploration, PositionGraph
from rulewright.game.turns.listed import Listed
from rulewright.play.solving.induction import Sides, bounded
from rulewright.play.solving.solve import solve

STANDOFF = """\
rulebook: 1
name: standoff
about: Wait, or shoot. Whoever shoots wins one time in three and loses otherwise.
players: 2
options: {chances: {type: 1..6, default: 2, about: faces that hit}}
pieces: {die: {count: 1, faces: 1..6}}
zones: {cup: {holds: die, start: all}}
variables: {shots: {type: 0..2}, calm: {type: bool, label: calm}}
phases:
  turn:
    actions:
      wait: {do: [{roll: cup}, {set: calm, to: cup.face > 3}, end_turn]}
      shoot: {do: [{roll: cup}, {set: shots, to: 1 if cup.face <= chances else 2}, end_turn]}
end:
  hit: {after: shoot, when: shots == 1, result: {wins: me}}
  miss: {after: shoot, when: shots == 2, result: {wins: me.opponent}}
"""

Choices = list[list[list[tuple[Fraction, int]]]]


def test_nobody_shoots_whose_chance_is_bad(tmp_path: Path) -> None:
    path = tmp_path / "standoff.rulebook.yaml"
    path.write_text(STANDOFF)
    solved = rw.solve(rw.load(path))
    assert solved.answer.worths[0].low == solved.answer.worths[0].high == 0
    moves = solved.at(solved.game.new_initial_state()).moves
    assert [(move.action, move.best) for move in moves] == [("wait", True), ("shoot", False)]
    better = rw.solve(rw.load(path, options={"chances": 4})).answer.worths[0]
    assert better.value == pytest.approx(1 / 3, abs=1e-12)
    assert better.error < 1e-12


@pytest.mark.parametrize("endless", [0, -1])
def test_bounds_meet_where_play_may_have_no_end(endless: int) -> None:
    drawn = random.Random(endless)
    for _ in range(12):
        players, choices, payoffs = _drawn(drawn, alone=endless < 0)
        graph = _graph(players, choices, payoffs)
        found = bounded(graph, Sides((True, False), lambda returns: Fraction(returns[0]), Fraction(endless)))
        want = _worths(players, choices, payoffs, float(endless))
        assert list(found.low[: len(players)]) == pytest.approx(want, abs=1e-6)
        assert list(found.high[: len(players)]) == pytest.approx(want, abs=1e-6)
        assert all(low <= worth + 1e-9 for low, worth in zip(found.low, want, strict=False))
        assert all(high >= worth - 1e-9 for high, worth in zip(found.high, want, strict=False))


def _drawn(drawn: random.Random, alone: bool) -> tuple[list[int], Choices, list[int]]:
    """A game of four positions and three ends."""
    many, payoffs = 4, [1, -1, drawn.choice((0, 1))]
    players = [0 if alone else drawn.randrange(2) for _ in range(many)]
    choices: Choices = []
    for _ in range(many):
        row = []
        for _ in range(drawn.choice((1, 2, 2))):
            if drawn.random() < 0.5:
                row.append([(Fraction(1), drawn.randrange(many + 3))])
            else:
                first, second = drawn.sample(range(many + 3), 2)
                share = Fraction(drawn.randrange(1, 4), 4)
                row.append([(share, first), (1 - share, second)])
        choices.append(row)
    return players, choices, payoffs


def _graph(players: Sequence[int], choices: Choices, payoffs: Sequence[int]) -> PositionGraph:
    graph = PositionGraph()
    for player, row in zip(players, choices, strict=True):
        graph.players.append(player)
        for edges in row:
            for share, after in edges:
                if share not in graph.fractions:
                    graph.fractions.append(share)
                graph.after.append(after)
                graph.shares.append(graph.fractions.index(share))
            graph.edges.append(len(graph.after))
        graph.choices.append(graph.moves)
    for payoff in payoffs:
        graph.payoffs[len(graph.players)] = (float(payoff), float(-payoff))
        graph.players.append(NOBODY)
        graph.choices.append(graph.moves)
    return graph


def _worths(players: Sequence[int], choices: Choices, payoffs: Sequence[int], endless: float) -> list[float]:
    """What each position is worth: of all plans of the first player that one which is best against all plans of the second."""
    plans = [
        [
            range(len(row)) if player == seat else range(1)
            for player, row in zip(players, choices, strict=True)
        ]
        for seat in (0, 1)
    ]
    best = [-9.0] * len(players)
    for one in product(*plans[0]):
        worst = [9.0] * len(players)
        for other in product(*plans[1]):
            chain = [
                row[one[at] if player == 0 else other[at]]
                for at, (player, row) in enumerate(zip(players, choices, strict=True))
            ]
            worst = list(map(min, worst, _followed(chain, payoffs, endless)))
        best = list(map(max, best, worst))
    return best


def _followed(
    chain: Sequence[Sequence[tuple[Fraction, int]]], payoffs: Sequence[int], endless: float
) -> list[float]:
    """What play brings in which nobody has a choice: the chance of each end, by a thousand steps squared again and again."""
    size = len(chain) + len(payoffs)
    rows = [[0.0] * size for _ in range(size)]
    for at, edges in enumerate(chain):
        for share, after in edges:
            rows[at][after] += float(share)
    for end in range(len(chain), size):
        rows[end][end] = 1.0
    for _ in range(14):
        rows = [
            [sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*rows, strict=True)]
            for row in rows
        ]
    return list(_of_rows(rows, len(chain), payoffs, endless))


def _of_rows(
    rows: Sequence[Sequence[float]], many: int, payoffs: Sequence[int], endless: float
) -> Iterator[float]:
    for row in rows[:many]:
        ended = sum(row[many:])
        yield sum(a * b for a, b in zip(row[many:], payoffs, strict=True)) + endless * (1 - ended)


def test_machine_code_bounds_as_python_does(tmp_path: Path) -> None:
    """The same positions in the same order, bounds and best choices, to the last digit."""
    path = tmp_path / "standoff.rulebook.yaml"
    path.write_text(STANDOFF)
    for name, options in (("pig", {"target": 4}), (str(path), {"chances": 4})):
        native, reference = (
            solve(rw.load(name, players=2, options=options, engine=engine), every=False)
            for engine in ("native", "reference")
        )
        assert native.size == reference.size
        assert native.decisions() == reference.decisions()
        assert [*native.worths()] == [*reference.worths()]


@pytest.mark.parametrize("name", ["pig", "cinq-o"])
def test_rolls_are_listed_as_the_reference_lists_them(name: str) -> None:
    game = rw.load(name, engine="native")
    reference = rw.load(name, engine="reference")
    listed, expected, drawn = Listed(game), Exploration(reference), random.Random(5)
    many = 0
    for seed in range(3):
        state = reference.new_initial_state(seed)
        for _ in range(12):
            if state.is_terminal():
                break
            every = [action.choice for action in state.legal_actions()]
            for choice in drawn.sample(every, min(4, len(every))):
                found = listed.results(state.cells, choice)
                if found is not None:
                    assert found == expected._results(state.cells, choice)
                    many += len(found) > 1
            state.apply_action(drawn.choice(state.legal_actions()))
    assert many
