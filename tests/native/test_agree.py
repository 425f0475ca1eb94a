"""Native code plays every rulebook as the reference does: a few short games at every table; `agree` plays more.

LLVM optimises the code of one table of each rulebook and variant, with as many players as possible; at the others they differ in numbers
alone, and the code is as we write it. `agree` optimises at all.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from tests.native.agree import MAY_GIVE_UP_ONE_IN, main
from tests.native.carried_out import carried_out
from tests.native.compared_before import keep, kept
from tests.native.executors import Bare
from tests.native.planted import gives_up, in_haste, planted
from tests.native.seatings import Seating, seatings
from tests.native.side_by_side import MAY_GIVE_UP, Course, Difference, together, whole_games

pytest.importorskip("llvmlite")

FEW, LARGEST_TABLE = 25, 4
TABLES = {
    str(seating): seating for seating in seatings(with_options=False) if seating.players <= LARGEST_TABLE
}
OPTIMISED = {(seating.name, seating.variant): name for name, seating in TABLES.items()}
"""The last table of each."""


def few_games(program: ir.Program, course: Course) -> Difference | None:
    """A few short games, step by step and as a whole; the first difference."""
    reference, bare = Reference(program), Bare(program)
    return (
        together(reference, bare, 2026, FEW, course)
        or whole_games(reference, bare, range(2), FEW, course=course)
        or whole_games(reference, bare, range(2, 4), 1_000, rounds=1, course=course)
    )


@pytest.mark.parametrize("name", TABLES)
def test_the_same_cells_luck_choices_and_standings(name: str, request: pytest.FixtureRequest) -> None:
    seating: Seating = TABLES[name]
    if OPTIMISED[seating.name, seating.variant] != name:
        request.getfixturevalue("unoptimised")
    course = Course()
    assert few_games(seating.program(), course) is None
    assert not course.failures or name.startswith("witness"), "only the witness is made to fail"
    assert not course.needless, "in none of these games may native code give up"


def test_an_engine_that_gives_up_for_nothing_is_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    program, course = TABLES["tic-tac-toe 2"].program(), Course()
    with planted(gives_up(MAY_GIVE_UP)), in_haste():
        assert few_games(program, course) is None
        assert main(["tic-tac-toe", "--games", "8"]) == 1
    assert course.needless == {MAY_GIVE_UP: 3}, "the games that are longer than a round"
    told = capsys.readouterr().out
    assert "only native code gives up in 9 of 9 games, where 1 may be" in told
    assert "1 tables, 1 with a difference" in told


def test_only_what_is_endless_may_be_given_up_for_nothing() -> None:
    program, course = TABLES["tic-tac-toe 2"].program(), Course()
    with planted(gives_up("undefined")), in_haste():
        stepwise = few_games(program, course)
        many = carried_out(Reference(program), Bare(program), range(2), 1_000, course)
    for found in (stepwise, many):
        assert found is not None
        assert found.what == "only native code fails"
        assert found.told.startswith("undefined in ")


@pytest.mark.parametrize(("games", "allowed"), [(1, 1), (20, 1), (399, 1), (400, 2), (10_000, 50)])
def test_how_many_games_may_be_given_up(games: int, allowed: int) -> None:
    few, many = (Course(games, needless=Counter({MAY_GIVE_UP: number})) for number in (allowed, allowed + 1))
    assert few.gave_up_too_often(MAY_GIVE_UP_ONE_IN) == ""
    told = f"only native code gives up in {allowed + 1} of {games} games, where {allowed} may be"
    assert many.gave_up_too_often(MAY_GIVE_UP_ONE_IN) == told


def test_work_is_counted_and_not_bounded_where_its_bound_is_high() -> None:
    program = next(s for s in seatings(["crib-ino"], with_options=False) if s.players == 6).program()
    course = Course()
    assert carried_out(Reference(program), Bare(program), [331], 1_000, course) is None
    assert (course.games, course.ended, dict(course.needless)) == (1, 1, {})


def test_the_command_tells_of_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tic-tac-toe", "--games", "8"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].split()[:4] == ["tic-tac-toe", "2", "9", "games"]
    assert told[-1] == "1 tables, 0 with a difference"


def test_a_long_run_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept"
    lines: list[str] = []
    for games in ("4", "12", "12"):
        assert main(["tic-tac-toe", "--games", games, "--kept", str(file)]) == 0
        lines.append(capsys.readouterr().err)
    assert lines == ["tic-tac-toe 2: 4 of 4 games\n", "tic-tac-toe 2: 12 of 12 games\n", ""]
    told = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(each["seed"], each["games"]) for each in told] == [(0, 4), (4, 8)]
    course = Course()
    assert kept(file, "tic-tac-toe 2", 0, course) == 12
    assert (course.games, course.ended) == (12 + 1 + 1, 12 + 1 + 1)
    assert kept(file, "tic-tac-toe 2", 1, Course()) == 0


def test_a_run_may_be_as_long_as_so_many_decisions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twenty games have fewer than 200 decisions, forty have more; what was compared counts the next time."""
    file = tmp_path / "kept.jsonl"
    for decisions, games in (("20", 20), ("200", 40), ("200", 40)):
        assert main(["tic-tac-toe", "--decisions", decisions, "--kept", str(file)]) == 0
        assert kept(file, "tic-tac-toe 2", 0, course := Course()) == games
        assert course.steps >= int(decisions)
    assert "DIFFERENCE" not in capsys.readouterr().out


def test_what_native_code_gave_up_on_is_kept_too(tmp_path: Path) -> None:
    course = Course(3, 40, 2, Counter({"endless": 1}), Counter({"endless": 2}), Counter())
    keep(tmp_path / "kept", "pig 2", 0, 3, course)
    again = Course()
    assert kept(tmp_path / "kept", "pig 2", 0, again) == 3
    assert again == course


def test_a_rulebook_that_is_not_there_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-game"]) == 1
    assert capsys.readouterr().out == "no such rulebook\n"
