"""Saved states: with the way to them, and without it for whoever saves after every move."""

from __future__ import annotations

import json
from random import Random

import pytest

import rulewright as rw
from rulewright.game.errors import SavedStateError
from rulewright.game.game import State

GAMES = ["cinq-o", "crazy-eights", "dominoes", "reversi"]


def played(name: str, most: int, seed: int = 5) -> State:
    state, random = rw.load(name, players=2).new_initial_state(seed), Random(seed)
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_position_alone_goes_on_as_if_nothing_had_been_left_out(name: str) -> None:
    state, random = played(name, 30), Random(1)
    other = state.game.deserialize_state(state.serialize(history=False))
    assert (other, other.luck, other.tip.known) == (state, state.luck, state.tip.known)
    for _ in range(12):
        if state.is_terminal():
            break
        action = random.choice(state.legal_actions())
        state.apply_action(action)
        other.apply_action(action)
        assert (other, other.luck, other.tip.known) == (state, state.luck, state.tip.known)
        for player in (0, 1):
            assert other.observation(player) == state.observation(player)
            assert other.resample(player, 3).observation(player) == state.observation(player)


def test_a_position_alone_begins_there() -> None:
    state = played("reversi", 10)
    other = state.game.deserialize_state(state.serialize(history=False))
    assert other.can_undo() == "There is nothing to take back."
    lengths = [len(other.history)]
    other.apply_action(other.legal_actions()[0])
    assert [*lengths, len(other.history)] == [1, 2]
    assert len(state.game.deserialize_state(state.serialize()).history) == 11
    again = rw.replay(json.loads(json.dumps(other.record())))
    assert (again, len(again.history)) == (other, 2)
    saved = other.serialize(history=False)
    assert state.game.deserialize_state(saved).serialize(history=False) == saved


@pytest.mark.parametrize("name", GAMES)
def test_a_position_alone_is_as_short_late_as_early(name: str) -> None:
    early, late = played(name, 5), played(name, 60)
    alone = len(late.serialize(history=False))
    assert alone < 2 * len(early.serialize(history=False)) + 500
    assert alone < len(late.serialize()) / 10


def test_a_position_without_the_way_tells_a_player_nothing_of_what_was_hidden() -> None:
    state = played("crazy-eights", 8)
    other = state.game.deserialize_state(state.serialize(history=False))
    theirs = {str(card) for card in state.get("seat(2).hand")}  # type: ignore[attr-defined]  # names of cards
    told = json.dumps([other.record(0), other.observation(0), other.information_state_string(0)])
    assert not [card for card in theirs if card in told]


@pytest.mark.parametrize("history", [True, False])
def test_a_text_that_a_store_laid_out_anew_is_read(history: bool) -> None:
    state = played("crazy-eights", 20)
    text = state.serialize(history=history)
    body = json.loads(text)
    for laid_out in (
        json.dumps(body, indent=2),
        json.dumps(dict(reversed(body.items()))),
        json.dumps(body, ensure_ascii=True, sort_keys=True),
    ):
        assert laid_out != text
        assert state.game.deserialize_state(laid_out) == state


@pytest.mark.parametrize("history", [True, False])
def test_a_damaged_text_is_told(history: bool) -> None:
    state = played("crazy-eights", 20)
    text = state.serialize(history=history)
    cells = text.index('"cells":[[') + len('"cells":[[0,')
    for damaged in (
        text[:cells] + str(1 - int(text[cells])) + text[cells + 1 :],
        text.replace('"checksum":"', '"checksum":"0', 1),
        text.replace('"masked":false', '"masked":true', 1),
    ):
        assert damaged != text
        with pytest.raises(SavedStateError, match="damaged"):
            state.game.deserialize_state(damaged)
