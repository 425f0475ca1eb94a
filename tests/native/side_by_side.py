"""Two executors play one game: same seed, same choices; where they part, that is told.

    difference = together(Reference(program), Native(program), seed=7, most=200)      ->      None, or where and how

Compared after every action: the cells, the luck, the legal choices in their order, the standings, what is told as having
happened, whether single choices are legal; and what fails, with its code, its rule and its place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from rulewright.evaluate.reference import new_position
from rulewright.runtime.chance import Sampled
from rulewright.runtime.executor import Choice, Executor, Position
from rulewright.runtime.failures import RuleFailure

Result = TypeVar("Result")

SHOWN = 8
"""How many cells or choices a difference tells of."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two executors part: after how many decisions of the game of a seed, in what, and how."""

    seed: int
    step: int
    what: str
    told: str

    def __str__(self) -> str:
        return f"seed {self.seed}, step {self.step}: {self.what}: {self.told}"


@dataclass(frozen=True, slots=True)
class Failed:
    """A rule that failed, as far as executors have to agree on it."""

    code: str
    path: str
    start: int
    end: int
    message: str


@dataclass(slots=True)
class Course:
    """What a comparison has gone through."""

    steps: int = 0
    over: bool = False
    failure: str = ""


def together(
    one: Executor, other: Executor, seed: int, most: int, course: Course | None = None
) -> Difference | None:
    """Play the game of a seed with both, `most` decisions at the most; the first difference, if there is one."""
    return _Pair(one, other, seed, course if course is not None else Course()).play(most)


def outcome(do: Callable[[], Result]) -> Result | Failed:
    """What comes of something that may fail."""
    try:
        return do()
    except RuleFailure as failure:
        span = failure.span
        return Failed(failure.code, failure.path, span.start, span.end, failure.message)


class _Pair:
    """Two executors at the same point of the same game."""

    def __init__(self, one: Executor, other: Executor, seed: int, course: Course) -> None:
        self.both = one, other
        self.seed = seed
        self.course = course
        self.bot = Random(seed)
        program = one.program
        self.positions = new_position(program, seed), new_position(program, seed)
        self.chance = Sampled(program.streams)
        self.step = 0

    def play(self, most: int) -> Difference | None:
        found, failed = self._act("begin", lambda e, p: e.begin(p, self.chance))
        while found is None and not failed:
            if found := self._standings():
                break
            found, legal = self._legal()
            if found is not None or not legal:
                break
            if self.step == most:
                return None
            self.step += 1
            self.course.steps += 1
            choice = self.bot.choice(legal)
            found, failed = self._act(str(choice), lambda e, p, c=choice: e.apply(p, c, self.chance))
        return found

    def _act(self, what: str, do: Callable[[Executor, Position], Any]) -> tuple[Difference | None, bool]:
        """Do the same with both; the difference, and whether a rule failed."""
        (one, other), (here, there) = self.both, self.positions
        first, second = outcome(lambda: do(one, here)), outcome(lambda: do(other, there))
        if first != second:
            return self._difference(f"what happened in {what}", first, second), False
        if isinstance(first, Failed):
            self.course.failure = first.code
            return None, True
        if here.cells != there.cells:
            changed = [(i, a, b) for i, (a, b) in enumerate(zip(here.cells, there.cells, strict=True)) if a != b]
            told = ", ".join(f"{self._cell(i)} {a} and {b}" for i, a, b in changed[:SHOWN])
            return Difference(self.seed, self.step, f"cells after {what}", told), False
        luck, other_luck = _used(here), _used(there)
        if luck != other_luck:
            return self._difference(f"luck after {what}", luck, other_luck), False
        return None, False

    def _standings(self) -> Difference | None:
        (one, other), cells = self.both, self.positions[0].cells
        first, second = outcome(lambda: one.standings(cells)), outcome(lambda: other.standings(cells))
        return None if first == second else self._difference("standings", first, second)

    def _legal(self) -> tuple[Difference | None, list[Choice]]:
        (one, other), (here, there) = self.both, self.positions
        first, second = outcome(lambda: one.legal(here.cells)), outcome(lambda: other.legal(there.cells))
        if first != second or _typed(first) != _typed(second):
            return self._difference("legal choices", first, second), []
        if isinstance(first, Failed):
            self.course.failure = first.code
            return None, []
        self.course.over = not first
        for choice in self.bot.sample(first, min(2, len(first))):
            mine, yours = one.is_legal(here.cells, choice), other.is_legal(there.cells, choice)
            if mine != yours:
                return self._difference(f"whether {choice} is legal", mine, yours), []
        return None, first

    def _difference(self, what: str, first: object, second: object) -> Difference:
        if isinstance(first, list) and isinstance(second, list):
            only = [item for item in first if item not in second], [i for i in second if i not in first]
            told = f"{len(first)} and {len(second)}; only here {only[0][:SHOWN]}, only there {only[1][:SHOWN]}"
            if only == ([], []):
                told += f"; in another order: {first[:SHOWN]} and {second[:SHOWN]}"
            return Difference(self.seed, self.step, what, told)
        return Difference(self.seed, self.step, what, f"{first} and {second}")

    def _cell(self, index: int) -> str:
        """What a cell is, for people."""
        layout = self.both[0].program.layout
        for group in layout.groups.values():
            if group.offset <= index < group.offset + group.size:
                return f"{group.name}[{index - group.offset}]"
        return f"cells[{index}]"


def _used(position: Position) -> tuple[list[int], dict[int, int]]:
    """Where the luck stands; that a stream was not used yet may be said or not."""
    luck = position.luck
    return luck.turns, {stream: used for stream, used in luck.used.items() if used}


def _typed(choices: object) -> object:
    """Choices with the types of their values: 1 is not true."""
    if not isinstance(choices, list):
        return choices
    return [[type(value) for value in choice.arguments] for choice in choices]
