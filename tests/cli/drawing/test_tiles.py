"""Pieces with sides and tables without an edge on the screen: everything that lies there and every move is to be read."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.cli.drawing.legend import legend
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.printed import lines
from rulewright.cli.drawing.spans import texts
from rulewright.cli.drawing.tiles import EAST, WEST, frame_for, in_a_line, tile
from rulewright.cli.table.menu import listed
from rulewright.scene.looks import Looks
from rulewright.scene.records import Piece
from rulewright.scene.table import scene_of
from tests.cli.conftest import Run
from tests.cli.drawing.test_board_screens import TILES

LINE = """
rulebook: 1
name: line
players: 1
pieces:
  bones:
    one_per: {k: 0..LAST}
    label: <k>-<k>
    sides: {pips: k if way == west or way == east else none}
boards:
  line: {unbounded: squares, holds: bones}
zones:
  bag: {holds: bones, start: all}
phases:
  turn:
    actions:
      lay: {choose: {bone: bag, at: line.open}, when: {in_line: at.north == 0 and at.east >= 0}, do: [{move: bone, to: at}]}
end: {all_lie_there: {when: bag.empty, result: {wins: seat(1)}}}
"""


def screen(state: rw.State, seat: int, width: int = 88) -> list[str]:
    return lines(scene_of(state, seat), width)


def lying(game: rw.Game, kind: str, name: str, turned: int = 0) -> Piece:
    return Looks(game.program, ["Ann", "Bob"]).piece(kind, {"piece": name, "turned": turned})


def sides(piece: Piece) -> tuple[str, ...]:
    return tuple(side.mark for side in piece.look.sides)


def test_a_piece_shows_its_sides_as_it_lies() -> None:
    game = rw.load("crib-ino")
    assert sides(lying(game, "cards", "7")) == ("p8", "r6", "y5", "g5")
    assert sides(lying(game, "cards", "7", 1)) == ("g5", "p8", "r6", "y5")
    assert sides(lying(game, "cards", "7", 3)) == ("r6", "y5", "g5", "p8")
    turned, marks = lying(game, "cards", "7", 1), Marks(scene_of(game.new_initial_state(seed=1), 0))
    drawn = tile(turned, frame_for([turned], marks), marks, ("piece", "", "7", ""))
    assert texts(drawn) == ["┌ g5  ┐", "y5 7 p8", "└ r6  ┘"]
    assert in_a_line(turned) == "7 g5 p8 r6 y5"
    assert sorted(legend(marks)) == ["g green", "p purple", "r red", "y yellow"]


def test_the_sides_drawn_are_those_that_the_rules_see() -> None:
    game = rw.load("crib-ino", players=7)
    labels = dict(game.program.labels.sides["cards"])
    colours, numbers = (game.program.tables[f"side.cards.{name}"].values for name in ("colour", "number"))
    for card in range(48):
        for turned in range(4):
            shown = sides(lying(game, "cards", str(card), turned))
            for side in range(4):
                own = 4 * card + (side - turned) % 4
                colour = colours[own]
                assert isinstance(colour, int)
                assert shown[side] == f"{labels['colour'][colour][0]}{numbers[own]}"


def test_attributes_that_are_true_and_numbers_in_a_row_have_marks() -> None:
    game = rw.load_text(TILES)
    assert sides(lying(game, "tiles", "2")) == ("me2", "mor2", "la2/2", "")
    assert sides(lying(game, "tiles", "3")) == ("me3", "mo3", "la3/2", "")
    assert in_a_line(lying(game, "cards", "hearts 1")) == "1♥"


def test_a_single_row_goes_on_below_and_is_free_at_its_ends() -> None:
    state = rw.load_text(LINE.replace("LAST", "20")).new_initial_state(seed=1)
    assert state.observation(0)["boards"] == {"line": {}}
    assert screen(state, 0)[3].strip() == "‹center›"
    for bone in range(15):
        state.apply_action(f"lay {bone} {f'e{bone}' if bone else 'center'}")
    drawn = screen(state, 0, 60)[3:6]
    assert drawn[0].startswith("│ 0│0 │ │ 1│1 │")
    assert [pips for line in drawn for pips in re.findall(r"│ ?(\d+)│", line)] == [
        str(each) for each in range(15)
    ]
    assert drawn[-1].endswith("‹e15›")
    assert max(map(len, drawn)) <= 60
    assert [bool(side.mark) for side in lying(state.game, "bones", "4", 2).look.sides] == [
        way in (EAST, WEST) for way in range(4)
    ]


@pytest.mark.parametrize("width", [88, 60, 40])
def test_everything_on_the_table_and_every_free_space_is_on_the_screen(width: int) -> None:
    """A whole random game of seven; names of spaces, and every piece with its sides as it lies."""
    random = Random(f"tiles {width}")
    state = rw.load("crib-ino", players=7).new_initial_state(seed=width)
    seen = wide = 0
    while not state.is_terminal():
        seat = state.current_player()
        assert seat is not None
        drawn = screen(state, seat, width)
        assert max(map(len, drawn)) <= width
        words = set(re.sub("[‹›:,;]", " ", " ".join(drawn)).split())
        legal = state.legal_actions()
        assert max(map(len, listed(state, legal))) <= 88
        assert {str(move).split()[2] for move in legal if move.name == "play"} <= words
        wide += any(line.startswith("further away") for line in drawn)
        for lies in state.observation(0)["boards"]["table"].values():
            piece = lying(state.game, "cards", lies["piece"], lies["turned"])
            shown = sides(piece)
            across = re.compile(rf"\b{shown[WEST]} +{piece.look.mark} +{shown[EAST]}\b")
            assert any(map(across.search, drawn)) or in_a_line(piece) in " ".join(map(str.strip, drawn))
            seen += 1
        state.apply_action(random.choice(legal))
    assert seen > 500
    assert wide > 0


def test_a_card_is_laid_on_a_space_that_was_read_from_the_screen(run: Run) -> None:
    ended = run(
        "play", "crib-ino", "--seed", "5", "--names", "Ann,Bob", typed="a\nplay 99 e1 2\na\nlook\nquit\n"
    )
    assert ended.status == 0, ended.err
    assert {"p purple", "r red", "y yellow", "g green"} <= set(re.split(r" {3}|\n", ended.out))
    shown = run("replay", "crib-ino.record.json", "--step", "1").out
    assert "y2 0 r9" in shown


LAID = """
rulebook: 1
name: laid
players: 1
pieces:
  tiles:
    one_per: {k: 0..9}
    label: tile
    sides: {number: "printed(k, way)"}
boards:
  table: {unbounded: squares, holds: tiles}
zones:
  stack: {holds: tiles, start: rest, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: tiles}
tables:
  printed:
    of: {k: 0..9, way: table.directions}
    rows: {0..4: [1, 2, 3, 4], 5..9: [5, 6, 7, 8]}
define:
  fit: {of: {a: 1..8, b: 1..8}, is: a + b == 9}
setup:
  - {move: tiles(0), to: table.center}
  - {move: 9 tiles, from: stack, to: seat(1).hand}
phases:
  turn:
    actions:
      lay:
        choose: {tile: me.hand, at: table.open, turned: 0..3}
        when:
          it_fits: |
            all(fit(side(tile, way, turned).number, (side(step(at, way), opposite(way)).number) otherwise 1)
                for way in table.directions if step(at, way).piece != none)
        do: [{move: tile, to: at, turned: turned}]
end: {all_lie_there: {when: me_has_none, result: {wins: seat(1)}}}
""".replace("me_has_none", "seat(1).hand.empty")
"""Tiles with one label for all, laid where two numbers make nine."""


def test_one_label_for_all_pieces_is_shown_with_what_tells_them_apart() -> None:
    state = rw.load_text(LAID).new_initial_state(seed=1)
    assert " 0 " in "\n".join(screen(state, 0))
    assert all(re.search(rf"\b{tile}\b", "\n".join(screen(state, 0))) for tile in range(10))
    assert any(
        line.lstrip("1 ").startswith("lay tile ") for line in listed(state, state.legal_actions(), False, 80)
    )


def test_the_word_of_a_move_that_does_not_fit_is_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "laid.rulebook.yaml"
    path.write_text(LAID, encoding="utf-8")
    typed = "lay 6 e1 5\nlay 77 e1 0\nlay 6 nowhere 0\nlay 6 e1 0 0\nquit\n"
    said = " ".join(run("play", str(path), typed=typed).out.split())
    assert "`lay 6 e1 5` does not fit: `5` is not a number in 0..3; what fits now: lay 6 e1 1." in said
    assert "`lay 77 e1 0` does not fit: `77` is no tile; what fits now: " in said
    assert "`lay 6 nowhere 0` does not fit: `nowhere` is no space; what fits now: lay 6 " in said
    assert "`lay 6 e1 0 0` does not fit: `0` is left over; what fits now: " in said
    assert "did you mean `more`" not in said


def test_a_reason_that_goes_through_directions_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "laid.rulebook.yaml"
    path.write_text(LAID, encoding="utf-8")
    said = run("play", str(path), typed="why lay 1 e1 0\nquit\n").out
    assert "if step(at, way).piece != none): false" in " ".join(said.split())
    assert "hidden from you" not in said.partition("it fits")[2]
