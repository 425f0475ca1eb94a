"""Boards in rule sheets: their shapes and drawings, and spaces, lines, rays and floods in words."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.author.report.html import to_html
from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Drawing, Item
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.source.text import Source
from tests.games.books import TESTS

BOOK = """\
rulebook: 1
name: boards
title: Boards
players: 2
seats: [dark, light]
enums: {Colour: [red, blue]}
options: {ladders: {type: bool, default: false}}
pieces:
  stone: {of: players, plural: stones}
  chips: {count: 4, of: players, label: chip, plural: chips}
zones: {box: {holds: chips, per: players, start: all}}
boards:
  board:
    grid: {rows: 4, columns: 5}
    holds: stone
    spaces: {dark: row == 1, castle: column == 2}
    lines: {four: {length: 4}, edge: {listed: [[a1, b1, c1]]}}
  card:
    grid: {rows: {colour: Colour}, columns: {column: 0..2}}
    per: players
    label: <colour> <column>
    lines: {across: {by: colour}}
  hive: {hexagon: 3, without: [center], number: {path: spiral, from: center}}
  snake: {grid: {rows: 2, columns: 3}, number: {path: meander}}
  rhomb: {rhombus: 3, without: [a1, b2]}
  trail: {track: [start, 1..4], size: any, holds: chips}
  map: {graph: {spaces: [inn, mill], links: [[inn, mill]]}, holds: chips, size: 2}
phases:
  turn:
    actions:
      act:
        choose: {at: board.spaces}
        when:
          this: WHEN
        do:
          DO
          - end_turn
end: {late: {when: round > 9, result: draw}}
"""


ROUTES = """
  loop:
    track: [start, 1..12, home]
    holds: stone
    routes:
      round: {closed: true, spaces: [1..12]}
      back: {spaces: [12, 11, 10, 9, 3, start]}
      way: {of: players, spaces: {dark: [1..6, home], light: [7..12, home]}}
      told: {about: round the tower, spaces: [1..3]}
"""


def sheet(when: str = "at.empty", do: str = "") -> str:
    text = BOOK.replace("WHEN", when).replace("          DO\n", f"          - {do}\n" if do else "")
    return to_markdown(make_sheet(pipeline.open_source(Source("boards", text))))


@pytest.mark.parametrize(
    "told",
    [
        "**board**: a grid of 4 rows and 5 columns\n",
        "**card**: a grid of 2 rows (one for each colour: red, blue) and 3 columns; one for each player\n",
        "**hive**: a hexagon of 18 spaces, 3 along each side, without its middle; numbered ring by ring from the middle\n",
        "**snake**: a grid of 2 rows and 3 columns; numbered row by row, every second row the other way\n",
        "**rhomb**: a rhombus of 7 hexagonal spaces, 3 along each side, without a1 and b2\n",
        "**trail**: a track of 5 spaces; a space takes any number of chips\n",
        "**map**: 2 spaces and the way between them; a space takes 2 chips\n",
        "**stones for each player**: as many as needed\n",
        "**4 chips for each player**\n",
        "  ┌───┬───┬───┬───┬───┐\n4 │   │   │   │   │   │\n",
    ],
)
def test_the_boards_are_among_what_one_needs(told: str) -> None:
    assert told in sheet()


def test_the_routes_of_a_board_are_described() -> None:
    text = BOOK.replace("  map: {graph", f"{ROUTES[1:]}  map: {{graph").replace("WHEN", "at.empty")
    made = to_markdown(make_sheet(pipeline.open_source(Source("boards", text.replace("          DO\n", "")))))
    assert (
        "**loop**: a track of 14 spaces; round: 1 to 12, and round again; back: 12 down to 9, 3 and start; "
        "way of dark: 1 to 6 and home; way of light: 7 to 12 and home; round the tower\n"
    ) in made


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("at.empty", "Only if the space is empty."),
        ("not at.empty", "Only if the space is not empty."),
        ("at.owner == me", "Only if the space is yours."),
        ("at.owner == me.opponent", "Only if the space is your opponent's."),
        ("not at.owner == me", "Only if the space is not yours."),
        ("any(all(s.owner == me for s in l) for l in board.four through at)",
         "Only if any straight line of 4 through the space is all yours."),
        ("all(any(s.empty for s in l) for l in board.rows)", "Only if any space of every row of the board is empty."),
        (
            "any(s.column == 1 for s in me.card.across(blue))",
            "Only if the column of any space of the line across blue of your card is 1.",
        ),
        ("step(at, north) != none", "Only if there is a space north of the space."),
        ("step(at, east, 2) == none", "Only if there is no space 2 steps from the space going east."),
        ("first(s for s in ray(at, north) if not s.empty) != none",
         "Only if there is a space beyond the space going north that is not empty."),
        ("any(s.row == 1 for s in reach(at) while s.owner == me)",
         "Only if the row of any space joined to the space by spaces that are yours is 1."),
        ("count(s for s in ray(at, east) while s.owner == me) > 1",
         "Only if the number of spaces beyond the space going east, as long as they are yours, is more than 1."),
        ("count(s for s in neighbours(at) if s.owner == me) > 1",
         "Only if the number of spaces next to the space that are yours is more than 1."),
        ("not any(s.owner == me for s in neighbours(at))", "Only if no space next to the space is yours."),
        ("board.count > 2", "Only if the number of stones on the board is more than 2."),
        ("not board.full", "Only if the board is not full."),
        ("board(2, 3).empty", "Only if c2 is empty."),
        ("board(at.row, 1).empty", "Only if the space of the board in row (the row of the space) and column 1 is empty."),
        ("at.dark", "Only if the space is “dark”."),
        ("not at.castle", "Only if the space is not “castle”."),
        ("any(s.castle for s in neighbours(at))", "Only if any space next to the space is “castle”."),
        ("step(at, east, 1) != none", "Only if there is a space 1 step from the space going east."),
        ("distance(at, board.a1, east) == 2", "Only if the number of steps from the space to a1 going east is 2."),
        ("any(step(at, way) == board.a1 for way in board.directions)",
         "Only if the next space from the space in any direction is a1."),
    ],
)  # fmt: skip
def test_conditions_on_spaces_read_as_sentences(when: str, told: str) -> None:
    assert f"  - {told}\n" in sheet(when)


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("{place: stone, to: at}", "Choose one space of the board. Put a stone on the space, and your turn ends."),
        ("{place: stone, of: light, to: at}", "Put one of light's stones on the space"),
        ("{remove: at}", "Take what is on the space off the board"),
        ("{set: at.owner, to: me}", "What is on the space becomes yours"),
        ("{set: at.owner, to: me.opponent}", "What is on the space becomes your opponent's"),
        ('{for: "s in ray(at, north) while s.owner == me", do: [{remove: s}]}',
         "For each space beyond the space going north, as long as it is yours, take what is on that space off the board."),
        ("{for: s in neighbours(at) if s.empty, do: [{place: stone, to: s}]}",
         "For each space next to the space that is empty, put a stone on that space."),
        ("{for: s in board.rows(1), do: [{place: stone, to: s}]}", "For each space of row 1 of the board, put a stone on that space."),
    ],
)  # fmt: skip
def test_what_is_done_on_spaces_reads_as_a_sentence(do: str, told: str) -> None:
    assert told in sheet(do=do)


RULEBOOKS = TESTS / "rulebooks"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("home-run", "for each piece on your gate that is not yours, move the piece to"),
        (
            "home-run",
            "the space reached from the space along your way home in a number of steps equal to what the die shows",
        ),
        (
            "little-draughts",
            "For each space where that space is “dark” and the row of that space is at most 2",
        ),
        ("little-draughts", "put one of white's men on that space"),
        ("market-day", "Whose stall it is; one for each number from 1 to 6."),
        ("knock-out", "set the other player's out to whether the other player's life is empty"),
    ],
)
def test_the_sheets_of_small_rulebooks_read_as_sentences(name: str, told: str) -> None:
    assert told in to_markdown(make_sheet(pipeline.open_book(str(RULEBOOKS / f"{name}.rulebook.yaml"))))


def test_pieces_that_are_put_down_alike_are_told_together() -> None:
    setup = "setup: [{place: stone, of: dark, to: board.a1}, {place: stone, of: dark, to: board.b2}, {place: stone, of: light, to: board.c3}]\nphases:"
    text = BOOK.replace("phases:", setup).replace("WHEN", "at.empty").replace("          DO\n", "")
    assert "Put one of dark's stones on a1 and on b2, then put one of light's stones on c3." in to_markdown(
        make_sheet(pipeline.open_source(Source("boards", text)))
    )


def test_two_spaces_of_an_action_are_told_apart() -> None:
    text = (
        BOOK.replace("{at: board.spaces}", "{from: board.spaces, to: board.spaces}")
        .replace("WHEN", "to.empty and from.owner == me")
        .replace("          DO\n", "")
    )
    told = to_markdown(make_sheet(pipeline.open_source(Source("boards", text))))
    assert "Only if the space “to” is empty and the space “from” is yours." in told


def test_a_drawing_is_printed_as_it_is_in_every_form() -> None:
    made = make_sheet(pipeline.open_book("reversi"))
    drawn = [block for section in made.sections for block in section.blocks if isinstance(block, Drawing)]
    assert [block.title for block in drawn] == ["board"]
    assert drawn[0].lines[-1] == "   a b c d e f g h"
    assert "```text\n8  · · · · · · · ·\n" in to_markdown(made)
    assert '<pre role="img" aria-label="board" style="--wide: 18">8  · · · · · · · ·\n' in to_html(made)
    names = [
        block.name for section in made.sections[:1] for block in section.blocks if isinstance(block, Item)
    ]
    assert names == ["board", "discs for each player"]
