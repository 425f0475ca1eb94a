"""What effects do is what their footprints say: each effect is held against its own while it is carried out.

Cells, slots, notes and chance events are compared before and after every effect of random rules and of random games. A
footprint that is empty where it should not be is found, for every class of effects.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest import mock

import pytest

import rulewright
from rulewright.checked.rules import effects as checks
from rulewright.evaluate.machine import DO, Machine
from rulewright.evaluate.reference import Reference
from rulewright.ir import footprints
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, Footprint, effects_below, footprint
from rulewright.ir.lower import effects as lowering
from rulewright.ir.walking import everything
from rulewright.language import effects as described
from rulewright.native.llvm import emitter
from rulewright.native.llvm.regions import regions
from rulewright.native.modules import writers  # noqa: F401  (writers fills the tables of emitter)
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS as WRITTEN_EFFECTS
from rulewright.rulebook.footprints import footprint as written_footprint
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.failures import RuleFailure
from rulewright.source.record import Record
from rulewright.source.text import Span
from tests.games.books import books
from tests.native.random_effects import Made, a_position, a_program


class Watch:
    """Compares what each effect does with what it and those inside it are said to do."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.region = {
            region.offset + index: region.name
            for region in regions(program).values()
            if region.offset >= 0 and region.type == "i32"
            for index in range(region.size)
        }
        self.wrong: list[str] = []
        self.seen: Counter[type] = Counter()
        self.declared: dict[int, tuple[ir.Effect, set[str], list[Footprint]]] = {}

    def carry_out(self, do: Callable[[Machine, Any], None], machine: Machine, effect: ir.Effect) -> None:
        cells, who, where = machine.cells[:], machine.who, machine.where
        slots, events = list(machine.locals), len(machine.events)
        self._note(machine, None, None)
        try:
            do(machine, effect)
        finally:
            self._compare(machine, effect, cells, slots, events)
            self._note(
                machine,
                who if machine.who is None else machine.who,
                where if machine.where is None else machine.where,
            )

    def _note(self, machine: Machine, who: tuple[str, int] | None, where: int | None) -> None:
        machine.who, machine.where = who, where

    def _compare(
        self, machine: Machine, effect: ir.Effect, cells: Any, slots: list[Any], events: int
    ) -> None:
        name = type(effect).__name__
        if id(effect) not in self.declared:
            prints = [footprint(each) for each in effects_below((effect,), self.program)]
            self.declared[id(effect)] = effect, writes(self.program, prints), prints
        _, declared, prints = self.declared[id(effect)]
        own = footprint(effect)
        changed = {
            self.region[at] for at, (a, b) in enumerate(zip(cells, machine.cells, strict=True)) if a != b
        }
        self._hold(name, "writes", changed, declared)
        noted = {machine.who[0]} if machine.who is not None else set()
        noted |= {"phase"} if machine.where is not None else set()
        self._hold(name, "notes", noted, {each.note for each in prints if each.note is not None})
        drawn = {
            each.what
            for each in machine.events[events:]
            if each.what in ("rolled", "shuffled", "drawn", "picked")
        }
        if drawn and all(each.stream is None for each in prints):
            self.wrong.append(f"{name} draws {sorted(drawn)}")
        bound = {at for at, (a, b) in enumerate(zip(slots, machine.locals, strict=False)) if a != b}
        below = [footprint(each) for each in effects_below((effect,))]
        may = {each.slot for each in below} | {slot_of(each.renumbered) for each in below}
        may |= {each.slot for each in everything(effect) if isinstance(each, ir.Clause)} - {own.slot}
        if own.step is not None:  # what a step leaves in the names that it was given
            may |= {slot_of(argument) for argument in getattr(effect, "arguments", ())}
        if not any(each.step is not None for each in below) or own.step is not None:
            self._hold(name, "binds", {f"slot {at}" for at in bound}, {f"slot {at}" for at in may})
        if changed or noted or drawn or bound:
            self.seen[type(effect)] += 1

    def _hold(self, name: str, what: str, found: set[Any], declared: set[Any]) -> None:
        if not found <= declared:
            self.wrong.append(f"{name} {what} {sorted(found - declared)}")


def slot_of(node: object) -> int | None:
    match node:
        case ir.Elements(value=ir.Local(slot=slot)) | ir.Local(slot=slot):
            return slot
        case _:
            return None


def writes(program: ir.Program, prints: list[Footprint]) -> set[str]:
    """The regions of native code that effects may write, by their footprints."""
    kinds = {each.kind for each in prints if each.kind is not None}
    of_kinds = tuple(f"piece.{kind}." for kind in kinds)
    return {f"var.{group}" for each in prints for group, _ in each.cells} | {
        name for name in regions(program) if name.startswith(of_kinds)
    }


@contextmanager
def watched(program: ir.Program) -> Iterator[Watch]:
    watch = Watch(program)

    def watching(do: Callable[[Machine, Any], None]) -> Callable[[Machine, Any], None]:
        return lambda machine, effect: watch.carry_out(do, machine, effect)

    with mock.patch.dict(DO, {kind: watching(DO[kind]) for kind in EFFECTS}):
        yield watch


def of_random_effects(seeds: range) -> Watch:
    program = a_program()
    with watched(program) as watch:
        for seed in seeds:
            random = Random(seed)
            made = Made(program, random)
            effects = made.effects()
            program.steps.update(made.steps)
            watch.declared.clear()
            machine = Reference(program)._player(a_position(program, random), Sampled(program.streams))
            machine.locals = [None] * 100
            try:
                for effect in effects:
                    DO[type(effect)](machine, effect)
            except RuleFailure:
                continue
    return watch


def of_games(name: str, games: int = 2, decisions: int = 120) -> Watch:
    program = rulewright.load(books()[name], engine="reference").program
    with watched(program) as watch:
        for seed in range(games):
            reference, chance = Reference(program), Sampled(program.streams)
            position, luck = new_position(program, seed), Random(seed)
            reference.begin(position, chance)
            for _ in range(decisions):
                if position.cells[4]:
                    break
                legal = reference.legal(position.cells)
                reference.apply(position, luck.choice(legal), chance)
    return watch


def test_random_effects_do_what_their_footprints_say() -> None:
    watch = of_random_effects(range(200))
    assert watch.wrong == []
    assert sum(watch.seen.values()) > 300


@pytest.mark.parametrize("name", sorted(books()))
def test_effects_in_games_do_what_their_footprints_say(name: str) -> None:
    assert of_games(name, games=1, decisions=40).wrong == []


@pytest.mark.parametrize("kind", EFFECTS, ids=lambda kind: kind.__name__)
def test_a_footprint_that_lacks_a_class_is_found(kind: type[ir.Effect]) -> None:
    whole = footprint

    def lacking(effect: ir.Effect) -> Footprint:
        return Footprint() if type(effect) is kind else whole(effect)

    here = "tests.evaluate.test_footprints"
    with mock.patch(f"{here}.footprint", lacking), mock.patch.object(footprints, "footprint", lacking):
        wrong = of_random_effects(range(80)).wrong if kind is not ir.LayPieces else of_games("crib-ino").wrong
    assert any(each.startswith(kind.__name__) for each in wrong)


@pytest.mark.parametrize("table", [DO, emitter.DO], ids=["reference", "native"])
def test_both_executors_carry_out_every_effect(table: dict[type, object]) -> None:
    assert set(EFFECTS) - set(table) == set()


@pytest.mark.parametrize("table", [checks.CHECK, lowering.LOWER], ids=["checks", "lowering"])
def test_every_verb_is_checked_and_lowered(table: dict[type, object]) -> None:
    assert set(WRITTEN_EFFECTS) - set(table) <= {rulebook.Let}
    assert rulebook.Let in checks.CHECK


def test_every_expression_of_an_effect_is_in_its_footprint() -> None:
    """Of what is written, every field of every class that may hold an expression or effects is in the footprint."""
    for kind in WRITTEN_EFFECTS:
        names = [each.name for each in dataclasses.fields(kind)]
        made = kind(**{name: _of_field(kind, name, object()) for name in names})
        found = written_footprint(made)
        held = [*found.places, *found.pieces, found.to, *found.asks, found.binds, *found.inside, found.step]
        for name in names:
            value = getattr(made, name)
            if name in ("span", "path", "phase", "phase_span", "step_span"):
                continue
            parts = [case for each in value for case in (each.key, each.do)] if name == "cases" else [value]
            parts = list(value) if name == "arguments" else parts
            parts = [value.piece] if name == "moved" else parts
            parts += [value.name] if name == "clause" else []
            assert all(any(part is each for each in held) for part in parts), (kind.__name__, name)


@pytest.mark.parametrize("kind", WRITTEN_EFFECTS, ids=lambda kind: kind.__name__)
def test_the_description_of_a_verb_has_the_fields_of_its_class(kind: type[rulebook.AnyEffect]) -> None:
    places = {"span", "path", "phase_span", "step_span"}
    described = {key.field for key in kind.verb.parts}
    assert described == {each.name for each in dataclasses.fields(kind)} - places


def test_every_verb_that_is_described_has_a_class() -> None:
    assert {kind.verb for kind in WRITTEN_EFFECTS} == set(described.EFFECTS)


def test_an_effect_without_a_description_is_refused_when_its_class_is_made() -> None:
    with pytest.raises(KeyError, match="Unheard"):
        type("Unheard", (rulebook.Effect,), {})


class Fetch(Record):
    """An effect whose field nobody knows."""

    kind: str
    fetched: ir.Expression
    span: Span = dataclasses.field(repr=False)


def test_an_effect_with_a_field_that_no_footprint_knows_is_refused() -> None:
    with pytest.raises(TypeError, match="`fetched` of the effect Fetch"):
        footprints.described(Fetch)  # type: ignore[arg-type]  # not an effect of the language


def test_an_effect_that_cannot_be_copied_is_refused() -> None:
    with pytest.raises(TypeError, match="`fetched` of the effect Fetch"):
        lowering.copied(rulebook.Roll, Fetch)  # type: ignore[arg-type]  # as above


def _of_field(kind: type, name: str, value: object) -> Any:
    from rulewright.expression import nodes as syntax
    from rulewright.source.text import NOWHERE

    match name:
        case "arguments":
            return (object(), object())
        case "cases":
            return (rulebook.EffectCase(key=object(), do=(object(),), span=NOWHERE),)  # type: ignore[arg-type]  # stand-ins
        case "do" | "else_":
            return (object(),)
        case "moved":
            return syntax.MovedPiece(object(), NOWHERE)  # type: ignore[arg-type]  # a stand-in
        case "clause":
            return mock.Mock()
        case _:
            return value
