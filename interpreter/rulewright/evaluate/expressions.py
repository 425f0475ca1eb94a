"""The value of an expression on a position: one `eval_x` for each node but aggregates and questions about pieces.

    me.score >= target      Compare(">=", Cell("score", (Me(),)), Constant(100))      ->      False

An operand that is none where a value is needed is a failure of the rule.
"""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne
from typing import NoReturn

from rulewright.evaluate.machine import Machine, integer, missing, register
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED, PHASE, ROUND, WINNERS
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.problems.limits import A_CALL
from rulewright.runtime.executor import Value
from rulewright.source.text import Span


def eval_constant(machine: Machine, node: ir.Constant) -> Value:
    return node.value


def eval_local(machine: Machine, node: ir.Local) -> Value:
    value: Value = machine.locals[node.slot]
    return value


def eval_me(machine: Machine, node: ir.Me) -> Value:
    return machine.me


def eval_flow(machine: Machine, node: ir.Flow) -> Value:
    if node.what == "round":
        return machine.cells[ROUND]
    if node.what == "phase":
        return machine.cells[PHASE]
    if node.what == "worth":
        return machine.cells[machine.program.layout.worth]
    ended = machine.cells[ENDED]
    if node.what == "over":
        return ended != 0
    return ended - 1 if ended else None


def eval_won(machine: Machine, node: ir.Won) -> Value:
    who = integer(machine, node.who, "a player is needed here")
    winners = machine.cells[WINNERS] if machine.cells[ENDED] else 0
    if node.team:
        return any(winners >> player & 1 for player, team in enumerate(machine.program.teams) if team == who)
    return bool(winners >> who & 1)


def eval_cell(machine: Machine, node: ir.Cell) -> Value:
    access = machine.access[node.group]
    offset = access.offset + (cell_index(machine, node.group, node.indices) if node.indices else 0)
    value = machine.cells[offset]
    if value == access.none:
        return None
    return value == 1 if access.is_bool else value


def cell_index(machine: Machine, group: str, indices: tuple[ir.Expression, ...]) -> int:
    """The position of a cell within its group; an index outside the axes is a rule failure."""
    position = 0
    for node, (low, size, without) in zip(indices, machine.access[group].axes, strict=True):
        index = machine.eval[type(node)](machine, node)
        if index is None:
            missing(machine, node)
        at = index - low
        if without:
            at = -1 if index in without else at - sum(gap < index for gap in without)
        if not 0 <= at < size:
            axis = machine.access[group].group.axes[indices.index(node)]
            _no_entry(machine, group, index, axis.kind == "ways", node.span)
        position = position * size + at
    return position


def _no_entry(machine: Machine, name: str, index: int, is_way: bool, span: Span) -> NoReturn:
    """Fail because an index is outside its axis, or is a direction of another board."""
    names = machine.program.labels.ways if is_way else ()
    said = f"the direction `{names[index]}`" if 0 <= index < len(names) else str(index)
    machine.fail("index-outside", f"`{name}` has no entry for {said}", span)


def eval_lookup(machine: Machine, node: ir.Lookup) -> Value:
    table = machine.program.tables[node.table]
    if len(node.indices) == 1 and not table.ways:  # nearly all, and games spend much of their time here
        index: int | None = machine.eval[type(node.indices[0])](machine, node.indices[0])
        if index is not None and 0 <= (at := index - table.lows[0]) < table.sizes[0]:
            return table.values[at]
        if index is None and node.lenient:
            return None
    position = 0
    for axis, (index_node, low, size) in enumerate(zip(node.indices, table.lows, table.sizes, strict=True)):
        index = machine.eval[type(index_node)](machine, index_node)
        if index is None:
            if node.lenient:
                return None
            missing(machine, index_node)
        at, ways = index - low, table.ways[axis] if table.ways else ()
        if ways:
            at = ways.index(index) if index in ways else -1
        if not 0 <= at < size:
            _no_entry(machine, table.name.rpartition(".")[2], index, bool(ways), index_node.span)
        position = position * size + at
    return table.values[position]


def eval_seat(machine: Machine, node: ir.Seat) -> Value:
    player = machine.eval[type(node.player)](machine, node.player)
    return None if player is None else (player + node.by) % machine.players


def eval_arithmetic(machine: Machine, node: ir.Arithmetic) -> Value:
    left: int | None = machine.eval[type(node.left)](machine, node.left)
    right: int | None = machine.eval[type(node.right)](machine, node.right)
    if left is None or right is None:
        missing(machine, node.left if left is None else node.right, "a number is needed here")
    match node.sign:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case _:
            if right == 0:
                machine.fail("division-by-zero", f"{left} {node.sign} 0 has no value", node.span)
            result = left // right if node.sign == "div" else left % right
    if not LOWEST <= result <= HIGHEST:
        _overflow(machine, result, node.span)
    return result


def _overflow(machine: Machine, result: int, span: Span) -> NoReturn:
    machine.fail(
        "number-too-large", f"{result:,} is beyond what a number can be ({LOWEST:,} to {HIGHEST:,})", span
    )


def eval_negate(machine: Machine, node: ir.Negate) -> Value:
    return -integer(machine, node.operand, "a number is needed here")


def eval_not(machine: Machine, node: ir.Not) -> Value:
    return not integer(machine, node.operand)


def eval_and(machine: Machine, node: ir.And) -> Value:
    for item in node.items:
        value = machine.eval[type(item)](machine, item)
        if not value:
            if value is None:
                missing(machine, item)
            return False
    return True


def eval_or(machine: Machine, node: ir.Or) -> Value:
    for item in node.items:
        value = machine.eval[type(item)](machine, item)
        if value:
            return True
        if value is None:
            missing(machine, item)
    return False


def eval_if_else(machine: Machine, node: ir.IfElse) -> Value:
    chosen = node.value if integer(machine, node.condition) else node.otherwise
    value: Value = machine.eval[type(chosen)](machine, chosen)
    return value


COMPARISONS = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def eval_compare(machine: Machine, node: ir.Compare) -> Value:
    left = machine.eval[type(node.left)](machine, node.left)
    right = machine.eval[type(node.right)](machine, node.right)
    sign = node.sign
    if sign == "==":
        return bool(left == right)
    if sign == "!=":
        return bool(left != right)
    if left is None or right is None:
        missing(machine, node.left if left is None else node.right)
    return bool(COMPARISONS[sign](left, right))


def eval_otherwise(machine: Machine, node: ir.Otherwise) -> Value:
    value: Value = machine.eval[type(node.value)](machine, node.value)
    return machine.evaluate(node.default) if value is None else value


def eval_call(machine: Machine, node: ir.Call) -> Value:
    """The value of a definition, computed once for each `me` and arguments while the cells stay the same."""
    table, arguments = machine.eval, []
    for argument in (
        node.arguments
    ):  # a loop is faster than a comprehension here, and many games spend most of their time in it
        arguments.append(table[type(argument)](machine, argument))
    definition = machine.definitions[node.definition]
    key = (node.definition, machine.me, *arguments)
    memo = machine.memo
    if key in memo:
        known: Value = memo[key]
        return known
    machine.work -= A_CALL
    if machine.work < 0:
        machine.overworked(node.span)
    outer = machine.locals
    machine.locals = arguments + [None] * (definition.locals - len(arguments))
    try:
        value: Value = machine.eval[type(definition.body)](machine, definition.body)
    except RecursionError:
        machine.too_deep(node.span)
    finally:
        machine.locals = outer
    memo[key] = value
    return value


def _broken(machine: Machine, node: ir.Within) -> NoReturn:
    text = " ".join(node.span.text.split())
    said = f"`{node.promised}` says that `{text}` is never none, but here it is"
    machine.fail("invariant", said, node.span)


def eval_within(machine: Machine, node: ir.Within) -> Value:
    value: Value = machine.eval[type(node.value)](machine, node.value)
    if value is None:
        if node.optional:
            return None
        if node.promised:
            _broken(machine, node)
        missing(machine, node.value)
    assert isinstance(value, int)
    if not node.low <= value <= node.high:
        machine.fail(
            "range-left",
            f"`{node.name}` has to stay in {node.low} to {node.high}, and would be {value}",
            node.span,
        )
    return value


def eval_cases(machine: Machine, node: ir.Cases) -> Value:
    chosen = case_of(machine, node)
    return machine.evaluate(chosen.value if isinstance(chosen, ir.Case) else chosen)


def case_of(machine: Machine, node: ir.Cases) -> ir.Case | ir.Expression:
    """The case that applies, or the expression of `otherwise`."""
    subject = None if node.subject is None else machine.evaluate(node.subject)
    for case in node.cases:
        test = machine.eval[type(case.test)](machine, case.test)
        if test == subject if node.subject is not None else test:
            return case
    if node.otherwise is None:
        asked = f"`{node.subject.span.text}` is none, and " if node.subject and subject is None else ""
        machine.fail("no-case", f"{asked}none of the cases applies; there is no `otherwise`", node.span)
    return node.otherwise


def eval_sum_lines(machine: Machine, node: ir.SumLines) -> Value:
    total = sum(integer(machine, value, "a number is needed here") for _, _, value in node.lines)
    if not LOWEST <= total <= HIGHEST:
        _overflow(machine, total, node.span)
    return total


register(globals())
