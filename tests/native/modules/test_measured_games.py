"""Games that are measured, and players who follow strategies, are the same in machine code and with the reference."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.native.driver.executor import Native
from rulewright.play.running.games import Plan
from rulewright.play.running.measured_games import Measured, play_measured
from rulewright.source.cache import Cache
from tests.games.books import TESTS
from tests.native.seatings import Seating, seatings

pytest.importorskip("llvmlite")

GAMES, LARGEST_TABLE, MOST_ACTIONS = 4, 2, 80
WITH_STRATEGIES = TESTS / "corpus" / "files" / "strategic.rulebook.yaml"
TABLES = {
    str(seating): seating for seating in seatings(with_options=False) if seating.players <= LARGEST_TABLE
}
ODD = """
rulebook: 1
name: odd
players: 3
pieces: {die: {count: 3, faces: 1..6}}
zones: {tray: {holds: die, start: all}}
variables: {score: {per: players, type: number}, risen: {type: number}}
turns: {begin: [{roll: tray}], round_end: [{add: 1, to: risen}]}
phases:
  turn:
    actions:
      take: {choose: {those: 1..2 of tray}, do: [{add: sum(those.face), to: me.score}, end_turn]}
      leave: {choose: {n: 1..3}, when: {enough: n <= me.score}, do: [{add: 0 - n, to: me.score}, end_turn]}
      again: {when: {low: me.score < 10}, do: [{roll: tray}]}
    as_soon_as:
      round_number: {when: me.score == 12, do: [{set: me.score, to: 13}]}
      after_again: {after: again, when: count(d for d in tray if d.face == 1) >= 2, do: [{add: 1, to: me.score}]}
end:
  high: {when: any(p.score >= 40 for p in players), result: highest score}
  long: {at: round, when: round >= 30, result: lowest score}
standing: highest score
strategies:
  numbers: {prefer: {take: sum(those.face) - 5, leave: n, again: 3}}
  or_none: {prefer: {take: sum(those.face) if those.count == 2 else none, again: none}}
  truths: {prefer: {take: "any(d.face == 6 for d in those)", leave: false, again: "all(d.face < 3 for d in tray)"}}
  fails: {prefer: {take: 12 div (sum(those.face) - 7), leave: -1}}
"""


def both(program: pipeline.Book, players: tuple[str, ...], most: int = MOST_ACTIONS) -> list[Measured]:
    """The same games by both executors."""
    found: list[Measured] = []
    for executor in (
        Reference(program.program),
        Native(program.program, Reference(program.program), Cache.of_user()),
    ):
        plan = Plan(5, most, players)
        parts = list(play_measured(Game(executor), range(GAMES), plan))
        for part in parts[1:]:
            parts[0].curve.add(part.curve)
        found.append(joined(parts))
    return found


def joined(parts: list[Measured]) -> Measured:
    """Parts as one, whose columns can be compared."""
    first = parts[0]
    for part in parts[1:]:
        for name in (
            "numbers",
            "decisions",
            "rounds",
            "turns",
            "choices",
            "lead_changes",
            "ended",
            "winners",
        ):
            getattr(first, name).extend(getattr(part, name))
        for mine, theirs in zip((*first.scores, *first.fired), (*part.scores, *part.fired), strict=True):
            mine.extend(theirs)
    failures = tuple(failure for part in parts for failure in part.failures)
    return replace(first, failures=failures)


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("name", TABLES)
def test_what_is_measured_is_the_same(name: str) -> None:
    seating: Seating = TABLES[name]
    book = pipeline.open_book(seating.file, seating.players, seating.variant)
    ways = [("random",) * seating.players]
    ways += [(name, *("random",) * (seating.players - 1)) for name in book.program.strategies]
    for players in ways:
        reference, native = both(book, players)
        assert reference == native
        assert reference.count == GAMES


@pytest.mark.parametrize("players", [("careful", "doubling"), ("random", "doubling")])
def test_strategies_of_a_small_game(players: tuple[str, ...]) -> None:
    reference, native = both(pipeline.open_book(str(WITH_STRATEGIES)), players)
    assert reference == native


@pytest.mark.parametrize(
    "players",
    [("numbers", "or_none", "truths"), ("truths", "random", "random"), ("fails", "numbers", "random")],
)
def test_preferences_of_every_sort(players: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "odd.rulebook.yaml"
    path.write_text(ODD)
    reference, native = both(pipeline.open_book(str(path)), players, 1_000)
    assert reference == native
    assert bool(reference.failures) == ("fails" in players)
