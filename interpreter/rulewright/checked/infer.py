"""The type of every expression: the table of passes by node, and what they share.

`operators`, `names`, `attributes` and `calls` have one `infer_x` for each node, and enter them in `INFER`.

Types are inferred from the leaves up; what is *expected* comes down only to say which enum a bare member belongs
to (`stage == early`).  Integers carry their range, so that constants are folded (`Info.value`) and it is known before
the game is played which operations must fail and which cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, assert_never

from rulewright.checked.bindings import OPEN, BoardPartMeaning, DomainMeaning, Fixed, Info
from rulewright.checked.boards.directions import space_type
from rulewright.checked.context import Context
from rulewright.checked.declarations.lookup import board
from rulewright.checked.expressions.visibility import note_contents
from rulewright.checked.messages import types
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.replacing import fact_text
from rulewright.language import ranges
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
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace

UNKNOWN = Info(Unknown())

INFER: dict[type[Any], Callable[..., Info]] = {}
"""Node -> its pass: (context, node, scope, expected type or None) -> Info."""


NEVER_NONE: list[Callable[[Context, syntax.Node, Info, Scope], bool]] = []
"""What shows that an expression which may be none by its type is not none where it is written: `expressions.tried`."""

PROMISED: list[Callable[[Context, syntax.Node], str]] = []
"""Which invariant says that an expression is not none; the empty text if none does: `expressions.promised`."""


def infer(c: Context, node: syntax.Node, scope: Scope, expected: Type | None = None) -> Info:
    """The type, value and meaning of an expression, which are kept in `c.infos`, and its scope in `c.scopes`."""
    info = INFER[type(node)](c, node, scope, expected)
    c.infos[node] = info
    c.scopes[node] = scope
    if isinstance(info.type, Optional):
        info = _not_none(c, node, info, info.type.of, scope, isinstance(expected, Optional))
    elif isinstance(node, syntax.Attribute) and (of := c.infos.get(node.of)) is not None and of.narrowed:
        info = replace(info, narrowed=True)
    c.infos[node] = info
    return info


def _not_none(c: Context, node: syntax.Node, info: Info, of: Value, scope: Scope, welcome: bool) -> Info:
    """What is known about an expression that may be none by its type, where a test or an invariant shows that it is not."""
    if (scope.facts and fact_text(node) in scope.facts) or any(
        shown(c, node, info, scope) for shown in NEVER_NONE
    ):
        return replace(info, type=of, narrowed=True)
    if welcome or node is scope.welcome:
        return info
    by = next(filter(None, (says(c, node) for says in PROMISED)), "")
    return replace(info, type=of, promised=by, fails=True) if by else info


def value_of(c: Context, node: syntax.Expression, scope: Scope, wanted: Type, role: str) -> Info:
    """Infer an expression that has to be of a type; `role` names its place in the message."""
    info = infer(c, node, scope, wanted)
    if not fits(info.type, wanted):
        types.wrong_type(c, node, info.type, wanted, role)
        return replace(info, type=Unknown())
    return replace(info, fails=True) if info.silent else info


def check_text(c: Context, text: rulebook.Text | None, scope: Scope) -> None:
    """Check the placeholders of a text, each of which has to be a value."""
    for part in text.parts if text is not None else ():
        if isinstance(part, str):
            continue
        info = infer(c, part, scope)
        if isinstance(info.type, (Zone, Kind, Board)):
            types.not_a_value(c, part, info.type, "the expression in `< >`")


def check_texts(c: Context, entry: rulebook.Entry, scope: Scope) -> None:
    """The label and the descriptions of an entry."""
    check_text(c, entry.label, scope)
    check_text(c, entry.about, scope)
    check_text(c, entry.sheet, scope)


def condition(c: Context, node: syntax.Expression, scope: Scope, role: str = "this") -> Info:
    return value_of(c, node, scope, Boolean(), role)


def integer(c: Context, node: syntax.Expression, scope: Scope, role: str) -> Info:
    return value_of(c, node, scope, Integer(), role)


def range_of(info: Info) -> Integer:
    """The range that contains an integer's value."""
    if info.fixed and isinstance(info.value, int):
        return Integer(int(info.value), int(info.value))
    return info.type if isinstance(info.type, Integer) else Integer()


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type is accepted where the other is wanted (ranges are not compared)."""
    if type(actual) is type(wanted) and (name := _NAME.get(type(wanted))) is not None:
        return name == "" or getattr(actual, name) == getattr(wanted, name)  # most often so
    match actual, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Nothing(), Optional():
            return True
        case Optional(of=a), Optional(of=w):
            return fits(a, w)
        case Optional(), _:
            return False
        case _, Optional(of=w):
            return fits(actual, w)
        case Several(of=a), Several(of=w):
            return fits(a, w)
        case Zone(kind=a), Several(of=Piece(kind=w)):
            return a == w
        case Kind(kind=a), Several(of=Piece(kind=w)):
            return a == w
        case Piece() | Player() | Team(), Several(of=Piece() | Player() | Team() as w):
            return fits(actual, w)
        case Line(board=a), Several(of=Space(board=w)):
            return a == w
        case _:
            return False


_NAME: Mapping[type[Type], str] = {
    Enum: "name", Piece: "kind", Face: "kind", Zone: "kind", Side: "kind", Space: "board", Line: "board",
    Boolean: "", Integer: "", Player: "", Team: "", Nothing: "", Way: "",
}  # fmt: skip
"""By type of value: the attribute that two types must share to be the same; none where there is only one such type."""


def join(one: Type, other: Type) -> Type | None:
    """The type of a value that has one of two types; None if no type has both."""
    match one, other:
        case Unknown(), _:
            return other
        case _, Unknown():
            return one
        case Integer(), Integer():
            return Integer(*ranges.hull((one, other)))
        case Nothing(), Nothing():
            return one
        case Line(board=a), Line(board=b) if a == b:
            first = min(one.first, other.first)
            last = max(one.first + one.count, other.first + other.count)
            return one if one == other else Line(a, "", first, last - first)
        case Zone(kind=a), Zone(kind=b) if a == b:
            return one if one == other else Zone("", a)
        case Nothing(), Optional():
            return other
        case Optional(), Nothing():
            return one
        case Nothing(), _:
            return Optional(other) if not isinstance(other, (Zone, Kind, Board, Unknown)) else None
        case _, Nothing():
            return Optional(one) if not isinstance(one, (Zone, Kind, Board, Unknown)) else None
        case Optional(), Optional():
            return _optional(join(one.of, other.of))
        case Optional(), _:
            return _optional(join(one.of, other))
        case _, Optional():
            return join(other, one)
        case Several(), Several():
            inner = join(one.of, other.of)
            least, most = min(one.least, other.least), max(one.most, other.most)
            if inner is None or isinstance(inner, (Zone, Kind, Board, Unknown)):
                return inner
            return Several(inner, most, least)
        case _:
            return one if fits(one, other) and fits(other, one) else None


def _optional(inner: Type | None) -> Type | None:
    return inner if inner is None or isinstance(inner, (Zone, Kind, Board, Unknown)) else Optional(inner)


def within(value: Fixed, type_: Type) -> bool:
    """Whether a fixed value lies in a type's range."""
    match type_:
        case Optional():
            return value is None or within(value, type_.of)
        case Integer():
            return isinstance(value, int) and type_.low <= value <= type_.high
        case _:
            return True


# ------------------------------------------------------------------------------------------------- domains


def domain_of(c: Context, node: syntax.Domain, scope: Scope, expected: Type | None = None) -> Info:
    """Infer a domain: the type is `Several` of its elements (or Unknown)."""
    wanted = (
        Several(expected, 1)
        if expected is not None and not isinstance(expected, (Zone, Kind, Board, Unknown))
        else None
    )
    c.want(node, "domain")
    if isinstance(node, syntax.Or) and any(isinstance(item, syntax.NoneLiteral) for item in node.items):
        types.goes_through_none(c, node)
        return UNKNOWN
    info = infer(c, node, scope, wanted)
    if isinstance(info.type, Unknown):
        return info
    several = as_several(c, info)
    if several is None:
        types.not_a_domain(c, node, info.type)
        return UNKNOWN
    if isinstance(info.type, (Zone, Kind)):
        note_contents(c, node, scope)
    return replace(info, type=several, value=OPEN)


MOST_ELEMENTS = 100_000
"""The most elements that a domain of a clause or an aggregate may have."""


def check_extent(c: Context, node: syntax.Node, type_: Type, times: int = 1) -> None:
    """Report a domain with more than `MOST_ELEMENTS` elements; sets are counted while playing.

    `times` is how often the domain is iterated over, for clauses inside one another.
    """
    sets = isinstance(type_, Several) and isinstance(type_.of, Several)
    if isinstance(type_, Several) and not sets and type_.most * times > MOST_ELEMENTS:
        types.domain_too_large(c, node, type_.most * times)


def plain_domain(word: str) -> Info:
    """`bool` or `number`: in a declaration they are types, even if something else has that name."""
    if word == "bool":
        return Info(Several(Boolean(), 2, 2), meaning=DomainMeaning("bool"))
    return Info(Several(Integer(), 2**32), meaning=DomainMeaning("number"))


def element_of(c: Context, node: syntax.Domain, scope: Scope) -> Value | Unknown:
    """The type of the elements of a domain from which a value is chosen, or with which one is declared."""
    if isinstance(node, syntax.OrNone):
        inner = element_of(c, node.domain, scope)
        if isinstance(inner, Several):
            types.set_or_none(c, node)
        return inner if isinstance(inner, (Unknown, Optional, Several)) else Optional(inner)
    if isinstance(node, syntax.Name) and node.text in ("bool", "number"):
        c.infos[node] = plain_domain(node.text)
        return Boolean() if node.text == "bool" else Integer()
    info = _of_everybody(c, node) or domain_of(c, node, scope)
    return info.type.of if isinstance(info.type, Several) else Unknown()


def _of_everybody(c: Context, node: syntax.Domain) -> Info | None:
    """`bed.spaces` as a type where each player has a bed: the spaces (or lines) of all of them; None for anything else."""
    if not isinstance(node, syntax.Attribute) or not isinstance(node.of, syntax.Name):
        return None
    facts = board(c, node.of.text) if node.of.text in c.book.boards else None
    if facts is None or not facts.owner or node.name not in ("spaces", "lines", *facts.families):
        return None
    if node.name == "spaces":
        space, meaning = space_type(facts), BoardPartMeaning("spaces", facts.name, None)
        c.infos[node] = Info(Several(space, facts.spaces, facts.spaces), meaning=meaning)
    else:
        many = facts.lines * facts.owners
        meaning = BoardPartMeaning("lines", facts.name, None)
        c.infos[node] = Info(Several(facts.line_type(), many, many), meaning=meaning)
    return c.infos[node]


def as_several(c: Context, info: Info) -> Several | None:
    match info.type:
        case Several():
            return info.type
        case Zone(zone=zone, kind=kind):
            return Several(Piece(kind), c.zones[zone].size if zone else c.kinds[kind].pieces)
        case Kind(kind=kind):
            return Several(Piece(kind), c.kinds[kind].pieces, c.kinds[kind].pieces)
        case Board(board=name, kind=kind) if kind:
            facts = c.boards[name]
            return Several(Piece(kind), facts.spaces // facts.owners * facts.size)
        case Space(board=name) if c.boards[name].kind:
            return Several(Piece(c.boards[name].kind), c.boards[name].size)
        case Line(board=name):
            sizes = [len(line) for line in c.boards[name].all_lines()[info.type.first :][: info.type.count]]
            return Several(Space(name, c.boards[name].spaces), max(sizes, default=0), min(sizes, default=0))
        case Player() | Team() | Piece():
            return Several(info.type, 1, 1)
        case Integer() | Boolean() | Enum() | Face() | Way() | Side() | Nothing() | Optional() | Unknown():
            return None
        case Board() | Space():
            return None  # on which no pieces can be
        case _:
            assert_never(info.type)
