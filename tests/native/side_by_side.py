"""The reference and native code play one game: same seed, same choices; where they part, that is told.

    difference = together(Reference(program), Bare(program), seed=7, most=200)      ->      None, or where and how

Compared after every action: the cells, the luck, the legal choices in their order, the standings.  Where the reference
fails, native code has to fail as well.  Where only native code fails, `Native` has the reference play: nobody notices but by
the clock.  So giving up for nothing is a difference too, but for `MAY_GIVE_UP`: that is counted as needless, the game goes on
from the reference's position, and whoever compares says how often it may be (`Course.gave_up_too_often`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.playout import Playout, play_out
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED
from rulewright.runtime import fast
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Played
from tests.native.executors import Bare, Fault

Result = TypeVar("Result")

SHOWN = 6
"""How many cells or choices a difference tells of."""
MAY_GIVE_UP = "endless"
"""What native code may say where the reference goes on: it takes each round of the order of play for the most it can do, and has
buffers that end somewhere.  All else that can fail it asks exactly as the reference does."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the two part: after how many decisions of the game of a seed, in what, and how."""

    seed: int
    step: int
    what: str
    told: str

    def __str__(self) -> str:
        return f"seed {self.seed}, step {self.step}: {self.what}: {self.told}"


@dataclass(slots=True)
class Course:
    """What comparisons have gone through."""

    games: int = 0
    steps: int = 0
    ended: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    """Rules that failed in both, by the code of the problem."""
    needless: Counter[str] = field(default_factory=Counter)
    """Games in which only native code gave up, by its code."""
    otherwise: Counter[str] = field(default_factory=Counter)
    """What failed in both and was named differently."""

    def add(self, other: Course) -> None:
        """Add what other comparisons went through."""
        self.games += other.games
        self.steps += other.steps
        self.ended += other.ended
        self.failures += other.failures
        self.needless += other.needless
        self.otherwise += other.otherwise

    def gave_up_too_often(self, one_in: int) -> str:
        """What to say where native code gave up for nothing in more than one of so many games; one game is always allowed."""
        given_up, allowed = self.needless.total(), max(1, self.games // one_in)
        if given_up <= allowed:
            return ""
        return f"only native code gives up in {given_up} of {self.games} games, where {allowed} may be"


class GivenUp:
    """Where native code gives up in one game though nothing fails: the game is counted once."""

    def __init__(self, course: Course, seed: int) -> None:
        self._course, self._seed = course, seed
        self._counted = False

    def at(self, step: int, fault: Fault) -> Difference | None:
        """Count it, or tell that it may not be."""
        if fault.code != MAY_GIVE_UP:
            return Difference(self._seed, step, "only native code fails", str(fault))
        if not self._counted:
            self._course.needless[fault.code] += 1
        self._counted = True
        return None


def together(
    one: Reference, other: Bare, seed: int, most: int, course: Course | None = None
) -> Difference | None:
    """Play the game of a seed with both, `most` decisions at the most; the first difference, if there is one."""
    return _Pair(one, other, seed, course if course is not None else Course()).play(most)


def whole_games(
    one: Reference,
    other: Bare,
    seeds: Iterable[int],
    most: int,
    rounds: int | None = None,
    course: Course | None = None,
) -> Difference | None:
    """Whole games of random players, by what comes of them; the first that differs."""
    course = course if course is not None else Course()
    game, seeds = Game(one), list(seeds)
    for seed, row in zip(seeds, rows_of(one.program, other.games(seeds, most, rounds)), strict=True):
        course.games += 1
        first = outcome(lambda seed=seed: play_out(game, seed, most, rounds))  # type: ignore[misc]
        if row.failed:
            found = None
            if isinstance(first, RuleFailure):
                course.failures[first.code] += 1
            else:
                found = GivenUp(course, seed).at(0, other.game_fault(row.failed))
            if found is not None:
                return found
            continue
        told = f"{first.code} fails" if isinstance(first, RuleFailure) else _bare(first)
        if told != row.facts:
            return Difference(seed, 0, "what came of the whole game", f"{told} and {row.facts}")
    return None


@dataclass(frozen=True, slots=True)
class Row:
    """What native code says of a whole game: the number of a failure, or 0; decisions, round, end, winners, scores."""

    failed: int
    facts: tuple[object, ...]


def rows_of(program: ir.Program, played: Played) -> Iterator[Row]:
    """What came of each of many games."""
    columns = [played.column(place) for place in _PLACES]
    scores = [played.score(player) for player in range(program.players)]
    for number in range(len(columns[0])):
        failed, decisions, round_, ended, winners = (column[number] for column in columns)
        by = program.ends[ended - 1].id if ended else None
        won = tuple(p for p in range(program.players) if winners >> p & 1) if ended else ()
        yield Row(failed, (decisions, round_, by, won, tuple(column[number] for column in scores)))


def outcome(do: Callable[[], Result]) -> Result | RuleFailure:
    """What comes of something that may fail."""
    try:
        return do()
    except RuleFailure as failure:
        return failure


_PLACES = fast.FAILED, fast.DECISIONS, fast.ROUND, fast.ENDED, fast.WINNERS


def _bare(played: Playout) -> tuple[object, ...]:
    """A game without what is worked out from the rest."""
    return played.decisions, played.rounds, played.ended_by, played.winners, played.scores


def cells_apart(program: ir.Program, here: Sequence[int], there: Sequence[int]) -> str:
    """Which cells differ, and how, for people; the first few."""
    pairs = enumerate(zip(here, there, strict=True))
    return ", ".join([f"{_cell(program, index)} {a} and {b}" for index, (a, b) in pairs if a != b][:SHOWN])


def used(position: Position) -> tuple[list[int], dict[int, int]]:
    """Where the luck stands; that a stream was not used yet may be said or not."""
    luck = position.luck
    return luck.turns, {stream: used for stream, used in luck.used.items() if used}


def types_of(choices: object) -> object:
    """The types of the values of choices: 1 is not true."""
    return (
        [[type(value) for value in choice.arguments] for choice in choices]
        if isinstance(choices, list)
        else None
    )


def _cell(program: ir.Program, index: int) -> str:
    """What a cell is, for people."""
    for group in program.layout.groups.values():
        if group.offset <= index < group.offset + group.size:
            return f"{group.name}[{index - group.offset}]"
    return f"cells[{index}]"


class _Pair:
    """Both at the same point of the same game."""

    def __init__(self, one: Reference, other: Bare, seed: int, course: Course) -> None:
        self.one, self.other = one, other
        self.seed = seed
        self.course = course
        self.given_up = GivenUp(course, seed)
        self.bot = Random(seed)
        self.here, self.there = new_position(one.program, seed), new_position(one.program, seed)
        self.chance = Sampled(one.program.streams)
        self.step = 0

    def play(self, most: int) -> Difference | None:
        self.course.games += 1
        first = outcome(lambda: self.one.begin(self.here, self.chance))
        found, going = self._moved("set-up", first, self.other.begin(self.there))
        while found is None and going:
            found = self._standings()
            if found is not None or self.here.cells[ENDED]:
                self.course.ended += found is None
                break
            found, legal = self._legal()
            if found is not None or not legal or self.step == most:
                break
            self.step += 1
            self.course.steps += 1
            found, going = self._step(self.bot.choice(legal))
        return found

    def _step(self, choice: Choice) -> tuple[Difference | None, bool]:
        first = outcome(lambda: self.one.apply(self.here, choice, self.chance))
        return self._moved(str(choice), first, self.other.apply(self.there, choice))

    def _moved(self, what: str, first: object, fault: Fault | None) -> tuple[Difference | None, bool]:
        """Compare what both did; the difference, and whether the game goes on."""
        if isinstance(first, RuleFailure):
            if fault is None and not self.there.cells[ENDED]:  # is there anybody who can move?
                legal = self.other.legal(self.there.cells)
                fault = (
                    legal
                    if isinstance(legal, Fault)
                    else None
                    if legal
                    else Fault("nobody-can-move", first.path)
                )
            if fault is None:
                return self._difference(
                    f"after {what}", f"{first.code} in {first.path}", "nothing fails"
                ), False
            self._failed(first, fault)
            return None, False
        if fault is not None:
            self.there = self.here.copy()
            found = self.given_up.at(self.step, fault)
            return found, found is None
        if self.here.cells != self.there.cells:
            told = cells_apart(self.one.program, self.here.cells, self.there.cells)
            return Difference(self.seed, self.step, f"cells after {what}", told), False
        luck, other_luck = used(self.here), used(self.there)
        if luck != other_luck:
            return self._difference(f"luck after {what}", luck, other_luck), False
        return None, True

    def _standings(self) -> Difference | None:
        cells = self.here.cells
        first, second = outcome(lambda: self.one.standings(cells)), self.other.standings(cells)
        return self._same("standings", first, second)[0]

    def _legal(self) -> tuple[Difference | None, list[Choice]]:
        first, second = outcome(lambda: self.one.legal(self.here.cells)), self.other.legal(self.there.cells)
        found, same = self._same("legal choices", first, second)
        if found is None and same and types_of(first) != types_of(second):
            return self._difference("types of choices", first, second), []
        return found, first if isinstance(first, list) else []

    def _same(self, what: str, first: object, second: object) -> tuple[Difference | None, bool]:
        """The difference between two answers, and whether there are two to compare."""
        match first, second:
            case RuleFailure(), Fault():
                self._failed(first, second)
                return None, False
            case RuleFailure(), _:
                return self._difference(what, f"{first.code} in {first.path}", second), False
            case _, Fault():
                return self.given_up.at(self.step, second), False
            case _:
                return (None, True) if first == second else (self._difference(what, first, second), False)

    def _failed(self, first: RuleFailure, fault: Fault) -> None:
        self.course.failures[first.code] += 1
        if fault.code != first.code:
            self.course.otherwise[f"{first.code} as {fault.code}"] += 1

    def _difference(self, what: str, first: object, second: object) -> Difference:
        if isinstance(first, list) and isinstance(second, list):
            only = [item for item in first if item not in second], [i for i in second if i not in first]
            told = f"{len(first)} and {len(second)}; only the first {only[0][:SHOWN]}, only the second {only[1][:SHOWN]}"
            if only == ([], []):
                told += f"; in another order: {first[:SHOWN]} and {second[:SHOWN]}"
            return Difference(self.seed, self.step, what, told)
        return Difference(self.seed, self.step, what, f"{first} and {second}")
