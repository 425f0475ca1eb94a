"""One turn, whatever was left by those before: its positions, and how what they are worth comes from what the next turns are worth.

    turn = explored(game, kept)
    turn.leaves[7]              Question(CellTest(20, -1), Leaf(0, (Write(20, 17, False),)), None)
    turn.steps[3]               Step(MEAN, (12, 15), (Fraction(1, 6), Fraction(5, 6)))

Values are numbered: first those of the **leaves**, the ways to leave the turn, which depend on the slow cells by questions; then one for each
**step**: the mean or the greatest of values before it.  Positions with the same step share it, so a turn of five dice with three rolls has few.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from rulewright.game.game import Game
from rulewright.game.playouts.forgotten import forgotten
from rulewright.game.turns.growing import growing
from rulewright.game.turns.slow_cells import Kept, deciding_rules
from rulewright.runtime.by_turns import ByTurns, NotByTurns, Path, Reached, Test, Write
from rulewright.runtime.executor import Choice
from rulewright.source.dataclass import dataclass

MOST: Final = "most"
MEAN: Final = "mean"
OVER: Final = -1
"""In the place of the number of a start: the game is over."""
MOST_POSITIONS = 200_000
DEEPEST = 200
"""The most decisions of a turn."""

Report = Callable[[int, int], None]


class Leaf(NamedTuple):
    """The turn is left: what is written, and the number of the start of the next turn, or OVER."""

    start: int
    writes: tuple[Write, ...]


class Question(NamedTuple):
    """What a way to leave the turn depends on; None is one that is not there."""

    test: Test
    yes: Tree
    no: Tree


Tree: TypeAlias = "Leaf | Question | None"


class Step(NamedTuple):
    """The greatest of values, or their mean with these weights."""

    what: str
    values: tuple[int, ...]
    weights: tuple[Fraction, ...]


Start: TypeAlias = tuple[tuple[bytes, Fraction], ...]
"""How a turn may begin: positions with their probabilities."""


@dataclass(slots=True)
class Turn:
    """See the page of the module. A value is the number of a leaf, or the number of leaves and that of a step."""

    leaves: list[Tree] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """The value of each start."""
    positions: dict[bytes, int] = field(default_factory=dict)
    """The value of each position at a decision."""
    choices: dict[bytes, list[tuple[Choice, int]]] = field(default_factory=dict)
    """What may be chosen there, with its value."""
    begins: list[Start] = field(default_factory=list)
    first: int = 0
    """The number of the start of the game."""


class MightLeaveRange(NotByTurns):
    """Values that are taken to be alike may differ in that one more is too much."""


class Explorer:
    """Finds the positions of a turn. With `capped`, variables that only grow stop where it makes no difference any more."""

    def __init__(
        self, game: Game, kept: Kept, turns: ByTurns, report: Report | None = None, capped: bool = True
    ) -> None:
        self._game, self._kept, self._turns, self._report = game, kept, turns, report
        program = replace(game.program, invariants=())
        self._forgotten = [*forgotten(program), *kept.start.items()]
        self._growing = growing(program, deciding_rules(program)) if capped else {}
        self._means: dict[int, tuple[int, int, object]] = {}
        """What rows of results are worth, by `id`, and the most decisions after them. The rows are kept, so that no other gets their `id`."""
        self._longest: dict[bytes, int] = {}
        """By position the most decisions up to the end of the turn."""
        self._begun: dict[bytes, int] = {}
        self._numbers: dict[Start, int] = {}
        self._leaves: dict[Tree, int] = {}
        self._steps: dict[Step, int] = {}
        self._open: set[bytes] = set()
        self._turn = Turn()

    def explored(self) -> Turn:
        """The turn with which the game begins, and whatever turns may follow. Raises NotByTurns."""
        turn = self._turn
        turn.first = self._start(self._turns.first())
        done = 0
        while done < len(turn.begins):
            found: dict[int, Fraction] = {}
            for key, share in turn.begins[done]:
                value = self._position(key, 0)
                found[value] = found.get(value, Fraction(0)) + share
            turn.starts.append(self._mean(found))
            done += 1
        longest = max(self._longest.values())
        if any(each.most + (longest + 1) * each.step > each.high for each in self._growing.values()):
            raise MightLeaveRange("a variable might leave its range within a turn")
        leaves = len(turn.leaves)
        return Turn(
            turn.leaves,
            [
                Step(step.what, tuple(_moved(value, leaves) for value in step.values), step.weights)
                for step in turn.steps
            ],
            [_moved(value, leaves) for value in turn.starts],
            {key: _moved(value, leaves) for key, value in turn.positions.items()},
            {
                key: [(choice, _moved(value, leaves)) for choice, value in every]
                for key, every in turn.choices.items()
            },
            turn.begins,
            turn.first,
        )

    def key(self, cells: array[int]) -> bytes:
        """The cells of a position within a turn."""
        kept = cells[:]
        for cell, value in self._forgotten:
            kept[cell] = value
        for cell, grows in self._growing.items():
            kept[cell] = min(kept[cell], grows.most)
        return kept.tobytes()

    # ---------------------------------------------------------------------------------------------- private

    def _start(self, begun: array[int]) -> int:
        """The number of the start of a turn that begins with these cells."""
        key = self.key(begun)
        number = self._begun.get(key)
        if number is None:
            found: dict[bytes, Fraction] = {}
            for share, reached in self._turns.begun(_cells(key)):
                if reached.what != "decision" or reached.writes:
                    raise NotByTurns("a turn may end, or write something that lasts, as soon as it begins")
                inside = self.key(reached.cells)
                found[inside] = found.get(inside, Fraction(0)) + share
            begin = tuple(sorted(found.items()))
            number = self._numbers.setdefault(begin, len(self._numbers))
            if number == len(self._turn.begins):
                self._turn.begins.append(begin)
            self._begun[key] = number
        return number

    def _position(self, key: bytes, depth: int) -> int:
        """The value of a position."""
        turn = self._turn
        known = turn.positions.get(key)
        if known is not None:
            return known
        if key in self._open or depth > DEEPEST:
            raise NotByTurns("positions of a turn can come again")
        if len(turn.positions) >= MOST_POSITIONS:
            raise NotByTurns(f"a turn has more than {MOST_POSITIONS:,} positions")
        self._open.add(key)
        cells = _cells(key)
        self._longest[key] = 1
        every = [(choice, self._choice(key, cells, choice, depth)) for choice in self._turns.choices(cells)]
        values = tuple(sorted({value for _, value in every}))
        if not values:
            raise NotByTurns("there is a position in which nothing is legal")
        value = self._most(values)
        turn.positions[key], turn.choices[key] = value, every
        self._open.discard(key)
        if self._report is not None and len(turn.positions) % 10 == 0:
            self._report(len(turn.positions), len(turn.positions))
        return value

    def _choice(self, of: bytes, cells: array[int], choice: Choice, depth: int) -> int:
        paths = self._turns.after(cells, choice)
        if len(paths) == 1:
            tests, results = paths[0].tests, paths[0].results
            if not results:
                return self._leaf(None)
            if not tests:
                return self._of_results(of, results, depth)
        return self._leaf(self._tree(paths, 0))

    def _of_results(self, of: bytes, results: Sequence[tuple[Fraction, Reached]], depth: int) -> int:
        """The mean of what is reached; the same row of results is the same again."""
        known = self._means.get(id(results))
        if known is None:
            found: dict[int, Fraction] = {}
            before, self._longest[of] = self._longest[of], 1
            for share, reached in results:
                value = self._reached(of, reached, depth)
                found[value] = found.get(value, Fraction(0)) + share
            known = self._means[id(results)] = self._mean(found), self._longest[of], results
            self._longest[of] = max(self._longest[of], before)
        value, longest, _ = known
        self._longest[of] = max(self._longest[of], longest)
        return value

    def _reached(self, of: bytes, reached: Reached, depth: int) -> int:
        if reached.what != "decision":
            return self._leaf(self._left(reached))
        if reached.writes:
            raise NotByTurns("something that lasts is written before a turn ends")
        key = self.key(reached.cells)
        value = self._position(key, depth + 1)
        self._longest[of] = max(self._longest[of], self._longest[key] + 1)
        return value

    def _tree(self, paths: Sequence[Path], depth: int) -> Tree:
        """The questions on which a way to leave the turn depends."""
        first = paths[0]
        if len(first.tests) == depth:
            if not first.results:
                return None
            if len(first.results) > 1 or first.results[0][1].what == "decision":
                raise NotByTurns("what is possible within a turn depends on other turns")
            return self._left(first.results[0][1])
        test = first.tests[depth][0]
        yes, no = ([path for path in paths if path.tests[depth][1] == answer] for answer in (True, False))
        trees = [self._tree(some, depth + 1) if some else None for some in (yes, no)]
        return trees[0] if trees[0] == trees[1] else Question(test, trees[0], trees[1])

    def _left(self, reached: Reached) -> Leaf:
        return Leaf(OVER if reached.what == "over" else self._start(reached.cells), reached.writes)

    def _leaf(self, tree: Tree) -> int:
        number = self._leaves.setdefault(tree, len(self._leaves))
        if number == len(self._turn.leaves):
            self._turn.leaves.append(tree)
        return number

    def _mean(self, found: dict[int, Fraction]) -> int:
        if len(found) == 1:
            return next(iter(found))
        values = tuple(sorted(found))
        return self._step(Step(MEAN, values, tuple(found[value] for value in values)))

    def _most(self, values: tuple[int, ...]) -> int:
        """The greatest of values. That of the leaves among them is a value of its own, since other positions often have the same."""
        leaves = tuple(value for value in values if value >= 0)
        if 1 < len(leaves) < len(values):
            inside = (*(value for value in values if value < 0), self._step(Step(MOST, leaves, ())))
            values = tuple(sorted(set(inside)))
        return values[0] if len(values) == 1 else self._step(Step(MOST, values, ()))

    def _step(self, step: Step) -> int:
        """A step, with a number below 0 as long as the number of leaves is not known."""
        number = self._steps.setdefault(step, len(self._steps))
        if number == len(self._turn.steps):
            self._turn.steps.append(step)
        return -1 - number


def _moved(value: int, leaves: int) -> int:
    """The number of a value, once all leaves are known."""
    return value if value >= 0 else leaves - 1 - value


def _cells(key: bytes) -> array[int]:
    cells = array("i")
    cells.frombytes(key)
    return cells


def tests_of(tree: Tree) -> set[Test]:
    """All questions of a tree."""
    if not isinstance(tree, Question):
        return set()
    return {tree.test} | tests_of(tree.yes) | tests_of(tree.no)
