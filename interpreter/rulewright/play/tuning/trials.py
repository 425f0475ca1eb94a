"""Playing games of settings, and keeping what the wishes need of them.

    trials = Trials(wishes, open_game, Conditions(seed=1, players=("random",)))
    trials.play((2, 1), 200)            200 games of this setting, with the same luck as those of all others
    trials.of((2, 1)).estimates         an estimate for each wish

Game n of each setting has the same seed, so settings differ by what their rules do and not by their luck. Wishes about the same players
are measured in the same games. A setting that cannot be played (its rulebook has mistakes, a rule fails, its games do not end) is
noted with the reason and is not played again.
"""

from __future__ import annotations

import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakSet

from rulewright.game.game import Game
from rulewright.play.comparing.figures import RULES, Figure, figures
from rulewright.play.comparing.sums import Column
from rulewright.play.figures.margins import scale_of, sides_of, winning
from rulewright.play.running.games import Plan, only
from rulewright.play.running.jobs import Kept
from rulewright.play.running.measured_games import Measured, plain_seats, play_measured
from rulewright.play.running.tasks import on_executor
from rulewright.play.tuning.knobs import Setting
from rulewright.play.tuning.samples import Estimate, Sample
from rulewright.play.tuning.wishes import BEATS, TAKEN, Measure, Wish, loss
from rulewright.runtime.fast import Seats, SharesCode
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_OPEN: Final = 40
"""The number of compiled games that are kept open."""
MOST_UNFINISHED: Final = 0.02
"""The share of games that are broken off, or fail, above which a setting is not playable."""
FEW: Final = 20
"""The number of games before which that is not judged, unless none ended."""


class Unplayable(ValueError):
    """A setting cannot be played. The message says why."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How games are played: the seed of all luck, who plays unless a wish names other players, and how many at a time."""

    seed: int = 0
    players: tuple[str, ...] = ("random",)
    max_actions: int = 10_000
    jobs: int = 1
    executor: Executor | None = None


@dataclass(slots=True)
class Trial:
    """The games of a setting: a sample for each wish, the number of games played for each group of players, and how many of them did
    not end. `refused`: why it cannot be played."""

    samples: list[Sample]
    games: list[int]
    unfinished: int = 0
    refused: str = ""

    def to_json(self) -> dict[str, object]:
        """Plain data, which `of_json` reads."""
        return {
            "samples": [sample.to_json() for sample in self.samples],
            "games": self.games,
            "unfinished": self.unfinished,
            "refused": self.refused,
        }

    @staticmethod
    def of_json(data: Any) -> Trial:  # Any: JSON data of any shape
        """Raises LookupError, TypeError or ValueError for other data."""
        samples = [Sample.of_json(each) for each in data["samples"]]
        return Trial(samples, list(map(int, data["games"])), int(data["unfinished"]), str(data["refused"]))


@dataclass
class Trials:
    """The games of all settings that were tried. `open_game` gives the game of a setting, and raises Unplayable."""

    wishes: Sequence[Wish]
    open_game: Callable[[Setting], Game]
    conditions: Conditions
    tried: dict[Setting, Trial] = field(default_factory=dict)
    played: int = 0
    """The number of games played, of all settings and players."""
    most: int | None = None
    """The number of games at which nothing more is played; None if there is no limit."""
    _open: OrderedDict[Setting, Game] = field(default_factory=OrderedDict)
    first: list[object] = field(default_factory=list)
    """The executor of the first game, with which the others have machine code in common; trials of the same settings may share this list."""
    kept: Kept | None = None
    """What plays the games; trials may share it. It is closed when nothing more is played."""

    @cached_property
    def groups(self) -> list[tuple[str, ...]]:
        """The different players of the wishes, each of whom plays games of its own."""
        return list(dict.fromkeys(wish.measure.players for wish in self.wishes))

    def play(self, setting: Setting, games: int) -> Trial:
        """Play games of a setting until there are `games` of each group of players, or as many of each as there may be in all."""
        trial = self.tried.get(setting)
        if trial is None:
            trial = Trial([Sample() for _ in self.wishes], [0] * len(self.groups))
            self.tried[setting] = trial
        for place, players in enumerate(self.groups):
            wanted = min(games, trial.games[place] + self._left() // (len(self.groups) - place))
            if trial.games[place] < wanted and not trial.refused:
                try:
                    self._play(setting, trial, place, players, wanted)
                except Unplayable as error:
                    trial.refused = str(error)
        return trial

    def games_of(self, setting: Setting) -> int:
        """The number of games of a setting, of the group of players that has played least."""
        trial = self.tried.get(setting)
        return min(trial.games) if trial else 0

    def estimates(self, setting: Setting) -> list[Estimate]:
        """The figure of each wish at a setting that was tried."""
        trial = self.tried[setting]
        return [
            estimate(wish.measure, sample) for wish, sample in zip(self.wishes, trial.samples, strict=True)
        ]

    def loss(self, setting: Setting) -> float:
        """The loss at a setting, infinite if it was not tried or cannot be played."""
        trial = self.tried.get(setting)
        if trial is None or trial.refused:
            return math.inf
        return loss(self.wishes, [each.value for each in self.estimates(setting)])

    def playable(self) -> list[Setting]:
        """All settings that were tried and can be played, the best first."""
        found = [setting for setting, trial in self.tried.items() if not trial.refused and min(trial.games)]
        return sorted(found, key=self.loss)

    def game(self, setting: Setting) -> Game:
        """The game of a setting. Raises Unplayable."""
        game = self._open.get(setting)
        if game is None:
            game = self._open[setting] = self.open_game(setting)
            self._share_code(game)
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        self._open.move_to_end(setting)
        return game

    # ------------------------------------------------------------------------------------------------- private

    def _left(self) -> int:
        return sys.maxsize if self.most is None else max(self.most - self.played, 0)

    def _share_code(self, game: Game) -> None:
        """Settings differ in numbers, so that machine code can be made once for all of them."""
        executor = game.executor
        if not self.first:
            self.first.append(executor)
        if isinstance(executor, SharesCode):
            executor.share_code(self.first[0], self._company(game))
            _SHARING.add(executor)

    def _company(self, game: Game) -> Seats:
        """The players whose machine code is made together."""
        names = {name for players in (self.conditions.players, *self.groups) for name in players}
        plain = (plain_seats(game, (name,)) for name in sorted(names))
        return tuple(name for seats in plain if seats for name in seats)

    def _play(self, setting: Setting, trial: Trial, place: int, players: tuple[str, ...], games: int) -> None:
        game = self.game(setting)
        conditions = self.conditions
        names = seats_of(game, players or conditions.players)
        plan = Plan(conditions.seed, conditions.max_actions, names, len(set(names)) > 1)
        wanted = [
            (number, wish.measure)
            for number, wish in enumerate(self.wishes)
            if wish.measure.players == players
        ]
        work = _Sampled(plan, tuple(measure for _, measure in wanted), self._company(game))
        numbers = range(trial.games[place], games)
        self.kept = self.kept or Kept(conditions.jobs, conditions.executor)
        with self.kept.workers(game, names, len(numbers)) as executor:
            for done in on_executor(executor, (game,), work, [numbers]):
                for (number, _), sample in zip(wanted, done.result.samples, strict=True):
                    trial.samples[number].parts = sample.parts
                    trial.samples[number].join(sample)
                trial.games[place] += len(done.numbers)
                trial.unfinished += done.result.unfinished
                self.played += len(done.numbers)
                _refuse_endless(trial, done.result)


def seats_of(game: Game, players: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat: a single one sits everywhere, and of two at a larger table the second sits everywhere else."""
    seats = game.num_players
    if len(players) == 1:
        return tuple(players) * seats
    if len(players) == seats:
        return tuple(players)
    if len(players) == 2 and seats > 2:
        return (players[0], *(players[1],) * (seats - 1))
    raise ValueError(f"{len(players)} players are named, and {seats} play")


def estimate(measure: Measure, sample: Sample) -> Estimate:
    """The figure of a measure, from its sample."""
    if measure.percent is not None:
        return sample.quantile(measure.percent)
    return sample.share() if measure.is_share else sample.mean()


def known_figures(game: Game, players: Sequence[str]) -> dict[str, Figure]:
    """The figures of a game by id, without `BEATS`."""
    usual = figures(game, game, seats_of(game, players))
    return {figure.id: figure for figure in (*usual, *_taken(game))}


def _taken(game: Game) -> Iterator[Figure]:
    """How often each action is taken where it is legal, if others can be legal at the same time."""
    numbers = {name: number for number, name in enumerate(game.program.actions)}
    for phase in game.program.phases:
        for name in phase.actions if len(phase.actions) > 1 else ():
            read, under = (partial(each, numbers[name]) for each in (_times_taken, _times_open))
            yield Figure(
                f"{TAKEN}{name}", RULES, f"action {name} is taken", "ratio", "more often", "less often", "in 100 decisions",
                read, read, under,
            )  # fmt: skip


def _times_taken(action: int, games: Measured) -> Column:
    return games.taken[action]


def _times_open(action: int, games: Measured) -> Column:
    return games.open[action]


@dataclass(frozen=True, slots=True)
class _Result:
    samples: tuple[Sample, ...]
    unfinished: int
    first_failure: str


@dataclass(frozen=True, slots=True)
class _Sampled:
    """Samples of some games, for each of the measures."""

    plan: Plan
    measures: tuple[Measure, ...]
    company: Seats

    def __call__(self, games: Sequence[Game], numbers: range) -> _Result:
        game = games[0]
        _share_in_worker(game, self.company)
        known = known_figures(game, self.plan.players)
        samples = [Sample(_parts(game, known, measure)) for measure in self.measures]
        unfinished, failure, sides = 0, "", sides_of(game.program.teams)
        for part in play_measured(game, numbers, self.plan):
            ended = only(part, part.ended)
            unfinished += part.count - ended.count + len(part.failures)
            failure = failure or next((str(failed.message) for failed in part.failures), "")
            for measure, sample in zip(self.measures, samples, strict=True):
                _add(sample, measure, known, sides, ended)
        return _Result(tuple(samples), unfinished, failure)


_SHARING: Final = WeakSet[object]()
"""The executors in this process that have machine code in common with others."""
_FIRST_IN_WORKER: Final = list[object]()


def _share_in_worker(game: Game, company: Seats) -> None:
    """In a worker process games of all settings have machine code in common too."""
    executor = game.executor
    if isinstance(executor, SharesCode) and executor not in _SHARING:
        if not _FIRST_IN_WORKER:
            _FIRST_IN_WORKER.append(executor)
        executor.share_code(_FIRST_IN_WORKER[0], company)
        _SHARING.add(executor)


def _parts(game: Game, known: Mapping[str, Figure], measure: Measure) -> int:
    if measure.figure == BEATS:
        return scale_of(game.num_players)
    figure = known.get(measure.figure)
    return figure.parts if figure else 1


def _add(
    sample: Sample, measure: Measure, known: Mapping[str, Figure], sides: Sequence[int], games: Measured
) -> None:
    if measure.figure == BEATS:
        sample.add(list(_shares_of_first(games, sides, sample.parts)))
        return
    figure = known.get(measure.figure)
    read = None if figure is None else figure.a
    values = [0] * games.count if read is None else list(map(int, read(games)))
    over = None if figure is None or figure.under is None else list(figure.under(games))
    if figure is None and measure.figure.startswith(TAKEN):
        over = values
    sample.add(values, over, counted=measure.percent is not None)


def _shares_of_first(games: Measured, sides: Sequence[int], parts: int) -> Iterator[int]:
    """The share of the win that the side of the player named first gets, in `parts`; players move one seat on with each game."""
    seats = len(games.scores)
    for won, number in zip(games.winners, games.numbers, strict=True):
        own = winning(sides, won)
        mine = any(sides[place] >> (number % seats) & 1 for place in own)
        yield parts // len(own) if mine else 0


def _refuse_endless(trial: Trial, result: _Result) -> None:
    games = sum(trial.games)
    if trial.unfinished == games or (games >= FEW and trial.unfinished > MOST_UNFINISHED * games):
        why = f"a rule fails: {result.first_failure}" if result.first_failure else "its games do not end"
        raise Unplayable(f"{why} ({trial.unfinished} of {games} games)")
