"""Shrinks a game of hundreds of moves to a few that show the same mistake.

    shrunk([smallest_table, ...], Found(2, tried), goal)        Found(0, ...) with few moves, players and unusual results

First moves are left out in ever smaller stretches (delta debugging), which quickly shortens a long game.
Hypothesis does the rest: it gets the game as the bytes that its fuzzing entry reads, one number a choice,
and shrinks them, so that fewer moves, earlier tables, simpler moves and lower results are tried together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import TYPE_CHECKING

from rulewright.game.playouts.chance_codes import Given, Numbers
from rulewright.game.playouts.trial import Attempt, Trial, Trials, Tried
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

BUDGET = 20_000
"""The number of moves that may be played in search of a shorter game: some seconds' worth."""
ENDLESS = 3_000
"""The cost of a rule that never ends, in moves."""
MOST_MOVES = 40
"""The largest number of legal moves that are tried at each step from the start."""
MOST_RESULTS = 3
OVERHEAD = 25
"""The fixed cost of a game by Hypothesis, in moves."""
LARGEST = 65_535
BYTES = 2
MOST_CHOICES = 2_000
"""The largest game, in numbers, that Hypothesis can read."""

Goal = Callable[[int, Tried], bool]
"""Whether a trial at the table of this number shows the same mistake."""


@dataclass(frozen=True, slots=True)
class Found:
    """A game that shows the mistake, with the number of its table."""

    table: int
    tried: Tried

    @property
    def size(self) -> tuple[int, ...]:
        """A sort key, smaller for simpler games: fewer moves, a smaller table, fewer and lower results of chance."""
        trial = self.tried.trial
        results = [*trial.opening, *(number for move in trial.moves for number in move.chance)]
        return (
            len(trial.moves),
            self.table,
            len(results),
            sum(1 for number in results if number),
            sum(results),
        )


def shrunk(
    tables: Sequence[Trials], found: Found, goal: Goal, budget: int = BUDGET, comes_back: bool = False
) -> Found:
    """The simplest game found that shows the same mistake; the tables are in order of preference. `comes_back`: the goal is to
    return to an earlier position."""
    search = _Search(tables, goal, budget, found, comes_back)
    try:
        search.leave_out_moves()
        search.try_smaller_tables()
        search.leave_out_moves()
        search.look_from_the_start()
        size: tuple[int, ...] = ()
        while size != search.best.size:
            size = search.best.size
            search.leave_out_moves()
            search.ask_hypothesis()
    except _Spent:
        pass
    return search.best


class _Spent(BaseException):
    """The budget is used up. Not an Exception, so that Hypothesis does not catch it."""


class _Same(Exception):
    """Raised for Hypothesis when a game shows the mistake."""


class _Search:
    def __init__(
        self, tables: Sequence[Trials], goal: Goal, budget: int, found: Found, comes_back: bool
    ) -> None:
        self.comes_back = comes_back
        self.tables = tables
        self.goal = goal
        self.budget = budget
        self.best = found

    # ----------------------------------------------------------------------------------------- by ourselves

    def leave_out_moves(self) -> None:
        """Leave out stretches of moves as long as the game still shows the mistake."""
        trials = self.tables[self.best.table]
        trials.settle(self.best.tried)
        length = len(self.best.tried.trial.moves)
        while length:
            start = 0
            while start < len(self.best.tried.trial.moves):
                trial = self.best.tried.trial
                less = Trial(trial.opening, trial.moves[:start] + trial.moves[start + length :])
                if self._holds(self.best.table, less):
                    trials.settle(self.best.tried)
                else:
                    start += length
            length //= 2

    def try_smaller_tables(self) -> None:
        """Play the same moves at the tables before this one."""
        for table in range(self.best.table):
            if self._holds(table, self.best.tried.trial, anyhow=True):
                return

    def look_from_the_start(self) -> None:
        """Search short games breadth first, with the lowest and highest results and those of the best game so far: mistakes near the
        start are found here by their shortest game."""
        allowed = self.budget // 3
        for table in sorted({0, self.best.table}):
            self._look_from_the_start(table, self.budget - allowed // 2)

    def _look_from_the_start(self, table: int, until: int) -> None:
        own = _results_by_move(self.best.tried.trial)
        begun = [self.tables[table].attempt(results) for results in _tried_results(own.get("", ()))]
        seen: set[bytes] = set()
        layer = [attempt for attempt in begun if _is_new(attempt, seen)]
        for _ in range(len(self.best.tried.trial.moves) - 1):
            following: list[Attempt] = []
            for attempt in layer:
                for text in attempt.texts()[:MOST_MOVES]:
                    for results in _tried_results(own.get(text, ())):
                        further = attempt.copy()
                        further.do(text, results)
                        is_new = _is_new(further, seen)
                        if further.failure is None and not is_new and not self.comes_back:
                            continue
                        tried = further.tried()
                        self._spend(2, tried)
                        if self.goal(table, tried):
                            self.best = Found(table, tried)
                            return
                        if self.budget < until:
                            return
                        if is_new:
                            following.append(further)
            layer = following

    def _holds(self, table: int, trial: Trial, anyhow: bool = False) -> bool:
        tried = self._replayed(table, trial)
        if not self.goal(table, tried):
            return False
        found = Found(table, tried)
        if anyhow or found.size < self.best.size:
            self.best = found
            return True
        return False

    def _replayed(self, table: int, trial: Trial) -> Tried:
        tried = self.tables[table].replay(trial)
        self._spend(len(trial.moves) + 1, tried)
        return tried

    def _spend(self, moves: int, tried: Tried) -> None:
        endless = tried.failure is not None and tried.failure.code == "endless"
        self.budget -= ENDLESS if endless else moves
        if self.budget < 0:
            raise _Spent

    # ------------------------------------------------------------------------------------------ by Hypothesis

    def ask_hypothesis(self) -> None:
        """Let Hypothesis shrink the best game."""
        from hypothesis import (  # to start sooner: it is seldom needed
            HealthCheck,
            Phase,
            Verbosity,
            configuration,
            database,
            errors,
            given,
            seed,
            settings,
        )

        texts = self._moves_to_try()
        handed = _as_bytes(self.best, texts)
        if len(handed) > MOST_CHOICES * BYTES:
            return

        @settings(
            database=database.InMemoryExampleDatabase(),
            deadline=None,
            phases=(Phase.reuse, Phase.shrink),
            suppress_health_check=list(HealthCheck),
            report_multiple_bugs=False,
            print_blob=False,
            verbosity=Verbosity.quiet,
        )
        @seed(0)  # below the settings, from which it would take the database
        @given(_games(self.tables, texts))
        def shows_the_mistake(found: Found) -> None:
            self._spend(len(found.tried.trial.moves) + OVERHEAD, found.tried)
            if self.goal(found.table, found.tried):
                if found.size < self.best.size:
                    self.best = found
                raise _Same

        with _leaving_no_folder(configuration):
            try:
                shows_the_mistake.hypothesis.fuzz_one_input(handed)  # type: ignore[attr-defined]  # `given` adds it
            except _Same:
                with suppress(_Same, errors.HypothesisException):
                    shows_the_mistake()

    def _moves_to_try(self) -> list[str]:
        """The moves by their numbers for Hypothesis: first those that are legal early in the game."""
        own = [move.text for move in self.best.tried.trial.moves]
        legal = self.tables[self.best.table].legal_texts(self.best.tried.trial)
        return list(dict.fromkeys([*legal, *own]))[:LARGEST]


@contextmanager
def _leaving_no_folder(configuration: ModuleType) -> Iterator[None]:
    """Hypothesis writes a cache into the current folder; here that is an author's folder, so a temporary one is used."""
    before = vars(configuration).get("__hypothesis_home_directory")
    with TemporaryDirectory() as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(before)


def _games(tables: Sequence[Trials], texts: Sequence[str]) -> SearchStrategy[Found]:
    """Games as choices of Hypothesis: a table, the chance of the set-up, then moves with their chance up to a 0.

    Each part is a strategy of its own, so that Hypothesis sees its structure; the strategies are made once, since
    making one takes longer than playing a move.
    """
    from hypothesis import strategies as st  # to start sooner: it is seldom needed

    number = st.integers(0, LARGEST)

    @st.composite
    def begun(draw: DrawFn, trials: Trials) -> Attempt:
        return trials.attempt(_Drawn(draw, number))

    @st.composite
    def move(draw: DrawFn) -> bool:
        code = draw(number)
        if code and texts:
            under_way[-1].do(texts[(code - 1) % len(texts)], _Drawn(draw, number))
        return bool(code) and under_way[-1].goes_on

    @st.composite
    def game(draw: DrawFn) -> Found:
        table = draw(number) % len(tables)
        attempt = draw(begun(tables[table]))
        under_way[:] = [attempt]
        while attempt.goes_on and draw(moves):
            pass
        return Found(table, attempt.tried())

    under_way: list[Attempt] = []
    moves = move()
    return game()


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Results of chance as choices of Hypothesis."""

    draw: DrawFn
    number: SearchStrategy[int]

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [self.draw(self.number) % each for each in of]


def _results_by_move(trial: Trial) -> dict[str, list[Numbers]]:
    """By the text of each move of a trial, some of its results of chance, high and low; those of the set-up under the empty text."""
    found: dict[str, set[Numbers]] = {"": {trial.opening}}
    for move in trial.moves:
        found.setdefault(move.text, set()).add(move.chance)
    return {
        text: _high_and_low(sorted(results, key=lambda each: (sum(each), each)))
        for text, results in found.items()
    }


def _high_and_low(results: list[Numbers]) -> list[Numbers]:
    return results if len(results) < MOST_RESULTS else [results[-1], results[-2], results[0]]


def _tried_results(own: Sequence[Numbers]) -> list[Given]:
    """The results of chance to try: the lowest, the highest, and the given ones."""
    return [Given(()), Given((), -1), *(Given(numbers) for numbers in own)]


def _is_new(attempt: Attempt, seen: set[bytes]) -> bool:
    key = attempt.way[-1].cells.tobytes()
    if key in seen:
        return False
    seen.add(key)
    return True


def _as_bytes(found: Found, texts: Sequence[str]) -> bytes:
    trial = found.tried.trial
    numbers = [found.table, *trial.opening]
    for move in trial.moves:
        numbers += [texts.index(move.text) + 1, *move.chance]
    return b"".join(each.to_bytes(BYTES, "big") for each in (*numbers, 0))
