"""What is worked out without jumps, rows as bits, and ends that are not asked again: where that must be refused.

    pass                  refuses                                       a rulebook that needs it
    and, or               what can fail, behind what guards it          `x > 0 and 12 div x != at.n`
    otherwise             a default that can fail                       `y otherwise 12 div x`
    if ... else           a branch that can fail                        `12 div x if x > 0 else n`
    bitrows               `first` of more than the space itself         `first(s.row * 2 for s in field.spaces if ...)`
    bitrows               `while`                                       `count(s for s in ray(at, west) while ...)`
    bitrows, many lines   a condition on lines, or on their spaces      `all(... for s in l if s.column != 2)`
    ends                  what was written when turns, rounds begin     a count of turns that ends the game
                          and end, or is set back then

Not here: what a function counts of its work (`Emitter.attempt`).  What counts goes through hundreds of elements, and is too long
anyway to be worked out where it may not be needed.
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from rulewright.native.choices import write_sets
from rulewright.native.expressions import bitrows, conditions
from rulewright.native.flow import results
from rulewright.native.llvm.emitter import Emitter
from tests.native.refusals import Applied, Refusal, shown, shown_without, text_of, text_without
from tests.native.refused_books import board, slots

CAN_FAIL = "self.failing == before[0] and"
RULES = "for rule in (turns.begin, turns.end, turns.round_end):"
TICK = "[{add: 1, to: tick}]"

REFUSALS = [
    Refusal("and: what can fail", Emitter.attempt, CAN_FAIL, "", slots("x > 0 and 12 div x != at.n")),
    Refusal("or: what can fail", Emitter.attempt, CAN_FAIL, "", slots("x == 0 or 12 div x != at.n")),
    Refusal("otherwise: what can fail", Emitter.attempt, CAN_FAIL, "",
            slots(do="{set: n, to: (y otherwise 12 div x) + n}, {set: y, to: none if x != 0 else 2}")),
    Refusal("if else: what can fail", Emitter.attempt, CAN_FAIL, "", slots(do="{set: n, to: 12 div x if x > 0 else n}")),
    Refusal("and: what is not worked out at once", conditions._in_turn, "if cheap is not None:",
            "cheap = cheap or _truth(e, item)\n        if True:", slots("x > 0 and 12 div x != at.n")),
    Refusal("first of something else", bitrows._aggregate, 'if node.name == "first" and', "if False and",
            board(do='{set: n, to: "(first(s.row * 2 for s in field.spaces if s.owner == me) otherwise 7) + n"}')),
    Refusal("while", bitrows.aggregate, "or node.clauses[0].proceed is not None", "",
            board(do='{set: n, to: "count(s for s in ray(at, west) while not s.owner == me) + n"}')),
    Refusal("a condition on lines", bitrows._rows_of_rows, "clause.condition is not None or", "",
            board(row="any(all(s.owner == me for s in l) for l in field.three through at if x > 1)")),
    Refusal("a condition on the spaces of lines", bitrows._rows_of_rows, "or under.condition is not None", "",
            board(row="any(all(s.owner == me for s in l if s.column != 2) for l in field.three through at)")),
    Refusal("written as turns begin", write_sets.written_between_turns, RULES, "for rule in (turns.end, turns.round_end):",
            slots(turns=f"begin: {TICK}", end="tick > 6")),
    Refusal("written as turns end", write_sets.written_between_turns, RULES, "for rule in (turns.begin, turns.round_end):",
            slots(turns=f"end: {TICK}", end="tick > 6")),
    Refusal("written as rounds end", write_sets.written_between_turns, RULES, "for rule in (turns.begin, turns.end):",
            slots(turns=f"round_end: {TICK}", end="tick > 3")),
    Refusal("set back", write_sets.written_between_turns, 'if group.lasts != "game"', "if False",
            slots(do="{add: 1, to: tick}", lasts="turn", end="tick == 0 and n mod 5 == 2")),
    Refusal("the order of play itself", write_sets.written_between_turns, "set(FLOW)", "set()", slots(end="round > 3")),
]  # fmt: skip

ALL_REGIONS = {"var.n", "var.x", "var.y", "var.tick", "var.huge", "var.got", "var.may", "var.held", "round"}

APPLIED = [
    Applied("and", Emitter, "attempt", None, slots(do="{set: n, to: n + 1 if x > 0 and (y == none or n > 3) else n}")),
    Applied("bitrows", bitrows, "aggregate", None, board(do='{set: n, to: "count(s for s in field.spaces if s.owner == me)"}')),
    Applied("bitrows, many lines", bitrows, "_rows_of_rows", None,
            board(row="any(all(s.owner == me for s in l) for l in field.three through at)")),
    Applied("ends", results, "written_between_turns", ALL_REGIONS, slots(turns=f"begin: {TICK}", end="n > 900")),
]  # fmt: skip


@pytest.mark.parametrize("refusal", REFUSALS, ids=str)
def test_a_refusal_keeps_games_the_same_and_is_missed_when_it_is_off(refusal: Refusal) -> None:
    assert shown(refusal.book) == ""
    assert shown_without(refusal) != ""


@pytest.mark.parametrize("applied", APPLIED, ids=str)
def test_where_nothing_has_to_be_refused_the_pass_writes_the_code(applied: Applied) -> None:
    assert text_of(applied.book) != text_without(applied)
    assert shown(applied.book) == ""
