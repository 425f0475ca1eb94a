"""Calls of definitions whose value is the same in every round of a loop: computed in the first round that needs it, then remembered.

    any(struck(s, king(me)) for s in board.spaces)      king(me) is called once, not for each space

Nothing changes while expressions are evaluated, so a call has one value as long as the names in it keep theirs. It is not
computed before the loop: perhaps no round needs it, and it may fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything, parts
from rulewright.native.llvm.assembly import FALSE, TRUE
from rulewright.native.llvm.calls import parameter
from rulewright.native.llvm.emitter import EMIT, Emitter, Remembered, call_definition, definition
from rulewright.native.llvm.slots import held, keep, slot_for
from rulewright.native.llvm.values import Emitted

WORTH = 30
"""A definition that may do more work than this is worth remembering; LLVM moves shorter ones out of the loop itself."""


@contextmanager
def remembering(e: Emitter, nodes: object, bound: Set[int] = frozenset()) -> Iterator[None]:
    """In the text written inside, remember calls in some nodes which mention no name in `bound`, nor one that is bound in the
    nodes themselves."""
    outer = e.remembered
    if e.building.passes.invariant_calls:
        inside = bound | {each.slot for each in everything(nodes) if isinstance(each, ir.Clause)}
        new = {repr(call): call for call in _invariant(nodes, inside) if repr(call) not in outer}
        e.remembered = outer | {key: _room(e, call) for key, call in new.items() if _is_worth_it(e, call)}
    yield
    e.remembered = outer


def emit_call(e: Emitter, node: ir.Call) -> Emitted:
    """A call, or its value if it was computed before."""
    remembered = e.remembered.get(repr(node)) if e.remembered else None
    if remembered is None:
        return call_definition(e, node, [e.value(argument) for argument in node.arguments])
    known, slot = remembered
    with e.code.unless(e.code.load("i1", known)):
        keep(e.code, slot, call_definition(e, node, [e.value(argument) for argument in node.arguments]))
        e.code.store(TRUE, known)
    return held(e.code, slot)


def _invariant(node: object, bound: Set[int]) -> Iterator[ir.Call]:
    """The outermost calls in which no name is bound inside."""
    if isinstance(node, ir.Call) and not any(
        isinstance(each, ir.Local) and each.slot in bound for each in everything(node)
    ):
        yield node
        return
    for part in parts(node):
        yield from _invariant(part, bound)


def _is_worth_it(e: Emitter, call: ir.Call) -> bool:
    return definition(e.building, call.definition).work > WORTH


def _room(e: Emitter, call: ir.Call) -> Remembered:
    result = definition(e.building, call.definition).result
    assert result is not None
    return e.code.variable(FALSE), slot_for(e.code, parameter(result, 0))


EMIT[ir.Call] = emit_call
