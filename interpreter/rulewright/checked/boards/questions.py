"""Attributes of boards, spaces, lines and directions, and the functions over them.

board.spaces            every space                 at.empty, at.owner     the space, or the piece on it
step(at, north)         the next space, or none     for s in ray(at, way) while s.owner == me.opponent
"""

from __future__ import annotations

from typing import Any

from rulewright.checked.bindings import (
    OPEN,
    AttributeMeaning,
    BoardMeaning,
    BoardPartMeaning,
    BuiltinMeaning,
    Fixed,
    FixedMeaning,
    FoundMeaning,
    Info,
    Open,
    RouteMeaning,
    SpaceMeaning,
)
from rulewright.checked.boards.directions import space_type, way_type
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.expressions.built_in import built_in, built_in_of_piece
from rulewright.checked.infer import UNKNOWN, infer, value_of
from rulewright.checked.messages import board_questions, open_tables, types
from rulewright.checked.messages import names as name_messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import attributes_of
from rulewright.language.types import (
    Board,
    Integer,
    Line,
    Optional,
    Several,
    Side,
    Space,
    Unknown,
    Value,
)


def named_board(c: Context, node: syntax.Expression, name: str, owner: syntax.Expression | None) -> Info:
    """A board by its name, with its owner if each player or team has one."""
    facts = lookup.board(c, name)
    if facts is None:
        return UNKNOWN
    if facts.owner and owner is None:
        name_messages.whose(c, node, facts.owner)
        return UNKNOWN
    return Info(Board(name, facts.kind), meaning=BoardMeaning(name, owner))


# ------------------------------------------------------------------------------------------- boards


def of_board(c: Context, node: syntax.Attribute, subject: Info, scope: Scope) -> Info | None:
    """`board.spaces`, `board.full`, a family of lines, a route; None for an attribute of the pieces on the board."""
    assert isinstance(subject.type, Board)
    facts, name = c.boards[subject.type.board], node.name
    owner = subject.meaning.owner if isinstance(subject.meaning, BoardMeaning) else None
    spaces = facts.geometry.size
    if name == "spaces":
        space = space_type(facts)
        return Info(Several(space, spaces, spaces), meaning=BoardPartMeaning("spaces", facts.name, owner))
    if name == "lines":
        return _all_lines(c, node, facts, owner)
    if name == "directions":
        ways = len(facts.geometry.ways)
        return Info(
            Several(way_type(c), ways, ways), meaning=BoardPartMeaning("directions", facts.name, owner)
        )
    if name == "open" and not facts.unbounded:
        open_tables.only_unbounded(c, node, facts.name)
        return UNKNOWN
    if name == "center":
        return _center(c, node, facts, owner)
    if name in ("count", "empty", "full") and not facts.kind:
        board_questions.nothing_stands(c, node.name_span, facts.name)
        return UNKNOWN
    if (known := built_in(c, node, subject, "board", scope)) is not None:
        return known
    if name in facts.families:
        many = len(facts.families[name].lines)
        meaning = BoardPartMeaning("family", facts.name, owner, name)
        return Info(Several(facts.line_type(name), many, many), meaning=meaning)
    if name in facts.routes and not facts.routes[name].owned:
        return Info(way_type(c), facts.routes[name].ways[0], FixedMeaning())
    at = facts.number_of(name)
    if at is not None:
        return _space(facts, at, owner, node)
    asked = piece_attributes(c, facts.kind) if facts.kind else []
    if name in asked:
        return None
    of_grid = {"rows", "columns"} - set(facts.families)
    names = [name for name in attributes_of("board") if name not in of_grid]
    names += [*facts.families, *facts.routes, *asked]
    board_questions.nothing_called_so(c, node, facts, list(dict.fromkeys(names)))
    return UNKNOWN


def piece_attributes(c: Context, kind: str) -> list[str]:
    """The attributes of pieces of a kind; empty while the kind itself is being checked."""
    facts = c.kinds.get(kind)
    if facts is None:
        return []
    return [*built_in_of_piece(c, kind), *facts.attributes.table, *facts.face_attributes.table]


def _all_lines(
    c: Context, node: syntax.Attribute, facts: BoardFacts, owner: syntax.Expression | None
) -> Info:
    """`board.lines`: the lines of all declared families; rows and columns of a grid have their own names."""
    many = facts.declared_lines
    if not many:
        board_questions.no_lines_declared(c, node, facts.name)
        return UNKNOWN
    type_ = Line(facts.name, "", 0, many if facts.owners == 1 else facts.lines * facts.owners)
    return Info(Several(type_, many, many), meaning=BoardPartMeaning("lines", facts.name, owner))


def _center(c: Context, node: syntax.Attribute, facts: BoardFacts, owner: syntax.Expression | None) -> Info:
    if facts.geometry.center is None:
        board_questions.no_center(c, node, facts.name)
        return UNKNOWN
    return _space(facts, facts.geometry.center, owner, node)


def _space(facts: BoardFacts, at: int, owner: syntax.Expression | None, node: syntax.Attribute) -> Info:
    """A space by its number on one owner's board: `board.a1`, `me.card.center`."""
    type_ = space_type(facts)
    if owner is None:
        return Info(type_, at, FixedMeaning())
    return Info(type_, meaning=SpaceMeaning(facts.name, owner, at))


def find(c: Context, node: syntax.Call, board: BoardMeaning, family: str, scope: Scope) -> Info:
    """`board(2, 3)`, `card.across(blue)`: a space by its coordinates, or a line of a family by its key."""
    facts = c.boards[board.board]
    name = f"{board.board}.{family}" if family else board.board
    if family:
        known = facts.families[family]
        if known.key is None:
            board_questions.lines_without_key(c, node, name)
            return UNKNOWN
        axes: list[tuple[str, Value]] = [(family, known.key)]
        result: Value = facts.line_type(family)
        found: dict[tuple[Fixed, ...], int] = {(key,): known.first + at for at, key in enumerate(known.keys)}
    else:
        if not facts.coordinates:
            board_questions.spaces_without_key(c, node, name, facts.names)
            return UNKNOWN
        axes = [
            (key, type_.of if isinstance(type_, Optional) else type_) for key, type_, _ in facts.coordinates
        ]
        result = space_type(facts)
        found = {
            key: at for at, key in enumerate(zip(*(values for *_, values in facts.coordinates), strict=True))
        }
    if len(node.arguments) != len(axes) or any(isinstance(a, syntax.Comprehension) for a in node.arguments):
        name_messages.wrong_count(c, node, name, len(node.arguments), len(axes))
        return UNKNOWN
    infos = [
        value_of(c, argument, scope, type_, f"an argument of `{name}`")
        for argument, (_, type_) in zip(node.arguments, axes, strict=True)
    ]
    if any(isinstance(info.type, Unknown) for info in infos):
        return UNKNOWN
    meaning = FoundMeaning(board.board, board.owner, family, node.arguments)
    fails = any(i.fails or (not i.fixed and isinstance(i.type, Integer)) for i in infos)
    if all(info.fixed for info in infos):
        at = found.get(tuple(info.known for info in infos))
        if at is None:
            board_questions.nothing_there(c, node, name, _keys(facts, family))
            return UNKNOWN
        return Info(result, at if board.owner is None else OPEN, meaning)
    sizes = 1
    for _, type_ in axes:
        sizes *= len(declarations.values_of(c, type_) or ())
    return Info(result if len(found) == sizes else Optional(result), meaning=meaning, fails=fails)


def of_owner(c: Context, node: syntax.Attribute, player: bool) -> Info | None:
    """A board or a route of a player (or team); None if there is none of that name."""
    word = "players" if player else "teams"
    if node.name in c.book.boards:
        facts = lookup.board(c, node.name)
        if facts is None:
            return UNKNOWN
        if facts.owner != word:
            name_messages.not_owned(c, node, facts.owner)
            return UNKNOWN
        return named_board(c, node, node.name, node.of)
    for name, declared in c.book.boards.items():
        route = declared.routes.get(node.name)
        if route is not None and lookup.owners_of(route.of) == word:
            if lookup.board(c, name) is None:
                return UNKNOWN
            return Info(way_type(c), meaning=RouteMeaning(name, node.name, node.of))
    return None


# ------------------------------------------------------------------------------------- spaces and lines


def of_space(c: Context, node: syntax.Attribute, subject: Info, scope: Scope) -> Info | None:
    """An attribute of a space, such as `empty` or `piece`; None for an attribute of the piece on it."""
    assert isinstance(subject.type, Space)
    facts, name = c.boards[subject.type.board], node.name
    if name in facts.attributes.table:
        type_, values = facts.attributes.table[name]
        known: Open = OPEN
        if isinstance(subject.value, int):
            known = values[subject.value % facts.geometry.size]
        return Info(
            type_, known, AttributeMeaning(f"space.{facts.name}.{name}", node.of), fails=subject.fails
        )
    if not facts.kind and name in attributes_of("space"):
        board_questions.nothing_stands(c, node.name_span, facts.name)
        return UNKNOWN
    if not facts.kind:
        name_messages.no_attribute(c, node, subject.type, list(facts.attributes.table))
        return UNKNOWN
    if (own := built_in(c, node, subject, "space", scope)) is not None:
        return own
    if name not in {*piece_attributes(c, facts.kind), *attributes_of("space"), *attributes_of("piece")}:
        of_piece = [each for each in piece_attributes(c, facts.kind) if each not in ("place", "space")]
        names = [each for each in space_names(c, subject.type) if each not in ("owner", "face")]
        name_messages.no_attribute(c, node, subject.type, [*names, *of_piece])
        return UNKNOWN
    return None


def space_names(c: Context, type_: Space) -> list[str]:
    facts = c.boards[type_.board]
    return [*facts.attributes.table, *(attributes_of("space") if facts.kind else [])]


def of_side(c: Context, node: syntax.Attribute, subject: Info) -> Info:
    """An attribute of a side, from the declaration of the kind."""
    assert isinstance(subject.type, Side)
    facts = c.kinds[subject.type.kind]
    assert facts.sides is not None, "only kinds with sides have them"
    if node.name not in facts.sides.table:
        name_messages.no_attribute(c, node, subject.type, list(facts.sides.table))
        return UNKNOWN
    type_, values = facts.sides.table[node.name]
    known: Open = values[subject.value] if isinstance(subject.value, int) else OPEN
    return Info(
        type_, known, AttributeMeaning(f"side.{facts.name}.{node.name}", node.of), fails=subject.fails
    )


def through(c: Context, node: syntax.Through, scope: Scope) -> Info:
    """`board.five through at`: the lines of a family that contain a space."""
    family, space = infer(c, node.family, scope), infer(c, node.space, scope)
    if isinstance(family.type, Unknown) or isinstance(space.type, Unknown):
        return UNKNOWN
    if not isinstance(family.meaning, BoardPartMeaning) or family.meaning.what not in ("family", "lines"):
        board_questions.not_a_family(c, node.family, family.type)
        return UNKNOWN
    if isinstance(space.type, Optional):
        types.maybe_none(c, node.space, space.type, "`through`")
        return UNKNOWN
    facts = c.boards[family.meaning.board]
    if space.type != space_type(facts):
        types.wrong_type(c, node.space, space.type, space_type(facts), "the right side of `through`")
        return UNKNOWN
    counts = [len(lines) for lines in lines_through(facts, family.meaning.family)]
    assert isinstance(family.type, Several)
    many = Several(family.type.of, max(counts, default=0), min(counts, default=0))
    return Info(many, meaning=BuiltinMeaning("through", (node.family, node.space)), fails=space.fails)


def lines_through(facts: BoardFacts, family: str) -> tuple[tuple[int, ...], ...]:
    """By space of one owner's board: the lines of a family that contain it (of all declared families if no name is given)."""
    found: list[list[int]] = [[] for _ in range(facts.geometry.size)]
    for known in facts.families.values():
        if known.name == family or (not family and known.declared):
            for at, line in enumerate(known.lines):
                for space in line:
                    found[space].append(known.first + at)
    return tuple(tuple(lines) for lines in found)


def _keys(facts: BoardFacts, family: str) -> list[str]:
    """The keys of the lines of a family, or all coordinates of the spaces, for a message."""
    if family:
        return [str(key) for key in facts.families[family].keys]
    return [
        ", ".join(str(key) for key in keys)
        for keys in zip(*(values for *_, values in facts.coordinates), strict=True)
        if all(isinstance(key, int) for key in keys)
    ]


def is_walk(c: Context, node: syntax.Domain) -> str:
    """`ray` or `reach` if a domain is one of these, which can have a `while`; otherwise empty."""
    info = c.infos.get(node)
    meaning: Any = info.meaning if info is not None else None
    return meaning.name if isinstance(meaning, BuiltinMeaning) and meaning.name in ("ray", "reach") else ""
