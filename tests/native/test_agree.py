"""Native code plays every rulebook as the reference does: a few short games at every table; `agree` plays more."""

from __future__ import annotations

import pytest

from rulewright.evaluate.reference import Reference
from tests.native.agree import main
from tests.native.executors import Bare
from tests.native.seatings import Seating, seatings
from tests.native.side_by_side import Course, together, whole_games

pytest.importorskip("llvmlite")

FEW, LARGEST_TABLE = 25, 4
TABLES = {
    str(seating): seating for seating in seatings(with_options=False) if seating.players <= LARGEST_TABLE
}


@pytest.mark.parametrize("name", TABLES)
def test_the_same_cells_luck_choices_and_standings(name: str) -> None:
    seating: Seating = TABLES[name]
    program = seating.program()
    reference, bare, course = Reference(program), Bare(program), Course()
    assert together(reference, bare, 2026, FEW, course) is None
    assert whole_games(reference, bare, range(2), FEW, course=course) is None
    assert whole_games(reference, bare, range(2, 4), 1_000, rounds=1, course=course) is None
    assert not course.failures or name.startswith("witness"), "only the witness is made to fail"


def test_the_command_tells_of_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tic-tac-toe", "--games", "8"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split()[:4] == ["tic-tac-toe", "2", "10", "games"]
    assert told[-1] == "1 tables, 0 with a difference"


def test_a_rulebook_that_is_not_there_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-game"]) == 1
    assert capsys.readouterr().out == "no such rulebook\n"
