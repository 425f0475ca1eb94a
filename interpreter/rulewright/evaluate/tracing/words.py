"""Values as text in traces: as people read them, and as an expression would write them.

    words.shown(Player(2), 0)       "seat 1"             words.written(Player(2), 0)       "seat(1)"

A program has no types on its expressions; `TypesByPlace` has them by their place in the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, get_args

from rulewright.evaluate.tracing.recorder import Node, Seen
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.language.directions import COMPASS
from rulewright.runtime.executor import Value
from rulewright.runtime.labels import Friendly, Wording
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

MOST_LISTED = 12
"""The most elements of a set that one line lists."""


class TypesByPlace(Protocol):
    """The types of expressions by their place in a rulebook. The same text may be read as a domain, and as a value of the type
    of that domain's elements."""

    def value(self, span: Span) -> types.Type | None: ...

    def domain(self, span: Span) -> types.Type | None: ...


@dataclass(frozen=True, slots=True)
class Words:
    """The text of values of one game."""

    program: ir.Program
    wording: Wording
    types_at: TypesByPlace

    # ------------------------------------------------------------------------------------------------- types

    def type_of(self, seen: Seen) -> types.Type:
        """The type of a recorded value, from its place in the rulebook or from the node."""
        span = seen.node.span
        if isinstance(seen.node, DOMAINS):
            return types.Several(self.element_type(seen.node), 0)
        known = self.types_at.domain(span) if isinstance(seen.value, tuple) else self.types_at.value(span)
        if known is not None and not isinstance(known, types.Unknown | types.Kind | types.Board):
            if isinstance(seen.value, bool):
                return types.Boolean()
            if isinstance(seen.value, tuple) == isinstance(_plain(known), types.Several):
                return known
        return self._by_node(seen)

    def element_type(self, domain: ir.Domain) -> Any:  # Any: a type of elements, which is no zone or kind
        """The type of the elements of a domain."""
        match domain:
            case ir.PiecesAt(kind=kind) | ir.AllPieces(kind=kind) | ir.PiecesOn(kind=kind):
                return types.Piece(kind)
            case ir.Around() | ir.TeamMembers():
                return types.Player(self.program.players)
            case ir.Subsets(pool=pool):
                return types.Several(self.element_type(pool), 0)
            case ir.WithNone(domain=inner):
                return types.Optional(self.element_type(inner))
        match self.types_at.domain(domain.span):
            case types.Several(of=of):
                return of
            case types.Zone(kind=kind) | types.Kind(kind=kind) | types.Board(kind=kind):
                return types.Piece(kind)
            case types.Line(board=board):
                return types.Space(board, 0)
            case types.Player() | types.Team() | types.Piece() as single:
                return single
        match domain:
            case ir.Joined(parts=parts):
                return self.element_type(parts[0])
            case ir.Chosen(value=value):
                return self.element_type(value)
            case _:
                return types.Integer()

    def _by_node(self, seen: Seen) -> types.Type:
        node, value = seen.node, seen.value
        match node:
            case _ if isinstance(value, bool):
                return types.Boolean()
            case ir.Cell(group=group):
                return self.wording.group_type(self.program.layout.groups[group])
            case ir.Call(definition=name):
                return self.program.definitions[name].type
            case ir.Me() | ir.Seat():
                return types.Player(self.program.players)
            case ir.Gathered(domain=domain):
                return types.Several(self.element_type(domain), 0)
            case ir.Top(kind=kind) | ir.Single(kind=kind):
                return types.Piece(kind)
            case ir.PieceFace(kind=kind) if kind in self.program.labels.faces:
                return types.Face(kind, ())
            case _ if isinstance(value, tuple):
                return types.Several(types.Integer(), 0)
            case _:
                return types.Integer()

    # ------------------------------------------------------------------------------------------------- values

    def shown(self, type_: types.Type, value: Value) -> str:
        """A value as people read it."""
        if value is None:
            return "none"
        match type_:
            case types.Optional(of=of):
                return self.shown(of, value)
            case types.Several(of=of) if isinstance(value, tuple | list | range):
                return self.listed(of, value)
            case types.Player() if isinstance(value, int):
                named = self.program.labels.seats
                seat = named[value] if 0 <= value < len(named) else ""
                return seat or f"seat {value + 1}"
            case types.Team() if isinstance(value, int):
                return f"team {value + 1}"
            case types.Side(kind=kind) if isinstance(value, int):
                return f"{self.shown(types.Piece(kind), value // 4)}, {COMPASS[value % 4 * 2]} side"
            case _:
                return _or_plain(self.wording.printed, type_, value)

    def listed(self, of: types.Value, values: Sequence[Any]) -> str:
        """The elements of a set or a row as a list in one line."""
        if not len(values):
            return "nothing"
        named = ", ".join(self.shown(of, value) for value in values[:MOST_LISTED])
        rest = len(values) - MOST_LISTED
        return named if rest <= 0 else f"{named}, and {rest} more"

    def written(self, type_: types.Type, value: Value) -> str:
        """A value as an expression would write it."""
        if value is None:
            return "none"
        match type_:
            case types.Optional(of=of):
                return self.written(of, value)
            case types.Several(of=of) if isinstance(value, tuple | list | range):
                return f"({self.listed(of, value)})" if len(value) else "nothing"
            case types.Player() if isinstance(value, int):
                return f"seat({value + 1})"
            case types.Team() if isinstance(value, int):
                return f"team({value + 1})"
            case types.Enum() | types.Face() | types.Boolean():
                return (
                    str(self.friendly(type_, value)).lower()
                    if isinstance(value, bool)
                    else _or_plain(self.wording.text, type_, value)
                )
            case _:
                return self.shown(type_, value)

    def friendly(self, type_: types.Type, value: Value) -> Friendly:
        """A value as `state.get` returns it."""
        try:
            return self.wording.friendly(type_, value)
        except (LookupError, AssertionError):
            return value


def _or_plain(text_of: Callable[[types.Type, Value], str], type_: types.Type, value: Value) -> str:
    """The text of a value, or the value itself if it has no label."""
    try:
        return text_of(type_, value)
    except LookupError:
        return str(value)


def text_at(span: Span) -> str:
    """The text of an expression, on one line, without brackets around the whole."""
    return without_brackets(" ".join(span.text.split()))


def without_brackets(text: str) -> str:
    """A text without brackets around all of it."""
    while text.startswith("(") and text.endswith(")"):
        depth = 0
        for at, character in enumerate(text):
            depth += (character == "(") - (character == ")")
            if not depth and at < len(text) - 1:
                return text
        text = text[1:-1].strip()
    return text


def is_authors(node: Node) -> bool:
    """Whether a node has text in a rulebook; nodes that expand a short form have none."""
    return bool(node.span.end > node.span.start)


def _plain(type_: types.Type) -> types.Type:
    return type_.of if isinstance(type_, types.Optional) else type_


DOMAINS: tuple[type[Any], ...] = get_args(ir.Domain)  # Any: their common fields
