"""`given` of an example: a position set up by hand, cell by cell.

    given: {seat(1).score: 95, rolls: 3, rack: [6, 6, 5, 4], tray: [4], me: seat(2)}

Variables take a value, or a mapping for the remaining axes (`seat(1).sheet: {twos: 8}`).  A board takes the spaces of each
owner (`board: {X: [a1, b2]}`), the piece on each space (`board: {a1: king of 1}`) or a diagram; its other spaces are empty.
Zones take the list of their pieces, how many of each (`{6: 8}`), or a number where pieces cannot be told apart.  A kind takes the faces of its pieces, which stay
where they are.  Pieces of a given zone that are not listed go home; other zones keep their pieces, as long as there are enough.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.author.positions.boards import lay, standing
from rulewright.author.positions.pieces import Identical, WithIdentity
from rulewright.author.positions.words import Places
from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.ir import layout as cells_of
from rulewright.rulebook import nodes as rules

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
        kinds: list[tuple[str, document.Node]] = []
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
                    kinds.append((target.name, entry.value))
                case _:
                    self._set(entry, target)
        for name, places in zones.items():
            self._pieces(name).arrange(places, {piece for kind, piece in laid if kind == name})
        for kind, faces in kinds:
            self._pieces(kind).show(faces)
        layouts = self.book.program.layout.kinds
        shown = {kind: frozenset(range(len(layouts[kind].places))) for kind, _ in kinds}
        return {name: frozenset(places) for name, places in zones.items()} | shown

    def _target(self, entry: rules.Given) -> Target:
        """The target of a key; `me` is the player to move, which is set before everything else."""
        target = self.book.target(entry.place)
        if not target.of_me:
            return target
        mine = target.indices[0] + self.cells[cells_of.CURRENT]
        return replace(target, indices=(mine, *target.indices[1:]))

    def _pieces(self, kind: str) -> Identical | WithIdentity:
        layout = self.book.program.layout.kinds[kind]
        made = Identical if layout.identical else WithIdentity
        return made(self.book, self.cells, layout)

    def _set(self, entry: rules.Given, target: Target) -> None:
        written = Written(self.book.program)
        match target.sort:
            case "variable":
                self._set_variable(target, entry.value)
            case "me":
                self.cells[cells_of.CURRENT] = written.player(one(entry.value))
            case "round":
                self.cells[cells_of.ROUND] = written.number(one(entry.value), 1, None)
            case "phase":
                names = [phase.name for phase in self.book.program.phases]
                self.cells[cells_of.PHASE] = written.one_of(one(entry.value), names, "phase")

    def _set_variable(self, target: Target, value: document.Node) -> None:
        group = self.book.program.layout.groups[target.name]
        self._set_cells(group, tuple(target.indices), value)

    def _set_cells(self, group: cells_of.Group, indices: tuple[int, ...], value: document.Node) -> None:
        written = Written(self.book.program)
        if len(indices) == len(group.axes):
            index = 0
            for axis, at in zip(group.axes, indices, strict=True):
                if at not in axis.indices:
                    raise NotUnderstood(value.span, f"`{group.name}` has no value for what is named here")
                index = index * axis.size + axis.indices.index(at)
            self.cells[group.offset + index] = written.cell(one(value), group)
            return
        axis = group.axes[len(indices)]
        if not isinstance(value, document.Mapping):
            raise NotUnderstood(value.span, _several(group, axis, indices, value))
        for entry in value.entries:
            self._set_cells(group, (*indices, written.index(entry.key, axis)), entry.value)


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
