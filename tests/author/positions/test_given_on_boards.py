"""What an example says of pieces on a board and on a table, and how it is told what it says wrongly."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import indent

import pytest

from rulewright import pipeline
from rulewright.author.examples.examples import run_example

GAME = """
rulebook: 1
name: taking
players: 2
seats: [dark, light]
pieces:
  man: {of: players, faces: [low, king]}
  house: {}
  dice: {of: players, count: 4, faces: 1..3}
  tiles: {one_per: {k: 0..19}, label: tile, sides: {number: k}}
boards:
  board: {grid: {rows: 5, columns: 5}, holds: man}
  land: {grid: {rows: 2, columns: 2}, holds: house}
  table: {unbounded: squares, holds: tiles}
zones:
  stack: {holds: tiles, start: all}
  cup: {per: players, holds: dice, start: all}
  lost: {holds: dice}
setup:
  - {move: tiles(7), to: table.e1, turned: 1}
phases:
  turn:
    actions:
      pass: {do: [end_turn]}
end: {late: {when: round > 9, result: draw}}
examples:
  it: {given: GIVEN, expect: [EXPECT]}
"""
"""Men of two sides that can be kings, houses that are all alike, and tiles that are told apart."""


DIAGRAM = 'diagram: [". . . . .", ". d . . .", "..L..", ".....", "....d"]'
"""Rows with and without blanks."""


def problems(tmp_path: Path, given: str, expect: str = "round == 1") -> list[str]:
    path = tmp_path / "taking.rulebook.yaml"
    path.write_text(GAME.replace("GIVEN", given).replace("EXPECT", expect), encoding="utf-8")
    book = pipeline.open_book(str(path))
    result = run_example(book, book.rulebook.examples["it"])
    return [
        f"{problem.span.text}: {problem.message} ({problem.label})".replace(" ()", "")
        for problem in result.problems
    ]


@pytest.mark.parametrize(
    ("given", "expect"),
    [
        ("{board: {c3: king of dark, d4: low of seat(2)}}", "board.c3.face == king, board.d4.owner == light"),
        ("{board: {low of dark: [a1, b2]}}", "board.a1.owner == dark, board.count == 2"),
        ("{land: [a1, b2]}", "land.a1.count == 1, land.count == 2"),
        ("{land: {a1: house}}", "land.a1.count == 1, land.count == 1"),
        ("{table: {e1: 3 turned 3}}", "tiles(3).turned == 3, tiles(7).place == stack"),
        ("{stack: [TILES]}", "tiles(7).turned == 0, tiles(7).space == none, table.empty"),
        (
            "{lost: {1 of dark: 2, 3 of light: 1}}",
            "lost.count == 3, count(d for d in lost if d.face == 1) == 2",
        ),
        ("{lost: [1 of dark, {3 of light: 2}]}", "lost.count == 3"),
        ("{board: {DIAGRAM, legend: {d: low of dark, L: [king of light]}}}", "board.count == 3, FACES"),
        ("{land: {diagram: [1., . house]}}", "land.a2.count == 1, land.b1.count == 1, land.count == 2"),
    ],
)
def test_a_position_is_as_it_is_given(tmp_path: Path, given: str, expect: str) -> None:
    everything = ", ".join(str(number) for number in range(20))
    given = given.replace("TILES", everything).replace("DIAGRAM", DIAGRAM)
    expect = expect.replace("FACES", "board.b4.face == low, board.b4.owner == dark, board.c3.face == king")
    assert problems(tmp_path, given, expect) == []


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{board: {dark: [c3]}}", "dark: say what they show, too: `low of dark`"),
        ("{board: {c3: king}}", "king: say whose it is: `king of dark`"),
        ("{board: {c9: king of dark}}", "c9: there is no space `c9`: there are a1,"),
        ("{board: {dark: [king c3]}}", "king c3: there is no space of board `king c3`"),
        ("{board: {dark: {king: [c3]}}}", "{king: [c3]}: write the spaces first"),
        ("{board: {c3: king of drak}}", "king of drak: `drak` is not a player: did you mean `dark`?"),
        ("{lost: 2}", "2: for one that shows 2, write `2 of dark`; two are a list: `[1 of dark, 3 of dark]`"),
        ("{lost: 7}", "7: list what each of them shows, and whose it is: `[1 of dark, 3 of dark]` for two"),
        ("{table: {x1: 1}}", "x1: there is no space of table `x1`: they are called from the middle, `center`"),
        ("{table: {e1: 1 turned 5}}", "1 turned 5: `5` is not a number of quarter turns to the right"),
        ("{table: {e1: 77}}", "77: there is no piece of tiles `77`: there are 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 9 more"),
        ("{table: {e1: 7}, stack: [7]}", "7: `7` lies on the table already"),
        ("{lost: {1 of dark: x}}", "x: `x` is not a number"),
        ("{stack: {3: 1}}", "{3: 1}: a list is expected here: what lies in the zone"),
        ("{board: {c3: {low of dark: 2}}}", "c3: `c3` holds at most one of the man; 2 are given"),
        ("{board: {DIAGRAM}}", "d: nothing says what `d` stands for: write `legend: {d: low of dark}`, or `.` for an"),
        ("{board: {DIAGRAM, legend: {d: low of drak, L: low of dark}}}", "low of drak: `drak` is not a player: did you mean `dark`?"),
        ("{board: {DIAGRAM, legend: {.: low of dark}}}", ".: `.` is an empty space in every diagram"),
        ("{board: {DIAGRAM, legend: [d]}}", "[d]: say what each letter stands for: `{X: seat(1)}`"),
        ("{board: {DIAGRAM, a1: low of dark}}", "a1: a diagram has only a `legend` with it: draw this piece, too"),
        ("{land: {diagram: [..]}}", "[..]: `land` has 2 rows, and 1 row is drawn"),
        ("{land: {diagram: [.., . 1 1]}}", ". 1 1: this row has 2 spaces, and 3 are drawn"),
        ("{land: {diagram: {}}}", "{}: draw the rows of the board, one on each line of a text after `|`"),
        ("{land: {diagram: [1., 2.]}}", "2: `a1` holds at most one of the house; 2 are given"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_where_it_is(tmp_path: Path, given: str, told: str) -> None:
    (problem,) = problems(tmp_path, given.replace("DIAGRAM", DIAGRAM))
    assert problem.startswith(told)


def test_a_condition_that_is_denied_is_told_with_what_it_came_to(tmp_path: Path) -> None:
    assert problems(tmp_path, "{round: 2}", "not round == 2") == [
        "not round == 2: `not round == 2` is expected (round == 2 is true)"
    ]


DRAWN = """
rulebook: 1
name: drawn
players: 2
seats: [X, O]
pieces: {men: {of: players}}
boards:
  board: {BOARD, holds: men}
phases:
  turn:
    actions: {pass: {do: [end_turn]}}
end: {late: {when: round > 9, result: draw}}
examples:
  it:
    given:
      board:
        diagram: |
ROWS
    expect: [EXPECT]
"""


def drawn(tmp_path: Path, board: str, rows: str, expect: str) -> list[str]:
    """The problems of an example with a drawing. `PLAN` and rows after the board are the plan of its view."""
    path = tmp_path / "drawn.rulebook.yaml"
    board, _, plan = board.partition("PLAN")
    text = DRAWN.replace("BOARD", board).replace("ROWS", indent(rows, " " * 10)).replace("EXPECT", expect)
    if plan:
        text += f"view: {{boards: {{board: {{plan: {json.dumps(plan)}}}}}}}\n"
    path.write_text(text, encoding="utf-8")
    book = pipeline.open_book(str(path))
    result = run_example(book, book.rulebook.examples["it"])
    return [f"{problem.line}:{problem.column} {problem.message}" for problem in result.problems]


@pytest.mark.parametrize(
    ("board", "rows", "expect"),
    [
        ("grid: {rows: 2, columns: 3}", "X . O\n\n..X\n", "board.a2.owner == X, board.c1.owner == X, board.count == 3"),
        ("grid: {rows: 2, columns: 3}, without: [b1]", "X . O\n.  X\n", "board.c1.owner == X, board.count == 3"),
        ("hexagon: 2", "X .\n  . O X\n. .\n", "board.center.owner == O, board.count == 3"),
        ("rhombus: 2", "X O\n  . X\n", "board.b1.owner == O, board.b2.owner == X, board.count == 3"),
        ("track: [1..4]", "X . . seat(2)\n", "board.count == 2, any(s.owner == O for s in board.spaces)"),
        ("track: [1..4]PLAN 3 4\n2 . 1", "X .\n. O\n", "board(3).owner == X, board(1).owner == O, board.count == 2"),
        ("graph: {spaces: [a, b, c], links: [[a, b]]}PLAN . b\na · c", "X\nO .\n", "board.b.owner == X, board.a.owner == O"),
    ],
)  # fmt: skip
def test_a_drawing_has_the_rows_of_the_board(tmp_path: Path, board: str, rows: str, expect: str) -> None:
    assert drawn(tmp_path, board, rows, expect) == []


def test_what_is_wrong_in_a_drawing_is_told_at_its_letter(tmp_path: Path) -> None:
    board = "grid: {rows: 2, columns: 3}"
    assert drawn(tmp_path, board, "X . .\n. x X\n", "board.count == 2") == [
        "19:13 nothing says what `x` stands for: write `legend: {x: X}`, or `.` for an empty space"
    ]
    assert drawn(tmp_path, "graph: {spaces: [a, b], links: [[a, b]]}", "X .\n", "board.count == 1") == [
        "18:11 the spaces of `board` are not in rows: list them, `{a: ..., b: ...}`, or draw a `plan` of them under `view`"
    ]
