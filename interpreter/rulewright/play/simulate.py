"""Many games of random players (or other bots), and their results.

    result = simulate(game, games=1000, seed=1, bots=[Mine(), "cautious"], rotated=True)
    result.by_player[0].win_rate, result.decisions.mean, result.ends
    print(result)
    simulate(game, 1000, each=lambda one: print(one.number, one.winners, one.scores))

Each game has its own seed, derived from `seed` and its number, so the result is the same for any number of jobs. Only counts
of each figure are kept, so memory does not grow with the number of games; `each` is called with every single game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from operator import not_

from rulewright.game.game import Game
from rulewright.game.results.standing import keeps_score
from rulewright.language.players import RANDOM
from rulewright.play.comparing.stopping import whole
from rulewright.play.figures.margins import Margins, shared, sides_of, wins_of
from rulewright.play.figures.rotation import Rotation
from rulewright.play.figures.simulation import Seat as Seat
from rulewright.play.figures.simulation import Simulation as Simulation
from rulewright.play.figures.single import OneByOne, PlayedGame
from rulewright.play.figures.statistics import summary_of
from rulewright.play.running.arguments import check_game
from rulewright.play.running.games import Failed, Games, Plan, only, play
from rulewright.play.running.measured_games import play_measured
from rulewright.play.running.players import Who, seated
from rulewright.runtime import whole_numbers
from rulewright.runtime.chance.random_words import seed_of

Progress = Callable[[int, int], None]
"""Called with the number of games done and the number asked for."""
Each = Callable[[PlayedGame], object]
"""Called with each game, in the order of their numbers."""

MOST_FAILURES_KEPT = 10


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 10_000,
    bots: Who | None = None,
    progress: Progress | None = None,
    players: Sequence[str] | None = None,
    rotated: bool = False,
    each: Each | None = None,
) -> Simulation:
    """Play many games and summarise them. `bots` are names (`bots.bot_names`) or your own bots (any object with `begin(seed)`
    and `choose(state, player)`), one for all seats or one for each; `players` is the same for names only. Without either
    everybody plays at random, fast. With `rotated` the players move one seat on with each game, so that nobody is judged by
    one seat; the number of games is rounded up to whole rotations. `each` is called with every single game. With more than
    one of `jobs`, your own bots are sent to other processes by pickle.

    Raises TypeError and ValueError, with the seat, for invalid arguments; TypeError for a bot that does not return an action."""
    check_game(game)
    seed = whole_numbers.seed(seed)
    games, jobs = whole_numbers.count("games", games, 1), whole_numbers.count("jobs", jobs, 1)
    max_actions = whole_numbers.count("max_actions", max_actions, 1)
    if bots is not None and players is not None:
        raise ValueError("`players` and `bots` both say who plays: give one of them; `bots` takes names too")
    named: Who = RANDOM if players is None else tuple(players)
    who = seated(game, named if bots is None else bots)
    tally = Tally(game, seed, who.names if rotated else None, who.names)
    games = whole_rotations(games, who.names) if rotated else games
    one_by_one = OneByOne(game, seed, who.names, rotated)
    for chunk in chunks(game, games, Plan(seed, max_actions, who.names, jobs, rotated, who.own)):
        tally.add(chunk)
        if each is not None:
            for one in one_by_one.of(chunk):
                each(one)
        if progress is not None:
            progress(tally.games, games)
    return tally.simulation()


def chunks(game: Game, games: int, plan: Plan) -> Iterator[Games]:
    """Games in batches, in the order of their numbers."""
    if plan.at_random or plan.own:
        return play(game, games, plan)
    return play_measured(game, range(games), plan)


def whole_rotations(games: int, players: Sequence[str]) -> int:
    """The number of games rounded up so that every player has every seat equally often."""
    return whole(games, len(players))


class Tally:
    """Counts the figures of the games added so far. `rotated`: the players, if they move one seat on with each game; `bots`: the
    players otherwise, at random if none are named."""

    def __init__(
        self, game: Game, seed: int, rotated: Sequence[str] | None = None, bots: Sequence[str] = ()
    ) -> None:
        self.game = game
        self.seed = seed
        self.bots = tuple(rotated or bots) or (RANDOM,) * game.num_players
        self.games = 0
        self.failed = 0
        self._rotation = Rotation(game, rotated) if rotated else None
        self._failures: list[Failed] = []
        self._unfinished: list[int] = []
        self._totals = [Counter[int]() for _ in range(4 + game.num_players)]
        self._decisions, self._rounds, self._ended, self._winners, *self._scores = self._totals
        self._sides = sides_of(game.program.teams)
        self._margins = Margins(game)
        self._margin: Counter[int] = Counter()

    def add(self, games: Games) -> None:
        self.games += games.count
        self.failed += len(games.failures)
        self._failures += games.failures[: MOST_FAILURES_KEPT - len(self._failures)]
        if self._rotation is not None:
            self._rotation.add(games)
        self._margin.update(self._margins.counts(games))
        finished = games if all(games.ended) else only(games, games.ended)
        columns = [finished.decisions, finished.rounds, finished.ended, finished.winners, *finished.scores]
        for total, column in zip(self._totals, columns, strict=True):
            total.update(column)
        unfinished = compress(games.numbers, map(not_, games.ended))
        self._unfinished += [seed_of(self.seed, number) for number in unfinished]

    def simulation(self) -> Simulation:
        """The result of the games that were added."""
        game, finished = self.game, self._ended.total()
        return Simulation(
            game=game.name,
            players=game.num_players,
            games=self.games,
            seed=self.seed,
            finished=finished,
            decisions=summary_of(self._decisions),
            rounds=summary_of(self._rounds),
            seats=tuple(self._seat(seat) for seat in range(game.num_players)),
            draws=self._winners[0],
            ties=sum(many for won, many in self._winners.items() if shared(self._sides, won)),
            ends={
                end.id: self._ended[index]
                for index, end in enumerate(game.program.ends, 1)
                if self._ended[index]
            },
            failed=self.failed,
            failures=tuple(self._failures),
            unfinished=tuple(self._unfinished),
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
            margin=summary_of(self._margin),
        )

    def _seat(self, seat: int) -> Seat:
        finished = self._winners.total()
        won = ((winners, many) for winners, many in self._winners.items() if winners >> seat & 1)
        score = summary_of(self._scores[seat]) if keeps_score(self.game.program) else None
        return Seat(self.game.wording.seat(seat), *wins_of(won, finished, self._sides), score)
