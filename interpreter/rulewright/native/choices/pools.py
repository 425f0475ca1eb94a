"""Legal choices among pieces as bits: for an action whose one parameter is a piece that lies in certain zones.

    choose: {die: tray + bank}      ->      region `mask.rack`: bit k of it says whether a die of look k may be chosen

Pieces with identity that say where they are have a bit each, zone by zone; of identical pieces each look at each place has one.  How
many choices there are is then a count of bits, as in `masks`.  Conditions are asked only where a bit is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.native.choices.masks import bind_lets
from rulewright.native.expressions.domains import apart
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Number
from rulewright.native.passes import guard
from rulewright.native.pieces.find_equal import WORD, each_bit, equal_cells
from rulewright.native.pieces.places import cell, sorts

MOST_WORDS = 2
MOST_LOOKS = 32
"""Looks at places that identical pieces can have, for their choices to be bits."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The pieces that an action's parameter can be, as words of bits; `values[w][k]` is the piece that bit k of word w means."""

    kind: KindLayout
    parts: tuple[ir.PiecesAt, ...]
    values: tuple[Sequence[int], ...]

    def piece(self, e: Emitter, word: int, bit: Operand) -> Number:
        """The piece that a bit of a word means."""
        code, values = e.code, self.values[word]
        if isinstance(values, range):
            bits = code.add(bit, constant(values.start))
        else:
            bits = code.load("i32", code.element(e.building.constant_row(values), "i32", bit))
        return Number(bits, None, min(values), max(values))


def pool_of(e: Emitter, action: ir.Action) -> Pool | None:
    """The pieces among which an action's only parameter is chosen, if its choices can be bits."""
    if not e.building.passes.pools or len(action.parameters) != 1:
        return None
    domain = action.parameters[0].domain
    parts = domain.parts if isinstance(domain, ir.Joined) and apart(domain) else (domain,)
    of_pieces = tuple(part for part in parts if isinstance(part, ir.PiecesAt))
    if len(of_pieces) < len(parts) or len({part.kind for part in of_pieces}) > 1:
        return None
    kind = e.layout.kinds[of_pieces[0].kind]
    if kind.identical:
        return _of_looks(kind, of_pieces)
    words = -(-kind.pieces // WORD)
    if words * len(of_pieces) > MOST_WORDS or not all(
        without_order(e, action, kind, part) for part in of_pieces
    ):
        return None
    values = [range(index * WORD, min((index + 1) * WORD, kind.pieces)) for index in range(words)]
    return Pool(kind, of_pieces, tuple(values * len(of_pieces)))


def _of_looks(kind: KindLayout, parts: tuple[ir.PiecesAt, ...]) -> Pool | None:
    """Identical pieces at places that are known: all looks there have room in one word, place by place as they are written."""
    places, looks = _places(parts), kind.looks
    zones = all(place < kind.first_spot and place not in kind.order for place in places)
    if len(places) < len(parts) or not zones or not 2 <= looks * len(places) <= MOST_LOOKS:
        return None
    values: Sequence[int] = [place * looks + look for place in places for look in range(looks)]
    if len(places) == 1:
        values = range(values[0], values[-1] + 1)
    return Pool(kind, parts, (values,))


def _places(parts: tuple[ir.PiecesAt, ...]) -> list[int]:
    return [
        part.place.first for part in parts if isinstance(part.place, ir.PlaceOf) and part.place.owner is None
    ]


@guard
def without_order(e: Emitter, action: ir.Action, kind: KindLayout, part: ir.PiecesAt) -> bool:
    """Pieces in an order are chosen in that order, and not by number."""
    start = standing(e)
    with e.frame():
        bind_lets(e, action, 0)
        there = sorts(kind, e.number(part.place))
    back_to(e, start)
    return there == {"loose"}


def pool_mask(building: Building, name: str, pool: Pool) -> Function:
    """The function that writes which pieces `me` may choose for an action, into the region `mask.NAME`."""
    known = building.functions.get(f"mask.{name}")
    if known is not None:
        return known
    action = building.program.actions[name]
    e = Emitter(building, f"mask.{name}", action.path)
    code, region = e.code, e.region(f"mask.{name}")
    none, done = code.block("none"), code.block("done")
    bind_lets(e, action, 0)
    for condition in action.conditions:
        if condition.only is None and condition.level == 0:
            e.leave_if(code.opposite(e.truth(condition.holds)), none)
    words = _of_kind(e, pool) if pool.kind.identical else _where(e, pool)
    asked = [c.holds for c in action.conditions if c.only == 0]
    later = [c.holds for c in action.conditions if c.only is None and c.level == 1]
    for index, word in enumerate(words):
        code.store(word, code.element(region, "i64", constant(index)))
    if asked or later or any(let.level == 1 for let in action.lets):
        for index in range(len(words)):
            _one_by_one(e, action, (asked, later), pool, index, code.element(region, "i64", constant(index)))
    code.branch_to(done)
    code.at(none)
    for index in range(len(words)):
        code.store(constant(0, "i64"), code.element(region, "i64", constant(index)))
    code.at(done)
    return e.finish()


def _where(e: Emitter, pool: Pool) -> list[Operand]:
    """Of pieces with identity: which lie at each place."""
    code, kind = e.code, pool.kind
    found: list[Operand] = []
    for part in pool.parts:
        place = e.number(part.place)
        there = equal_cells(e, cell(e, kind, "where", constant(0)), kind.pieces, place.bits)
        e.work += kind.pieces
        if there.type == "i64":
            found.append(there)
            continue
        found.append(code.narrow(there, "i64"))
        found.append(code.narrow(code.binary("lshr", there, constant(WORD, there.type)), "i64"))
    return found


def _of_kind(e: Emitter, pool: Pool) -> list[Operand]:
    """Of identical pieces: which looks there are. Cell by cell, since cells that were just written are slow to read together."""
    code, kind, found = e.code, pool.kind, constant(0)
    for bit, piece in enumerate(pool.values[0]):
        many = code.load("i32", cell(e, kind, "counts", constant(piece)))
        there = code.widen(code.compare("ne", many, constant(0)), "i32")
        placed = there if bit == 0 else code.binary("shl", there, constant(bit))
        found = placed if bit == 0 else code.binary("or", found, placed)
    e.work += kind.pieces * len(pool.parts)
    return [code.widen(found, "i64")]


def _one_by_one(
    e: Emitter,
    action: ir.Action,
    asked: tuple[list[ir.Expression], list[ir.Expression]],
    pool: Pool,
    index: int,
    kept: Operand,
) -> None:
    """Ask the conditions wherever a bit of a word is set, and take the bit away where one does not hold."""
    code = e.code

    def ask(bit: Operand) -> None:
        e.bind(0, pool.piece(e, index, bit))
        e.work += 1
        refused, after = code.block("refused"), code.block("asked")
        for condition in asked[0]:
            e.leave_if(code.opposite(e.truth(condition)), refused)
        bind_lets(e, action, 1)
        for condition in asked[1]:
            e.leave_if(code.opposite(e.truth(condition)), refused)
        code.branch_to(after)
        code.at(refused)
        gone = code.binary("shl", constant(1, "i64"), code.widen(bit, "i64"))
        others = code.binary("xor", gone, constant(-1, "i64"))
        code.store(code.binary("and", code.load("i64", kept), others), kept)
        code.at(after)

    each_bit(e, code.load("i64", kept), ask, min(len(pool.values[index]), pool.kind.pieces))
