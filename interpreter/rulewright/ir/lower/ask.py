"""Lowers expressions that are part of no rule: expectations of examples, `state.get`, the keys of `given`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from rulewright.checked.bindings import BoardMeaning, KindMeaning, VariableMeaning, ZoneMeaning
from rulewright.checked.declarations import lookup
from rulewright.checked.infer import infer
from rulewright.checked.messages.types import given_place_not_constant, not_a_value
from rulewright.checked.rules.effects import target as written_place
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.from_text import parse
from rulewright.expression.places import place_parts
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Lowering, frame_of
from rulewright.ir.lower.expressions import lower
from rulewright.language.types import Board, Kind, Piece, Type
from rulewright.problems.problem import Problem, Problems, RulebookError
from rulewright.source.dataclass import dataclass, replace
from rulewright.source.text import TYPED_QUESTION, Source, Span


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a key of `given`: a variable with its leading indices, a zone (kind and place code), a board (its name;
    its owner), a kind, the faces of what lies in a zone (kind and place code), or the position itself. `of_me`: it belongs to the player to move, who is known only when there is a
    position; the player is then added to the first index."""

    sort: Literal["variable", "zone", "board", "kind", "faces", "me", "phase", "round"]
    name: str = ""
    indices: tuple[int, ...] = ()
    of_me: bool = False


def asked(w: Lowering, node: syntax.Expression) -> tuple[ir.Asked, Type]:
    """An expression of an example, in which `me` is the player to move and `game` has attributes. Raises RulebookError."""
    with _own_problems(w) as problems:
        info = infer(w.c, node, Scope(example=True))
        if isinstance(info.type, (Kind, Board)):
            not_a_value(w.c, node, info.type, "what is asked")
    if problems.errors:
        raise RulebookError(problems.sorted())
    frame = frame_of()
    value = lower(w, node, frame)
    return ir.Asked("", value, frame.size[0], node.span), info.type


def asked_text(w: Lowering, text: str) -> tuple[ir.Asked, Type]:
    """The expression of a text, like `asked`."""
    problems = Problems()
    node = parse(Span(Source(TYPED_QUESTION, text), 0, len(text)), "expr", problems)
    if node is None or problems.errors:
        raise RulebookError(problems.sorted())
    return asked(w, node)


def target(w: Lowering, node: syntax.Expression) -> Target:
    """The target of a key of `given`. Raises RulebookError."""
    match node:
        case syntax.Name(text="me" | "phase" | "round" as sort):
            return Target(sort)
    with _own_problems(w) as problems:
        found = _target(w, node)
    if problems.errors or found is None:
        message = f"nothing can be put at `{node.span.text}`"
        help_ = "`given` puts values into variables, pieces into zones, and faces on pieces"
        raise RulebookError(problems.sorted() or [Problem("unknown-place", message, node.span, help=help_)])
    return found


@contextmanager
def _own_problems(w: Lowering) -> Iterator[Problems]:
    """The problems that the checker finds inside, instead of those of the rulebook."""
    kept, w.c.problems = w.c.problems, Problems()
    try:
        yield w.c.problems
    finally:
        w.c.problems = kept


def _target(w: Lowering, node: syntax.Expression) -> Target | None:
    c = w.c
    scope = Scope(example=True)
    partial = _partial(w, node, scope)
    if partial is not None:
        return partial
    if isinstance(node, syntax.Attribute) and node.name == "face":
        return _faces(w, node, scope)
    info = infer(c, node, scope)
    match info.meaning:
        case ZoneMeaning(zone=zone, owner=owner):
            kind = c.zones[zone].kind
            code = w.place_codes[kind, zone] + (_index(w, owner) if owner is not None else 0)
            return Target("zone", kind, (code,), _is_me(owner))
        case BoardMeaning(board=board, owner=owner) if c.boards[board].kind:
            return Target("board", board, (_index(w, owner) if owner is not None else 0,), _is_me(owner))
        case VariableMeaning(name=name, indices=indices):
            written_place(c, node, scope)
            return Target(
                "variable",
                name,
                tuple(_index(w, i) for i in indices),
                _is_me(indices[0] if indices else None),
            )
        case KindMeaning(kind=kind):
            return Target("kind", kind)
        case _ if isinstance(info.type, Piece) and isinstance(node, syntax.Name) and node.text in c.kinds:
            return Target("kind", node.text)
        case _:
            return None


def _faces(w: Lowering, node: syntax.Attribute, scope: Scope) -> Target | None:
    """`die.face`, `tray.face`: what the only piece of a kind shows, or the pieces in a zone."""
    infer(w.c, node, scope)
    shown = _target(w, node.of)
    if shown is None or shown.sort not in ("kind", "zone"):
        return None
    return replace(shown, sort="faces") if shown.sort == "zone" else shown


def _partial(w: Lowering, node: syntax.Expression, scope: Scope) -> Target | None:
    """A variable with only its leading indices: the given value has the rest as keys."""
    name, owner, arguments = place_parts(node)
    if name not in w.c.book.variables:
        return None
    facts = lookup.variable(w.c, name)
    if facts is None or len(facts.axes) == len(arguments) + (1 if owner is not None else 0):
        return None
    given = ((owner,) if owner is not None else ()) + arguments
    indices = []
    for argument, axis in zip(given, facts.axes, strict=False):
        infer(w.c, argument, scope, axis.type)
        indices.append(_index(w, argument))
    return Target("variable", name, tuple(indices), _is_me(owner))


def _is_me(node: syntax.Expression | None) -> bool:
    return isinstance(node, syntax.Name) and node.text == "me"


def _index(w: Lowering, node: syntax.Expression) -> int:
    """A constant index; 0 for the player to move (see `Target.of_me`)."""
    info = w.c.infos[node]
    if info.fixed and isinstance(info.value, int):
        return int(info.value)
    if not _is_me(node):
        given_place_not_constant(w.c, node)
    return 0
