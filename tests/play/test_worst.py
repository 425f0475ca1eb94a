"""The games that are furthest out are found among those that are played, and are the same when they are played again."""

from __future__ import annotations

from array import array

import pytest

import rulewright as rw
from rulewright.cli.simulating.options import MEASURES as OFFERED
from rulewright.play.figures.worst import MEASURES, Worst
from rulewright.play.running.games import Games, Plan
from rulewright.play.running.measured_games import play_measured, state_of_game
from rulewright.play.simulate import chunks


def games(
    first: int, decisions: list[int], scores: list[tuple[int, int]], ended: list[int] | None = None
) -> Games:
    numbers = range(first, first + len(decisions))
    columns = [array("q", column) for column in zip(*scores, strict=True)]
    winners = [sum(1 << seat for seat in (0, 1) if each[seat] == max(each)) for each in scores]
    return Games(
        array("q", numbers), array("q", decisions), array("q", decisions), array("q", ended or [1] * len(decisions)),
        array("q", winners), array("q", (1,)) * len(decisions), tuple(columns),
    )  # fmt: skip


def found(measure: str, many: int, *chunks: Games) -> list[tuple[int, int]]:
    worst = Worst(rw.load("pig", engine="reference"), measure, many)
    for chunk in chunks:
        worst.add(chunk)
    return [(each.number, each.value) for each in worst.found()]


FIRST = games(0, [5, 9, 7], [(10, 3), (4, 4), (8, 20)])
SECOND = games(3, [9, 12, 1], [(1, 2), (30, 0), (9, 9)], [1, 0, 1])


@pytest.mark.parametrize(
    ("measure", "many", "games"),
    [
        ("decisions", 3, [(4, 12), (1, 9), (3, 9)]),
        ("decisions", 9, [(4, 12), (1, 9), (3, 9), (2, 7), (0, 5), (5, 1)]),
        ("fewest-decisions", 2, [(5, 1), (0, 5)]),
        ("score", 2, [(2, 20), (0, 10)]),
        ("low-score", 2, [(3, 1), (0, 3)]),
        ("margin", 2, [(2, 12), (0, 7)]),
        ("small-margin", 2, [(1, 0), (5, 0)]),
        ("decisions", 0, []),
    ],
)
def test_the_furthest_out_are_found_whatever_the_chunks(
    measure: str, many: int, games: list[tuple[int, int]]
) -> None:
    assert found(measure, many, FIRST, SECOND) == games
    assert found(measure, many, SECOND, FIRST) == games, "of equal ones those that were played first"


def test_what_the_command_line_offers_is_what_there_is() -> None:
    assert tuple(OFFERED) == tuple(MEASURES)


@pytest.mark.parametrize("engine", ["reference", "auto"])
@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "random")])
def test_a_game_played_again_has_the_value_it_was_found_by(engine: str, players: tuple[str, str]) -> None:
    game = rw.load("pig", options={"target": 20}, engine=engine)
    worst = Worst(game, "decisions", 2)
    for chunk in chunks(game, range(8), Plan(3, 400, players, rotated=False)):
        worst.add(chunk)
    plan = Plan(3, 400, players, rotated=False)
    found = worst.found()
    assert len(found) == 2
    for each in found:
        assert len(state_of_game(game, plan, each.number).history) - 1 == each.value


def test_a_rotated_game_is_played_again_as_it_was() -> None:
    game = rw.load("pig", options={"target": 20}, engine="reference")
    plan = Plan(5, 400, ("greedy", "random"))
    measured = next(iter(play_measured(game, range(1, 2), plan)))
    state = state_of_game(game, plan, 1)
    assert [column[0] for column in measured.scores] == state.scores()
