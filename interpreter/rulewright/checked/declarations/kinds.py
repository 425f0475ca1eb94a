"""Kinds of pieces once options and players are known: the number of pieces, their attributes, faces and sides."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.directions import boards_of, way_type
from rulewright.checked.context import Context
from rulewright.checked.declarations.combinations import Combination, Coordinate, combinations, coordinates
from rulewright.checked.declarations.declarations import (
    LARGEST_AXIS,
    LARGEST_FACES,
    MANY_IN_A_ZONE,
    MOST_VALUES,
    NOBODY,
    SETUP,
    Rows,
    attributes,
    constant_number,
    each_constant,
)
from rulewright.checked.declarations.lookup import board, owners_of, works_out
from rulewright.checked.facts import Attributes, KindFacts, Owners
from rulewright.checked.infer import infer
from rulewright.checked.messages import declarations, open_tables
from rulewright.checked.messages import types as messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Integer,
    Several,
    Type,
    Unknown,
    Value,
)
from rulewright.problems.limits import MOST_PIECES
from rulewright.rulebook import nodes as rulebook


@works_out(rulebook.Kind)
def kind_facts(c: Context, declared: rulebook.Kind) -> KindFacts | None:
    owned_by = owners_of(declared.of)
    if declared.of is not None and not owned_by:
        declarations.owner_of_kind(c, declared.of)
    owners = c.owners(owned_by)
    if declared.sides and not declared.one_per:
        open_tables.sides_need_identity(c, declared)
    if declared.filter is not None and not declared.one_per:
        declarations.nothing_to_leave_out(c, declared, declared.filter)
    if not declared.one_per and declared.count is None:
        return _unlimited(c, declared, owned_by, owners)
    axes, own = coordinates(c, declared), combinations(c, declared)
    count = len(own)
    if declared.count is not None:
        count = constant_number(c, declared.count, f"`count` of {declared.id}", 1, default=0)
    if count == 0:
        return None  # which was reported
    pieces = count * owners
    if pieces > LARGEST_AXIS:
        declarations.too_many_pieces(c, declared, pieces)
        return None
    if pieces + sum(other.pieces for other in c.kinds.values()) > MOST_PIECES:
        declarations.too_many_in_all(c, declared, MOST_PIECES)
        return None
    identical = not axes and pieces > 1
    faces = _faces(c, declared, axes, own)
    if faces[0] > LARGEST_FACES:
        messages.too_many_faces(c, declared, faces[0], LARGEST_FACES)
        return None
    if faces[1] and len(set(faces[1])) > 1 and pieces * faces[0] > MOST_VALUES:
        messages.too_many_values(c, declared.id, declared.span, pieces * faces[0], MOST_VALUES)
        return None
    sides = _sides(c, declared, axes, own * owners)
    if sides is None and declared.sides and axes:
        return None  # which was reported
    return KindFacts(
        declared.id, identical, False, pieces, owners, owned_by,
        _coordinate_attributes(axes, own * owners), tuple(axes), *faces, sides,
    )  # fmt: skip


def _sides(
    c: Context, declared: rulebook.Kind, axes: list[Coordinate], pieces: Sequence[Combination]
) -> Attributes | None:
    """The attributes of every side of every piece; `way` is the direction of the side while the piece is not turned."""
    if not declared.sides or not axes:
        return None
    types: dict[str, Type] = {name: type_ for name, type_, _ in axes}
    types["way"] = way_type(c)
    every = [(*values, way) for values in pieces for way in (0, 2, 4, 6)]
    known = dict(zip(types, zip(*every, strict=True), strict=True)) if every else dict.fromkeys(types, ())
    table: dict[str, tuple[Value, tuple[Fixed, ...]]] = {}
    for name, node in declared.sides.items():
        found = each_constant(c, node, Rows(types, known, len(every)), f"the side's `{name}`")
        if found is None:
            return None
        table[name] = found
        types, known = {**types, name: found[0]}, {**known, name: found[1]}
    return Attributes(table)


def _unlimited(c: Context, declared: rulebook.Kind, owned_by: Owners, owners: int) -> KindFacts:
    """The facts of a kind without a number of pieces: as many as its boards and zones hold."""
    room = 0
    named = boards_of(c, declared.id)
    for name in named:
        facts = board(c, name)
        room += facts.spaces * facts.size if facts is not None else 0
    zones = [zone for zone in c.book.zones.values() if zone.holds.text == declared.id]
    room += MANY_IN_A_ZONE * len(zones) * max(c.players, 1)
    holding = [*(z.holds for z in c.book.zones.values()), *(b.holds for b in c.book.boards.values())]
    if room == 0 and not named and all(held is None or held.text in c.book.kinds for held in holding):
        declarations.nowhere_to_lie(c, declared)
    return KindFacts(
        declared.id, True, True, max(room, 1), owners, owned_by, Attributes({}), (), *_faces(c, declared, [], ()),
    )  # fmt: skip


def _coordinate_attributes(axes: list[Coordinate], pieces: Sequence[Combination]) -> Attributes:
    """Each coordinate as an attribute of every piece; the first coordinate changes slowest, owners slower still."""
    return Attributes(
        {
            name: (type_, tuple(combination[index] for combination in pieces))
            for index, (name, type_, _) in enumerate(axes)
        }
    )


_Faces = tuple[int, tuple[int, ...] | None, tuple[str, ...], Attributes]


def _faces(c: Context, declared: rulebook.Kind, axes: list[Coordinate], own: Sequence[Combination]) -> _Faces:
    if declared.faces is None:
        return 0, None, (), Attributes({})
    if isinstance(declared.faces, tuple):
        names = tuple(m.id for m in declared.faces)
        return len(names), None, names, attributes(c, declared.faces)
    if not axes:
        found = [_number_faces(c, declared.faces, SETUP, declared.id)]
    else:
        types = {name: type_ for name, type_, _ in axes}
        found = [
            _number_faces(c, declared.faces, Scope(types, NOBODY, values=dict(zip(types, values, strict=True))),
                          declared.id)
            for values in own
        ]  # fmt: skip
    sizes = {high - low + 1 for low, high in found}
    if len(sizes) > 1:
        declarations.faces_differ(c, declared)
    return max(sizes), tuple(low for low, _ in found), (), Attributes({})


def _number_faces(c: Context, node: syntax.Domain, scope: Scope, name: str) -> tuple[int, int]:
    with c.only_constants():
        info = infer(c, node, scope)
    if isinstance(info.type, Several) and isinstance(info.type.of, Integer):
        if isinstance(node, syntax.Range) and c.infos[node.low].fixed and c.infos[node.high].fixed:
            return info.type.of.low, info.type.of.high
        messages.not_constant(c, node, f"the faces of {name}")
    elif not isinstance(info.type, Unknown):
        messages.wrong_type(c, node, info.type, Several(Integer(), 6), f"`faces` of {name}")
    return 1, 1
