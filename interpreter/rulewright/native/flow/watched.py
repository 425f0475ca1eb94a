"""What a condition looks at on a board, part by part: a trial then evaluates only the parts that it touches.

    not me.in_check      ->      part 0: where my king is; then one for each direction from it, up to the first man; then a knight's leaps

A condition is taken apart into parts of which it is true if any is (`taken_apart`): the items of an `or`, the elements of `any`. Part 0 is
what the arguments of its definitions are, on which all others depend. One function evaluates each part and marks, for each space and
each look of a piece, which parts depend on it. As long as no piece on a marked space changes, and none of a marked look anywhere, a part
has the same value. A question about a piece marks its space, a loop marks what it asks up to where it ends. A loop over
spaces whose condition rules out most looks marks the others only: who looks for a king does not see where the pawns are.

More may be marked than is looked at, never less. Conditions that look at something which is not described here are not taken apart
(`Unmarked`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.reads import reached
from rulewright.ir.walking import everything, parts
from rulewright.native.expressions.looks import Known, OnSpace, Unfixed, condition
from rulewright.native.expressions.vectors import depends
from rulewright.native.expressions.walks import walk
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.bits import each_bit
from rulewright.native.llvm.emitter import EACH, Emitter, as_number, once
from rulewright.native.llvm.module import Function
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Truth, surely
from rulewright.problems.limits import A_CALL
from rulewright.source.dataclass import dataclass

_EVERYWHERE = (ir.Can, ir.Times, ir.After)
"""Nodes that may look at anything."""
_AT_ONCE = (ir.Single, ir.PieceCount, ir.PieceOwner, ir.PieceFace)
"""Questions that ask what they ask without a condition."""
_ALL_PARTS = (
    ir.Not, ir.Negate, ir.Compare, ir.Arithmetic, ir.Cell, ir.Lookup, ir.Seat, ir.Extreme, ir.Within, ir.Nth, ir.Position, ir.Contains,
    ir.Elements, ir.Members, ir.Between, ir.Joined, ir.Otherwise, ir.Cases, ir.Case, ir.PlaceOf,
)  # fmt: skip
"""Nodes that look at what their parts look at, or at less."""


class Unmarked(Exception):
    """It is not known what a condition looks at."""


MOST_PARTS = 30
MOST_MEMBERS = 16
"""The most elements of `any` that are parts of their own."""
BASE = 1
"""The bit of part 0."""


@dataclass(frozen=True, slots=True)
class Watch:
    """The functions of a condition that was taken apart."""

    kind: KindLayout
    look: Function
    """Marks what each part looks at, and returns the parts that are true, as bits."""
    again: Function
    """Whether any of some parts, given as bits, is true."""
    positive: bool
    """Whether the condition is true if any part is; otherwise it is true if none is."""


@dataclass(frozen=True, slots=True)
class _Apart:
    """A condition that was taken apart."""

    calls: tuple[ir.Call, ...]
    """The definitions in which the parts are, the outermost first."""
    positive: bool
    groups: tuple[ir.Expression, ...]
    """The items: an `any` whose elements are parts, or one part."""

    @property
    def parts(self) -> int:
        return sum(len(members(each)) for each in self.groups)


def taken_apart(program: ir.Program, node: ir.Expression) -> _Apart:
    """The parts of a condition."""
    calls, positive = list[ir.Call](), True
    while isinstance(node, ir.Not | ir.Call):
        if isinstance(node, ir.Not):
            node, positive = node.operand, not positive
        else:
            calls.append(node)
            node = program.definitions[node.definition].body
    return _Apart(tuple(calls), positive, node.items if isinstance(node, ir.Or) else (node,))


def members(node: ir.Expression) -> Sequence[int]:
    """The elements of an `any` that are parts of their own; otherwise one element, which stands for the whole."""
    match node:
        case ir.Aggregate(
            name="any", clauses=(ir.Clause(domain=ir.Members() as domain, condition=None, proceed=None),)
        ):
            values = [int(each) for each in domain.values]
            return values if 1 < len(values) <= MOST_MEMBERS else (0,)
        case _:
            return (0,)


def marks(kind: str) -> str:
    """The name of the memory in which a function marks what it looks at."""
    return f"watched.{kind}"


def room(kind: KindLayout) -> int:
    """How many numbers that are: for each space the parts that depend on it, for each look too (from 1 on, since 0 is no piece), how much more
    work a change can cause that no part depends on, and the part that is evaluated."""
    return more_work(kind) + 2


def of_look(kind: KindLayout) -> int:
    """Where the numbers of the looks begin."""
    return len(kind.places) - kind.first_spot


def more_work(kind: KindLayout) -> int:
    return of_look(kind) + kind.looks + 1


def watch(e: Emitter, kind: KindLayout, node: ir.Expression) -> Watch | None:
    """The functions of a condition; None if it is not known what it looks at."""
    apart = taken_apart(e.program, node)
    name = f"{kind.name}.{hashlib.sha256(repr(node).encode()).hexdigest()[:16]}"
    if apart.parts > MOST_PARTS:
        return None
    try:
        look = once(e.building, f"watch.{name}", e.path, partial(_write_look, kind, apart))
    except Unmarked:
        return None
    return Watch(
        kind, look, once(e.building, f"again.{name}", e.path, partial(_write_again, apart)), apart.positive
    )


def _write_look(kind: KindLayout, apart: _Apart, e: Emitter) -> Emitted:
    code, marking = e.code, _Marking(e, kind)
    e.fill(e.region(marks(kind.name)), 0, 4 * room(kind))
    found = code.variable(constant(0))

    def part(node: ir.Expression, bit: Operand) -> None:
        marking.begin(bit)
        with e.uncounted():
            marking.look(node)
        code.store(
            code.binary("or", code.load("i32", found), code.select(e.truth(node), bit, constant(0))), found
        )

    def begin(call: ir.Call) -> None:
        with e.uncounted():
            for argument in call.arguments:
                marking.look(argument)

    marking.begin(constant(BASE))
    with _inside(e, apart.calls, begin):
        _each_part(e, apart, part, None)
    return Number(code.load("i32", found), None, 0, 2**31 - 1)


def _write_again(apart: _Apart, e: Emitter) -> Emitted:
    code, answer, done = e.code, e.code.variable(FALSE), e.code.block("found")
    wanted = e.take_number(2**31 - 1).bits

    def part(node: ir.Expression, bit: Operand) -> None:
        with code.if_(e.truth(node), "true"):
            code.store(TRUE, answer)
            code.branch_to(done)

    with _inside(e, apart.calls, lambda call: None):
        _each_part(e, apart, part, wanted)
    code.at(done)
    return Truth(code.load("i1", answer), None)


@contextmanager
def _inside(e: Emitter, calls: Sequence[ir.Call], begin: Callable[[ir.Call], None]) -> Iterator[None]:
    """In definitions called one inside the other."""
    if not calls:
        yield
        return
    begin(calls[0])
    e.spend(A_CALL)
    arguments = [e.value(each) for each in calls[0].arguments]
    with e.frame():
        e.bind_all(arguments)
        with _inside(e, calls[1:], begin):
            yield


def _each_part(
    e: Emitter, apart: _Apart, write: Callable[[ir.Expression, Operand], None], wanted: Operand | None
) -> None:
    """Write code for each part, or for those that are wanted, in order."""
    code, first = e.code, 1
    for node in apart.groups:
        values = members(node)
        these = (1 << len(values)) - 1
        here = (
            constant(these)
            if wanted is None
            else code.binary("and", code.binary("lshr", wanted, constant(first)), constant(these))
        )
        if len(values) == 1:
            with code.if_(code.compare("ne", here, constant(0)), "part"):
                write(node, constant(1 << first))
        else:
            assert isinstance(node, ir.Aggregate)
            each_bit(e, code.widen(here, "i64"), partial(_member, e, node, values, first, write), len(values))
        first += len(values)


def _member(
    e: Emitter,
    node: ir.Aggregate,
    values: Sequence[int],
    first: int,
    write: Callable[[ir.Expression, Operand], None],
    place: Operand,
) -> None:
    """The part for an element, by its place."""
    e.spend(1)
    value = e.code.item(e.building.constant_row(values), place)
    e.bind(node.clauses[0].slot, Number(value, None, min(values), max(values)))
    write(node.element, e.code.binary("shl", constant(1), e.code.add(place, constant(first))))


@dataclass(frozen=True, slots=True)
class _Marking:
    """Writes the marks of one function."""

    e: Emitter
    kind: KindLayout

    def begin(self, bit: Operand) -> None:
        """From here on mark what the part of a bit looks at."""
        self.e.code.store(bit, self._address(constant(room(self.kind) - 1)))

    # -------------------------------------------------------------------------------------------- what is asked

    def look(self, node: ir.Expression | ir.Domain) -> None:
        """Mark what a node looks at. Raises `Unmarked`."""
        e = self.e
        if not self._looks(node):
            return
        match node:
            case ir.And() | ir.Or():
                self._until(node.items, isinstance(node, ir.And))
            case ir.IfElse():
                self.look(node.condition)
                self._either(e.truth(node.condition), node.value, node.otherwise)
            case ir.Call():
                for argument in node.arguments:
                    self.look(argument)
                self._inside(node)
            case ir.Single(place=ir.PlaceOf() as place) | ir.PieceCount(place=ir.PlaceOf() as place) if (
                self._mine(node)
            ):
                self._space(place)
            case ir.PiecesAt(place=ir.PlaceOf() as place) if self._mine(node):
                self._space(place)
            case ir.PieceOwner() | ir.PieceFace() | ir.PiecePlace() | ir.PieceSpace():
                self.look(node.piece)  # the number of an identical piece says where it is and what it shows
            case ir.Aggregate():
                self._loop(node)
            case _ if isinstance(node, _ALL_PARTS):
                for part in parts(node):
                    self.look(part)
            case _:
                raise Unmarked

    def _until(self, items: tuple[ir.Expression, ...], going: bool) -> None:
        """Items that are asked in order while each is `going`."""
        e, done = self.e, self.e.code.block("asked")
        for place, item in enumerate(items):
            self.look(item)
            if any(self._looks(later) for later in items[place + 1 :]):
                truth = e.truth(item)
                e.go_on_if(truth if going else e.code.opposite(truth), done)
        e.code.at(done)

    def _either(self, holds: Operand, one: ir.Expression, other: ir.Expression) -> None:
        code = self.e.code
        otherwise, after = code.block("otherwise"), code.block("after")
        self.e.go_on_if(holds, otherwise)
        self.look(one)
        code.branch_to(after)
        code.at(otherwise)
        self.look(other)
        code.at(after)

    def _inside(self, node: ir.Call) -> None:
        """What a definition looks at, in a function of its own."""
        e = self.e
        defined = e.program.definitions[node.definition]
        asked = self._asked(defined.body)
        if asked is not None and all(
            slot < len(node.arguments) and self._was_found(node.arguments[slot], first)
            for slot, first in asked
        ):
            return

        def write(inner: Emitter) -> None:
            inner.bind_all(inner.take_typed(defined.parameters))
            inner.region(marks(self.kind.name))
            with inner.uncounted():
                _Marking(inner, self.kind).look(defined.body)

        name = f"watch.{self.kind.name}.in.{node.definition}"
        e.call(once(e.building, name, defined.path, write), [e.value(each) for each in node.arguments])

    def _was_found(self, node: ir.Expression, first: int) -> bool:
        """Whether an argument is a space on which a piece was looked at when it was found, so that it is marked already."""
        match node:
            case ir.Aggregate(name="first" | "only", element=ir.Local(slot=slot), clauses=(clause,)):
                return slot == clause.slot and (slot, first) in self._asked_in_any_case(clause.condition)
            case _:
                return False

    def _asked_in_any_case(self, node: ir.Expression | None) -> set[tuple[int, int]]:
        """What a condition that holds has certainly asked."""
        match node:
            case ir.And(items=items):
                return set().union(*map(self._asked_in_any_case, items))
            case ir.Not(operand=operand):
                return self._asked_in_any_case(operand) if isinstance(operand, ir.Compare) else set()
            case ir.Compare(left=left, right=right):
                sides = [each for each in (left, right) if isinstance(each, _AT_ONCE)]
                return set().union(*(self._asked(each) or set() for each in sides))
            case _:
                return set()

    def _looks(self, node: object) -> bool:
        """Whether the value of a node may depend on pieces of the kind."""
        return any(
            isinstance(each, _EVERYWHERE) or getattr(each, "kind", None) == self.kind.name
            for each in reached(self.e.program, node)
            if not isinstance(each, ir.PlaceOf)
        )

    def _mine(self, node: ir.Single | ir.PieceCount | ir.PiecesAt) -> bool:
        return node.kind == self.kind.name

    # ------------------------------------------------------------------------------------------------- loops

    def _loop(self, node: ir.Aggregate) -> None:
        if not self._by_look(node):
            self._rounds(node, node.clauses)

    def _rounds(self, node: ir.Aggregate, clauses: tuple[ir.Clause, ...]) -> None:
        """The rounds of the first of some clauses, one after the other, up to the one that decides. Raises `Unmarked` for a flood."""
        e, code, clause = self.e, self.e.code, clauses[0]
        if isinstance(clause.domain, ir.Reached):
            raise Unmarked
        self.look(clause.domain)
        decided = code.block("decided")

        def one(element: Emitted) -> None:
            e.bind(clause.slot, element)
            if clause.proceed is not None:
                self.look(clause.proceed)
                e.go_on_if(e.truth(clause.proceed), decided)
            skip = code.block("skip")
            if clause.condition is not None:
                self.look(clause.condition)
                value = e.value(clause.condition)
                if value.none is not None:
                    e.leave_if(value.none, skip)
                e.go_on_if(self._truth(value), skip)
            if len(clauses) > 1:
                self._rounds(node, clauses[1:])
            else:
                self._element(node, decided)
            code.at(skip)

        EACH[type(clause.domain)](e, clause.domain, one)
        code.at(decided)

    def _element(self, node: ir.Aggregate, decided: str) -> None:
        """What is asked of an element; whether it decides. With several clauses only the innermost loop ends."""
        e = self.e
        if node.name == "count":
            return
        self.look(node.element)
        if node.name in ("any", "all"):
            truth = e.truth(node.element)
            e.leave_if(truth if node.name == "any" else e.code.opposite(truth), decided)
        elif node.name == "first":
            value = e.value(node.element)
            if value.none is None:
                e.code.branch_to(decided)
                e.code.at(e.code.block("later"))
            else:
                e.leave_if(e.code.opposite(value.none), decided)

    def _truth(self, value: Emitted) -> Operand:
        return self.e.code.compare("ne", as_number(self.e, surely(value)).bits, constant(0))

    def _by_look(self, node: ir.Aggregate) -> bool:
        """Whether a loop over spaces asks of each only about the piece there, and something about it that rules out looks. Then the
        others are marked, on those spaces that nothing else rules out."""
        clause = node.clauses[0]
        if len(node.clauses) > 1 or clause.proceed is not None or not isinstance(clause.domain, ir.Members):
            return False  # a row may be left at its first piece
        asked = self._asked((clause.condition, node.element))
        if asked is None or len(asked) != 1 or (slot_and_first := asked.pop())[0] != clause.slot:
            return False
        conditions, first = list(_needed(node)), slot_and_first[1]
        looks = self._not_ruled_out(conditions, first, clause.slot)
        more = None if looks is None else self._of_an_element(node)
        if looks is None or more is None:
            return False
        others = [each for each in conditions if depends(each, clause.slot) and not self._looks(each)]
        self._more_work(more)
        if not others:
            for look in looks:
                self._add(constant(of_look(self.kind) + 1 + look))
            return True
        left, begin = (
            replace(clause, condition=ir.And(tuple(others), node.span)),
            constant(first - self.kind.first_spot),
        )
        walk(self.e, left, lambda space: self._add(self.e.code.add(as_number(self.e, space).bits, begin)))
        return True

    def _asked(self, node: object) -> set[tuple[int, int]] | None:
        """The names of the spaces of which a node asks what piece is there, each with the first place of the board; None if it looks at
        anything else."""
        found: set[tuple[int, int]] = set()
        for each in everything(node):
            match each:
                case (
                    ir.Single(place=ir.PlaceOf(owner=ir.Local() as space) as place)
                    | ir.PieceCount(place=ir.PlaceOf(owner=ir.Local() as space) as place)
                ) if self._mine(each):
                    found.add((space.slot, place.first))
                case ir.Call():
                    if self._looks(self.e.program.definitions[each.definition].body):
                        return None
                case ir.PieceOwner() | ir.PieceFace() | ir.PlaceOf():
                    pass  # of a piece that was found already
                case _ if isinstance(each, _EVERYWHERE) or getattr(each, "kind", None) == self.kind.name:
                    return None
                case _:
                    pass
        return found

    def _not_ruled_out(self, conditions: Sequence[ir.Expression], first: int, slot: int) -> list[int] | None:
        """The looks of a piece on a space for which no condition is known to be false; None if it may have no piece."""
        asked = [condition(self.e.program, each) for each in conditions]

        def possible(look: int) -> bool:
            piece = OnSpace(self.kind.name, first, slot, self.kind.faces, look)
            return not any(_is_false(each, piece) for each in asked)

        return None if possible(-1) else [look for look in range(self.kind.looks) if possible(look)]

    def _of_an_element(self, node: ir.Aggregate) -> int | None:
        """The most work for an element; None if something about it can fail, so that what rules it out may not be asked first."""
        e, clause = self.e, node.clauses[0]
        start, failing, most = standing(e), 0, 0

        def one(element: Emitted) -> None:
            nonlocal failing, most
            failing, most = e.failing, e.work
            e.bind(clause.slot, element)
            if clause.condition is not None:
                e.value(clause.condition)
            e.value(node.element)
            failing, most = e.failing - failing, e.work - most

        EACH[type(clause.domain)](e, clause.domain, one)
        back_to(e, start)
        return None if failing else most

    # ------------------------------------------------------------------------------------------------- marks

    def _address(self, place: Operand) -> Operand:
        return self.e.code.element(self.e.region(marks(self.kind.name)), "i32", place)

    def _add(self, place: Operand) -> None:
        """The part depends on a space or a look."""
        code, address = self.e.code, self._address(place)
        part = code.load("i32", self._address(constant(room(self.kind) - 1)))
        code.store(code.binary("or", code.load("i32", address), part), address)

    def _space(self, place: ir.PlaceOf) -> None:
        """Mark a space. Raises `Unmarked` for a zone, which is none."""
        if place.owner is not None:
            self.look(place.owner)
        code, value = self.e.code, self.e.value(place)
        if value is NOTHING:
            return
        at = as_number(self.e, value)
        if at.low < self.kind.first_spot:
            raise Unmarked
        with code.unless(at.none or FALSE, "somewhere"):
            self._add(code.subtract(at.bits, constant(self.kind.first_spot)))

    def _more_work(self, most: int) -> None:
        """A change on which no part depends may still cause this much more work."""
        self.e.code.increase(self._address(constant(more_work(self.kind))), constant(most))


def _needed(node: ir.Aggregate) -> Iterator[ir.Expression]:
    """The conditions that hold together for each element that matters."""
    held = node.clauses[0].condition
    if held is not None:
        yield from held.items if isinstance(held, ir.And) else (held,)
    if node.name == "any":
        yield from node.element.items if isinstance(node.element, ir.And) else (node.element,)
    if node.name == "all":
        items = node.element.items if isinstance(node.element, ir.Or) else (node.element,)
        yield from (ir.Not(item, item.span) for item in items)


def _is_false(condition: Callable[[Known], bool], piece: OnSpace) -> bool:
    """Whether a condition certainly does not hold, whatever else is true of the position."""
    try:
        return not condition(piece)
    except Unfixed:
        return False
