"""Pieces return to where they start: `return: all dice`.

Each piece with identity has a place of its own.  Identical ones fill the places that lack some, in declared order; if all
of a kind return, their cells get their initial values.
"""

from __future__ import annotations

from rulewright.ir.layout import KindLayout
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bitsets import touch_all
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.regions import mirrored
from rulewright.native.llvm.values import Number, number
from rulewright.native.pieces.changes import put_down, show
from rulewright.native.pieces.counting import look_cells
from rulewright.native.pieces.places import group, zones
from rulewright.native.pieces.questions import owner_of
from rulewright.source.text import Span


def is_simple(kind: KindLayout) -> bool:
    """Whether all pieces of a kind have room where they start."""
    if kind.unlimited:
        return False
    there = [0] * len(kind.places)
    if kind.identical:
        for code in range(zones(kind)):
            there[code] = sum(kind.start_of(code, owner) for owner in range(kind.owners))
    else:
        for code in kind.homes:
            there[code] += 1
    starting = sum(there) == kind.pieces
    return starting and all(many <= place.size for many, place in zip(there, kind.places, strict=True))


def all_return(e: Emitter, kind: KindLayout) -> None:
    """Return all pieces of a kind to where they start, unrolled."""
    cells = e.layout.initial()
    last = zones(kind)
    _fill(e, kind, "counts", cells, kind.counts, last * kind.looks)
    _fill(e, kind, "where", cells, kind.where, kind.pieces)
    _fill(e, kind, "face", cells, kind.face, kind.pieces)
    _fill(e, kind, "held", cells, kind.held, last)
    if kind.order:
        size = sum(kind.places[code].size for code in kind.order)
        _fill(e, kind, "order", cells, min(kind.order.values()), size)
    _fill(e, kind, "spots", cells, kind.spots, len(kind.places) - last)
    for word in range(kind.looks * mirrored(kind)):
        e.code.store(constant(0, "i64"), e.code.element(e.region(f"bits.{kind.name}"), "i64", constant(word)))
    touch_all(e, kind)
    _fill(e, kind, "space", cells, kind.space, kind.pieces)
    _fill(e, kind, "turned", cells, kind.turned, kind.pieces)


def _fill(e: Emitter, kind: KindLayout, name: str, cells: list[int], begin: int, size: int) -> None:
    """Set a group of a kind to its initial cells."""
    if begin < 0 or size == 0:
        return
    to = group(e, kind, name)
    values = cells[begin : begin + size]
    if len(set(values)) == 1 and values[0] == 0:
        e.fill(to, 0, 4 * size)
        return
    e.copy(e.building.constant_row(values), to, size)


def back_home(e: Emitter, kind: KindLayout, piece: Number, span: Span) -> Number:
    """Put a piece that was taken up where it starts, unrolled; returns its new number."""
    home = _place_lacking(e, kind, piece) if kind.identical else _home(e, kind, piece)
    there = put_down(e, kind, piece, home, span)
    return show(e, kind, there, number(0), span)


def _home(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    if len(set(kind.homes)) == 1:
        return number(kind.homes[0])
    row = e.building.constant_row(kind.homes)
    place = e.code.item(row, piece.bits)
    return Number(place, None, min(kind.homes), max(kind.homes))


def _place_lacking(e: Emitter, kind: KindLayout, piece: Number) -> Number:
    """The first place with fewer pieces of an owner than start there."""
    code, owner = e.code, owner_of(e, kind, piece)
    found: Operand | None = None
    candidates = [
        (place, starts)
        for place in range(zones(kind))
        if any(starts := [kind.start_of(place, owner) for owner in range(kind.owners)])
    ]
    for place, starts in reversed(candidates):
        here = constant(place)
        if found is None:
            found = here
            continue
        row = e.building.constant_row(starts)
        start = constant(starts[0]) if len(set(starts)) == 1 else code.item(row, owner.bits)
        lacks = code.compare("slt", _there(e, kind, place, owner), start)
        found = code.select(lacks, here, found)
    places = [place for place, _ in candidates]
    return Number(found or constant(0), None, min(places, default=0), max(places, default=0))


def _there(e: Emitter, kind: KindLayout, place: int, owner: Number) -> Operand:
    """How many pieces of an owner are at a zone."""
    code, step = e.code, kind.faces + 1
    counts = look_cells(e, kind, number(place))
    begin = code.element(counts, "i32", code.multiply(owner.bits, constant(step)))
    total = constant(0)
    for look in range(step):
        total = code.add(total, code.item(begin, constant(look)))
    return total
