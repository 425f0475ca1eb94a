"""Expressions and domains of the checked rulebook -> IR: one `lower_x` for each node, by the meaning that the checker found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.checked.bindings import (
    AfterMeaning,
    AttributeMeaning,
    BoardMeaning,
    BoardPartMeaning,
    BuiltinMeaning,
    CanMeaning,
    DefinitionMeaning,
    DomainMeaning,
    FoundMeaning,
    Info,
    KindMeaning,
    LocalMeaning,
    MeMeaning,
    PieceMeaning,
    ProjectionMeaning,
    RouteMeaning,
    SpaceMeaning,
    TableMeaning,
    TimesMeaning,
    VariableMeaning,
    ZoneMeaning,
)
from rulewright.checked.declarations.declarations import values_of
from rulewright.checked.infer import range_of
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.lower import boards, open_tables, promises
from rulewright.ir.lower.context import Frame, Lowering, add_seats
from rulewright.ir.lower.listed import lower_listed
from rulewright.language.builtins import AGGREGATE
from rulewright.language.types import (
    Integer,
    Line,
    Nothing,
    Optional,
    Several,
    Space,
    Type,
    Zone,
)
from rulewright.source.text import Span


def lower(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.Expression:
    """An expression as IR; an expression with a known value is a constant."""
    info = w.c.infos[node]
    if info.fixed and not info.silent:
        return ir.Constant(info.known, node.span)
    if node in w.open:
        return ir.Constant(w.open[node], node.span)
    if isinstance(info.type, Several) and not isinstance(info.meaning, (LocalMeaning, DefinitionMeaning)):
        return ir.Gathered(lower_domain(w, node, frame), node.span)
    return promises.kept(_LOWER[type(node)](w, node, frame), info)


# ------------------------------------------------------------------------------------------------- operators


def lower_if_else(w: Lowering, node: syntax.IfElse, frame: Frame) -> ir.Expression:
    test = w.c.infos[node.condition]
    if test.fixed:
        return lower(w, node.value if test.value else node.otherwise, frame)
    return ir.IfElse(
        lower(w, node.condition, frame),
        lower(w, node.value, frame),
        lower(w, node.otherwise, frame),
        node.span,
    )


def lower_connected(w: Lowering, node: syntax.And | syntax.Or, frame: Frame) -> ir.Expression:
    """`and` and `or`, without parts that are known not to decide."""
    kind, neutral = (ir.And, True) if isinstance(node, syntax.And) else (ir.Or, False)
    lowered = tuple(lower(w, i, frame) for i in node.items if w.c.infos[i].value is not neutral)
    return lowered[0] if len(lowered) == 1 else kind(lowered, node.span)


def lower_not(w: Lowering, node: syntax.Not, frame: Frame) -> ir.Expression:
    return ir.Not(lower(w, node.operand, frame), node.span)


def lower_compare(w: Lowering, node: syntax.Compare, frame: Frame) -> ir.Expression:
    left, right = lower(w, node.left, frame), lower(w, node.right, frame)
    compared = ir.Compare(node.sign, left, right, node.span)
    silent = _equal_to_nothing(w, node)
    if silent is None or node.sign not in ("==", "!="):
        return compared
    side = left if silent is node.left else right
    shows = ir.Compare("!=", side, ir.Constant(None, node.span), node.span)
    if node.sign == "==":
        return ir.And((shows, compared), node.span)
    return ir.Or((ir.Not(shows, node.span), compared), node.span)


def _equal_to_nothing(w: Lowering, node: syntax.Compare) -> syntax.Expression | None:
    """The side of a comparison that may be a die without a face, if the other may be none too: the two are not equal even then."""
    left, right = w.c.infos[node.left], w.c.infos[node.right]
    for side, own, other in ((node.left, left, right), (node.right, right, left)):
        if own.silent and (other.silent or isinstance(other.type, Optional)):
            return side
    return None


def lower_in(w: Lowering, node: syntax.In, frame: Frame) -> ir.Expression:
    return ir.Contains(lower(w, node.item, frame), lower_domain(w, node.domain, frame), node.span)


def lower_before(w: Lowering, node: syntax.Before, frame: Frame) -> ir.Expression:
    return ir.Compare("<", lower(w, node.left, frame), lower(w, node.right, frame), node.span)


def lower_otherwise(w: Lowering, node: syntax.Otherwise, frame: Frame) -> ir.Expression:
    value = w.c.infos[node.value]
    if value.fixed and value.value is None:
        return lower(w, node.default, frame)
    return ir.Otherwise(lower(w, node.value, frame), lower(w, node.default, frame), node.span)


def lower_arithmetic(w: Lowering, node: syntax.Arithmetic, frame: Frame) -> ir.Expression:
    return ir.Arithmetic(node.sign, lower(w, node.left, frame), lower(w, node.right, frame), node.span)


def lower_negative(w: Lowering, node: syntax.Negative, frame: Frame) -> ir.Expression:
    return ir.Negate(lower(w, node.operand, frame), node.span)


# ------------------------------------------------------------------------------------- names and look-ups


def lower_named(
    w: Lowering, node: syntax.Name | syntax.Attribute | syntax.Call, frame: Frame
) -> ir.Expression:
    match w.c.infos[node].meaning:
        case LocalMeaning(name=name):
            return ir.Local(frame.slots[name], name, node.span)
        case MeMeaning():
            return ir.Me(node.span)
        case VariableMeaning(name=name, indices=indices):
            return ir.Cell(name, tuple(lower(w, i, frame) for i in indices), node.span)
        case TableMeaning(name=name, indices=indices):
            return ir.Lookup(f"table.{name}", tuple(lower(w, i, frame) for i in indices), False, node.span)
        case DefinitionMeaning(name=name, arguments=arguments):
            given = lower_arguments(w, arguments, w.c.definitions[name].parameters, frame)
            return ir.Call(name, given, node.span)
        case ZoneMeaning():
            return lower_place(w, node, frame)
        case PieceMeaning(kind=kind, keys=keys):
            return ir.Lookup(f"number.{kind}", tuple(lower(w, k, frame) for k in keys), False, node.span)
        case AttributeMeaning() as attribute:
            return _attribute(w, node, attribute, frame)
        case CanMeaning(action=action, player=player):
            who = ir.Me(node.span) if player is None else lower(w, player, frame)
            return w.can(action, who, node.span)
        case AfterMeaning(step=name, arguments=arguments, value=value):
            given = lower_arguments(w, arguments, w.c.step_parameters[name], frame)
            return ir.After((ir.RunStep(name, given, node.span),), lower(w, value, frame), node.span)
        case TimesMeaning(position=position):
            return ir.Times(position, node.span)
        case FoundMeaning() as found:
            return boards.lower_found(w, node, found, frame)
        case SpaceMeaning() as space:
            return boards.lower_space(w, node, space, frame)
        case RouteMeaning() as route:
            return boards.lower_route(w, node, route, frame)
        case BuiltinMeaning(name=name, arguments=arguments):
            if name in AGGREGATE and isinstance(node, syntax.Call):
                return _aggregate(w, node, name, frame)
            return _builtin(w, node, name, arguments, frame)
        case meaning:
            raise AssertionError(f"{node.span}: {meaning} is no value")


def lower_arguments(
    w: Lowering, nodes: Sequence[syntax.Expression], parameters: Sequence[tuple[str, Type]], frame: Frame
) -> tuple[ir.Expression, ...]:
    """The arguments of a definition or a step."""
    return tuple(lower_argument(w, *pair, frame) for pair in zip(nodes, parameters, strict=True))


def lower_argument(
    w: Lowering, node: syntax.Expression, parameter: tuple[str, Type], frame: Frame
) -> ir.Expression:
    """An argument; for a set, a zone or kind becomes the set of its pieces. A value that may be outside the range of the
    parameter is checked in play."""
    name, type_ = parameter
    info = w.c.infos[node]
    if isinstance(type_, Several) and not isinstance(info.type, Several):
        return ir.Gathered(lower_domain(w, node, frame), node.span)
    value = lower(w, node, frame)
    optional = isinstance(type_, Optional)
    plain = type_.of if isinstance(type_, Optional) else type_
    wanted = plain if isinstance(plain, Integer) else Integer()
    given = _plain_range(info)
    inside = not isinstance(plain, Integer) or (wanted.low <= given.low and given.high <= wanted.high)
    if inside and (optional or not info.silent):
        return value
    return ir.Within(value, wanted.low, wanted.high, optional, name, node.span)


def _plain_range(info: Info) -> Integer:
    if isinstance(info.type, Optional) and isinstance(info.type.of, Integer):
        return info.type.of
    if isinstance(info.type, Nothing):
        return Integer(0, 0)
    return range_of(info)


def _attribute(
    w: Lowering, node: syntax.Expression, meaning: AttributeMeaning, frame: Frame
) -> ir.Expression:
    subject = lower(w, meaning.subject, frame)
    if meaning.through_face:
        subject = ir.PieceFace(meaning.kind, subject, node.span)
    return ir.Lookup(meaning.table, (subject,), True, node.span)


def _plain_worth(w: Lowering, span: Span) -> ir.Expression:
    """How much the result counts where no end has a `worth`: 1, but 0 before the end and in a draw."""
    ends = list(w.c.book.ends.values())
    drawn = [
        ir.Constant(number, span)
        for number, end in enumerate(ends)
        if any(isinstance(outcome, syntax.Drawn) for outcome in end.result)
    ]
    how = ir.Flow("ended_by", span)
    counts: list[ir.Expression] = [
        ir.Flow("over", span),
        *(ir.Compare("!=", how, each, span) for each in drawn),
    ]
    return ir.IfElse(ir.And(tuple(counts), span), ir.Constant(1, span), ir.Constant(0, span), span)


def _builtin(
    w: Lowering, node: syntax.Expression, name: str, arguments: tuple[syntax.Expression, ...], frame: Frame
) -> ir.Expression:
    span = node.span
    match name:
        case "worth" if w.layout.worth < 0:
            return _plain_worth(w, span)
        case "round" | "phase" | "over" | "ended_by" | "worth":
            return ir.Flow(name, span)
        case "min" | "max":
            return ir.Extreme(name, tuple(lower(w, a, frame) for a in arguments), span)
    on_board = boards.lower_board_function(w, node, name, arguments, frame)
    if on_board is not None:
        return on_board
    of = arguments[0]
    if open_tables.on_table(w, of):
        return open_tables.asked_of_space(w, node, name, frame)
    if name in ("length", "no_elements"):
        length = ir.Length(lower_domain(w, of, frame), span)
        return length if name == "length" else ir.Compare("==", length, ir.Constant(0, span), span)
    if name.startswith(("zone_", "space_")):
        return _place_number(w, of, name, span, frame)
    if name == "piece_space":
        return open_tables.piece_space(w, node, lower(w, of, frame))
    if name == "turned":
        return ir.PieceTurned(w.kind_of(of), lower(w, of, frame), span)
    if name == "top" and len(arguments) == 2:
        return ir.FromEnd(lower_domain(w, of, frame), lower(w, arguments[1], frame), span)
    if name in ("top", "piece"):
        node_type = ir.Top if name == "top" else ir.Single
        return node_type(w.kind_of(of), lower_place(w, of, frame), span)
    return _of_subject(w, of, name, lower(w, of, frame), span)


def _place_number(w: Lowering, of: syntax.Expression, name: str, span: Span, frame: Frame) -> ir.Expression:
    """`.count`, `.empty`, `.full` of a zone or a space."""
    count = ir.PieceCount(w.kind_of(of), lower_place(w, of, frame), span)
    asked = name.partition("_")[2]
    if asked == "count":
        return count
    if asked == "empty":
        return ir.Compare("==", count, ir.Constant(0, span), span)
    type_ = w.c.infos[of].type
    if isinstance(type_, Optional):
        type_ = type_.of
    assert isinstance(type_, (Zone, Space))
    size = w.c.zones[type_.zone].size if isinstance(type_, Zone) else w.c.boards[type_.board].size
    return ir.Compare(">=", count, ir.Constant(size, span), span)


def _of_subject(
    w: Lowering, of: syntax.Expression, name: str, subject: ir.Expression, span: Span
) -> ir.Expression:
    match name:
        case "left" | "right" | "opponent":
            return ir.Seat(subject, -1 if name == "right" else 1, span)
        case "partner" | "team" | "seat":
            if name == "seat":
                add_seats(w)
            return ir.Lookup(f"player.{name}", (subject,), True, span)
        case "won" | "team_won":
            return ir.Won(subject, name == "team_won", span)
        case "owner":
            return ir.PieceOwner(w.kind_of(of), subject, span)
        case "place":
            return ir.PiecePlace(w.kind_of(of), subject, span)
        case "face":
            return face_value(w, w.kind_of(of), subject, span)
        case _:
            raise AssertionError(f"{span}: no built-in {name}")


def face_value(w: Lowering, kind: str, piece: ir.Expression, span: Span) -> ir.Expression:
    """The face of a piece as a value: the ordinal of a named face, the number of a numbered one."""
    face = ir.PieceFace(kind, piece, span)
    lows = w.c.kinds[kind].lows
    if lows is None:
        return face
    if len(set(lows)) == 1:
        return ir.Lookup(f"face.{kind}", (face,), True, span)
    return ir.Lookup(f"face.{kind}", (piece, face), True, span)


def lower_place(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.Expression:
    """A zone as a place code."""
    meaning = w.c.infos[node].meaning
    if isinstance(meaning, ZoneMeaning):
        kind = w.c.zones[meaning.zone].kind
        owner = lower(w, meaning.owner, frame) if meaning.owner is not None else None
        return ir.PlaceOf(kind, w.place_codes[kind, meaning.zone], owner, node.span)
    type_ = w.c.infos[node].type
    space = type_.of if isinstance(type_, Optional) else type_
    if isinstance(space, Space):
        kind = w.c.boards[space.board].kind
        return ir.PlaceOf(kind, w.place_codes[kind, space.board], lower(w, node, frame), node.span)
    return lower(w, node, frame)


# ------------------------------------------------------------------------------------------------ aggregates


def _aggregate(w: Lowering, node: syntax.Call, name: str, frame: Frame) -> ir.Expression:
    what = AGGREGATE[name].name
    if what == "nth":
        element, clauses = lower_values(w, node.arguments[1], frame)
        ordered = ir.Ordered(ir.Mapped(element, clauses, node.arguments[1].span), node.span)
        return ir.FromEnd(ordered, lower(w, node.arguments[0], frame), node.span)
    if len(node.arguments) > 1:
        return _builtin(w, node, name, node.arguments, frame)
    element, clauses = lower_values(w, node.arguments[0], frame)
    if name == "count" and _is_silent(w, node.arguments[0]):
        return ir.Length(ir.Mapped(element, clauses, node.span), node.span)
    return ir.Aggregate(what, element, clauses, node.span)


def _is_silent(w: Lowering, node: syntax.Expression) -> bool:
    """Whether elements may be none because a die has no face, in which case they are left out of the aggregate."""
    return w.c.infos[node.element if isinstance(node, syntax.Comprehension) else node].silent


def lower_values(
    w: Lowering, node: syntax.Expression, frame: Frame
) -> tuple[ir.Expression, tuple[ir.Clause, ...]]:
    """The element and clauses of an aggregate over a comprehension, a projection, or the elements of a domain."""
    if isinstance(node, syntax.Comprehension):
        clauses = []
        for clause in node.clauses:
            lowered, frame = lower_clause(w, clause, frame)
            clauses.append(lowered)
        return lower(w, node.element, frame), tuple(clauses)
    meaning = w.c.infos[node].meaning
    if isinstance(meaning, ProjectionMeaning):
        domain = lower_domain(w, meaning.domain, frame)
        inner, slot = frame.bind(meaning.it)
        return lower(w, meaning.element, inner), (ir.Clause(slot, domain, None, node.span),)
    domain = lower_domain(w, node, frame)
    _, slot = frame.bind("<each>")
    return ir.Local(slot, "<each>", node.span), (ir.Clause(slot, domain, None, node.span),)


def lower_clause(w: Lowering, clause: syntax.Clause, frame: Frame) -> tuple[ir.Clause, Frame]:
    domain = lower_domain(w, clause.domain, frame)
    inner, slot = frame.bind(clause.name.text)
    test = lower(w, clause.if_, inner) if clause.if_ is not None and not _holds(w, clause.if_) else None
    proceed = lower(w, clause.while_, inner) if clause.while_ is not None else None
    return ir.Clause(slot, domain, test, clause.span, proceed), inner


def _holds(w: Lowering, node: syntax.Expression) -> bool:
    return w.c.infos[node].value is True


# --------------------------------------------------------------------------------------------------- domains


def lower_domain(w: Lowering, node: syntax.Domain, frame: Frame) -> ir.Domain:
    match node:
        case syntax.OrNone():
            return ir.WithNone(lower_domain(w, node.domain, frame), node.span)
        case syntax.Listed():
            return lower_listed(w, node, lambda member: lower(w, member, frame))
        case syntax.SomeOf():
            return _subsets(w, node, frame)
        case syntax.Range():
            return ir.Between(lower(w, node.low, frame), lower(w, node.high, frame), node.span)
        case syntax.Arithmetic(sign="+"):
            left, right = lower_domain(w, node.left, frame), lower_domain(w, node.right, frame)
            return ir.Joined((*_parts(left), *_parts(right)), node.span)
        case syntax.IfElse():
            test = w.c.infos[node.condition]
            if test.fixed:
                return lower_domain(w, node.value if test.value else node.otherwise, frame)
            return ir.Chosen(
                lower(w, node.condition, frame), lower_domain(w, node.value, frame),
                lower_domain(w, node.otherwise, frame), node.span,
            )  # fmt: skip
        case _:
            return _named_domain(w, node, frame)


def _parts(domain: ir.Domain) -> tuple[ir.Domain, ...]:
    return domain.parts if isinstance(domain, ir.Joined) else (domain,)


def _subsets(w: Lowering, node: syntax.SomeOf, frame: Frame) -> ir.Domain:
    pool, made = lower_domain(w, node.pool, frame), ir.Combinations if node.each else ir.Subsets
    if node.counts is None:
        return made(pool, ir.Constant(1, node.span), None, node.span)
    if isinstance(node.counts, syntax.Range):
        return made(pool, lower(w, node.counts.low, frame), lower(w, node.counts.high, frame), node.span)
    count = lower(w, node.counts, frame)
    return made(pool, count, count, node.span)


def _named_domain(w: Lowering, node: syntax.Expression, frame: Frame) -> ir.Domain:
    info = w.c.infos[node]
    match info.meaning:
        case BoardPartMeaning() as part:
            return boards.lower_part(w, node, part, frame)
        case BoardMeaning():
            return boards.lower_pieces_on(w, node, frame)
        case _ if isinstance(info.type, Line):
            return boards.lower_line(w, node, frame)
        case _ if isinstance(info.type, Space) and open_tables.on_table(w, node):
            return open_tables.pieces_there(w, node, frame)
        case _ if isinstance(info.type, Space):
            return ir.PiecesAt(w.kind_of(node), lower_place(w, node, frame), node.span)
        case BuiltinMeaning(name="open", arguments=arguments):
            return open_tables.lower_open(w, node, arguments[0])
        case BuiltinMeaning(name="sides", arguments=arguments):
            return open_tables.lower_sides(w, node, arguments[0], frame)
        case BuiltinMeaning(name="last", arguments=(of, number)):
            return ir.Last(lower_domain(w, of, frame), lower(w, number, frame), node.span)
        case BuiltinMeaning(name="ray" | "reach" | "neighbours" | "through") as walk:
            return boards.lower_walk(w, node, walk, frame)
        case DomainMeaning() if isinstance(info.type, Several):
            values = values_of(w.c, info.type.of)
            assert values is not None or isinstance(info.type.of, Integer)
            return ir.Members(values or (), node.span)  # type: ignore[arg-type]  # ordinals and bools
        case ZoneMeaning(zone=zone):
            return ir.PiecesAt(w.c.zones[zone].kind, lower_place(w, node, frame), node.span)
        case _ if isinstance(info.type, Zone):
            return ir.PiecesAt(info.type.kind, lower(w, node, frame), node.span)
        case KindMeaning(kind=kind):
            return ir.AllPieces(kind, node.span)
        case BuiltinMeaning(name="clockwise" | "others" as name, arguments=arguments):
            return ir.Around(lower(w, arguments[0], frame), name == "others", node.span)
        case BuiltinMeaning(name="members", arguments=arguments):
            return ir.TeamMembers(lower(w, arguments[0], frame), node.span)
        case ProjectionMeaning():
            element, clauses = lower_values(w, node, frame)
            return ir.Mapped(element, clauses, node.span)
        case _:
            single = not isinstance(info.type, Several)
            return ir.Elements(lower(w, node, frame), single, node.span)


_LOWER: dict[type[Any], Callable[[Lowering, Any, Frame], ir.Expression]] = {
    syntax.IfElse: lower_if_else,
    syntax.And: lower_connected,
    syntax.Or: lower_connected,
    syntax.Not: lower_not,
    syntax.Compare: lower_compare,
    syntax.In: lower_in,
    syntax.Before: lower_before,
    syntax.Otherwise: lower_otherwise,
    syntax.Arithmetic: lower_arithmetic,
    syntax.Negative: lower_negative,
    syntax.Name: lower_named,
    syntax.Attribute: lower_named,
    syntax.Call: lower_named,
}
