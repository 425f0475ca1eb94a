"""Executors on this computer: what they play, what Ctrl-C and a killed process do."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.game.game import Game
from rulewright.play.bots import RandomBot
from rulewright.play.compare import compare
from rulewright.play.running import tasks
from rulewright.play.running.jobs import workers
from rulewright.play.running.pools import Here, Processes, Threads
from rulewright.play.running.tasks import on_executor
from rulewright.play.simulate import simulate
from tests.game.test_threads import runs_meanwhile


def _doubled(games: Sequence[Game], numbers: range) -> list[int]:
    return [2 * number for number in numbers]


@pytest.mark.parametrize("executor", [Here, lambda: Threads(1), lambda: Threads(4)])
@pytest.mark.parametrize("count", [0, 1, 1000, 50_000])
def test_every_number_is_worked_on_once_and_in_order(executor: type[Here], count: int) -> None:
    with executor() as playing:
        parts = list(on_executor(playing, (), _doubled, [range(count)], ordered=True))
    assert [number for part in parts for number in part.result] == list(range(0, 2 * count, 2))


def test_early_tasks_are_small_and_slow_ones_do_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "SECONDS_HERE", 0.002)

    def slow(games: Sequence[Game], numbers: range) -> int:
        time.sleep(0.002 * len(numbers))
        return len(numbers)

    assert [done.result for done in on_executor(Here(), (), slow, [range(6)])] == [1] * 6
    first = next(on_executor(Here(), (), _doubled, [range(2000)]))
    assert len(first.numbers) == 1


@pytest.mark.parametrize("executor", [Here, lambda: Threads(2)])
def test_an_exception_is_raised_as_it_is_where_the_result_is_wanted(executor: type[Here]) -> None:
    mistake = LookupError("five")

    def fails(games: Sequence[Game], numbers: range) -> int:
        if 5 in numbers:
            raise mistake
        return len(numbers)

    with executor() as playing, pytest.raises(LookupError) as caught:
        list(on_executor(playing, (), fails, [range(100)]))
    assert caught.value is mistake


def test_nothing_new_begins_when_nobody_asks_any_more() -> None:
    begun: list[int] = []
    gate = threading.Event()

    def work(games: Sequence[Game], numbers: range) -> int:
        begun.append(numbers.start)
        if numbers.start:
            gate.wait(10)
        return 0

    with Threads(1) as playing:
        parts = on_executor(playing, (), work, [range(1000)])
        assert next(parts).result == 0
        parts.close()  # type: ignore[attr-defined]  # a generator
        before = len(begun)
        gate.set()
        time.sleep(0.05)
    assert len(begun) <= before + 1


def test_machine_code_is_played_by_threads_and_python_by_processes() -> None:
    pytest.importorskip("llvmlite")
    native, reference = (rw.load("pig", players=2, engine=engine) for engine in ("native", "reference"))
    random = ("random", "random")
    for game, players, jobs, expected in (
        (native, random, 1, Threads),
        (native, ("hold_at_20", "random"), 2, Threads),
        (native, ("greedy", "random"), 2, Processes),
        (reference, random, 2, Processes),
        (reference, random, 1, Here),
    ):
        with workers((game,), players, jobs) as playing:
            assert type(playing) is expected
    with workers((native, reference), random, 1) as playing:
        assert type(playing) is Here
    given = Here()
    with workers((native,), random, 4, given) as playing:
        assert playing is given


class Lethal(RandomBot):
    """A bot that ends the processes in which it plays, as long as there are files in a folder, one for each."""

    def __init__(self, folder: Path, home: int) -> None:
        super().__init__()
        self.folder, self.home = folder, home

    def choose(self, state: rw.State, player: int) -> rw.Action:
        if os.getpid() != self.home and len(state.history) == 4:
            for file in self.folder.iterdir():
                try:
                    file.unlink()
                except FileNotFoundError:  # another process was faster
                    continue
                os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state, player)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_processes_that_are_killed_lose_nothing_and_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "SECONDS", 0.02)
    game, other = (
        rw.load("pig", players=2, engine="reference", options={"target": each}) for each in (30, 20)
    )
    bot = Lethal(tmp_path, os.getpid())

    def simulated(jobs: int) -> str:
        return json.dumps(simulate(game, 60, bots=bot, jobs=jobs).to_json())

    def compared(jobs: int) -> str:
        return json.dumps(compare(game, other, 60, bots=bot, jobs=jobs).to_json())

    for run in (simulated, compared):
        expected = run(1)
        (tmp_path / "now").touch()
        assert run(2) == expected
        assert not list(tmp_path.iterdir())


def test_games_in_machine_code_let_other_threads_run() -> None:
    pytest.importorskip("llvmlite")
    pig, shorter = (rw.load("pig", options={"target": target}, engine="native") for target in (100, 50))
    assert runs_meanwhile(lambda: rw.simulate(pig, 300), 20)
    assert runs_meanwhile(lambda: rw.simulate(pig, 300, bots="hold_at_20"), 20)
    assert runs_meanwhile(lambda: rw.compare(pig, shorter, games=300), 20)
    bot, state = rw.bot_named(pig, "rollouts:200"), pig.new_initial_state(seed=1)
    bot.begin(1)
    assert runs_meanwhile(lambda: bot.choose(state, 0), 20)
