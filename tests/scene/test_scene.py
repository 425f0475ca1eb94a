"""Scenes of every game at every table: no secrets, all moves can be touched, and everything in them can be drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import rulewright as rw
from rulewright.scene.previews import previews
from rulewright.scene.records import Scene
from rulewright.scene.table import scene_of
from tests.games.books import tables

TABLES = {str(table): table for table in tables()}
STEPS = (0, 3, 11)
MOST_PREVIEWS = 12


def positions(name: str) -> list[rw.State]:
    """A few states of one game."""
    state, random = TABLES[name].load().new_initial_state(seed=5), Random(name)
    found = []
    for number in range(max(STEPS) + 1):
        if number in STEPS:
            found.append(state.clone())
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_ids()))
    return found


@pytest.mark.parametrize("name", TABLES)
def test_what_a_viewer_cannot_tell_apart_is_the_same_scene(name: str) -> None:
    for state in positions(name):
        for viewer in range(state.game.num_players):
            other = state.resample(viewer, 3)
            # The story of a resampled game lacks the steps that this viewer did not see whole; `tests/games/test_told.py` holds it.
            assert replace(scene_of(state, viewer), story=()) == replace(scene_of(other, viewer), story=())
            if state.current_player() == viewer:
                ids = state.legal_ids()[:MOST_PREVIEWS]
                assert previews(state, viewer, ids) == previews(other, viewer, ids)


@pytest.mark.parametrize("name", TABLES)
def test_moves_are_the_legal_ones_and_touches_tell_them_apart(name: str) -> None:
    for state in positions(name):
        scene = scene_of(state, state.current_player())
        assert [move.id for move in scene.moves] == state.legal_ids()
        touched = [(move.action, move.touches) for move in scene.moves]
        assert len(set(touched)) == len(touched)
        _is_on_the_table(scene)


def _is_on_the_table(scene: Scene) -> None:
    """Every space and zone that a move touches is in the scene, and every piece is where it says."""
    spaces = {(board.id, space.id): space for board in scene.boards for space in board.spaces}
    zones = {zone.id: zone for zone in scene.zones}
    boards = {board.id for board in scene.boards}
    for touch in (touch for move in scene.moves for touch in move.touches):
        if touch.sort == "line":
            assert all((touch.where, space) in spaces for space in touch.spaces)
        elif touch.sort == "space":
            assert (touch.where, touch.id) in spaces
        elif touch.sort == "zone":
            assert touch.where in zones
        elif touch.sort == "piece" and touch.where in boards:
            assert (touch.where, touch.space) in spaces
        elif touch.sort == "piece":
            pieces = zones[touch.where].pieces
            assert pieces is None or touch.id in {piece.id for piece in pieces}


@pytest.mark.parametrize("name", TABLES)
def test_a_spectator_sees_a_scene_without_moves(name: str) -> None:
    for state in positions(name):
        scene = scene_of(state, None)
        assert json.loads(json.dumps(scene.to_json()))["title"] == state.game.title
        assert scene.moves == ()


def test_a_seat_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="seat"):
        scene_of(rw.load("pig").new_initial_state(), 7)
