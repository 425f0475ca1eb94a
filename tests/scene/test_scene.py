"""Scenes of every game at every table: no secrets, all moves can be touched, and everything in them can be drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

import rulewright as rw
from rulewright.scene.outcomes import outcome
from rulewright.scene.previews import preview, previews
from rulewright.scene.records import Scene
from rulewright.scene.table import scene_of
from tests.games.books import between, tables

TABLES = {str(table): table for table in tables()}
STEPS = (0, 3, 11)
MOST_PREVIEWS = 12
MOST_OUTCOMES = 4


def positions(name: str) -> list[rw.State]:
    """A few states of one game; the last of them alone at a table that is neither the smallest nor the largest of its game."""
    state, random = TABLES[name].load().new_initial_state(seed=5), Random(name)
    found = []
    for number in range(max(STEPS) + 1):
        if number in STEPS:
            found.append(state.clone())
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_ids()))
    return found[-1:] if TABLES[name] in between() else found


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


@pytest.mark.parametrize("name", ["reversi", "crib-ino"])
def test_what_is_said_to_lie_on_a_board_after_a_move_lies_there_and_hidden_cards_change_nothing(
    name: str,
) -> None:
    table = next(key for key in TABLES if key.startswith(name))
    for state in positions(table):
        viewer = state.current_player()
        if viewer is None:
            continue
        twin = state.resample(viewer, 3)
        for number in state.legal_ids()[:MOST_OUTCOMES]:
            after = state.clone()
            after.apply_action(number)
            found = outcome(state, viewer, number)
            spaces = {(b.id, s.id): s.pieces for b in scene_of(after, viewer).boards for s in b.spaces}
            assert found
            assert [each.space.pieces for each in found] == [
                spaces[each.board, each.space.id] for each in found
            ]
            assert outcome(twin, viewer, number) == found


def test_a_preview_has_the_names_of_people() -> None:
    state = rw.load("reversi").new_initial_state(seed=1)
    for _ in range(4):
        state.apply_action(state.legal_ids()[0])
    viewer, number = state.current_player(), state.legal_ids()[0]
    assert viewer is not None
    assert "player" in preview(state, viewer, number)
    assert "player" not in preview(state, viewer, number, ("Ann", "Bob"))


def test_dice_of_the_next_turn_hide_no_points_and_own_dice_do() -> None:
    sheet = rw.load("red-hot-yott").new_initial_state(seed=5)
    viewer = sheet.current_player()
    assert viewer is not None
    fills = [
        number for number in sheet.legal_ids() if str(sheet.game.action_from_id(number)).startswith("fill ")
    ]
    found = previews(sheet, viewer, fills)
    assert found
    for number, text in found.items():
        after = sheet.clone()
        after.apply_action(number)
        assert after.scores()[viewer] - sheet.scores()[viewer] == int(text)
    one = rw.load("pig").new_initial_state(seed=5)
    one.apply_action("roll")
    assert one.current_player() == 0
    assert previews(one, 0, one.legal_ids()) == {
        number: f"+{one.get('pot')}"
        for number in one.legal_ids()
        if str(one.game.action_from_id(number)) == "hold"
    }
