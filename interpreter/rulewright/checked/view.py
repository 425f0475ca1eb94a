"""Checks `view`: every name in it is that of something that is drawn, and every colour is known.

view: {pieces: {stonne: ...}}      ->      problem `unknown-name`: there is no kind of pieces called `stonne`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.spaces import drawn as drawn_at
from rulewright.checked.boards.spaces import plan_of
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.declarations.declarations import SETUP
from rulewright.checked.declarations.definitions import check_key
from rulewright.checked.facts import Attributes
from rulewright.checked.infer import infer
from rulewright.checked.messages import declarations as messages
from rulewright.checked.messages import types
from rulewright.checked.references import everything
from rulewright.expression import nodes as syntax
from rulewright.language.colours import COLOURS
from rulewright.language.types import Enum, Face, Optional, Unknown
from rulewright.rulebook import nodes as rulebook

LONGEST_SYMBOL = 2
"""The most characters of a symbol."""


def check_view(c: Context) -> None:
    """Check the section, if there is one. Boards and kinds have been checked."""
    view = c.book.view
    if view is None:
        return
    for kind, pieces in view.pieces.items():
        if kind in c.book.kinds:
            _pieces(c, kind, pieces)
        else:
            messages.unknown_in_view(c, kind, pieces.span, "kind of pieces", list(c.book.kinds))
    for board, look in view.boards.items():
        if board in c.book.boards:
            _board(c, board, look)
        else:
            messages.unknown_in_view(c, board, look.span, "board", list(c.book.boards))
    shown = [*c.book.boards, *c.book.zones, *c.book.variables]
    for name in (*view.order, *view.hide):
        if name.id not in shown:
            messages.unknown_in_view(c, name.id, name.span, "board, zone or variable", shown)


def _pieces(c: Context, kind: str, look: rulebook.PieceView) -> None:
    words = [*_of_pieces(c, kind)]
    owners = [str(number) for number in range(1, _most_owners(c, kind) + 1)]
    _words(c, look.symbols, words, f"face or attribute of `{kind}`")
    _words(
        c,
        look.colours,
        [*words, *(owners if len(owners) > 1 else ())],
        f"face, attribute or owner of `{kind}`",
    )
    _colours(c, look.colours)
    for symbol in look.symbols:
        if len(symbol.text) > LONGEST_SYMBOL:
            messages.long_symbol(c, symbol)


def _board(c: Context, board: str, look: rulebook.BoardView) -> None:
    facts = c.boards.get(board)
    if facts is None:  # it has a problem of its own
        return
    spaces = list(facts.names)
    _plan_keys(c, board, look)
    plan = plan_of(c, look)
    for position in (*plan, *look.at):
        if position.space in spaces:
            continue
        varies = _varies_by(c, board) if position in plan and look.by is None else ""
        if varies:
            messages.not_on_every_board(c, position, board, varies, spaces)
        else:
            messages.unknown_in_view(c, position.space, position.span, f"space of `{board}`", spaces)
    drawn: set[str] = set()
    for position in plan:
        if position.space in drawn:
            messages.drawn_twice(c, position)
        drawn.add(position.space)
    drawn_at(c, look, facts)
    _words(c, look.colours, [*spaces, *_values(facts.attributes)], f"space or attribute of `{board}`")
    _colours(c, look.colours)


def _varies_by(c: Context, board: str) -> str:
    """The option, or `players.count`, that decides which spaces a board has; empty if they are always the same."""
    named = {node.text for node in everything(c.book.boards[board]) if isinstance(node, syntax.Name)}
    option = next((name for name in c.book.options if name in named), "")
    return option or ("players.count" if "players" in named else "")


def _plan_keys(c: Context, board: str, look: rulebook.BoardView) -> None:
    """Check what selects one of several plans: an expression that is known before play, and one of its values for each plan."""
    if look.by is None:
        return
    seen = list[Fixed]()
    with c.only_constants():
        subject = infer(c, look.by, SETUP)
    if not subject.fixed:
        if not isinstance(subject.type, Unknown):
            types.not_constant(c, look.by, "what selects a plan")
        return
    for plan in look.plans:
        if plan.key is None:
            continue
        with c.only_constants():
            key = infer(c, plan.key, SETUP, subject.type)
        if check_key(c, plan.key, key, subject, seen, f"a plan of `{board}`") and key.fixed:
            values = declarations.values_of(c, subject.type)
            if values is not None and key.known not in values:
                types.outside_type(
                    c, plan.key, key.known, subject.type, f"a plan of `{board}`", plan.key.span
                )


def _most_owners(c: Context, kind: str) -> int:
    """How many owners pieces of a kind can have at any table: a view has colours for all players that there can be."""
    here = c.kinds[kind].owners if kind in c.kinds else 0
    of = c.book.kinds[kind].of
    return max(here, *c.book.players) if isinstance(of, syntax.Name) and of.text == "players" else here


def _of_pieces(c: Context, kind: str) -> Iterator[str]:
    """The words that distinguish pieces of a kind: their faces, the values of attributes, and their names."""
    declared, facts = c.book.kinds[kind], c.kinds.get(kind)
    if isinstance(declared.faces, tuple):
        yield from (face.id for face in declared.faces)
    if facts is None:
        return
    if facts.faces and facts.lows is not None:
        yield from map(str, range(min(facts.lows), max(facts.lows) + facts.faces))
    yield from _values(facts.attributes)
    if facts.sides is not None:
        yield from _values(facts.sides)


def _values(attributes: Attributes) -> Iterator[str]:
    """The ids of the values of attributes."""
    for type_, values in attributes.table.values():
        plain = type_.of if isinstance(type_, Optional) else type_
        if isinstance(plain, Enum | Face):
            yield from plain.members
        else:
            yield from dict.fromkeys(str(value) for value in values if type(value) is int)


def _words(c: Context, written: Iterable[rulebook.Worded], known: list[str], what: str) -> None:
    for each in written:
        if each.word not in known:
            messages.unknown_in_view(c, each.word, each.span, what, known)


def _colours(c: Context, written: Iterable[rulebook.Worded]) -> None:
    for each in written:
        if each.text not in COLOURS:
            messages.unknown_colour(c, each, COLOURS)
