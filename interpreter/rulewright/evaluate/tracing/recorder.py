"""Recording: every value, inside the one that it was worked out for.

    recorder = Recorder(prepared(program, RECORDING), cells)
    recorder.ask(program.definitions["pot"].body, 0, me=0)
    recorder.roots[-1]              Seen(Arithmetic, value=12, parts=[Seen(Cell, value=5), Seen(Aggregate, value=7, ...)])

The tables `RECORDING` call the functions of the reference executor and write down what they return, so a trace shows the
evaluation itself: what was not evaluated (after an `and` that is false) is not in it.  For a player (`view`) nothing that this
player does not see is ever read: it counts as `hidden`, and so does everything that rests on it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rulewright.evaluate import reference  # noqa: F401  # it fills the tables that are wrapped here
from rulewright.evaluate.machine import DO, ELEMENTS, EVAL, Machine, Prepared, Tables, integer
from rulewright.evaluate.moves import options
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.trace import View

MOST_SEEN = 200_000
"""The most values that are written down for one question; what comes after is worked out without."""

Node = Any  # an expression or a domain: what a value was worked out of


class Unseen(Exception):
    """An expression reads something that the player for whom it is worked out does not see."""


@dataclass(slots=True, eq=False)
class Seen:
    """One evaluation of an expression or domain. `at`: the values that the clauses of the aggregate around had bound."""

    node: Node
    me: int
    value: Any = None  # a value, or the elements of a domain
    parts: list[Seen] = field(default_factory=list)
    at: tuple[Value, ...] = ()
    hidden: bool = False
    failure: RuleFailure | None = None
    cut: bool = False
    """Not all parts were written down: there were too many."""
    found: tuple[Value, ...] | None = None
    """Of `can`: a choice that is allowed."""

    @property
    def known(self) -> bool:
        """Whether there is a value."""
        return not self.hidden and self.failure is None


class Recorder(Machine):
    """A machine that writes down what nodes evaluate to. `roots` are the last expressions that were not part of another."""

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
        """Nodes whose evaluations are kept in `kept`, in order, however much comes after them."""
        self.kept: list[Seen] = []

    def begin(self, node: Node) -> Seen:
        """Open what is about to be worked out; `end` has to follow."""
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

    def quietly(self, work: Callable[[], Any]) -> Any:  # Any: whatever the work gives
        """What `work` gives, without writing anything down and at no cost."""
        outer = self.quiet, self.memo, self.work
        self.quiet, self.memo = True, {}
        try:
            return work()
        finally:
            self.quiet, self.memo, self.work = outer


MOST_ROOTS = 12
"""The last expressions of effects that are shown when one fails: at most this many."""


class _Guarded(array):  # type: ignore[type-arg]  # an array of ints, which it says when it is made
    """The cells as one player sees them. Slices are of pieces, and what a slice of hidden ones shows is never used."""

    unseen: frozenset[int] = frozenset()

    def __getitem__(self, at: Any) -> Any:  # Any: as `array` has it
        if isinstance(at, int) and at in self.unseen:
            raise Unseen
        return super().__getitem__(at)


def _guarded(view: View) -> array[int]:
    cells = _Guarded("i", view.cells)
    cells.unseen = view.hidden
    return cells


# ------------------------------------------------------------------------------------------------ the tables


def _recording(work_out: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A function of a table that also writes down what it returns. Its machine has to be a recorder."""

    def recorded(machine: Recorder, node: Node) -> Any:  # Any: a value, or elements
        if machine.quiet:
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
    """An action is looked for among many choices: none of that is written down, only the result."""
    player = integer(machine, node.player, "a player is needed here")
    ready = machine.plans[node.action]
    outer = machine.me, machine.locals, machine.path
    machine.me = player
    try:
        choices = machine.quietly(lambda: options(machine, ready, True))
        if not machine.quiet:
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
    """Ask what has to hold for the action whatever is chosen, up to the first that does not."""
    machine.locals, machine.path = [None] * action.locals, action.path
    for let in action.lets:
        if let.level == 0:
            machine.locals[let.slot] = machine.evaluate(let.value)
    for condition in action.conditions:
        if condition.level == 0 and not machine.evaluate(condition.holds):
            return


# --------------------------------------------------------------------------------------------- what is seen


def _look(machine: Recorder, node: Node) -> None:
    """Raise Unseen for a node that lists pieces which the player does not see. Single cells look after themselves."""
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
    except RuleFailure:  # which comes again when it is worked out
        return
    if isinstance(code, int) and not view.sees(kind, code):
        raise Unseen


def _look_on(machine: Recorder, seen: Seen) -> None:
    """Work out the operands that follow a hidden one: each is as open as if it were the whole expression."""
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


# At the end: these need the functions above. A flood has no elements of its own, see `aggregates.walked`.
RECORDING = Tables(
    {kind: _recording(work_out) for kind, work_out in EVAL.items()} | {ir.Can: _recording(_can)},
    {kind: _recording(work_out) for kind, work_out in ELEMENTS.items()},
    DO,
)
