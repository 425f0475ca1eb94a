"""What can happen between two changes of the counters, whatever they hold: positions, and what they are worth by what follows.

    inside = LevelExplorer(game, counters).explored()
    inside.leaves[7]             Leaf(start=0, adds=(12,), rounds=1, gain=0, turned=True): a turn that was worth 12 points
    inside.steps                 the greatest of values, or their mean with weights, as `runtime.sweeps` has them

A leaf is where counters change, or a turn ends: from there the same is done again with other numbers.  Positions with the same values to choose from
are the same value. After a roll of the same dice the same follows, so it is worked out once (`rolled`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import chain, islice
from typing import NamedTuple

from rulewright.game.game import Game
from rulewright.game.playouts.branches import first_positions
from rulewright.game.playouts.forgotten import forgotten
from rulewright.game.turns.counters import Counters
from rulewright.game.turns.quick import After, Quick, by_chance_in
from rulewright.game.turns.rolled import Rolled
from rulewright.ir.layout import ENDED, ROUND
from rulewright.runtime import sweeps
from rulewright.runtime.by_turns import NotByTurns
from rulewright.runtime.chance.enumerated import Enumerated, enumerate_outcomes
from rulewright.runtime.chance.sampled import new_luck
from rulewright.runtime.executor import Choice, Event, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Stepping
from rulewright.runtime.sweeps import Sweep
from rulewright.source.dataclass import dataclass

MOST_POSITIONS = 5_000_000
MOST_RESULTS = 100_000
DEEPEST = 200
"""The most decisions in a row without a change of counters."""
BETWEEN = 1_000
"""Positions between two reports of progress."""

Report = Callable[[int, int], None]
Steps = tuple[int, tuple[int, ...], tuple[float, ...]]
"""GREATEST or MEAN, of which values, and their weights."""


class Leaf(NamedTuple):
    """Counters change, or a turn ends: where play goes on, what is added to the level, and how many rounds are over."""

    start: int
    adds: tuple[int, ...]
    rounds: int
    gain: int
    turned: bool
    """Whether a turn ends."""


@dataclass(slots=True)
class Inside:
    """See the page of the module. Values are numbered: those of the leaves, then those of the steps. `starts`: the positions in which play goes on
    after a leaf, `first` those at the beginning with their probabilities."""

    leaves: list[Leaf] = field(default_factory=list)
    sweep: Sweep = field(default_factory=lambda: Sweep(0, array("i"), array("d"), 0))
    starts: list[bytes] = field(default_factory=list)
    first: list[tuple[Fraction, int]] = field(default_factory=list)
    positions: dict[bytes, int] = field(default_factory=dict)
    """The value of each position."""


class Found(NamedTuple):
    """What was found, in the order in which it was: rows of an explorer, or those that it found lately. Numbers of values below 0 are those of steps."""

    starts: list[bytes]
    leaves: list[Leaf]
    steps: list[Steps]
    positions: list[tuple[bytes, int]]


class LevelExplorer:
    """Finds the positions."""

    def __init__(self, game: Game, counters: Counters, report: Report | None = None) -> None:
        self._counters, self._report = counters, report
        self._executor = executor = game.executor.remake(counters.program)
        self._listed = executor.listed if isinstance(executor, Stepping) else executor.legal
        self._names = list(counters.program.actions)
        self._by_chance = by_chance_in(counters.program)
        self._rolled = Rolled(self._executor)
        self._quick = Quick(game.executor, counters, self._rolled.without_rolls())
        self._blank = [*forgotten(counters.program), *counters.start.items(), (ROUND, 1)]
        self._triggers = {trigger.path for phase in counters.program.phases for trigger in phase.triggers} | {
            phase.automatic.path for phase in counters.program.phases if phase.automatic is not None
        }
        self._begins = first_positions(Game(self._executor, game.overlays))
        self._inside = Inside()
        self._numbers: dict[bytes, int] = {}
        self._leaves: dict[Leaf, int] = {}
        self._steps: dict[Steps, int] = {}
        self._rolls: dict[tuple[Choice, bytes], int] = {}
        self._open: set[bytes] = set()

    def explored(self) -> Inside:
        """All positions. Raises NotByTurns."""
        inside = self._inside
        inside.first = [(share, self._start(self.key(cells))) for share, cells in self._begins]
        done = 0
        try:
            while done < len(inside.starts):
                self._position(inside.starts[done], 0)
                done += 1
        except RuleFailure as error:  # perhaps after the game would have been over
            raise NotByTurns(f"a rule may fail: {error}") from error
        return inside

    def finish(self) -> Inside:
        """The same, once nothing more is to be found: values have their last numbers."""
        inside, many = self._inside, len(self._leaves)
        inside.leaves = list(self._leaves)
        steps, weights = array("i"), array("d")
        for what, values, shares in self._steps:
            steps.extend((what, len(values), *(_moved(value, many) for value in values)))
            weights.extend(shares)
        inside.sweep = Sweep(many, steps, weights, len(self._steps))
        return inside

    def many(self) -> tuple[int, int, int, int]:
        """How much was found so far."""
        return len(self._inside.starts), len(self._leaves), len(self._steps), len(self._inside.positions)

    def found(self, but: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Found:
        """All that was found so far, `but` as much as was before."""
        starts, leaves, steps, positions = but
        return Found(
            self._inside.starts[starts:],
            [*islice(self._leaves, leaves, None)],
            [*islice(self._steps, steps, None)],
            [*islice(self._inside.positions.items(), positions, None)],
        )

    def take(self, found: Found) -> None:
        """Take what another explorer of the same game found, in parts from the first on. Raises ValueError if it does not fit together."""
        inside, width = self._inside, len(self._begins[0][1])
        for key in found.starts:
            self._start(key)
        for leaf in found.leaves:
            if not 0 <= leaf.start < len(inside.starts) or len(leaf.adds) != len(self._counters.level):
                raise ValueError("what was kept does not fit together")
            self._leaves.setdefault(leaf, len(self._leaves))
        for step in found.steps:
            what, values, shares = step
            if what not in {sweeps.MEAN, sweeps.GREATEST} or len(shares) != len(values) * (
                what == sweeps.MEAN
            ):
                raise ValueError("what was kept does not fit together")
            self._refuse_unknown(values)
            self._steps.setdefault(step, len(self._steps))
        self._refuse_unknown({value for _, value in found.positions})
        if any(len(key) != 4 * width for key in chain(found.starts, (key for key, _ in found.positions))):
            raise ValueError("what was kept does not fit together")
        inside.positions.update(found.positions)

    def value_of(self, key: bytes) -> int | None:
        """The number of the value of a position."""
        value = self._inside.positions.get(key)
        return None if value is None else _moved(value, len(self._leaves))

    def choices(self, key: bytes) -> list[tuple[Choice, int]]:
        """What may be chosen in a position that was found, and its value."""
        cells, many = _cells(key), len(self._leaves)
        return [(choice, _moved(self._choice(cells, choice, 0), many)) for choice in self._listed(cells)]

    def key(self, cells: array[int]) -> bytes:
        """The cells of a position, whatever the counters hold."""
        kept = cells[:]
        for cell, value in self._blank:
            kept[cell] = value
        return kept.tobytes()

    # ---------------------------------------------------------------------------------------------- private

    def _refuse_unknown(self, values: Collection[int]) -> None:
        if values and not -len(self._steps) <= min(values) <= max(values) < len(self._leaves):
            raise ValueError("what was kept does not fit together")

    def _start(self, key: bytes) -> int:
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._inside.starts):
            self._inside.starts.append(key)
        return number

    def _position(self, key: bytes, depth: int) -> int:
        positions = self._inside.positions
        known = positions.get(key)
        if known is not None:
            return known
        if key in self._open or depth > DEEPEST:
            raise NotByTurns("positions can come again with the same counters")
        if len(positions) >= MOST_POSITIONS:
            raise NotByTurns(f"there are more than {MOST_POSITIONS:,} positions between changes of counters")
        self._open.add(key)
        cells = _cells(key)
        found = {self._choice(cells, choice, depth) for choice in self._listed(cells)}
        if not found:
            raise NotByTurns("there is a position in which nothing is legal")
        value = self._step(sweeps.GREATEST, tuple(sorted(found)), ()) if len(found) > 1 else found.pop()
        positions[key] = value
        self._open.discard(key)
        if self._report is not None and len(positions) % BETWEEN == 0:
            self._report(len(positions), len(positions))
        return value

    def _choice(self, cells: array[int], choice: Choice, depth: int) -> int:
        if choice.action in self._by_chance:
            return self._rolling(cells, choice, depth)
        after = self._quick.after(cells, choice)
        if after is not None:
            return self._reached(cells, after, depth)
        return self._by_results(cells, choice, depth)

    def _counted(self, before: array[int], after: array[int]) -> bool:
        return any(before[cell] != after[cell] for cell in self._counters.start)

    def _rolling(self, cells: array[int], choice: Choice, depth: int) -> int:
        without = self._rolled.without_faces(cells, choice)
        if without is None:
            return self._by_results(cells, choice, depth)
        key = choice, without.tobytes()
        value = self._rolls.get(key)
        if value is None:
            value = self._rolls[key] = (
                self._shown(without, choice, depth)
                if self._quick.knows(choice)
                else self._by_results(cells, choice, depth)
            )
        return value

    def _shown(self, without: array[int], choice: Choice, depth: int) -> int:
        """The value of a choice after whose first rolls chance decides nothing."""
        total, results = self._rolled.results(without, choice)
        found: dict[int, int] = {}
        for ways, shown in results:
            cells = without[:]
            for cell, face in shown:
                cells[cell] = face
            after = self._quick.after(cells, choice)
            value = (
                self._after(cells, *self._quick.with_events(cells, choice), depth)
                if after is None
                else self._reached(cells, after, depth)
            )
            found[value] = found.get(value, 0) + ways
        return self._mean({value: Fraction(ways, total) for value, ways in found.items()})

    def _by_results(self, cells: array[int], choice: Choice, depth: int) -> int:
        def run(chance: Enumerated) -> tuple[array[int], list[Event]]:
            position = Position(cells[:], new_luck(0, 1))
            events = self._executor.apply(position, choice, chance)
            return position.cells, events

        shares: dict[int, Fraction] = {}
        for share, (after, events) in enumerate_outcomes(run, MOST_RESULTS):
            value = self._after(cells, after, events, depth)
            shares[value] = shares[value] + share if value in shares else share
        return self._mean(shares)

    def _mean(self, shares: Mapping[int, Fraction]) -> int:
        if len(shares) == 1:
            return next(iter(shares))
        values = tuple(sorted(shares))
        return self._step(sweeps.MEAN, values, tuple(float(shares[value]) for value in values))

    def _after(self, before: array[int], after: array[int], events: list[Event], depth: int) -> int:
        turns = [place for place, event in enumerate(events) if event.what == "turn"]
        if after[ENDED] or len(turns) > 1:
            raise NotByTurns("a turn may pass automatically")
        if turns and any(
            event.what == "rule" and event.source in self._triggers for event in events[turns[0] :]
        ):
            raise NotByTurns("something happens automatically where a turn begins")
        return self._reached(before, After(after, bool(turns)), depth)

    def _reached(self, before: array[int], reached: After, depth: int) -> int:
        """The value of what a choice leads to."""
        after = reached.cells
        if not reached.turned and not self._counted(before, after):
            return self._position(self.key(after), depth + 1)
        counters = self._counters
        gain = 0
        if counters.gain is not None:
            held = [{cell: cells[cell] for cell in counters.start} for cells in (before, after)]
            gain = counters.gain.total(held[1]) - counters.gain.total(held[0])
        leaf = Leaf(
            self._start(self.key(after)),
            tuple(after[cell] - before[cell] for cell in counters.level),
            after[ROUND] - before[ROUND],
            gain,
            reached.turned,
        )
        return self._leaves.setdefault(leaf, len(self._leaves))

    def _step(self, what: int, values: tuple[int, ...], shares: tuple[float, ...]) -> int:
        """A step, with a number below 0 as long as the number of leaves is not known."""
        return -1 - self._steps.setdefault((what, values, shares), len(self._steps))


def _moved(value: int, leaves: int) -> int:
    """The number of a value, once all leaves are known."""
    return value if value >= 0 else leaves - 1 - value


def _cells(key: bytes) -> array[int]:
    cells = array("i")
    cells.frombytes(key)
    return cells
