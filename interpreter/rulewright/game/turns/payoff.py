"""The result of a game as a sum: what each cell adds to it, and what depends on sums of cells.

    payoff = payoff_of(program, kept, value)
    payoff.gain.of(20, 17)              17: what a box with 17 adds
    payoff.sums                         [the sum of the upper boxes]
    payoff.beyond((64,))                35: what is added for it at the end

So what a cell adds is counted when it is written, and a position only has to remember the sums.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.reads import reached
from rulewright.ir.utility import points_of
from rulewright.ir.walking import everything
from rulewright.runtime.by_turns import NotByTurns
from rulewright.runtime.executor import Executor, Value
from rulewright.source.dataclass import dataclass
from rulewright.source.text import NOWHERE

Names = dict[int, Value]


@dataclass(slots=True)
class Sum:
    """A number plus what cells add: each its value, or a default where it is none, some times."""

    number: int = 0
    terms: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """By cell: how many times it counts, the value that is none (or one that no cell has), and what counts instead."""

    def of(self, cell: int, value: int) -> int:
        """What a cell with this value adds."""
        if cell not in self.terms:
            return 0
        times, none, default = self.terms[cell]
        return times * (default if value == none else value)

    def total(self, cells: dict[int, int]) -> int:
        """The sum, with these values."""
        return self.number + sum(self.of(cell, cells[cell]) for cell in self.terms)

    def key(self) -> tuple[object, ...]:
        return self.number, tuple(sorted(self.terms.items()))


class Payoff:
    """See the page of the module."""

    def __init__(self, gain: Sum, sums: list[Sum], beyond: Callable[[Sequence[int]], int]) -> None:
        self.gain = gain
        self.sums = sums
        self.beyond = beyond


def payoff_of(executor: Executor, cells: frozenset[int]) -> Payoff:
    """The payoff of the only player. Raises NotByTurns if it depends on more than slow cells, or is no such sum."""
    program = executor.program
    points = [points_of(program, end) for end in program.ends]
    if not points or any(each is None for each in points) or len({repr(each) for each in points}) > 1:
        raise NotByTurns("the result is not the same number of points at each end")
    best = points[0]
    assert best is not None
    if not best.highest:
        raise NotByTurns("the fewest points are best")
    taken = _Taken(executor, cells)
    gain = Sum()
    taken.add(gain, best.value, {0: 0}, 1)
    blank = array("i", program.layout.initial())
    asked = [ir.Asked("utility", node, len(taken.sums), NOWHERE) for node in taken.rest]

    def beyond(sums: Sequence[int]) -> int:
        found = 0
        for each in asked:
            value = executor.value(blank, each, 0, tuple(sums))
            assert isinstance(value, int)
            found += value
        return found

    return Payoff(gain, taken.sums, beyond)


_PURE = (
    ir.Constant, ir.Local, ir.Lookup, ir.Arithmetic, ir.Negate, ir.Not, ir.And, ir.Or, ir.IfElse, ir.Compare, ir.Otherwise, ir.Contains, ir.Call,
    ir.Within, ir.Cases, ir.Case, ir.SumLines, ir.Aggregate, ir.Extreme, ir.Clause, ir.Between, ir.Members,
)  # fmt: skip


class _Taken:
    """A result taken apart."""

    def __init__(self, executor: Executor, slow: frozenset[int]) -> None:
        self._executor, self._program, self._slow = executor, executor.program, slow
        self._blank = array("i", executor.program.layout.initial())
        self.sums: list[Sum] = []
        self.rest: list[ir.Expression] = []

    def add(self, to: Sum, node: ir.Expression, names: Names, times: int) -> None:
        """Add an expression, some times, to a sum; what is no sum of cells becomes part of the rest."""
        match node:
            case ir.SumLines(lines=lines):
                for _, _, value in lines:
                    self.add(to, value, names, times)
            case ir.Arithmetic(sign="+" | "-" as sign, left=left, right=right):
                self.add(to, left, names, times)
                self.add(to, right, names, times if sign == "+" else -times)
            case ir.Call(definition=name) if (inside := self._called(node, names)) is not None:
                self.add(to, self._program.definitions[name].body, inside, times)
            case ir.IfElse() if self._is_known(node.condition, names):
                chosen = node.value if self._known(node.condition, names) else node.otherwise
                self.add(to, chosen, names, times)
            case _:
                found = self.sum_of(node, names)
                if found is not None and _join(to, found, times):
                    return
                rest = self._over_sums(node, names)
                self.rest.append(
                    rest if times == 1 else ir.Arithmetic("*", ir.Constant(times, NOWHERE), rest, NOWHERE)
                )

    def sum_of(self, node: ir.Expression, names: Names) -> Sum | None:
        """An expression as a sum of cells; None if it is none."""
        if self._is_known(node, names):
            number = self._known(node, names)
            return Sum(int(number)) if isinstance(number, int) else None
        match node:
            case ir.Otherwise(value=ir.Cell() as cell, default=default) if self._is_known(default, names):
                return self._cell(cell, names, self._known(default, names))
            case ir.Cell():
                return self._cell(node, names, None)
            case ir.Negate(operand=operand):
                return self._both(self.sum_of(operand, names), -1, Sum(), 1)
            case ir.Arithmetic(sign="+" | "-" as sign, left=left, right=right):
                return self._both(
                    self.sum_of(left, names), 1, self.sum_of(right, names), 1 if sign == "+" else -1
                )
            case ir.Arithmetic(sign="*"):
                by_left = self._is_known(node.left, names)
                factor, other = (node.left, node.right) if by_left else (node.right, node.left)
                times = self._known(factor, names) if self._is_known(factor, names) else None
                return (
                    self._both(self.sum_of(other, names), times, Sum(), 1) if isinstance(times, int) else None
                )
            case ir.SumLines(lines=lines):
                total: Sum | None = Sum()
                for _, _, value in lines:
                    total = self._both(total, 1, self.sum_of(value, names), 1)
                return total
            case ir.Call(definition=name) if (inside := self._called(node, names)) is not None:
                return self.sum_of(self._program.definitions[name].body, inside)
            case ir.IfElse() if self._is_known(node.condition, names):
                return self.sum_of(
                    node.value if self._known(node.condition, names) else node.otherwise, names
                )
            case ir.Aggregate(name="sum"):
                return self._summed(node, names, 0)
            case _:
                return None

    def _summed(self, node: ir.Aggregate, names: Names, at: int) -> Sum | None:
        if at == len(node.clauses):
            return self.sum_of(node.element, names)
        clause = node.clauses[at]
        match clause.domain:
            case ir.Members(values=values):
                elements: Sequence[Value] = values
            case ir.Between(low=low, high=high) if self._is_known(low, names) and self._is_known(high, names):
                first, last = self._known(low, names), self._known(high, names)
                if not isinstance(first, int) or not isinstance(last, int):
                    return None
                elements = range(first, last + 1)
            case _:
                return None
        if clause.proceed is not None:
            return None
        total: Sum | None = Sum()
        for element in elements:
            inside = {**names, clause.slot: element}
            if clause.condition is not None:
                if not self._is_known(clause.condition, inside):
                    return None
                if not self._known(clause.condition, inside):
                    continue
            total = self._both(total, 1, self._summed(node, inside, at + 1), 1)
        return total

    def _over_sums(self, node: ir.Expression, names: Names) -> ir.Expression:
        """An expression with a name in the place of each sum of cells."""
        if self._is_known(node, names):
            return ir.Constant(self._known(node, names), NOWHERE)
        found = self.sum_of(node, names)
        if found is not None:
            return ir.Local(self._number(found), "sum", NOWHERE)
        if isinstance(node, ir.Call):
            inside = self._called(node, names)
            if inside is not None:
                return self._over_sums(self._program.definitions[node.definition].body, inside)
        if isinstance(
            node,
            ir.Arithmetic
            | ir.Compare
            | ir.IfElse
            | ir.Negate
            | ir.Not
            | ir.And
            | ir.Or
            | ir.Extreme
            | ir.Otherwise,
        ):
            changed: dict[str, Any] = {}  # Any: an expression, or a row of them
            for name in node.__match_args__:
                part = getattr(node, name)
                if isinstance(part, tuple):
                    changed[name] = tuple(self._over_sums(each, names) for each in part)
                elif not isinstance(part, str) and name != "span":
                    changed[name] = self._over_sums(part, names)
            return replace(node, **changed)
        raise NotByTurns("the result is no sum of what is kept between turns")

    def _number(self, found: Sum) -> int:
        for number, other in enumerate(self.sums):
            if other.key() == found.key():
                return number
        self.sums.append(found)
        return len(self.sums) - 1

    def _cell(self, cell: ir.Cell, names: Names, default: Value) -> Sum | None:
        group = self._program.layout.groups[cell.group]
        if group.sort not in ("integer", "bool") or (group.optional and not isinstance(default, int)):
            return None
        at = 0
        for index, axis in zip(cell.indices, group.axes, strict=True):
            if not self._is_known(index, names):
                return None
            value = self._known(index, names)
            if axis.without or not isinstance(value, int):
                return None
            at = at * axis.size + value - axis.low
        offset = group.offset + at
        if offset not in self._slow:
            raise NotByTurns(f"the result depends on `{cell.group}`, which changes within turns")
        none = group.none if group.optional else group.low - 1
        return Sum(0, {offset: (1, none, int(default) if isinstance(default, int) else 0)})

    def _both(self, one: Sum | None, times: int, other: Sum | None, others: int) -> Sum | None:
        if one is None or other is None:
            return None
        found = Sum()
        if not _join(found, one, times) or not _join(found, other, others):
            return None
        return found

    def _called(self, node: ir.Call, names: Names) -> Names | None:
        """The names inside a definition, if all arguments are known."""
        if not all(self._is_known(each, names) for each in node.arguments):
            return None
        return {slot: self._known(each, names) for slot, each in enumerate(node.arguments)}

    def _is_known(self, node: ir.Expression, names: Names) -> bool:
        """Whether the value of an expression depends on nothing but names that are known."""
        if not all(isinstance(each, _PURE) for each in reached(self._program, node)):
            return False
        inside = list(everything(node))
        bound = {each.slot for each in inside if isinstance(each, ir.Clause)}
        return all(each.slot in names or each.slot in bound for each in inside if isinstance(each, ir.Local))

    def _known(self, node: ir.Expression, names: Names) -> Value:
        slots = [each.slot for each in everything(node) if isinstance(each, ir.Local | ir.Clause)]
        size = max(slots, default=-1) + 1
        asked = ir.Asked("utility", node, size, NOWHERE)
        return self._executor.value(self._blank, asked, 0, tuple(names.get(slot) for slot in range(size)))


def _join(to: Sum, found: Sum, times: int) -> bool:
    """Add a sum some times to another; False, and nothing is done, if a cell that is none counts in two ways in them."""
    if any(cell in to.terms and to.terms[cell][1:] != term[1:] for cell, term in found.terms.items()):
        return False
    to.number += times * found.number
    for cell, (many, none, default) in found.terms.items():
        to.terms[cell] = (to.terms.get(cell, (0,))[0] + times * many, none, default)
    return True
