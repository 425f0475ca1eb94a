"""Threads share a game. A batch or a state is for one of them: a second is refused and breaks nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier, Event, Semaphore, Thread
from typing import Any

import pytest

import rulewright as rw
from rulewright.game.batches.batch import RANDOM
from rulewright.game.game import State
from rulewright.runtime.executor import Chance

ENGINES = ("reference", "native")


class Held:
    """Chance whose dice wait, in the middle of a move, until they are told to go on."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.asked, self.go_on = Event(), Event()
        self.draw = chance.draw

    def roll(self, *asked: Any) -> tuple[int, ...]:
        self.asked.set()
        assert self.go_on.wait(30)
        return self._chance.roll(*asked)


def raised(run: Callable[[], object]) -> BaseException | None:
    try:
        run()
    except Exception as error:
        return error
    return None


def meanwhile(state: State, other: Callable[[], object]) -> BaseException | None:
    """What comes of a move during which something else is done by another thread."""
    held, told = Held(state.game.fixed_chance(rolled={"dice": [3]})), list[BaseException | None]()
    thread = Thread(target=lambda: told.append(raised(lambda: state.apply_action("roll", held))))
    thread.start()
    assert held.asked.wait(30)
    other()
    held.go_on.set()
    thread.join(30)
    return told[0]


def test_of_two_moves_at_the_same_time_one_is_made() -> None:
    state = rw.load("pig").new_initial_state(seed=1)
    state.apply_action("roll", state.game.fixed_chance(rolled={"dice": [4]}))
    error = meanwhile(state, lambda: state.apply_action("hold"))
    assert isinstance(error, RuntimeError)
    assert "another thread has moved this state" in str(error)
    assert [entry.action for entry in state.history] == [None, "roll", "hold"]
    assert state.get("seat(1).score") == 4
    assert rw.replay(state.record()) == state
    assert state.legal_actions() == rw.replay(state.record()).legal_actions()


def test_looking_at_a_state_meanwhile_does_no_harm() -> None:
    state = rw.load("pig").new_initial_state(seed=1)
    assert meanwhile(state, state.legal_actions) is None
    assert state.get("pot") == 3
    assert [str(action) for action in state.legal_actions()] == ["roll", "hold"]


def test_a_clone_is_another_state() -> None:
    state = rw.load("pig").new_initial_state(seed=1)
    assert meanwhile(state, lambda: state.clone().apply_action("roll")) is None
    assert len(state.history) == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_a_batch_in_use_refuses_another_thread(engine: str) -> None:
    game = rw.load("tic-tac-toe", engine=engine)
    batch = game.batch(64, auto_reset=True)
    barrier, refused = Barrier(3), list[str]()

    def play() -> None:
        barrier.wait(30)
        for _ in range(300):
            try:
                batch.apply([RANDOM] * 64)
            except RuntimeError as error:
                refused.append(str(error))

    threads = [Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert all("this batch is in use by another thread" in told for told in refused)
    for place in range(64):
        if not batch.terminal[place]:
            row = batch.cells[place * batch.width : (place + 1) * batch.width]
            assert game.state_at(row).current_player() == batch.current_player[place]


def test_every_use_of_a_batch_is_refused_meanwhile() -> None:
    batch = rw.load("crazy-eights", players=2).batch(2)
    uses: list[Callable[[], object]] = [
        lambda: batch.apply([RANDOM] * 2),
        batch.reset,
        batch.legal_mask,
        batch.observations,
        batch.scores,
        lambda: batch.legal_ids(0),
    ]
    before = batch.cells[:]
    with batch._alone:
        for use in uses:
            with pytest.raises(RuntimeError, match="in use by another thread"):
                use()
    assert batch.cells == before
    for use in uses:
        use()


def test_ids_that_ask_the_batch_are_no_second_thread() -> None:
    batch = rw.load("tic-tac-toe").batch(3)

    def chosen() -> Iterator[int]:
        for place in range(3):
            yield batch.legal_ids(place)[place]

    batch.apply(chosen())
    assert [batch.legal_ids(place)[0] for place in range(3)] == [1, 0, 0]


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_share_a_game(engine: str) -> None:
    game = rw.load("sino", players=2, engine=engine)

    def played(seed: int) -> list[int]:
        state, random = game.new_initial_state(seed), Random(seed)
        for _ in range(40):
            state.apply_action(random.choice(state.legal_actions()))
        batch = game.batch(4)
        batch.reset(seed)
        for _ in range(20):
            batch.apply([RANDOM] * 4)
        return [*state.cells, *batch.cells]

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(played, range(8))) == [played(seed) for seed in range(8)]


@pytest.mark.parametrize("engine", ENGINES)
def test_threads_that_ask_while_one_moves_get_answers_about_one_position(engine: str) -> None:
    state = rw.load("crazy-eights", players=2, engine=engine).new_initial_state(seed=3)
    again, random, done, wrong = state.clone(), Random(1), Event(), list[object]()
    seen = [set[object](), set[object](), set[object]()]

    def ask() -> None:
        try:
            while not done.is_set():
                seen[0].add(tuple(state.observation_row(0)))
                seen[1].add(tuple(state.legal_ids()))
                seen[2].add(state.information_state_string(1))
        except Exception as error:
            wrong.append(error)

    threads = [Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    moves = list[int]()
    while not state.is_terminal() and len(moves) < 60:
        moves.append(random.choice(state.legal_ids()))
        state.apply_action(moves[-1])
    done.set()
    for thread in threads:
        thread.join(60)
    positions = [again.clone()]
    for move in moves:
        again.apply_action(move)
        positions.append(again.clone())
    assert wrong == []
    assert seen[0] <= {tuple(each.observation_row(0)) for each in positions}
    assert seen[1] <= {tuple(each.legal_ids()) for each in positions}
    assert seen[2] <= {each.information_state_string(1) for each in positions}


def runs_meanwhile(call: Callable[[], object], seconds: float = 20) -> bool:
    """Whether another thread that waits for the interpreter runs during one of the calls of so many seconds: on a busy machine it may have to wait for a
    processor. It is never given the interpreter in the middle of Python code."""
    ran, before = Event(), sys.getswitchinterval()
    gate = Semaphore(0)

    def wait() -> None:
        gate.acquire()
        ran.set()

    thread = Thread(target=wait)
    thread.start()
    sys.setswitchinterval(600)
    try:
        gate.release()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            call()
            if ran.is_set():
                return True
        return False
    finally:
        sys.setswitchinterval(before)
        thread.join(60)


def test_the_calls_of_a_batch_let_other_threads_run() -> None:
    game = rw.load("crazy-eights", players=2, engine="native")
    batch = game.batch(3000, auto_reset=True)
    batch.apply([RANDOM] * batch.size)
    mask = batch.legal_mask()
    assert runs_meanwhile(lambda: batch.apply([RANDOM] * batch.size))
    assert runs_meanwhile(lambda: batch.reset(seed=1))
    assert runs_meanwhile(lambda: batch.legal_mask(mask))
    assert runs_meanwhile(lambda: batch.observations(0))
    pigs = rw.load("pig", engine="native").batch(3000)
    assert runs_meanwhile(lambda: pigs.choose("hold_at_20"))
    assert not runs_meanwhile(lambda: sum(range(1000)), seconds=0.05)
