"""The state of an evaluation: a position, the frame of the rule that runs, and pending notes about whose turn is next.

A `Machine` is made for one question or one action.  Functions that evaluate a node take it as their first argument and
are looked up by the class of the node:

    machine.eval[type(node)](machine, node)        the value of an expression
    machine.elements[type(node)](machine, node)    the elements of a domain, in order
    machine.do[type(node)](machine, node)          an effect, carried out

`expressions`, `aggregates`, `pieces`, `domains`, `moves`, `open_tables` and `effects` fill the three tables (`register`), each
for its nodes.  They are declared here because expressions contain domains and domains contain expressions.

An instrumented executor has other `Tables`, whose functions call these and also record something (`evaluate.tracing`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, Group, KindLayout
from rulewright.ir.walking import everything, handlers
from rulewright.problems.limits import AN_EFFECT, MOST_WORK
from rulewright.runtime.executor import Chance, Event, Luck, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

OFTEN = 100
"""A number of automatic rules that is hardly ever reached between two decisions."""

# A table's functions each take their own node class, which no type can say of a mapping: hence Any.
EVAL: dict[type, Callable[[Machine, Any], Any]] = {}
ELEMENTS: dict[type, Callable[[Machine, Any], Sequence[Any]]] = {}
DO: dict[type, Callable[[Machine, Any], None]] = {}


@dataclass(frozen=True, slots=True)
class Tables:
    """The functions that evaluate expressions and domains and carry out effects, by class of node."""

    eval: Mapping[type, Callable[[Machine, Any], Any]]
    elements: Mapping[type, Callable[[Machine, Any], Sequence[Any]]]
    do: Mapping[type, Callable[[Machine, Any], None]]


PLAIN = Tables(EVAL, ELEMENTS, DO)


def register(module: Mapping[str, Any]) -> None:
    """Enter the functions of a module that are named after nodes into the tables: each `eval_x`, `elements_x` and `do_x`."""
    for prefix, table in (("eval_", EVAL), ("elements_", ELEMENTS), ("do_", DO)):
        table.update(handlers(prefix, module))


@dataclass(frozen=True, slots=True)
class Access:
    """Where the cells of a variable are. An axis is (lowest index, size, values in between that are no index)."""

    offset: int
    axes: tuple[tuple[int, int, tuple[int, ...]], ...]
    none: int
    is_bool: bool
    group: Group


@dataclass(frozen=True, slots=True)
class Plan:
    """An action, prepared for listing its choices: `lets[n]` and `conditions[n]` are evaluated once n parameters are bound.

    `filters[i]` are the conditions that depend on parameter i alone, evaluated before any product is formed; `varied[i]`
    is whether the domain may list an element twice. `wanted` are the conditions that the rulebook writes as filters of choices.
    """

    index: int
    name: str
    action: ir.Action
    lets: tuple[tuple[ir.ActionLet, ...], ...]
    conditions: tuple[tuple[ir.Expression, ...], ...]
    filters: tuple[tuple[ir.Expression, ...], ...]
    varied: tuple[bool, ...]
    wanted: dict[int, ir.Condition]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A program, with the look-up tables that all machines share."""

    program: ir.Program
    access: dict[str, Access]
    plans: dict[str, Plan]
    by_phase: tuple[tuple[Plan, ...], ...]
    wording: Wording
    steered: frozenset[int]
    """The `id` of each effect in which hidden information decides what the effects inside it do."""
    tables: Tables = PLAIN


class Machine:
    __slots__ = (
        "access", "aside", "carried_out", "cells", "chance", "definitions", "do", "elements", "eval", "events", "kinds", "locals", "luck",
        "me", "memo", "path", "plans", "players", "prepared", "program", "where", "who", "work",
    )  # fmt: skip

    def __init__(self, prepared: Prepared, cells: array[int]) -> None:
        program, tables = prepared.program, prepared.tables
        self.eval, self.elements, self.do = tables.eval, tables.elements, tables.do
        self.prepared = prepared
        self.program = program
        self.access = prepared.access
        self.plans = prepared.plans
        self.definitions = program.definitions
        self.kinds: dict[str, KindLayout] = program.layout.kinds
        self.players = program.players
        self.cells = cells
        self.me = cells[CURRENT]
        self.locals: list[Any] = []
        self.path = ""
        self.memo: dict[Any, Any] = {}
        """Values of definitions, of `can` and of some domains, computed since the cells last changed."""
        self.work = MOST_WORK
        self.carried_out: list[Span] = []
        """The automatic rules that were carried out."""
        self.events: list[Event] = []
        self.luck: Luck | None = None
        self.chance: Chance | None = None
        self.who: tuple[str, int] | None = None
        """The pending note about whose turn is next: its kind, and the player of `turn_of`."""
        self.where: int | None = None
        """The pending note about the phase."""
        self.aside = False
        """Whether effects are carried out only to see what would hold after them: nothing is counted or recorded then."""

    def copied(self) -> array[int]:
        """A copy of the cells."""
        return self.cells[:]

    def fail(self, code: str, message: str, span: Span, help: str = "") -> NoReturn:
        raise RuleFailure(code, message, span, self.path, help)

    def spend(self, span: Span) -> None:
        """Charge for a rule that is carried out."""
        self.work -= AN_EFFECT
        self.carried_out.append(span)
        if self.work < 0:
            self.endless(span)

    def handle(self, pieces: int, span: Span) -> None:
        """Charge for the pieces that an effect moves, rolls or shuffles."""
        self.work -= pieces
        if self.work < 0:
            self.endless(span)

    def endless(self, span: Span, what: str = "the rules did not come to an end") -> NoReturn:
        self.name_the_loop()
        self.fail("endless", f"{what} after {MOST_WORK:,} steps", span)

    def go_through(self, elements: Sequence[Any], span: Span) -> Sequence[Any]:
        """The elements of a loop, after charging for them: loops inside definitions inside loops multiply."""
        self.work -= len(elements)
        if self.work < 0:
            self.overworked(span)
        return elements

    def name_the_loop(self) -> None:
        """Fail at the rule that was carried out most often, if it was at least `OFTEN` times; otherwise do nothing."""
        for rule, times in Counter(self.carried_out).most_common(1):
            if times >= OFTEN:
                said = f"this rule was carried out {times:,} times, one after the other, and would be again"
                self.fail(
                    "endless", f"{said}: the rules did not come to an end after {MOST_WORK:,} steps", rule
                )

    def overworked(self, span: Span) -> NoReturn:
        self.endless(span, "the value was not found")

    def too_deep(self, span: Span) -> NoReturn:
        """Fail because definitions or steps use one another too deeply: the depth of one expression is bounded. If there is no
        stack left even for this, the error is caught again further out."""
        self.fail("endless", "what rules use here uses something else in turn, too many times over", span)

    def write(self, offset: int, cell: int) -> None:
        self.memo.clear()
        self.cells[offset] = cell

    def evaluate(self, node: ir.Expression) -> Value:
        value: Value = self.eval[type(node)](self, node)
        return value

    def ask(self, expression: ir.Expression, size: int, me: int, frame: Sequence[Value] = ()) -> Value:
        """An expression in a frame of its own, of `size` slots of which the first are given."""
        outer = self.locals, self.me
        self.locals = [*frame, *[None] * (size - len(frame))]
        self.me = me
        try:
            return self.evaluate(expression)
        finally:
            self.locals, self.me = outer


def integer(machine: Machine, node: ir.Expression, what: str = "a value is needed here") -> int:
    """The value of an expression that must not be none: a number, an ordinal, a piece or a place."""
    value: int | None = machine.eval[type(node)](machine, node)
    if value is None:
        missing(machine, node, what)
    return value


def missing(machine: Machine, node: ir.Expression, what: str = "a value is needed here") -> NoReturn:
    text = " ".join(node.span.text.split())
    said = f"{what}, but {f'`{text}`' if text else 'it'} is none"
    machine.fail("undefined", said, node.span, _of_an_unrolled_die(machine, node, text))


def _of_an_unrolled_die(machine: Machine, node: ir.Expression, text: str) -> str:
    """The help text if a value is missing because a die was not rolled yet; otherwise empty."""
    face = node.indices[-1] if isinstance(node, ir.Lookup) and node.indices else node
    if not isinstance(face, ir.PieceFace) or machine.evaluate(face.piece) is None:
        return ""
    kind = machine.kinds[face.kind]
    said = "this was not rolled yet: ask first whether it was, or name the faces that are meant"
    if not text or kind.face_low is None or kind.faces < 2:
        return f"{said}, which nothing unrolled shows"
    high = kind.face_low[0] + kind.faces - 1
    return f"{said}, as in `{text} in {high - 1}..{high}`, which nothing unrolled is"


def frame_size(node: object) -> int:
    """The number of slots of a frame in which this expression or domain can be evaluated."""
    slots = (each.slot for each in everything(node) if isinstance(each, ir.Local | ir.Clause))
    return max(slots, default=-1) + 1
