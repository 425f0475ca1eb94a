"""The observations of a seat in many states, in one call: `rulewright.observe_many (table, count, seen, viewer, unseen)`, which returns 0.

`table` is that of `batches`, `unseen` holds the addresses of the buffers of `runtime.hidden_cells.Unseen`, `seen` gets a row of cells for each
state, and `viewer` is a seat, or -1 for the player to act (seat 0 when there is none).  The rows are those of `game.knowledge.visibility`: -2
for hidden cells, and for a hidden place of identical pieces how many are there and how many of them show a face.
"""

from __future__ import annotations

from rulewright.ir.layout import CURRENT, KindLayout
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.batches import Across
from rulewright.runtime.hidden_cells import UNSEEN

CELLS, STARTS, PLACES = range(3)
"""The buffers of `Unseen` in their table."""


def write_observing(building: Building) -> None:
    """Write the function that gives the observations of seats."""
    e = Across(building, "rulewright.observe_many", "ptr noalias %seen", "i32 %viewer", "ptr noalias %unseen")
    code, width = e.code, e.layout.size
    cells, starts, places = (
        code.item(Operand("ptr", "%unseen"), constant(index), "ptr") for index in (CELLS, STARTS, PLACES)
    )

    def see(place: Operand) -> None:
        state = e.in_buffer("cells", place, width=width)
        row = code.element(Operand("ptr", "%seen"), "i32", code.multiply(place, constant(width, "i64")))
        e.copy(state, row, width)
        viewer = _viewer(e, state)
        _blot(e, row, cells, code.element(starts, "i32", viewer))
        first = 0
        total = sum(len(kind.places) for kind in e.layout.kinds.values())
        own = code.element(places, "i32", code.multiply(viewer, constant(total)))
        for kind in e.layout.kinds.values():
            if any(info.seen_by != "all" for info in kind.places):
                hidden = code.element(own, "i32", constant(first))
                (_count if kind.identical else _hide)(e, kind, state, row, hidden)
            first += len(kind.places)

    e.each(see)
    e.close(constant(0))


def _viewer(e: Across, state: Operand) -> Operand:
    """The seat that observes a state."""
    code, given, nobody = e.code, Operand("i32", "%viewer"), constant(0)
    current = e.cell(state, CURRENT)
    acting = code.select(code.compare("sgt", current, nobody), current, nobody)
    return code.select(code.compare("slt", given, nobody), acting, given)


def _blot(e: Across, row: Operand, cells: Operand, starts: Operand) -> None:
    """Hide the cells that are listed for a seat."""
    code = e.code
    first, last = code.load("i32", starts), code.item(starts, constant(1))

    def hide(index: Operand) -> None:
        offset = code.item(cells, code.add(index, first))
        code.store(constant(UNSEEN), code.element(row, "i32", offset))

    code.loop(code.subtract(last, first), hide)


def _hide(e: Across, kind: KindLayout, state: Operand, row: Operand, hidden: Operand) -> None:
    """Hide the place and the face of each piece with identity at a hidden place. Without a branch, since it
    is unpredictable which pieces these are."""
    code = e.code

    def look(piece: Operand) -> None:
        where = code.add(piece, constant(kind.where))
        at = code.item(state, where)
        somewhere = code.compare("ult", at, constant(len(kind.places)))
        known = code.item(hidden, code.select(somewhere, at, constant(0)))
        unseen = code.both(somewhere, code.compare("ne", known, constant(0)))
        code.store(code.select(unseen, constant(UNSEEN), at), code.element(row, "i32", where))
        if kind.face >= 0:
            face = code.add(piece, constant(kind.face))
            shown = code.item(state, face)
            code.store(code.select(unseen, constant(UNSEEN), shown), code.element(row, "i32", face))

    code.loop(constant(kind.pieces), look)


def _count(e: Across, kind: KindLayout, state: Operand, row: Operand, hidden: Operand) -> None:
    """For identical pieces at a hidden place leave only how many show nothing, and how many show a face."""
    code, looks = e.code, kind.looks
    if looks == 1:
        return
    shows = e.building.constant_row([int(look % (kind.faces + 1) > 0) for look in range(looks)])
    both = code.allocate("i32", 2)

    def at(place: Operand) -> None:
        with code.if_(code.compare("ne", code.item(hidden, place), constant(0)), "unseen"):
            base = code.add(code.multiply(place, constant(looks)), constant(kind.counts))
            for side in range(2):
                code.store(constant(0), code.element(both, "i32", constant(side)))

            def add(look: Operand) -> None:
                side = code.element(both, "i32", code.item(shows, look))
                cell = code.add(base, look)
                many = code.item(state, cell)
                code.increase(side, many)
                code.store(constant(0), code.element(row, "i32", cell))

            code.loop(constant(looks), add)
            for side in range(2):
                told = code.item(both, constant(side))
                code.store(told, code.element(row, "i32", code.add(base, constant(side))))

    code.loop(constant(min(len(kind.places), kind.first_spot)), at)
