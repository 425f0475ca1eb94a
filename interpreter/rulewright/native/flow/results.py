"""The end of a game in native code: the ends in written order, the winners, and what must always hold.

ends(emitter, "action", None, over)        the ends that are checked after an action; go to `over` if one holds
"""

from __future__ import annotations

from functools import partial

from rulewright.ir import nodes as ir
from rulewright.native.flow.play_cells import clear_notes, current, nobody
from rulewright.native.llvm.assembly import FALSE, RARE, TRUE, Operand, constant
from rulewright.native.llvm.emitter import EACH, NOBODY, Emitter, as_number, as_truth, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.values import Emitted, Truth, number

Just = tuple[str, list[int]]
"""The action that was just carried out, and the slots of its frame."""


def ends(e: Emitter, at: str, just: Just | None, over: str) -> None:
    """Check the ends of one kind in written order; go to `over` after the first that holds."""
    code = e.code
    for index, end in enumerate(e.program.ends):
        if end.at != at or (end.after and (just is None or just[0] not in end.after)):
            continue
        holds, next_ = code.block("end"), code.block("next")
        e.spend(1 + e.building.left_out.get(index, 0))
        if end.after:
            outer = e.path, e.me
            e.path, e.me = end.path, current(e)
            _end(e, index, end, next_)
            e.path, e.me = outer
            code.branch_to(over)
        else:
            function = _end_function(e.building, index, end)
            code.branch(as_truth(e, e.answer(function, (), nobody())), holds, next_, RARE)
            code.at(holds)
            code.branch_to(over)
        code.at(next_)


def _end_function(building: Building, index: int, end: ir.End) -> Function:
    """The function that checks an end that does not depend on an action, and ends the game if it holds."""

    def write(e: Emitter) -> Emitted:
        e.me = nobody()
        next_, answer = e.code.block("next"), e.code.variable(FALSE)
        _end(e, index, end, next_)
        e.code.store(TRUE, answer)
        e.code.at(next_)
        return Truth(e.code.load("i1", answer), None)

    return once(building, f"end.{end.id}.{index}", end.path, write)


def _end(e: Emitter, index: int, end: ir.End, next_: str) -> None:
    """Check an end; if it holds, the game is over, otherwise go to `next_`."""
    code = e.code
    if end.condition is not None:
        holds = code.block("holds")
        code.branch(e.truth(end.condition), holds, next_, RARE)
        code.at(holds)
    won = _winners(e, end)
    if e.program.layout.worth >= 0:
        code.store(_worth(e, end), e.region("worth"))
    code.store(constant(NOBODY), e.region("current"))
    code.store(constant(index + 1), e.region("ended"))
    code.store(won, e.region("winners"))
    clear_notes(e)
    _hold_sum(e)


def _hold_sum(e: Emitter) -> None:
    """Fail if the points of all players do not add up to the total that the rulebook declares."""
    declared = e.program.utility_sum
    if declared is None:
        return
    (points,) = e.program.utility
    code, together = e.code, constant(0, "i64")
    outer, e.path = e.path, "utility"
    for value in standing(e, points, "utility"):
        together = code.add(together, code.widen(value, "i64", signed=True))
    wanted = declared.value if points.highest else -declared.value
    e.spend(1)
    e.fail_if(code.compare("ne", together, constant(wanted, "i64")), "utility-sum", declared.span)
    e.path = outer


def _worth(e: Emitter, end: ir.End) -> Operand:
    """How much the result of an end counts."""
    if end.worth is None:
        return constant(0 if any(isinstance(outcome, ir.Drawn) for outcome in end.result) else 1)
    return e.number(end.worth.value).bits


def _winners(e: Emitter, end: ir.End) -> Operand:
    """The winners as a bit set."""
    code = e.code
    best = [outcome for outcome in end.result if isinstance(outcome, ir.Best)]
    if best:
        columns = [standing(e, outcome, f"{end.id}.{at}") for at, outcome in enumerate(best)]
        return _greatest(e, columns, [outcome.highest for outcome in best])
    mask = code.variable(constant(0))

    def add(per_team: bool, who: Emitted) -> None:
        bit = code.binary("shl", constant(1), as_number(e, who).bits)
        if per_team:
            teams = e.program.teams
            masks = [sum(1 << p for p, own in enumerate(teams) if own == t) for t in range(max(teams) + 1)]
            row = e.building.constant_row(masks)
            bit = code.item(row, as_number(e, who).bits)
        code.store(code.binary("or", code.load("i32", mask), bit), mask)

    for outcome in end.result:
        if isinstance(outcome, ir.Wins):
            EACH[type(outcome.who)](e, outcome.who, partial(add, outcome.per_team))
    return code.load("i32", mask)


def standing(e: Emitter, best: ir.Best, name: str) -> list[Operand]:
    """The value of `highest X` for each player, or for the player's team."""
    function = _standing_function(e, best, f"standing.{name}")
    return [
        as_number(e, e.answer(function, [number(team if best.per_team else player)])).bits
        for player, team in enumerate(e.program.teams)
    ]


def _standing_function(e: Emitter, best: ir.Best, name: str) -> Function:
    def write(inner: Emitter) -> Emitted:
        inner.bind(0, inner.take_number(max(e.program.teams) if best.per_team else e.program.players - 1))
        return inner.number(best.value)

    return once(e.building, name, e.path, write)


def _greatest(e: Emitter, columns: list[list[Operand]], highest: list[bool]) -> Operand:
    """The players with the best values, as a bit set; earlier columns take precedence."""
    code = e.code
    left = [TRUE for _ in e.program.teams]
    for column, up in zip(columns, highest, strict=True):
        worst = constant(-(2**31) if up else 2**31 - 1)
        best = worst
        for value, here in zip(column, left, strict=True):
            better = code.both(here, code.compare("sgt" if up else "slt", value, best))
            best = code.select(better, value, best)
        left = [
            code.both(here, code.compare("eq", value, best)) for value, here in zip(column, left, strict=True)
        ]
    won = constant(0)
    for player, here in enumerate(left):
        won = code.binary("or", won, code.binary("shl", code.widen(here, "i32"), constant(player)))
    return won


def ask_invariants(e: Emitter) -> None:
    if e.program.invariants:
        e.run(once(e.building, "invariants", "", _write_invariants), nobody())


def _write_invariants(e: Emitter) -> None:
    e.me = nobody()
    for invariant in e.program.invariants:
        e.path = invariant.path
        e.spend(1)
        with e.frame():
            holds = e.truth(invariant.asked.value)
        e.fail_if(e.code.opposite(holds), "invariant", invariant.asked.span)
