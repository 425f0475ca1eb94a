"""Measures the effect of a change of rules: two games with the same luck and the same players, figure by figure.

    found = compare(game, changed, games=2000, bots=("bold", "bold"))
    found.line("turns").words           "longer by 2.1 turns, 95 % interval 1.8 to 2.4"
    print(found)

Both sides play games with the same seeds. Chance and random choices are addressed by turn, so a difference in one turn does
not shift the luck of the next, and the remaining difference is the effect of the change. Players move one seat on with each
game. docs/explanation/measuring.md explains how intervals are computed and what the words mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.game.game import Game
from rulewright.game.playouts.strategy_texts import differing
from rulewright.language.players import RANDOM
from rulewright.play.bots import is_searching
from rulewright.play.comparing.figures import figures
from rulewright.play.comparing.paired_totals import PairedTotals, Seen
from rulewright.play.comparing.pairs import Totals, pairs
from rulewright.play.comparing.result import (
    Comparison,
    Line,
    Side,
    by_turns,
    is_sound,
    line_of,
    no_such_figure,
)
from rulewright.play.comparing.stopping import GAMES, MOST_GAMES, Precision, check_precision, looks, whole
from rulewright.play.comparing.verdicts import adjusted
from rulewright.play.running.arguments import check_game
from rulewright.play.running.games import Failed, Plan
from rulewright.play.running.jobs import usual_jobs, workers
from rulewright.play.running.players import Seated, Who, check_sendable, seated
from rulewright.play.running.ranges import Ranges
from rulewright.play.running.reports import Reports
from rulewright.play.running.tasks import check_executor, on_executor
from rulewright.runtime import whole_numbers
from rulewright.runtime.chance.random_words import seed_of
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress = Callable[[int, int], None]
"""Called with the number of games done and an estimate of the number needed."""

FIRST_GAMES = 100
HOPELESS = 0.25
"""If a rule fails in more than this share of the first games, there is no point in playing on."""
OTHER_LUCK = 2**40
"""The number from which the seed of side B is derived if it is not to have the luck of A: larger than that of any game."""


def compare(
    game_a: Game,
    game_b: Game,
    games: int | None = None,
    bots: Who = RANDOM,
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 10_000,
    precision: Precision | None = None,
    paired: bool = True,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Comparison:
    """Play both games and report the differences. `bots` play on both sides: names (`play.bots.bot_names`), your own bots
    (any object with `begin(seed)` and `choose(state, player)`) or classes and functions that make one, one for all seats or one for
    each player; or one text as read by `play.bots.seat_bots`.

    Plays `games` on each side (by default 2,000), or, with a `precision`, until that is reached, but at most `games` (by
    default a million). Games in which a rule fails on one side, and those broken off after `max_actions`, count on neither
    side; if a rule fails in more than a quarter of the first hundred, no more are played. If not `paired`, side B has
    different luck.

    With an `executor` (any `concurrent.futures.Executor`: threads, processes, a cluster) games are played by its workers, in tasks of
    about a second each, and `jobs` is not used. The result is the same. A task whose worker was lost is submitted again.

    Raises ValueError for different numbers of players, for names that one side does not have, and for invalid numbers; TypeError for
    arguments that are not games, bots or actions; `running.tasks.TaskLost` for a task that the executor lost several times.
    """
    check_executor(executor)
    told = Reports(progress)
    comparing = Comparing((game_a, game_b), bots, seed, jobs, max_actions, paired)
    comparing.play(games, precision, told if progress else None, executor)
    told.end()
    return comparing.comparison()


class Comparing:
    """A comparison that may be interrupted: `comparison` is the result of the games that `play` has finished. `totals` and `done`, the
    numbers of these games, are all that it needs to go on later."""

    def __init__(
        self,
        games: tuple[Game, Game],
        bots: Who = RANDOM,
        seed: int = 0,
        jobs: int | None = 1,
        max_actions: int = 10_000,
        paired: bool = True,
    ) -> None:
        """`jobs` None: the usual number for these games (`jobs.usual_jobs`)."""
        check_game(games[0], "game_a")
        check_game(games[1], "game_b")
        seed = whole_numbers.seed(seed)
        max_actions = whole_numbers.count("max_actions", max_actions, 1)
        who = _seated(games, bots)
        self.bots = who.names
        usual = min(usual_jobs(game, self.bots) for game in games)
        self.jobs = usual if jobs is None else whole_numbers.count("jobs", jobs, 1)
        self.figures = figures(*games, self.bots)
        self.given_up = False
        """Whether it ended early because rules fail in a large share of the games."""
        self.games, self.seed, self._paired = games, seed, paired
        self.max_actions = max_actions
        self.totals = PairedTotals.of(self.figures)
        self.done = Ranges()
        self._precision: Precision | None = None
        self._since = 0
        self.step = games[0].num_players if len(set(self.bots)) > 1 else 1
        first = Plan(seed, max_actions, self.bots, rotated=self.step > 1, own=who.own)
        other = replace(first, seed=seed_of(seed, OTHER_LUCK))
        self._plans = first, first if paired else other

    @property
    def played(self) -> int:
        """The number of games that both sides have played."""
        return self.totals.played

    def play(
        self,
        games: int | None = None,
        precision: Precision | None = None,
        progress: Progress | None = None,
        executor: Executor | None = None,
        since: int = 0,
    ) -> None:
        """Play a number of games on each side, or until a precision is reached, with `jobs` or on an `executor`. Games that are done
        are not played again, and all of them count: a comparison that was interrupted ends with the result of one that was not. A part of a
        run begins with game number `since`."""
        if precision is not None:
            check_precision(precision)
            self.refuse_unknown(precision.figure)
        self._precision, self._since = precision, since
        check_sendable(self._plans[0].own, self.jobs, executor)
        most = self.most(games, precision)
        first = min(whole(FIRST_GAMES, self.step), most)
        with workers(self.games, self.bots, min(self.jobs, most), executor) as playing:
            self._play(first, most, precision, progress, playing)

    def most(self, games: int | None, precision: Precision | None) -> int:
        """The largest number of games that are played on each side."""
        if games is None:
            games = GAMES if precision is None else MOST_GAMES
        return whole(whole_numbers.count("games", games, 1), self.step)

    def _play(
        self,
        first: int,
        most: int,
        precision: Precision | None,
        progress: Progress | None,
        executor: Executor,
    ) -> None:
        for look in (first, *looks(most, precision is not None, self.step)):
            if look < self.done.stop or look <= self._since:
                continue  # games after it are played only if it did not end the comparison
            for _ in self._go_on(look, executor):
                if progress is not None:
                    progress(self.played, self._wanted(most))
            if look == first < most and any(
                side.failed > HOPELESS * self.played for side in self.totals.sides
            ):
                self.given_up = True
                return
            if look > first and self.reached():
                return

    def add(self, numbers: range) -> None:
        """Play the games of these numbers in this thread, and count them."""
        self.totals.join(_Totalled(self._plans)(self.games, numbers))
        self.done.add(numbers)

    def first_failures(self) -> tuple[Failed | None, Failed | None]:
        """The first game of each side in which a rule failed."""
        a, b = (side.failures[0] if side.failures else None for side in self.totals.sides)
        return a, b

    def refuse_unknown(self, figure: str) -> None:
        """Raises ValueError if a side does not have this figure."""
        known = [each.id for each in self.figures if each.a and each.b]
        if figure not in known:
            raise ValueError(no_such_figure(figure, known))

    def reached(self) -> bool:
        """Whether the precision that was asked for is reached."""
        half = self._half()
        return self._precision is not None and half is not None and half <= self._precision.half

    def comparison(self) -> Comparison:
        """The result of the games so far."""
        lines = tuple(by_turns(tuple(self._lines())))
        changed = _changed_parts(self.games)
        followed = set().union(*(_followed(game, self.bots) for game in self.games))
        a, b = (
            _side(game, totals, seen, [figure.id for figure in self.figures])
            for game, totals, seen in zip(self.games, self.totals.sides, self.totals.seen, strict=True)
        )
        return Comparison(
            a=a,
            b=b,
            players=self.games[0].num_players,
            bots=self.bots,
            changed_strategies=tuple(name for name in changed if name in followed),
            changed_parts=changed,
            seed=self.seed,
            paired=self._paired,
            played=self.played,
            games=self.totals.counted,
            precision=self._precision,
            reached=None if self._precision is None else self.reached(),
            tests=sum(line.adjusted is not None for line in lines),
            lines=lines,
            teams=_teams(self.games),
        )

    # ------------------------------------------------------------------------------------------------- private

    def _go_on(self, most: int, executor: Executor) -> Iterator[None]:
        """Play the games before this number that are left, and yield each time that some are counted."""
        for done in on_executor(
            executor, self.games, _Totalled(self._plans), self.done.left(most, self._since)
        ):
            self.totals.join(done.result)
            self.done.add(done.numbers)
            yield

    def _lines(self) -> Iterator[Line]:
        """The lines of all figures. Only those that both sides have can be effects."""
        found = [
            (figure, estimate)
            for figure, sums in zip(self.figures, self.totals.sums, strict=True)
            if (estimate := sums.estimate()) is not None
        ]
        levels = iter(adjusted([estimate.p for figure, estimate in found if figure.a and figure.b]))
        sound = is_sound(self.played, *(side.failed for side in self.totals.sides))
        for figure, estimate in found:
            yield line_of(figure, estimate, next(levels) if figure.a and figure.b else None, sound)

    def _half(self) -> float | None:
        """Half the current width of the interval whose precision was asked for; None without one."""
        if self._precision is None or self.totals.counted < 2:
            return None
        places = {figure.id: place for place, figure in enumerate(self.figures)}
        estimate = self.totals.sums[places[self._precision.figure]].estimate()
        return None if estimate is None else (estimate.high - estimate.low) / 2

    def _wanted(self, most: int) -> int:
        """An estimate of the number of games needed: an interval is half as wide after four times as many games."""
        half = self._half()
        if half is None or self._precision is None:
            return most
        return min(max(round(self.played * (half / self._precision.half) ** 2), self.played), most)


@dataclass(frozen=True, slots=True)
class _Totalled:
    """The totals of some games on both sides: the work of a task."""

    plans: tuple[Plan, Plan]

    def __call__(self, games: Sequence[Game], numbers: range) -> PairedTotals:
        a, b = games
        measured = figures(a, b, self.plans[0].players)
        totals = PairedTotals.of(measured)
        for pair in pairs((a, b), numbers, self.plans, totals.sides):
            totals.add(measured, pair)
        return totals


def _side(game: Game, totals: Totals, seen: Seen, figures: Sequence[str]) -> Side:
    return Side(
        name=game.name,
        title=game.title,
        fingerprint=game.fingerprint,
        variant=game.variant,
        options=game.options,
        overlays=game.overlays,
        failed=totals.failed,
        unfinished=totals.unfinished,
        failures=tuple(totals.failures),
        engine=totals.fallbacks.engine(game.executor.engine),
        fallbacks=totals.fallbacks,
        curve=totals.curve,
        distributions={name: found for name, found in seen.histograms.items() if name in figures},
    )


def _teams(games: tuple[Game, Game]) -> tuple[int, ...]:
    """The team of each seat; a team of its own for each seat if the sides have different teams."""
    a, b = (game.program.teams for game in games)
    return a if a == b else tuple(range(games[0].num_players))


def _seated(games: tuple[Game, Game], bots: Who) -> Seated:
    """The players of both games. Raises ValueError if they cannot play both."""
    a, b = (game.num_players for game in games)
    if a != b:
        raise ValueError(
            f"A is played by {a} and B by {b}; seats can be compared only where there are as many"
        )
    found = []
    for letter, game, other in zip("AB", games, reversed(games), strict=True):
        try:
            found.append(seated(game, bots, other))
        except ValueError as error:
            raise ValueError(f"on side {letter} {error}") from None
    return found[0]


def _changed_parts(games: tuple[Game, Game]) -> dict[str, tuple[str, ...]]:
    """By strategy, the parts of it that differ between the two sides."""
    a, b = games
    found = {name: differing(a, b, name) for name in a.program.strategies | b.program.strategies}
    return {name: parts for name, parts in found.items() if parts}


def _followed(game: Game, bots: Sequence[str]) -> set[str]:
    """The strategies that players follow, themselves or in the playouts of `rollouts` and `mcts`."""
    return {*bots, *game.program.strategies} if any(map(is_searching, bots)) else set(bots)
