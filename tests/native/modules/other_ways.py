"""What native code does beside single steps and whole games, held against the reference: a module of its own for each.

WAYS["measured"](program, seed=3, course)      ->      None, or where and how they part

measured     games with figures, of random players and of those who follow strategies
batches      many states stepped at once: cells, choices, what each seat sees, what strategies take
continued    games that go on from positions of a game
positions    all positions of so many decisions, as counting them needs; by machine code only where there is no chance
preferred    what strategies prefer at positions of a game
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

from rulewright.evaluate.reference import Reference
from rulewright.game.batches.batch import RANDOM, Batch
from rulewright.game.errors import IllegalAction
from rulewright.game.game import Game, State
from rulewright.game.playouts.branches import (
    Generation,
    endings,
    first_generation,
    next_generation,
    sequences_after,
    weight,
)
from rulewright.game.playouts.players import Preferred, evaluated
from rulewright.game.playouts.playout import play_on
from rulewright.ir import nodes as ir
from rulewright.ir.chance import has_chance
from rulewright.native.driver import executor
from rulewright.native.driver.batch_calls import rankable
from rulewright.native.driver.executor import Native
from rulewright.play.running.games import Plan
from rulewright.play.running.measured_games import play_measured
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import GaveUp
from rulewright.runtime.fast import FAILED, Seats, Spread, Totals, Until
from tests.native.executors import Fault
from tests.native.side_by_side import MAY_GIVE_UP, Course, Difference, GivenUp, cells_apart

Way = Callable[[ir.Program, int, Course], Difference | None]
Result = TypeVar("Result")

GAMES, STEPS = 2, 25
SIZE, MOST_MARKS = 4, 1 << 18
"""Games of a batch, and how long a mask of their actions may be."""
APART, LATEST = 3, 9
"""Games go on from every third position up to a decision."""
UNTIL = (Until(turn=True, most=20), Until(rounds=2, most=20))
WIDEST = 300
"""A generation with more positions is the last one that is compared."""
DEEPEST = 4


def measured(program: ir.Program, seed: int, course: Course) -> Difference | None:
    """A few games with their figures."""
    slow, quick, native = _both(program)
    for seats in _sitting(program):
        plan = Plan(seed, STEPS, tuple(name or "random" for name in seats), rotated=False)
        for number in range(GAMES):
            course.games += 1
            one = next(play_measured(slow, range(number, number + 1), plan))
            other = next(play_measured(quick, range(number, number + 1), plan))
            if one != replace(other, fallbacks=one.fallbacks):  # what was given up is counted below
                return Difference(seed, number, f"measured, {seats}", _columns_apart(one, other))
            rows = native.play_measured(array("Q", [seed_of(seed, number)]), STEPS, [seats])
            if rows.column(FAILED)[0] and not one.failures:
                GivenUp(course, seed).at(0, _SOMETHING)
    return None


def batches(program: ir.Program, seed: int, course: Course) -> Difference | None:
    """A batch whose games begin anew when they are over or a rule fails."""
    if not rankable(program):
        return None
    slow, quick, _ = _both(program)
    one, other = (_told(partial(_batch, game, seed)) for game in (slow, quick))
    if not (isinstance(one, Batch) and isinstance(other, Batch)):
        return None if one == other else Difference(seed, 0, "a batch begins", f"{one} and {other}")
    course.games += SIZE
    luck, seats = Random(seed), _sitting(program)[-1]
    for step in range(STEPS):
        found = _batches_apart(one, other, seats)
        if found:
            return Difference(seed, step, "batches", found)
        ids = [_any_of(one, place, luck) for place in range(SIZE)]
        first, second = (_told(partial(batch.apply, ids)) for batch in (one, other))
        if first != second:
            return Difference(seed, step, "a batch is stepped", f"{first} and {second}")
        course.steps += 1
    return None


def continued(program: ir.Program, seed: int, course: Course) -> Difference | None:
    """Games that go on from positions of a random game."""
    slow, _, native = _both(program)
    for step, position, choices in _positions(slow, seed):
        for seats in _sitting(program):
            for until in UNTIL:
                given = position, [-1, choices - 1], array("Q", [seed, seed + 1]), until, seats
                usual, bare = play_on(slow, *given), native.play_on(*given)
                if bare is None:
                    return Difference(seed, step, "games that go on", "machine code refuses the position")
                rows = [_rows(each.numbers, each.width) for each in (usual, bare)]
                for one, other in zip(*rows, strict=True):
                    course.games += 1
                    if other[FAILED] and not one[FAILED]:
                        GivenUp(course, seed).at(step, _SOMETHING)
                    elif one[FAILED] != bool(other[FAILED]) or (one != other and not one[FAILED]):
                        return Difference(seed, step, f"go on {until}, {seats}", f"{one} and {other}")
    return None


def positions(program: ir.Program, seed: int, course: Course) -> Difference | None:
    """All positions that there are after so many decisions, and how games ended; the same from all sequences, of which none are merged."""
    slow, quick, _ = _both(program)
    if has_chance(program):
        return None
    one, other = (_told(partial(first_generation, game)) for game in (slow, quick))
    course.games += 1
    first = other
    for ply in range(DEEPEST):
        if isinstance(one, str) or isinstance(other, str):
            return None if one == other else Difference(seed, ply, "positions", f"{one} and {other}")
        here, there = _weights(program, one), _weights(program, other)
        ended = [sorted(endings(game, each)) for game, each in ((slow, one), (quick, other))]
        if here != there or ended[0] != ended[1]:
            return Difference(seed, ply, "positions", f"{len(here)} and {len(there)}, or in other ways")
        if ply and not isinstance(first, str):
            totals = sequences_after(quick, first, ply, turns=False)
            if totals is None:
                GivenUp(course, seed).at(ply, _SOMETHING)
            elif totals != _totals(program, one):
                return Difference(seed, ply, "sequences", f"{_totals(program, one)} and {totals}")
        if not here or len(here) > WIDEST:
            break
        one, other = (_told(partial(next_generation, *given)) for given in ((slow, one), (quick, other)))
        if not isinstance(one, str) and not isinstance(other, Spread):
            GivenUp(course, seed).at(ply, _SOMETHING)
    return None


def preferred(program: ir.Program, seed: int, course: Course) -> Difference | None:
    """What each strategy prefers at positions of a random game."""
    if not rankable(program):
        return None
    with patch.object(executor, "HESITATION", 0):
        slow, _, native = _both(program)
    for step, position, _ in _positions(slow, seed):
        legal = slow.executor.legal(position.cells)
        for name, strategy in program.strategies.items():
            course.games += 1
            one = _told(partial(evaluated, slow.executor, strategy, position.cells, legal))
            other = native.preferred(position.cells, name)
            if isinstance(one, Preferred) and isinstance(other, GaveUp):
                GivenUp(course, seed).at(step, _SOMETHING)
            elif isinstance(one, Preferred) and isinstance(other, tuple):
                if one.some() != Preferred(*other).some():
                    return Difference(seed, step, f"what {name} prefers", f"{one} and {other}")
            elif not isinstance(other, GaveUp):
                return Difference(seed, step, f"what {name} prefers", f"{one} and {other}")
    return None


def _totals(program: ir.Program, generation: Generation) -> Totals:
    """What is told of the sequences that lead to a generation."""
    ways = [*endings(Game(Reference(program)), generation)]
    won = tuple(
        sum(many for winners, many in ways if winners == 1 << seat) for seat in range(program.players)
    )
    drawn = sum(many for winners, many in ways if not winners)
    return Totals(weight(generation), drawn, sum(many for _, many in ways) - drawn - sum(won), won)


WAYS: dict[str, Way] = {
    "measured": measured,
    "batches": batches,
    "continued": continued,
    "positions": positions,
    "preferred": preferred,
}

_SOMETHING = Fault(MAY_GIVE_UP, "?")
"""What these modules give up on is not told apart."""


def _both(program: ir.Program) -> tuple[Game, Game, Native]:
    native = Native(program, Reference(program))
    return Game(Reference(program)), Game(native), native


def _sitting(program: ir.Program) -> list[Seats]:
    """Players at random; then players of every sort, where there are strategies."""
    ways = (*program.strategies, None)
    mixed = tuple(ways[seat % len(ways)] for seat in range(program.players))
    return [(None,) * program.players, *([mixed] if program.strategies else [])]


def _told(do: Callable[[], Result]) -> Result | str:
    """What comes of something, or what is said of its failing."""
    try:
        return do()
    except (RuleFailure, IllegalAction) as error:
        return f"{type(error).__name__}: {error}"


def _batch(game: Game, seed: int) -> Batch[State]:
    batch = game.batch(SIZE, auto_reset=True)
    batch.reset(seed)
    return batch


def _batches_apart(one: Batch[State], other: Batch[State], seats: Seats) -> str:
    """In what two batches differ, empty if in nothing."""
    told: dict[str, Callable[[Batch[State]], object]] = {
        "current_player": lambda batch: batch.current_player,
        "terminal": lambda batch: batch.terminal,
        "seeds": lambda batch: batch.seeds,
        "returns": lambda batch: batch.returns,
        "scores": lambda batch: batch.scores(),
        "legal_ids": lambda batch: [_told(partial(batch.legal_ids, place)) for place in range(SIZE)],
        "observations": lambda batch: batch.observations(),
        "observations of the last seat": lambda batch: batch.observations(batch.game.num_players - 1),
    }
    if one.game.numbering.total * SIZE <= MOST_MARKS:
        told["legal_mask"] = lambda batch: _told(batch.legal_mask)
    if any(seats):
        told["what strategies take"] = lambda batch: _told(lambda: batch.choose(seats))
    if one.cells != other.cells:
        width = one.width
        place = next(at for at in range(len(one.cells)) if one.cells[at] != other.cells[at]) // width
        rows = [batch.cells[place * width : (place + 1) * width] for batch in (one, other)]
        return f"cells of game {place}: {cells_apart(one.game.program, *rows)}"
    for what, ask in told.items():
        first, second = ask(one), ask(other)
        if first != second:
            return f"{what}: {first} and {second}"
    return ""


def _any_of(batch: Batch[State], place: int, luck: Random) -> int:
    """An id that is legal there, or any for the batch to draw."""
    legal = _told(partial(batch.legal_ids, place))
    return luck.choice([RANDOM, *legal]) if isinstance(legal, list) else RANDOM


def _positions(game: Game, seed: int) -> Iterator[tuple[int, Position, int]]:
    """Positions of a random game with how many choices there are, until it is over or a rule fails."""
    executor, position, luck = game.executor, new_position(game.program, seed), Random(seed)
    chance = Sampled(game.program.streams)
    try:
        executor.begin(position, chance)
        for step in range(LATEST):
            legal = executor.legal(position.cells)
            if not legal:
                return
            if step % APART == 0:
                yield step, Position(position.cells[:], Luck(0, position.luck.turns.copy())), len(legal)
            executor.apply(position, luck.choice(legal), chance)
    except RuleFailure:
        return


def _rows(numbers: array[int], width: int) -> list[list[int]]:
    return [numbers[start : start + width].tolist() for start in range(0, len(numbers), width)]


def _weights(program: ir.Program, positions: Generation) -> list[tuple[bytes, int]]:
    """Positions with their weights, in order."""
    if not isinstance(positions, Spread):
        return list(positions.items())
    width = program.layout.size
    cells = _rows(positions.cells[: positions.used * width], width)
    return [
        (array("i", row).tobytes(), weight) for row, weight in zip(cells, positions.weights, strict=False)
    ]


def _columns_apart(one: Any, other: Any) -> str:  # Any: columns of every sort
    names = [each.name for each in fields(one) if getattr(one, each.name) != getattr(other, each.name)]
    return ", ".join(f"{name} {getattr(one, name)} and {getattr(other, name)}" for name in names)
