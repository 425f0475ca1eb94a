"""Looks: marks, signs and colours of pieces and spaces, and where spaces without coordinates are drawn."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

import rulewright as rw
from rulewright.scene.plane import STEP, spread, winding
from rulewright.scene.records import Look, Scene
from rulewright.scene.signs import colour_of, sign, symbol
from rulewright.scene.table import scene_of
from tests.games.books import books


def scene(name: str, seat: int = 0) -> Scene:
    return scene_of(rw.load(books()[name]).new_initial_state(seed=3), seat)


def looks(scene: Scene, zone: str) -> list[Look]:
    pieces = next(each.pieces for each in scene.zones if each.id == zone)
    assert pieces is not None
    return [piece.look for piece in pieces]


@pytest.mark.parametrize(
    ("word", "shown"),
    [("ten", "10"), ("hearts", "♥"), ("king", "K"), ("7", "7"), ("moons", "☾"), ("harbour", "")],
)
def test_words_have_signs(word: str, shown: str) -> None:
    assert sign(word) == shown


def test_colours_are_named_or_those_of_suits() -> None:
    assert [colour_of(text) for text in ("red 6", "hearts", "three of clubs", "red or blue", "six")] == [
        "red", "red", "black", "", "",
    ]  # fmt: skip
    assert symbol("king") == ""


def test_playing_cards_are_marked_by_rank_and_suit() -> None:
    hand = looks(scene("crazy-eights"), "seat(1).hand")
    assert all(look.mark[-1] == look.symbol and look.colour in ("red", "black") for look in hand)
    assert len({look.mark for look in hand}) == len(hand)


def test_pieces_with_sides_are_marked_by_what_is_typed() -> None:
    table = scene("crib-ino")
    look = looks(table, "seat(1).hand")[0]
    assert look.label == f"card {look.mark}"
    assert [(side.text.split()[0], side.mark[0], side.colour) for side in look.sides] == [
        (side.colour, side.colour[0], side.colour) for side in look.sides
    ]
    assert [kind.form for kind in table.kinds] == ["tile"]


def test_spaces_have_the_colour_of_their_attributes() -> None:
    spaces = scene("sino").boards[0].spaces
    assert spaces[0].label == "blue 1"
    assert spaces[0].colour == "blue"


def test_linked_spaces_are_near_each_other() -> None:
    den = scene("fox-hunt").boards[0]
    far = {
        pair: dist(*((den.spaces[n].x, den.spaces[n].y) for n in pair))
        for pair in combinations(range(len(den.spaces)), 2)
    }
    linked = [far[pair] for pair in den.edges]
    apart = [length for pair, length in far.items() if pair not in den.edges]
    assert sum(linked) / len(linked) < sum(apart) / len(apart) / 1.5
    assert min(far.values()) > 2, "no two spaces overlap"


def test_tracks_wind_in_rows() -> None:
    at = winding(23)
    assert len(set(at)) == 23
    assert all(dist(one, other) <= STEP for one, other in pairwise(at))


def test_graphs_of_any_size_are_laid_out() -> None:
    assert spread(0, ()) == ()
    assert spread(1, ()) == ((0.0, 0.0),)
    assert len(set(spread(5, ((0, 1),)))) == 5
