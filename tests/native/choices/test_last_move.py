"""Ends are asked only of the lines through what was just placed where that is proved; where it is not, games are still those of the
reference, and would not be if the proof were left out.

| | |
|---|---|
| `NARROWED` | the proof holds: the end goes through fewer lines, as where the author wrote `through at` |
| `KEPT` | something else may bring a line about, or the end asks for more than a line: all lines are asked |
"""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.choices import through_last_move as pass_
from rulewright.native.choices.through_last_move import narrowed
from rulewright.native.from_ir import module_text
from rulewright.source.text import Source
from tests.native.executors import Bare
from tests.native.side_by_side import Course, together, whole_games

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: rows
players: 2
{pieces}
boards:
  board: {{grid: {{rows: 3, columns: 4}}, holds: disc, lines: {{three: {{length: 3}}}}}}
define: {{mine: {{of: {{row: board.lines}}, is: all(s.owner == me for s in row)}}}}
{setup}
phases:
  turn:
    actions:
      put:
        choose: {{at: board.spaces}}
        when: {{free: at.empty}}
        do: [{do}]
{more}
end:
  row: {{after: {after}, when: '{when}', result: {{wins: me}}}}
  late: {{when: round > 12, result: draw}}
"""
PLAIN = {
    "pieces": "pieces: {disc: {of: players}}",
    "setup": "",
    "do": "{place: disc, to: at}, end_turn",
    "more": "",
    "after": "put",
    "when": "any(all(s.owner == me for s in l) for l in board.three)",
}
ANOTHER = """
      other:
        choose: {{at: board.spaces}}
        when: {{there: {there}}}
        do: [{do}, end_turn]
"""
NARROWED = {
    "all lines": {},
    "a definition says what a line is": {"when": "any(mine(row) for row in board.three)"},
    "lines of several lengths": {"when": "any(mine(row) for row in board.lines)"},
    "another action does nothing to pieces": {
        "more": ANOTHER.format(there="at.empty and round > 5", do="{if: at.empty, do: [end_turn]}").replace(", end_turn]\n", "]\n"),
    },
    "what else is done does not matter": {
        "do": "{place: disc, to: at}, {if: at.owner == me, do: [end_turn], else: [extra_turn]}",
    },
}  # fmt: skip
KEPT = {
    "set-up places pieces": {
        "setup": "setup: [" + ", ".join(f"{{place: disc, of: seat(1), to: board.{s}}}" for s in ("a1", "b1", "c1")) + "]",
    },
    "an action after which nobody asks": {"more": ANOTHER.format(there="at.empty", do="{place: disc, to: at}")},
    "a piece of somebody else's": {"do": "{place: disc, of: me.left, to: at}, end_turn"},
    "pieces are turned over": {
        "more": ANOTHER.format(there="at.owner == me.left", do="{set: at.owner, to: me}"),
    },
    "several pieces at once": {
        "do": "{for: s in board.spaces if s.empty and s.column == 1, do: [{place: disc, to: s}]}, end_turn",
    },
    "by itself at the end of a turn": {
        "setup": "turns: {end: [{for: s in board.spaces if s.empty and s.row == 1 and round > 2, do: [{place: disc, of: seat(1), to: s}]}]}",
    },
    "more than the line": {
        "when": "any(mine(row) and (round > 4) for row in board.three)",
    },
    "some lines only": {"when": "any(mine(row) for row in board.three if round > 4)"},
    "lines that begin to count": {"when": "round > 4 and any(mine(row) for row in board.three)"},
    "another space than the piece's": {
        "do": "{let: there, be: first(s for s in board.spaces if s.empty) otherwise at}, {place: disc, to: there}, end_turn",
    },
}  # fmt: skip


@cache
def program(**parts: str) -> ir.Program:
    return pipeline.open_source(Source("<rows>", BOOK.format(**{**PLAIN, **parts}))).program


def same_games(program: ir.Program) -> bool:
    course = Course()
    found = whole_games(Reference(program), Bare(program), range(150), 200, course=course)
    assert found is not None or course.ended + course.games > 100
    return found is None


@pytest.mark.parametrize("sort", NARROWED)
def test_what_is_proved_is_left_out(sort: str) -> None:
    given = program(**NARROWED[sort])
    assert narrowed(given).left_out
    assert same_games(given)


def test_it_is_what_an_author_would_write() -> None:
    written = program(when=PLAIN["when"].replace("board.three", "board.three through at"))
    assert not narrowed(written).left_out
    assert module_text(written, "playouts") == module_text(program(), "playouts")
    assert module_text(written, "measured") == module_text(program(), "measured")


@pytest.mark.parametrize("sort", KEPT)
def test_what_is_not_proved_is_asked_of_all_lines(sort: str) -> None:
    given = program(**KEPT[sort])
    assert not narrowed(given).left_out
    assert same_games(given)


@pytest.mark.parametrize(
    "sort",
    [
        "set-up places pieces",
        "an action after which nobody asks",
        "pieces are turned over",
        "several pieces at once",
        "by itself at the end of a turn",
    ],
)
def test_without_the_proof_games_would_be_others(sort: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = program(**KEPT[sort])
    at = ir.Local(0, "at", given.ends[0].span)
    monkeypatch.setattr(pass_, "_placed", lambda *_: at)
    assert narrowed(given).left_out
    assert not same_games(given)


def test_positions_that_are_given_are_asked_of_all_lines() -> None:
    """Nobody knows how they came about: a line that is there already is found with the next move."""
    text = BOOK.format(**PLAIN)
    told = []
    for engine in ("reference", "native"):
        game = pipeline.load_text(text, engine=engine)
        state = game.new_initial_state()
        row = next(kind for kind in game.program.layout.kinds.values())
        cells = state.cells
        for space in (0, 1, 2):
            cells[row.spots + space] = 1
        state = game.state_at(cells)
        state.apply_action("put d3")
        told.append((state.is_terminal(), state.returns(), list(state.cells)))
    assert told[0] == told[1]
    assert told[0][:2] == (True, [1.0, -1.0])


def test_single_steps_go_on_as_before() -> None:
    given = program()
    assert all(together(Reference(given), Bare(given), seed, 100, Course()) is None for seed in range(10))
