"""The figures of a simulation, added up as games are played.

    tally = Tally(game, seed=1)
    for games in chunks(...): tally.add(games)
    tally.totals                    what a worker returns; totals can be joined in any order
    tally.simulation()              the summary of all games so far

Totals are counts, exact and of bounded size: how often each number of decisions, each score, each end came up, and the first of the
games that failed or were broken off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from itertools import compress
from operator import attrgetter, not_
from typing import Any

from rulewright.game.game import Game
from rulewright.game.results.standing import keeps_score
from rulewright.language.players import RANDOM
from rulewright.play.figures.margins import Margins, shared, sides_of, wins_of
from rulewright.play.figures.rotation import Rotation
from rulewright.play.figures.simulation import Seat, Simulation
from rulewright.play.figures.statistics import summary_of
from rulewright.play.figures.worths import Worths
from rulewright.play.running.games import Failed, Games, only
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.counted import Counts, result_of
from rulewright.runtime.fallbacks import NONE, Fallbacks
from rulewright.source.dataclass import dataclass

MOST_FAILURES_KEPT = 10
MOST_UNFINISHED_KEPT = 10_000
"""The number of games that were broken off whose seeds are kept: the first ones."""


@dataclass(slots=True)
class Totals:
    """Totals of games, which can be joined in any order. `failures` and `unfinished` (games by number) are the first of their kind;
    `columns` count decisions, rounds, ends, sets of winners, the score of each seat, and what `Worths` adds, in finished games; `rotation` is
    `Rotation.counts`, if players rotate."""

    games: int
    failed: int
    failures: list[Failed]
    unfinished: list[int]
    columns: list[Counter[int]]
    margin: Counter[int]
    rotation: list[Counter[int]]
    fallbacks: Fallbacks = NONE

    @staticmethod
    def empty(players: int, rotated: int, worths: int = 0) -> Totals:
        """`rotated`: the number of players who rotate, 0 if they keep their seats; `worths`: the number of columns of `Worths`."""
        columns, rotation = 4 + players + worths, (3 if worths else 2) * rotated
        return Totals(
            0, 0, [], [], [Counter() for _ in range(columns)], Counter(), [Counter() for _ in range(rotation)]
        )

    def join(self, other: Totals) -> None:
        """Add the totals of other games."""
        self.games += other.games
        self.failed += other.failed
        self.fallbacks += other.fallbacks
        self.note_failures(other.failures)
        self.note_unfinished(other.unfinished)
        counters = zip((*self.columns, *self.rotation), (*other.columns, *other.rotation), strict=True)
        for mine, theirs in (*counters, (self.margin, other.margin)):
            mine.update(theirs)

    def to_json(self) -> dict[str, object]:
        """Plain data, which `of_json` reads."""
        counts = {
            name: [sorted(each.items()) for each in counters]
            for name, counters in (
                ("columns", self.columns),
                ("margin", [self.margin]),
                ("rotation", self.rotation),
            )
        }
        failures = [asdict(failed) for failed in self.failures]
        return {
            "games": self.games,
            "failed": self.failed,
            "failures": failures,
            "unfinished": self.unfinished,
            **counts,
            "fallbacks": self.fallbacks.kept(),
        }

    @staticmethod
    def of_json(data: Any) -> Totals:  # Any: JSON data of any shape
        """Raises LookupError, TypeError, ValueError or AttributeError for other data."""
        columns, (margin,), rotation = (
            [Counter({int(value): int(many) for value, many in each}) for each in data[name]]
            for name in ("columns", "margin", "rotation")
        )
        failures = [Failed(**failed) for failed in data["failures"]]
        unfinished = list(map(int, data["unfinished"]))
        return Totals(
            int(data["games"]), int(data["failed"]), failures, unfinished, columns, margin, rotation,
            Fallbacks.of_json(data.get("fallbacks", {})),
        )  # fmt: skip

    def note_failures(self, failures: Sequence[Failed]) -> None:
        both = sorted((*self.failures, *failures), key=attrgetter("number"))
        self.failures = both[:MOST_FAILURES_KEPT]

    def note_unfinished(self, numbers: Sequence[int]) -> None:
        if numbers:
            self.unfinished = sorted((*self.unfinished, *numbers))[:MOST_UNFINISHED_KEPT]


class Tally:
    """Counts the figures of the games added so far. `rotated`: the players, if they move one seat on with each game; `bots`: the
    players otherwise, at random if none are named."""

    def __init__(
        self, game: Game, seed: int, rotated: Sequence[str] | None = None, bots: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.seed = seed
        self.bots = tuple(rotated or bots) or (RANDOM,) * game.num_players
        self._rotation = Rotation(game, rotated) if rotated else None
        self._worths = Worths(game)
        self.totals = Totals.empty(game.num_players, len(rotated or ()), self._worths.width)
        if self._rotation is not None:
            self._rotation.counts = self.totals.rotation
        self._sides = sides_of(game.program.teams)
        self._margins = Margins(game)

    @property
    def games(self) -> int:
        return self.totals.games

    def add(self, games: Games) -> None:
        totals = self.totals
        totals.games += games.count
        totals.failed += len(games.failures)
        totals.fallbacks += games.fallbacks
        totals.note_failures(games.failures)
        if self._rotation is not None:
            self._rotation.add(games)
        totals.margin.update(self._margins.counts(games))
        finished = games if all(games.ended) else only(games, games.ended)
        columns = [
            finished.decisions, finished.rounds, finished.ended, finished.winners, *finished.scores,
            *self._worths.columns(finished),
        ]  # fmt: skip
        for total, column in zip(totals.columns, columns, strict=True):
            total.update(column)
        totals.note_unfinished(list(compress(games.numbers, map(not_, games.ended))))

    def add_counted(self, tables: Sequence[Counts], first: int) -> None:
        """Add finished games that were counted where they were played (`runtime.counted`); the players of the first table sit as in game `first`."""
        players, totals = self.game.num_players, self.totals
        for shift, counts in enumerate(tables, first):
            results = {result_of(self.game.program, value): many for value, many in counts["result"].items()}
            games = sum(results.values())
            scores = [counts.get(f"score.{seat}", {0: games}) for seat in range(players)]
            ends, winners = Counter[int](), Counter[int]()
            for result, many in results.items():
                ends[result.ended] += many
                winners[result.winners] += many
            totals.games += games
            worths = self._worths.counted(results)
            columns = [counts["decisions"], counts["rounds"], ends, winners, *scores, *worths]
            for total, column in zip(totals.columns, columns, strict=True):
                total.update(column)
            totals.margin.update(counts.get("margin", {}))
            if self._rotation is not None:
                self._rotation.add_counted(shift, winners, scores, worths[1:])

    def simulation(self) -> Simulation:
        """The result of the games that were added."""
        game, totals = self.game, self.totals
        decisions, rounds, ends, winners, *_ = totals.columns
        finished = ends.total()
        return Simulation(
            game=game.name,
            players=game.num_players,
            games=self.games,
            seed=self.seed,
            finished=finished,
            decisions=summary_of(decisions),
            rounds=summary_of(rounds),
            seats=tuple(self._seat(seat) for seat in range(game.num_players)),
            draws=winners[0],
            ties=sum(many for won, many in winners.items() if shared(self._sides, won)),
            ends={end.id: ends[index] for index, end in enumerate(game.program.ends, 1) if ends[index]},
            failed=totals.failed,
            failures=tuple(totals.failures),
            unfinished=tuple(seed_of(self.seed, number) for number in totals.unfinished),
            rotated=self._rotation is not None,
            by_player=self._rotation.players() if self._rotation else (),
            duels=self._rotation.duels() if self._rotation else (),
            bots=self.bots,
            title=game.title,
            variant=game.variant,
            teams=tuple(game.program.teams),
            options=game.options,
            overlays=game.overlays,
            fingerprint=game.fingerprint,
            margin=summary_of(totals.margin),
            worths=self._worths.decided(totals.columns[-self._worths.width]) if self._worths.exist else {},
            engine=totals.fallbacks.engine(game.executor.engine),
            fallbacks=totals.fallbacks,
        )

    def _seat(self, seat: int) -> Seat:
        _, _, _, winners, *scores = self.totals.columns
        won = ((seats, many) for seats, many in winners.items() if seats >> seat & 1)
        score = summary_of(scores[seat]) if keeps_score(self.game.program) else None
        returns = (
            self._worths.summary(scores[self.game.num_players + 1 + seat]) if self._worths.exist else None
        )
        return Seat(self.game.wording.seat(seat), *wins_of(won, winners.total(), self._sides), score, returns)
