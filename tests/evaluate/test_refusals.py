"""Why a choice is not legal."""

from __future__ import annotations

from dataclasses import replace

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Impossible, Inside, Position, Refusal
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b
from tests.evaluate import programs


def begun(program: ir.Program) -> tuple[Reference, Position]:
    reference = Reference(program)
    position = new_position(program, 1)
    reference.begin(position, Sampled(program.streams))
    return reference, position


def refused(program: ir.Program, choice: Choice) -> list[Refusal]:
    reference, position = begun(program)
    found = reference.refusals(position.cells, choice)
    assert isinstance(found, list)
    return found


def test_a_refusal_names_the_condition_and_the_values_inside() -> None:
    (refusal,) = refused(programs.pig(roll_first=True), Choice(1, ()))
    assert refusal.condition.id == "rolled_once"
    assert refusal.says == "You must roll at least once."
    assert refusal.inside == (Inside("pot > 0", False, False, "false"), Inside("pot", 0, False, "0"))


def test_without_a_sentence_the_name_is_the_reason() -> None:
    reference, position = begun(programs.identical_dice())
    found = reference.refusals(position.cells, Choice(1, ((0,),)))
    assert isinstance(found, list)
    assert [each.says for each in found] == ["roll first"]


def test_what_is_not_offered_is_impossible() -> None:
    reference, position = begun(programs.identical_dice())
    assert isinstance(reference.refusals(position.cells, Choice(1, ())), Impossible)
    cards, dealt = begun(programs.cards())
    found = cards.refusals(dealt.cells, Choice(0, (99,)))
    assert isinstance(found, Impossible)
    assert found.parameter == "card"


def test_a_condition_that_fails_whatever_is_chosen_is_the_reason() -> None:
    reference, position = begun(programs.identical_dice())
    for arguments in (((1,),), ((0,) * 6,)):
        found = reference.refusals(position.cells, Choice(1, arguments))
        assert isinstance(found, list)
        assert [each.says for each in found] == ["roll first"]


def test_an_action_of_another_phase_is_impossible() -> None:
    program = programs.pig()
    only_roll = replace(program, phases=(b.phase("turn", "roll"), b.phase("later", "hold")))
    reference, position = begun(only_roll)
    assert reference.refusals(position.cells, Choice(1, ())) == Impossible(
        "hold is for the phase `later`, but this is the phase `turn`, which offers `roll`"
    )


def conditions(*conditions: ir.Condition) -> ir.Program:
    cells = b.Cells(2)
    cells.variable("secret", 0, 9, b.per_players(2), seen_by="owner")
    cells.variable("open", 0, 9)
    return b.program(
        cells,
        actions=(b.action("go", conditions=conditions), b.action("wait")),
        phases=(b.phase("turn", "go", "wait"),),
        turns=b.turns(),
    )


def test_every_condition_that_does_not_hold_is_told() -> None:
    false, true = b.compare(0, "==", 1), b.compare(0, "==", 0)
    program = conditions(b.condition("a", false), b.condition("b", true), b.condition("c", false))
    assert [each.condition.id for each in refused(program, Choice(0, ()))] == ["a", "c"]


def test_what_relies_on_a_failed_condition_is_left_out() -> None:
    undefined = b.compare(b.number("div", 1, b.cell("open")), "==", 1)
    program = conditions(b.condition("a", b.compare(b.cell("open"), "!=", 0)), b.condition("b", undefined))
    assert [each.condition.id for each in refused(program, Choice(0, ()))] == ["a"]


def test_what_somebody_else_holds_is_not_shown() -> None:
    theirs = b.compare(b.cell("secret", 1), "==", 1, "seat(2).secret == 1")
    mine = b.compare(b.cell("secret", b.me), "==", 1, "me.secret == 1")
    program = conditions(b.condition("a", theirs), b.condition("b", mine))
    first, second = refused(program, Choice(0, ()))
    assert first.inside[0] == Inside("seat(2).secret == 1", None, True)
    assert second.inside[0] == Inside("me.secret == 1", False, False, "false")


def test_a_sentence_does_not_give_away_what_is_hidden() -> None:
    says = ir.Words(("Theirs is ", (b.cell("secret", 1), types.Integer(0, 9)), "."))
    (refusal,) = refused(
        conditions(replace(b.condition("a", b.compare(0, "==", 1)), says=says)), Choice(0, ())
    )
    assert refusal.says == "Theirs is ?."


def test_the_parts_shown_are_those_that_decided() -> None:
    low = b.compare(b.cell("open"), "<", 5, "open < 5")
    high = b.compare(b.cell("open"), ">", 5, "open > 5")
    whole = ir.And((low, high), b.span("open < 5 and open > 5"))
    (refusal,) = refused(conditions(b.condition("a", whole)), Choice(0, ()))
    assert [part.text for part in refusal.inside] == ["open < 5 and open > 5", "open > 5", "open"]


def test_values_in_a_sentence_are_printed_by_their_labels() -> None:
    says = ir.Words(("You are ", (b.me, types.Player(2)), ", at ", (b.cell("open"), types.Integer()), "."))
    condition = replace(b.condition("a", b.compare(0, "==", 1)), says=says)
    (refusal,) = refused(conditions(condition), Choice(0, ()))
    assert refusal.says == "You are 1, at 0."


def test_conditions_filter_a_domain_before_products_are_formed() -> None:
    first, second = b.local(0), b.local(1)
    parameters = (
        b.parameter("a", b.between(1, 9), types.Integer(1, 9)),
        b.parameter("b", b.between(1, b.local(0)), types.Integer(1, 9), after=0),
        b.parameter("c", b.members(1, 2, 3), types.Integer(1, 3)),
    )
    small = b.condition("small", b.compare(first, "<=", 3), 1, 0)
    odd = b.condition("odd", b.compare(b.local(2), "!=", 2), 3, 2)
    sums = b.condition("sums", b.compare(b.number("+", first, second), "==", b.local(3)), 2)
    four = ir.ActionLet("four", 3, b.const(4), 0)
    cells = b.Cells(1)
    program = b.program(
        cells,
        actions=(b.action("go", parameters=parameters, conditions=(sums, small, odd), lets=(four,)),),
        phases=(b.phase("turn", "go"),),
        turns=b.turns(),
    )
    reference, position = begun(program)
    legal = reference.legal(position.cells)
    assert [choice.arguments for choice in legal] == [(2, 2, 1), (2, 2, 3), (3, 1, 1), (3, 1, 3)]
    found = reference.refusals(position.cells, Choice(0, (4, 1, 2)))
    assert isinstance(found, list)
    assert [each.condition.id for each in found] == ["sums", "small", "odd"]
    assert isinstance(reference.refusals(position.cells, Choice(0, (1, 2, 1))), Impossible)
    assert reference.value(position.cells, b.asked("can", ir.Can("go", b.me, NOWHERE)), 0) is True
