"""Recording: the tree of all evaluations of an expression.

    recorder = Recorder(prepared(program, RECORDING), cells)
    recorder.ask(program.definitions["pot"].body, 0, me=0)
    recorder.roots[-1]              Seen(Arithmetic, value=12, parts=[Seen(Cell, value=5), Seen(Aggregate, value=7, ...)])

The tables `RECORDING` call the functions of the reference executor and record what they return, so a trace shows the
evaluation itself: operands that were not evaluated (after a false operand of `and`) are not in it.  For a player (`view`),
values that are hidden from that player are never read: they are `hidden`, and so is everything that depends on them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import field
from typing import Any

from rulewright.evaluate import reference  # noqa: F401  # it fills the tables that are wrapped here
from rulewright.evaluate.machine import DO, ELEMENTS, EVAL, Machine, Prepared, Tables, integer
from rulewright.evaluate.moves import options
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.trace import View
from rulewright.source.dataclass import dataclass

MOST_SEEN = 200_000
"""The most evaluations that are recorded for one question; later ones take place unrecorded."""

Node = Any  # an expression or a domain


class Unseen(Exception):
    """An expression reads information that is hidden from the player for whom it is evaluated."""


@dataclass(slots=True, eq=False)
class Seen:
    """One evaluation of an expression or domain. `at`: the values that the clauses of the enclosing aggregate had bound."""

    node: Node
    me: int
    value: Any = None  # a value, or the elements of a domain
    parts: list[Seen] = field(default_factory=list)
    at: tuple[Value, ...] = ()
    hidden: bool = False
    failure: RuleFailure | None = None
    cut: bool = False
    """Whether parts are missing because there were too many to record."""
    found: tuple[Value, ...] | None = None
    """For `can`: a legal choice."""

    @property
    def known(self) -> bool:
        """Whether the evaluation gave a value that may be shown."""
        return not self.hidden and self.failure is None


class Recorder(Machine):
    """A machine that records what nodes evaluate to. `roots` are the last expressions that were not part of another."""

    __slots__ = ("kept", "left", "quiet", "roots", "stack", "view", "wanted")

    def __init__(
        self, prepared: Prepared, cells: array[int], view: View | None = None, wanted: Iterable[Node] = ()
    ) -> None:
        super().__init__(prepared, cells if view is None else _guarded(view))
        self.view = view
        self.roots: list[Seen] = []
        self.stack: list[Seen] = []
        self.left = MOST_SEEN
        self.quiet = False
        self.wanted = {id(node) for node in wanted}
        """Nodes whose evaluations are all kept in `kept`, in order."""
        self.kept: list[Seen] = []

    def begin(self, node: Node) -> Seen:
        """Open the record of an evaluation that begins; `end` has to follow."""
        seen = Seen(node, self.me)
        if self.stack:
            above = self.stack[-1]
            clauses = getattr(above.node, "clauses", ())
            seen.at = tuple(self.locals[clause.slot] for clause in clauses)
            self.left -= 1
            if self.left >= 0:
                above.parts.append(seen)
            else:
                above.cut = True
        else:
            self.left = MOST_SEEN
            self.roots.append(seen)
            del self.roots[:-MOST_ROOTS]
            if id(node) in self.wanted:
                self.kept.append(seen)
        self.stack.append(seen)
        return seen

    def end(self) -> None:
        self.stack.pop()

    def copied(self) -> array[int]:
        return self.cells[:] if self.view is None else _guarded(self.view, self.cells)

    def quietly(self, work: Callable[[], Any]) -> Any:  # Any: any result
        """The result of `work`, evaluated without recording and without charging for it."""
        outer = self.quiet, self.memo, self.work
        self.quiet, self.memo = True, {}
        try:
            return work()
        finally:
            self.quiet, self.memo, self.work = outer


MOST_ROOTS = 12
"""The most expressions of effects that are shown when one of them fails."""


class _Guarded(array):  # type: ignore[type-arg]  # an array of ints, which it says when it is made
    """The cells as one player sees them; reading a hidden cell raises Unseen. Slices are not checked: they hold pieces, and `_look`
    checks the nodes that list pieces."""

    unseen: frozenset[int] = frozenset()

    def __getitem__(self, at: Any) -> Any:  # Any: as `array` has it
        if isinstance(at, int) and at in self.unseen:
            raise Unseen
        return super().__getitem__(at)


def _guarded(view: View, now: array[int] | None = None) -> array[int]:
    cells = _Guarded("i", view.cells if now is None else now)
    cells.unseen = view.hidden
    return cells


# ------------------------------------------------------------------------------------------------ the tables


def _recording(work_out: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A function of a table that also records what it returns. Its machine has to be a recorder."""

    def recorded(machine: Recorder, node: Node) -> Any:  # Any: a value, or elements
        if machine.quiet or machine.aside:
            _look(machine, node)
            return work_out(machine, node)
        seen = machine.begin(node)
        try:
            _look(machine, node)
            seen.value = work_out(machine, node)
        except RuleFailure as failure:
            seen.failure = failure
            raise
        except Unseen:
            seen.hidden = True
            _look_on(machine, seen)
            raise
        finally:
            machine.end()
        return seen.value

    return recorded


def _can(machine: Recorder, node: ir.Can) -> Value:
    """Whether an action has a legal choice. The search is not recorded, only its result or the conditions that rule it out."""
    player = integer(machine, node.player, "a player is needed here")
    ready = machine.plans[node.action]
    outer = machine.me, machine.locals, machine.path
    machine.me = player
    try:
        choices = machine.quietly(lambda: options(machine, ready, True))
        if not (machine.quiet or machine.aside):
            if choices:
                machine.stack[-1].found = choices[0]
            else:
                _whatever_is_chosen(machine, ready.action)
    except RecursionError:
        machine.too_deep(node.span)
    finally:
        machine.me, machine.locals, machine.path = outer
    return bool(choices)


def _whatever_is_chosen(machine: Recorder, action: ir.Action) -> None:
    """Evaluate the conditions of an action that mention no parameter, up to the first that fails."""
    machine.locals, machine.path = [None] * action.locals, action.path
    for let in action.lets:
        if let.level == 0:
            machine.locals[let.slot] = machine.evaluate(let.value)
    for condition in action.conditions:
        if condition.level == 0 and not machine.evaluate(condition.holds):
            return


# --------------------------------------------------------------------------------------------- what is seen


def _look(machine: Recorder, node: Node) -> None:
    """Raise Unseen for a node that lists pieces hidden from the player. Single cells are checked by `_Guarded`."""
    view = machine.view
    if view is None:
        return
    match node:
        case ir.PiecesAt(kind=kind, place=place) | ir.Top(kind=kind, place=place):
            _look_at(machine, view, kind, place)
        case ir.Single(kind=kind, place=place) if place is not None:
            _look_at(machine, view, kind, place)
        case ir.AllPieces(kind=kind) | ir.Single(kind=kind):
            layout = machine.kinds[kind]
            if layout.identical and not all(view.sees(kind, code) for code in range(len(layout.places))):
                raise Unseen


def _look_at(machine: Recorder, view: View, kind: str, place: ir.Expression) -> None:
    try:
        code = machine.quietly(lambda: machine.evaluate(place))
    except RuleFailure:  # the evaluation of the node fails in the same way
        return
    if isinstance(code, int) and not view.sees(kind, code):
        raise Unseen


def _look_on(machine: Recorder, seen: Seen) -> None:
    """Evaluate the operands after a hidden one: each may be shown unless it is hidden itself."""
    match seen.node:
        case ir.Arithmetic(left=left, right=right) | ir.Compare(left=left, right=right):
            operands: tuple[ir.Expression, ...] = (left, right)
        case ir.Extreme(items=operands):
            pass
        case ir.SumLines(lines=lines):
            operands = tuple(value for _, _, value in lines)
        case _:
            return
    begun = {id(part.node) for part in seen.parts}
    for operand in operands:
        if id(operand) not in begun:
            with suppress(Unseen, RuleFailure):
                machine.evaluate(operand)


# At the end: these need the functions above. `ir.Reached` has no elements of its own, see `aggregates.walked`.
RECORDING = Tables(
    {kind: _recording(work_out) for kind, work_out in EVAL.items()} | {ir.Can: _recording(_can)},
    {kind: _recording(work_out) for kind, work_out in ELEMENTS.items()},
    DO,
)
