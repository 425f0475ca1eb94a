"""The source of chance that `rolled` and `drawn` of an example's step describe.

{rolled: {dice: [1, 2, 4, 3, 3], luck: [up]}}           faces, in the order rolled, one roll after the other
{rolled: {dice: {blue: 3, red: 1}}}                     for pieces that can be told apart
{drawn: {cards: [ten of hearts]}}                       pieces drawn or picked
{drawn: {players: [seat(2)]}}                           other things picked, by their domain
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.document import nodes as document
from rulewright.ir.layout import KindLayout
from rulewright.problems.quoting import listed
from rulewright.rulebook import nodes as rules
from rulewright.runtime.chance.fixed import Fixed, NotInPool
from rulewright.runtime.executor import Chance
from rulewright.runtime.labels import Wording
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book

ANY_PICK = ""
"""The kind under which `Fixed` keeps picked values that are no pieces."""
MOST_NAMED = 12
"""How many pieces or places a message names."""


def fixed_chance(book: Book, step: rules.PlayStep | None, otherwise: Chance) -> Fixed:
    """Chance that gives the results which the step fixes, then those of `otherwise`. Raises NotUnderstood."""
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


def results_of(book: Book, given: document.Mapping | None, name: str) -> tuple[document.Scalar, ...]:
    """The results that `rolled` or `drawn` lists for a kind of pieces, or for all picks (`ANY_PICK`), in written order; none
    if they are given by piece."""
    kinds = book.program.layout.kinds
    return tuple(
        result
        for entry in (given.entries if given is not None else ())
        if (entry.key.text if entry.key.text in kinds else ANY_PICK) == name
        and not isinstance(entry.value, document.Mapping)
        for result in _list(entry.value)
    )


def span_of(results: Sequence[document.Scalar]) -> Span:
    """The span of neighbouring results."""
    first, last = results[0].span, results[-1].span
    return Span(first.source, first.start, last.end)


def not_in_pool(
    book: Book, cells: array[int], step: rules.PlayStep, name: str, mismatch: NotInPool
) -> tuple[Span, str, str]:
    """The problem of a result that cannot be drawn: its span, where the piece lies instead, and what could be drawn. An example
    hides nothing."""
    result = results_of(book, step.drawn, name)[mismatch.at]
    kind = book.program.layout.kinds.get(name)
    if kind is None:
        could = listed(_picks(book, step, result, mismatch.pool), "or", MOST_NAMED)
        return (
            result.span,
            f"`{result.text}` is not among what is picked from here",
            could and f"write {could}",
        )
    could = listed(_pieces(book, kind, mismatch.pool), "or", MOST_NAMED) or "nothing"
    return (
        result.span,
        _elsewhere(book, cells, kind, result.text, mismatch),
        f"what can be drawn here: {could}",
    )


def _elsewhere(book: Book, cells: array[int], kind: KindLayout, named: str, mismatch: NotInPool) -> str:
    at = _lies_at(kind, cells, mismatch.piece)
    pool = {piece // kind.looks if kind.identical else cells[kind.where + piece] for piece in mismatch.pool}
    wording, label = Wording(book.program), book.program.labels.kinds[kind.name][1]
    where = f"it lies in {listed([wording.place(kind.name, code) for code in at], 'and', MOST_NAMED)}"
    from_ = listed([wording.place(kind.name, code) for code in sorted(pool)], "and", MOST_NAMED)
    message = f"`{named}` cannot be drawn here: "
    if mismatch.piece in (
        [piece % kind.looks for piece in mismatch.pool] if kind.identical else mismatch.pool
    ):
        return f"{message}it is named more often than it lies in {from_}"
    if set(at) & pool:
        return f"{message}{where}, but not every one of the {label} there can be drawn"
    return f"{message}{where if at else f'none of the {label} in play shows it'}" + (
        f", and {label} are drawn from {from_}" if from_ else ""
    )


def _lies_at(kind: KindLayout, cells: array[int], piece: int) -> list[int]:
    """The places of a piece, or of all pieces that look like it."""
    if not kind.identical:
        return [cells[kind.where + piece]]
    look = piece % kind.looks
    return [code for code in range(len(kind.places)) if kind.looks_at(cells, code)[look]]


def _pieces(book: Book, kind: KindLayout, pool: Sequence[int]) -> list[str]:
    wording = Wording(book.program)
    if kind.identical:
        return list(dict.fromkeys(wording.look(kind.name, piece % kind.looks) for piece in pool))
    return [wording.piece(kind.name, piece) for piece in pool]


def _picks(book: Book, step: rules.PlayStep, result: document.Scalar, pool: Sequence[int]) -> list[str]:
    """The names of the values that could be picked, in the form of the list that contains the result; empty if they are of another
    sort."""
    entries = step.drawn.entries if step.drawn is not None else ()
    name = next(entry.key.text for entry in entries if result in _list(entry.value))
    if name == "numbers":
        return [str(value) for value in pool]
    if name in ("players", "teams"):
        many = book.program.players if name == "players" else max(book.program.teams) + 1
        names = [f"{'seat' if name == 'players' else 'team'}({number + 1})" for number in range(many)]
    else:
        names = [member for member, _ in book.program.labels.enums.get(name, ())]
    return [names[value] for value in pool] if all(0 <= value < len(names) for value in pool) else []


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
    read: dict[str, Callable[[document.Scalar], int]] = {
        "players": written.player,
        "teams": written.team,
        "numbers": lambda value: written.number(value, -(2**31) + 1, None),
        **{enum: partial(written.member, enum=enum) for enum in book.program.labels.enums},
    }
    if name in read:
        return ANY_PICK, list(map(read[name], values))
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
