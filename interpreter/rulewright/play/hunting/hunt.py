"""Random games that look for mistakes of a rulebook, and the shortest game that shows each.

    for look in hunt([table, ...], games=100, seed=0): look.done, look.wanted, look.mistakes

Games alternate between the tables.  They are played fast, in different styles (`styles`); the first at each table is also
checked thoroughly (`conformance`).  A mistake is shrunk (`shrink`) and reported once, however often it turns up.  Once games at a
table do not end, fair games are no longer played to the full length there; and after several games in a row that
broke off in a known way, the hunt stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import Executor
from dataclasses import field, replace
from functools import partial
from random import Random
from typing import Protocol

from rulewright.game.errors import IllegalAction, UnknownMove
from rulewright.game.game import Game
from rulewright.game.history.record import full
from rulewright.game.playouts.branches import expect, without_chance
from rulewright.game.playouts.equivalence import Sameness
from rulewright.game.playouts.trial import Trial, Trials, Tried
from rulewright.play.hunting import standstill
from rulewright.play.hunting.conformance import broken_here, check_game
from rulewright.play.hunting.shrink import BUDGET, Found, Goal, shrunk
from rulewright.play.hunting.standstill import Loop, is_stuck, stuck_from
from rulewright.play.hunting.styles import STYLES, Style
from rulewright.play.running.tasks import on_executor
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import Collected, Fallbacks, note_all
from rulewright.source.dataclass import dataclass

GAMES_END, NO_RULE_FAILS = "games end", "no rule fails"
MOST_ASKEW = 400
"""The largest number of moves of a game with whims or odd luck, which need not end."""
FEW = 50
"""The smallest limit of moves for a game that is checked thoroughly."""
TIRED = 12
"""The number of games in a row that broke off in a known way, after which the hunt stops."""
VERY_TIRED = 5
"""The number of games that ended in endless rules, each of which takes very long, after which the hunt stops."""
LISTED = 8
"""How many lists of moves are worth as much as a move that is carried out too."""
SLOW = 20
"""How many times longer a thorough check of a game takes."""

Open = Callable[[], Game]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A promise that a game broke, by the shortest game that was found to do so.

    `table` is the number of the table of that game; `seed` and `moves` describe the game in which it turned up, at the
    table `seen_at`.  `loop` is the loop of a game that can never end.  `trial` is None if the mistake did not recur when the game
    was played again; then `record` is of the first game.
    """

    promise: str
    message: str
    table: int
    seed: int
    moves: int
    seen_at: int
    trial: Trial | None
    record: object = field(repr=False)
    failure: RuleFailure | None = field(default=None, repr=False)
    asking: str | None = None
    """The move whose legality could not be determined."""
    loop: Loop | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """The progress: games played, games wanted, and the mistakes that the last game showed."""

    done: int
    wanted: int
    mistakes: tuple[Mistake, ...] = ()


class Screened(Protocol):
    """What is kept of the games that workers played, so that a run can go on later."""

    @property
    def shown(self) -> Set[int]:
        """The numbers of games in which something showed."""

    def left(self, wanted: range) -> list[range]:
        """The numbers of games that are not kept."""

    def add(self, numbers: range, shown: Set[int]) -> None:
        """Keep the result of a task."""


def hunt(
    tables: Sequence[Open], games: int, seed: int, max_actions: int, most: int = 10, executor: Executor | None = None,
    kept: Screened | None = None,
) -> Iterator[Look]:  # fmt: skip
    """Play a number of games, at least one at each table, and yield the progress after each; stop after `most` mistakes.

    With an executor its workers play the games, in tasks, and this thread plays only those again that show something: the result is
    the same for any executor and any number of workers. Games that are `kept` are not played by workers again. Raises the exceptions
    of `on_executor`."""
    wanted = max(games, len(tables)) if games and tables else 0
    hunter = _Hunter(tables, seed, max_actions, wanted)
    yield Look(0, wanted)
    found = 0
    for number, shows in _screened(tables, wanted, Screening(seed, max_actions, wanted), executor, kept):
        mistakes = tuple(hunter.game(number)) if shows else hunter.nothing_seen()
        found += len(mistakes)
        yield Look(number + 1, wanted, mistakes)
        if found >= most or hunter.tired:
            return


def _screened(
    tables: Sequence[Open], wanted: int, work: Screening, executor: Executor | None, kept: Screened | None
) -> Iterator[tuple[int, bool]]:
    """The numbers of all games in order, and whether each may show a mistake; without an executor any may."""
    if executor is None or not wanted:
        yield from ((number, True) for number in range(wanted))
        return
    opened, next_ = [table() for table in tables], 0
    known, left = (
        (set(kept.shown), kept.left(range(wanted))) if kept is not None else (set[int](), [range(wanted)])
    )
    for done in on_executor(executor, opened, work, left, ordered=True):
        shown, fallbacks = done.result
        note_all(fallbacks)
        if kept is not None:
            kept.add(done.numbers, shown)
        known |= shown
        yield from ((number, number in known) for number in range(next_, done.numbers.stop))
        next_ = done.numbers.stop
    yield from ((number, number in known) for number in range(next_, wanted))


@dataclass(frozen=True, slots=True)
class Screening:
    """The work of a task: plays games of these numbers, and returns the numbers of those that show some mistake, known or new, and what
    machine code left to the reference."""

    seed: int
    max_actions: int
    wanted: int

    def __call__(self, games: Sequence[Game], numbers: range) -> tuple[frozenset[int], Fallbacks]:
        hunter = _Hunter([partial(_itself, game) for game in games], self.seed, self.max_actions, self.wanted)
        with Collected() as fallbacks:
            shown = frozenset(number for number in numbers if hunter.seen(number))
        return shown, fallbacks.so_far()


def _itself(game: Game) -> Game:
    return game


class _Tables(Sequence[Trials]):
    """The tables, each opened on first use."""

    def __init__(self, tables: Sequence[Open]) -> None:
        self._tables = tables
        self._opened: dict[int, Trials] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __getitem__(self, number: int) -> Trials:  # type: ignore[override]  # nobody takes slices of it
        if number not in self._opened:
            self._opened[number] = Trials(self._tables[number]())
        return self._opened[number]


class _Hunter:
    def __init__(self, tables: Sequence[Open], seed: int, max_actions: int, wanted: int) -> None:
        self.tables = _Tables(tables)
        self.rounds = -(-wanted // max(len(tables), 1))
        self.seed = seed
        self.max_actions = max_actions
        self.known: set[object] = set()
        self.endless: set[int] = set()
        self.in_vain = 0
        self.very_long = 0
        self._samenesses: dict[int, Sameness] = {}

    @property
    def tired(self) -> bool:
        return self.in_vain >= TIRED or self.very_long >= VERY_TIRED

    def game(self, number: int) -> Iterator[Mistake]:
        """Play the game of this number, and yield the new mistakes that it shows."""
        seen, known = self.seen(number), True
        for each in seen:
            mistake = self._mistake(each)
            if mistake is not None:
                known = False
                yield mistake
        self.in_vain = self.in_vain + 1 if seen and known else 0
        self.very_long += sum(each.failure is not None and each.failure.code == "endless" for each in seen)

    def nothing_seen(self) -> tuple[Mistake, ...]:
        """What `game` does after a game that shows nothing."""
        self.in_vain = 0
        return ()

    def seen(self, number: int) -> list[Mistake]:
        """Play the game of this number: the mistakes that it shows, as they turned up."""
        round_, table = divmod(number, len(self.tables))
        seed = self.seed + number
        seen, moves = self._fast(table, seed, STYLES[round_ % len(STYLES)])
        if round_ == 0:
            self._expect(self.tables[table].game, moves * (self.rounds - 1))
        if not seen and round_ == 0:
            seen = list(self._closely(table, seed, 2 * moves + FEW))
        return seen

    def _expect(self, game: Game, moves: int) -> None:
        """Moves are carried out and listed; where there is chance, the reference carries them out."""
        expect(game, moves if without_chance(game) else moves // LISTED)

    def _fast(self, table: int, seed: int, style: Style) -> tuple[list[Mistake], int]:
        """Play one game fast: the mistakes that it shows, and its number of moves."""
        random = Random(f"hunt {seed}")
        judged = style.fair and table not in self.endless
        most = self.max_actions if judged else min(self.max_actions, MOST_ASKEW)
        tried = self.tables[table].play(style.chooser(random), style.results(random), most)
        moves = len(tried.trial.moves)
        if tried.failure is not None:
            promise, message = NO_RULE_FAILS, str(tried.failure)
        elif judged and not tried.over:
            promise, message = GAMES_END, f"not over after {self.max_actions} actions"
        else:
            return [], moves
        found = Mistake(promise, message, table, seed, moves, table, tried.trial, None, tried.failure)
        return [found], moves

    def _closely(self, table: int, seed: int, most: int) -> Iterator[Mistake]:
        for broken in check_game(self.tables[table].game, [seed], min(most, self.max_actions)):
            if broken.promise != GAMES_END:  # it may be longer than the one that was played fast
                trial = self.tables[table].of_record(broken.record)
                moves = len(trial.moves) if trial else 0
                promise, message, record = broken.promise, broken.message, broken.record
                yield Mistake(promise, message, table, seed, moves, table, trial, record)

    # ------------------------------------------------------------------------------------------------ mistakes

    def _mistake(self, seen: Mistake) -> Mistake | None:
        """A mistake as it turned up, with its shortest game; None if it is known."""
        table = seen.table
        if seen.promise == GAMES_END:
            self.endless.add(table)
        if seen.failure is not None and _same(seen.failure) in self.known:
            return None
        if seen.promise in self.known:
            return None
        tried = self.tables[table].replay(seen.trial) if seen.trial is not None else None
        key: object = seen.promise
        if seen.promise == NO_RULE_FAILS and tried is not None and tried.failure is not None:
            key = _same(tried.failure)
        if key in self.known:
            return None
        self.known.add(key)
        plain = replace(seen, trial=None, failure=None)
        if tried is None:
            return plain
        if seen.promise == GAMES_END:
            return self._endless(plain, tried)
        goal, budget = (
            (self._fails_like(tried.failure), BUDGET)
            if tried.failure is not None
            else (self._breaks(seen.promise), BUDGET // SLOW)
        )
        if not goal(table, tried):
            return plain
        return self._shown(plain, shrunk(self.tables, Found(table, tried), goal, budget))

    def _endless(self, plain: Mistake, tried: Tried) -> Mistake:
        """The mistake of a game that does not end, shrunk to a loop if no end can be reached from it."""
        sameness = self._sameness(plain.table)
        since = stuck_from(self.tables[plain.table].game, sameness, tried)
        loop = None if since is None else standstill.shortest(sameness, tried, since)
        if loop is None:
            return self._shown(plain, Found(plain.table, tried))
        cut = self.tables[plain.table].replay(replace(tried.trial, moves=tried.trial.moves[: loop.end]))
        found = shrunk(self.tables, Found(plain.table, cut), self._comes_back, comes_back=True)
        closed = standstill.closed(self._sameness(found.table), found.tried)
        return replace(self._shown(plain, found), loop=closed)

    def _shown(self, plain: Mistake, found: Found) -> Mistake:
        """The mistake with the game that shows it and the record of that game."""
        trials, trial, failure = self.tables[found.table], found.tried.trial, found.tried.failure
        asking = trials.asks(found.tried.cells[-1]) if found.tried.asking else None
        try:
            record: object = full(trials.game, trials.state(trial).tip, failure)
        except RuleFailure as again:
            failure, record, asking = again, again.record, None
        message = str(failure) if failure is not None else plain.message
        return replace(
            plain,
            message=message,
            table=found.table,
            trial=trial,
            record=record,
            failure=failure,
            asking=asking,
        )

    # --------------------------------------------------------------------------------------------------- goals

    def _fails_like(self, failure: RuleFailure) -> Goal:
        key = _same(failure)
        return lambda _, tried: tried.failure is not None and _same(tried.failure) == key

    def _breaks(self, promise: str) -> Goal:
        def broken(table: int, tried: Tried) -> bool:
            try:
                return tried.failure is None and promise in broken_here(self.tables[table].state(tried.trial))
            except (RuleFailure, IllegalAction, UnknownMove):
                return False

        return broken

    def _comes_back(self, table: int, tried: Tried) -> bool:
        """Whether a game returns to an earlier position from which it can never end."""
        if tried.failure is not None or tried.over or not tried.trial.moves:
            return False
        sameness = self._sameness(table)
        if standstill.closed(sameness, tried) is None:
            return False
        return is_stuck(self.tables[table].game, sameness, tried.cells[-1])

    def _sameness(self, table: int) -> Sameness:
        if table not in self._samenesses:
            self._samenesses[table] = Sameness(self.tables[table].game.program)
        return self._samenesses[table]


def _same(failure: RuleFailure) -> object:
    """A key that is equal for failures of the same code at the same place."""
    return (failure.code, failure.span.file, failure.span.start)
