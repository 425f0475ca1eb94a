"""Expressions over the elements of domains: sums, counts, minima and maxima, runs and sets.

    sum(d.face for d in tray if d.face != 1)      ->      the values of the element, then their sum

Values that are none, for instance the face of a die that shows nothing, are left out where values are collected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.evaluate.machine import Machine, integer, missing, register
from rulewright.ir import nodes as ir
from rulewright.language.builtins import AGGREGATE
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.runtime.executor import Value


def eval_aggregate(machine: Machine, node: ir.Aggregate) -> Value:
    match node.name:
        case "any":
            return _find(machine, node, 0, lambda value: _truth(machine, node, value))
        case "all":
            return not _find(machine, node, 0, lambda value: not _truth(machine, node, value))
        case "count":
            return _count(machine, node.clauses, 0)
        case "first":
            return _first(machine, node)
        case _:
            return _combined(machine, node, gathered(machine, node))


def eval_extreme(machine: Machine, node: ir.Extreme) -> Value:
    values = [integer(machine, item) for item in node.items]
    return min(values) if node.name == "min" else max(values)


def eval_contains(machine: Machine, node: ir.Contains) -> Value:
    item = machine.eval[type(node.item)](machine, node.item)
    return item is not None and contains(machine, node.domain, item)


def eval_length(machine: Machine, node: ir.Length) -> Value:
    return len(machine.elements[type(node.domain)](machine, node.domain))


def eval_gathered(machine: Machine, node: ir.Gathered) -> Value:
    return tuple(sorted(machine.elements[type(node.domain)](machine, node.domain)))


def contains(machine: Machine, domain: ir.Domain, value: Value) -> bool:
    """Whether a value is an element of a domain; sets are checked against their pool rather than listed."""
    if isinstance(domain, ir.Subsets) and isinstance(value, tuple):
        pool = Counter(machine.elements[type(domain.pool)](machine, domain.pool))
        low, high = subset_sizes(machine, domain, pool.total())
        return low <= len(value) <= high and list(value) == sorted(value) and Counter(value) <= pool
    return value in machine.elements[type(domain)](machine, domain)


def subset_sizes(machine: Machine, domain: ir.Subsets | ir.Combinations, there: int) -> tuple[int, int]:
    """The least and the greatest size of the sets of a domain, the latter at most `there`, the size of the pool."""
    low, high = (there if node is None else integer(machine, node) for node in (domain.low, domain.high))
    return max(low, 0), min(high, there)


def walked(machine: Machine, clause: ir.Clause) -> Sequence[Any]:
    """The elements of a clause's domain up to the first for which its `while` is false."""
    domain, proceed = clause.domain, clause.proceed
    if proceed is None:
        elements: Sequence[Any] = machine.elements[type(domain)](machine, domain)
        return elements
    if isinstance(domain, ir.Reached):
        return _flood(machine, domain, clause.slot, proceed)
    holds, frame, kept = machine.eval[type(proceed)], machine.locals, []
    for element in machine.elements[type(domain)](machine, domain):
        frame[clause.slot] = element
        if not holds(machine, proceed):
            break
        kept.append(element)
    return kept


def _flood(machine: Machine, domain: ir.Reached, slot: int, proceed: ir.Expression) -> list[int]:
    """A space and all spaces connected to it through spaces for which `while` holds, in ascending order."""
    start = integer(machine, domain.space, "a space is needed here")
    beside = machine.program.tables[domain.table].values
    holds, frame = machine.eval[type(proceed)], machine.locals
    frame[slot] = start
    if not holds(machine, proceed):
        return []
    reached, seen, waiting = [start], {start}, [start]
    while waiting:
        neighbours = beside[waiting.pop()]
        assert isinstance(neighbours, tuple)
        for space in neighbours:
            if space not in seen:
                seen.add(space)
                frame[slot] = space
                if holds(machine, proceed):
                    reached.append(space)
                    waiting.append(space)
    return sorted(reached)


def each(machine: Machine, clause: ir.Clause) -> list[Any]:
    """The elements of a clause for which its `if` holds."""
    elements = machine.go_through(walked(machine, clause), clause.span)
    condition = clause.condition
    if condition is None:
        return list(elements)
    holds = machine.eval[type(condition)]
    frame, slot = machine.locals, clause.slot
    kept: list[Any] = []
    for element in elements:
        frame[slot] = element
        if holds(machine, condition):
            kept.append(element)
    return kept


def _find(machine: Machine, node: ir.Aggregate, depth: int, wanted: Callable[[Any], bool]) -> bool:
    """Whether `wanted` is true of some value of the element; later values are not evaluated."""
    clause = node.clauses[depth]
    last = depth + 1 == len(node.clauses)
    frame, slot, condition, element = machine.locals, clause.slot, clause.condition, node.element
    evaluate = machine.eval[type(element)]
    for value in walked(machine, clause):
        machine.work -= 1
        if machine.work < 0:
            machine.overworked(clause.span)
        frame[slot] = value
        if condition is not None and not machine.eval[type(condition)](machine, condition):
            continue
        if wanted(evaluate(machine, element)) if last else _find(machine, node, depth + 1, wanted):
            return True
    return False


def _truth(machine: Machine, node: ir.Aggregate, value: Value) -> bool:
    if value is None:
        missing(machine, node.element)
    return bool(value)


def _first(machine: Machine, node: ir.Aggregate) -> Value:
    found: list[Value] = []

    def take(value: Value) -> bool:
        found.append(value)
        return value is not None

    return found[-1] if _find(machine, node, 0, take) else None


def _count(machine: Machine, clauses: tuple[ir.Clause, ...], depth: int) -> int:
    clause = clauses[depth]
    kept = each(machine, clause)
    if depth + 1 == len(clauses):
        return len(kept)
    total = 0
    for value in kept:
        machine.locals[clause.slot] = value
        total += _count(machine, clauses, depth + 1)
    return total


def gathered(machine: Machine, node: ir.Aggregate | ir.Mapped) -> list[Any]:
    """The values of the element over all clauses, without those that are none."""
    values: list[Any] = []
    _gather(machine, node, 0, machine.eval[type(node.element)], values)
    return values


def _gather(
    machine: Machine, node: ir.Aggregate | ir.Mapped, depth: int, evaluate: Any, values: list[Any]
) -> None:
    clause = node.clauses[depth]
    last = depth + 1 == len(node.clauses)
    frame, slot, condition = machine.locals, clause.slot, clause.condition
    for element in machine.go_through(walked(machine, clause), clause.span):
        frame[slot] = element
        if condition is not None and not machine.eval[type(condition)](machine, condition):
            continue
        if not last:
            _gather(machine, node, depth + 1, evaluate, values)
            continue
        value = evaluate(machine, node.element)
        if value is not None:
            values.append(value)


def _combined(machine: Machine, node: ir.Aggregate, values: list[Any]) -> Value:
    needs = AGGREGATE[node.name].needs
    if needs == "some" and not values:
        machine.fail("of-nothing", f"`{node.name}` of nothing has no value", node.span)
    if needs == "one" and len(values) != 1:
        machine.fail(
            "not-only-one", f"`{node.name}` needs exactly one, but there are {len(values)}", node.span
        )
    value: Value = _COMBINED[node.name](values)
    if isinstance(value, int) and not LOWEST <= value <= HIGHEST:
        found = f"the sum {value:,}" if node.name == "sum" else f"the {node.name}"
        machine.fail("number-too-large", f"{found} is beyond what a number can be", node.span)
    return value


def _product(values: list[int]) -> int:
    """The product, or a part of it that is already too large, since no other factor is 0."""
    if 0 in values:
        return 0
    found = 1
    for value in values:
        found *= value
        if abs(found) > -LOWEST:
            break
    return found


def _longest_run(values: list[int]) -> int:
    there = set(values)
    longest = 0
    for value in there:
        if value - 1 not in there:
            length = 1
            while value + length in there:
                length += 1
            longest = max(longest, length)
    return longest


_COMBINED: dict[str, Callable[[list[Any]], Any]] = {
    "sum": sum,
    "product": _product,
    "min": min,
    "max": max,
    "only": lambda values: values[0],
    "distinct": lambda values: len(set(values)),
    "longest_run": _longest_run,
    "most_alike": lambda values: max(Counter(values).values(), default=0),
    "median": lambda values: sorted(values)[(len(values) - 1) // 2],
}
"""By name: functions that compute the result from all values."""


def eval_nth(machine: Machine, node: ir.Nth) -> Value:
    row = machine.eval[type(node.row)](machine, node.row)
    number = integer(machine, node.number, "a number is needed here")
    if number < 1:
        machine.fail("undefined", f"{number} steps cannot be taken", node.number.span)
    if row is None or number > len(row):
        return None
    nth: Value = row[number - 1]
    return nth


def eval_from_end(machine: Machine, node: ir.FromEnd) -> Value:
    elements = machine.elements[type(node.domain)](machine, node.domain)
    number = integer(machine, node.number, "a number is needed here")
    if number < 1:
        machine.fail("undefined", f"there is no place {number}; the first is 1", node.number.span)
    found: Value = elements[-number] if number <= len(elements) else None
    return found


def eval_position(machine: Machine, node: ir.Position) -> Value:
    row = machine.eval[type(node.row)](machine, node.row)
    item = machine.eval[type(node.item)](machine, node.item)
    return row.index(item) + 1 if row is not None and item in row else None


register(globals())
