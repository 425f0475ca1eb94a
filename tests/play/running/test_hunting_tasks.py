"""The random games of `rulewright test` as tasks: what is found is the same for any executor and any number of workers."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

import pytest

import rulewright as rw
from rulewright.play.hunting.hunt import Look, hunt
from rulewright.play.running.pools import Here, Processes, Threads
from rulewright.runtime.fallbacks import STEPS, Collected, Fallbacks, of

FAILING = """
rulebook: 1
name: failing
players: 1..3
variables: {pot: {type: 0..30}}
phases:
  turn:
    actions:
      more: {do: [{add: 7, to: pot}, end_turn]}
      less: {when: {some_left: pot > 3}, do: [{add: -3, to: pot}, end_turn]}
end: {full: {when: pot == 28, result: draw}}
"""
ENDLESS = """
rulebook: 1
name: endless
players: 2
phases: {turn: {actions: {pass: {do: [end_turn]}, stay: {do: [end_turn]}}}}
end: {never: {when: round < 0, result: draw}}
"""
FINE = """
rulebook: 1
name: fine
players: 2
phases: {turn: {actions: {pass: {do: [end_turn]}}}}
end: {late: {when: round > 4, result: draw}}
"""


def looks(text: str, games: int, executor: Executor | None) -> list[Look]:
    """All looks, without exceptions, which are never equal."""
    players = (1, 2, 3) if "1..3" in text else (2,)
    tables = [partial(rw.load_text, text, number) for number in players]
    found = hunt(tables, games, 3, 600, executor=executor)
    return [
        replace(look, mistakes=tuple(replace(each, failure=None) for each in look.mistakes)) for look in found
    ]


@pytest.mark.parametrize("text", [FAILING, ENDLESS, FINE])
def test_one_thread_and_several_find_the_same(text: str) -> None:
    expected = looks(text, 24, None)
    assert looks(text, 24, Here()) == expected
    with Threads(2) as executor:
        assert looks(text, 24, executor) == expected


@pytest.mark.parametrize("jobs", [2, 7])
def test_processes_find_the_same(jobs: int) -> None:
    for text in (FAILING, ENDLESS):
        with Processes(jobs) as executor:
            assert looks(text, 40, executor) == looks(text, 40, None)


def test_what_workers_leave_to_the_reference_is_noted() -> None:
    def work(games: object, numbers: range) -> tuple[frozenset[int], Fallbacks]:
        return frozenset(), of(STEPS, ["endless"] * len(numbers))

    with pytest.MonkeyPatch.context() as patch, Collected() as found:
        patch.setattr("rulewright.play.hunting.hunt.Screening", lambda *_: work)
        assert len(looks(FINE, 6, Here())) == 7
    assert found.so_far() == of(STEPS, ["endless"] * 6)
