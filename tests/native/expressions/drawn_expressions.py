"""Expressions and domains drawn at random, over a table made for it: what no rulebook happens to write is held as well.

    program = a_program()
    [Question("drawn 0", Aggregate("longest_run", ...)), ...] = drawn(program, 200, seed)

They may be none, fail, leave 32 bits and name what is not there; a position is any values of the variables.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from dataclasses import replace

from rulewright import pipeline
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, FLOW_CELLS, ROUND, WINNERS, Axis, Group, Layout
from rulewright.language import types
from rulewright.language.builtins import AggregateName
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.source.text import Source, Span
from tests.native.expressions.asked import Question

PLAYERS = 4
_FRAME: tuple[types.Type, ...] = (
    types.Integer(-2, 9),
    types.Optional(types.Integer(0, 5)),
    types.Several(types.Integer(0, 6), 5),
)
_SPACES = 12


def a_program() -> ir.Program:
    """A game of nothing but variables and tables: of narrow and of wide numbers, conditions, what may be none, rows."""
    base = pipeline.load("pig", 2).program
    groups: dict[str, Group] = {}
    at = FLOW_CELLS

    def group(
        name: str, low: int, high: int, optional: bool, sort: str = "integer", sizes: tuple[int, ...] = ()
    ) -> None:
        nonlocal at
        axes = tuple(Axis("range", "", low, size) for low, size in enumerate(sizes))
        made = Group(name, at, axes, sort, "", low, high, optional, low, "game", "all")  # type: ignore[arg-type]
        groups[name] = made
        at += made.size

    group("small", 0, 5, False)
    group("maybe", -3, 3, True)
    group("wide", -100_000, 100_000, False)
    group("any", LOWEST, HIGHEST, False)
    group("flag", 0, 1, False, "bool")
    group("doubt", 0, 1, True, "bool")
    group("row", 0, 9, False, "integer", (6,))
    group("grid", 0, 2, True, "integer", (_SPACES,))
    group("table", -5, 5, True, "integer", (3, 4))
    rows = [(1, 4), (0, 2), (1, 3, 6), (), (0, 5), (4, 6, 7), (2, 5), (5, 8), (7, 9), (8, 10, 11), (9,), (9,)]
    tables = {
        "numbers": ir.Table("numbers", (0,), (5,), (3, -1, 4, 1, 5)),
        "holes": ir.Table("holes", (1,), (4,), (None, 300, None, -2)),
        "truths": ir.Table("truths", (0, 0), (2, 3), (True, False, True, False, False, True)),
        "rows": ir.Table("rows", (0,), (5,), ((2, 1, 2), (), None, (7, 100, 7, 3), (4,))),
        "beside": ir.Table("beside", (0,), (_SPACES,), tuple(rows)),
    }
    layout = Layout(at, PLAYERS, groups, {})
    twice = ir.Definition(
        "twice", "define.twice", (("n", types.Integer(-50, 50)),), 1,
        ir.Arithmetic("*", ir.Local(0, "n", _span()), ir.Constant(2, _span()), _span()),
        types.Integer(-100, 100), False, _span(),
    )  # fmt: skip
    return replace(
        base, name="drawn", players=PLAYERS, teams=(0, 1, 0, 1), layout=layout, tables=tables,
        definitions={"twice": twice}, steps={}, actions={}, phases=(), ends=(), standing=(), invariants=(),
    )  # fmt: skip


def drawn_cells(program: ir.Program, draw: random.Random) -> array[int]:
    """Any values of the variables."""
    cells = array("i", [0] * program.layout.size)
    cells[CURRENT], cells[ROUND] = draw.randrange(PLAYERS), draw.randrange(1, 9)
    cells[ENDED], cells[WINNERS] = draw.choice([(0, 0), (0, 0), (1, 5)])
    for group in program.layout.groups.values():
        for at in range(group.offset, group.offset + group.size):
            low, high = group.low, group.high
            if high - low > 1_000 and draw.random() < 0.6:
                low, high = -6, 12
            none = group.optional and draw.random() < 0.3
            cells[at] = (
                group.none
                if none
                else draw.choice([draw.randint(low, high), low, high, draw.randint(low, high)])
            )
    return cells


def drawn(program: ir.Program, count: int, seed: int) -> list[Question]:
    """So many expressions and domains."""
    draw = random.Random(seed)
    found: list[Question] = []
    for number in range(count):
        maker = Maker(program, draw)
        name = f"drawn {seed}.{number}"
        match number % 5:
            case 0 | 1:
                found.append(Question(name, maker.number(4), _FRAME))
            case 2:
                found.append(Question(name, maker.truth(4), _FRAME))
            case 3:
                how = draw.choice(["each", "distinct", "distinct"])
                found.append(Question(name, maker.any_domain(3), _FRAME, (), how))
            case _:
                lasts: list[types.Type] = [
                    types.Optional(types.Integer(-1, 9)),
                    types.Several(types.Integer(0, 9), 6),
                ]
                last = draw.choice(lasts)
                domain = maker.subsets(2) if isinstance(last, types.Several) else maker.domain(3)
                item = ir.Local(len(_FRAME), "item", _span())
                found.append(Question(name, ir.Contains(item, domain, _span()), (*_FRAME, last)))
    return found


def _span(text: str = "") -> Span:
    source = Source("<drawn>", text)
    return Span(source, 0, len(text))


class Maker:
    """Draws one expression. `deep` is how many levels may still follow."""

    def __init__(self, program: ir.Program, draw: random.Random) -> None:
        self.program = program
        self.draw = draw
        self.bound: list[int] = []
        """Slots of clauses around, whose elements are numbers."""
        self.next = len(_FRAME) + 1

    def number(self, deep: int) -> ir.Expression:
        draw, span = self.draw, _span()
        if deep <= 0 or draw.random() < 0.15:
            return self._leaf()
        makers: list[Callable[[], ir.Expression]] = [
            lambda: ir.Arithmetic(draw.choice(["+", "-", "*", "div", "mod"]), self.number(deep - 1), self.number(deep - 1), span),
            lambda: ir.Negate(self.number(deep - 1), span),
            lambda: ir.IfElse(self.truth(deep - 1), self.number(deep - 1), self.number(deep - 1), span),
            lambda: ir.Otherwise(self.number(deep - 1), self.number(deep - 1), span),
            lambda: ir.Extreme(draw.choice(["min", "max"]), tuple(self.number(deep - 1) for _ in range(draw.randint(1, 3))), span),
            lambda: ir.Length(self.domain(deep - 1), span),
            lambda: ir.Nth(self.row(deep - 1), self.number(deep - 2), span),
            lambda: ir.FromEnd(self.domain(deep - 1), self.number(deep - 2), span),
            lambda: ir.FromEnd(ir.Ordered(self.domain(deep - 1), span), self.number(deep - 2), span),
            lambda: ir.Position(self.row(deep - 1), self.number(deep - 2), span),
            lambda: ir.Lookup(draw.choice(["numbers", "holes"]), (self.number(deep - 2),), draw.random() < 0.5, span),
            lambda: ir.Cell("row", (self.number(deep - 2),), span),
            lambda: ir.Cell("grid", (self.number(deep - 2),), span),
            lambda: ir.Cell("table", (self.number(deep - 2), self.number(deep - 2)), span),
            lambda: ir.Seat(ir.Me(span), draw.choice([-1, 1, 2]), span),
            lambda: ir.Within(self.number(deep - 1), -4, 40, draw.random() < 0.5, "n", span),
            lambda: ir.Call("twice", (ir.Within(self.number(deep - 1), -50, 50, False, "n", span),), span),
            lambda: self._cases(deep),
        ]  # fmt: skip
        makers += [lambda: self._aggregate(deep)] * 12
        return draw.choice(makers)()

    def truth(self, deep: int) -> ir.Expression:
        draw, span = self.draw, _span()
        if deep <= 0:
            leaves: tuple[ir.Expression, ...] = (
                ir.Constant(draw.random() < 0.5, span), ir.Cell("flag", (), span), ir.Cell("doubt", (), span)
            )  # fmt: skip
            return draw.choice(leaves)
        makers: list[Callable[[], ir.Expression]] = [
            lambda: ir.Compare(draw.choice(["==", "!=", "<", "<=", ">", ">="]), self.number(deep - 1), self.number(deep - 1), span),
            lambda: ir.Compare(draw.choice(["==", "!="]), self.number(deep - 1), ir.Constant(None, span), span),
            lambda: ir.Compare("==", self.row(deep - 1), self.row(deep - 1), span),
            lambda: ir.Compare("<=", self.number(deep - 1), ir.Constant(draw.randint(-2, 9), span), span),
            lambda: ir.Compare("==", ir.Cell("grid", (self._leaf(),), span), ir.Constant(1, span), span),
            lambda: ir.Not(self.truth(deep - 1), span),
            lambda: ir.And(tuple(self.truth(deep - 1) for _ in range(draw.randint(2, 3))), span),
            lambda: ir.Or(tuple(self.truth(deep - 1) for _ in range(draw.randint(2, 3))), span),
            lambda: ir.Contains(self.number(deep - 1), self.domain(deep - 1), span),
            lambda: ir.Lookup("truths", (self._leaf(), self._leaf()), draw.random() < 0.5, span),
            lambda: ir.Won(ir.Constant(draw.randrange(2), span), draw.random() < 0.5, span),
            lambda: ir.IfElse(self.truth(deep - 1), self.truth(deep - 1), self.truth(deep - 1), span),
        ]  # fmt: skip
        makers += [lambda: self._question(deep)] * 6
        return draw.choice(makers)()

    def row(self, deep: int) -> ir.Expression:
        draw, span = self.draw, _span()
        makers: list[Callable[[], ir.Expression]] = [
            lambda: ir.Local(2, "set", span),
            lambda: ir.Lookup("rows", (self._leaf(),), draw.random() < 0.5, span),
            lambda: ir.Lookup("beside", (self._leaf(),), False, span),
            lambda: ir.Constant(tuple(sorted(draw.choices(range(8), k=draw.randint(0, 5)))), span),
        ]
        if deep > 0:
            makers.append(lambda: ir.Gathered(self.domain(deep - 1), span))
            makers.append(
                lambda: ir.IfElse(self.truth(deep - 1), self.row(deep - 1), self.row(deep - 1), span)
            )
        return draw.choice(makers)()

    def domain(self, deep: int) -> ir.Domain:
        """A domain whose elements are numbers."""
        draw, span = self.draw, _span()
        makers: list[Callable[[], ir.Domain]] = [
            lambda: ir.Between(
                ir.Constant(draw.randint(-2, 3), span), ir.Constant(draw.randint(-1, 9), span), span
            ),
            lambda: ir.Members(tuple(draw.sample(range(-3, 9), draw.randint(0, 5))), span),
            lambda: ir.Members(tuple(range(1, draw.randint(2, 8), draw.randint(1, 2))), span),
            lambda: ir.Members((3, 1, 400, -70, 2), span),
            lambda: ir.Around(ir.Me(span), draw.random() < 0.5, span),
            lambda: ir.TeamMembers(self._leaf(), span),
            lambda: ir.Elements(self.row(deep - 1), False, span),
            lambda: ir.Elements(self._leaf(), True, span),
        ]
        if deep > 0:
            makers += [
                lambda: ir.Between(self._bound(deep), self._bound(deep), span),
                lambda: ir.Elements(self.number(deep - 1), True, span),
                lambda: ir.Joined(tuple(self.domain(deep - 1) for _ in range(draw.randint(2, 3))), span),
                lambda: ir.Chosen(self.truth(deep - 1), self.domain(deep - 1), self.domain(deep - 1), span),
                lambda: ir.Chosen(self.truth(deep - 1), ir.Members((), span), self.domain(deep - 1), span),
                lambda: ir.Last(self.domain(deep - 1), self.number(deep - 2), span),
                lambda: ir.Ordered(self.domain(deep - 1), span),
                lambda: self._mapped(deep),
                lambda: self._mapped(deep),
            ]
        return draw.choice(makers)()

    def any_domain(self, deep: int) -> ir.Domain:
        """Also with none among the elements, or sets."""
        match self.draw.randrange(6):
            case 0:
                return ir.WithNone(self.domain(deep), _span())
            case 1 | 2:
                return self.subsets(deep)
            case _:
                return self.domain(deep)

    def subsets(self, deep: int) -> ir.Subsets | ir.Combinations:
        draw, span = self.draw, _span()
        pool = draw.choice([
            ir.Elements(ir.Local(2, "set", span), False, span),
            ir.Joined((ir.Elements(ir.Local(2, "set", span), False, span), ir.Members(tuple(range(draw.randint(1, 5))), span)), span),
            self.domain(deep - 1),
        ])  # fmt: skip
        high = None if draw.random() < 0.3 else ir.Constant(draw.randint(0, 4), span)
        low = draw.choice([ir.Constant(draw.randint(-1, 3), span), self._leaf()])
        if draw.random() < 0.3:
            return ir.Combinations(pool, low, high, span)
        return ir.Subsets(pool, low, high, span)

    def _leaf(self) -> ir.Expression:
        draw, span = self.draw, _span()
        if self.bound and draw.random() < 0.5:
            return ir.Local(draw.choice(self.bound), "x", span)
        leaves: tuple[ir.Expression, ...] = (
            ir.Constant(draw.randint(-2, 7), span), ir.Constant(draw.randint(0, 4), span),
            ir.Constant(draw.choice([0, 1, HIGHEST, LOWEST, 1000]), span), ir.Local(0, "n", span), ir.Local(1, "m", span),
            ir.Cell("small", (), span), ir.Cell("maybe", (), span), ir.Cell("wide", (), span), ir.Cell("any", (), span),
            ir.Me(span), ir.Flow("round", span), ir.Flow("phase", span), ir.Flow("ended_by", span),
            ir.Cell("row", (ir.Constant(draw.randint(0, 5), span),), span),
        )  # fmt: skip
        return draw.choice(leaves)

    def _each_set(self, slot: int) -> list[ir.Clause]:
        """Each set of a few pieces, and each element of it."""
        span, inside = _span(), self.next
        self.next += 1
        sets = ir.Clause(slot, self.subsets(1), None, span)
        self.bound.append(inside)
        return [sets, ir.Clause(inside, ir.Elements(ir.Local(slot, "set", span), False, span), None, span)]

    def _bound(self, deep: int) -> ir.Expression:
        """The reference lists what is between, so it must not be far."""
        return ir.Within(self.number(deep - 2), -5, 20, False, "n", _span())

    def _cases(self, deep: int) -> ir.Expression:
        draw, span = self.draw, _span()
        subject = self.number(deep - 1) if draw.random() < 0.5 else None
        cases = tuple(
            ir.Case("a", "a", ir.Constant(draw.choice([None, *range(5)]), span) if subject else self.truth(deep - 1), self.number(deep - 1), span)
            for _ in range(draw.randint(1, 3))
        )  # fmt: skip
        return ir.Cases(subject, cases, self.number(deep - 1) if draw.random() < 0.7 else None, span)

    def _aggregate(self, deep: int) -> ir.Expression:
        names: list[AggregateName] = [
            "sum", "product", "count", "min", "max", "distinct", "only", "first", "longest_run", "most_alike", "median",
        ]  # fmt: skip
        return self._over(self.draw.choice(names), deep, self.number)

    def _question(self, deep: int) -> ir.Expression:
        names: list[AggregateName] = ["any", "all", "first", "only"]
        return self._over(self.draw.choice(names), deep, self.truth)

    def _over(self, name: AggregateName, deep: int, element: Callable[[int], ir.Expression]) -> ir.Expression:
        kept = list(self.bound)
        clauses = self._clauses(deep)
        node = ir.Aggregate(name, element(deep - 1), clauses, _span())
        self.bound = kept
        return node

    def _mapped(self, deep: int) -> ir.Domain:
        kept = list(self.bound)
        clauses = self._clauses(deep)
        node = ir.Mapped(self.number(deep - 1), clauses, _span())
        self.bound = kept
        return node

    def _clauses(self, deep: int) -> tuple[ir.Clause, ...]:
        draw, span, clauses = self.draw, _span(), []
        for _ in range(draw.choice([1, 1, 2])):
            slot, self.next = self.next, self.next + 1
            flood = draw.random() < 0.15
            domain: ir.Domain
            if draw.random() < 0.15:
                clauses += self._each_set(slot)
                continue
            if flood:
                domain = ir.Reached(ir.Constant(draw.randrange(_SPACES), span), "beside", span)
            else:
                domain = self.domain(deep - 1)
            self.bound.append(slot)
            proceed = self.truth(deep - 2) if flood or draw.random() < 0.3 else None
            if flood and draw.random() < 0.7:
                proceed = ir.Compare(
                    "!=", ir.Cell("grid", (ir.Local(slot, "s", span),), span), ir.Constant(1, span), span
                )
            condition = self.truth(deep - 1) if draw.random() < 0.5 else None
            clauses.append(ir.Clause(slot, domain, condition, span, proceed))
        return tuple(clauses)
