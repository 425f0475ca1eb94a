"""The counting executor plays as the reference executor does, and counts what happens."""

from __future__ import annotations

from array import array

import pytest

import rulewright
from rulewright.evaluate.reference import Reference
from rulewright.evaluate.tracing.counting import Counting, CountingAll, Tally, done, entered, entry, truth
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Event
from tests.evaluate import programs


def played(executor: Reference, seed: int) -> tuple[list[list[Event]], array[int]]:
    """The events of a game in which somebody always takes the last choice but as many as have been made."""
    position = new_position(executor.program, seed)
    chance = Sampled(executor.program.streams)
    told = [executor.begin(position, chance)]
    while not position.cells[ENDED] and len(told) < 300:
        legal = executor.legal(position.cells)
        choice = legal[-1 - len(told) % len(legal)]
        assert executor.is_legal(position.cells, choice)
        told.append(executor.apply(position, choice, chance))
    return told, position.cells


@pytest.mark.parametrize("name", ["pig", "cinq-o", "red-hot-yott"])
def test_what_counts_plays_the_same_game(name: str) -> None:
    program = rulewright.load(name).program
    for seed in range(3):
        told, cells = played(Reference(program), seed)
        watched, same = played(Counting(program, Tally()), seed)
        assert same == cells
        assert watched == told


def test_actions_conditions_phases_and_branches_are_counted() -> None:
    program = rulewright.load("pig", options={"target": 20, "roll_first": True}).program
    tally = Tally()
    told, _ = played(Counting(program, tally), 4)
    rolls = sum(event.what == "rolled" for events in told for event in events)
    assert tally.of(done("phases.turn.actions.roll"))[1] == rolls > 0
    assert tally.of(entered("phases.turn"))[1] == len(told)
    (condition,) = program.actions["hold"].conditions
    no, yes = tally.of(truth(condition.holds.span))
    assert no > 0
    assert yes > 0
    one = next(effect for effect in program.actions["roll"].do if isinstance(effect, ir.If))
    assert sum(tally.of(truth(one.condition.span))) == rolls


def test_each_entry_of_a_table_is_counted() -> None:
    program = rulewright.load("cinq-o").program
    tally = Tally()
    played(Counting(program, tally), 1)
    values = program.tables["table.hi"].values
    assert sum(tally.of(entry("table.hi", index))[1] for index in range(len(values))) > 0


@pytest.mark.parametrize(("watching", "counts"), [(Counting, False), (CountingAll, True)])
def test_questions_count_only_if_they_are_to(watching: type[CountingAll], counts: bool) -> None:
    program = programs.pig(roll_first=True)
    tally = Tally()
    executor = watching(program, tally)
    position = new_position(program, 1)
    executor.begin(position, Sampled(program.streams))
    assert executor.legal(position.cells) == [Choice(0, ())]
    (condition,) = program.actions["hold"].conditions
    (before, _) = tally.of(truth(condition.holds.span))
    assert before > 0, "generating moves is play, whatever else counts"
    assert not executor.is_legal(position.cells, Choice(1, ()))
    refused = executor.refusals(position.cells, Choice(1, ()))
    assert isinstance(refused, list)
    assert [each.condition.id for each in refused] == ["rolled_once"]
    assert (tally.of(truth(condition.holds.span))[0] > before) is counts


def test_several_questions_work_out_once_what_they_have_in_common() -> None:
    program = rulewright.load("cinq-o").program
    name, definition = next((n, d) for n, d in program.definitions.items() if not d.parameters)
    span = definition.span
    question = ir.Asked("test", ir.Call(name, (), span), 0, span)
    tally = Tally()
    executor, cells = CountingAll(program, tally), new_position(program, 1).cells
    (told, again) = executor.values(cells, 0, [(question, ())] * 2)
    assert told == again == Reference(program).value(cells, question, 0)
    assert sum(tally.of(truth(definition.body.span))) == 1
    executor.value(cells, question, 0)
    assert sum(tally.of(truth(definition.body.span))) == 2
