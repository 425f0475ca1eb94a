"""A set-up of many pieces is told in a line or two."""

from __future__ import annotations

from pathlib import Path

from rulewright import pipeline
from rulewright.author.story.narration import Story

BOOK = """\
rulebook: 1
name: rows
players: 2
seats: [white, black]
pieces:
  men: {of: players, faces: [man, king], label: man, plural: men}
  seeds: {count: 24}
boards:
  board: {grid: {rows: 3, columns: 3}, holds: men}
  houses: {track: [d, e, f], size: any, holds: seeds}
zones: {store: {holds: seeds, start: all}}
setup:
  - for: s in board.spaces if s.row != 2
    do:
      - {place: men, of: seat(1) if s.row == 1 else seat(2), to: s}
      - {set: s.face, to: king if s.column == 2 else man}
  - for: s in houses.spaces
    do: [{move: 4 seeds, from: store, to: s}]
  - {move: 1 seeds, from: store, to: f}
phases:
  turn:
    actions:
      put:
        do:
          - for: s in board.spaces if s.row == 2
            do: [{place: men, to: s}]
          - end_turn
end: {late: {when: round > 2, result: draw}}
"""


def lines(tmp_path: Path, *moves: str) -> list[str]:
    return told(tmp_path, BOOK, *moves)


def told(tmp_path: Path, book: str, *moves: str) -> list[str]:
    path = tmp_path / "rows.rulebook.yaml"
    path.write_text(book, encoding="utf-8")
    state = pipeline.open_book(str(path)).game.new_initial_state(seed=1)
    for move in moves:
        state.apply_action(move)
    return Story(state.game.program, ["Ann", "Bob"]).last(state, None)


def test_equal_pieces_of_a_set_up_are_told_together(tmp_path: Path) -> None:
    (line,) = lines(tmp_path)
    men = "Ann's man to each of a1, c1; Ann's king to b1; Bob's man to each of a3, c3; Bob's king to b3"
    seeds = "4 seeds from store to each of d, e; 5 seeds from store to f"
    assert line == f"To begin with: {men}; {seeds}"


def test_pieces_placed_one_by_one_at_the_same_place_are_counted(tmp_path: Path) -> None:
    book = BOOK.replace("seeds: {count: 24}", "seeds: {}").replace(", start: all}}", "}}")
    book = book.replace(
        "do: [{move: 4 seeds, from: store, to: s}]", "do: [{for: n in 1..4, do: [{place: seeds, to: s}]}]"
    ).replace("  - {move: 1 seeds, from: store, to: f}\n", "")
    (line,) = told(tmp_path, book)
    assert line.endswith("; 4 seeds to each of d, e, f")


def test_a_move_is_told_piece_by_piece(tmp_path: Path) -> None:
    story = lines(tmp_path, "put")
    assert len([line for line in story if line.endswith(("to a2", "to b2", "to c2"))]) == 3
