"""Games that are counted where they are played come to the same totals as their rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.native.driver import counted_games
from rulewright.native.driver.executor import Native
from rulewright.play.figures.tally import Tally, Totals
from rulewright.play.running.counted_games import chunks, play_counted
from rulewright.play.running.games import Plan
from rulewright.play.simulate import TotalsOf
from rulewright.source.cache import Cache
from tests.native.seatings import Seating, seatings

pytest.importorskip("llvmlite")

NUMBERS, MOST_DECISIONS, SEED, LARGEST_TABLE = range(5, 45), 3_000, 11, 2
TABLES = {
    str(seating): seating for seating in seatings(with_options=False) if seating.players <= LARGEST_TABLE
}
ODD = """
rulebook: 1
name: odd
players: 4
teams: {count: 2}
pieces: {die: {count: 2, faces: 1..6}}
zones: {tray: {holds: die, start: all}}
variables: {score: {per: players, type: number}, doubled: {type: 0..400}}
phases:
  turn:
    actions:
      small: {do: [{roll: tray}, {add: sum(tray.face) - 7, to: me.score}, end_turn]}
      large: {do: [{roll: tray}, {add: 900 * sum(tray.face), to: me.score}, {set: doubled, to: doubled + sum(tray.face)}, end_turn]}
      never: {when: {far: me.score > 20000}, do: [{add: 12 div (me.score mod 2), to: me.score}, end_turn]}
end:
  far: {at: round, when: round >= 4, result: BEST score, worth: doubled}
standing: BEST score
strategies:
  careful: {prefer: {small: 1}}
  wild: {prefer: {never: 2, large: 1}}
"""


def ways(game: Game) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Players, and whether they rotate."""
    players = game.num_players
    yield ("random",) * players, False
    for strategy in list(game.program.strategies)[:1]:
        yield (strategy, *("random",) * (players - 1)), True


def from_rows(game: Game, numbers: range, plan: Plan) -> Totals:
    tally = Tally(game, plan.seed, plan.players if plan.rotated else None, plan.players)
    for part in chunks(game, numbers, plan):
        tally.add(part)
    return tally.totals


def counted(game: Game, numbers: range, plan: Plan) -> tuple[Totals, int]:
    """The totals, and how many games had a row."""
    apart = sum(part.games.count for part in play_counted(game, numbers, plan))
    return TotalsOf(plan)([game], numbers), apart


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("name", TABLES)
def test_totals_are_those_of_the_rows(name: str) -> None:
    seating: Seating = TABLES[name]
    program = pipeline.open_book(seating.file, seating.players, seating.variant).program
    game = Game(Native(program, Reference(program), Cache.of_user()))
    for players, rotated in ways(game):
        for most in (MOST_DECISIONS, 12):
            plan = Plan(SEED, most, players, rotated)
            totals, apart = counted(game, NUMBERS, plan)
            assert totals == from_rows(game, NUMBERS, plan)
            assert totals.games == len(NUMBERS)
            assert apart == totals.failed + len(totals.unfinished)


@pytest.mark.parametrize("best", ["highest", "lowest"])
def test_games_without_a_counter_have_a_row(
    best: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when there is room for few rows at a time; partners, worths, failures, and players who rotate."""
    monkeypatch.setattr(counted_games, "MOST_ROWS", 3)
    path = tmp_path / "odd.rulebook.yaml"
    path.write_text(ODD.replace("BEST", best))
    program = pipeline.open_book(str(path)).program
    game = Game(Native(program, Reference(program)))
    for players in (("random",) * 4, ("careful",) * 4, ("careful", "random", "wild", "wild")):
        plan = Plan(SEED, MOST_DECISIONS, players)
        totals, apart = counted(game, range(3, 403), plan)
        assert totals == from_rows(game, range(3, 403), plan)
        assert all(failed.record is not None for failed in totals.failures)
        assert totals.games == 400
        if "wild" in players:
            assert totals.failed
            assert totals.failed < apart <= 400
    assert Totals.of_json(totals.to_json()).columns == totals.columns
