"""`given` of an example: a position set up by hand, cell by cell; and `expect` by value, which compares with the same words.

    given: {seat(1).score: 95, rolls: 3, rack: [6, 6, 5, 4], tray: [4], me: seat(2)}

Variables take a value, or a mapping for the remaining axes (`seat(1).sheet: {twos: 8}`).  A board takes the spaces of each
owner (`board: {X: [a1, b2]}`), the piece on each space (`board: {a1: king of 1}`) or a diagram; its other spaces are empty.
Zones take the list of their pieces, how many of each (`{6: 8}`), or a number where pieces cannot be told apart.  A kind takes
the faces of its pieces, which stay where they are (`dice: [3, 3, 4]`, `die.face: 3`).  Pieces of a given zone that are not
listed go home, or to the zone that has the `rest`; other zones keep their pieces, as long as there are enough.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.author.positions.boards import lay, standing
from rulewright.author.positions.pieces import Identical, WithIdentity
from rulewright.author.positions.words import Places
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.ir import layout as cells_of
from rulewright.rulebook import nodes as rules
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book, Target


def apply_given(book: Book, cells: array[int], given: Iterable[rules.Given]) -> Places:
    """Write what is given into the cells, and return the places whose contents it sets. Raises NotUnderstood, with the place in
    the file."""
    return _Setter(book, cells).apply(list(given))


@dataclass(slots=True)
class _Setter:
    book: Book
    cells: array[int]

    def apply(self, given: list[rules.Given]) -> Places:
        given = sorted(given, key=lambda entry: not _is_me(entry.place))
        zones: dict[str, dict[int, document.Node]] = {}
        shown: list[tuple[str, int | None, document.Node]] = []
        laid: set[tuple[str, int]] = set()
        for entry in given:
            target = self._target(entry)
            match target.sort:
                case "zone":
                    zones.setdefault(target.name, {})[target.indices[0]] = entry.value
                case "board" if self.book.program.layout.boards[target.name].shape == "unbounded":
                    laid |= lay(self.book, self.cells, target.name, entry.value)
                case "board":
                    kind, contents = standing(self.book.program, target.name, target.indices[0], entry.value)
                    zones.setdefault(kind, {}).update(contents)
                case "kind":
                    shown.append((target.name, None, entry.value))
                case "faces":
                    shown.append((target.name, target.indices[0], entry.value))
                case _:
                    self._set(entry, target)
        for name, places in zones.items():
            self._pieces(name).arrange(places, {piece for kind, piece in laid if kind == name})
        for kind, at, faces in shown:
            self._pieces(kind).show(faces, at)
        return self._set_places(zones, shown)

    def _set_places(
        self,
        zones: dict[str, dict[int, document.Node]],
        shown: Iterable[tuple[str, int | None, document.Node]],
    ) -> Places:
        layouts = self.book.program.layout.kinds
        places = {kind: set(codes) for kind, codes in zones.items()}
        for kind, at, _ in shown:
            places.setdefault(kind, set()).update(range(len(layouts[kind].places)) if at is None else (at,))
        return {kind: frozenset(codes) for kind, codes in places.items()}

    def _target(self, entry: rules.Given) -> Target:
        """The target of a key; `me` is the player to move, which is set before everything else."""
        return target_of(self.book, entry, self.cells[cells_of.CURRENT])

    def _pieces(self, kind: str) -> Identical | WithIdentity:
        return pieces_of(self.book, self.cells, kind)

    def _set(self, entry: rules.Given, target: Target) -> None:
        for cell, value, *_ in values_of(self.book, target, entry.value):
            self.cells[cell] = value


def taken(book: Book, before: array[int], after: array[int], places: Places) -> Iterator[tuple[str, str]]:
    """The pieces, in words, that a position took from zones which it does not give and in which pieces do not begin, each with its zone."""
    wording = Wording(book.program)
    for kind, given in places.items():
        was = pieces_of(book, before, kind)
        for code, missing in was.missing(after):
            zone = book.rulebook.zones.get(was.layout.places[code].zone)
            begins = zone is not None and zone.start in ("all", "rest")
            if code not in given and not begins:
                yield missing, wording.place(kind, code)


def target_of(book: Book, entry: rules.Given, me: int) -> Target:
    """The target of a key, with its indices."""
    target = book.target(entry.place)
    if not target.of_me:
        return target
    return replace(target, indices=(target.indices[0] + me, *target.indices[1:]))


def pieces_of(book: Book, cells: array[int], kind: str) -> Identical | WithIdentity:
    """The pieces of a kind in a position."""
    layout = book.program.layout.kinds[kind]
    made = Identical if layout.identical else WithIdentity
    return made(book, cells, layout)


ValueOfCell = tuple[int, int, document.Scalar, str]
"""A cell, its value, where that is written, and the key before it within a mapping."""


def values_of(book: Book, target: Target, value: document.Node) -> Iterator[ValueOfCell]:
    """What is written for the cells of a variable, or of `me`, `phase` and `round`. Raises NotUnderstood."""
    written = Written(book.program)
    match target.sort:
        case "me":
            yield cells_of.CURRENT, written.player(one(value)), one(value), ""
        case "round":
            yield cells_of.ROUND, written.number(one(value), 1, None), one(value), ""
        case "phase":
            names = [phase.name for phase in book.program.phases]
            yield cells_of.PHASE, written.one_of(one(value), names, "phase"), one(value), ""
        case _:
            group = book.program.layout.groups[target.name]
            yield from _cells(written, group, tuple(target.indices), value)


def _cells(
    written: Written, group: cells_of.Group, indices: tuple[int, ...], value: document.Node, key: str = ""
) -> Iterator[ValueOfCell]:
    if len(indices) == len(group.axes):
        index = 0
        for axis, at in zip(group.axes, indices, strict=True):
            if at not in axis.indices:
                raise NotUnderstood(value.span, f"`{group.name}` has no value for what is named here")
            index = index * axis.size + axis.indices.index(at)
        yield group.offset + index, written.cell(one(value), group), one(value), key
        return
    axis = group.axes[len(indices)]
    if not isinstance(value, document.Mapping):
        raise NotUnderstood(value.span, _several(group, axis, indices, value))
    for entry in value.entries:
        yield from _cells(
            written, group, (*indices, written.index(entry.key, axis)), entry.value, entry.key.text
        )


def _several(
    group: cells_of.Group, axis: cells_of.Axis, indices: tuple[int, ...], value: document.Node
) -> str:
    """The message for a variable with several values that was given a single one."""
    one = {"players": "seat(1)", "teams": "team(1)"}.get(axis.kind)
    if one is not None and not indices:
        return f"whose `{group.name}`? Write `{one}.{group.name}: {value.span.text}`"
    each = {"players": "player", "teams": "team", "range": "number"}.get(axis.kind, axis.name)
    return f"`{group.name}` has a value for each {each}: write them as a mapping, `{{{one or each}: ...}}`"


def _is_me(place: syntax.Expression) -> bool:
    return isinstance(place, syntax.Name) and place.text == "me"
