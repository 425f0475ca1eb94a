"""Effects on pieces: `roll`, `return`, `shuffle`, `move`, `place` and `remove`."""

from __future__ import annotations

from typing import assert_never

from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.facts import KindFacts
from rulewright.checked.infer import (
    as_several,
    infer,
    integer,
    value_of,
)
from rulewright.checked.messages import board_questions, open_tables, rules, types
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Optional,
    Piece,
    Space,
    Type,
    Zone,
)
from rulewright.rulebook import nodes as rulebook


def pieces_of(c: Context, node: syntax.Expression, scope: Scope, role: str) -> str | None:
    """The kind of the pieces that an expression denotes; None after a problem."""
    c.want(node, "pieces")
    info = infer(c, node, scope)
    several = as_several(c, info)
    element: Type = several.of if several is not None else info.type
    if isinstance(element, Optional) and isinstance(element.of, (Piece, Space)):
        types.maybe_none(c, node, element, role)
        return None
    if isinstance(element, Space) and not c.boards[element.board].kind:
        board_questions.nothing_stands(c, node.span, element.board)
        return None
    if not isinstance(element, Piece):
        rules.not_pieces(c, node, info.type, role)
        return None
    return element.kind


def check_roll(c: Context, effect: rulebook.Roll, scope: Scope) -> Scope:
    kind = pieces_of(c, effect.pieces, scope, "`roll`")
    if kind is not None and not c.kinds[kind].faces:
        rules.no_faces(c, effect.pieces, kind)
    return scope


def check_handled(c: Context, effect: rulebook.AnyEffect, scope: Scope) -> Scope:
    """Check an effect all of whose keys take pieces or a kept zone."""
    for key in effect.verb.parts:
        taken, role = getattr(effect, key.field), f"`{effect.verb.name}`"
        if key.takes == "zone":
            _kept_zone(c, taken, scope, f"the zone of {role}", f"used with {role}")
        else:
            pieces_of(c, taken, scope, role)
    return scope


def check_shuffle(c: Context, effect: rulebook.Shuffle, scope: Scope) -> Scope:
    _kept_zone(c, effect.place, scope, "what is shuffled", "shuffled")
    return scope


def _kept_zone(c: Context, node: syntax.Expression, scope: Scope, role: str, done: str) -> None:
    zone = _zone(c, node, scope, role)
    if zone is not None and c.book.zones[zone.zone].order != "kept":
        rules.not_kept(c, node, done)


def _zone(c: Context, node: syntax.Expression, scope: Scope, role: str) -> Zone | None:
    c.want(node, "zone")
    info = infer(c, node, scope)
    if not isinstance(info.type, Zone) or not info.type.zone:
        rules.not_a_zone(c, node, info.type, role)
        return None
    return info.type


def _place(c: Context, node: syntax.Expression, scope: Scope, role: str) -> str | None:
    """The kind of pieces that a place holds: a zone, or a space of a board; None after a problem."""
    expected = None
    c.want(node, "place")
    if isinstance(node, syntax.Name):
        expected = _spaces_with(c, node.text)
    info = infer(c, node, scope, expected)
    if isinstance(info.type, Space) and c.boards[info.type.board].kind:
        return c.boards[info.type.board].kind
    if isinstance(info.type, Optional) and isinstance(info.type.of, Space):
        types.maybe_none(c, node, info.type, role)
        return None
    if isinstance(info.type, Space):
        board_questions.nothing_stands(c, node.span, info.type.board)
        return None
    if not isinstance(info.type, Zone) or not info.type.zone:
        rules.not_a_zone(c, node, info.type, role)
        return None
    return info.type.kind


def _spaces_with(c: Context, name: str) -> Space | None:
    """The spaces of the only board that has one of this name; None if several boards have one, or none."""
    owners = [type_ for type_ in declarations.members(c).get(name, []) if isinstance(type_, Space)]
    return owners[0] if len(owners) == 1 else None


def check_move(c: Context, effect: rulebook.Move, scope: Scope) -> Scope:
    to = _place(c, effect.to, scope, "`to`")
    kind: str | None
    if _is_number_alone(c, effect, scope):
        return scope
    match effect.moved:
        case syntax.MovedCount(count=count, kind=name):
            kind = _moved_count(c, effect, count, name, scope)
            if kind is not None and kind == to:
                _laid_one_by_one(c, effect, kind)
        case syntax.MovedAll(pool=pool):
            kind = pieces_of(c, pool, scope, "`move`")
        case syntax.MovedPiece(piece=piece):
            kind = pieces_of(c, piece, scope, "`move`")
        case _:
            assert_never(effect.moved)
    if not isinstance(effect.moved, syntax.MovedCount) and effect.source is not None:
        infer(c, effect.source, scope)
        if kind is not None:
            rules.from_not_needed(c, effect.source)
    if kind is not None and to is not None and to != kind:
        rules.wrong_kind(c, effect.to, to, kind)
    if effect.turned is not None:
        integer(c, effect.turned, scope, "`turned`")
        if kind is not None and c.kinds[kind].sides is None:
            open_tables.turned_without_sides(c, effect.turned, kind)
    if effect.of is not None:
        _check_of(c, effect, effect.of, kind, scope)
    return scope


def _is_number_alone(c: Context, effect: rulebook.Move, scope: Scope) -> bool:
    """Whether a move has the shape `{move: 1, from: deck}`, without a kind of pieces, which is reported."""
    if not isinstance(effect.moved, syntax.MovedPiece) or effect.source is None:
        return False
    if not isinstance(effect.moved.piece, syntax.Number):
        return False
    kind = _place(c, effect.source, scope, "`from`")
    if kind is not None:
        rules.number_alone(c, effect.moved.piece, kind)
    return kind is not None


def _laid_one_by_one(c: Context, effect: rulebook.Move, kind: str) -> None:
    """Report a number of pieces moved to a table without an edge, on which every piece has its own space."""
    to = c.infos[effect.to].type
    if isinstance(to, Space) and c.boards[to.board].unbounded and effect.source is not None:
        source = c.infos[effect.source].type
        kept = isinstance(source, Zone) and c.book.zones[source.zone].order == "kept"
        open_tables.laid_by_number(c, effect, effect.source, kind, kept)


def _check_of(
    c: Context, effect: rulebook.Move, node: syntax.Expression, kind: str | None, scope: Scope
) -> None:
    """Check `of`, which says whose pieces are moved where a number of pieces is."""
    if not isinstance(effect.moved, syntax.MovedCount):
        infer(c, node, scope)
        board_questions.of_without_number(c, node)
    elif kind in c.kinds:
        _owner_given(c, node, c.kinds[kind], scope, effect)


def _moved_count(
    c: Context, effect: rulebook.Move, count: syntax.Expression, name: syntax.Name, scope: Scope
) -> str | None:
    integer(c, count, scope, "the number of pieces")
    if name.text not in c.book.kinds:
        declaration_messages.unknown_kind(c, name)
        return None
    if effect.source is None:
        rules.needs_from(c, effect.span, name.text)
        return None
    source_kind = _place(c, effect.source, scope, "`from`")
    if source_kind is None:
        return name.text
    if source_kind != name.text:
        rules.wrong_kind(c, effect.source, source_kind, name.text)
        return name.text
    source = c.infos[effect.source].type
    if not isinstance(source, Zone):
        return name.text
    facts = c.kinds.get(name.text)
    counters = facts is not None and facts.identical and not facts.faces and not facts.owned_by
    if (
        c.book.zones[source.zone].order == "none"
        and not counters
        and facts is not None
        and not facts.identical
    ):
        rules.looks_differ(c, effect.source, source.zone)
    return name.text


def check_place(c: Context, effect: rulebook.Place, scope: Scope) -> Scope:
    """`{place: disc, to: at}`: a new piece of a kind without a number of pieces."""
    to = _place(c, effect.to, scope, "`to`")
    if effect.turned is not None:
        integer(c, effect.turned, scope, "`turned`")
    if effect.kind.text not in c.book.kinds:
        declaration_messages.no_kind_to_place(c, effect.kind, scope)
        return scope
    facts = lookup.kind(c, effect.kind.text)
    if facts is None:
        return scope
    if effect.turned is not None and facts.sides is None:
        open_tables.turned_without_sides(c, effect.turned, facts.name)
    if not facts.unlimited:
        board_questions.place_of_counted(c, effect.kind)
    if to is not None and to != facts.name:
        rules.wrong_kind(c, effect.to, to, facts.name)
    _owner_given(c, effect.of, facts, scope, effect)
    return scope


def _owner_given(
    c: Context, node: syntax.Expression | None, facts: KindFacts, scope: Scope, effect: rulebook.AnyEffect
) -> None:
    """Check the owner of a placed piece: the one named by `of`, otherwise the acting player (or that player's team)."""
    if node is not None and not facts.owned_by:
        infer(c, node, scope)
        board_questions.nobody_owns(c, node, facts.name)
    elif node is not None:
        value_of(c, node, scope, c.owner_type(facts.owned_by), "`of`")
    elif facts.owned_by and scope.acting:
        rules.nobody_acts(c, effect, scope.acting)
    elif facts.owned_by:
        c.note_me()


def check_remove(c: Context, effect: rulebook.Remove, scope: Scope) -> Scope:
    kind = pieces_of(c, effect.piece, scope, "`remove`")
    if kind is not None and not c.kinds[kind].unlimited:
        board_questions.remove_of_counted(c, effect.piece, kind)
    return scope
