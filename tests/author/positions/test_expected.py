"""What an example expects of places by their values, and how it is told what differs."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.examples.examples import run_example

GAME = """
rulebook: 1
name: values
players: 2
seats: [X, O]
enums: {E: [x, y]}
pieces:
  red: {count: 1, faces: 1..6, label: red die}
  dice: {count: 3, faces: 1..6}
  man: {of: players, count: 15}
  seeds: {count: 48}
  big: {of: players, faces: [low, king]}
  cards: {one_per: {n: 1..9}, label: card <n>}
  tiles: {one_per: {k: 0..3}, label: tile, sides: {number: k}}
boards:
  points: {track: [1..6], size: any, holds: man}
  houses: {track: [a, b, c], size: any, holds: seeds}
  field: {grid: {rows: 3, columns: 3}, holds: big}
  table: {unbounded: squares, holds: tiles}
zones:
  box: {holds: red, start: all}
  tray: {holds: dice, start: all}
  bar: {holds: man, start: all}
  store: {holds: seeds, start: all}
  deck: {holds: cards, order: kept, start: all}
  hand: {per: players, holds: cards}
  stack: {holds: tiles, start: all}
variables:
  last: {per: E, type: 0..6}
  score: {per: players, type: number}
phases:
  turn:
    actions:
      throw: {do: [{roll: red}, {roll: tray}, end_turn]}
end: {late: {when: round > 9, result: draw}}
examples:
  it: {given: GIVEN, expect: EXPECT}
"""
DIAGRAM = '{field: {diagram: ["k..", "...", ".l."], legend: {k: king of X, l: low of O}}}'
"""Men in two corners, and nothing else."""


def problems(tmp_path: Path, given: str, expect: str) -> list[str]:
    path = tmp_path / "values.rulebook.yaml"
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
        ("{red: 3}", "[red.face == 3, {red: 3, box: 3, red.face: 3}]"),
        ("{red.face: 3}", "{red: 3}"),
        ("{tray.face: [3, 3, 4]}", "{tray: {3: 2, 4: 1}, dice: {4: 1, 3: 2}, tray.face: [4, 3, 3]}"),
        ("{dice: {3: 2, 4: 1}}", "[sum(tray.face) == 10, {tray: [2 of 3, 4]}]"),
        ("{points: {1: 5 of X, 3: 2 of seat(2)}}", "{bar: [10 of X, 13 of O], points: {3: {O: 2}, 1: [5 of X]}}"),
        ("{houses: {a: 4 of seeds, b: 2}}", "{houses: {a: 4, b: 2 of seeds}, store: 42}"),
        ("{houses: {diagram: [4 . 2]}}", "{houses: {a: 4, c: 2}}"),
        ("{X.hand: [card 1, card 2]}", "{X.hand: [card 2, card 1], O.hand: [], me: X, round: 1, phase: turn}"),
        ("{last: {x: 3}, X.score: 2}", "{last: {x: 3, y: 0}, score: {X: 2, O: 0}, me.score: 2}"),
        (DIAGRAM, "[{field: {a3: king of X, b1: low of O}}, board_is_so]"),
        ("{table: {center: 3, e1: 1 turned 2}}", "{table: {e1: 1 turned 2, center: 3}}"),
    ],
)  # fmt: skip
def test_a_place_is_expected_in_the_words_of_given(tmp_path: Path, given: str, expect: str) -> None:
    assert problems(tmp_path, given, expect.replace(", board_is_so", "")) == []


@pytest.mark.parametrize(
    ("given", "expect", "told"),
    [
        ("{red: 2}", "{red: 3}", "3: `red: 3` is expected (it shows 2)"),
        ("{}", "{red: 3}", "3: `red: 3` is expected (it shows nothing)"),
        ("{dice: [1, 2, 3]}", "{dice: [1, 2, 2]}", "[1, 2, 2]: `dice: [1, 2, 2]` is expected (they show [1, 2, 3])"),
        ("{dice: [1, 2, 3]}", "{tray: {1: 1}}", "{1: 1}: `tray: {1: 1}` is expected (it holds [1, 2, 3])"),
        ("{}", "{bar: 2 of X}", "2 of X: `bar: 2 of X` is expected (it holds {X: 15, O: 15})"),
        ("{}", "{X.hand: [card 1]}", "[card 1]: `X.hand: [card 1]` is expected (it is empty)"),
        ("{X.hand: [card 1]}", "{X.hand: []}", "[]: `X.hand: []` is expected (it holds [card 1])"),
        ("{deck: [card 2, card 1], X.hand: [card 3, card 4, card 5, card 6, card 7, card 8, card 9]}",
         "{deck: [card 1, card 2]}",
         "[card 1, card 2]: `deck: [card 1, card 2]` is expected (it holds [card 2, card 1])"),
        ("{last: {x: 3}}", "{last: {x: 4}}", "4: `x: 4` is expected (it is 3)"),
        ("{}", "{me: O}", "O: `me: O` is expected (it is X)"),
        ("{}", "{round: 2}", "2: `round: 2` is expected (it is 1)"),
        ("{}", "{houses: {c: 3}}", "c: `3` is expected on c (nothing is there)"),
        ("{field: {a3: king of X, c1: low of O}}", DIAGRAM,
         "l: `low of O` is expected on b1 (nothing is there; 1 other space differs, too)"),
        ("{field: {a3: king of X, b1: low of O, c1: low of O}}", DIAGRAM,
         ".: c1 is expected to be empty (low of O is there)"),
        ("{table: {center: 3}}", "{table: {center: 3 turned 1}}",
         "3 turned 1: `3 turned 1` is expected on center (3 is there)"),
        ("{table: {center: 3, e1: 1}}", "{table: {e1: 1}}", "{e1: 1}: center is expected to be empty (3 is there)"),
    ],
)  # fmt: skip
def test_what_differs_is_told_where_it_is_written(tmp_path: Path, given: str, expect: str, told: str) -> None:
    assert problems(tmp_path, given, expect) == [told]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("{houses: {a: 4 of sedes}}", "4 of sedes: these are seeds: write `4 of seeds`"),
        ("{bar: 2 of Y}", "2 of Y: `Y` is not a player: X and O play here"),
        ("{tray.face: [1, 2]}", "[1, 2]: there are 3 dice; 2 faces are given"),
        ("{red: 7}", "7: there is no face of red `7`: there are 1, 2, 3, 4, 5, 6"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, given: str, told: str) -> None:
    assert problems(tmp_path, given, "[]") == [told]
    assert problems(tmp_path, "{}", given) == [told]


def test_a_place_that_does_not_exist_is_a_mistake_of_the_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "values.rulebook.yaml"
    path.write_text(GAME.replace("GIVEN", "{}").replace("EXPECT", "[{scroe: 3}]"), encoding="utf-8")
    (problem,) = [each for each in pipeline.check_text(path.read_text("utf-8")) if each.severity == "error"]
    assert (problem.code, problem.span.text) == ("unknown-name", "scroe")
