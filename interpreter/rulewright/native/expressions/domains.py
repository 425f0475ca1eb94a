"""The elements of domains in native code, always in the order of `evaluate.domains`.

    Between(1, 6)          a loop that counts from 1 to 6
    Elements(row)          a loop over the row in place
    Joined(a, b)           both copied to a buffer, then a loop over it

Domains with access by index (`Indexed`) are never copied.  Where one loop cannot produce all elements (`Joined`, `Chosen`)
they are gathered first, so that the body is written once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from types import UnionType
from typing import Any, assert_never

from rulewright.ir import nodes as ir
from rulewright.language.ranges import extent
from rulewright.language.types import HIGHEST
from rulewright.native.expressions.comparisons import equal
from rulewright.native.expressions.plain import constant_row
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.branches import Merge
from rulewright.native.llvm.buffers import MOST_BUFFER, copied, filled, sort
from rulewright.native.llvm.emitter import EACH, Body, Emitter, as_number, as_truth
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Row, Truth, surely
from rulewright.source.dataclass import dataclass
from rulewright.source.text import NOWHERE, Span

DIFFERENT: dict[type, Callable[[Emitter, Any, Body], int]] = {}
"""Domains with a function for each different element once (identical pieces: look by look)."""
CONTAINS: dict[type, Callable[[Emitter, Any, Emitted], Operand]] = {}
"""Domains with a test of membership that does not go through the elements."""
_WITHOUT_REPEATS = (ir.Between, ir.Members, ir.Around, ir.TeamMembers, ir.Subsets)
_AS_BITS = 64
"""Numbers in a range smaller than this are remembered as bits of one word."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """Elements accessed by index, from 0; a `count` below 0 means none."""

    count: Operand
    most: int
    at: Callable[[Operand], Emitted]


def gathered(e: Emitter, domain: ir.Domain) -> Row:
    """The elements in a buffer, in order; a row that never changes is used in place."""
    if isinstance(domain, ir.Elements) and not domain.single:
        row = _row(e, domain)
        if row is not None:
            return row if row.lasting else copied(e, row, domain.span)
    if isinstance(domain, ir.Ordered):
        row = gathered(e, domain.domain)
        row = copied(e, row, domain.span) if row.lasting else row
        sort(e, row)
        return row
    return filled(e, lambda put: EACH[type(domain)](e, domain, put), domain.span)


def distinct(e: Emitter, domain: ir.Domain, body: Body) -> int:
    """Each different element once, in order of first occurrence."""
    if type(domain) in DIFFERENT:
        return DIFFERENT[type(domain)](e, domain, body)
    if isinstance(domain, _WITHOUT_REPEATS):
        return EACH[type(domain)](e, domain, body)
    if isinstance(domain, ir.Combinations):
        once = ir.Subsets(domain.pool, domain.low, domain.high, domain.span)
        return EACH[ir.Subsets](e, once, body)
    if isinstance(domain, ir.WithNone):
        inner = domain.domain
        if isinstance(inner, _WITHOUT_REPEATS) or _sequential(inner):
            return _each_with_none(e, domain, body, partial(distinct, e, inner))
        row = filled(e, partial(distinct, e, inner), domain.span)
        return _each(e, _and_none(e, over(e, row)), body, domain.span)
    if _sequential(domain):
        return EACH[type(domain)](e, domain, body)
    if isinstance(domain, ir.Joined) and apart(domain):
        parts = domain.parts
        row = filled(e, lambda put: sum(distinct(e, part, put) for part in parts), domain.span)
        return each_of(e, row, body, domain.span)
    return each_different(e, gathered(e, domain), body, domain.span)


def apart(domain: ir.Joined) -> bool:
    """Whether all parts are pieces at places that differ from each other."""
    places = [
        (part.kind, part.place.first)
        for part in domain.parts
        if isinstance(part, ir.PiecesAt) and isinstance(part.place, ir.PlaceOf) and part.place.owner is None
    ]
    return len(places) == len(domain.parts) == len(set(places))


def contains(e: Emitter, domain: ir.Domain, value: Emitted) -> Operand:
    """Whether a value is an element."""
    code = e.code
    if type(domain) in CONTAINS:
        return CONTAINS[type(domain)](e, domain, value)
    match domain:
        case ir.WithNone():
            inside = contains(e, domain.domain, value)
            return inside if value.none is None else code.either(value.none, inside)
        case ir.Joined() if not any(isinstance(part, ir.Subsets) for part in domain.parts):
            found = FALSE
            for part in domain.parts:
                found = code.either(found, contains(e, part, value))
            return found
        case ir.Chosen():
            kept = code.allocate("i1")
            _chosen(e, domain, lambda part: code.store(contains(e, part, value), kept))
            return code.load("i1", kept)
        case ir.Between() | ir.Members() if isinstance(value, Number | Truth):
            return _contains_number(e, domain, as_number(e, value))
        case _:
            return _found(e, domain, value)


def length(e: Emitter, domain: ir.Domain) -> Number:
    """How many elements there are."""
    code = e.code
    known = indexed(e, domain)
    if known is not None:
        below = code.compare("slt", known.count, constant(0))
        count = (
            known.count
            if not isinstance(domain, ir.Between)
            else code.select(below, constant(0), known.count)
        )
        return Number(count, None, 0, max(known.most, 0))
    total = code.variable(constant(0))

    def count_one(_: Emitted) -> None:
        code.increase(total, constant(1))

    most = EACH[type(domain)](e, domain, count_one)
    return Number(code.load("i32", total), None, 0, most)


# ------------------------------------------------------------------------------------------ elements by their place


def indexed(e: Emitter, domain: ir.Domain) -> Indexed | None:
    """The elements of a domain by index; None if it has no such access."""
    match domain:
        case ir.Between():
            return _between(e, domain)
        case ir.Members():
            return _members(e, domain)
        case ir.Around():
            return _around(e, domain)
        case ir.Elements():
            row = None if domain.single else _row(e, domain)
            if row is not None:
                return over(e, row)
            if domain.single:
                value = e.value(domain.value)
                e.demand(value, domain.value.span)
                return Indexed(constant(1), 1, lambda _: surely(value))
            return Indexed(constant(0), 0, lambda _: NOTHING)
        case _:
            return None


def over(e: Emitter, row: Row) -> Indexed:
    """The numbers of a row."""
    code = e.code

    def at(index: Operand) -> Emitted:
        return Number(code.item(row.address, index), None, row.low, row.high)

    return Indexed(row.length, row.most, at)


def _row(e: Emitter, domain: ir.Elements) -> Row | None:
    """The row whose elements a domain has; None if it is certainly none, which is a failure."""
    value = e.value(domain.value)
    e.demand(value, domain.value.span)
    return value if isinstance(value, Row) else None


def _between(e: Emitter, domain: ir.Between) -> Indexed:
    code = e.code
    low, high = e.number(domain.low), e.number(domain.high)
    _, most = extent(low, high)
    if most > HIGHEST or high.low - low.high < -HIGHEST:
        wide = code.subtract(code.widen(high.bits, "i64", True), code.widen(low.bits, "i64", True))
        wide = code.add(wide, constant(1, "i64"))
        e.fail_if(code.compare("sgt", wide, constant(HIGHEST, "i64")), "endless", domain.span)
        none = code.compare("slt", wide, constant(0, "i64"))
        count = code.narrow(code.select(none, constant(0, "i64"), wide), "i32")
    else:
        count = code.add(code.subtract(high.bits, low.bits), constant(1))
    top = max(low.low, high.high)
    return Indexed(count, most, lambda index: Number(code.add(low.bits, index), None, low.low, top))


def _members(e: Emitter, domain: ir.Members) -> Indexed:
    code, values = e.code, domain.values
    numbers = tuple(int(value) for value in values)
    truths = bool(values) and all(isinstance(value, bool) for value in values)
    steps = {after - before for before, after in pairwise(numbers)}

    def at(index: Operand) -> Emitted:
        low, high = min(numbers), max(numbers)
        if index.known is not None:
            bits, low, high = constant(numbers[index.known]), numbers[index.known], numbers[index.known]
        elif len(steps) == 1:
            step = next(iter(steps))
            bits = code.add(constant(numbers[0]), code.multiply(index, constant(step)))
        else:
            row = constant_row(e, numbers)
            bits = code.item(row.address, index)
        if truths:
            return Truth(code.compare("ne", bits, constant(0)), None)
        return Number(bits, None, low, high)

    return Indexed(constant(len(values)), len(values), at)


def _around(e: Emitter, domain: ir.Around) -> Indexed:
    code, players = e.code, e.program.players
    player = e.number(domain.player)
    count = players - domain.others

    def at(index: Operand) -> Emitted:
        seat = code.add(player.bits, code.add(index, constant(1)))
        over_ = code.compare("sge", seat, constant(players))
        return Number(code.select(over_, code.subtract(seat, constant(players)), seat), None, 0, players - 1)

    return Indexed(constant(count), count, at)


def _and_none(e: Emitter, known: Indexed) -> Indexed:
    """The elements and, last, none."""
    code = e.code
    if known.most <= 0:
        return Indexed(constant(1), 1, lambda _: NOTHING)
    empty = code.compare("slt", known.count, constant(0))
    count = code.select(empty, constant(0), known.count)

    def at(index: Operand) -> Emitted:
        merge = Merge(e)
        with code.if_(code.compare("slt", index, count), "there"):
            merge.add(known.at(index))
        merge.add(NOTHING)
        return merge.value()

    return Indexed(code.add(count, constant(1)), max(known.most, 0) + 1, at)


def _each(e: Emitter, known: Indexed, body: Body, span: Span) -> int:
    e.loop(known.count, known.most, lambda index: body(known.at(index)), span)
    return max(known.most, 0)


def each_of(e: Emitter, row: Row, body: Body, span: Span) -> int:
    """The numbers of a row in order."""
    return _each(e, over(e, row), body, span)


def _each_indexed(e: Emitter, domain: ir.Domain, body: Body) -> int:
    known = indexed(e, domain)
    assert known is not None, "this domain has places"
    return _each(e, known, body, domain.span)


# ------------------------------------------------------------------------------------------------ other domains


def _each_team_member(e: Emitter, domain: ir.TeamMembers, body: Body) -> int:
    code, teams = e.code, e.program.teams
    wanted = e.number(domain.team)
    row = constant_row(e, teams)

    def one(index: Operand) -> None:
        team = code.item(row.address, index)
        with code.if_(code.compare("eq", team, wanted.bits)):
            body(Number(index, None, 0, len(teams) - 1))

    e.loop(constant(len(teams)), len(teams), one, domain.span)
    return max((teams.count(team) for team in teams), default=0)


def _each_joined(e: Emitter, domain: ir.Joined, body: Body) -> int:
    def one_after_the_other(put: Body) -> int:
        return sum(EACH[type(part)](e, part, put) for part in domain.parts)

    if _sequential(domain):
        return one_after_the_other(body)
    return each_of(e, filled(e, one_after_the_other, domain.span), body, domain.span)


def _each_chosen(e: Emitter, domain: ir.Chosen, body: Body) -> int:
    def one_or_the_other(put: Body) -> int:
        most: list[int] = []
        _chosen(e, domain, lambda part: most.append(EACH[type(part)](e, part, put)))
        return max(most, default=0)

    branches = domain.value, domain.otherwise
    empty = any(isinstance(branch, ir.Members) and not branch.values for branch in branches)
    if empty or _sequential(domain):
        return one_or_the_other(body)
    return each_of(e, filled(e, one_or_the_other, domain.span), body, domain.span)


def _chosen(e: Emitter, domain: ir.Chosen, write: Callable[[ir.Domain], None]) -> None:
    """Write code for each of the two domains, of which the chosen one's runs."""
    code = e.code
    condition = e.value(domain.condition)
    e.demand(condition, domain.condition.span)
    holds = as_truth(e, condition)
    if holds.known is not None:
        write(domain.value if holds.known else domain.otherwise)
        return
    work = e.work
    otherwise, after = code.block("else"), code.block("chosen")
    e.go_on_if(holds, otherwise)
    write(domain.value)
    code.branch_to(after)
    one, e.work = e.work, work
    code.at(otherwise)
    write(domain.otherwise)
    code.at(after)
    e.work = max(one, e.work)


def _each_with_none(
    e: Emitter, domain: ir.WithNone, body: Body, each: Callable[[Body], int] | None = None
) -> int:
    if _sequential(domain.domain):
        most = (each or partial(EACH[type(domain.domain)], e, domain.domain))(body)
        e.spend(1)
        body(NOTHING)
        return most + 1
    known = indexed(e, domain.domain)
    if known is None:
        known = over(e, gathered(e, domain.domain))
    return _each(e, _and_none(e, known), body, domain.span)


def _each_last(e: Emitter, domain: ir.Last, body: Body) -> int:
    code, row = e.code, gathered(e, domain.domain)
    number = e.number(domain.number)
    if number.low < 0:
        e.fail_if(code.compare("slt", number.bits, constant(0)), "undefined", domain.number.span)
    fewer = code.compare("sgt", number.bits, row.length)
    count = code.select(fewer, row.length, number.bits)
    first = code.subtract(row.length, count)
    most = max(min(row.most, number.high), 0)

    def one(index: Operand) -> None:
        body(Number(code.item(row.address, code.add(first, index)), None, row.low, row.high))

    e.loop(count, most, one, domain.span)
    return most


def _each_ordered(e: Emitter, domain: ir.Ordered, body: Body) -> int:
    return each_of(e, gathered(e, domain), body, domain.span)


def _sequential(domain: ir.Domain) -> bool:
    """Whether elements are not plain numbers, so that a buffer cannot hold them."""
    return made_of(domain, ir.Subsets | ir.Combinations | ir.WithNone)


def made_of(domain: ir.Domain, kinds: UnionType | type) -> bool:
    """Whether a domain, or a part of it, is of certain kinds."""
    if isinstance(domain, kinds):
        return True
    match domain:
        case ir.WithNone() | ir.Last() | ir.Ordered():
            return made_of(domain.domain, kinds)
        case ir.Joined():
            return any(made_of(part, kinds) for part in domain.parts)
        case ir.Chosen():
            return made_of(domain.value, kinds) or made_of(domain.otherwise, kinds)
        case (
            ir.Between() | ir.Members() | ir.Around() | ir.TeamMembers() | ir.PiecesAt() | ir.PiecesOn() | ir.AllPieces()
            | ir.Elements() | ir.Mapped() | ir.Reached() | ir.GridNeighbours() | ir.OpenSpaces() | ir.Subsets()
            | ir.Combinations()
        ):  # fmt: skip
            return False
        case _:
            assert_never(domain)


# ------------------------------------------------------------------------------------------- different and inside


def each_different(e: Emitter, row: Row, body: Body, span: Span) -> int:
    """The different numbers of a row, in order of first occurrence."""
    code = e.code
    width = row.high - row.low + 1
    if row.most <= 1:
        return each_of(e, row, body, span)
    seen = code.variable(constant(0, "i64"))

    def one(index: Operand) -> None:
        value = Number(code.item(row.address, index), None, row.low, row.high)
        if width <= _AS_BITS:
            place = code.widen(code.subtract(value.bits, constant(row.low)), "i64")
            bit, before = code.binary("shl", constant(1, "i64"), place), code.load("i64", seen)
            fresh = code.compare("eq", code.binary("and", before, bit), constant(0, "i64"))
            code.store(code.binary("or", before, bit), seen)
        else:
            fresh = code.opposite(_in_row(e, row, index, value.bits))
        with code.if_(fresh):
            body(value)

    e.loop(row.length, row.most, one, span)
    return min(row.most, width)


def _in_row(e: Emitter, row: Row, count: Operand, wanted: Operand) -> Operand:
    """Whether a number is among the first `count` of a row."""
    code = e.code
    found, done = code.variable(FALSE), code.block("looked")

    def one(index: Operand) -> None:
        there = code.item(row.address, index)
        with code.if_(code.compare("eq", there, wanted), "hit"):
            code.store(TRUE, found)
            code.branch_to(done)

    with e.uncounted():
        e.loop(count, min(row.most, MOST_BUFFER), one, NOWHERE)
    code.at(done)
    return code.load("i1", found)


def _contains_number(e: Emitter, domain: ir.Between | ir.Members, value: Number) -> Operand:
    code = e.code
    if isinstance(domain, ir.Between):
        low, high = e.number(domain.low), e.number(domain.high)
        inside = _from_to(e, value, low, high)
    else:
        numbers = sorted({int(number) for number in domain.values})
        inside = _among(e, value, numbers)
    return inside if value.none is None else code.select(value.none, FALSE, inside)


def _from_to(e: Emitter, value: Number, low: Number, high: Number) -> Operand:
    code = e.code
    above = TRUE if value.low >= low.high else code.compare("sge", value.bits, low.bits)
    below = TRUE if value.high <= high.low else code.compare("sle", value.bits, high.bits)
    return code.both(above, below)


def _among(e: Emitter, value: Number, numbers: list[int]) -> Operand:
    """Whether a value is one of some known numbers."""
    code = e.code
    if not numbers:
        return FALSE
    low, high = numbers[0], numbers[-1]
    bounds = Number(constant(low), None, low, low), Number(constant(high), None, high, high)
    inside = _from_to(e, value, *bounds)
    if high - low + 1 == len(numbers):
        return inside
    if high - low < _AS_BITS:
        mask = sum(1 << (number - low) for number in numbers)
        place = code.select(inside, code.subtract(value.bits, constant(low)), constant(0))
        shifted = code.binary("lshr", constant(mask, "i64"), code.widen(place, "i64"))
        return code.both(inside, code.narrow(shifted, "i1"))
    found = FALSE
    for number in numbers:
        found = code.either(found, code.compare("eq", value.bits, constant(number)))
    return found


def _found(e: Emitter, domain: ir.Domain, value: Emitted) -> Operand:
    """Whether a value is an element, by visiting all elements, since one of them may fail."""
    code = e.code
    found = code.variable(FALSE)

    def one(element: Emitted) -> None:
        if isinstance(element, Row) == isinstance(value, Row) and value is not NOTHING:
            code.store(code.either(code.load("i1", found), equal(e, element, value)), found)

    EACH[type(domain)](e, domain, one)
    return code.load("i1", found)


EACH.update(
    {
        **dict.fromkeys((ir.Between, ir.Members, ir.Around, ir.Elements), _each_indexed),
        ir.TeamMembers: _each_team_member,
        ir.Joined: _each_joined,
        ir.Chosen: _each_chosen,
        ir.WithNone: _each_with_none,
        ir.Last: _each_last,
        ir.Ordered: _each_ordered,
    }
)
