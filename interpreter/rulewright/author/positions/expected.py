"""What an example expects of places by their values, in the words of `given`.

    expect: [{rack: {6: 8}, seat(1).score: 40}, {board: {diagram: ..., legend: {...}}}]

        `seat(1).score: 40` is expected          it is 35
        `rack: {6: 8}` is expected               it holds [6, 6, 5]
        `king of light` is expected on c3        nothing is there

A difference is reported where it is written: at the letter of a diagram, or at the space. A zone holds these pieces and no
others, a board is empty elsewhere, and of a variable with several values only those that are written are compared.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.author.positions.boards import laid_on, standing
from rulewright.author.positions.given import pieces_of, target_of, values_of
from rulewright.document import nodes as document
from rulewright.ir.layout import Group
from rulewright.problems.quoting import shortened
from rulewright.rulebook import nodes as rules
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book, Target

LONGEST = 60
"""The length in characters at which a value that was expected is cut."""


@dataclass(frozen=True, slots=True)
class Differing:
    """A place that is otherwise than expected: where that is written, the sentence that says what is expected, and what is
    there instead."""

    span: Span
    expected: str
    found: str


def differing(book: Book, cells: array[int], entry: rules.Given, me: int) -> Iterator[Differing]:
    """What differs from one entry of `expect`; of a board only the first space, with the number of the others. Raises NotUnderstood,
    and RulebookError for a place that does not exist."""
    target = target_of(book, entry, me)
    match target.sort:
        case "zone":
            code = target.indices[0]
            found = pieces_of(book, cells, target.name).otherwise_at(code, entry.value)
            yield from _of_pieces(
                entry, None if found is None else f"it holds {found}" if found else "it is empty"
            )
        case "kind" | "faces":
            at = target.indices[0] if target.sort == "faces" else None
            found = pieces_of(book, cells, target.name).otherwise_shown(entry.value, at)
            yield from _of_pieces(entry, found)
        case "board" if book.program.layout.boards[target.name].shape == "unbounded":
            yield from _first_of(list(_on_table(book, cells, target.name, entry.value)))
        case "board":
            yield from _first_of(list(_on_board(book, cells, target, entry.value)))
        case _:
            yield from _values(book, cells, target, entry)


# ----------------------------------------------------------------------------------------------- private


def _of_pieces(entry: rules.Given, found: str | None) -> Iterator[Differing]:
    if found is not None:
        said = f"`{_line(entry.place.span.text)}: {_line(entry.value.span.text)}` is expected"
        yield Differing(entry.value.span, said, found)


def _values(book: Book, cells: array[int], target: Target, entry: rules.Given) -> Iterator[Differing]:
    for cell, value, scalar, key in values_of(book, target, entry.value):
        if cells[cell] != value:
            said = f"`{key or _line(entry.place.span.text)}: {scalar.text.strip()}` is expected"
            yield Differing(scalar.span, said, f"it is {_value(book, target, cells[cell])}")


def _value(book: Book, target: Target, cell: int) -> str:
    wording, program = Wording(book.program), book.program
    match target.sort:
        case "me":
            return "nobody's turn" if cell < 0 else _seat(wording.seat(cell))
        case "round":
            return str(cell)
        case "phase":
            return program.phases[cell].name if cell >= 0 else "no phase"
    group = program.layout.groups[target.name]
    text = wording.text(wording.group_type(group), wording.cell_value(group, cell))
    return _seat(text) if group.sort == "player" and text != "none" else _team(group, text)


def _seat(text: str) -> str:
    return f"seat({text})" if text.isdigit() else text


def _team(group: Group, text: str) -> str:
    return f"team({text})" if group.sort == "team" and text.isdigit() else text


def _on_board(book: Book, cells: array[int], target: Target, value: document.Node) -> Iterator[Differing]:
    """The spaces that are otherwise, in the order of the board."""
    kind, contents = standing(book.program, target.name, target.indices[0], value)
    pieces, places = pieces_of(book, cells, kind), book.program.labels.places[kind]
    for code, expected in contents.items():
        found = pieces.otherwise_at(code, expected)
        if found is None:
            continue
        space = places[code][1]
        assert isinstance(expected, document.Sequence)
        wanted = ", ".join(_line(_text(item)) for item in expected.items)
        said = f"`{wanted}` is expected on {space}" if wanted else f"{space} is expected to be empty"
        yield Differing(
            _named(expected, value), said, f"{found.strip('[]')} is there" if found else "nothing is there"
        )


def _text(item: document.Node) -> str:
    return item.text or "a piece" if isinstance(item, document.Scalar) else item.span.text


def _named(contents: document.Node, value: document.Node) -> Span:
    """Where a space is written; the beginning of the board where it is not."""
    return value.span.first_line if contents.span == value.span else contents.span


def _on_table(book: Book, cells: array[int], name: str, value: document.Node) -> Iterator[Differing]:
    board = book.program.layout.boards[name]
    kind, wording = book.program.layout.kinds[board.kind], Wording(book.program)
    expected, spaces = laid_on(book, name, value), book.program.labels.spaces[name]

    def turned(piece: int) -> int:
        return cells[kind.turned + piece] if kind.turned >= 0 else 0

    def words(piece: int) -> str:
        return wording.piece(kind.name, piece) + (f" turned {turned(piece)}" if turned(piece) else "")

    there = {
        cells[kind.space + piece] - 1: piece for piece in range(kind.pieces) if cells[kind.space + piece]
    }
    for piece, (space, turn, entry) in expected.items():
        found = there.get(space)
        if found != piece or turned(piece) != turn:
            said = f"`{_line(_text(entry.value))}` is expected on {spaces[space][1]}"
            yield Differing(
                entry.value.span, said, "nothing is there" if found is None else f"{words(found)} is there"
            )
    wanted = {space for space, *_ in expected.values()}
    for space, piece in sorted(there.items()):
        if space not in wanted:
            said = f"{spaces[space][1]} is expected to be empty"
            yield Differing(value.span.first_line, said, f"{words(piece)} is there")


def _first_of(all_: list[Differing]) -> Iterator[Differing]:
    if all_:
        more = len(all_) - 1
        others = f"; {more} other space{'s differ' if more > 1 else ' differs'}, too" if more else ""
        yield Differing(all_[0].span, all_[0].expected, all_[0].found + others)


def _line(text: str) -> str:
    return shortened(" ".join(text.split()), LONGEST)
