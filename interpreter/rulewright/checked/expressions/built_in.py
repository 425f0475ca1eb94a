"""Built-in attributes at one table: whether a subject has one, its type and its value.

    d.face      of dice with faces 1..6      ->      a number in 1..6, `silent`, since a die may not have been rolled

`language.builtins` describes them; `attributes` and `questions` find the attributes that a rulebook declares.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.checked.bindings import OPEN, BuiltinMeaning, Info, Open
from rulewright.checked.boards.directions import boards_of, space_type
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.expressions.visibility import note_contents, note_look
from rulewright.checked.infer import as_several
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import ATTRIBUTE, Attribute, attributes_of
from rulewright.language.types import (
    Board,
    Boolean,
    Integer,
    Optional,
    Piece,
    Player,
    Several,
    Side,
    Type,
    Zone,
)


def built_in(c: Context, node: syntax.Attribute, subject: Info, of: str, scope: Scope) -> Info | None:
    """The built-in attribute `node.name` of the subject `node.of`; None if it has none of that name."""
    what = ATTRIBUTE.get((of, node.name))
    type_ = None if what is None else _type_of(c, what, subject)
    if what is None or type_ is None:
        return None
    if what.reads:
        c.depend("#pieces")
    if what.reads == "look" and isinstance(subject.type, Piece):
        note_look(c, node.of, subject.type.kind, scope, node)
    if what.reads == "contents":
        note_contents(c, node.of, scope)
    meaning = BuiltinMeaning(what.node or what.name, (node.of,))
    known = _value_of(c, what, subject, type_)
    return Info(type_, known, meaning, fails=subject.fails, silent=what.gives == "face")


def built_in_of_piece(c: Context, kind: str) -> list[str]:
    """The built-in attributes that pieces of a kind have."""
    piece = Info(Piece(kind))
    names = attributes_of("piece")
    return [name for name in names if _type_of(c, ATTRIBUTE["piece", name], piece) is not None]


def space_of_piece(c: Context, kind: str) -> BoardFacts | None:
    """The board to which `piece.space` belongs, if pieces of that kind are on one board only."""
    names = boards_of(c, kind)
    return lookup.board(c, names[0]) if len(names) == 1 else None


def _type_of(c: Context, what: Attribute, subject: Info) -> Type | None:
    """The type of an attribute; None where the subject has none."""
    player = Player(c.players)
    match what.gives:
        case "":
            return None
        case "condition":
            return Boolean()
        case "count" | "room":
            several = as_several(c, subject)
            if several is None:
                return None
            return Integer(several.least if what.gives == "count" else several.most, several.most)
        case "player":
            return player
        case "other players":
            return Several(player, c.players - 1, c.players - 1)
        case "team":
            return c.owner_type("teams")
        case "seat":
            return Integer(1, c.players)
        case "members":
            sizes = [c.teams.count(team) for team in set(c.teams)]
            return Several(player, max(sizes), min(sizes))
        case "open spaces" if isinstance(subject.type, Board):
            most = 4 * c.kinds[subject.type.kind].pieces
            return Several(space_type(c.boards[subject.type.board]), most)
        case "piece or none" if isinstance(subject.type, Zone):
            return Optional(Piece(subject.type.kind))
        case "face" | "owner" | "zone" | "space or none" | "sides" | "quarters" if isinstance(
            subject.type, Piece
        ):
            return _of_piece(c, what, subject.type.kind)
        case (
            "open spaces"
            | "piece or none"
            | "face"
            | "owner"
            | "zone"
            | "space or none"
            | "sides"
            | "quarters"
        ):
            return None
        case _:
            assert_never(what.gives)


def _of_piece(c: Context, what: Attribute, kind: str) -> Type | None:
    facts = c.kinds[kind]
    match what.gives:
        case "face":
            return declarations.face_type(facts) if facts.faces else None
        case "owner" if facts.owned_by:
            return c.owner_type(facts.owned_by)
        case "zone":
            return Zone("", kind)
        case "space or none":
            board = space_of_piece(c, kind)
            return Optional(space_type(board)) if board is not None else None
        case "sides" if facts.sides is not None:
            return Several(Side(facts.name, 4 * facts.pieces), 4, 4)
        case "quarters" if facts.sides is not None:
            return Integer(0, 3)
        case _:
            return None  # of pieces without owners or sides


def _value_of(c: Context, what: Attribute, subject: Info, type_: Type) -> Open:
    """The value, as far as it is known before the game is played."""
    if isinstance(type_, Integer) and type_.low == type_.high:
        return type_.low
    if what.of == "player" and isinstance(subject.value, int):
        match what.name:
            case "left":
                return (subject.value + 1) % c.players
            case "right":
                return (subject.value - 1) % c.players
            case "team":
                return c.teams[subject.value]
            case "seat":
                return subject.value + 1
    return OPEN
