"""`rolled` and `drawn` of an example's step as a source of chance.

{rolled: {dice: [1, 2, 4, 3, 3], luck: [up]}}           faces, in the order rolled, one roll after the other
{rolled: {dice: {blue: 3, red: 1}}}                     for pieces that can be told apart
{drawn: {cards: [ten of hearts]}}                       pieces drawn or picked
{drawn: {players: [seat(2)]}}                           other things picked, by their domain
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.author.written import NotUnderstood, Written, one
from rulewright.document import nodes as document
from rulewright.rulebook import nodes as rules
from rulewright.runtime.executor import Chance
from rulewright.runtime.fixed import Fixed
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book

ANY_PICK = ""
"""The kind under which `Fixed` finds what is picked and is no piece."""


def fixed_chance(book: Book, step: rules.PlayStep | None, otherwise: Chance) -> Fixed:
    """Chance as the step fixes it, then as `otherwise` has it. Raises NotUnderstood."""
    rolled: dict[str, list[int]] = {}
    by_piece: dict[str, dict[int, int]] = {}
    drawn: dict[str, list[int]] = {}
    if step is not None and step.rolled is not None:
        for entry in step.rolled.entries:
            kind = _kind(book, entry.key)
            if isinstance(entry.value, document.Mapping):
                by_piece[kind] = _faces_by_piece(book, kind, entry.value)
            else:
                rolled[kind] = [Written(book.program).face(item, kind) for item in _list(entry.value)]
    if step is not None and step.drawn is not None:
        for entry in step.drawn.entries:
            name, values = _drawn(book, entry.key, _list(entry.value))
            drawn.setdefault(name, []).extend(values)
    return Fixed(book.program, otherwise, rolled, drawn, by_piece)


def results_of(step: rules.PlayStep, name: str) -> tuple[document.Scalar, ...]:
    """The results that a step lists for a kind of pieces, in written order; none where it names them by piece."""
    entries = [
        entry
        for given in (step.rolled, step.drawn)
        if given is not None
        for entry in given.entries
        if entry.key.text == name and not isinstance(entry.value, document.Mapping)
    ]
    return tuple(_list(entries[0].value)) if entries else ()


def span_of(results: Sequence[document.Scalar]) -> Span:
    """The place of results that stand side by side."""
    first, last = results[0].span, results[-1].span
    return Span(first.source, first.start, last.end)


def _kind(book: Book, key: document.Scalar) -> str:
    kinds = list(book.program.layout.kinds)
    return kinds[Written(book.program).one_of(key, kinds, "kind of pieces")]


def _faces_by_piece(book: Book, kind: str, value: document.Mapping) -> dict[int, int]:
    written = Written(book.program)
    faces = {}
    for entry in value.entries:
        piece = written.piece(entry.key, kind)
        faces[piece] = written.face(one(entry.value, "result"), kind, piece)
    return faces


def _drawn(book: Book, key: document.Scalar, values: Sequence[document.Scalar]) -> tuple[str, list[int]]:
    written, name = Written(book.program), key.text
    kind = book.program.layout.kinds.get(name)
    if kind is not None and kind.identical:
        return name, [written.face(value, name) + 1 if kind.faces else 0 for value in values]
    if kind is not None:
        return name, [written.piece(value, name) for value in values]
    if name == "players":
        return ANY_PICK, [written.player(value) for value in values]
    if name == "teams":
        return ANY_PICK, [written.team(value) for value in values]
    if name == "numbers":
        return ANY_PICK, [written.number(value, -(2**31) + 1, None) for value in values]
    members = book.program.labels.enums.get(name)
    if members is not None:
        return ANY_PICK, [
            written.one_of(value, [m for m, _ in members], f"member of {name}") for value in values
        ]
    raise NotUnderstood(
        key.span, f"`{name}` is nothing that is drawn: a kind of pieces, an enum, players, teams or numbers"
    )


def _list(value: document.Node) -> list[document.Scalar]:
    match value:
        case document.Scalar():
            return [value]
        case document.Sequence():
            return [one(item, "result") for item in value.items]
        case document.Mapping():
            raise NotUnderstood(value.span, "a list of results is expected here")
