"""Pages: everything is on the paper, as large as it should be, and as often as the game needs it."""

from __future__ import annotations

from io import BytesIO
from itertools import groupby
from math import hypot

import pytest
from pypdf import PdfReader
from reportlab.graphics.shapes import Group, String
from reportlab.lib.units import mm

import rulewright as rw
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.ir import nodes as ir
from rulewright.paper import pieces
from rulewright.paper.boards import measured
from rulewright.paper.contents import COINS, Box
from rulewright.paper.edition import Edition
from rulewright.paper.fonts import Letters, registered
from rulewright.paper.forms import form_of, two_sides
from rulewright.paper.ink import Ink
from rulewright.paper.pages import FOOT, MARGIN, Cut, Page, Paper, TooLarge, cut_pages, poster
from rulewright.paper.parts import PARTS
from rulewright.paper.sizes import SPACE, space_size
from rulewright.pipeline import load_text, open_book
from rulewright.scene.components import Component, boards_without_pieces, components_of
from rulewright.scene.records import Look
from tests.games.books import tables

TABLES = {str(table): table for table in tables()}
CLOSE = 0.01


@pytest.fixture(scope="module")
def letters() -> Letters:
    return registered()


def box_of(game: rw.Game, letters: Letters, paper: str = "a4", backs: bool = False) -> Box:
    return Box(game.program, Ink(letters), Paper.of(paper), backs)


def placed(page: Page) -> list[Group]:
    """The drawings that were moved to their places on a page."""
    return [
        each for each in page.drawing.contents if isinstance(each, Group) and each.transform[4:] != (0, 0)
    ]


def counters_of(kind: list[Component], program: ir.Program) -> int:
    """The counters of a kind: those with two sides are one each, others have one for each face."""
    counters = [each for each in kind if form_of(each, program) == "token"]
    return sum(c.piece.count * (1 if two_sides(kind) else max(1, len(c.faces))) for c in counters)


@pytest.mark.parametrize("name", TABLES)
def test_every_piece_is_printed_as_often_as_there_are_pieces(name: str, letters: Letters) -> None:
    game = TABLES[name].load()
    program = game.program
    for kind, layout in program.layout.kinds.items():
        found = [each for each in components_of(program) if each.kind.id == kind]
        assert layout.pieces <= sum(each.piece.count for each in found) < layout.pieces + layout.owners
    components = components_of(program)
    wanted = sum(c.piece.count for c in components if form_of(c, program) in ("card", "tile"))
    for paper in ("a4", "letter"):
        pages = list(box_of(game, letters, paper).cards())
        assert sum(len(placed(page)) for page in pages) == wanted
    tokens = sum(counters_of([*kind], program) for _, kind in groupby(components, lambda c: c.kind.id))
    coins = sum(COINS * len(worths) for worths in {*program.labels.denominations.values()})
    pages = [page for page in box_of(game, letters).tokens() if "to fold" not in page.what]
    assert sum(len(placed(page)) for page in pages) == tokens + coins


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("width", "height", "gap"), [(63, 88, 0), (25, 50, 0), (20, 20, 2), (150, 100, 0)])
def test_pieces_lie_within_the_margins_and_apart(
    letters: Letters, paper: str, width: float, height: float, gap: float
) -> None:
    ink, size = Ink(letters), (width * mm, height * mm)
    looks = [Look(str(number), str(number)) for number in range(40)]
    cut = Cut("cards", *size, [pieces.card(ink, look, *size) for look in looks], gap=gap * mm)
    pages = list(cut_pages(ink, Paper.of(paper), "Game", cut))
    assert sum(len(placed(page)) for page in pages) == len(looks)
    for page in pages:
        corners = [each.transform[4:] for each in placed(page)]
        for x, y in corners:
            assert MARGIN - CLOSE <= x <= page.drawing.width - MARGIN - size[0] + CLOSE
            assert MARGIN + FOOT - CLOSE <= y <= page.drawing.height - MARGIN - size[1] + CLOSE
        for number, (x, y) in enumerate(corners):
            for other_x, other_y in corners[:number]:
                away = abs(x - other_x) >= size[0] + gap * mm - CLOSE
                assert away or abs(y - other_y) >= size[1] + gap * mm - CLOSE


def test_backs_lie_behind_their_fronts_when_the_paper_is_turned_over(letters: Letters) -> None:
    front, back = list(box_of(rw.load("crazy-eights"), letters, backs=True).cards())[-2:]
    assert back.what.endswith("backs")
    width = front.drawing.width - 63 * mm
    behind = sorted((round(width - each.transform[4], 3), each.transform[5]) for each in placed(front))
    assert [(x, round(y, 3)) for x, y in behind] == sorted(
        (round(each.transform[4], 3), round(each.transform[5], 3)) for each in placed(back)
    )


def test_backs_of_pages_wider_than_high_lie_behind_their_fronts_too(letters: Letters) -> None:
    front, back = list(box_of(rw.load("dominoes"), letters, backs=True).cards())[:2]
    wide, high = front.drawing.width, front.drawing.height
    assert wide > high
    across, down = 50 * mm, 25 * mm
    behind = sorted(
        (round(each.transform[4], 3), round(high - down - each.transform[5], 3)) for each in placed(front)
    )
    assert behind == sorted(
        (round(each.transform[4], 3), round(each.transform[5], 3)) for each in placed(back)
    )
    assert all(x + across <= wide for x, _ in behind)


def strings(group: Group) -> list[str]:
    """All texts of a drawing."""
    found = [each.text for each in group.contents if isinstance(each, String)]
    return found + [text for each in group.contents if isinstance(each, Group) for text in strings(each)]


def test_discs_that_are_turned_over_have_the_marks_of_both_owners(letters: Letters) -> None:
    game = rw.load("reversi")
    discs = [each for page in box_of(game, letters).tokens() for each in placed(page)]
    assert len(discs) == 64, "one player may own a disc on every space"
    assert all(sorted(strings(disc)) == ["D", "L"] for disc in discs)
    left, bottom, right, top = discs[0].contents[0].getBounds()
    assert top - bottom == pytest.approx(2 * (right - left), abs=1)


COINS_TO_FLIP = """
rulebook: 1
name: flip
title: Flip
players: 2
pieces: {coin: {count: 3, faces: [sun, moon]}}
zones: {table: {holds: coin, start: all}}
phases: {turn: {actions: {next: {do: [end_turn]}}}}
end: {third: {when: round == 3, result: draw}}
"""


def test_a_counter_with_two_faces_has_one_on_each_side(letters: Letters) -> None:
    game = load_text(COINS_TO_FLIP)
    ((sides, count),) = two_sides(components_of(game.program))
    assert ([side.face for side in sides], count) == (["sun", "moon"], 3)
    (page,) = box_of(game, letters).tokens()
    assert [len(strings(coin)) for coin in placed(page)] == [2, 2, 2]


def test_stones_that_keep_their_owner_have_one_side() -> None:
    assert two_sides(components_of(rw.load("hex").program)) == []


def test_a_piece_that_is_larger_than_the_paper_is_refused_with_the_way_out(letters: Letters) -> None:
    cut = Cut("cards", 300 * mm, 400 * mm, [Group()])
    with pytest.raises(
        TooLarge, match=r"cards are 300 × 400 mm, but a page has room for .*`size` under `view`"
    ):
        list(cut_pages(Ink(letters), Paper.of("a4"), "Game", cut))


@pytest.mark.parametrize("name", TABLES)
def test_boards_are_to_scale_and_no_space_is_cut_off(name: str, letters: Letters) -> None:
    program = TABLES[name].load().program
    for board in boards_without_pieces(program):
        if not board.spaces:
            continue
        size = space_size(board, Paper.of("a4"))
        of = measured(board, size * mm)
        nearest = min(
            (hypot(x - u, y - v) for n, (x, y) in enumerate(of.at) for u, v in of.at[:n]), default=size * mm
        )
        if board.plane != "circles":
            assert nearest == pytest.approx(size * mm)
        half = size * mm / 2
        assert all(half <= x <= of.width - half and half <= y <= of.height - half for x, y in of.at)


def test_a_board_larger_than_a_page_is_printed_on_several_that_overlap(letters: Letters) -> None:
    whole = Group()
    pages = list(poster(Ink(letters), Paper.of("a4"), "Field", "field", whole, 500 * mm, 300 * mm))
    wide, high = pages[0].drawing.width - 2 * MARGIN, pages[0].drawing.height - 2 * MARGIN - FOOT
    seen = set[tuple[int, int]]()
    for page in pages:
        (drawing,) = (each for each in placed(page) if whole in each.contents)
        left, low = MARGIN - drawing.transform[4], MARGIN + FOOT - drawing.transform[5]
        seen |= {
            (x, y)
            for x in range(0, 501, 4)
            for y in range(0, 301, 4)
            if left - CLOSE <= x * mm <= left + wide + CLOSE and low - CLOSE <= y * mm <= low + high + CLOSE
        }
    assert len(seen) == 126 * 76
    assert pages[0].what == "field, part 1 of 2 in row 1 of 2"


def test_a_board_without_a_size_is_made_to_fit_the_page() -> None:
    for name in ("gomoku", "reversi", "tic-tac-toe"):
        (board,) = boards_without_pieces(rw.load(name).program)
        size = space_size(board, Paper.of("a4"))
        of = measured(board, size * mm)
        assert size <= SPACE
        assert of.width <= Paper.of("a4").room[0] + CLOSE
        assert of.height <= Paper.of("a4").room[1] + CLOSE


def words_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


@pytest.mark.parametrize("name", ["yahtzee", "cinco", "crib-ino"])
def test_a_pdf_has_all_words_of_the_rules_and_all_marks_of_the_pieces(name: str, letters: Letters) -> None:
    rules = open_book(name)
    box = rules.at(rules.rulebook.players[-1], None, {})
    edition = Edition(make_sheet(rules), box, PARTS, Paper.of("a4"), backs=False, letters=letters)
    pdf = edition.pdf()
    assert pdf == edition.pdf()
    found = words_of(pdf)
    for section in make_sheet(rules).sections:
        assert section.heading in found
    for component in components_of(box.program):
        assert component.piece.look.mark in found
    sizes = {
        tuple(round(float(side)) for side in page.mediabox[2:]) for page in PdfReader(BytesIO(pdf)).pages
    }
    assert sizes <= {(595, 842), (842, 595)}


def test_a_net_has_seven_flaps_and_opposite_faces_add_up() -> None:
    ink = Ink(registered())
    faces = [Look(str(face), str(face), str(face)) for face in range(5, 11)]
    net = pieces.net(ink, faces, 16 * mm)
    squares = [each for each in net.contents if isinstance(each, Group)]
    assert len(net.contents) - len(squares) == 7
    width, height = pieces.net_size(16 * mm)
    assert all(0 <= x <= width and 0 <= y <= height for x, y in (each.transform[4:] for each in squares))


def test_a_six_can_be_told_from_a_nine(letters: Letters) -> None:
    lines = {
        text: len(Ink(letters).either_way(text, 0, 0, 10, 20).contents)
        for text in ("6", "9", "8", "16", "69")
    }
    assert lines["6"] == lines["9"] == lines["69"] == lines["8"] + 1 == lines["16"] + 1


def test_signs_that_the_text_font_lacks_come_from_the_other(letters: Letters) -> None:
    assert list(letters.pieces("A♠!")) == [(False, "A"), (True, "♠"), (False, "!")]
    assert letters.missing("A♠漢 字") == "漢字"
    assert letters.markup("<A&B> ●") == '&lt;A&amp;B&gt; <font name="rulewright-signs">●</font>'
