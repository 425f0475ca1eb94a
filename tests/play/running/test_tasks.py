"""Long runs as tasks on executors: the same result on every one, whatever happens to workers."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import random
import signal
import threading
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import rulewright as rw
from rulewright.game.game import Game
from rulewright.play.bots import RandomBot
from rulewright.play.compare import Comparing, compare
from rulewright.play.comparing.histogram import MOST_BINS, Histogram
from rulewright.play.comparing.stopping import Precision
from rulewright.play.figures import tally
from rulewright.play.running import tasks
from rulewright.play.running.tasks import MOST_TRIES, Run, TaskLost, carry_out, on_executor
from rulewright.play.simulate import simulate

FAILING = """\
rulebook: 1
name: brittle
title: Brittle
players: 2
pieces: {dice: {count: 1, faces: 1..6, label: die, plural: dice}}
zones: {tray: {holds: dice, start: all}}
variables: {points: {per: players, type: 0..40}}
phases:
  turn:
    actions:
      roll: {do: [{roll: dice}, {add: tray.face * tray.face, to: me.points}, end_turn]}
end: {done: {after: roll, when: me.points >= 30, result: {wins: me}}}
"""


class Erratic(Executor):
    """Finishes tasks in random order, and loses some of them before or after their work, as if their workers had died."""

    def __init__(self, seed: int = 0, lost: float = 0.0) -> None:
        self._random, self._lost = random.Random(seed), lost
        self._waiting: list[tuple[Future[Any], bytes]] = []
        self._changed = threading.Condition()
        self.submitted = 0
        self._open = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # Any: as declared
        future: Future[Any] = Future()
        with self._changed:
            self.submitted += 1
            self._waiting.append((future, pickle.dumps((fn, args, kwargs))))
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._changed:
            self._open = False
            self._changed.notify()
        self._thread.join()

    def _serve(self) -> None:
        while (task := self._next()) is not None:
            future, work = task
            if not future.set_running_or_notify_cancel():
                continue
            before, after = self._random.random() < self._lost / 2, self._random.random() < self._lost / 2
            if not before:
                fn, args, kwargs = pickle.loads(work)
                result = pickle.dumps(fn(*args, **kwargs))
            if before or after:
                future.set_exception(BrokenExecutor("a worker died"))
            else:
                future.set_result(pickle.loads(result))

    def _next(self) -> tuple[Future[Any], bytes] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or not self._open)
            if not self._waiting:
                return None
            return self._waiting.pop(self._random.randrange(len(self._waiting)))


def as_json(found: Any) -> str:  # Any: a simulation or a comparison
    return json.dumps(found.to_json())


def pig(**options: int) -> Game:
    return rw.load("pig", players=2, engine="reference", options={"target": 30, **options})


@pytest.fixture(autouse=True)
def _short_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many tasks, although there are few games."""
    monkeypatch.setattr(tasks, "SECONDS", 0.02)


RUNS: dict[str, Callable[..., Any]] = {
    "random": lambda **how: simulate(pig(), 150, seed=3, **how),
    "rotated": lambda **how: simulate(pig(), 60, players=("hold_at_20", "random"), rotated=True, **how),
    "own": lambda **how: simulate(pig(), 40, bots=[RandomBot(), "hold_at_20"], **how),
    "broken off": lambda **how: simulate(pig(), 60, max_actions=30, **how),
    "failing": lambda **how: simulate(rw.load_text(FAILING, engine="reference"), 120, seed=1, **how),
    "compare": lambda **how: compare(
        pig(), pig(target=20), 60, ("hold_at_20", "random"), max_actions=25, **how
    ),
    "precise": lambda **how: compare(pig(), pig(target=20), precision=Precision("turns", 2), **how),
    "given up": lambda **how: compare(
        pig(), rw.load_text(FAILING, engine="reference"), 300, paired=False, **how
    ),
}


@pytest.mark.parametrize("name", RUNS)
def test_results_are_the_same_on_executors_that_shuffle_and_lose_tasks(name: str) -> None:
    run = RUNS[name]
    expected = as_json(run())
    for workers in (1, 2, 7):
        with ThreadPoolExecutor(workers) as threads:
            assert as_json(run(executor=threads)) == expected
    with Erratic(seed=5) as shuffling:
        assert as_json(run(executor=shuffling)) == expected
    with Erratic(seed=6, lost=0.2) as losing:
        assert as_json(run(executor=losing)) == expected


def test_results_are_the_same_in_machine_code() -> None:
    pytest.importorskip("llvmlite")
    game, other = (rw.load("pig", players=2, engine="native", options={"target": each}) for each in (100, 60))
    runs: list[Callable[..., Any]] = [
        lambda **how: simulate(game, 5000, seed=3, **how),
        lambda **how: simulate(game, 5000, players=("hold_at_20", "random"), rotated=True, **how),
        lambda **how: compare(game, other, 3000, **how),
    ]
    for run in runs:
        with Erratic(seed=1, lost=0.2) as losing:
            assert as_json(run(executor=losing)) == as_json(run(jobs=2))


def test_processes_carry_tasks_out() -> None:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        assert as_json(RUNS["own"](executor=processes)) == as_json(RUNS["own"]())
        assert as_json(RUNS["compare"](executor=processes)) == as_json(RUNS["compare"]())


def test_single_games_come_in_order() -> None:
    expected: list[object] = []
    found: list[object] = []
    game = rw.load_text(FAILING, engine="reference")
    whole = simulate(game, 100, each=expected.append)
    with Erratic(seed=2, lost=0.2) as losing:
        assert as_json(simulate(game, 100, each=found.append, executor=losing)) == as_json(whole)
    assert found == expected


def test_progress_counts_every_game_once() -> None:
    done: list[tuple[int, int]] = []
    with Erratic(seed=3, lost=0.2) as losing:
        simulate(pig(), 80, executor=losing, progress=lambda *now: done.append(now))
    counts = [count for count, _ in done]
    assert counts == sorted(set(counts))
    assert done[-1] == (80, 80)


def test_an_interrupted_comparison_has_the_games_that_came_in() -> None:
    comparing = Comparing((pig(), pig(target=20)))

    def stop(done: int, of: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    with Erratic(seed=3) as shuffling, pytest.raises(KeyboardInterrupt):
        comparing.play(200, progress=stop, executor=shuffling)
    assert 10 <= comparing.comparison().played < 200


class Careless(RandomBot):
    """A bot whose author made a mistake."""

    def choose(self, state: rw.State, player: int) -> rw.Action:
        raise LookupError("no such plan")


def test_mistakes_in_the_work_are_raised_and_not_tried_again() -> None:
    with Erratic() as executor, pytest.raises(LookupError, match="no such plan") as caught:
        simulate(pig(), 40, bots=Careless(), executor=executor)
    assert "in seat" in caught.value.__notes__[0]
    assert executor.submitted <= 10


def _doubled(games: Sequence[Game], numbers: range) -> list[int]:
    return [2 * number for number in numbers]


def test_a_task_that_is_lost_again_and_again_ends_the_run() -> None:
    with Erratic(lost=2.0) as executor, pytest.raises(TaskLost, match="games 1 to 1 5 times: a worker died"):
        list(on_executor(executor, (), _doubled, [range(1)]))
    assert executor.submitted == MOST_TRIES


def test_an_executor_that_is_broken_is_the_callers_to_replace() -> None:
    class Broken(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenExecutor("the pool is broken")

    with pytest.raises(BrokenExecutor, match="the pool is broken"):
        simulate(pig(), 10, executor=Broken())


def test_every_number_is_in_one_task_and_tasks_grow() -> None:
    with Erratic(seed=4, lost=0.1) as executor:
        wanted = [range(100, 50_000), range(60_000, 60_003)]
        done = list(on_executor(executor, (), _doubled, wanted, ordered=True))
    assert [number for each in done for number in each.numbers] == [*wanted[0], *wanted[1]]
    assert all(each.result == [2 * number for number in each.numbers] for each in done)
    assert len(done[0].numbers) == 1
    assert len(done) < 500


def test_what_is_no_executor_is_refused() -> None:
    for wrong in (7, ThreadPoolExecutor):
        with pytest.raises(TypeError, match=r"`executor` has to be a `concurrent\.futures\.Executor`"):
            simulate(pig(), 3, executor=wrong)  # type: ignore[arg-type]  # what somebody might write


def test_bots_that_cannot_be_sent_are_refused() -> None:
    class Local(RandomBot):
        pass

    with (
        ThreadPoolExecutor(1) as threads,
        pytest.raises(TypeError, match="the bot `Local` cannot be sent to other processes"),
    ):
        simulate(pig(), 3, bots=Local(), executor=threads)


def test_workers_of_another_version_are_refused() -> None:
    run = Run.of((pig(),), _doubled)
    text = zlib.decompress(run.games[0]).replace(b'"classes":"', b'"classes":"0', 1)
    raised = carry_out(replace(run, games=(zlib.compress(text),)), range(3), 1)
    assert "SavedProgramError: this game was compiled by another version" in str(raised)


def test_the_seeds_of_games_that_were_broken_off_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(pig(), 30, max_actions=5)
    monkeypatch.setattr(tally, "MOST_UNFINISHED_KEPT", 4)
    found = simulate(pig(), 30, max_actions=5)
    assert found.unfinished == whole.unfinished[:4]
    assert found.broken_off == whole.broken_off == len(whole.unfinished) == 30


@pytest.mark.parametrize("seed", range(5))
def test_histograms_are_the_same_however_their_numbers_are_divided(seed: int) -> None:
    drawn = random.Random(seed)
    numbers = [drawn.randrange(-30_000, 10 ** drawn.randrange(2, 6)) for _ in range(3 * MOST_BINS)]
    whole, joined = Histogram(), Histogram()
    whole.add(numbers)
    cuts = sorted(drawn.randrange(len(numbers)) for _ in range(4))
    parts = [Histogram() for _ in range(5)]
    for part, start, stop in zip(parts, [0, *cuts], [*cuts, None], strict=True):
        part.add(numbers[start:stop])
    drawn.shuffle(parts)
    for part in parts:
        joined.join(part)
    assert joined.to_json() == whole.to_json()


def test_workers_of_a_cluster_that_are_killed_lose_nothing_and_change_nothing() -> None:
    distributed = pytest.importorskip("distributed")
    expected = as_json(simulate(pig(), 400, seed=3))
    killed: list[int] = []
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):

        def kill(done: int, of: int) -> None:
            if len(killed) < 2 and done > 40 * (1 + 3 * len(killed)):
                pids = set(client.run(os.getpid).values()) - set(killed)
                killed.append(min(pids))
                os.kill(killed[-1], signal.SIGKILL)

        assert (
            as_json(simulate(pig(), 400, seed=3, executor=client.get_executor(), progress=kill)) == expected
        )
    assert len(killed) == 2
