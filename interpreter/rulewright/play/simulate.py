"""Many games of random players (or other bots), and their results.

    result = simulate(game, games=1000, seed=1, bots=[Mine(), "cautious"], rotated=True)
    result.by_player[0].win_rate, result.decisions.mean, result.ends
    print(result)
    simulate(game, 1000, each=lambda one: print(one.number, one.winners, one.scores))

Each game has its own seed, derived from `seed` and its number, so the result is the same for any number of jobs. Only counts
of each figure are kept, so memory does not grow with the number of games; `each` is called with every single game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.game.game import Game
from rulewright.language.players import RANDOM
from rulewright.play.comparing.stopping import whole
from rulewright.play.figures.simulation import Seat as Seat
from rulewright.play.figures.simulation import Simulation as Simulation
from rulewright.play.figures.single import OneByOne, PlayedGame
from rulewright.play.figures.tally import Tally as Tally
from rulewright.play.figures.tally import Totals
from rulewright.play.running.arguments import check_game
from rulewright.play.running.counted_games import chunks as chunks
from rulewright.play.running.counted_games import play_counted
from rulewright.play.running.games import Games, Plan, joined
from rulewright.play.running.jobs import workers
from rulewright.play.running.players import Who, check_sendable, seated
from rulewright.play.running.reports import Reports
from rulewright.play.running.tasks import check_executor, on_executor
from rulewright.problems.quoting import shown
from rulewright.runtime import whole_numbers
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress = Callable[[int, int], None]
"""Called with the number of games done and the number asked for."""
Each = Callable[[PlayedGame], object]
"""Called with each game, in the order of their numbers."""
Watcher = Callable[[Games], object]
"""Called with some games at a time, in the order of their numbers."""


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
    executor: Executor | None = None,
) -> Simulation:
    """Play many games and summarise them. `bots` are names (`bots.bot_names`), your own bots (any object with `begin(seed)`
    and `choose(state, player)`) or classes and functions that make one, one for all seats or one for each; `players` is the same for
    names only. Without either everybody plays at random, fast. With `rotated` the players move one seat on with each game, so that nobody is judged by
    one seat; the number of games is rounded up to whole rotations. `each` is called with every single game. With more than
    one of `jobs`, or an executor, your own bots are sent to other processes by pickle, and a factory makes bots there.

    With an `executor` (any `concurrent.futures.Executor`: threads, processes, a cluster) games are played by its workers, in tasks of
    about a second each, and `jobs` is not used. The result is the same. A task whose worker was lost is submitted again.

    Raises TypeError and ValueError, with the seat, for invalid arguments; TypeError for a bot that does not return an action;
    `running.tasks.TaskLost` for a task that the executor lost several times."""
    check_game(game)
    told = Reports(progress)
    check_executor(executor)
    if each is not None and not callable(each):
        raise TypeError(f"`each` is a function that is called with every game, not {shown(each)}")
    seed = whole_numbers.seed(seed)
    games, jobs = whole_numbers.count("games", games, 1), whole_numbers.count("jobs", jobs, 1)
    max_actions = whole_numbers.count("max_actions", max_actions, 1)
    if bots is not None and players is not None:
        raise ValueError("`players` and `bots` both say who plays: give one of them; `bots` takes names too")
    named: Who = RANDOM if players is None else tuple(players)
    who = seated(game, named if bots is None else bots)
    check_sendable(who.own, jobs, executor)
    tally = Tally(game, seed, who.names if rotated else None, who.names)
    games = whole_rotations(games, who.names) if rotated else games
    watchers: list[Watcher] = [] if each is None else [_calls(each, OneByOne(game, seed, who.names, rotated))]
    plan = Plan(seed, max_actions, who.names, rotated, who.own)
    with workers((game,), who.names, min(jobs, games), executor) as playing:
        for _ in add_games(tally, [range(games)], plan, playing, watchers):
            told(tally.games, games)
    return tally.simulation()


def add_games(
    tally: Tally,
    numbers: Sequence[range],
    plan: Plan,
    executor: Executor,
    watchers: Sequence[Watcher] = (),
) -> Iterator[range]:
    """Play the games of these ranges and add them to the tally; yields the numbers of those that were added. `watchers` get all games,
    in the order of their numbers, some at a time. Only then do workers return single games, otherwise totals."""
    games = (tally.game,)
    if not watchers:
        for done in on_executor(executor, games, TotalsOf(plan), numbers):
            tally.totals.join(done.result)
            yield done.numbers
        return
    for part in on_executor(executor, games, _Singly(plan), numbers, ordered=True):
        tally.add(part.result)
        for watch in watchers:
            watch(part.result)
        yield part.numbers


def whole_rotations(games: int, players: Sequence[str]) -> int:
    """The number of games rounded up so that every player has every seat equally often."""
    return whole(games, len(players))


def _calls(each: Each, one_by_one: OneByOne) -> Watcher:
    def watch(games: Games) -> None:
        for one in one_by_one.of(games):
            each(one)

    return watch


# ---------------------------------------------------------------------------------------------- on an executor


@dataclass(frozen=True, slots=True)
class TotalsOf:
    """The totals of some games."""

    plan: Plan

    def __call__(self, games: Sequence[Game], numbers: range) -> Totals:
        plan = self.plan
        tally = Tally(games[0], plan.seed, plan.players if plan.rotated else None, plan.players)
        for part in play_counted(games[0], numbers, plan):
            tally.add(part.games)
            tally.add_counted(part.tables, part.first)
        return tally.totals


@dataclass(frozen=True, slots=True)
class _Singly:
    """Some games with a row for each."""

    plan: Plan

    def __call__(self, games: Sequence[Game], numbers: range) -> Games:
        return joined(chunks(games[0], numbers, self.plan))
