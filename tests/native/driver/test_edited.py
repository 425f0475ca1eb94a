"""Compiled games that somebody edited, their checksum made anew: each is refused, or played without harm by both engines."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.saved import program as saved
from rulewright.native.driver.executor import Native
from rulewright.native.from_ir import module_text
from rulewright.native.llvm.module import in_text
from rulewright.play.simulate import simulate
from rulewright.runtime.failures import RuleFailure
from tests.native.driver.edited import edited, read_as_its_own, resealed
from tests.package import TOP

EVIL = 'x"\ndefine i32 @"y'
TRIES = 40
"""Edited texts of each game; most are refused."""


@pytest.fixture(scope="module")
def program() -> ir.Program:
    return rw.load("pig", engine="reference").program


def refused(program: ir.Program) -> bool:
    """Whether a program is no compiled game although its checksum fits."""
    try:
        saved.from_text(saved.to_text(program))
    except saved.SavedProgramError as error:
        return str(error).startswith("this compiled game is damaged")
    return False


def test_no_name_in_a_compiled_game_can_be_anything_but_a_name(program: ir.Program) -> None:
    layout, (group, *_) = program.layout, program.layout.groups.values()
    action_name, action = next(iter(program.actions.items()))
    phase = program.phases[0]
    for odd in (
        replace(program, name=EVIL),
        replace(program, layout=replace(layout, groups={**layout.groups, EVIL: replace(group, name=EVIL)})),
        replace(program, layout=replace(layout, groups={**layout.groups, group.name: replace(group, name=EVIL)})),
        replace(program, actions={**program.actions, EVIL: replace(action, name=EVIL)}),
        replace(program, actions={**program.actions, action_name: replace(action, path=EVIL)}),
        replace(program, phases=(replace(phase, name=EVIL),)),
        replace(program, phases=(replace(phase, path=EVIL),)),
    ):  # fmt: skip
        assert refused(odd)


def test_the_numbers_of_a_layout_agree(program: ir.Program) -> None:
    layout, (group, *_) = program.layout, program.layout.groups.values()
    for odd in (
        replace(layout, size=4),
        replace(layout, size=layout.size + 1),
        replace(layout, players=layout.players + 1),
        *(
            replace(layout, groups={**layout.groups, group.name: each})
            for each in (
                replace(group, offset=group.offset + 1),
                replace(group, offset=5_000_000),
                replace(group, start=group.high + 1),
                replace(group, high=2**40),
                replace(group, axes=(replace(group.axes[0], size=7),)),
            )
        ),
        *(
            replace(layout, kinds={**layout.kinds, kind.name: each})
            for kind in layout.kinds.values()
            for each in (
                replace(kind, faces=-1),
                replace(kind, where=kind.where - 1),
                replace(kind, first_spot=10**6),
                replace(kind, pieces=kind.pieces + 1),
                replace(kind, homes=(99,) * len(kind.homes)) if kind.homes else replace(kind, homes=(0,)),
            )
        ),
    ):
        assert refused(replace(program, layout=odd))


def test_what_is_named_is_there(program: ir.Program) -> None:
    phase = program.phases[0]
    for odd in (
        replace(program, phases=()),
        replace(program, phases=(replace(phase, actions=("nothing",)),)),
        replace(program, turns=replace(program.turns, phase=7)),
        replace(program, teams=(0, 5)),
        replace(program, labels=replace(program.labels, seats=())),
    ):
        assert refused(odd)


def test_a_fingerprint_is_that_of_the_rules(program: ir.Program) -> None:
    assert not refused(program)
    assert refused(replace(program, fingerprint="0" * 16))
    others = rw.load("pig", options={"target": 50}, engine="reference").program
    assert refused(replace(others, fingerprint=program.fingerprint))


def test_every_field_is_of_its_type() -> None:
    body: Any = json.loads(rw.load("pig", engine="reference").to_text())
    del body["checksum"]
    assert saved.from_text(resealed(body))
    for place, wrong in ((1, 7), (5, "two"), (5, True), (9, [None]), (10, None)):
        odd = {**body, "program": [*body["program"]]}
        odd["program"][place] = wrong
        with pytest.raises(saved.SavedProgramError, match="damaged"):
            saved.from_text(resealed(odd))


def test_names_in_native_code_end_nothing(program: ir.Program) -> None:
    assert in_text("mask.phase-2.roll_all") == "mask.phase-2.roll_all"
    for odd in ("", EVIL, 'a"', "a b", "a\\22"):
        with pytest.raises(ValueError, match="no name"):
            in_text(odd)
    with pytest.raises(ValueError, match="no name"):
        module_text(replace(program, actions={EVIL: next(iter(program.actions.values()))}), "steps")
    assert "source_filename" not in module_text(program, "steps")


@pytest.mark.parametrize("name", ["pig", "tic-tac-toe"])
def test_edited_games_are_refused_or_played(name: str) -> None:
    played = subprocess.run(
        [sys.executable, "-m", "tests.native.driver.test_edited", name, str(TRIES)],
        cwd=TOP, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr[-2000:]
    assert int(played.stdout) > 0


def play_edited(name: str, tries: int) -> int:
    """Play edited texts of a game with both engines; how many were not refused."""
    text, played = rw.load(name, engine="reference").to_text(), 0
    with pytest.MonkeyPatch.context() as patch:
        for seed in range(tries):
            program = read_as_its_own(edited(text, Random(seed)), patch)
            if program is None:
                continue
            played += 1
            for executor in (Reference(program), Native(program, Reference(program))):
                with suppress(RuleFailure):
                    simulate(Game(executor), 3, seed=seed, max_actions=60)
    return played


if __name__ == "__main__":
    print(play_edited(sys.argv[1], int(sys.argv[2])))
