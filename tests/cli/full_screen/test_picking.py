"""Moves made by touching: what is left after each touch, in any order, and what can be put back."""

from __future__ import annotations

import rulewright as rw
from rulewright.cli.full_screen.picking import Picked
from rulewright.scene.records import Move, Touch
from rulewright.scene.table import scene_of
from tests.games.books import books

CARD, SPACE, FAR = ("piece", "hand", "51", ""), ("space", "board", "90", ""), ("space", "board", "91", "")


def dice(*faces: str) -> Move:
    touches = tuple(Touch("piece", "tray", face, face) for face in faces)
    return Move(int("".join(faces)), f"keep {' '.join(faces)}", "", "keep", "keep", touches)


def play(number: int, space: str) -> Move:
    touches = (Touch("piece", "hand", "51", "51"), Touch("space", "board", space, space))
    return Move(number, f"play 51 {space}", "", "play", "play", touches)


def test_a_card_and_a_space_are_touched_in_any_order() -> None:
    picked = Picked((play(1, "90"), play(2, "91")))
    assert picked.open() == {CARD, SPACE, FAR}
    assert picked.with_(CARD).open() == {SPACE, FAR}
    assert picked.with_(SPACE).open() == {CARD}
    for first, second in ((CARD, FAR), (FAR, CARD)):
        only = picked.with_(first).with_(second).only()
        assert only is not None
        assert only.text == "play 51 91"


def test_a_set_grows_by_touches_and_is_made_when_it_is_chosen() -> None:
    picked = Picked((dice("4"), dice("4", "4"), dice("4", "6"), dice("6")))
    four, six = ("piece", "tray", "4", ""), ("piece", "tray", "6", "")
    once = picked.with_(four)
    assert once.only() is None, "more dice can still be touched"
    assert [move.text for move in once.complete()] == ["keep 4"]
    twice = once.with_(four)
    assert twice.only() == dice("4", "4"), "two dice that show the same"
    both = once.with_(six)
    assert both.only() == dice("4", "6")
    assert both.with_(four).touched == (six,), "a second touch puts back"
    assert both.back() == once


def test_what_no_move_touches_does_nothing() -> None:
    picked = Picked((play(1, "90"),))
    assert picked.with_(FAR) == picked
    assert picked.only() is None, "nothing was touched"


def test_every_move_of_a_position_can_be_made_by_touching_or_is_a_button() -> None:
    for name in ("crib-ino", "cinco", "cinq-o", "red-hot-yott"):
        state = rw.load(books()[name]).new_initial_state(seed=5)
        scene = scene_of(state, state.current_player())
        for move in scene.moves:
            picked = Picked(scene.moves)
            for touch in move.touches:
                spot = (touch.sort, touch.where, touch.id, touch.space)
                assert spot in picked.open()
                picked = picked.with_(spot)
            assert not move.touches or move in picked.complete()
