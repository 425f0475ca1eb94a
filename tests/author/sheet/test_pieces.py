"""The sheet says which pieces there are of a kind, so that people can lay them out or make them."""

from __future__ import annotations

import re
from itertools import product

import pytest

from rulewright.author.report.html import to_html
from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Block, Grid, Item
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.pipeline import Book, open_book, open_source
from rulewright.source.text import Source

TILES = """\
rulebook: 1
name: tiles
title: Tiles
about: Lay tiles.
players: 2
enums: {{Edge: {{road: {{}}, town: {{label: Town}}}}}}
pieces: {{tiles: {kind}}}
boards: {{table: {{unbounded: squares, holds: tiles}}}}
zones: {{bag: {{holds: tiles, start: all}}}}
phases: {{turn: {{actions: {{lay: {{choose: {{t: bag}}, do: [{{move: t, to: table.center}}, end_turn]}}}}}}}}
end: {{laid: {{when: bag.count < 3, result: draw}}}}
"""
OWN = """\
rulebook: 1
name: tiles
title: Tiles
about: Lay tiles.
players: 2
options: {{each_has: {{type: 1..5, default: 4}}}}
pieces: {{tiles: {{{kind}}}}}
zones: {{cup: {{{per}holds: tiles, start: all}}}}
phases: {{turn: {{actions: {{pass: {{do: [end_turn]}}}}}}}}
end: {{late: {{when: round > 3 and each_has > 0, result: draw}}}}
"""


def needed(book: Book) -> tuple[Block, ...]:
    return next(section.blocks for section in make_sheet(book).sections if section.heading == "You need")


def tiles(kind: str) -> tuple[Item, Grid | None]:
    """The item of a kind, and the table of its sides."""
    blocks = needed(open_source(Source("tiles.rulebook.yaml", TILES.format(kind=kind)), engine="reference"))
    item = next(block for block in blocks if isinstance(block, Item) and "tiles" in block.name)
    return item, next((block for block in blocks if isinstance(block, Grid)), None)


@pytest.mark.parametrize(
    ("kind", "text", "notes"),
    [
        ("{one_per: {size: 1..7}}", "one for each size (1 to 7)", ()),
        ("{one_per: {size: 1..7, edge: Edge}}", "one for each combination of size (1 to 7) and edge (road, Town)", ()),
        ("{one_per: {size: 1..9}, if: size != 4 and size != 9}", "", ("1 to 3, 5 to 8",)),
        ("{one_per: {low: 0..2, high: 0..2}, if: low <= high, label: <low>-<high>}", "", ("0-0, 0-1, 0-2, 1-1, 1-2, 2-2",)),
    ],
    ids=["range", "product", "numbers", "pairs"],
)  # fmt: skip
def test_pieces_are_told_by_their_attributes_or_else_by_name(
    kind: str, text: str, notes: tuple[str, ...]
) -> None:
    item, grid = tiles(kind)
    assert (item.text, item.notes, grid) == (text, notes, None)


@pytest.mark.parametrize(
    ("sides", "grid"),
    [
        (
            "{edge: road if n mod 2 == 0 else town}",
            Grid("What the tiles show on their sides, from the north clockwise", ("edge", "tiles"), (("road, road, road, road", "0, 2"), ("Town, Town, Town, Town", "1, 3"))),
        ),
        (
            "{pips: n + 4 if way == north else 9 - n if way == west else none}",
            Grid("What the tiles show on their sides, north and west", ("tile", "pips"), (("0", "4/9"), ("1", "5/8"), ("2", "6/7"), ("3", "7/6"))),
        ),
        (
            "{edge: road if way == north or n == 3 else town, pips: n * 2, gate: way == south}",
            Grid(
                "What the tiles show on their sides, from the north clockwise",
                ("edge and gate", "tile: pips"),
                (
                    ("road, Town, Town gate, Town", "0: 0/0/0/0; 1: 2/2/2/2; 2: 4/4/4/4"),
                    ("road, road, road gate, road", "3: 6/6/6/6"),
                ),
            ),
        ),
    ],
    ids=["words", "numbers", "both"],
)  # fmt: skip
def test_pieces_are_told_by_their_sides(sides: str, grid: Grid) -> None:
    _, told = tiles(f"{{one_per: {{n: 0..3}}, sides: {sides}}}")
    assert told == grid


def test_names_that_say_what_is_on_the_sides_are_enough() -> None:
    blocks = needed(open_book("dominoes", engine="reference"))
    (item,) = (block for block in blocks if isinstance(block, Item) and block.name == "28 tiles")
    names = [f"{low}-{high}" for low, high in product(range(7), repeat=2) if low <= high]
    assert item.notes == (", ".join(names),)
    assert not any(isinstance(block, Grid) for block in blocks)


def test_every_card_of_crib_ino_can_be_made_from_the_sheet() -> None:
    book = open_book("crib-ino", engine="reference")
    assert not [block for block in needed(book) if isinstance(block, Grid)], "a long table is at the end"
    (grid,) = (block for block in make_sheet(book).sections[-1].blocks if isinstance(block, Grid))
    sides = {}
    for words, cards in grid.rows:
        for card in cards.split("; "):
            name, numbers = card.split(": ")
            sides[int(name)] = list(zip(words.split(", "), map(int, numbers.split("/")), strict=True))
    assert sorted(sides) == list(range(48))
    colour, number = (book.program.tables[f"side.cards.{name}"].values for name in ("colour", "number"))
    colours = [name for name, _ in book.program.labels.enums["Colour"]]
    for piece, shown in sides.items():
        at = range(4 * piece, 4 * piece + 4)
        assert shown == [(colours[int(str(colour[side]))], number[side]) for side in at]


def test_the_cards_are_in_every_form_of_the_sheet() -> None:
    sheet = make_sheet(open_book("crib-ino", engine="reference"))
    assert "| purple, red, green, yellow | 0: 1/9/4/2; " in to_markdown(sheet)
    assert re.search(r'<th scope="row">purple, red, green, yellow</th><td>0: 1/9/4/2; ', to_html(sheet))


@pytest.mark.parametrize(
    ("kind", "said"),
    [("count: 3, of: players", "3 tiles each"), ("count: each_has, of: players", "4 tiles each")],
)  # fmt: skip
def test_pieces_of_ones_own_that_all_start_in_a_zone_are_counted(kind: str, said: str) -> None:
    text = OWN.format(kind=kind, per="per: players, ")
    sheet = make_sheet(open_source(Source("tiles.rulebook.yaml", text), engine="reference"))
    setup = next(section.blocks for section in sheet.sections if section.heading == "Set-up")
    assert Item("cup", said) in setup


@pytest.mark.parametrize(("zones", "said"), [("", []), ("bag: {holds: tiles}, ", ["tiles", "all tiles"])])
def test_where_pieces_lie_goes_without_saying_if_they_lie_nowhere_else(zones: str, said: list[str]) -> None:
    text = OWN.format(kind="count: 6", per="").replace("zones: {", f"zones: {{{zones}")
    sheet = make_sheet(open_source(Source("tiles.rulebook.yaml", text), engine="reference"))
    items = (block for section in sheet.sections for block in section.blocks if isinstance(block, Item))
    assert [item.text for item in items if item.name == "cup"] == said
