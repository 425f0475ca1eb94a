"""Positions that are noted -> the program: the cells of boards, zones and variables, and the values of expressions."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checked.declarations.positions import whole_place
from rulewright.checked.infer import range_of
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout, Layout, Notes
from rulewright.ir.lower.context import Frame, Lowering, frame_of
from rulewright.ir.noted import note_words
from rulewright.ir.reads import reached
from rulewright.language.ranges import ordinals
from rulewright.language.types import Boolean, Integer, Nothing, Optional
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace
from rulewright.source.text import Span


def lower_positions(w: Lowering, book: rulebook.Rulebook) -> dict[str, ir.NotedPosition]:
    return {name: _position(w, declared) for name, declared in book.positions.items()}


def with_notes(program: ir.Program, positions: dict[str, ir.NotedPosition]) -> ir.Program:
    """The program with those of the positions that it asks for at this table, and their notes as the last cells."""
    if not positions:
        return program
    rules = (program.actions, program.phases, program.turns, program.setup, program.ends, program.standing)
    asking = (*rules, program.utility, program.invariants, program.strategies)
    asked = {node.position for node in reached(program, asking) if isinstance(node, ir.Times)}
    kept = {name: position for name, position in positions.items() if name in asked}
    if not kept:
        return program
    size, notes = program.layout.size, dict[str, Notes]()
    for name, position in kept.items():
        notes[name] = Notes(name, size, position.most, note_words(position.parts))
        size += notes[name].size
    return replace(program, positions=kept, layout=replace(program.layout, size=size, notes=notes))


def _position(w: Lowering, declared: rulebook.NotedPosition) -> ir.NotedPosition:
    frame = frame_of()
    parts = tuple(part for node in declared.of for part in _parts(w, node, frame))
    forget = None
    if declared.forget is not None and w.c.infos[declared.forget].value is not False:
        forget = w.lower(declared.forget, frame)
    facts = w.c.positions[declared.id]
    return ir.NotedPosition(
        declared.id, declared.path, parts, facts.whose, facts.most, forget, frame.size[0], declared.span
    )


def _parts(w: Lowering, node: syntax.Expression, frame: Frame) -> Iterator[ir.NotedPart]:
    place, span = whole_place(w.c, node), node.span
    if isinstance(place, rulebook.Variable):
        group = w.layout.groups[place.id]
        low = min(group.none, group.low) if group.optional else group.low
        yield ir.NotedCells(group.offset, group.size, low, group.high, -1, 0, 0, span)
    elif place is not None:
        name = w.c.boards[place.id].kind if isinstance(place, rulebook.Board) else place.holds.text
        kind, first = w.layout.kinds[name], w.place_codes[name, place.id]
        many = sum(info.zone == place.id for info in kind.places)
        yield from _places(w.layout, kind, first, first + many - 1, span)
    else:
        yield _value(w, node, frame)


def _places(layout: Layout, kind: KindLayout, first: int, last: int, span: Span) -> Iterator[ir.NotedPart]:
    """The cells that say which pieces are in some places of a kind, and what they show there."""

    def cells(offset: int, size: int, high: int, low: int = 0, masked: bool = False) -> ir.NotedCells:
        return ir.NotedCells(offset, size, low, high, kind.where if masked else -1, first, last, span)

    spots = first >= kind.first_spot
    if spots:
        most = kind.looks if kind.identical else kind.pieces
        yield cells(kind.spots + first - kind.first_spot, last - first + 1, most)
    elif kind.identical:
        most = max(info.size for info in kind.places[first : last + 1])
        if not kind.unlimited:
            most = min(most, kind.pieces)
        yield cells(kind.counts + first * kind.looks, (last - first + 1) * kind.looks, most)
    if kind.identical:
        return
    if not spots:
        yield cells(kind.where, kind.pieces, last, first - 1, masked=True)
        for code in range(first, last + 1):
            if code in kind.order:
                yield cells(kind.order[code], kind.places[code].size, kind.pieces)
    if kind.faces:
        yield cells(kind.face, kind.pieces, kind.faces, masked=True)
    if kind.table == first:
        spaces = [
            each.spaces for each in layout.boards.values() if each.first == first and each.kind == kind.name
        ]
        yield cells(kind.space, kind.pieces, max(spaces), masked=True)
        if kind.turned >= 0:
            yield cells(kind.turned, kind.pieces, 3, masked=True)


def _value(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.NotedValue:
    info = w.c.infos[node]
    optional = isinstance(info.type, Optional | Nothing) or info.silent
    inner = info.type.of if isinstance(info.type, Optional) else info.type
    low = high = 0
    if isinstance(inner, Integer):
        known = range_of(replace(info, type=inner))
        low, high = known.low, known.high
    elif isinstance(inner, Boolean):
        high = 1
    elif not isinstance(inner, Nothing):
        low, high = ordinals(inner, lambda kind: w.c.kinds[kind].pieces)
    return ir.NotedValue(w.lower(node, frame), low, high, optional, node.span)
