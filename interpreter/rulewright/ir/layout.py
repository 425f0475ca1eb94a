"""The layout of the state: one flat vector of 32-bit integers.

    cells[0]                player to act (0..players-1); -1 before the first turn and when the game is over
    cells[1]                phase (index); 0 before the first
    cells[2]                round (from 1; 0 during set-up)
    cells[3]                first player of the round
    cells[4]                ended: 0 while the game goes on, otherwise 1 + index of the `end` that ended it
    cells[5]                winners as a bit set of players, once it is over
    then one group for each variable, and the groups of each kind of pieces; the last cell is the worth of the result, 0 before the
    end and in a draw, if an end of the game has one

**Variables.** A group of shape `shape` (one axis for each `per`; a scalar has shape `()`), row by row. A cell holds
the value itself for integers, 0/1 for bool, the ordinal for everything else; `none` is `low - 1` for integers and
-1 for the rest.

**Pieces without identity** (`identical`). A piece is determined by its place and its look: group `counts`, shape
(places, looks), has the number of pieces of each look at each place. A piece's number is the cell's place in this
group, `place * looks + look`; look = owner * (faces + 1) + (0 showing nothing, otherwise 1 + face index). So the
vector is the same however the pieces were moved. A kind without faces or owner has one look: a counter.

**Pieces with identity** (`one_per`, and every kind of a single piece): groups `places`
(piece -> place code), `faces` (piece -> 0 nothing, 1 + face index; only with faces) and, for each kept place,
`order` (piece + 1 from the bottom; 0 where nothing lies). The number of pieces at a place is kept in `held`.

Place codes number the places of a kind: zones by name, each owner of a zone in turn; then the spaces of its boards,
board by board: first of those whose spaces take several pieces, then of those whose spaces take one.

**Spaces for one piece** are cells of their own (group `spots`, from place `first_spot` on): 0 where nothing is,
otherwise 1 + the look of an identical piece, or 1 + the number of one with identity. They have no `counts` and no `held`.

**A table without an edge** is one place of its kind; the cells `space` (1 + the number of the space; 0 elsewhere) and,
for pieces with sides, `turned` (quarter turns clockwise) of each piece say where and how it lies there.

**Positions that have been before** (`notes`). For each named part of the position: how many notes there are, then the first
words of all notes in the order in which they were made, then their second words, and so on (`ir.noted`), with `room` cells
for each; after the notes the cells are 0. They are the last cells of the state.

**Pieces as many as needed** (`unlimited`) are identical ones that are placed and removed: nowhere while out of play.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import field
from typing import Literal

from rulewright.language.shapes import ShapeName
from rulewright.source.dataclass import dataclass

Seen = Literal["all", "owner", "team", "nobody"]

CURRENT, PHASE, ROUND, ROUND_FIRST, ENDED, WINNERS = range(6)
FLOW_CELLS = 6


@dataclass(frozen=True, slots=True)
class Axis:
    """An index of a variable: `size` numbers from `low` on; `kind` is their sort, `name` the enum or kind, or empty."""

    kind: Literal["players", "teams", "range", "enum", "bool", "pieces", "faces", "spaces", "lines", "ways"]
    name: str
    low: int
    size: int
    without: tuple[int, ...] = field(default=(), repr=False)
    """Numbers in between that are no index and have no cell: directions that a board lacks."""

    @property
    def indices(self) -> tuple[int, ...]:
        """The numbers that may be an index, in order."""
        every = range(self.low, self.low + self.size + len(self.without))
        return tuple(index for index in every if index not in self.without)


@dataclass(frozen=True, slots=True)
class Group:
    """A variable's cells. Values from `low` to `high` (ordinals for sorts other than integers); `none` is `low - 1`
    for `sort` integer and -1 otherwise, allowed if `optional`. `start` is the encoded value of fresh cells, or None."""

    name: str
    offset: int
    axes: tuple[Axis, ...]
    sort: Literal["integer", "bool", "enum", "player", "team", "piece", "face", "space", "line", "way"]
    of: str
    """The name of the enum, kind or board; empty for other sorts."""
    low: int
    high: int
    optional: bool
    start: int
    lasts: Literal["game", "round", "turn"]
    seen_by: Seen

    @property
    def size(self) -> int:
        size = 1
        for axis in self.axes:
            size *= axis.size
        return size

    @property
    def none(self) -> int:
        return self.low - 1 if self.sort == "integer" else -1


@dataclass(frozen=True, slots=True)
class PlaceInfo:
    """One zone of one owner, or a space of a board (`zone` is then the board). `size` is the most pieces it holds."""

    zone: str
    owner: int | None
    owner_is_team: bool
    size: int
    order: Literal["none", "shuffled", "kept"]
    seen_by: Seen
    start: int
    """Pieces that start here (per owner of the kind, where it has owners). For kinds with identity all start in
    one place, or none has a number."""


@dataclass(frozen=True, slots=True)
class KindLayout:
    """The cells of a kind. Offsets are -1 where a group does not exist."""

    name: str
    identical: bool
    pieces: int
    """The number of pieces, all owners together."""
    owners: int
    """1 when the kind has no `of`."""
    owned_by: Literal["", "players", "teams"]
    faces: int
    """The greatest number of faces of a piece; 0 without faces."""
    face_low: tuple[int, ...] | None
    """Numbered faces: the number of face index 0, one for all (length 1) or per piece. None for named faces."""
    places: tuple[PlaceInfo, ...]
    counts: int
    where: int
    face: int
    held: int
    order: dict[int, int]
    """Kept place code -> offset of its order cells (as many as its size)."""
    homes: tuple[int, ...]
    """With identity: the place code of each piece at the start."""
    sides: tuple[int, ...] = ()
    """The number of faces of each piece, if they differ; empty: `faces` for all."""
    first_spot: int = 2**31
    """The first place that is a space for one piece."""
    spots: int = -1
    """The cell of that place."""
    unlimited: bool = False
    space: int = -1
    turned: int = -1
    table: int = -1
    """The place that is a table without an edge."""

    @property
    def looks(self) -> int:
        return self.owners * (self.faces + 1)

    @property
    def numbers(self) -> int:
        """The number of piece numbers: for identical pieces one for each place and look."""
        return len(self.places) * self.looks if self.identical else self.pieces

    def looks_at(self, cells: Sequence[int], code: int) -> list[int]:
        """The numbers of identical pieces of each look at a place."""
        if code >= self.first_spot:
            shown = cells[self.spots + code - self.first_spot]
            return [1 if look + 1 == shown else 0 for look in range(self.looks)]
        start = self.counts + code * self.looks
        return list(cells[start : start + self.looks])

    def held_at(self, cells: Sequence[int], code: int) -> int:
        """The number of pieces at a place."""
        if code >= self.first_spot:
            return 1 if cells[self.spots + code - self.first_spot] else 0
        if self.identical:
            start = self.counts + code * self.looks
            return sum(cells[start : start + self.looks])
        return cells[self.held + code]

    def put_looks(self, cells: MutableSequence[int], code: int, looks: Sequence[int]) -> None:
        """Sets the numbers of identical pieces of each look at a place, which must have room for them."""
        if code >= self.first_spot:
            there = [look + 1 for look, many in enumerate(looks) if many]
            cells[self.spots + code - self.first_spot] = there[0] if there else 0
            return
        start = self.counts + code * self.looks
        for look, many in enumerate(looks):
            cells[start + look] = many

    def start_of(self, code: int, owner: int) -> int:
        """The number of pieces of an owner that start at a place; in zones of the same owners, only the owner's own zone has any."""
        place = self.places[code]
        own_zones = place.owner is not None and self.owned_by == (
            "teams" if place.owner_is_team else "players"
        )
        return 0 if own_zones and place.owner != owner else place.start


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A board, for views: the coordinates at which its spaces are drawn (x in half spaces to the right, y in rows downwards;
    one owner's board) and the kind of pieces on them. `first` is the place of its first space, -1 if it holds no pieces."""

    name: str
    shape: ShapeName
    kind: str
    first: int
    owned_by: Literal["", "players", "teams"]
    owners: int
    positions: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, ...], ...]
    """The declared lines of one owner's board, as spaces."""

    @property
    def spaces(self) -> int:
        """Spaces of one owner's board."""
        return len(self.positions)


@dataclass(frozen=True, slots=True)
class Notes:
    """The cells of a named part of the position: how many notes there are, then at most `most` notes of `words` cells each."""

    name: str
    offset: int
    most: int
    words: int

    @property
    def room(self) -> int:
        """The cells for one word of all notes: a multiple of 16, so that machine code can compare 16 at once."""
        return -(-self.most // 16) * 16

    @property
    def size(self) -> int:
        return 1 + self.room * self.words


@dataclass(frozen=True, slots=True)
class Layout:
    size: int
    players: int
    groups: dict[str, Group]
    kinds: dict[str, KindLayout]
    boards: dict[str, BoardLayout] = field(default_factory=dict)
    worth: int = -1
    """The cell with the worth of the result, -1 if no end has a `worth`."""
    notes: dict[str, Notes] = field(default_factory=dict)

    @property
    def before_notes(self) -> int:
        """The number of cells of the position itself, in front of the notes."""
        return min((notes.offset for notes in self.notes.values()), default=self.size)

    def initial(self) -> list[int]:
        """The cells before set-up: variables at their start, pieces where they start, nobody to act."""
        cells = [0] * self.size
        cells[CURRENT] = -1
        for group in self.groups.values():
            cells[group.offset : group.offset + group.size] = [group.start] * group.size
        for kind in self.kinds.values():
            if kind.identical:
                for code in range(min(len(kind.places), kind.first_spot)):
                    for owner in range(kind.owners):
                        cell = kind.counts + code * kind.looks + owner * (kind.faces + 1)
                        cells[cell] += kind.start_of(code, owner)
            else:
                for piece, code in enumerate(kind.homes):
                    cells[kind.where + piece] = code
                    held = cells[kind.held + code]
                    if code in kind.order:
                        cells[kind.order[code] + held] = piece + 1
                    cells[kind.held + code] = held + 1
        return cells
