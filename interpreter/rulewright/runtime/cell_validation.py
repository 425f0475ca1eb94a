"""Validation of cells: whether a game of a program can have them, and if not, what is wrong.

    possible = Possible(program)
    possible.fault(state.cells)             None
    possible.fault([7, *cells[1:]])         "the player to act is 7, and can be 0 to 1"

All cells from outside are checked here before they are used: saved games, records, `game.state_at`, input of native
code.  The range of each cell is checked, and that all cells agree on where the pieces are.  A valid position need not
be reachable in play, but rules can be evaluated on it.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from operator import le

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, FLOW_CELLS, ROUND, WINNERS, Group, KindLayout
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.runtime import notes
from rulewright.runtime.labels import Wording

FLOW = (
    "the player to act", "the phase", "the round", "the player who began the round", "the number of the end",
    "the set of winners",
)  # fmt: skip
NOBODY = -1
MOST_ROUNDS = 1_000_000_000
"""The highest round of a given position, so that the cell can count on without overflow."""


class Possible:
    """The cells that a program's games can have: at a decision, or when the game is over."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._wording = Wording(program)
        self._kinds = [(kind, _owned(program, kind)) for kind in program.layout.kinds.values()]
        self._low, self._high = _ranges(program)
        self._gaps = [
            group for group in program.layout.groups.values() if group.optional and group.low > group.none + 1
        ]

    def fault(self, cells: Sequence[int]) -> str | None:
        """What is wrong with cells, in the author's words; None if a game can have them."""
        if len(cells) != len(self._low):
            given = f"{len(cells)} are" if len(cells) < len(self._low) else "more are"
            return f"{len(self._low)} cells are needed, {given} given"
        if not (all(map(le, self._low, cells)) and all(map(le, cells, self._high))):
            return self._out_of_range(cells)
        fault = _flow(cells) or self._worth(cells) or self._in_a_gap(cells)
        for kind, owned in self._kinds:
            fault = fault or (
                self._counts(kind, owned, cells) if kind.identical else self._places(kind, cells)
            )
        return fault or self._notes(cells)

    def fault_in_part(self, cells: Sequence[int], hidden: int) -> str | None:
        """What is wrong with cells of which some are masked with the number `hidden`: only the range of the others is checked."""
        if len(cells) != len(self._low):
            return self.fault(cells)
        shown = [low if cell == hidden else cell for cell, low in zip(cells, self._low, strict=True)]
        return self._out_of_range(shown)

    # ------------------------------------------------------------------------------------------------ ranges

    def _out_of_range(self, cells: Sequence[int]) -> str | None:
        for at, (cell, low, high) in enumerate(zip(cells, self._low, self._high, strict=True)):
            if not low <= cell <= high:
                return f"{self.name(at)} is {cell}, and can be {low} to {high}"
        return None

    def _worth(self, cells: Sequence[int]) -> str | None:
        """The error for a result that counts something before there is one."""
        worth = self.program.layout.worth
        if worth < 0 or cells[ENDED] or not cells[worth]:
            return None
        return f"{self.name(worth)} is {cells[worth]}, and the game is not over"

    def _in_a_gap(self, cells: Sequence[int]) -> str | None:
        """The error for a variable with a value between its `none` and its lowest value."""
        for group in self._gaps:
            for at in range(group.offset, group.offset + group.size):
                if group.none < cells[at] < group.low:
                    return f"{self.name(at)} is {cells[at]}, and can be {group.none} (none) or {group.low} to {group.high}"
        return None

    # ------------------------------------------------------------------------------------------------ pieces

    def _counts(self, kind: KindLayout, owned: Sequence[int], cells: Sequence[int]) -> str | None:
        """The error for identical pieces: a place with too many, or a wrong total."""
        looks, zones = kind.looks, _zones(kind)
        counts = cells[kind.counts : kind.counts + zones * looks]
        for code in range(zones):
            held = sum(counts[code * looks : (code + 1) * looks])
            if held > kind.places[code].size:
                return self._too_full(kind, code, held)
        if kind.unlimited:
            return None
        spots = cells[kind.spots : kind.spots + len(kind.places) - zones]
        wide = kind.faces + 1
        for owner, many in enumerate(owned):
            first = owner * wide
            there = sum(sum(counts[first + face :: looks]) for face in range(wide))
            there += sum(map(spots.count, range(first + 1, first + wide + 1)))
            if there != many:
                whose = f" of {owner + 1}" if kind.owners > 1 else ""
                return f"there are {there} {kind.name}{whose} in all, and there must be {many}"
        return None

    def _places(self, kind: KindLayout, cells: Sequence[int]) -> str | None:
        """The error for pieces with identity: each has to be in one place, and the cells of the place have to agree."""
        where = cells[kind.where : kind.where + kind.pieces]
        many, zones = Counter(where), _zones(kind)
        for code in range(zones):
            there, held = many[code], cells[kind.held + code]
            if there != held:
                return f"{self._place(kind, code)} holds {held} {kind.name}, and {there} lie there"
            if there > kind.places[code].size:
                return self._too_full(kind, code, there)
            if code in kind.order and not _in_order(kind, cells, code, held):
                return f"the order of {self._place(kind, code)} does not name the {kind.name} that lie there, each once"
        for code in range(zones, len(kind.places)):
            piece = cells[kind.spots + code - kind.first_spot]
            if many[code] != (1 if piece else 0) or (piece and where[piece - 1] != code):
                return f"{self._place(kind, code)} does not hold the {kind.name} that lie there"
        return self._faces(kind, cells) or self._table(kind, cells, where)

    def _faces(self, kind: KindLayout, cells: Sequence[int]) -> str | None:
        """The error for a piece with fewer faces than others of its kind that shows a face it lacks."""
        for piece, sides in enumerate(kind.sides if kind.faces else ()):
            if cells[kind.face + piece] > sides:
                return (
                    f"{self.name(kind.face + piece)} is {cells[kind.face + piece]}, and can be 0 to {sides}"
                )
        return None

    def _table(self, kind: KindLayout, cells: Sequence[int], where: Sequence[int]) -> str | None:
        """The error for an unbounded board: each piece there has its own space, and no other piece has one."""
        if kind.space < 0:
            return None
        taken = set[int]()
        for piece, place in enumerate(where):
            space = cells[kind.space + piece]
            turned = cells[kind.turned + piece] if kind.turned >= 0 else 0
            if (place == kind.table) != (space > 0) or (turned and not space):
                return (
                    f"{self.name((kind.turned if turned else kind.space) + piece)} does not fit where it lies"
                )
            if space in taken:
                return f"{self.name(kind.space + piece)} is taken by another of the {kind.name}"
            if space:
                taken.add(space)
        return None

    def _too_full(self, kind: KindLayout, code: int, held: int) -> str:
        return f"{self._place(kind, code)} holds {held} {kind.name}, and at most {kind.places[code].size} have room there"

    # ------------------------------------------------------------------------------------------------- notes

    def _notes(self, cells: Sequence[int]) -> str | None:
        """The error for notes after the last one."""
        for each in self.program.layout.notes.values():
            if notes.fault(each, cells):
                return f"the notes of `{each.name}` do not end where their number says"
        return None

    # ------------------------------------------------------------------------------------------------- words

    def name(self, at: int) -> str:
        """What a cell contains, in the author's words."""
        if at < FLOW_CELLS:
            return FLOW[at]
        for group in self.program.layout.groups.values():
            if group.offset <= at < group.offset + group.size:
                return self._variable(group, at - group.offset)
        for kind in self.program.layout.kinds.values():
            for start, size, what, _ in _cells_of(self.program, kind):
                if start <= at < start + size:
                    return self._of_kind(kind, what, at - start)
        if at == self.program.layout.worth:
            return "the worth of the result"
        for notes_ in self.program.layout.notes.values():
            if notes_.offset <= at < notes_.offset + notes_.size:
                return f"the notes of `{notes_.name}`"
        raise ValueError(f"there is no cell {at}")

    def _variable(self, group: Group, index: int) -> str:
        axes = [list(self._wording.axis_keys(group, axis)) for axis in range(len(group.axes))]
        keys = next(islice(product(*axes), index, None))
        owner = ""
        if group.axes and group.axes[0].kind in ("players", "teams"):
            owner = (
                "seat" if group.axes[0].kind == "players" else "team"
            ) + f"({index // (group.size // len(axes[0])) + 1})."
            keys = keys[1:]
        return f"`{owner}{group.name}{'(' + ', '.join(keys) + ')' if keys else ''}`"

    def _of_kind(self, kind: KindLayout, what: str, index: int) -> str:
        if what == "count":
            code, look = divmod(index, kind.looks)
            return f"the number of `{self._wording.look(kind.name, look)}` in {self._place(kind, code)}"
        if what.startswith("held "):
            return f"the number of {kind.name} in {self._place(kind, int(what[5:]))}"
        if what == "spot":
            return f"the piece on {self._place(kind, kind.first_spot + index)}"
        if what.startswith("order "):
            return f"number {index + 1} from the bottom of {self._place(kind, int(what[6:]))}"
        return f"the {what} of `{self._wording.piece(kind.name, index)}`"

    def _place(self, kind: KindLayout, code: int) -> str:
        names = self.program.labels.places.get(kind.name, ())
        return f"`{names[code][0] if code < len(names) else kind.places[code].zone}`"


def _flow(cells: Sequence[int]) -> str | None:
    """The error for the cells of the flow of play: until the end a player is to act, and nobody has won."""
    if cells[ENDED]:
        return (
            None if cells[CURRENT] == NOBODY else f"{FLOW[CURRENT]} is {cells[CURRENT]}, and the game is over"
        )
    if cells[CURRENT] == NOBODY:
        return f"{FLOW[CURRENT]} is nobody, and the game is not over"
    return f"{FLOW[WINNERS]} is {cells[WINNERS]}, and the game is not over" if cells[WINNERS] else None


def _in_order(kind: KindLayout, cells: Sequence[int], code: int, held: int) -> bool:
    """Whether the cells of a kept place name each piece there once, from the bottom, and nothing above."""
    start, size = kind.order[code], kind.places[code].size
    there = cells[start : start + held]
    return (
        not any(cells[start + held : start + size])
        and len(set(there)) == held
        and all(piece and cells[kind.where + piece - 1] == code for piece in there)
    )


def _zones(kind: KindLayout) -> int:
    """The number of places that are not spaces for a single piece."""
    return min(len(kind.places), kind.first_spot)


def _owned(program: ir.Program, kind: KindLayout) -> tuple[int, ...]:
    """The number of identical pieces of each owner."""
    if not kind.identical:
        return ()
    starting = range(_zones(kind))
    return tuple(sum(kind.start_of(code, owner) for code in starting) for owner in range(kind.owners))


def _ranges(program: ir.Program) -> tuple[array[int], array[int]]:
    """The lowest and the highest value of each cell."""
    layout, players = program.layout, program.players
    low, high = array("i", (0,)) * layout.size, array("i", (0,)) * layout.size
    low[CURRENT], low[ROUND] = NOBODY, 1
    everybody = min((1 << players) - 1, HIGHEST)
    for at, most in enumerate(
        (players - 1, len(program.phases) - 1, MOST_ROUNDS, players - 1, len(program.ends), everybody)
    ):
        high[at] = most
    if layout.worth >= 0:
        high[layout.worth] = HIGHEST
    for group in layout.groups.values():
        least = min(group.none, group.low) if group.optional else group.low
        for at in range(group.offset, group.offset + group.size):
            low[at], high[at] = least, group.high
    for kind in layout.kinds.values():
        for start, size, _, most in _cells_of(program, kind):
            for at in range(start, start + size):
                high[at] = most
    for notes_ in layout.notes.values():
        for at in range(notes_.offset, notes_.offset + notes_.size):
            low[at], high[at] = LOWEST - 1, HIGHEST
        low[notes_.offset], high[notes_.offset] = 0, notes_.most
    return low, high


def _cells_of(program: ir.Program, kind: KindLayout) -> Iterator[tuple[int, int, str, int]]:
    """The groups of cells of a kind: first cell, number of cells, content, and highest value."""
    zones, pieces = _zones(kind), kind.pieces
    if kind.spots >= 0:
        yield kind.spots, len(kind.places) - zones, "spot", kind.looks if kind.identical else pieces
    if kind.identical:
        if kind.counts >= 0:
            yield kind.counts, zones * kind.looks, "count", pieces
        return
    yield kind.where, pieces, "place", len(kind.places) - 1
    if kind.face >= 0:
        yield kind.face, pieces, "face", kind.faces
    for code in range(zones):
        yield kind.held + code, 1, f"held {code}", kind.places[code].size
    for code, start in kind.order.items():
        yield start, kind.places[code].size, f"order {code}", pieces
    boards = program.layout.boards.values()
    spaces = [board.spaces for board in boards if board.kind == kind.name and board.shape == "unbounded"]
    if kind.space >= 0:
        yield kind.space, pieces, "space", max(spaces, default=0)
    if kind.turned >= 0:
        yield kind.turned, pieces, "turn", 3
