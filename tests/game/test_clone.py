"""Copies of a state, with the same luck to come or with another."""

from __future__ import annotations

import pytest

import rulewright as rw


def rolled(state: rw.State) -> object:
    state.apply_action("roll")
    return state.get("tray")


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_the_same_happens_to_a_copy_without_a_seed_and_another_to_one_with(engine: str) -> None:
    state = rw.load("pig", engine=engine).new_initial_state(seed=4)
    state.apply_action("roll")
    same = {str(rolled(state.clone())) for _ in range(10)}
    others = [str(rolled(state.clone(seed))) for seed in range(30)]
    assert len(same) == 1
    assert len(set(others)) == 6
    assert others == [str(rolled(state.clone(seed))) for seed in range(30)]
    assert same == {str(rolled(state))}


def test_a_copy_with_a_seed_keeps_history_and_knowledge() -> None:
    game = rw.load("crazy-eights", players=3)
    state = game.new_initial_state(seed=2)
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    copy = state.clone(9)
    assert copy == state
    assert copy.history == state.history
    for player in range(3):
        assert copy.information_state_string(player) == state.information_state_string(player)
        assert copy.observation(player) == state.observation(player)
    copy.apply_action(copy.legal_actions()[-1])
    assert copy != state
    assert rw.replay(copy.record(), game) == copy
    assert game.deserialize_state(copy.serialize()) == copy


def test_what_is_no_seed_is_refused() -> None:
    state = rw.load("pig").new_initial_state()
    with pytest.raises(ValueError, match="a seed is a whole number from 0, not -1"):
        state.clone(-1)


def test_what_is_no_source_of_chance_is_refused() -> None:
    game = rw.load("pig")
    state = game.new_initial_state()
    with pytest.raises(TypeError, match=r"`chance` is what `game\.fixed_chance"):
        state.apply_action("roll", chance=[1])  # type: ignore[arg-type]  # it is refused
    with pytest.raises(TypeError, match="not 7"):
        game.new_initial_state(chance=7)  # type: ignore[arg-type]  # it is refused
    assert len(state.history) == 1


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_game_may_get_new_luck_before_each_action(engine: str) -> None:
    game = rw.load("crazy-eights", players=3, engine=engine)
    state, seed = game.new_initial_state(seed=2**64 - 1), 2**63 + 987654321
    for step in range(30):
        state = state.clone(seed + step)
        state.apply_action(state.legal_ids()[0])
    assert rw.replay(state.record(), game) == state
    assert game.deserialize_state(state.serialize()).luck == state.luck
    for viewer in (0, 1, 2, "spectator"):
        sent = [
            state.record(viewer),
            state.observation(viewer),
            state.history_for(viewer),
            state.trace(player=viewer),
        ]
        assert not any(str(seed + 29)[:-2] in repr(each) or str(2**64 - 1) in repr(each) for each in sent)
