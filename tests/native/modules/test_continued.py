"""Games that go on from a position are the same in machine code and with the reference."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.playout import play_on
from rulewright.native.driver.executor import Native
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fast import DECISIONS, ENDED, FAILED, Seats, Until
from rulewright.source.cache import Cache
from tests.native.modules.test_measured_games import ODD
from tests.native.seatings import Seating, seatings

pytest.importorskip("llvmlite")

LARGEST_TABLE = 3
TABLES = {
    str(seating): seating for seating in seatings(with_options=False) if seating.players <= LARGEST_TABLE
}
UNTIL = (
    (Until(most=1), 2),
    (Until(turn=True, most=30), 1),
    (Until(rounds=2, most=20), 1),
    (Until(most=12), 1),
)
"""Where games are broken off, and how many there are for each first choice."""


def positions(game: Game, seed: int, many: int, apart: int) -> Iterator[Position]:
    """Positions of a random game, so many decisions apart from each other."""
    state, random = game.new_initial_state(seed), Random(seed)
    for _ in range(many):
        for _ in range(apart):
            if state.is_terminal():
                return
            state.apply_action(random.choice(state.legal_actions()))
        if not state.is_terminal():
            yield Position(state.cells, Luck(0, state.luck.turns))


def differences(game: Game, seats: Seats = (), apart: int = 7) -> list[str]:
    """Where the native executor plays on in another way than the reference."""
    native = Native(game.program, Reference(game.program), Cache.of_user())
    found, random = list[str](), Random(str(seats))
    for number, position in enumerate(positions(game, 3, 2, apart)):
        choices = len(game.executor.legal(position.cells))
        firsts = [-1, 0, choices - 1]
        for until, games in UNTIL:
            seeds = array("Q", (random.getrandbits(64) for _ in range(games)))
            usual = play_on(game, position, firsts, seeds, until, seats)
            bare = native.play_on(position, firsts, seeds, until, seats)
            assert bare is not None
            whole = play_on(Game(native), position, firsts, seeds, until, seats)
            if whole != usual:
                found.append(f"position {number}, {until}, {seats}: {whole.numbers} and not {usual.numbers}")
            if sum(map(bool, bare.column(FAILED))) > sum(usual.column(FAILED)):
                found.append(f"position {number}, {until}, {seats}: fails needlessly")
    return found


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("table", TABLES.values(), ids=str)
def test_games_go_on_as_with_the_reference(table: Seating) -> None:
    game = Game(Reference(table.program()))
    assert differences(game) == []
    names = tuple(game.program.strategies)
    if names:
        seats = tuple((*names, None)[seat % (len(names) + 1)] for seat in range(game.num_players))
        assert differences(game, seats) == []


@pytest.mark.parametrize(
    "seats", [("numbers", "or_none", "truths"), ("fails", None, "numbers"), ("fails", "fails", "fails")]
)
def test_strategies_of_every_sort_are_followed(seats: Seats) -> None:
    """A preference that fails is not asked where the first choice is given, and fails alike everywhere else."""
    game = Game(Reference(rw.load_text(ODD).program))
    native = Native(game.program, Reference(game.program))
    failed = 0
    for position in positions(game, 1, 6, 2):
        seeds, firsts = array("Q", range(5)), [-1, 0, 2]
        for until, _ in UNTIL:
            usual = play_on(game, position, firsts, seeds, until, seats)
            assert play_on(Game(native), position, firsts, seeds, until, seats) == usual
            failed += sum(usual.column(FAILED))
    assert bool(failed) == ("fails" in seats)


SET_UP_ONLY = """
rulebook: 1
name: head-start
players: 2
variables: {start: {per: players, type: 0..9}}
pieces: {chips: {count: 3, of: players}}
zones: {bank: {per: players, holds: chips, start: all}}
define: {score: {of: {p: players}, is: "p.start + count(c for c in p.bank)"}}
setup: [{add: 4, to: seat(1).start}]
phases: {turn: {actions: {pass: {do: [end_turn]}}}}
end: {late: {when: round > 5, result: draw}}
standing: highest score
"""


def test_scores_that_no_rule_changes_after_set_up_are_those_of_the_position() -> None:
    game = Game(Reference(rw.load_text(SET_UP_ONLY).program))
    assert differences(game, apart=1) == []
    native = Native(game.program, Reference(game.program))
    position = game.new_initial_state(1)
    played = native.play_on(
        Position(position.cells, Luck(0, position.luck.turns)), [-1], array("Q", [1]), Until(most=1)
    )
    assert played is not None
    assert [played.score(player)[0] for player in range(2)] == [7, 3]


def test_games_are_broken_off_where_they_should() -> None:
    game = rw.load("pig", engine="native")
    (position,) = positions(game, 2, 1, 4)
    seeds = array("Q", range(50))
    once = play_on(game, position, [-1], seeds, Until(most=1))
    assert set(once.column(DECISIONS)) == {1}
    turn = play_on(game, position, [0], seeds, Until(turn=True))
    assert not any(turn.column(ENDED))
    assert max(turn.column(DECISIONS)) < 30
    whole = play_on(game, position, [-1], seeds, Until())
    assert all(whole.column(ENDED))


def test_the_same_seed_gives_the_same_luck_whatever_is_chosen_first() -> None:
    """After the turn is over nothing differs but what the first choice did."""
    game = rw.load("pig", engine="native")
    position = Position(game.new_initial_state(1).cells, Luck(0, [1, 1, 0]))
    one, other = (play_on(game, position, [0], array("Q", [seed] * 2), Until(most=50)) for seed in (5, 6))
    width = one.width
    assert one.numbers[:width] == one.numbers[width:]
    assert one.numbers != other.numbers


def test_cells_that_no_game_has_are_left_to_the_reference() -> None:
    game = rw.load("pig", engine="native")
    assert isinstance(game.executor, Native)
    position = Position(game.new_initial_state(1).cells, Luck(0, [1, 1, 0]))
    position.cells[0] = 7
    assert game.executor.play_on(position, [-1], array("Q", [1]), Until()) is None
