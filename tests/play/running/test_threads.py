"""Work in threads comes back in order, whole, and with what was raised."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import closing
from typing import cast

import pytest

import rulewright as rw
from rulewright.play.running.threads import MOST, in_threads
from tests.game.test_threads import runs_meanwhile


@pytest.mark.parametrize(("count", "jobs"), [(0, 1), (1, 3), (1000, 1), (5000, 4)])
def test_every_number_is_worked_on_once_and_in_order(count: int, jobs: int) -> None:
    parts = list(in_threads(list, count, jobs))
    assert [number for part in parts for number in part] == list(range(count))
    assert all(len(part) <= MOST for part in parts)


def test_early_parts_are_small_and_slow_ones_do_not_grow() -> None:
    def slow(numbers: range) -> int:
        time.sleep(0.06)
        return len(numbers)

    assert list(in_threads(slow, 6, 1)) == [1] * 6
    assert next(iter(in_threads(len, 20, 1))) == 1


def test_what_is_raised_is_raised_where_it_is_wanted() -> None:
    def fails(numbers: range) -> int:
        if 5 in numbers:
            raise LookupError("five")
        return len(numbers)

    with pytest.raises(LookupError, match="five"):
        list(in_threads(fails, 100, 2))


def test_nothing_new_begins_when_nobody_asks_any_more() -> None:
    begun: list[int] = []
    gate = threading.Event()

    def work(numbers: range) -> int:
        begun.append(numbers.start)
        if numbers.start:
            gate.wait(10)
        return 0

    parts = cast(Generator[int], in_threads(work, 1000, 1))
    with closing(parts):
        assert next(parts) == 0
    before = len(begun)
    gate.set()
    time.sleep(0.05)
    assert len(begun) <= before + 1


def test_games_in_machine_code_let_other_threads_run() -> None:
    pig, shorter = (rw.load("pig", options={"target": target}, engine="native") for target in (100, 50))
    assert runs_meanwhile(lambda: rw.simulate(pig, 300), 20)
    assert runs_meanwhile(lambda: rw.simulate(pig, 300, bots="hold_at_20"), 20)
    assert runs_meanwhile(lambda: rw.compare(pig, shorter, games=300), 20)
    bot, state = rw.bot_named(pig, "rollouts:200"), pig.new_initial_state(seed=1)
    bot.begin(1)
    assert runs_meanwhile(lambda: bot.choose(state, 0), 20)
