"""What was written down as an author sees it: parts that stand for characters of their own.

    Seen(Lookup("face.dice"), [Seen(PieceFace, [Seen(Local d)])])        `d.face`, whose only part is `d`

Short forms and conversions become several nodes of the program that stand for the same characters; here they are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.evaluate.tracing.recorder import Seen
from rulewright.evaluate.tracing.words import DOMAINS, is_authors
from rulewright.ir import nodes as ir

SIMPLE: frozenset[type] = frozenset({ir.Arithmetic, ir.Negate, ir.Extreme, ir.Otherwise, ir.Within})
"""Operators on values that are put into the text of the expression around them."""

OF_SEVERAL: frozenset[type] = frozenset({
    ir.Call, ir.And, ir.Or, ir.IfElse, ir.Cases, ir.SumLines, ir.Can, ir.Aggregate, ir.Length, ir.Gathered
})  # fmt: skip
"""What is more than its operands, and shown in a way of its own."""


def parts_of(seen: Seen) -> list[Seen]:
    """The parts that an author wrote, each once."""
    return once(_authors(seen))


def _authors(seen: Seen) -> Iterator[Seen]:
    for part in seen.parts:
        if is_authors(part.node) and part.node.span != seen.node.span:
            yield meant(part)
        else:
            yield from (inner for inner in _authors(part) if inner.node.span != seen.node.span)


def once(parts: Iterable[Seen]) -> list[Seen]:
    """Without parts that stand for the same characters as another."""
    return list({part.node.span: part for part in parts}.values())


def part_of(seen: Seen, node: object) -> Seen | None:
    """The part that is the evaluation of a node."""
    return next((part for part in seen.parts if part.node is node), None)


def meant(seen: Seen) -> Seen:
    """A space itself, where the piece or the place is asked for that it stands for there."""
    while isinstance(seen.node, ir.PieceAt | ir.PlaceOf) and seen.known and len(seen.parts) == 1:
        if seen.parts[0].node.span != seen.node.span:
            break
        seen = seen.parts[0]
    return seen


def core(seen: Seen) -> Seen:
    """What stands for the same characters and is more than one read of something: `d.face` is a look-up of a face."""
    while len(seen.parts) == 1 and type(seen.node) not in OF_SEVERAL:
        inner = seen.parts[0]
        if inner.node.span != seen.node.span or isinstance(inner.node, DOMAINS):
            break
        seen = inner
    last = seen.parts[-1] if isinstance(seen.node, ir.Or) and seen.parts else None
    if last is not None and isinstance(last.node, ir.Can) and last.node.span == seen.node.span:
        return last  # an action of this name in several phases
    return seen
