"""Boards as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import rulewright as rw
from rulewright.scene.board_svg import board_svg, elsewhere
from rulewright.scene.table import position_of

NAMES = ("Ann & <Bob>", "Cleo")


@pytest.mark.parametrize(
    ("name", "spaces", "pieces"), [("reversi", 64, 4), ("hex", 121, 0), ("backgammon", 24, 8)]
)
def test_a_board_has_its_spaces_and_pieces_within_the_picture(name: str, spaces: int, pieces: int) -> None:
    game = rw.load(name, players=2)
    state = game.new_initial_state(0)
    (board,) = position_of(game, state.cells, 0, NAMES).boards
    picture = ElementTree.fromstring(board_svg(board))
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    discs = [each for each in picture.iter("circle") if each.find("title") is not None]
    assert len(discs) == pieces
    grounds = [
        each for each in picture.iter() if each.tag in ("rect", "polygon", "circle") and each not in discs
    ]
    assert len(grounds) == spaces == len(board.spaces)
    for disc in discs:
        assert left < float(disc.attrib["cx"]) < left + width
        assert top < float(disc.attrib["cy"]) < top + height


def test_names_are_escaped() -> None:
    game = rw.load("backgammon", players=2)
    scene = position_of(game, game.new_initial_state(0).cells, 0, NAMES)
    for board in scene.boards:
        ElementTree.fromstring(board_svg(board))


def test_what_lies_elsewhere_is_named() -> None:
    game = rw.load("backgammon", players=2)
    state = game.new_initial_state(0)
    scene = position_of(game, state.cells, 0, NAMES)
    assert any(line.startswith("higher die: ") for line in elsewhere(scene))
    sino = rw.load("sino", players=2).new_initial_state(0)
    assert elsewhere(position_of(sino.game, sino.cells, 0, NAMES))
