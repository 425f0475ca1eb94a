"""Problems of boards: their shapes, spaces, lines and routes, and the pieces that stand on them."""

from __future__ import annotations

from rulewright.problems.codes.code import Code

BOARD_CODES = (
    Code(
        "unknown-space",
        "a space that the board does not have",
        """
        Spaces are called by the names that the board gives them: `a1` on a grid (a letter for the column, a number for the row), numbers where the board has a `number:`, ids on tracks and graphs. `rulewright show` lists them.
        """,
        bad="boards: {board: {grid: {rows: 3, columns: 3}, lines: {corners: {listed: [[a1, a4]]}}}}\n",
        good="boards: {board: {grid: {rows: 3, columns: 3}, lines: {corners: {listed: [[a1, a3]]}}}}\n",
    ),
    Code(
        "space-twice",
        "two spaces with one name",
        """
        A board's label makes the names of its spaces, by which people type them; so it must be different for every space.
        """,
        bad="""
        boards:
          card: {grid: {rows: {row: 1..3}, columns: {column: 1..3}}, label: space <row>}
        """,
        good="""
        boards:
          card: {grid: {rows: {row: 1..3}, columns: {column: 1..3}}, label: space <row> <column>}
        """,
    ),
    Code(
        "cannot-number",
        "a numbering that the board has no path for",
        """
        A hexagon is numbered from its center, along a `spiral` or a `meander`; every other board by `rows`, or along a `meander` whose every second row runs back.
        """,
        bad="boards: {board: {grid: {rows: 3, columns: 3}, number: {path: spiral}}}\n",
        good="boards: {board: {grid: {rows: 3, columns: 3}, number: {path: rows}}}\n",
    ),
    Code(
        "no-lines",
        "lines that a board does not have",
        """
        `.lines` are all lines that the board declares under `lines:`; rows and columns of a grid are `.rows` and `.columns`. A family whose lines are longer than the board has no line at all.
        """,
        bad="""
        boards: {board: {grid: {rows: 3, columns: 3}}}
        define: {many: board.lines.count}
        """,
        good="""
        boards: {board: {grid: {rows: 3, columns: 3}, lines: {three: {length: 3}}}}
        define: {many: board.lines.count}
        """,
    ),
    Code(
        "no-look-up",
        "something that cannot be found by a value",
        """
        `board(2, 3)` finds a space by its coordinates, `card.across(blue)` a line by what its spaces have in common. Straight lines and the spaces of a graph have no such value: they are gone through with `for`, or called by name.
        """,
        bad="""
        boards: {board: {grid: {rows: 3, columns: 3}, lines: {three: {length: 3}}}}
        define: {first_line: board.three(1).count}
        """,
        good="""
        boards: {board: {grid: {rows: 3, columns: 3}}}
        define: {first_row: board.rows(1).count}
        """,
    ),
    Code(
        "nothing-stands",
        "pieces of a board on which none stand",
        """
        A board says with `holds:` which kind stands on it. One without is a pattern of spaces: what happens there is kept in variables `per` its spaces.
        """,
        bad="""
        boards: {board: {grid: {rows: 3, columns: 3}}}
        define: {done: board.full}
        """,
        good="""
        pieces: {mark: {of: players}}
        boards: {board: {grid: {rows: 3, columns: 3}, holds: mark}}
        define: {done: board.full}
        """,
    ),
    Code(
        "counted-pieces",
        "counted pieces that appear, vanish or change their owner",
        """
        Pieces with a `count` (or `one_per`) are real pieces, each always in exactly one place, so they are only moved. Kinds without are placed as they are needed, removed, and turned over to somebody else.
        """,
        bad="""
        pieces: {mark: {count: 9}}
        zones: {box: {holds: mark, start: all}}
        boards: {board: {grid: {rows: 3, columns: 3}, holds: mark}}
        setup: [{place: mark, to: a1}]
        """,
        good="""
        pieces: {mark: {label: mark}}
        boards: {board: {grid: {rows: 3, columns: 3}, holds: mark}}
        setup: [{place: mark, to: a1}]
        """,
    ),
    Code(
        "while-missing",
        "a flood without an end",
        """
        `reach(at)` spreads from a space to its neighbours, and from these to theirs; `while` says through which spaces.
        """,
        bad="""
        boards: {board: {grid: {rows: 3, columns: 3}}}
        define: {group: {of: {at: board.spaces}, is: count(s for s in reach(at))}}
        """,
        good="""
        boards: {board: {grid: {rows: 3, columns: 3}}}
        define: {group: {of: {at: board.spaces}, is: count(s for s in reach(at) while s.row == at.row)}}
        """,
    ),
    Code(
        "route-twice",
        "a route that goes through a space twice",
        """
        From every space a route goes on to one space. A lap is a closed route: `closed: true` leads from the last space to the first.
        """,
        bad="boards: {lap: {track: 4, routes: {round_and_round: {spaces: [1..4, 1]}}}}\n",
        good="boards: {lap: {track: 4, routes: {round_and_round: {spaces: [1..4], closed: true}}}}\n",
    ),
    Code(
        "unbounded-pieces",
        "a table without an edge, or pieces with sides, that cannot be",
        """
        A table with `unbounded: squares` is laid with pieces that can be told apart (`one_per`), so that it is as large as they can spread. It has no lines, numbers or ends: one looks at `table.open`, `neighbours(at)` and `step(at, way)`. Pieces with `sides` are told apart too, and only they can be `turned`.
        """,
        bad="""
        pieces: {tiles: {count: 4}}
        zones: {bag: {holds: tiles, start: all}}
        boards: {table: {unbounded: squares, holds: tiles}}
        """,
        good="""
        pieces: {tiles: {one_per: {number: 1..4}}}
        zones: {bag: {holds: tiles, start: all}}
        boards: {table: {unbounded: squares, holds: tiles}}
        """,
    ),
)
