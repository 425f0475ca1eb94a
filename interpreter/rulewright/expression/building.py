"""Builds nodes from the grammar's rules while Lark parses, without a tree of Lark's own.

Each method has the name of a rule in `grammar.lark` and gets the parts that the rule matched, in
order, keywords and signs included, because a node's span runs from the first part to the last.  A span
includes the parentheses around a node.
"""

from __future__ import annotations

from typing import Any, cast

from lark import Token, Transformer

from rulewright.expression import nodes
from rulewright.source.dataclass import replace
from rulewright.source.text import NOWHERE, Span


class Builder(Transformer[Token, nodes.Node]):
    """Makes nodes with offsets in the text that Lark is given, which may be anywhere."""

    def name(self, parts: list[Token]) -> nodes.Name:
        return self._name(parts[0])

    def number(self, parts: list[Token]) -> nodes.Number:
        digits = str(parts[0])
        value = int(digits) if len(digits) < 20 else 10**20  # Python refuses very long ones; so do we, later
        return nodes.Number(value, self._span(parts))

    def none(self, parts: list[Token]) -> nodes.NoneLiteral:
        return nodes.NoneLiteral(self._span(parts))

    def true(self, parts: list[Token]) -> nodes.Truth:
        return nodes.Truth(True, self._span(parts))

    def false(self, parts: list[Token]) -> nodes.Truth:
        return nodes.Truth(False, self._span(parts))

    # The parts of the rules below are nodes and tokens in turn, which no type can say: hence Any.

    def group(self, parts: list[Any]) -> nodes.Expression:
        return cast(nodes.Expression, replace(parts[1], span=self._span(parts)))

    def attribute(self, parts: list[Any]) -> nodes.Attribute:
        of, _, name = parts
        return nodes.Attribute(of, str(name), self._span([name]), self._span(parts))

    def call(self, parts: list[Any]) -> nodes.Call:
        return nodes.Call(parts[0], parts[2], self._span(parts))

    def arguments(self, parts: list[Any]) -> tuple[nodes.Expression, ...]:
        return tuple(parts[::2])

    def comprehension(self, parts: list[Any]) -> tuple[nodes.Expression, ...]:
        return (nodes.Comprehension(parts[0], tuple(parts[1:]), self._span(parts)),)

    def ranked(self, parts: list[Any]) -> tuple[nodes.Expression, ...]:
        return parts[0], nodes.Comprehension(parts[2], tuple(parts[3:]), self._span(parts[2:]))

    def for_clause(self, parts: list[Any]) -> nodes.Clause:
        return cast(nodes.Clause, parts[1])

    def clause(self, parts: list[Any]) -> nodes.Clause:
        name, _, domain = parts[:3]
        guards = {keyword.type: guard for keyword, guard in zip(parts[3::2], parts[4::2], strict=True)}
        guarded = self._span(parts)
        return nodes.Clause(self._name(name), domain, guards.get("WHILE"), guards.get("IF"), guarded)

    def if_else(self, parts: list[Any]) -> nodes.IfElse:
        return nodes.IfElse(parts[0], parts[2], parts[4], self._span(parts))

    def all_of(self, parts: list[Any]) -> nodes.And:
        return nodes.And(tuple(parts[::2]), self._span(parts))

    def any_of(self, parts: list[Any]) -> nodes.Or:
        return nodes.Or(tuple(parts[::2]), self._span(parts))

    def not_(self, parts: list[Any]) -> nodes.Not:
        return nodes.Not(parts[1], self._span(parts))

    def compare(self, parts: list[Any]) -> nodes.Compare:
        left, sign, right = parts
        return nodes.Compare(cast(nodes.ComparisonSign, str(sign)), left, right, self._span(parts))

    def is_in(self, parts: list[Any]) -> nodes.In:
        return nodes.In(parts[0], parts[2], self._span(parts))

    def before(self, parts: list[Any]) -> nodes.Before:
        return nodes.Before(parts[0], parts[2], self._span(parts))

    def otherwise(self, parts: list[Any]) -> nodes.Otherwise:
        return nodes.Otherwise(parts[0], parts[2], self._span(parts))

    def range(self, parts: list[Any]) -> nodes.Range:
        return nodes.Range(parts[0], parts[2], self._span(parts))

    def arithmetic(self, parts: list[Any]) -> nodes.Arithmetic:
        left, sign, right = parts
        return nodes.Arithmetic(cast(nodes.ArithmeticSign, str(sign)), left, right, self._span(parts))

    def negative(self, parts: list[Any]) -> nodes.Negative:
        return nodes.Negative(parts[1], self._span(parts))

    def through(self, parts: list[Any]) -> nodes.Through:
        return nodes.Through(parts[0], parts[2], self._span(parts))

    def or_none(self, parts: list[Any]) -> nodes.OrNone:
        return nodes.OrNone(parts[0], self._span(parts))

    def some_of(self, parts: list[Any]) -> nodes.SomeOf:
        return nodes.SomeOf(None, parts[2], self._span(parts))

    def count_of(self, parts: list[Any]) -> nodes.SomeOf:
        return nodes.SomeOf(parts[0], parts[2], self._span(parts))

    def each_of(self, parts: list[Any]) -> nodes.SomeOf:
        counts = None if isinstance(parts[1], Token) else parts[1]
        return nodes.SomeOf(counts, parts[3], self._span(parts), True)

    def moved_piece(self, parts: list[Any]) -> nodes.MovedPiece:
        return nodes.MovedPiece(parts[0], self._span(parts))

    def moved_all(self, parts: list[Any]) -> nodes.MovedAll:
        return nodes.MovedAll(parts[1], self._span(parts))

    def moved_count(self, parts: list[Any]) -> nodes.MovedCount:
        return nodes.MovedCount(parts[0], self._name(parts[1]), self._span(parts))

    def row_value(self, parts: list[Any]) -> nodes.RowValue:
        return nodes.RowValue(parts[0], self._span(parts))

    def row_up_to(self, parts: list[Any]) -> nodes.RowUpTo:
        return nodes.RowUpTo(parts[1], self._span(parts))

    def row_from_on(self, parts: list[Any]) -> nodes.RowFromOn:
        return nodes.RowFromOn(parts[0], self._span(parts))

    def row_remaining(self, parts: list[Any]) -> nodes.RowRemaining:
        return nodes.RowRemaining(self._span(parts))

    def highest(self, parts: list[Any]) -> nodes.Best:
        return nodes.Best(True, parts[1], self._span(parts))

    def lowest(self, parts: list[Any]) -> nodes.Best:
        return nodes.Best(False, parts[1], self._span(parts))

    def draw(self, parts: list[Any]) -> nodes.Drawn:
        return nodes.Drawn(self._span(parts))

    def lost(self, parts: list[Any]) -> nodes.Lost:
        return nodes.Lost(self._span(parts))

    def _name(self, token: Token) -> nodes.Name:
        return nodes.Name(str(token), self._span([token]))

    def _span(self, parts: list[Any]) -> Span:
        return Span(NOWHERE.source, _start(parts[0]), _end(parts[-1]))


def _start(part: Token | nodes.Node) -> int:
    return cast(int, part.start_pos) if isinstance(part, Token) else part.span.start


def _end(part: Token | nodes.Node) -> int:
    return cast(int, part.end_pos) if isinstance(part, Token) else part.span.end
