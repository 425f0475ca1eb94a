"""The native executor is the reference in other words: same choices, cells, luck, games; and the reference where it cannot be."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.playouts.playout import play_out
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.native.chance import random_words
from rulewright.native.driver import cache as kept_code
from rulewright.native.driver import machine, self_check
from rulewright.native.driver.executor import Native, library
from rulewright.native.from_ir import module_text
from rulewright.native.llvm.assembly import constant
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Chance, Choice, Event, Executor, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import DECISIONS, FAILED, ROUND, WINNERS, Bulk
from rulewright.runtime.fast import ENDED as ENDED_AT
from rulewright.source.cache import Cache

NAMES = ("pig", "yahtzee", "tic-tac-toe", "reversi", "cinq-o")


@cache
def program(name: str) -> ir.Program:
    return rw.load(name, engine="reference").program


@cache
def native(name: str) -> Native:
    return Native(program(name), Reference(program(name)))


class Deaf(Reference):
    """A reference that must not be asked: what is native has to be done natively."""

    def legal(self, cells: array[int]) -> list[Choice]:
        raise AssertionError("the reference was asked")

    def apply(self, position: Position, choice: Choice, chance: Chance) -> list[Event]:
        raise AssertionError("the reference was asked")


@pytest.mark.parametrize("module", machine.MODULES)
def test_the_signatures_are_those_of_the_functions(module: str) -> None:
    own, functions = program("pig"), machine.MODULES[module]
    text = module_text(own, module, (None, None) if module in ("measured", "preferring") else ())
    heads = re.findall(r'^define i32 @"(rulewright\.\w+)"\((.*)\)', text, re.MULTILINE)
    assert {name for name, _ in heads} == set(functions)
    sizes = {"ptr": "P", "i64": "L", "i32": "i"}
    for name, parameters in heads:
        declared: Sequence[type] = functions[name]._argtypes_  # type: ignore[attr-defined]  # ctypes has it
        wanted = [sizes[parameter.split()[0]] for parameter in parameters.split(", ")]
        assert [str(each._type_) for each in declared] == wanted, name  # type: ignore[attr-defined]  # the same


@pytest.mark.parametrize("name", NAMES)
def test_single_steps_are_those_of_the_reference(name: str) -> None:
    alone = Native(program(name), Deaf(program(name)))
    reference, chance = Reference(program(name)), Sampled(program(name).streams)
    for seed in (3, 2**64 + 5):
        position, random = new_position(program(name), seed), Random(seed)
        reference.begin(position, chance)
        for _ in range(60):
            legal = reference.legal(position.cells)
            assert alone.legal(position.cells) == legal
            if not legal:
                break
            choice, quick = random.choice(legal), position.copy()
            reference.apply(position, choice, chance)
            alone.carry_out(quick, choice)
            assert quick.cells == position.cells
            assert quick.luck.turns == position.luck.turns
            assert quick.luck.used == {k: v for k, v in position.luck.used.items() if v}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("most", "rounds"), [(10_000, None), (7, None), (10_000, 2), (1, 0)])
def test_whole_games_are_those_of_the_reference(name: str, most: int, rounds: int | None) -> None:
    game = rw.load(name, engine="reference")
    seeds = array("Q", (0, 1, 2**53 - 1, 12345))
    played = native(name).play_many(seeds, most, rounds)
    assert played.games == len(seeds)
    ends = [None, *(end.id for end in game.program.ends)]
    for at, seed in enumerate(seeds):
        usual = play_out(game, seed, most, rounds)
        assert played.column(FAILED)[at] == 0
        assert played.column(DECISIONS)[at] == usual.decisions
        assert played.column(ROUND)[at] == usual.rounds
        assert ends[played.column(ENDED_AT)[at]] == usual.ended_by
        won = played.column(WINNERS)[at]
        if usual.ended_by is not None:
            assert tuple(seat for seat in range(game.num_players) if won >> seat & 1) == usual.winners
        assert tuple(played.score(seat)[at] for seat in range(game.num_players)) == usual.scores


def test_no_games_are_no_games() -> None:
    played = native("pig").play_many(array("Q"), 100)
    assert (played.games, list(played.column(DECISIONS)), list(played.score(0))) == (0, [], [])


def test_it_is_an_executor_of_both_sorts() -> None:
    executor: Executor = native("pig")
    assert isinstance(executor, Bulk)
    assert not isinstance(Reference(program("pig")), Bulk)


# ------------------------------------------------------------------------------- what the reference has to do


class Asked(Reference):
    """A reference that notes what it is asked."""

    def __init__(self, own: ir.Program) -> None:
        super().__init__(own)
        self.asked: list[str] = []

    def legal(self, cells: array[int]) -> list[Choice]:
        self.asked.append("legal")
        return [] if len(cells) != self.program.layout.size else super().legal(cells)

    def apply(self, position: Position, choice: Choice, chance: Chance) -> list[Event]:
        self.asked.append("apply")
        return super().apply(position, choice, chance)


def begun(name: str, seed: int = 1) -> Position:
    position = new_position(program(name), seed)
    Reference(program(name)).begin(position, Sampled(program(name).streams))
    return position


def test_cells_that_no_game_comes_to_never_reach_native_code() -> None:
    asked = Asked(program("tic-tac-toe"))
    executor = Native(program("tic-tac-toe"), asked)
    cells = begun("tic-tac-toe").cells
    executor.legal(cells)
    assert asked.asked == []
    for place, number in ((CURRENT, 17), (len(cells) - 1, 99)):
        wrong = cells[:]
        wrong[place] = number
        with suppress(RuleFailure, IndexError):
            executor.legal(wrong)
        assert asked.asked.pop() == "legal"
    executor.legal(cells[:4] + array("i", [0]))
    assert asked.asked == ["legal"]
    over = cells[:]
    over[ENDED] = 1
    assert executor.legal(over) == []


def test_a_choice_of_another_shape_never_reaches_native_code() -> None:
    asked = Asked(program("tic-tac-toe"))
    executor = Native(program("tic-tac-toe"), asked)
    for choice in (Choice(0, (99,)), Choice(0, ((1, 2),)), Choice(0, (-1,))):
        with suppress(RuleFailure, IndexError, TypeError):  # the reference makes of it what it can
            executor.carry_out(begun("tic-tac-toe"), choice)
        assert asked.asked.pop() == "apply"


def narrow() -> ir.Program:
    """Pig, whose scores cannot hold more than 20 points."""
    own = program("pig")
    score = replace(own.layout.groups["score"], high=20)
    return replace(own, layout=replace(own.layout, groups={**own.layout.groups, "score": score}))


def failure(
    do: Callable[[Position, Choice], object], position: Position, choice: Choice
) -> tuple[object, ...] | None:
    """How a rule fails when a choice is carried out; None if none does."""
    try:
        do(position, choice)
    except RuleFailure as failed:
        return failed.code, failed.path, failed.message, failed.span
    return None


def test_a_failure_is_that_of_the_reference_and_changes_no_more() -> None:
    own = narrow()
    reference, executor = Reference(own), Native(own, Reference(own))
    chance = Sampled(own.streams)
    failed = 0
    for seed in range(10):
        position, random = new_position(own, seed), Random(seed)
        reference.begin(position, chance)
        for _ in range(200):
            choice, quick = random.choice(reference.legal(position.cells)), position.copy()
            usual = failure(lambda p, c: reference.apply(p, c, chance), position, choice)
            assert failure(executor.carry_out, quick, choice) == usual
            assert quick.cells == position.cells
            if usual is not None:
                failed += 1
                break
    assert failed == 10
    assert all(executor.play_many(array("Q", range(10)), 10_000).column(FAILED))


def test_who_only_plays_a_little_compiles_nothing() -> None:
    asked = Asked(program("pig"))
    executor = Native(program("pig"), asked, patience=3)
    position = begun("pig")
    for _ in range(5):
        executor.legal(position.cells)
    assert asked.asked == ["legal"] * 3
    other = Native(program("pig"), asked, patience=3)
    other.play_many(array("Q", [1]), 10)
    other.legal(position.cells)
    assert asked.asked == ["legal"] * 4


# ------------------------------------------------------------------------------------------------- the cache


def test_code_is_compiled_once_and_damaged_code_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    compile_text = machine.object_code

    def told(text: str) -> bytes:
        compiled.append(text)
        return compile_text(text)

    monkeypatch.setattr(machine, "object_code", told)
    kept, own = Cache(tmp_path), program("pig")

    def rows() -> array[int]:
        return Native(own, Reference(own), kept).play_many(array("Q", [1, 2]), 1000).numbers

    first = rows()
    assert rows() == first
    assert len(compiled) == 1
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(entry.read_bytes()[:-7])
    assert rows() == first
    assert len(compiled) == 2
    key = kept_code.key(own, "playouts", machine.host())
    kept.write(key, b"whole, and no machine code")
    assert rows() == first
    assert len(compiled) == 3
    assert rows() == first
    assert len(compiled) == 3


# --------------------------------------------------------------------------------- code that means something else


def other_luck(own: ir.Program, module: str) -> str:
    """The module with another constant of the luck."""
    factor = constant(random_words.SHIFTS[0][1], "i64")
    text = module_text(own, module)
    assert factor.text in text
    return text.replace(factor.text, constant(random_words.SHIFTS[0][1] ^ 2, "i64").text)


@pytest.mark.parametrize("module", ["steps", "playouts", "continued", "many", "positions"])
def test_kept_code_of_another_luck_is_made_anew(module: str, tmp_path: Path) -> None:
    kept, own = Cache(tmp_path), program("pig")
    key, other = kept_code.key(own, module, machine.host()), machine.object_code(other_luck(own, module))
    kept.write(key, other)
    library(own, module, kept)
    made = kept.read(key)
    assert made is not None
    assert made != other
    library(own, module, kept)
    assert kept.read(key) == made


def test_kept_code_of_another_layout_is_made_anew(tmp_path: Path) -> None:
    kept, own = Cache(tmp_path), program("pig")
    wider = rw.load("pig", players=3, engine="reference").program
    seeds = array("Q", [1, 2])
    expected = Native(own, Reference(own)).play_many(seeds, 1000).numbers
    kept.write(
        kept_code.key(own, "playouts", machine.host()), machine.object_code(module_text(wider, "playouts"))
    )
    assert Native(own, Reference(own), kept).play_many(seeds, 1000).numbers == expected


def test_code_that_cannot_be_made_right_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody changes the luck of the reference while the program runs."""
    kept, own = Cache(tmp_path), program("pig")
    library(own, "steps", kept)
    monkeypatch.setattr(self_check, "numbers", lambda key, index, bounds: [0 for _ in bounds])
    with pytest.raises(machine.NoMachine, match="--engine reference"):
        library(own, "steps", kept)


def test_nothing_is_kept_where_our_sources_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_code, "_TOP", str(tmp_path / "gone"))
    kept_code.emitter.cache_clear()
    kept, own = Cache(tmp_path / "kept"), program("pig")
    assert Native(own, Reference(own), kept).play_many(array("Q", [1]), 1000).games == 1
    assert not kept.folder.exists()
