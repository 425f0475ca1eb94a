"""The abstract position, which represents all reachable ones: ranges of variables, numbers of pieces, rules that were reached.

    position.variables["pot"]       Values(0, 24)           position.held["dice", 2]        (0, 5)

It only ever grows.  A variable that keeps growing is widened to its declared range, so that the growth ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.language.ranges import (
    COUNT,
    NONE,
    Abstract,
    Values,
    exactly,
    inside,
    join,
    listed,
    union,
    within,
)
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

STEPS = 4
"""The number of times a variable may grow before it is widened."""

Place = tuple[str, int, int]
"""A place in a file: its name, and the offsets of start and end."""


def place_of(span: Span) -> Place:
    return span.file, span.start, span.end


@dataclass(frozen=True, slots=True)
class Unknown:
    """Constants of the program that depend on options: `constants` by place, and declarations by name whose sizes, ranges,
    faces or values depend on them."""

    constants: Mapping[Place, Values] = field(default_factory=dict)
    declarations: frozenset[str] = frozenset()

    @property
    def any(self) -> bool:
        return bool(self.constants or self.declarations)


@dataclass(slots=True)
class Position:
    """The abstract position. `held` is by kind and place code; `faces` are indices; `wrote` has the places and ranges of writes."""

    program: ir.Program
    unknown: Unknown
    variables: dict[str, Values] = field(default_factory=dict)
    held: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    faces: dict[str, Values] = field(default_factory=dict)
    phases: set[int] = field(default_factory=set)
    notes: set[str] = field(default_factory=set)
    leaves: set[int] = field(default_factory=set)
    """Phases in which some effect leaves the phase or passes the turn."""
    legal: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    """Actions that are arguments of `can`."""
    frames: dict[str, dict[int, Abstract]] = field(default_factory=dict)
    """The values of parameters and lets of an action, when it is done."""
    wrote: dict[str, dict[Span, Values]] = field(default_factory=dict)
    grown: dict[str, int] = field(default_factory=dict)
    changed: bool = False

    def __post_init__(self) -> None:
        for group in self.program.layout.groups.values():
            fixed = group.name not in self.unknown.declarations
            none = group.start == group.none and group.optional
            start = NONE if none else exactly(group.start)
            self.variables[group.name] = start if fixed or none else self.range_of(group)
        for kind in self.program.layout.kinds.values():
            self.faces[kind.name] = NONE
            for code in range(len(kind.places)):
                if kind.identical:
                    there = sum(kind.start_of(code, owner) for owner in range(kind.owners))
                else:
                    there = kind.homes.count(code)
                self.held[kind.name, code] = (there, there)

    # ------------------------------------------------------------------------------------------- questions

    def range_of(self, group: Group) -> Values:
        """The range that a variable may have without a rule failure, except none."""
        if group.name in self.unknown.declarations and group.sort == "integer":
            return Values(LOWEST, HIGHEST)
        if group.name in self.unknown.declarations and group.sort in ("space", "line"):
            return COUNT
        return Values(group.low, group.high)

    def is_open(self, kind: str) -> bool:
        """Whether the number of pieces of a kind, or their starting places and room, depend on options."""
        if self.program.layout.kinds[kind].unlimited or self._on_boards(kind):
            return True
        zones = (place.zone for place in self.program.layout.kinds[kind].places)
        return kind in self.unknown.declarations or any(zone in self.unknown.declarations for zone in zones)

    def _on_boards(self, kind: str) -> bool:
        """Whether a kind is placed on boards; nothing is proved about their spaces."""
        return any(board.kind == kind for board in self.program.layout.boards.values())

    def there(self, kind: str, places: Values) -> tuple[int, int]:
        """The least and the greatest number of pieces at one of these places."""
        if self.is_open(kind):
            return 0, HIGHEST
        codes = range(len(self.program.layout.kinds[kind].places))
        found = [self.held[kind, code] for code in codes if places.holds(code)]
        return (min(low for low, _ in found), max(high for _, high in found)) if found else (0, 0)

    def face(self, kind: str) -> Values:
        """The faces that pieces of a kind can have, as indices."""
        return union(self.faces[kind], COUNT) if kind in self.unknown.declarations else self.faces[kind]

    # --------------------------------------------------------------------------------------------- growing

    def write(self, group: Group, value: Values, span: Span) -> Values:
        """Sets a variable; returns its range afterwards (NOTHING if the write always fails)."""
        kept = within(value, *self._limits(group))
        if kept.none and not group.optional:
            kept = Values(kept.low, kept.high, False, kept.few)
        wrote = self.wrote.setdefault(group.name, {})
        wrote[span] = union(wrote[span], kept) if span in wrote else kept
        before = self.variables[group.name]
        if inside(kept, before):
            return kept
        after = union(before, kept)
        self.grown[group.name] = self.grown.get(group.name, 0) + 1
        if self.grown[group.name] > STEPS and group.sort == "integer":
            low, high = self._limits(group)
            after = Values(
                low if after.low < before.low else after.low,
                high if after.high > before.high else after.high,
                after.none,
            )
        self.variables[group.name] = after
        self.changed = True
        return kept

    def _limits(self, group: Group) -> tuple[int, int]:
        limits = self.range_of(group)
        return limits.low, limits.high

    def move(self, kind: str, source: Values | None, to: Values, most: int) -> None:
        """Moves up to `most` pieces from one of these places (None: from anywhere) to one of others."""
        if most <= 0:
            return
        layout = self.program.layout.kinds[kind]
        for code, place in enumerate(layout.places):
            low, high = self.held[kind, code]
            if source is None or source.holds(code):
                low = 0
            if to.holds(code):
                high = min(place.size, layout.pieces)
            if (low, high) != self.held[kind, code]:
                self.held[kind, code] = (low, high)
                self.changed = True

    def bring_back(self, kind: str) -> None:
        """Returns pieces to the places where they start, without faces."""
        layout = self.program.layout.kinds[kind]
        homes = [
            code
            for code in range(len(layout.places))
            if (
                any(layout.start_of(code, owner) for owner in range(layout.owners))
                if layout.identical
                else code in layout.homes
            )
        ]
        self.move(kind, None, listed(homes), layout.pieces)
        self.show(kind, NONE)

    def show(self, kind: str, faces: Values) -> None:
        if not inside(faces, self.faces[kind]):
            self.faces[kind] = union(self.faces[kind], faces)
            self.changed = True

    def add(self, collected: set[int] | set[str], entry: int | str) -> None:
        """Adds an entry to a set of things that were reached."""
        if entry not in collected:
            collected.add(entry)  # type: ignore[arg-type]  # callers give what the set is of
            self.changed = True

    def done(self, action: str, frame: Mapping[int, Abstract]) -> None:
        """Records that an action was done, with the values of its frame."""
        known = self.frames.setdefault(action, {})
        for slot, value in frame.items():
            after = join(known[slot], value) if slot in known else value
            if known.get(slot) != after:
                known[slot] = after
                self.changed = True
