"""Many games of random players (or other bots), and what came of them.

    result = simulate(game, games=1000, seed=1, jobs=2)
    result.seats[0].win_rate, result.decisions.mean, result.ends

Each game has a seed of its own, worked out from `seed` and its number, so the result is the same for any number of
jobs.  Workers are fresh processes that get the compiled game as text: nothing is inherited, so this works wherever
Python does.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from multiprocessing import resource_tracker

from rulewright.game import compiled
from rulewright.game.game import Game
from rulewright.game.playout import Playout, facts, play_out, state_of_playout
from rulewright.game.standing import keeps_score
from rulewright.play.bots import Bot
from rulewright.play.seeds import game_seed
from rulewright.play.statistics import Summary, summary, wilson
from rulewright.runtime.counting import Counting, Counts
from rulewright.runtime.failures import RuleFailure

Progress = Callable[[int, int], None]
"""Called with the games done and the games asked for."""

MOST_FAILURES_KEPT = 10
LONGEST_CHUNK = 20


@dataclass(frozen=True, slots=True)
class Failed:
    """A game in which a rule of the rulebook failed. `record` replays it."""

    number: int
    seed: int
    code: str
    message: str
    path: str
    place: str
    record: object | None


@dataclass(frozen=True, slots=True)
class Seat:
    """What came of one seat. `wins` counts shared ones; `low`..`high` is the 95 % interval of the win rate; `score` is
    None if the game keeps none."""

    seat: str
    wins: int
    shared: int
    win_rate: float
    low: float
    high: float
    score: Summary | None


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of all games. `draws`: nobody won; `ties`: several won together; `unfinished`: seeds of games that
    were broken off. Everything but `failures` and `unfinished` is of finished games only."""

    game: str
    players: int
    games: int
    seed: int
    finished: int
    decisions: Summary | None
    rounds: Summary | None
    seats: tuple[Seat, ...]
    draws: int
    ties: int
    ends: dict[str, int]
    failed: int
    failures: tuple[Failed, ...]
    unfinished: tuple[int, ...]

    def to_json(self) -> dict[str, object]:
        """Plain data, the same for any number of jobs."""
        data = asdict(self)
        data["decisions"] = self.decisions.to_json() if self.decisions else None
        data["rounds"] = self.rounds.to_json() if self.rounds else None
        data["seats"] = [
            {**asdict(seat), "score": seat.score.to_json() if seat.score else None} for seat in self.seats
        ]
        return data


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    max_actions: int = 10_000,
    bots: Sequence[Bot] | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play so many games and sum them up. `bots`, one for each seat, must be picklable when `jobs` is above 1;
    without them everybody plays at random, fast."""
    played: list[Playout] = []
    failures: list[Failed] = []
    done = 0
    for chunk in chunks(game, games, seed, jobs, max_actions, bots):
        for result in chunk:
            if isinstance(result, Playout):
                played.append(result)
            else:
                failures.append(result)
        done += len(chunk)
        if progress is not None:
            progress(done, games)
    return summed_up(game, games, seed, played, failures)


def chunks(
    game: Game,
    games: int,
    seed: int,
    jobs: int,
    max_actions: int,
    bots: Sequence[Bot] | None = None,
    rounds: int | None = None,
) -> Iterator[list[Playout | Failed]]:
    """The single results in the order of the games, some at a time."""
    given = tuple(bots) if bots else None
    tasks = [_Task(numbers, seed, max_actions, rounds, given) for numbers in _shares(games, jobs)]
    if jobs <= 1 or len(tasks) <= 1:
        for task in tasks:
            yield _play(game, task)
        return
    context = multiprocessing.get_context("spawn")
    handed = (type(game.executor), game.to_text())
    pool = None
    try:
        with _interrupts_wait():
            pool = context.Pool(min(jobs, len(tasks)), _start_worker, handed)
        for results, counts in pool.imap(_work, tasks):
            if isinstance(game.executor, Counting):
                game.executor.join(counts)
            yield results
    finally:
        if pool is not None:
            pool.terminate()


def _shares(games: int, jobs: int) -> Iterator[range]:
    """The numbers of the games, some at a time: few at first, so that early on there is something to report."""
    longest = max(1, min(LONGEST_CHUNK, games // (4 * jobs)))
    first, size, given = 0, 1, 0
    while first < games:
        yield range(first, min(first + size, games))
        first, given = first + size, given + 1
        if given % jobs == 0:
            size = min(2 * size, longest)


# ----------------------------------------------------------------------------------------------------- workers


@dataclass(frozen=True, slots=True)
class _Task:
    numbers: range
    seed: int
    max_actions: int
    rounds: int | None
    bots: tuple[Bot, ...] | None


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Ctrl-C while workers start reaches us afterwards. They inherit that it waits, so it never reaches them, not
    even while they import what they need."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # else the pool starts it, which lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_games: list[Game] = []
"""The game of this worker process."""


def _start_worker(executor: Callable[..., object], text: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asked for the games ends them
    _games[:] = [compiled.from_text(text, executor)]  # type: ignore[arg-type]  # any executor class will do


def _work(task: _Task) -> tuple[list[Playout | Failed], Counts]:
    """The games, and what was counted in them if the executor counts."""
    results = _play(_games[0], task)
    executor = _games[0].executor
    return results, executor.hand_over() if isinstance(executor, Counting) else {}


def _play(game: Game, task: _Task) -> list[Playout | Failed]:
    return [_play_one(game, task, number) for number in task.numbers]


def _play_one(game: Game, task: _Task, number: int) -> Playout | Failed:
    seed = game_seed(task.seed, number)
    try:
        if task.bots is not None:
            return _play_with_bots(game, task.bots, seed, task.max_actions)
        return play_out(game, seed, task.max_actions, task.rounds)
    except RuleFailure as failure:
        if failure.record is None:
            failure = _with_record(game, seed, task.max_actions, failure)
        return Failed(
            number, seed, failure.code, failure.message, failure.path, str(failure.span), failure.record
        )


def _play_with_bots(game: Game, bots: Sequence[Bot], seed: int, max_actions: int) -> Playout:
    state = game.new_initial_state(seed)
    for seat, bot in enumerate(bots):
        bot.begin(game_seed(seed, seat))
    for _ in range(max_actions):
        player = state.current_player()
        if player is None:
            break
        state.apply_action(bots[player].choose(state, player))
    return facts(game, state, seed)


def _with_record(game: Game, seed: int, max_actions: int, failure: RuleFailure) -> RuleFailure:
    """The same failure, found again on the slow way that keeps a record."""
    try:
        state_of_playout(game, seed, max_actions)
    except RuleFailure as again:
        return again
    return failure


# ----------------------------------------------------------------------------------------------------- summing up


def summed_up(
    game: Game, games: int, seed: int, played: Sequence[Playout], failures: Sequence[Failed]
) -> Simulation:
    finished = [playout for playout in played if playout.ended_by is not None]
    ends = Counter(playout.ended_by for playout in finished if playout.ended_by is not None)
    return Simulation(
        game=game.name,
        players=game.num_players,
        games=games,
        seed=seed,
        finished=len(finished),
        decisions=summary([playout.decisions for playout in finished]),
        rounds=summary([playout.rounds for playout in finished]),
        seats=tuple(_seat(game, finished, seat) for seat in range(game.num_players)),
        draws=sum(not playout.winners for playout in finished),
        ties=sum(len(playout.winners) > 1 for playout in finished),
        ends={end.id: ends[end.id] for end in game.program.ends if ends[end.id]},
        failed=len(failures),
        failures=tuple(failures[:MOST_FAILURES_KEPT]),
        unfinished=tuple(playout.seed for playout in played if playout.ended_by is None),
    )


def _seat(game: Game, finished: Sequence[Playout], seat: int) -> Seat:
    wins = sum(seat in playout.winners for playout in finished)
    shared = sum(seat in playout.winners and len(playout.winners) > 1 for playout in finished)
    low, high = wilson(wins, len(finished))
    return Seat(
        game.wording.seat(seat),
        wins,
        shared,
        wins / len(finished) if finished else 0.0,
        low,
        high,
        summary([playout.scores[seat] for playout in finished]) if keeps_score(game.program) else None,
    )
