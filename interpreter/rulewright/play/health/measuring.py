"""Measures the health of a game: plays it with players of several kinds, and keeps what `results` reports.

    measuring = Measuring(game, levels=(1, 3, 6), seconds=60)
    measuring.measure()                 may be interrupted
    measuring.health()                  the result of the games so far

Players at random and strategies play fast, as in `simulate`.  Levels think, so as many games are played as time allows, in the order of their numbers;
a level that is too slow for a few games is left out, and the report says so.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import field
from typing import TYPE_CHECKING, Final

from rulewright.game.game import Game
from rulewright.language.players import LEVEL, LEVELS, RANDOM
from rulewright.play.advising.valuing import is_quick
from rulewright.play.figures.margins import scale_of, sides_of
from rulewright.play.figures.tally import Tally
from rulewright.play.health.budget import Budget
from rulewright.play.health.courses import Course, Looked, Looks
from rulewright.play.health.figuring import choices_of, fortune_of, lead_of, usage_of
from rulewright.play.health.restricted import FREE, RestrainedBot, name_of
from rulewright.play.health.results import Ends, Health, Length, Match, Played, Restricted, SeatShare, total
from rulewright.play.health.shares import Share, distance_for, shares_of
from rulewright.play.health.words import who
from rulewright.play.looking_ahead.level_bot import LevelBot
from rulewright.play.running.arguments import check_game
from rulewright.play.running.games import Plan
from rulewright.play.running.jobs import workers
from rulewright.play.running.ranges import Ranges
from rulewright.play.running.tasks import on_executor
from rulewright.play.simulate import add_games, whole_rotations
from rulewright.problems.quoting import counted, series
from rulewright.runtime import whole_numbers
from rulewright.runtime.fallbacks import NONE
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

GAMES: Final = 1_000
"""The default number of games of each kind of players."""
SECONDS: Final = 60.0
"""The default time for a report."""
PER_DECISION: Final = 5.0
"""The default of the seconds that people take for a decision."""
USUAL_LEVELS: Final = (1, 3, 6)
"""The levels that play unless others are named."""
COURSES: Final = 200
"""Of how many games of fast players notes are taken."""
WEIGHED: Final = 2
"""How many decisions of each of these games are weighed."""
MOST_TRIED: Final = 300
"""The most games of a restricted player."""
LONGER: Final = 10
"""A game of a restricted player is broken off if it is this many times as long as others: without some actions it may never end."""
FEWEST: Final = 10
"""A level plays if there seems to be time for this number of games."""
ENOUGH: Final = 30
"""Length and course are those of games of the strongest players who finished this number."""
OTHERS: Final = 5
"""What could raise an alarm besides seats and actions: nobody wins, several do, the leader in the middle, decisions without a choice, choices without a use."""
TRIED: Final = 3
"""By how many decisions it is found out how long a level thinks."""
PLAIN, LEVELS_END, MATCHES, TRIALS, ALL = 0.3, 0.65, 0.75, 0.95, 1.0
"""The shares of the time after which games of fast players, of levels, of strong players among weak ones, and of restricted players end, and all of them."""
AT_ONCE: Final = 100
"""The number of games of fast players that machine code plays even if time is over: they take no time."""


@dataclass(slots=True)
class _Kind:
    """The games of one kind of players: their figures, which of them were played, and the courses of some."""

    tally: Tally
    done: Ranges = field(default_factory=Ranges)
    courses: list[Course] = field(default_factory=list)
    noted: int = 0
    """Of how many games notes were taken."""


class Measuring:
    """Measures a game. `measure` may be interrupted, and `health` is the result of all that was done before."""

    def __init__(
        self,
        game: Game,
        levels: Sequence[int] = USUAL_LEVELS,
        games: int = GAMES,
        seconds: float | None = SECONDS,
        seconds_per_decision: float = PER_DECISION,
        seed: int = 0,
        jobs: int = 1,
        max_actions: int = 10_000,
    ) -> None:
        check_game(game)
        self.game = game
        self.seed = whole_numbers.seed(seed)
        self.games = whole_numbers.count("games", games, 1)
        self.jobs = whole_numbers.count("jobs", jobs, 1)
        self.max_actions = whole_numbers.count("max_actions", max_actions, 1)
        for level in levels:
            if f"{LEVEL}:{level}" not in LEVELS:
                raise ValueError(f"there is no level {level}: levels are 1 to {len(LEVELS)}")
        if not seconds_per_decision >= 0:
            raise ValueError(f"`seconds_per_decision` is {seconds_per_decision}, and has to be 0 or more")
        self.levels = tuple(sorted(set(levels)))
        self.per_decision = float(seconds_per_decision)
        self.plain = (RANDOM, *game.program.strategies)
        self.weighed, self.odds = WEIGHED, True
        """How many decisions of each game are weighed, and whether it is found out who is ahead in a game without a score: both take games of their own."""
        self._seconds = seconds
        self._sides = sides_of(game.program.teams)
        self._kinds: dict[str, _Kind] = {}
        self._duels: dict[tuple[str, str], Tally] = {}
        self._tried: dict[tuple[str, bool], Tally] = {}
        """By action, and whether it has to be taken, the games of a player with this restriction."""
        self._each: dict[int, float] = {}
        """By level that plays, about the seconds for a game."""
        self._cut: list[str] = []

    def measure(self, progress: Progress | None = None, executor: Executor | None = None) -> None:
        """Play the games."""
        self._cut.clear()
        budget = Budget(self._seconds)
        told = progress or (lambda what, done, of: None)
        for number, name in enumerate(self.plain, 1):
            until = budget.until(PLAIN * number / len(self.plain))
            self._fast(name, budget, until - budget.left(until) / 2, told, executor)
            self._note(name, budget, until, told)
        with ExitStack() as stack:
            slow = None
            for number, level in enumerate(self.levels):
                share = budget.left(budget.until(LEVELS_END)) / (len(self.levels) - number)
                if slow is None:
                    names = (f"{LEVEL}:{level}",) * self.game.num_players
                    slow = stack.enter_context(workers((self.game,), names, self.jobs, executor))
                self._level(level, budget, time.perf_counter() + max(share, 0.0), told, slow)
            levels = [level for level in self.levels if self._seconds is None or level in self._each]
            if len(levels) > 1 and slow is not None:
                self._match(f"{LEVEL}:{levels[-1]}", f"{LEVEL}:{levels[0]}", budget, told, slow)
            if self.levels and slow is not None and len(self._sides) > 1:
                self._try_actions(budget, told, slow)
        with workers((self.game,), (RANDOM,) * self.game.num_players, self.jobs, executor) as fast:
            for name in self.plain[1:]:
                self._match(name, RANDOM, budget, told, fast)
        for number, name in enumerate(self.plain):
            share = budget.left(budget.until(ALL)) / (len(self.plain) - number)
            self._fast(name, budget, time.perf_counter() + share / 2, told, executor)
            self._note(name, budget, time.perf_counter() + share / 2, told)
            if len(self._kind(name).done) < self.games:
                played = counted(len(self._kind(name).done), "game")
                self._cut.append(f"{played} between {who(name)}, of {self.games:,}")

    def health(self) -> Health:
        """The result of the games so far."""
        played = self.played()
        program = self.game.program
        together = len(self._sides) < 2
        main = self._main(played)
        fallbacks = [each.simulation.fallbacks for each in played.values()]
        return Health(
            game=self.game.name, title=self.game.title, players=self.game.num_players, variant=self.game.variant,
            options=self.game.options, overlays=self.game.overlays, fingerprint=self.game.fingerprint, seed=self.seed, games=self.games,
            main=main, kinds=tuple(played), looks=self._looks_at(len(played)), length=self._length(played[main]) if main else None,
            seats=() if together else tuple(self._seats(list(played.values()))),
            ends=tuple(self._ends(each) for each in played.values()),
            lead=lead_of(self.game, played[main]) if main and not together else None,
            choices=choices_of(self.game, played[main]) if main else None,
            usage=tuple(usage_of(self.game, played[main])) if main else (),
            matches=() if together else tuple(self._matches()),
            restricted=tuple(self._restrictions(len(played))),
            fortune=fortune_of(self.game, played[RANDOM]) if RANDOM in played else None,
            scores={name: score for name, each in played.items() if together and (score := each.simulation.seats[0].score) is not None},
            never=tuple(end.id for end in program.ends if not any(end.id in each.simulation.ends for each in played.values())),
            together=together, cut=tuple(self._cut),
            engine=self.game.executor.engine, fallbacks=sum(fallbacks[1:], fallbacks[0]) if fallbacks else NONE,
        )  # fmt: skip

    def played(self) -> dict[str, Played]:
        """By kind of players the games that were played, the weakest players first."""
        return {
            name: Played(name, kind.tally.simulation(), tuple(kind.courses))
            for name, kind in self._kinds.items()
            if kind.tally.games
        }

    # ------------------------------------------------------------------------------------------------- playing

    def _plan(self, name: str) -> Plan:
        return Plan(self.seed, self.max_actions, (name,) * self.game.num_players, rotated=False)

    def _kind(self, name: str) -> _Kind:
        if name not in self._kinds:
            self._kinds[name] = _Kind(Tally(self.game, self.seed, None, self._plan(name).players))
        return self._kinds[name]

    def _fast(
        self, name: str, budget: Budget, until: float, told: Progress, executor: Executor | None
    ) -> None:
        """Games of players who do not think, those that are left."""
        plan, kind = self._plan(name), self._kind(name)
        left = kind.done.left(self.games)
        if not left or budget.is_over(until):
            return
        with workers((self.game,), plan.players, min(self.jobs, self.games), executor) as playing:
            for numbers in add_games(kind.tally, left, plan, playing):
                kind.done.add(numbers)
                told(f"games of {who(name)}", len(kind.done), self.games)
                if budget.is_over(until) and (len(kind.done) >= AT_ONCE or not is_quick(self.game)):
                    break

    def _note(self, name: str, budget: Budget, until: float, told: Progress) -> None:
        """Notes of the first of these games, which are played again for it."""
        kind, many = self._kind(name), min(COURSES, self.games)
        looks = Looks(self._plan(name), self.odds, weigh=self.weighed, guided=name != RANDOM)
        for looked in self._looks(looks, range(kind.noted, many), None):
            kind.courses.extend(looked.courses)
            kind.noted += looked.games.count
            told(f"games of {who(name)}, decision by decision", kind.noted, many)
            if budget.is_over(until):
                break

    def _looks(self, looks: Looks, games: range, executor: Executor | None) -> Iterator[Looked]:
        """Games of which notes are taken, in order."""
        with workers((self.game,), ("",), 1, executor) as playing:
            for done in on_executor(playing, (self.game,), looks, [games], ordered=True):
                yield done.result

    def _level(self, level: int, budget: Budget, until: float, told: Progress, executor: Executor) -> None:
        """Games of a level, as many as time allows."""
        name = f"{LEVEL}:{level}"
        if self._seconds is not None:
            each = self._seconds_for(level) / self.jobs
            self._each[level] = each
            if FEWEST * each > budget.left(until) and self.games >= FEWEST:
                wanted = self._seconds * FEWEST * each / max(budget.left(until), self._seconds / 20)
                self._cut.append(
                    f"{who(name)}, whose games take about {each * self.jobs:.1f} s each: {counted(rounded_up(wanted), 'second')} (--seconds) would be enough for {FEWEST}"
                )
                del self._each[level]
                return
        kind = self._kind(name)
        for looked in self._looks(
            Looks(self._plan(name), self.odds, weigh=self.weighed), range(self.games), executor
        ):
            kind.tally.add(looked.games)
            kind.courses.extend(looked.courses)
            told(f"games of {who(name)}", kind.tally.games, self.games)
            if budget.is_over(until):
                break

    def _match(self, strong: str, weak: str, budget: Budget, told: Progress, executor: Executor) -> None:
        """Games of one strong player among weak ones, in every seat in turn."""
        if len(self._sides) < 2:
            return
        many = self.game.num_players
        players = (strong, *(weak,) * (many - 1))
        plan = Plan(self.seed, self.max_actions, players, rotated=True)
        tally = self._duels[strong, weak] = Tally(self.game, self.seed, players)
        games = whole_rotations(self.games, players)
        if strong in LEVELS:
            for looked in self._looks(Looks(plan, odds=False), range(games), executor):
                tally.add(looked.games)
                told(f"games of {who(strong)} and {who(weak)}", tally.games, games)
                if budget.is_over(budget.until(MATCHES)):
                    break
            return
        for _ in add_games(tally, [range(games)], plan, executor):
            told(f"games of {who(strong)} and {who(weak)}", tally.games, games)
            if budget.is_over(budget.until(MATCHES)) and (tally.games >= AT_ONCE or not is_quick(self.game)):
                break

    def _try_actions(self, budget: Budget, told: Progress, executor: Executor) -> None:
        """Games of a strong player who may not take an action, or has to, for each action that is not always taken or never legal together with others."""
        main = self._main(self.played())
        used = [each.action for each in usage_of(self.game, self.played()[main])] if main else []
        trials = [(action, must) for action in used for must in (False, True)]
        if not trials:
            return
        if self._seconds is not None:
            each = self._thinking(RestrainedBot(), self._choices()) / self.jobs
            left = budget.left(budget.until(TRIALS))
            if FEWEST * len(trials) * each > left:
                wanted = self._seconds * FEWEST * len(trials) * each / max(left, self._seconds / 20)
                self._cut.append(
                    f"players who may not take an action, or have to: {counted(rounded_up(wanted), 'second')} (--seconds) would be enough for {FEWEST} games of each"
                )
                return
        length = self._kinds[main].tally.simulation().decisions
        most = self.max_actions if length is None else min(self.max_actions, int(LONGER * length.mean) + 1)
        for number, (action, must) in enumerate(trials):
            until = time.perf_counter() + budget.left(budget.until(TRIALS)) / (len(trials) - number)
            self._try_action(action, must, budget, until, most, told, executor)

    def _try_action(
        self,
        action: str,
        must: bool,
        budget: Budget,
        until: float,
        most: int,
        told: Progress,
        executor: Executor,
    ) -> None:
        name, many = name_of(action, must), self.game.num_players
        own = {name: RestrainedBot(action, must), FREE: RestrainedBot()}
        plan = Plan(self.seed, most, (name, *(FREE,) * (many - 1)), rotated=True, own=own)
        tally = self._tried[action, must] = Tally(self.game, self.seed, plan.players)
        games = whole_rotations(min(self.games, MOST_TRIED), plan.players)
        for looked in self._looks(Looks(plan, odds=False), range(games), executor):
            tally.add(looked.games)
            told(f"games of a player who takes {name}", tally.games, games)
            if budget.is_over(until):
                break

    def _restrictions(self, kinds: int) -> Iterator[Restricted]:
        distance = distance_for(self._looks_at(kinds))
        for (action, must), tally in self._tried.items():
            share = self._share_of_first(tally)
            if share.games:
                yield Restricted(
                    action, must, share.games, share.mean, *share.interval(), *share.interval(distance), 1 / len(self._sides)
                )  # fmt: skip

    def _share_of_first(self, tally: Tally) -> Share:
        """The share of the wins of the player named first, in all seats."""
        counts, sides = Counter[int](), self._sides
        for seat in range(self.game.num_players):
            side = next(number for number, bits in enumerate(sides) if bits >> seat & 1)
            counts.update(shares_of(tally.totals.rotation[seat], sides)[side])
        return Share.of(counts, scale_of(len(sides)))

    def _matches(self) -> Iterator[Match]:
        for (strong, weak), tally in self._duels.items():
            share = self._share_of_first(tally)
            if share.games:
                yield Match(strong, weak, share.games, share.mean, *share.interval(), 1 / len(self._sides))

    def _seconds_for(self, level: int) -> float:
        """About how long a game of this level takes."""
        return self._thinking(LevelBot(level), self._choices())

    def _choices(self) -> float:
        """How many decisions with several choices a game has."""
        choices = [
            course.options.total() - course.options[1]
            for kind in self._kinds.values()
            for course in kind.courses
        ]
        return sum(choices) / len(choices) if choices else 100.0

    def _thinking(self, bot: LevelBot, choices: float) -> float:
        """About how many seconds a bot thinks in a game with this number of choices."""
        state, thought, decisions = self.game.new_initial_state(self.seed), 0.0, 0
        while decisions <= TRIED and (player := state.current_player()) is not None:
            begun, many = time.perf_counter(), len(state.legal_ids())
            state.apply_action(bot.choose(state, player))
            if many > 1:
                thought += (
                    (time.perf_counter() - begun) if decisions else 0.0
                )  # the first one measures the game
                decisions += 1
        return thought / max(decisions - 1, 1) * choices

    # ------------------------------------------------------------------------------------------------- figures

    def _main(self, played: dict[str, Played]) -> str:
        finished = {name: each.simulation.finished for name, each in played.items()}
        levels = [name for name in finished if name in LEVELS and finished[name] >= min(ENOUGH, self.games)]
        plain = [name for name in finished if name not in LEVELS and finished[name]]
        return levels[-1] if levels else plain[min(1, len(plain) - 1)] if plain else ""

    def _length(self, played: Played) -> Length | None:
        found = played.simulation
        if found.decisions is None:
            return None
        waits = sorted(total([course.waits for course in played.courses]).elements())
        minutes = self.per_decision / 60
        return Length(
            played.players, found.decisions, found.rounds, self.per_decision,
            minutes * found.decisions.mean, minutes * found.decisions.quantiles[5], minutes * found.decisions.quantiles[95],
            sum(waits) / len(waits) if waits else None, float(waits[int(0.95 * (len(waits) - 1))]) if waits else None,
        )  # fmt: skip

    def _looks_at(self, kinds: int) -> int:
        """The number of figures that could raise an alarm: a seat of each kind of players (of two sides only one, since the other has the rest), each action, and the
        others."""
        sides = len(self._sides)
        seats = 0 if sides < 2 else kinds * (sides if sides > 2 else 1)
        return seats + len(self.game.program.actions) + len(self._tried) + OTHERS

    def _seats(self, played: Sequence[Played]) -> Iterator[SeatShare]:
        """Of every kind of players the share of each side."""
        sides, fair = self._sides, 1 / len(self._sides)
        names = [
            series(
                [self.game.wording.seat(seat) for seat in range(self.game.num_players) if bits >> seat & 1]
            )
            for bits in sides
        ]
        shares = [
            (each.players, side, Share.of(counts, scale_of(len(sides))))
            for each in played
            for side, counts in enumerate(shares_of(self._kinds[each.players].tally.totals.columns[3], sides))
        ]
        distance = distance_for(self._looks_at(len(played)))
        for players, side, share in shares:
            yield SeatShare(
                players, names[side], share.games, share.mean, fair, *share.interval(), *share.interval(distance)
            )  # fmt: skip

    def _ends(self, played: Played) -> Ends:
        found = played.simulation
        games = max(found.games, 1)
        finished = max(found.finished, 1)
        return Ends(
            played.players, found.games, {name: many / finished for name, many in found.ends.items()}, found.ties / finished, found.draws / finished,
            (found.finished - found.draws) / finished, found.broken_off / games, found.failed / games,
        )  # fmt: skip


def rounded_up(seconds: float) -> str:
    """A number of seconds of one digit, rounded up."""
    power = 10 ** max(len(str(int(seconds))) - 1, 0)
    return f"{-(-int(seconds + 1) // power) * power}"
