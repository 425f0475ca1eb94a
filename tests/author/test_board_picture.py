"""Boards drawn with characters: shapes, names around them, and what happens where there is no room."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.author.board_picture import Ink, Plan, beside, inscribed, picture, written


def plan(board: str) -> Plan:
    text = (
        f"rulebook: 1\nname: one\nplayers: 2\nboards:\n  board: {board}\n"
        "phases: {turn: {actions: {go_on: {do: [end_turn]}}}}\nend: {late: {when: round > 2, result: draw}}\n"
    )
    program = rw.load_text(text).program
    layout = program.layout.boards["board"]
    return inscribed(layout, [name for _, name in program.labels.spaces["board"]][: layout.spaces])


def drawn(board: str, taken: dict[int, str] | None = None, width: int = 88) -> list[str]:
    inks = {space: Ink(text) for space, text in (taken or {}).items()}
    return [written(line) for line in picture(plan(board), inks, width)]


def test_small_grids_have_lines_between_their_squares() -> None:
    assert drawn("{grid: {rows: 2, columns: 2}}", {0: "X", 3: "O"}) == [
        "  ┌───┬───┐",
        "2 │   │ O │",
        "  ├───┼───┤",
        "1 │ X │   │",
        "  └───┴───┘",
        "    a   b",
    ]


def test_tall_grids_have_not() -> None:
    lines = drawn("{grid: {rows: 10, columns: 3}}", {0: "X"})
    assert lines[0] == "10  · · ·"
    assert lines[-2:] == [" 1  X · ·", "    a b c"]


def test_wide_rows_are_named_at_both_ends() -> None:
    assert drawn("{grid: {rows: 7, columns: 9}}")[0] == "7  · · · · · · · · ·  7"


def test_missing_spaces_are_left_out() -> None:
    assert drawn("{grid: {rows: 2, columns: 3}, without: [b1]}") == ["2  · · ·", "1  ·   ·", "   a b c"]


def test_numbers_stand_in_the_spaces() -> None:
    assert drawn("{grid: {rows: 2, columns: 3}, number: {path: rows, first: 8}}", {1: "X"}) == [
        "11 12 13",
        " 8  X 10",
    ]


def test_a_track_is_drawn_where_its_view_has_it() -> None:
    layout = rw.load("kalah", options={"houses": 3, "seeds": 1}).program.layout.boards["board"]
    at = {str(number): (float(number), 1.0) for number in range(1, 5)}
    at |= {str(number): (8.0 - number, 0.0) for number in range(5, 9)}
    names = [str(number) for number in range(1, 9)]
    assert [written(line) for line in picture(inscribed(layout, names, at), {}, 88)] == [
        "8 7 6 5",
        "  1 2 3 4",
    ]
    assert inscribed(layout, names).listed


def test_hexagons_lie_in_staggered_rows() -> None:
    assert drawn("{hexagon: 2, without: [center], number: {path: spiral, from: center}}") == [
        " 6 1",
        "5   2",
        " 4 3",
    ]
    assert drawn("{hexagon: 2}") == [" c  · ·", "b  · · ·", " a  · · 3", "     1 2"]


def test_a_rhombus_leans_to_the_right() -> None:
    assert drawn("{rhombus: 3}", {8: "X"}) == ["   a b c", " 1  · · ·", "  2  · · ·", "   3  · · X"]


def test_words_that_a_row_shares_stand_beside_it() -> None:
    board = "{grid: {rows: {row: 1..2}, columns: {column: 1..2}}, label: line <row> number <column>}"
    assert drawn(board) == ["line 1 number  1 2", "line 2 number  1 2"]


def test_names_that_share_nothing_stand_in_the_spaces() -> None:
    board = "{grid: {rows: {row: 1..2}, columns: {column: 1..2}}, label: <column> by <row>}"
    assert drawn(board)[0].split("  ")[0].strip() == "1 by 1 2 by 1"


def test_tracks_and_graphs_are_lists() -> None:
    assert drawn("{track: [start, 1..3]}", {0: "2X", 3: "O"}, width=30) == ["start  2X       2  ·", "    1  ·        3  O"]  # fmt: skip
    assert drawn("{graph: {spaces: [inn, mill], links: [[inn, mill]]}}") == ["inn   ·   mill  ·"]


@pytest.mark.parametrize("board", ["{grid: {rows: 5, columns: 6}}", "{rhombus: 6}", "{hexagon: 4}"])
def test_what_does_not_fit_is_a_list(board: str) -> None:
    lines = drawn(board, {0: "X"}, width=12)
    assert max(map(len, lines)) <= 12
    assert sum(line.count("·") + line.count("X") for line in lines) == len(plan(board).positions)
    assert any("X" in line and any(ch.isdigit() for ch in line) for line in lines)


def test_pictures_stand_beside_each_other_as_far_as_there_is_room() -> None:
    one = [(Ink("aaaa"),), (Ink("b"),)]
    assert [written(line) for line in beside([one, one, one], 14)] == [
        "aaaa    aaaa",
        "b       b",
        "",
        "aaaa",
        "b",
    ]


@settings(max_examples=40, deadline=None)
@given(
    shape=st.sampled_from(
        ["grid: {{rows: {0}, columns: {1}}}", "hexagon: {0}", "rhombus: {0}", "track: {0}"]
    ),
    rows=st.integers(1, 19),
    columns=st.integers(1, 19),
    width=st.integers(40, 100),
)
def test_every_space_is_drawn_once_within_the_width(shape: str, rows: int, columns: int, width: int) -> None:
    made = plan(f"{{{shape.format(rows, columns)}}}")
    taken = {space: Ink("@") for space in range(len(made.positions))}
    lines = [written(line) for line in picture(made, taken, width)]
    assert sum(line.count("@") for line in lines) == len(made.positions)
    assert max(map(len, lines)) <= width
