"""Single games stepped in place: ids that are not legal, room that grows, threads, and histories that are forgotten."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import rulewright as rw

pytest.importorskip("llvmlite")


DOUBLING = """\
rulebook: 1
name: doubling
title: Doubling
players: 2
variables:
  pot: {type: 0..100, start: 60}
phases:
  turn:
    actions:
      double: {do: [{add: pot, to: pot}]}
      rest: {do: [end_turn]}
end:
  empty: {when: pot == 1, result: draw}
"""
"""A game whose first action fails: the pot cannot hold 120."""


@pytest.fixture(scope="module")
def four() -> rw.Game:
    return rw.load("connect-four", engine="native")


@pytest.mark.parametrize("wrong", [-1, 7, 2**31, 2**32, 2**64 + 1, 10**30])
def test_ids_of_no_action_are_refused(four: rw.Game, wrong: int) -> None:
    state = four.new_initial_state()
    with pytest.raises(rw.UnknownMove):
        state.apply_action(wrong)
    assert len(state.history) == 1


def test_an_id_that_is_not_legal_is_refused_with_the_reason(four: rw.Game) -> None:
    state = four.new_initial_state()
    for _ in range(6):
        state.apply_action(3)
    before = state.clone()
    with pytest.raises(rw.IllegalAction, match="empty space"):
        state.apply_action(3)
    assert state == before
    assert 3 not in state.legal_ids()
    state.apply_action(2)
    assert len(state.history) == 8


def test_other_integers_are_ids_too(four: rw.Game) -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    state = four.new_initial_state()
    state.apply_action(Two())
    assert state.history[-1].action == str(four.action_from_id(2))


def test_room_grows_with_the_choices_and_the_moves() -> None:
    reference, native = (rw.load("cinco", players=2, engine=engine) for engine in ("reference", "native"))
    random, states = Random(5), [each.new_initial_state(seed=5) for each in (reference, native)]
    for _ in range(60):
        ids = states[0].legal_ids()
        assert states[1].legal_ids() == ids
        if not ids:
            break
        number = random.choice(ids)
        for state in states:
            state.apply_action(number)
    assert states[0].record() == states[1].record()


def test_moves_of_several_threads_follow_each_other(four: rw.Game) -> None:
    state = four.new_initial_state()

    def move(seed: int) -> int:
        random, made = Random(seed), 0
        for _ in range(60):
            try:
                state.apply_action(random.randrange(7))
                made += 1
            except (rw.IllegalAction, RuntimeError):
                continue
        return made

    with ThreadPoolExecutor(4) as threads:
        made = sum(threads.map(move, range(4)))
    assert len(state.history) == made + 1
    assert rw.replay(state.record()) == state


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("name", ["crazy-eights", "connect-four"])
def test_a_trimmed_state_has_no_history_and_goes_on_the_same(name: str, engine: str) -> None:
    state = rw.load(name, players=2, engine=engine).new_initial_state(seed=4)
    for _ in range(7):
        state.apply_action(state.legal_ids()[0])
    whole = state.clone()
    state.trim()
    assert [entry.action for entry in state.history] == [None]
    assert state.can_undo() is not None
    assert state == whole
    for _ in range(5):
        assert state.legal_ids() == whole.legal_ids()
        number = state.legal_ids()[-1]
        state.apply_action(number)
        whole.apply_action(number)
    assert state == whole
    assert state.luck == whole.luck
    assert [entry.action is None for entry in state.history] == [True, *5 * [False]]
    assert state.resample(0, 3).cells == whole.resample(0, 3).cells


def test_a_move_that_fails_leaves_the_state_as_it_was(tmp_path: Any) -> None:
    path = tmp_path / "doubling.rulebook.yaml"
    path.write_text(DOUBLING)
    game = rw.load(path, engine="native")
    state = game.new_initial_state()
    state.apply_action(1)
    with pytest.raises(rw.RuleFailure):
        state.apply_action(0)
    assert [entry.action for entry in state.history] == [None, "rest"]
    assert state.legal_ids() == [0, 1]
    state.apply_action(1)
    assert len(state.history) == 3
