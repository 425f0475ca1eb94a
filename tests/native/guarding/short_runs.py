"""A short run of each module of native code: what it does for games, as games have it done.

RUNS["playouts"](game)         three games of players at random
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from rulewright.game.batches.batch import RANDOM
from rulewright.game.game import Game
from rulewright.game.playouts.branches import first_generation, next_generation, sequences_after, size
from rulewright.ir.chance import has_chance
from rulewright.native.driver.batch_calls import FEW_POSITIONS, rankable
from rulewright.native.driver.executor import Native
from rulewright.play.looking_ahead.tree import task_for, tree_for
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fast import Seats, Until
from rulewright.runtime.tree_search import Judging

SEEDS, DECISIONS, SIZE, GENERATIONS = (1, 2, 3), 60, 3, 6
FEW = 12
"""Decisions that are made one by one."""


def _steps(game: Game) -> None:
    native, position = _native(game), _begun(game)
    for _ in range(FEW):
        legal = native.legal(position.cells)
        if not legal:
            break
        native.carry_out(position, legal[len(legal) // 2])
    _in_place(game)


def _in_place(game: Game) -> None:
    """Many games and long ones, so that buffers grow; and copies of them."""
    for seed in SEEDS:
        state = game.new_initial_state(seed)
        for _ in range(DECISIONS):
            if state.is_terminal():
                break
            legal = state.legal_ids()
            state = state.clone()
            state.apply_action(legal[len(legal) // 2])


def _playouts(game: Game) -> None:
    native = _native(game)
    native.play_many(native.seeds_of(7, range(len(SEEDS))), DECISIONS)
    native.play_many(array("Q", SEEDS), DECISIONS, 2)


def _totals(game: Game) -> None:
    """Some of the games are broken off, and have a row."""
    for seats in _sitting(game):
        for decisions in (DECISIONS, FEW):
            _native(game).play_counted(7, range(len(SEEDS)), decisions, [seats, seats[::-1]])


def _measured(game: Game) -> None:
    for seats in _sitting(game):
        _native(game).play_measured(array("Q", SEEDS), DECISIONS, [seats, seats[::-1]])


def _continued(game: Game) -> None:
    position = _begun(game)
    for seats in _sitting(game):
        _native(game).play_on(position, [-1, 0], array("Q", SEEDS), Until(most=DECISIONS), seats)


def _search(game: Game) -> None:
    """The second series needs more room for its nodes."""
    position = _begun(game)
    players = game.num_players
    judging = Judging(False, (0.0,) * players, (1.0,) * players, 1.0, 0.5)
    for seats in _sitting(game):
        tree = tree_for(game, 20_000)
        task = task_for(game, [position], [seats], Until(most=DECISIONS), judging)
        for numbers in (range(FEW), range(FEW, 300)):
            assert tree.simulate(task, 7, numbers)


def _many(game: Game) -> None:
    batch = game.batch(SIZE, auto_reset=True)
    for _ in range(FEW):
        batch.apply([RANDOM] * SIZE)
        batch.legal_mask()
        batch.observations(None)
        batch.observations(game.num_players - 1)


def _preferring(game: Game) -> None:
    batch = game.batch(SIZE, auto_reset=True)
    for seats in _sitting(game)[1:]:
        for _ in range(FEW):
            batch.apply(batch.choose(seats))
    for strategy in game.program.strategies:
        assert isinstance(_native(game).preferred(_begun(game).cells, strategy), tuple)


def _positions(game: Game) -> None:
    positions = first_generation(game)
    for turns in (False, True):
        sequences_after(game, positions, 1, turns)
    for _ in range(GENERATIONS):
        positions = next_generation(game, positions)
        if size(positions) > FEW_POSITIONS:
            break


RUNS: dict[str, Callable[[Game], None]] = {
    "steps": _steps,
    "playouts": _playouts,
    "totals": _totals,
    "measured": _measured,
    "continued": _continued,
    "search": _search,
    "many": _many,
    "preferring": _preferring,
    "positions": _positions,
}


def modules_of(game: Game) -> set[str]:
    """The modules that are of use in a game."""
    left_out = set[str]()
    if not rankable(game.program):
        left_out |= {"many", "preferring"}
    if not game.program.strategies:
        left_out.add("preferring")
    if has_chance(game.program):
        left_out.add("positions")
    return set(RUNS) - left_out


def _native(game: Game) -> Native:
    assert isinstance(game.executor, Native)
    return game.executor


def _begun(game: Game) -> Position:
    state = game.new_initial_state(3)
    return Position(state.cells, Luck(3, state.luck.turns))


def _sitting(game: Game) -> list[Seats]:
    """Players at random, and players of every sort."""
    ways = (*game.program.strategies, None)
    seats = tuple(ways[seat % len(ways)] for seat in range(game.num_players))
    return [(None,) * game.num_players, *([seats] if game.program.strategies else [])]
