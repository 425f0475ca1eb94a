"""Choosing what runs the rules: the same games whatever it is, and a sentence where it is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.cli.testing.test_command import ENOUGH_GAMES
from rulewright.engines import ENGINES, NoEngine
from rulewright.engines import engine_called as engine
from rulewright.evaluate.reference import Reference
from rulewright.ir.chance import has_chance
from rulewright.native.driver.executor import Native
from rulewright.native.driver.machine import MISSING
from tests.cli.conftest import Run

HERE = tuple(name for name in ENGINES if name != "cuda")
"""The engines that need no graphics card; tests/native/gpu has those with one."""


@pytest.fixture
def without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite", None)


def test_auto_is_native_where_that_is_installed() -> None:
    assert isinstance(rw.load("pig").executor, Native)
    assert isinstance(rw.load("pig", engine="native").executor, Native)
    assert type(rw.load("pig", engine="reference").executor) is Reference


@pytest.mark.usefixtures("without_llvmlite")
def test_auto_is_the_reference_where_it_is_not() -> None:
    assert type(rw.load("pig").executor) is Reference
    with pytest.raises(NoEngine, match="llvmlite"):
        rw.load("pig", engine="native")


def test_an_engine_that_there_is_not_is_told_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no engine 'fast'; engines are auto, reference, native"):
        engine("fast")


def test_a_compiled_game_is_played_by_any_engine(tmp_path: Path) -> None:
    rolled = rw.load("pig").new_initial_state(3)
    rolled.apply_action("roll")
    rolled.game.save(tmp_path / "pig.compiled")
    for name in HERE:
        state = rw.load_compiled(tmp_path / "pig.compiled", engine=name).new_initial_state(3)
        state.apply_action("roll")
        assert state.cells == rolled.cells


@pytest.mark.parametrize(
    "command", [("simulate", "--games", "30", "--format", "csv"), ("perft", "--depth", "4", "--unique")]
)
def test_every_engine_reports_the_same(run: Run, command: tuple[str, ...]) -> None:
    told = {run(command[0], "tic-tac-toe", *command[1:], "--engine", name).out for name in HERE}
    assert len(told) == 1


@pytest.mark.usefixtures("without_llvmlite")
@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "--games", "2"),
        ("perft", "--depth", "1"),
        ("test", "--games", str(ENOUGH_GAMES), "-k", "examples"),
    ],
)
def test_a_slower_engine_than_asked_for_is_told_once(run: Run, command: tuple[str, ...]) -> None:
    ended = run(command[0], "tic-tac-toe", *command[1:])
    assert ended.status == 0
    assert ended.err.count("llvmlite is not installed, so the reference engine plays") == 1
    assert "llvmlite" not in run(command[0], "tic-tac-toe", *command[1:], "--engine", "reference").err
    refused = run(command[0], "tic-tac-toe", *command[1:], "--engine", "native")
    assert refused.status == 2
    assert MISSING in refused.err


@pytest.mark.usefixtures("without_llvmlite")
def test_nothing_is_told_of_engines_for_so_few_games_that_the_reference_plays_anyhow(run: Run) -> None:
    assert "llvmlite" not in run("test", "tic-tac-toe", "--games", "1").err


def test_machine_code_is_kept_unless_it_is_not_wanted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, simulate = (
        tmp_path / "cache" / "rulewright",
        ("simulate", "tic-tac-toe", "--games", "2", "--engine"),
    )
    native = (*simulate, "native")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert run(*native, "--no-cache").status == 0
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    assert run(*native).status == 0
    assert not (tmp_path / "cache").exists()
    monkeypatch.delenv("RULEWRIGHT_NO_CACHE")
    assert run(*simulate, "reference").status == 0
    without = len(list(folder.iterdir()))  # the game
    assert run(*native).status == 0
    assert run(*native).status == 0
    assert len(list(folder.iterdir())) == without + 1


def test_the_program_is_printed_as_engines_read_it(run: Run) -> None:
    told = run("ir", "pig", "--set", "target=50")
    assert told.status == 0
    assert told.out.startswith("program pig for 2, fingerprint ")
    for line in (
        "  0           current",
        "action hold",
        "end 1 target_reached",
        "  target: 50, roll_first: false",
    ):
        assert line in told.out.splitlines()
    assert "Constant(value=50)" in told.out
    assert max(map(len, told.out.splitlines())) < 200


def test_the_module_is_printed_as_llvm_reads_it(run: Run) -> None:
    told = run("ir", "pig", "--llvm").out
    assert told == run("ir", "pig", "--llvm").out
    assert 'define i32 @"rulewright.playouts"' in told


@pytest.mark.parametrize(
    ("name", "chance"), [("pig", True), ("crazy-eights", True), ("connect-four", False), ("reversi", False)]
)
def test_whether_a_game_has_chance(name: str, chance: bool) -> None:
    assert has_chance(rw.load(name).program) is chance
