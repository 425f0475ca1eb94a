"""What each of many values leads to, found while code is written: `step(at, north)` for all spaces, `at.row`, the third neighbour of `at`.

    step(at, north).owner == me    for all `at`      ->      the condition on spaces `led(...)`, whose bits are then shifted back

A part of a condition is such an image if nothing but the value decides it. A condition that depends on the value through one image alone
is a condition on what the image gives.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.language.node_fields import node_fields
from rulewright.native.expressions.looks import Names, Unfixed, Value, condition, evaluated
from rulewright.native.expressions.steps import Steps, steps_from
from rulewright.native.expressions.vectors import Values, depends
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import WORD
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.values import Number
from rulewright.native.passes import guard
from rulewright.problems.limits import A_CALL
from rulewright.source.dataclass import dataclass

_REBUILT = (
    ir.And, ir.Or, ir.Not, ir.Compare, ir.Contains, ir.IfElse, ir.Otherwise, ir.Arithmetic, ir.PieceOwner, ir.PieceFace,
    ir.PieceCount, ir.Single, ir.PlaceOf, ir.Lookup, ir.Seat, ir.Cell, ir.Call,
)  # fmt: skip
"""Nodes that evaluate their parts and nothing else, so that a part can be replaced by its value."""


Image: TypeAlias = tuple[Value, ...]


_REMEMBERED: deque[
    tuple[Mapping[str, ir.Table], Mapping[str, ir.Definition], dict[str, list[int] | None]]
] = deque(maxlen=8)
"""Rows by the condition, for the tables and definitions of the last programs."""


@dataclass(frozen=True, slots=True)
class Led:
    """A condition that depends on values through one image: the same condition on what the image gives, a slot of its own;
    the steps from each value to that; and the condition where the image gives none."""

    condition: ir.Expression
    slot: int
    steps: Steps
    nowhere: ir.Expression


class _NoImage(Exception):
    """The value matters in another way too."""


def image_of(e: Emitter, node: ir.Expression, over: Values) -> Image | None:
    """What an expression is for each of the values, none for those that do not matter; None if that is not known."""
    known: dict[int, Value] = {
        slot: kept.like.low
        for slot, kept in e.slots.items()
        if isinstance(kept.like, Number) and _fixed(kept.like)
    }
    found: list[Value] = []
    value = evaluated(e.program, node)
    try:
        for bit in range(over.count):
            names = Names({**known, over.slot: over.low + bit})
            found.append(value(names) if over.only >> bit & 1 else None)
    except Unfixed:
        return None
    e.spend(A_CALL * _calls(e.program, node))
    return tuple(found)


def _fixed(value: Number) -> bool:
    return value.low == value.high and value.none is None and value.parts is None


def _calls(program: ir.Program, node: ir.Expression) -> int:
    """How many definitions a node evaluates at the most."""
    called = [each.definition for each in everything(node) if isinstance(each, ir.Call)]
    return sum(1 + _calls(program, program.definitions[name].body) for name in called)


def known_rows(e: Emitter, node: ir.Expression, over: Values) -> Operand | None:
    """The values for which a condition holds that nothing else decides but one name, whose value is known only at run time: a row of a
    table of words."""
    slots = {each.slot for each in everything(node) if isinstance(each, ir.Local)} - {over.slot}
    if len(slots) != 1 or over.count > WORD or not slots <= e.slots.keys():
        return None
    (slot,) = slots
    value = e.bound(slot)
    if not isinstance(value, Number) or value.none is not None or not 2 <= value.high - value.low + 1 <= WORD:
        return None
    rows = _rows_before(e, node, over, slot, range(value.low, value.high + 1))
    if rows is None:
        return None
    e.spend(A_CALL * _calls(e.program, node))
    return e.code.item(
        e.building.constant_row(rows, "i64"), e.code.subtract(value.bits, constant(value.low)), "i64"
    )


def _rows_before(e: Emitter, node: ir.Expression, over: Values, slot: int, given: range) -> list[int] | None:
    """`_rows`, remembered: several modules of a program, and several functions of a module, ask for the same."""
    tables, definitions = e.program.tables, e.program.definitions
    known = next((rows for one, other, rows in _REMEMBERED if one is tables and other is definitions), None)
    if known is None:
        known = {}
        _REMEMBERED.append((tables, definitions, known))
    key = f"{node!r} {over} {slot} {given}"
    if key not in known:
        known[key] = _rows(e, node, over, slot, given)
    return known[key]


def _rows(e: Emitter, node: ir.Expression, over: Values, slot: int, given: range) -> list[int] | None:
    """For each value of a name the bits of the values for which a condition holds; None if more decides it."""
    rows: list[int] = []
    holds = condition(e.program, node)
    try:
        for one in given:
            held = (holds(Names({slot: one, over.slot: over.low + bit})) for bit in range(over.count))
            rows.append(sum(1 << bit for bit, each in enumerate(held) if each))
    except Unfixed:
        return None
    return rows


def led(e: Emitter, node: ir.Expression, over: Values) -> Led | None:
    """A condition on what an image gives; None if it depends on the value in another way too."""
    slot = min(over.slot, 0) - 1
    images: list[Image] = []
    try:
        condition = _with(e, node, over, ir.Local(slot, "", node.span), images)
        nowhere = _with(e, node, over, ir.Constant(None, node.span), [])
    except _NoImage:
        return None
    steps = _steps(images[0], over) if one_image(images) else None
    return None if steps is None else Led(condition, slot, steps, nowhere)


@guard
def one_image(images: Sequence[Image]) -> bool:
    """A condition on two spaces that a value leads to is none on either."""
    return len(set(images)) == 1


def _steps(image: Image, over: Values) -> Steps | None:
    """The steps from values to the numbers that an image gives; None if it gives anything else, or by too many different steps."""
    rows: list[tuple[int, ...]] = []
    for to in image:
        if isinstance(to, bool) or not isinstance(to, int | None):
            return None
        rows.append(() if to is None else (to,))
    return steps_from(rows, over)


def _with(
    e: Emitter, node: Any, over: Values, name: ir.Expression, images: list[Image]
) -> Any:  # Any: a node, and one of its class
    """A node with the largest images in it replaced by a name; they are added to `images`."""
    if not depends(node, over.slot):
        return node
    if isinstance(node, ir.Local):
        raise _NoImage
    image = image_of(e, node, over)
    if image is not None and _steps(image, over) is not None:
        images.append(image)
        return name
    if not isinstance(node, _REBUILT):
        raise _NoImage
    rebuilt: dict[str, Any] = {}
    for field in node_fields(type(node)):
        part = getattr(node, field)
        if isinstance(part, tuple):
            rebuilt[field] = tuple(_with(e, each, over, name, images) for each in part)
        elif depends(part, over.slot):
            rebuilt[field] = _with(e, part, over, name, images)
    return replace(node, **rebuilt)
