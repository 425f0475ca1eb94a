"""Sets of pieces to choose from: by size, then in lexicographic order, each different one once.

    1..2 of (3, 3, 5)      ->      (3)  (5)  (3, 3)  (3, 5)

A set is represented by the indices of its pieces in the sorted pool; of identical pieces the first are taken.  To get the next set
of a size, the last index that can advance to a different piece does so, and the later ones follow it consecutively.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import combinations

from rulewright.ir import nodes as ir
from rulewright.language import choices
from rulewright.native.expressions.domains import CONTAINS, gathered
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.buffers import MOST_BUFFER, copied, room_for, sort
from rulewright.native.llvm.emitter import EACH, Body, Emitter
from rulewright.native.llvm.values import Emitted, Row
from rulewright.source.text import NOWHERE

MOST_MASKED = 8
"""The longest pool whose sets are in a table."""
FEW_VALUES = 16
"""The most different pieces for which the number of sets is computed with several of each."""


def each_subset(e: Emitter, domain: ir.Subsets | ir.Combinations, body: Body) -> int:
    """Each set as a row, which is valid until the next."""
    pool, low, high, lowest, highest = _prepared(e, domain)
    most = min(at_most(pool.most, lowest, highest), choices.MOST_CHOICES)
    if at_most(pool.most, lowest, highest) > choices.MOST_CHOICES:
        _refuse_too_many(e, domain, pool, lowest, highest)
    if pool.most <= MOST_MASKED:
        return _each_mask(e, domain, pool, (low, high), most, body)
    return _each_next(e, domain, pool, (low, high), (most, highest), body)


# ------------------------------------------------------------------------------------------- up to eight pieces


def _each_mask(
    e: Emitter,
    domain: ir.Subsets | ir.Combinations,
    pool: Row,
    sizes: tuple[Operand, Operand],
    most: int,
    body: Body,
) -> int:
    """The sets as masks of indices, which a constant table lists in order for each length of the pool."""
    code, room = e.code, pool.most
    if room == 0:
        with code.if_(code.compare("sle", *sizes)):
            body(Row(pool.address, constant(0), 0, pool.low, pool.high))
        e.spend(1)
        return 1
    mask_row, begin, count = sets_of(e, room, pool.length, sizes)
    different = isinstance(domain, ir.Combinations) or _all_different(e, domain.pool)
    alike = constant(0) if different else _alike(e, pool)
    some = room_for(e, room)

    def one(index: Operand) -> None:
        mask = code.item(mask_row, code.add(begin, index))
        if alike.known == 0:
            body(picked(e, pool, mask, some))
            return
        later = code.binary("and", mask, alike)
        without_first = code.binary(
            "and", later, code.binary("xor", code.binary("shl", mask, constant(1)), constant(-1))
        )
        with code.if_(code.compare("eq", without_first, constant(0))):
            body(picked(e, pool, mask, some))

    e.loop(count, 1 << room, one, domain.span)
    return most


def sets_of(
    e: Emitter, room: int, length: Operand, sizes: tuple[Operand, Operand]
) -> tuple[Operand, Operand, Operand]:
    """For a pool of up to `room` pieces: the masks of all sets in order, the index of the first one of the
    given sizes, and the number of sets of these sizes."""
    code = e.code
    masks, begins = _masks(room)
    begin_row = e.building.constant_row(begins)
    of_length = code.multiply(length, constant(room + 2))
    some_sizes = code.compare("sle", *sizes)

    def beginning(size: Operand) -> Operand:
        place = code.add(of_length, code.select(some_sizes, size, constant(0)))
        return code.item(begin_row, place)

    begin, end = beginning(sizes[0]), beginning(code.add(sizes[1], constant(1)))
    return e.building.constant_row(masks), begin, code.subtract(end, begin)


def _masks(room: int) -> tuple[list[int], list[int]]:
    """For each length of a pool, size by size, the masks of its sets in order; and where each length and
    size begins, `room + 2` entries for each length."""
    masks: list[int] = []
    begins: list[int] = []
    for count in range(room + 1):
        for size in range(room + 2):
            begins.append(len(masks))
            masks += [sum(1 << place for place in some) for some in combinations(range(count), size)]
    return masks, begins


def picked(e: Emitter, pool: Row, mask: Operand, some: Operand) -> Row:
    """The pieces of a mask as a row: each piece is written at the end of the row, which then grows only if
    the piece is in the mask."""
    code, length = e.code, constant(0)
    for place in range(pool.most):
        piece = code.item(pool.address, constant(place))
        code.store(piece, code.element(some, "i32", length))
        shifted = mask if place == 0 else code.binary("lshr", mask, constant(place))
        length = code.add(length, code.binary("and", shifted, constant(1)))
    return Row(some, length, pool.most, pool.low, pool.high)


def _alike(e: Emitter, pool: Row) -> Operand:
    """A mask of the indices with the same piece as the one before: of identical pieces the first are
    chosen."""
    code, alike = e.code, constant(0)
    for place in range(1, pool.most):
        before = code.item(pool.address, constant(place - 1))
        piece = code.item(pool.address, constant(place))
        same = code.widen(code.compare("eq", piece, before), "i32")
        bit = code.binary("shl", same, constant(place))
        alike = bit if alike.known == 0 else code.binary("or", alike, bit)
    return alike


def _all_different(e: Emitter, pool: ir.Domain) -> bool:
    match pool:
        case ir.PiecesAt(kind=kind) | ir.AllPieces(kind=kind) | ir.PiecesOn(kind=kind):
            return not e.layout.kinds[kind].identical
        case _:
            return isinstance(pool, ir.Between | ir.Members)


# ------------------------------------------------------------------------------------------------- more pieces


def _each_next(
    e: Emitter,
    domain: ir.Subsets | ir.Combinations,
    pool: Row,
    sizes: tuple[Operand, Operand],
    bounds: tuple[int, int],
    body: Body,
) -> int:
    """Each set, computed from the one before."""
    code, (low, high), (most, highest) = e.code, sizes, bounds
    e.building.declare_helper("next_set")
    after = _next_different(e, pool, isinstance(domain, ir.Combinations))
    places, some = room_for(e, pool.most), room_for(e, pool.most)
    size = code.variable(low)
    done = code.block("all_sets")
    e.go_on_if(code.compare("sle", low, high), done)
    _start(e, places, pool.most)

    def one(_: Operand) -> None:
        length = code.load("i32", size)

        def put(index: Operand) -> None:
            place = code.item(places, index)
            piece = code.item(pool.address, place)
            code.store(piece, code.element(some, "i32", index))

        with e.uncounted():
            e.loop(length, pool.most, put, domain.span)
        body(Row(some, length, min(highest, pool.most), pool.low, pool.high))
        if code.open:
            _go_on(e, pool, after, places, size, high, done)

    e.loop(constant(most), most, one, domain.span)
    code.at(done)
    return most


def _prepared(e: Emitter, domain: ir.Subsets | ir.Combinations) -> tuple[Row, Operand, Operand, int, int]:
    """The sorted pool, the sizes as operands, and their bounds."""
    pool = gathered(e, domain.pool)
    if pool.lasting:
        pool = copied(e, pool, domain.span)
    sort(e, pool)
    return pool, *sizes_of(e, domain, pool)


def sizes_of(
    e: Emitter, domain: ir.Subsets | ir.Combinations, pool: Row
) -> tuple[Operand, Operand, int, int]:
    """The least and the greatest size of a set as operands, and their bounds."""
    code = e.code
    least = e.number(domain.low)
    low = least.bits
    if least.low < 0:
        low = code.select(code.compare("slt", low, constant(0)), constant(0), low)
    high, highest = pool.length, pool.most
    if domain.high is not None:
        greatest = e.number(domain.high)
        beyond = code.compare("sgt", greatest.bits, pool.length)
        high = code.select(beyond, pool.length, greatest.bits)
        highest = max(min(greatest.high, pool.most), 0)
    return low, high, max(least.low, 0), highest


def at_most(pieces: int, low: int, high: int) -> int:
    """The greatest possible number of sets: that for different pieces."""
    return max(choices.how_many_sets([1] * min(pieces, MOST_BUFFER), low, high), 1)


def _start(e: Emitter, places: Operand, most: int) -> None:
    """The first set of a size: the first indices."""
    for place in range(min(most, 8)):
        e.code.store(constant(place), e.code.element(places, "i32", constant(place)))
    if most > 8:

        def one(index: Operand) -> None:
            e.code.store(index, e.code.element(places, "i32", index))

        with e.uncounted():
            e.loop(constant(most), most, one, NOWHERE)


def _next_different(e: Emitter, pool: Row, each: bool) -> Operand:
    """For each index of a sorted pool, that of the next different piece (the length if there is none), or of the next if `each`
    counts."""
    code = e.code
    after = room_for(e, pool.most)

    def one(index: Operand) -> None:
        at = code.subtract(code.subtract(pool.length, constant(1)), index)
        next_ = code.add(at, constant(1))
        last = code.compare("eq", index, constant(0))
        beside = code.select(last, at, next_)
        piece = code.item(pool.address, at)
        other = code.item(pool.address, beside)
        further = code.item(after, beside)
        alike = FALSE if each else code.compare("eq", piece, other)
        same = code.both(code.opposite(last), alike)
        code.store(code.select(same, further, next_), code.element(after, "i32", at))

    with e.uncounted():
        e.loop(pool.length, pool.most, one, NOWHERE)
    return after


def _go_on(
    e: Emitter, pool: Row, after: Operand, places: Operand, size: Operand, high: Operand, done: str
) -> None:
    """Advance to the next set, of the next size if this size has no more; jumps to `done` after the
    last."""
    code = e.code
    length = code.load("i32", size)
    found = code.result(
        "i1",
        f'call fastcc i1 @"next_set"(ptr {pool.address.text}, i32 {pool.length.text}, ptr {after.text}, '
        f"ptr {places.text}, i32 {length.text})",
    )
    with code.unless(found, "larger"):
        grown = code.add(length, constant(1))
        e.go_on_if(code.compare("sle", grown, high), done)
        code.store(grown, size)
        _start(e, places, pool.most)


def _refuse_too_many(
    e: Emitter, domain: ir.Subsets | ir.Combinations, pool: Row, low: int, high: int
) -> None:
    """Fail if a pool is so long that there may be more sets than an action may offer; the reference counts
    them."""
    values = pool.high - pool.low + 1

    def too_many(pieces: int) -> bool:
        alike = [pieces] * values if values <= FEW_VALUES else [1] * pieces
        different = choices.how_many_sets([1] * pieces, low, high)
        return min(different, choices.how_many_sets(alike, low, high)) > choices.MOST_CHOICES

    longest = bisect_left(range(min(pool.most, MOST_BUFFER) + 1), True, key=too_many) - 1
    e.fail_if(e.code.compare("sgt", pool.length, constant(longest)), "endless", domain.span)


def subsets_contain(e: Emitter, domain: ir.Subsets, value: Emitted) -> Operand:
    """Whether a row is one of the sets: sorted, of an allowed size, and each piece no more often than in
    the pool."""
    code = e.code
    pool, low, high, _, _ = _prepared(e, domain)
    if not isinstance(value, Row):
        return FALSE
    found = code.allocate("i1")
    from_size = code.compare("sge", value.length, low)
    inside = code.both(from_size, code.compare("sle", value.length, high))
    if value.none is not None:
        inside = code.select(value.none, FALSE, inside)
    code.store(inside, found)
    length = code.select(inside, value.length, constant(0))
    at, done = code.variable(constant(0)), code.block("compared")

    def one(index: Operand) -> None:
        """The index of each piece in the pool, after that of the piece before."""
        piece = code.item(value.address, index)
        head, look, next_, missing, hit = (
            code.block(hint) for hint in ("search", "look", "further", "missing", "hit")
        )
        code.at(head)
        place = code.load("i32", at)
        code.branch(code.compare("slt", place, pool.length), look, missing)
        code.at(look)
        there = code.item(pool.address, place)
        code.store(code.add(place, constant(1)), at)
        code.branch(code.compare("eq", there, piece), hit, next_)
        code.at(next_)
        code.branch_to(head)
        code.at(missing)
        code.store(FALSE, found)
        code.branch_to(done)
        code.at(hit)

    with e.uncounted():
        e.loop(length, value.most, one, domain.span)
    code.at(done)
    return code.load("i1", found)


EACH.update(dict.fromkeys((ir.Subsets, ir.Combinations), each_subset))
CONTAINS[ir.Subsets] = subsets_contain
