"""Simulations come to the same, whatever runs the rules and however many threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.native.driver.executor import Native
from rulewright.play.compare import compare
from rulewright.play.simulate import simulate


@pytest.mark.parametrize("name", ["pig", "tic-tac-toe", "yahtzee"])
def test_the_figures_are_those_of_the_reference(name: str) -> None:
    reference, native = rw.load(name, engine="reference"), rw.load(name, engine="native")
    usual = simulate(reference, 60, seed=4)
    assert simulate(native, 60, seed=4) == usual
    assert simulate(native, 60, seed=4, jobs=3) == usual


def test_games_that_are_broken_off_are_told() -> None:
    reference, native = rw.load("pig", engine="reference"), rw.load("pig", engine="native")
    found = simulate(native, 60, max_actions=100)
    assert 0 < len(found.unfinished) < 60
    assert found == simulate(reference, 60, max_actions=100)


@pytest.mark.parametrize("bots", ["random", "hold_at_20,keep_pace"])
def test_comparisons_are_those_of_the_reference(bots: str) -> None:
    games = {
        engine: [rw.load("pig", options={"target": target}, engine=engine) for target in (25, 20)]
        for engine in ("reference", "native")
    }
    for most in (10_000, 25):
        one, other = (compare(a, b, 30, bots, max_actions=most).to_json() for a, b in games.values())
        assert one == other


def narrow(high: int) -> Native:
    """Pig, whose scores cannot hold more than so many points."""
    own = rw.load("pig", engine="reference").program
    score = replace(own.layout.groups["score"], high=high)
    own = replace(own, layout=replace(own.layout, groups={**own.layout.groups, "score": score}))
    return Native(own, Reference(own))


@pytest.mark.parametrize("high", [20, 101])
def test_failures_have_the_records_of_the_reference(high: int) -> None:
    native = narrow(high)
    found = simulate(Game(native), 100, seed=1, jobs=2)
    assert found == simulate(Game(Reference(native.program)), 100, seed=1)
    assert 0 < found.failed <= 100
    assert found.failed == 100 or found.finished


def test_memory_does_not_grow_with_the_games() -> None:
    game = rw.load("tic-tac-toe", engine="native")
    simulate(game, 1000)

    def most(games: int) -> int:
        tracemalloc.start()
        simulate(game, games)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    most(100_000)
    assert most(400_000) < most(100_000) + 500_000


ENDLESS = """\
rulebook: 1
name: endless
players: 2
variables: {points: {type: 0..10}}
phases: {turn: {actions: {stay: {do: [end_turn]}}}}
end: {never: {when: points == 10, result: draw}}
"""


@pytest.mark.parametrize("more", [[], ["--jobs", "2"], ["--max-actions", "2000000000"]])
def test_ctrl_c_is_heard_while_machine_code_runs(tmp_path: Path, more: list[str]) -> None:
    """A game that never ends runs in machine code, which cannot be interrupted; the command ends all the same."""
    book = tmp_path / "endless.rulebook.yaml"
    book.write_text(ENDLESS, encoding="utf-8")
    game = str(book) if "--max-actions" in more else "tic-tac-toe"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            STARTED,
            "simulate",
            game,
            "--games",
            "1000000000",
            "--engine",
            "native",
            *more,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "playing\n"
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert "of 1,000,000,000 games." in err
    assert "Traceback" not in err


STARTED = """
import sys
from rulewright.cli.main import main
from rulewright.native.driver import executor
play = executor.Native.play_counted
def told(*given):
    if not told.yet:
        told.yet = True
        print("playing", file=sys.stderr, flush=True)
    return play(*given)
told.yet = False
executor.Native.play_counted = told
sys.exit(main(sys.argv[1:]))
"""
