"""A program as text for people: the nodes that executors read, with options and players folded in.

    cells
      0           current
      6..7        var score (player): 0..102, starts at 0
    action hold
      when rolled_once
        Compare(operator=">", left=Cell(group="pot"), right=Constant(value=0))

Every node is written under its name, with the fields that are not empty; places in the rulebook are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.layout import FLOW_CELLS, Axis, Group, KindLayout
from rulewright.source.text import Span

WIDTH = 110
FLOW = ("current", "phase", "round", "round_first", "ended", "winners")


def to_text(program: ir.Program) -> str:
    """The whole program."""
    return "".join(f"{line}\n" for line in _program(program))


def _program(program: ir.Program) -> Iterator[str]:
    options = ", ".join(f"{name}: {_flat(value)}" for name, value in program.options.items())
    variant = f", variant {program.variant}" if program.variant else ""
    yield f"program {program.name} for {program.players}{variant}, fingerprint {program.fingerprint}"
    yield from _rows("options", [options] if options else [])
    yield from _rows("chance", list(program.streams))
    yield from _cells(program)
    for title, named in (
        ("table", program.tables),
        ("definition", program.definitions),
        ("step", program.steps),
        ("position", program.positions),
        ("action", program.actions),
        ("strategy", program.strategies),
    ):
        for name, each in named.items():
            yield ""
            yield from _section(f"{title} {name}", each)
    for number, phase in enumerate(program.phases):
        yield ""
        yield from _section(f"phase {number} {phase.name}", phase)
    for title, rule in (("turns", program.turns), ("setup", program.setup)):
        yield ""
        yield from _section(title, rule)
    for number, end in enumerate(program.ends, 1):
        yield ""
        yield from _section(f"end {number} {end.id}", end)
    yield ""
    yield from _rows("standing", [line for best in program.standing for line in _lines(best)])
    if program.utility:
        yield from _rows("utility", [line for best in program.utility for line in _lines(best)])
    if program.utility_sum is not None:
        yield from _rows("utility_sum", [str(program.utility_sum.value)])
    for invariant in program.invariants:
        yield ""
        yield from _section(f"invariant {invariant.id}", invariant)


def _rows(title: str, lines: list[str]) -> Iterator[str]:
    yield title
    yield from (f"  {line}" for line in lines)


# -------------------------------------------------------------------------------------------------------- cells


def _cells(program: ir.Program) -> Iterator[str]:
    yield "cells"
    found: list[tuple[int, int, str]] = [(cell, 1, name) for cell, name in enumerate(FLOW[:FLOW_CELLS])]
    found += [(group.offset, group.size, _variable(group)) for group in program.layout.groups.values()]
    for kind in program.layout.kinds.values():
        found += _pieces(kind)
    if program.layout.worth >= 0:
        found.append((program.layout.worth, 1, "worth"))
    found += [
        (
            notes.offset,
            notes.size,
            f"notes {notes.name}: their number, then {notes.room} for each of {notes.words} words",
        )
        for notes in program.layout.notes.values()
    ]
    for start, size, told in sorted(found):
        place = str(start) if size == 1 else f"{start}..{start + size - 1}"
        yield f"  {place:<11} {told}"


def _variable(group: Group) -> str:
    axes = ", ".join(map(_axis, group.axes))
    optional = f", none is {group.none}" if group.optional else ""
    of = f" {group.of}" if group.of else ""
    return (
        f"var {group.name}{f' [{axes}]' if axes else ''}: {group.sort}{of} {group.low}..{group.high}{optional}, "
        f"starts at {group.start}, lasts a {group.lasts}, seen by {group.seen_by}"
    )


def _axis(axis: Axis) -> str:
    without = f" without {', '.join(map(str, axis.without))}" if axis.without else ""
    return f"{axis.name or axis.kind} {axis.low}..{axis.low + axis.size + len(axis.without) - 1}{without}"


def _pieces(kind: KindLayout) -> list[tuple[int, int, str]]:
    zones = min(len(kind.places), kind.first_spot)
    name = kind.name
    groups = [
        (
            kind.counts,
            zones * kind.looks,
            f"{name}: how many at each of {zones} places, by {kind.looks} looks",
        ),
        (kind.where, kind.pieces, f"{name}: the place of each"),
        (kind.face, kind.pieces, f"{name}: the face of each, 0 for none"),
        (kind.held, zones, f"{name}: how many at each place"),
        (kind.spots, len(kind.places) - zones, f"{name}: the piece on each space, 0 for none"),
        (kind.space, kind.pieces, f"{name}: the space of each on the table"),
        (kind.turned, kind.pieces, f"{name}: how far each is turned"),
        *(
            (start, kind.places[code].size, f"{name}: the order at place {code}")
            for code, start in kind.order.items()
        ),
    ]
    return [(start, size, told) for start, size, told in groups if start >= 0 and size]


# -------------------------------------------------------------------------------------------------------- nodes


def _section(title: str, node: object) -> Iterator[str]:
    """A rule, a field a line."""
    yield title
    for name, value in _fields(node):
        if name in ("name", "id", "path", "label", "about"):
            continue
        lines = _lines(value)
        if len(lines) == 1 and len(name) + len(lines[0]) + 4 <= WIDTH:
            yield f"  {name}: {lines[0]}"
        else:
            yield f"  {name}:"
            yield from (f"    {line}" for line in lines)


def _lines(value: object) -> list[str]:
    """A value on as few lines as possible."""
    flat = _flat(value)
    if len(flat) <= WIDTH:
        return [flat]
    if isinstance(value, tuple):
        return [line for item in value for line in _lines(item)]
    if isinstance(value, dict):
        return [line for key, item in value.items() for line in _named(str(key), item)]
    if not is_dataclass(value):
        return [flat]
    lines = [type(value).__name__]
    for name, item in _fields(value):
        lines += (f"  {line}" for line in _named(name, item))
    return lines


def _named(name: str, value: object) -> list[str]:
    """A value with its name before it."""
    lines = _lines(value)
    return [f"{name}: {lines[0]}"] if len(lines) == 1 else [f"{name}:", *(f"  {line}" for line in lines)]


def _flat(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_flat, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_flat(item)}' for key, item in value.items())}}}"
    if isinstance(value, str):
        return value if value.replace("_", "").replace(".", "").isalnum() else repr(value)
    if not is_dataclass(value):
        return str(value).lower() if isinstance(value, bool) or value is None else str(value)
    if type(value).__module__ != ir.__name__:
        return str(value)
    return f"{type(value).__name__}({', '.join(f'{name}={_flat(item)}' for name, item in _fields(value))})"


def _fields(node: object) -> Iterator[tuple[str, object]]:
    """The fields of a node that are not empty."""
    for field in fields(node):  # type: ignore[arg-type]  # callers have a node
        value = getattr(node, field.name)
        usual = field.default if field.default is not MISSING else None
        if not isinstance(value, Span) and value != usual and value != ():
            yield field.name, value
