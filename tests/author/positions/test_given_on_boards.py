"""What an example says of pieces on a board and on a table, and how it is told what it says wrongly."""

from __future__ import annotations

from pathlib import Path

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
    ],
)
def test_a_position_is_as_it_is_given(tmp_path: Path, given: str, expect: str) -> None:
    everything = ", ".join(str(number) for number in range(20))
    assert problems(tmp_path, given.replace("TILES", everything), expect) == []


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
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_where_it_is(tmp_path: Path, given: str, told: str) -> None:
    (problem,) = problems(tmp_path, given)
    assert problem.startswith(told)


def test_a_condition_that_is_denied_is_told_with_what_it_came_to(tmp_path: Path) -> None:
    assert problems(tmp_path, "{round: 2}", "not round == 2") == [
        "not round == 2: `not round == 2` is expected (round == 2 is true)"
    ]
