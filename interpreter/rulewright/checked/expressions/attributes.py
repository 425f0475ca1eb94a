"""Attributes of players, teams, zones, kinds, pieces, members and sets of them.

me.score        the variable, for this player          rack.count      how many lie there
die.face        what a piece shows                     rack.face       what every piece there shows
"""

from __future__ import annotations

from typing import assert_never

from rulewright.checked.bindings import (
    OPEN,
    AttributeMeaning,
    BuiltinMeaning,
    Info,
    ProjectionMeaning,
    ZoneMeaning,
)
from rulewright.checked.boards import questions
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.declarations.definitions import axes_of
from rulewright.checked.expressions.built_in import built_in
from rulewright.checked.expressions.names import applied
from rulewright.checked.expressions.visibility import note_contents, note_look
from rulewright.checked.facts import Attributes
from rulewright.checked.infer import INFER, UNKNOWN, as_several, infer
from rulewright.checked.messages import names, rules
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import attributes_of
from rulewright.language.types import (
    Board,
    Boolean,
    Enum,
    Face,
    Integer,
    Kind,
    Line,
    Nothing,
    Optional,
    Piece,
    Player,
    Several,
    Side,
    Space,
    Team,
    Type,
    Unknown,
    Value,
    Way,
    Zone,
)
from rulewright.source.dataclass import replace


def infer_attribute(c: Context, node: syntax.Attribute, scope: Scope, expected: Type | None) -> Info:
    if isinstance(node.of, syntax.Name) and node.of.text == "game" and "game" not in scope.names:
        return _of_game(c, node, scope)
    subject = infer(c, node.of, scope)
    return attribute_of(c, node, subject, scope)


def attribute_of(c: Context, node: syntax.Attribute, subject: Info, scope: Scope) -> Info:
    """The attribute `node.name` of the subject `node.of`; if the subject is optional, so is the attribute."""
    match subject.type:
        case Unknown():
            return UNKNOWN
        case Optional(of=inner):
            info = attribute_of(c, node, replace(subject, type=inner), scope)
            if isinstance(info.type, (Optional, Unknown, Zone, Kind, Board)):
                return info
            return replace(info, type=Optional(info.type))
        case Player() | Team():
            return _of_owner(c, node, subject, scope)
        case Board():
            of_board = questions.of_board(c, node, subject, scope)
            most = c.boards[subject.type.board].geometry.size * c.boards[subject.type.board].size
            return of_board or _projection(c, node, Piece(subject.type.kind), most, scope)
        case Space():
            return questions.of_space(c, node, subject, scope) or _of_occupied(c, node, subject.type, scope)
        case Side():
            return questions.of_side(c, node, subject)
        case Line() if node.name not in ("count", "empty"):
            return _projection(
                c,
                node,
                Space(subject.type.board, c.boards[subject.type.board].spaces),
                _elements(c, subject),
                scope,
            )
        case Line():
            return _of_several(c, node, subject, as_several(c, subject) or Several(Integer(), 0), scope)
        case Zone():
            return _of_zone(c, node, subject, subject.type, scope)
        case Kind():
            return _of_kind(c, node, subject, subject.type, scope)
        case Piece():
            return _of_piece(c, node, subject.type, subject, scope)
        case Enum() | Face():
            return _of_member(c, node, subject)
        case Several():
            return _of_several(c, node, subject, subject.type, scope)
        case Integer() | Boolean() | Way() | Nothing():
            names.no_attribute(c, node, subject.type, [])
            return UNKNOWN
        case _:
            assert_never(subject.type)


def _of_game(c: Context, node: syntax.Attribute, scope: Scope) -> Info:
    if not scope.example:
        rules.game_only_in_examples(c, node)
        return UNKNOWN
    if node.name == "over":
        return Info(Boolean(), meaning=BuiltinMeaning("over", ()))
    if node.name == "ended_by":
        ends = tuple(c.book.ends)
        return Info(Optional(Enum("end", ends)), meaning=BuiltinMeaning("ended_by", ()))
    worths = [c.infos[end.worth].type for end in c.book.ends.values() if end.worth in c.infos]
    if node.name == "worth":
        high = max((each.high for each in worths if isinstance(each, Integer)), default=1)
        return Info(Integer(0, max(high, 1)), meaning=BuiltinMeaning("worth", ()))
    names.no_attribute_named(c, node, "game", attributes_of("game"))
    return UNKNOWN


def _of_owner(c: Context, node: syntax.Attribute, subject: Info, scope: Scope) -> Info:
    player = isinstance(subject.type, Player)
    if node.name == "won" and not scope.example:
        if node.name not in lookup.owned_names(c, player):  # which was reported where it is declared
            rules.game_only_in_examples(c, node)
        return UNKNOWN
    if player and node.name == "opponent" and c.players != 2:
        names.only_with(c, node, "exactly two players", c.players)
    if player and node.name == "partner" and any(c.teams.count(t) != 2 for t in c.teams):
        names.only_with(c, node, "teams of exactly two", c.players)
    known = built_in(c, node, subject, "player" if player else "team", scope)
    if known is not None:
        return known
    on_board = questions.of_owner(c, node, player)
    if on_board is not None:
        return on_board
    name = node.name
    if name in c.book.zones:
        zone = lookup.zone(c, name)
        if zone is None:
            return UNKNOWN
        if zone.owner == ("players" if player else "teams"):
            return Info(Zone(name, zone.kind), meaning=ZoneMeaning(name, node.of), fails=subject.fails)
        names.not_owned(c, node, zone.owner)
        return UNKNOWN
    if name in c.book.variables or name in c.book.tables or name in c.book.definitions:
        axes = axes_of(c, name)
        if axes is None:
            return UNKNOWN
        if not axes or not isinstance(axes[0], Player if player else Team):
            owner = {Player: "players", Team: "teams"}.get(type(axes[0]), "") if axes else ""
            names.not_owned(c, node, owner)
            return UNKNOWN
        return applied(c, node, name, (), scope, node.of)
    owned = lookup.owned_names(c, player)
    names.no_attribute(c, node, subject.type, attributes_of("player" if player else "team") + owned)
    return UNKNOWN


def _of_zone(c: Context, node: syntax.Attribute, subject: Info, type_: Zone, scope: Scope) -> Info:
    if not type_.zone:
        return _of_some_zone(c, node, subject, type_, scope)
    facts, declared = c.zones[type_.zone], c.book.zones[type_.zone]
    if node.name == "size" and declared.size is None:
        names.size_not_declared(c, node, declared.id, facts.kind, facts.size)
    if node.name == "top" and declared.order != "kept":
        names.top_not_kept(c, node, type_.zone, declared.order)
        return UNKNOWN
    known = built_in(c, node, subject, "zone", scope)
    if known is not None:
        return known
    if facts.size == 1 or c.kinds[facts.kind].pieces == 1:
        return _of_single(c, node, facts.kind, scope)
    return _projection(c, node, Piece(facts.kind), facts.size, scope)


def _of_some_zone(c: Context, node: syntax.Attribute, subject: Info, type_: Zone, scope: Scope) -> Info:
    """An attribute of a zone that is known only in play: the place of a piece, or one of two zones."""
    c.depend("#pieces")
    if node.name in ("size", "full", "top", "piece"):
        names.no_attribute_named(c, node, "a zone that is not known before", ["count", "empty"])
        return UNKNOWN
    known = built_in(c, node, subject, "zone", scope)
    return known or _projection(c, node, Piece(type_.kind), c.kinds[type_.kind].pieces, scope)


def _of_single(c: Context, node: syntax.Attribute, kind: str, scope: Scope) -> Info:
    """An attribute of the only piece of a zone: none if the zone is empty, and nothing for the face."""
    c.depend("#pieces")
    if node.name == "piece":
        note_contents(c, node.of, scope)
        return Info(Optional(Piece(kind)), meaning=BuiltinMeaning("piece", (node.of,)))
    piece = syntax.Attribute(node.of, "piece", node.name_span, node.of.span)
    infer(c, piece, scope)
    asked = syntax.Attribute(piece, node.name, node.name_span, node.span)
    inner = attribute_of(c, asked, Info(Piece(kind), meaning=BuiltinMeaning("piece", (node.of,))), scope)
    if isinstance(inner.type, Unknown):
        return inner
    note_contents(c, node.of, scope)
    facts = c.kinds[kind]
    of_face = node.name == "face" or node.name in facts.face_attributes.table
    type_ = (
        inner.type
        if of_face or isinstance(inner.type, (Optional, Zone, Kind, Board))
        else Optional(inner.type)
    )
    return replace(inner, type=type_, silent=of_face)


def _of_occupied(c: Context, node: syntax.Attribute, type_: Space, scope: Scope) -> Info:
    """An attribute of the only piece on a space, none if there is none; on a space for several, that of each piece."""
    facts = c.boards[type_.board]
    if facts.size == 1:
        return _of_single(c, node, facts.kind, scope)
    return _projection(c, node, Piece(facts.kind), facts.size, scope)


def _elements(c: Context, subject: Info) -> int:
    several = as_several(c, subject)
    return several.most if several is not None else 0


def _of_kind(c: Context, node: syntax.Attribute, subject: Info, type_: Kind, scope: Scope) -> Info:
    facts = c.kinds[type_.kind]
    if node.name == "count" and facts.unlimited:
        names.as_many_as_needed(c, node, type_.kind)
        return UNKNOWN
    known = built_in(c, node, subject, "kind", scope)
    return known or _projection(c, node, Piece(type_.kind), facts.pieces, scope)


def _of_piece(c: Context, node: syntax.Attribute, type_: Piece, subject: Info, scope: Scope) -> Info:
    facts = c.kinds[type_.kind]
    if (of_piece := built_in(c, node, subject, "piece", scope)) is not None:
        return of_piece
    match node.name:
        case "count" if facts.single:
            return Info(Integer(1, 1), 1, BuiltinMeaning("kind_count", (node.of,)))
        case name if name in facts.attributes.table:
            value_type, values = facts.attributes.table[name]
            known = values[subject.value] if isinstance(subject.value, int) else OPEN
            asked = AttributeMeaning(f"piece.{facts.name}.{name}", node.of, facts.name)
            return Info(value_type, known, asked, fails=subject.fails)
        case name if name in facts.face_attributes.table:
            c.depend("#pieces")
            note_look(c, node.of, type_.kind, scope, node)
            value_type, _ = facts.face_attributes.table[name]
            asked = AttributeMeaning(f"face.{facts.name}.{name}", node.of, facts.name, through_face=True)
            return Info(value_type, meaning=asked, fails=subject.fails, silent=True)
        case _:
            names.no_attribute(c, node, type_, questions.piece_attributes(c, type_.kind))
            return UNKNOWN


def _of_member(c: Context, node: syntax.Attribute, subject: Info) -> Info:
    if isinstance(subject.type, Enum):
        attributes, table = c.enums.get(subject.type.name, Attributes({})), f"enum.{subject.type.name}"
    else:
        assert isinstance(subject.type, Face)
        attributes, table = c.kinds[subject.type.kind].face_attributes, f"face.{subject.type.kind}"
    if node.name not in attributes.table:
        names.no_attribute(c, node, subject.type, list(attributes.table))
        return UNKNOWN
    type_, values = attributes.table[node.name]
    known = values[subject.value] if isinstance(subject.value, int) else OPEN
    meaning = AttributeMeaning(f"{table}.{node.name}", node.of)
    return Info(type_, known, meaning, fails=subject.fails, silent=subject.silent)


def _of_several(c: Context, node: syntax.Attribute, subject: Info, type_: Several, scope: Scope) -> Info:
    known = built_in(c, node, subject, "set", scope)
    return known or _projection(c, node, type_.of, type_.most, scope)


def _projection(c: Context, node: syntax.Attribute, element: Value, most: int, scope: Scope) -> Info:
    """`rack.face`: the attribute of each element, which is bound to a name that no author can write."""
    c.depend("#pieces")
    it = syntax.Name("<each>", node.of.span)
    asked = syntax.Attribute(it, node.name, node.name_span, node.span)
    info = infer(c, asked, scope.bind("<each>", element))
    if isinstance(info.type, (Unknown, Zone, Kind, Board)):
        if not isinstance(info.type, Unknown):
            names.several_zones(c, node, node.name)
        return UNKNOWN
    note_contents(c, node.of, scope)
    meaning = ProjectionMeaning(node.of, asked, "<each>")
    return Info(Several(info.type, most), meaning=meaning, fails=info.fails, silent=info.silent)


INFER[syntax.Attribute] = infer_attribute
