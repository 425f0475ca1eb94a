"""Effects on variables and pieces, and what makes them fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.runtime.chance.enumerated import Enumerated, enumerate_outcomes
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Chance, Choice, Event, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b

TRAY, BANK, RACK = range(3)
DECK, PILE, HAND = range(3)


def game(*do: ir.Effect) -> ir.Program:
    """Five dice in a tray of five with a bank of two and a rack; six cards in a shuffled deck, a pile, a hand."""
    cells = b.Cells(2)
    cells.variable("number", 0, 10)
    cells.variable("sheet", 0, 5, b.per_players(2), optional=True, start=None)
    cells.variable("flag", 0, 1, sort="bool")
    cells.identical("dice", 6, (b.zone("tray", 5, start=3), b.zone("bank", 2, start=2), b.zone("rack", 5)))
    cells.identical("chips", 0, (b.zone("supply", 9, start=9), b.zone("purse", 4)))
    cells.distinct(
        "cards",
        6,
        2,
        (b.zone("deck", 6, order="shuffled"), b.zone("pile", 6, order="kept"), b.zone("hand", 2)),
    )
    return b.program(
        cells,
        actions=(b.action("go", *do),),
        phases=(b.phase("turn", "go"),),
        turns=b.turns(),
        streams=("dice", "cards", "rule"),
        tables=(ir.Table("t", (1,), (2,), (7, 8)),),
    )


def done(program: ir.Program, chance: Chance | None = None) -> tuple[Position, list[Event]]:
    reference = Reference(program)
    position = new_position(program, 5)
    sampled = Sampled(program.streams)
    reference.begin(position, sampled)
    events = reference.apply(position, Choice(0, ()), chance or sampled)
    return position, events


def value(expression: ir.Expression, *do: ir.Effect) -> object:
    """What an expression is after some effects."""
    program = game(*do)
    return Reference(program).value(done(program)[0].cells, b.asked("test", expression), 0)


def pieces(
    kind: str, place: int, *do: ir.Effect, chance: Callable[[ir.Program], Chance] | None = None
) -> list[object]:
    program = game(*do)
    position, _ = done(program, chance(program) if chance else None)
    return list(Reference(program).elements(position.cells, b.at(kind, place), 0))


def cards_in_pile(*numbers: int) -> ir.MovePieces:
    return b.move("cards", b.members(*numbers), PILE)


# --------------------------------------------------------------------------------------------- variables


def test_set_add_and_pay_change_cells() -> None:
    do = (
        b.put("number", 7),
        b.put("sheet", 1, 1),
        ir.Pay(b.const(3), ("number", ()), ("sheet", (b.const(1),)), NOWHERE),
    )
    assert value(b.cell("number"), *do) == 4
    assert value(b.cell("sheet", 1), *do) == 4
    assert value(b.cell("sheet", 0), *do) is None
    assert value(b.cell("flag"), b.put("flag", True)) is True
    assert value(b.cell("sheet", 1), *do, b.put("sheet", None, 1)) is None


@pytest.mark.parametrize(
    ("effect", "code", "message"),
    [
        (b.put("number", 11), "range-left", "`number` has to stay in 0 to 10, and would be 11"),
        (b.add("number", -1), "range-left", "would be -1"),
        (b.put("number", None), "undefined", "`number` cannot be none"),
        (b.add("sheet", 1, 0), "undefined", "`sheet` is none"),
        (b.put("sheet", 1, 2), "index-outside", "`sheet` has no entry for 2"),
        (b.put("number", b.lookup("t", 3)), "index-outside", "`t` has no entry for 3"),
        (b.put("number", b.number("div", 1, 0)), "division-by-zero", "1 div 0 has no value"),
        (b.put("number", b.number("*", 2**20, 2**20)), "number-too-large", "beyond"),
        (b.put("number", b.number("+", b.cell("sheet", 0), 1)), "undefined", "`sheet` is none"),
        (
            b.put("number", b.over("max", b.local(0), b.clause(0, b.between(1, 0)))),
            "of-nothing",
            "`max` of nothing",
        ),
        (
            b.put("number", b.over("only", b.local(0), b.clause(0, b.between(1, 2)))),
            "not-only-one",
            "there are 2",
        ),
        (
            ir.Pay(b.const(-1), ("number", ()), ("number", ()), NOWHERE),
            "negative-amount",
            "less than nothing",
        ),
        (b.note("turn_of", b.cell("sheet", 0)), "undefined", "a player is needed here"),
        (b.take("chips", 10, 0, 1), "too-few-pieces", "`supply`, which has 9"),
        (b.take("chips", -1, 0, 1), "too-few-pieces", "-1 chips"),
        (b.take("chips", 5, 0, 1), "zone-full", "`purse` holds at most 4 chips"),
        (b.move("dice", b.at("dice", TRAY), BANK), "zone-full", "`bank` holds at most 2"),
        (b.move("dice", b.members(3, 3, 3, 3), RACK), "piece-missing", "no such piece of dice in `tray`"),
    ],
)
def test_what_cannot_be_done_is_a_failure_of_the_rule(effect: ir.Effect, code: str, message: str) -> None:
    with pytest.raises(RuleFailure, match=message) as caught:
        done(game(effect))
    assert caught.value.code == code
    assert caught.value.path == "phases.turn.actions.go"


def test_which_of_different_pieces_move_must_be_said() -> None:
    first = ir.SetFace("dice", b.const(0), b.const(2), NOWHERE)
    with pytest.raises(RuleFailure, match="do not look alike"):
        done(game(first, b.take("dice", 1, TRAY, RACK)))


# ------------------------------------------------------------------------------------------------- pieces


def test_counters_are_one_cell_a_zone() -> None:
    program = game(b.take("chips", 4, 0, 1))
    position, events = done(program)
    kind = program.layout.kinds["chips"]
    assert list(position.cells[kind.counts : kind.counts + 2]) == [5, 4]
    assert events == [Event("moved", "chips", (1, 1, 1, 1), (), (0, 1))]


def test_returned_dice_fill_what_is_lacking_and_show_nothing() -> None:
    everything = ir.AllPieces("dice", NOWHERE)
    do = (
        ir.Roll("dice", everything, 0, NOWHERE),
        b.move("dice", b.at("dice", TRAY), RACK),
        ir.Return("dice", everything, NOWHERE),
    )
    assert pieces("dice", TRAY, *do) == [0, 0, 0]
    assert pieces("dice", BANK, *do) == [7, 7]
    assert pieces("dice", RACK, *do) == []


def test_a_single_die_returns_to_where_one_is_lacking() -> None:
    do = (b.move("dice", b.members(7), RACK), ir.Return("dice", b.at("dice", RACK), NOWHERE))
    assert pieces("dice", BANK, *do) == [7, 7]


def test_cards_return_home_unturned() -> None:
    do = (
        ir.SetFace("cards", b.const(2), b.const(1), NOWHERE),
        cards_in_pile(2, 0),
        ir.Return("cards", ir.AllPieces("cards", NOWHERE), NOWHERE),
    )
    assert pieces("cards", DECK, *do) == [0, 1, 2, 3, 4, 5]
    assert value(b.face("cards", 2), *do) is None
    assert value(b.face("cards", 2), *do[:1]) == 1


def test_a_kept_zone_keeps_its_order_and_closes_gaps() -> None:
    assert pieces("cards", PILE, cards_in_pile(3, 1, 5, 0)) == [3, 1, 5, 0]
    assert pieces("cards", PILE, cards_in_pile(3, 1, 5, 0), b.move("cards", b.members(1), HAND)) == [3, 5, 0]
    assert pieces("cards", PILE, cards_in_pile(3, 1, 5), cards_in_pile(1)) == [3, 5, 1]
    assert value(ir.Top("cards", b.const(PILE), NOWHERE), cards_in_pile(3, 1)) == 1
    assert value(ir.Top("cards", b.const(PILE), NOWHERE)) is None


def test_from_a_kept_zone_pieces_come_from_the_top() -> None:
    assert pieces("cards", PILE, cards_in_pile(3, 1, 5, 0), b.take("cards", 2, PILE, HAND)) == [3, 1]
    assert pieces("cards", HAND, cards_in_pile(3, 1, 5, 0), b.take("cards", 2, PILE, HAND)) == [0, 5]


def test_all_of_a_kept_zone_goes_card_by_card_from_the_top() -> None:
    cells = b.Cells(2)
    cells.distinct("cards", 3, 0, (b.zone("left", 3, order="kept"), b.zone("right", 3, order="kept")))
    program = b.program(
        cells,
        actions=(b.action("go", b.move("cards", b.at("cards", 0), 1, from_top=True)),),
        phases=(b.phase("turn", "go"),),
        turns=b.turns(),
    )
    position, events = done(program)
    assert Reference(program).elements(position.cells, b.at("cards", 1), 0) == [2, 1, 0]
    assert events == [Event("moved", "cards", (2, 1, 0), (), (0, 1))]


def test_moving_everything_within_a_full_zone_is_no_failure() -> None:
    assert len(pieces("dice", BANK, b.move("dice", b.at("dice", BANK), BANK))) == 2


# ------------------------------------------------------------------------------------------------- chance


def fixed(**given: list[int]) -> Callable[[ir.Program], Chance]:
    return lambda program: Fixed(program, Sampled(program.streams), rolled=given)


def test_rolled_dice_stay_where_they_are() -> None:
    roll = ir.Roll("dice", ir.Joined((b.at("dice", TRAY), b.at("dice", BANK)), NOWHERE), 0, NOWHERE)
    assert pieces("dice", TRAY, roll, chance=fixed(dice=[5, 0, 0, 3, 1])) == [1, 1, 6]
    assert pieces("dice", BANK, roll, chance=fixed(dice=[5, 0, 0, 3, 1])) == [7 + 2, 7 + 4]


def test_dice_rolled_again_are_taken_up_first() -> None:
    roll = ir.Roll("dice", b.at("dice", TRAY), 0, NOWHERE)
    assert pieces("dice", TRAY, roll, roll, chance=fixed(dice=[0, 1, 2, 1, 0, 0])) == [1, 1, 2]


def test_a_roll_of_nothing_is_no_event() -> None:
    assert done(game(ir.Roll("dice", b.at("dice", RACK), 0, NOWHERE)))[1] == []


def test_a_draw_from_a_shuffled_zone_is_random_and_told() -> None:
    program = game(b.take("cards", 2, DECK, HAND, 1))
    position, events = done(program, Fixed(program, Sampled(program.streams), drawn={"cards": [4, 2]}))
    assert events == [Event("drawn", "cards", (4, 2), (), (DECK, HAND))]
    assert Reference(program).elements(position.cells, b.at("cards", HAND), 0) == [2, 4]


def outcomes(program: ir.Program) -> list[bytes]:
    def run(chance: Enumerated) -> bytes:
        return done(program, chance)[0].cells.tobytes()

    found = enumerate_outcomes(run)
    assert sum(weight for weight, _ in found) == 1
    return [cells for _, cells in found]


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ((b.take("cards", 2, DECK, HAND, 1),), 15),
        ((b.take("cards", 2, DECK, PILE, 1),), 30),
        ((ir.Roll("dice", b.at("dice", TRAY), 0, NOWHERE),), 56),
        ((cards_in_pile(0, 1, 2, 3), ir.Shuffle("cards", b.const(PILE), 1, NOWHERE)), 24),
    ],
)
def test_alike_outcomes_are_enumerated_once(effects: tuple[ir.Effect, ...], expected: int) -> None:
    found = outcomes(game(*effects))
    assert len(found) == len(set(found)) == expected


def test_pick_binds_one_element_or_does_otherwise() -> None:
    def pick(domain: ir.Domain) -> ir.Pick:
        return ir.Pick(
            b.clause(0, domain), (b.put("number", b.local(0)),), (b.put("number", 9),), 2, None, NOWHERE
        )

    assert value(b.cell("number"), pick(b.between(1, 0))) == 9
    assert len(set(outcomes(game(pick(b.between(1, 4)))))) == 4
    assert done(game(pick(b.between(3, 3))))[1] == [Event("picked", "", (), (3,), (), "rule")]
