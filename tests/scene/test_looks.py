"""Looks: marks, signs and colours of pieces and spaces, and where spaces without coordinates are drawn."""

from __future__ import annotations

import pickle
from itertools import combinations, pairwise
from math import dist

import pytest

import rulewright as rw
from rulewright.pipeline import load_text
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


VIEWED = """
rulebook: 1
name: viewed
players: 2
enums: {Suit: [acorns, bells]}
pieces:
  cards: {one_per: {suit: Suit, number: 1..3}}
  men: {of: players, count: 2, faces: [man, king]}
boards: {map: {graph: {spaces: [rome, paris], links: [[rome, paris]]}, holds: men}}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {holds: cards, per: players}
  camp: {holds: men, per: players, start: all}
setup: [{for: p in players, do: [{move: 2 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      enter: {choose: {at: map.spaces}, when: {free: at.empty}, do: [{move: 1 men, from: me.camp, to: at}, end_turn]}
end: {late: {when: round > 1, result: draw}}
view:
  pieces:
    cards: {form: tile, symbols: {acorns: ♣}, colours: {acorns: green}, size: [56, 87]}
    men: {symbols: {king: ♛}, colours: {1: black}}
  boards: {map: {at: {rome: [2, 3]}, colours: {rome: red}, size: 30}}
  order: [camp, hand]
  hide: [deck]
"""


def test_a_rulebook_says_how_things_look() -> None:
    state = load_text(VIEWED).new_initial_state(seed=1)
    scene = scene_of(state, 0)
    cards, men = scene.kinds
    assert (cards.form, cards.size, men.form) == ("tile", (56.0, 87.0), "token")
    assert [zone.id for zone in scene.zones] == [
        "seat(1).camp",
        "seat(2).camp",
        "seat(1).hand",
        "seat(2).hand",
    ]
    hands = [look for seat in (1, 2) for look in looks(scene, f"seat({seat}).hand")]
    acorns = [look for look in hands if "acorns" in look.label]
    assert acorns
    assert {(look.symbol, look.colour, look.mark[-1]) for look in acorns} == {("♣", "green", "♣")}
    rome = scene.boards[0].spaces[0]
    assert (rome.x, rome.y, rome.colour, scene.boards[0].size) == (4.0, 6.0, "red", (30.0,))
    assert looks(scene, "seat(1).camp")[0].colour == "black"


def test_how_things_look_is_kept_in_a_compiled_game() -> None:
    game = load_text(VIEWED)
    assert repr(pickle.loads(pickle.dumps(game)).program.view) == repr(game.program.view)


def test_how_things_look_is_no_rule() -> None:
    plain, _ = VIEWED.split("view:")
    assert load_text(plain).program.fingerprint == load_text(VIEWED).program.fingerprint


def test_a_plan_places_the_spaces_and_those_it_leaves_out_are_below_it() -> None:
    text = VIEWED.replace("{at: {rome: [2, 3]}, ", '{plan: "paris . rome", ')
    assert text != VIEWED
    spaces = {
        space.id: space for space in scene_of(load_text(text).new_initial_state(seed=1), 0).boards[0].spaces
    }
    assert [(spaces[name].x, spaces[name].y) for name in ("paris", "rome")] == [(0, 0), (4, 0)]
    partly = VIEWED.replace("{at: {rome: [2, 3]}, ", '{plan: "paris", ')
    rome, paris = scene_of(load_text(partly).new_initial_state(seed=1), 0).boards[0].spaces
    assert (paris.x, paris.y) == (0, 0)
    assert rome.y >= 2


def test_places_may_be_worked_out_for_any_size_of_the_board() -> None:
    text = VIEWED.replace(
        "boards: {map: {graph: {spaces: [rome, paris], links: [[rome, paris]]}, holds: men}}",
        "options: {half: {type: 2..6, default: 2}}\nboards: {map: {track: [1..2 * half], holds: men}}",
    ).replace(
        "{at: {rome: [2, 3]}, colours: {rome: red}, size: 30}",
        "{at: [number if number <= half else 2 * half + 1 - number, 1 if number <= half else 0]}",
    )
    for half in (2, 3):
        spaces = (
            scene_of(load_text(text, options={"half": half}).new_initial_state(seed=1), 0).boards[0].spaces
        )
        row = [2 * float(right) for right in range(1, half + 1)]
        assert [(space.x, space.y) for space in spaces] == [
            *((right, 2.0) for right in row),
            *((right, 0.0) for right in reversed(row)),
        ]


def test_a_track_with_a_plan_has_lines_only_along_its_rows() -> None:
    text = VIEWED.replace(
        "graph: {spaces: [rome, paris], links: [[rome, paris]]}",
        "track: [rome, paris, bern]",
    ).replace("{at: {rome: [2, 3]}, ", '{plan: "rome . paris\\n. bern", ')
    board = scene_of(load_text(text).new_initial_state(seed=1), 0).boards[0]
    assert board.edges == ((0, 1),)
