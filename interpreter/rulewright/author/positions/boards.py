"""A board of an example's position: who stands where, or what stands on which space.

board: {X: [a1, b2], O: [c3]}          the spaces of each owner
board: {a1: king of 1, c3: man of 2}   the piece on each space; a list of spaces where all pieces look alike
"""

from __future__ import annotations

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.document import nodes as document
from rulewright.ir import nodes as ir

Contents = dict[int, document.Node]


def standing(program: ir.Program, name: str, owner: int, value: document.Node) -> tuple[str, Contents]:
    """The kind that stands on a board, and what lies at each of its spaces, by place code: those that are not given
    are empty. Raises NotUnderstood."""
    board = program.layout.boards[name]
    first = owner * board.spaces
    codes = range(board.first + first, board.first + first + board.spaces)
    contents: Contents = {code: document.Sequence((), value.span) for code in codes}
    names = [typed for typed, _ in program.labels.spaces[name]][first : first + board.spaces]
    short = [printed for _, printed in program.labels.spaces[name]][first : first + board.spaces]
    for what, spaces in _entries(program, value, [*names, *short]):
        for space in spaces:
            text = " ".join(space.text.split())
            at = (
                short.index(text)
                if text in short
                else Written(program).one_of(space, names, f"space of {name}")
            )
            code = board.first + first + at
            there = contents[code]
            assert isinstance(there, document.Sequence)
            contents[code] = document.Sequence((*there.items, *what(space)), space.span)
    return board.kind, contents


def _entries(
    program: ir.Program, value: document.Node, names: list[str]
) -> list[tuple[_Maker, list[document.Scalar]]]:
    """(what stands there, on which spaces)."""
    match value:
        case document.Sequence():
            return [(_Maker(program, None), [one(item, "name") for item in value.items])]
        case document.Mapping():
            found = []
            for entry in value.entries:
                if " ".join(entry.key.text.split()) in names:
                    found.append((_Maker(program, entry.value), [entry.key]))
                else:
                    found.append(_by_what(program, entry, names))
            return found
        case _ if value.is_null:
            return []
        case _:
            raise NotUnderstood(value.span, "say who stands where: `{seat(1): [a1, b2]}`")


def _by_what(
    program: ir.Program, entry: document.Entry, names: list[str]
) -> tuple[_Maker, list[document.Scalar]]:
    """`X: [a1, b2]`: what stands on these spaces. What is neither is told where it is wrong."""
    key = document.Scalar(entry.key.text, "plain", entry.key.span)
    if isinstance(entry.value, document.Mapping):
        raise NotUnderstood(entry.value.span, "write the spaces first: `{c3: man of seat(1)}`")
    spaces = _spaces(entry.value)
    known = any(" ".join(space.text.split()) in names for space in spaces)
    if spaces and not known and not _is_owner(program, key.text.strip()):
        Written(program).one_of(key, list(dict.fromkeys(names)), "space")
    return _Maker(program, key), spaces


def _is_owner(program: ir.Program, text: str) -> bool:
    return text in program.labels.seats or text.startswith(("seat(", "team("))


class _Maker:
    """Makes the entry of a space's contents."""

    def __init__(self, program: ir.Program, what: document.Node | None) -> None:
        self._program = program
        self._what = what

    def __call__(self, space: document.Scalar) -> list[document.Scalar]:
        match self._what:
            case None:
                return [document.Scalar("", "plain", space.span)]
            case document.Sequence(items=items):
                return [one(item, "name") for item in items]
            case document.Scalar():
                return [self._what]
            case _:
                raise NotUnderstood(self._what.span, "one piece, or a list of pieces, is expected here")


def _spaces(value: document.Node) -> list[document.Scalar]:
    if isinstance(value, document.Sequence):
        return [one(item, "name") for item in value.items]
    return [one(value, "name")]
