"""Tables of components: every piece is in them, with what it shows."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

import rulewright as rw
from rulewright.paper.tables import PLAIN, tables
from rulewright.pipeline import bundled_games
from rulewright.scene.components import components_of


def rows(name: str, kind: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(dict(tables(rw.load(name).program))[kind])))


@pytest.mark.parametrize("name", bundled_games())
def test_the_rows_of_a_kind_are_its_pieces(name: str) -> None:
    program = rw.load(name).program
    made = {kind: list(csv.DictReader(StringIO(table))) for kind, table in tables(program)}
    for kind, found in made.items():
        components = [each for each in components_of(program) if each.kind.id == kind]
        assert [(row["id"], int(row["qty"])) for row in found] == [
            (c.piece.id, c.piece.count) for c in components
        ]
        assert all(tuple(row)[: len(PLAIN)] == PLAIN for row in found)
    assert made.keys() == program.layout.kinds.keys()


def test_a_part_has_the_tables_of_its_pieces_alone() -> None:
    program = rw.load("cinco").program
    assert [kind for kind, _ in tables(program, ["cards"])] == ["cards"]
    assert [kind for kind, _ in tables(program, ["tokens"])] == ["tokens"]


def test_attributes_and_sides_have_columns_of_their_own() -> None:
    (card,) = (row for row in rows("crazy-eights", "cards") if row["id"] == "ten of hearts")
    assert {key: card[key] for key in ("rank", "suit", "mark", "symbol", "colour")} == {
        "rank": "ten", "suit": "hearts", "mark": "10♥", "symbol": "♥", "colour": "red",
    }  # fmt: skip
    tile = rows("crib-ino", "cards")[0]
    assert (tile["north"], tile["east_mark"], tile["west_colour"]) == ("purple 1", "r9", "yellow")


def test_dice_list_their_faces() -> None:
    (die,) = rows("red-hot-yott", "dice")
    assert (die["qty"], die["face_1"], die["face_6"]) == ("5", "●", "6")
