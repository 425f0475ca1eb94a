"""Amounts that can never be paid with the denominations of a variable.

    purse: {per: players, type: number, denominations: [25, 5]}
    {add: 3, to: me.purse}                                        there are no coins for 3

An effect is reported only if none of its possible amounts, at any table, is a multiple of the smallest denomination.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, Footprint, footprint
from rulewright.ir.walking import parts
from rulewright.language.ranges import Values, exactly, plain, union
from rulewright.proofs.reach import Reached
from rulewright.proofs.unknown_options import Opened
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(slots=True)
class Amount:
    """An amount that an effect (or a start) gives to a variable that is money: its place, its range, and whether no coins
    ever add up to it."""

    variable: rulebook.Variable
    span: Span
    values: Values
    unpayable: bool

    def join(self, other: Amount) -> None:
        """Adds the range at another table, or of another expression that was lowered from the same text."""
        self.values = union(self.values, other.values)
        self.unpayable = self.unpayable and other.unpayable


def amounts(book: rulebook.Rulebook, opened: Opened, reached: Reached) -> Iterator[Amount]:
    """All amounts that are given to money, or taken from it, at one table."""
    program = opened.program
    money = {
        name: denominations[-1][1]
        for name, denominations in program.labels.denominations.items()
        if name not in opened.unknown.declarations
    }
    for name, least in money.items():
        declared, group = book.variables[name], program.layout.groups[name]
        if declared.start is not None and group.start != group.none:
            yield _amount(declared, declared.start.span, exactly(group.start), least)
    for found in _writes(program) if money else ():
        assert found.amount is not None, "what writes cells has something to write"
        amount, values = found.amount, plain(reached.value(found.amount))
        if not values.empty:
            for name, _ in found.cells:
                if name in money:
                    yield _amount(book.variables[name], amount.span, values, money[name])


def _amount(variable: rulebook.Variable, span: Span, values: Values, least: int) -> Amount:
    few = values.size < least or values.few is not None
    return Amount(variable, span, values, few and all(value % least for value in values.all()))


def _writes(program: ir.Program) -> Iterator[Footprint]:
    """The footprint of each effect that writes variables."""
    waiting: list[object] = [
        program.setup, program.turns, *program.steps.values(), *program.actions.values(), *program.phases,
    ]  # fmt: skip
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ir.Words) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, EFFECTS) and footprint(node).cells:
            yield footprint(node)
        waiting.extend(parts(node))
