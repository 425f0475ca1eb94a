"""Unused parts of boards: attributes of spaces, families of lines and routes that no rule mentions, and by which no board is drawn.

    lines: {three: {length: 3}, two: {length: 2}}      and rules about `board.three` alone      ->      unused

`board.lines` are the lines of all families.  All variants of a rulebook count together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition, everything
from rulewright.expression import nodes as syntax
from rulewright.language.colours import COLOURS
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook


def unused_on_boards(editions: Sequence[Edition]) -> Iterator[Problem]:
    """Report parts of boards that no edition uses, each once."""
    used = {name for edition in editions for name in _asked_for(edition)}
    said: set[str] = set()
    for edition in editions:
        for board in edition.book.boards.values():
            if board.id not in used:
                continue  # the board itself is reported, or only its spaces are used
            for problem in _of_board(board, used | set(_drawn_by(edition, board))):
                if problem.path not in said:
                    said.add(problem.path)
                    yield problem


def _asked_for(edition: Edition) -> Iterator[str]:
    """Names after a dot, boards, and the attributes by which families are made; `_of_board` adds a board's own attributes."""
    for node in edition.nodes:
        match node:
            case syntax.Attribute(name=name):
                yield name
            case syntax.Name(text=name) if name in edition.book.boards:
                yield name
            case rulebook.Family(by=syntax.Name(text=name)):
                yield name
            case _:
                continue


def _drawn_by(edition: Edition, board: rulebook.Board) -> Iterator[str]:
    """The attributes by which a board is drawn: those that place its spaces, and those that colour them, with a word that names a
    colour or has one in the view."""
    look = edition.book.view.boards.get(board.id) if edition.book.view else None
    yield from _names((*look.worked_out, look.by) if look else ())
    coloured = {*COLOURS, *(each.word for each in look.colours)} if look else set(COLOURS)
    for name, value in board.attributes.items():
        if not coloured.isdisjoint(_names(value)):
            yield name


def _names(node: object) -> Iterator[str]:
    return (each.text for each in everything(node) if isinstance(each, syntax.Name))


def _of_board(board: rulebook.Board, used: set[str]) -> Iterator[Problem]:
    for name, value in board.attributes.items():
        others = [other for key, other in board.attributes.items() if key != name]
        if name not in used and name not in _names([board.label, others]):
            path = f"{board.path}.spaces.{name}"
            yield usage.unused_part("attribute", name, value.span, path)
    for family in board.lines.values():
        if family.id not in used and "lines" not in used:
            yield usage.unused_part("lines", family.id, family.span, family.path)
    for route in board.routes.values():
        if route.id not in used:
            yield usage.unused_part("route", route.id, route.span, route.path)
