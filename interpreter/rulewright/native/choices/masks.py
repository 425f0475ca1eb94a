"""Legal choices as bits: for an action with one parameter whose possible values are known at compile time.

    choose: {at: board.spaces}      ->      region `mask.place`: bit k is set if value k may be chosen
    choose: {die: tray + bank}      ->      region `mask.rack`: bit k is set if a die of look k may be chosen

The number of choices is then a population count, and the k-th is found in six steps without a branch.  There are two kinds:

    Side     values without gaps. Conditions that are maps over cells give all bits at once (`vectors`).
    Pool     pieces in certain zones. Pieces with identity have a bit each, zone by zone; identical pieces have one for each look at
             each place.

The remaining conditions are evaluated only where a bit is set.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.native.choices.prefilter import necessary, sufficient
from rulewright.native.expressions.domains import apart
from rulewright.native.expressions.vectors import Values, depends, values_of
from rulewright.native.flow.afterwards import trying
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import WORD, clear_bit, each_bit
from rulewright.native.llvm.bitsets import all_of, set_where
from rulewright.native.llvm.emitter import Emitter, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.speculation import back_to, can_fail, standing
from rulewright.native.llvm.values import Number
from rulewright.native.passes import guard
from rulewright.native.pieces.find_equal import equal_cells
from rulewright.native.pieces.places import cell, sorts
from rulewright.source.dataclass import dataclass

MOST_WORDS = 2
"""The most words of bits for pieces with identity."""
MOST_LOOKS = 32
"""The most combinations of look and place that choices of identical pieces may have to be kept as bits."""


@dataclass(frozen=True, slots=True)
class Left:
    """The remaining conditions."""

    alone: list[ir.Expression]
    """On the value alone."""
    later: list[ir.Expression]
    """Those that need what `let` binds for it."""
    certain: Operand | None = None
    """The address of the bits of values for which all of them certainly hold."""

    def __bool__(self) -> bool:
        return bool(self.alone or self.later)


@dataclass(frozen=True, slots=True)
class Bits(ABC):
    """The possible values of an action's parameter: `rows[w][k]` is the value of bit k of word w."""

    rows: tuple[Sequence[int], ...]

    @property
    def most(self) -> int:
        return sum(map(len, self.rows))

    def value(self, e: Emitter, word: int, bit: Operand) -> Number:
        """The value of a bit."""
        row = self.rows[word]
        if isinstance(row, range):
            return Number(e.code.add(bit, constant(row.start)), None, row[0], row[-1])
        bits = e.code.item(e.building.constant_row(row), bit)
        return Number(bits, None, min(row), max(row))

    @abstractmethod
    def write(self, e: Emitter, action: ir.Action, to: Operand) -> Left:
        """Write the words as far as they are known at once; returns the remaining conditions."""


def bits_of(e: Emitter, action: ir.Action) -> Bits | None:
    """The values of an action's only parameter, if its choices can be bits."""
    if not one_parameter(action):
        return None
    values = values_of(0, action.parameters[0].domain) if e.building.passes.masks else None
    return (
        pool_of(e, action)
        if values is None
        else Side(_rows(range(values.low, values.low + values.count)), values)
    )


@guard
def one_parameter(action: ir.Action) -> bool:
    """Bits identify the values of one parameter only."""
    return len(action.parameters) == 1


def _rows(values: range) -> tuple[range, ...]:
    return tuple(values[start : start + WORD] for start in range(0, len(values), WORD))


def mask(building: Building, name: str, bits: Bits) -> Function:
    """The function that writes which values of an action `me` may choose to the region `mask.NAME`."""
    action = building.program.actions[name]

    def write(e: Emitter) -> None:
        code, region = e.code, e.region(f"mask.{name}")
        words = [code.element(region, "i64", constant(index)) for index in range(len(bits.rows))]
        none, done = code.block("none"), code.block("done")
        _begin(e, action, none)
        left = bits.write(e, action, region)

        def ask(index: int, word: Operand, bit: Operand) -> None:
            refused, after = code.block("refused"), code.block("asked")
            _ask(e, action, left, bits.value(e, index, bit), refused)
            code.branch_to(after)
            code.at(refused)
            clear_bit(e, word, bit)
            code.at(after)

        with trying(e, action):
            for index, word in enumerate(words) if left or not binds_nothing(action) else ():
                uncertain = _uncertain(e, left, index, code.load("i64", word))
                each_bit(e, uncertain, partial(ask, index, word), len(bits.rows[index]))
        code.branch_to(done)
        code.at(none)
        for word in words:
            code.store(constant(0, "i64"), word)
        code.at(done)

    return once(building, f"mask.{name}", action.path, write)


def any_of(e: Emitter, action: ir.Action, bits: Bits, found: str) -> None:
    """Go to `found` if `me` may choose any value of an action."""
    code, none = e.code, e.code.block("none")
    _begin(e, action, none)
    kept = code.allocate("i64", len(bits.rows))
    left = bits.write(e, action, kept)

    def ask(index: int, uncertain: Operand, bit: Operand) -> None:
        refused = code.block("refused")
        if left.certain is not None:
            above = code.binary("lshr", uncertain, code.widen(bit, "i64"))
            e.go_on_if(code.narrow(above, "i1"), found)
        _ask(e, action, left, bits.value(e, index, bit), refused)
        code.branch_to(found)
        code.at(refused)

    with trying(e, action):
        for index in range(len(bits.rows)):
            word = code.item(kept, constant(index), "i64")
            if not left and binds_nothing(action):
                e.leave_if(code.compare("ne", word, constant(0, "i64")), found)
                continue
            uncertain = _uncertain(e, left, index, word)
            each_bit(e, word, partial(ask, index, uncertain), len(bits.rows[index]))
    code.at(none)


def _uncertain(e: Emitter, left: Left, index: int, word: Operand) -> Operand:
    """Those of a word's values for which the remaining conditions have to be evaluated."""
    if left.certain is None:
        return word
    certain = e.code.item(left.certain, constant(index), "i64")
    return e.code.binary("and", word, e.code.binary("xor", certain, constant(-1, "i64")))


def _begin(e: Emitter, action: ir.Action, none: str) -> None:
    """Evaluate the conditions that do not depend on the value."""
    bind_lets(e, action, 0)
    for condition in action.conditions:
        if condition.only is None and condition.level == 0:
            e.leave_if(e.code.opposite(e.truth(condition.holds)), none)


def _ask(e: Emitter, action: ir.Action, left: Left, value: Number, refused: str) -> None:
    """Evaluate the remaining conditions for a value."""
    e.bind(0, value)
    e.spend(1)
    for condition in left.alone:
        e.leave_if(e.code.opposite(e.truth(condition)), refused)
    bind_lets(e, action, 1)
    for condition in left.later:
        e.leave_if(e.code.opposite(e.truth(condition)), refused)


def bind_lets(e: Emitter, action: ir.Action, level: int) -> None:
    """Bind the names that an action's `let` defines once `level` parameters are bound."""
    for let in action.lets:
        if let.level == level:
            e.bind(let.slot, e.value(let.value))


def _conditions(action: ir.Action) -> Left:
    alone = [c.holds for c in action.conditions if c.only == 0]
    return Left(alone, [c.holds for c in action.conditions if c.only is None and c.level == 1])


@guard
def binds_nothing(action: ir.Action) -> bool:
    """`let` is evaluated for each value that may be chosen, since it may fail."""
    return all(let.level != 1 for let in action.lets)


# ------------------------------------------------------------------------------------------ values without gaps


@dataclass(frozen=True, slots=True)
class Side(Bits):
    """Consecutive values."""

    values: Values

    def write(self, e: Emitter, action: ir.Action, to: Operand) -> Left:
        """Evaluate conditions that are maps over cells for all values at once.

        A condition that can fail keeps its place: later ones are evaluated only where it holds, and it is
        evaluated wherever the earlier ones hold. The same is true of `let`, which is evaluated after the
        conditions on the value alone."""
        code, values = e.code, self.values
        lets = [let.slot for let in action.lets]
        held: Operand | None = None
        asked, left = _conditions(action), Left([], [])
        certain: list[Operand | None] = []
        blocked, start = False, e.written()
        for conditions, kept in ((asked.alone, left.alone), (asked.later, left.later)):
            for condition in conditions:
                mine = not_blocked(blocked) and names_no_let(condition, lets)
                mine = mine and (kept is left.alone or lets_cannot_fail(e, action, values))
                bits = set_where(e, condition, values) if mine else None
                if bits is None:
                    bits = necessary(e, condition, values) if mine else None
                    kept.append(condition)
                    certain.append(sufficient(e, condition, values) if mine else None)
                    blocked = blocked or not condition_cannot_fail(e, action, condition, values)
                if bits is not None:
                    held = bits if held is None else code.binary("and", held, bits)
        if binds_nothing(action):
            left = replace(left, certain=_all(e, certain))
        e.went_through(values.count, start)
        whole = all_of(values)
        code.do(f"store {whole if held is None else code.binary('and', held, whole)}, {to}, align 8")
        return left


def _all(e: Emitter, sets: Sequence[Operand | None]) -> Operand | None:
    """The address of the bits that all sets have; None if one of them is unknown."""
    known = [each for each in sets if each is not None]
    if not known or len(known) < len(sets):
        return None
    found = known[0]
    for each in known[1:]:
        found = e.code.binary("and", found, each)
    return e.code.variable(found)


@guard
def not_blocked(blocked: bool) -> bool:
    """No condition is evaluated before an earlier one that can fail."""
    return not blocked


@guard
def names_no_let(condition: ir.Expression, lets: list[int]) -> bool:
    """A condition that uses a name of `let` is evaluated after the name is bound."""
    return not any(depends(condition, slot) for slot in lets)


@guard
def lets_cannot_fail(e: Emitter, action: ir.Action, values: Values) -> bool:
    """Conditions after a `let` that can fail are not evaluated before it."""
    return binds_nothing(action) or not can_fail(e, lambda: _bind_any(e, action, values))


@guard
def condition_cannot_fail(e: Emitter, action: ir.Action, condition: ir.Expression, values: Values) -> bool:
    """A condition that can fail blocks those after it."""

    def ask() -> None:
        _bind_any(e, action, values)
        e.truth(condition)

    return not can_fail(e, ask)


def _bind_any(e: Emitter, action: ir.Action, values: Values) -> None:
    """Bind an arbitrary value and the names of `let` that depend on it, on trial."""
    e.bind(0, Number(constant(values.low), None, values.low, values.low + values.count - 1))
    bind_lets(e, action, 1)


# ------------------------------------------------------------------------------------------------ pieces in zones


@dataclass(frozen=True, slots=True)
class Pool(Bits):
    """The pieces of a kind at certain places."""

    kind: KindLayout
    parts: tuple[ir.PiecesAt, ...]

    def write(self, e: Emitter, action: ir.Action, to: Operand) -> Left:
        words = self._looks(e) if self.kind.identical else self._where(e)
        for index, word in enumerate(words):
            e.code.store(word, e.code.element(to, "i64", constant(index)))
        return _conditions(action)

    def _where(self, e: Emitter) -> list[Operand]:
        """For pieces with identity: which of them are at each place."""
        code, kind = e.code, self.kind
        found: list[Operand] = []
        for part in self.parts:
            there = equal_cells(
                e, cell(e, kind, "where", constant(0)), kind.pieces, e.number(part.place).bits
            )
            e.spend(kind.pieces)
            if there.type == "i64":
                found.append(there)
                continue
            found.append(code.narrow(there, "i64"))
            found.append(code.narrow(code.binary("lshr", there, constant(WORD, there.type)), "i64"))
        return found

    def _looks(self, e: Emitter) -> list[Operand]:
        """For identical pieces: which looks are present. Read cell by cell, since a wide load of cells that
        were just written is slow."""
        code, kind, found = e.code, self.kind, constant(0)
        for bit, piece in enumerate(self.rows[0]):
            many = code.load("i32", cell(e, kind, "counts", constant(piece)))
            there = code.widen(code.compare("ne", many, constant(0)), "i32")
            found = there if bit == 0 else code.binary("or", found, code.binary("shl", there, constant(bit)))
        e.spend(kind.pieces * len(self.parts))
        return [code.widen(found, "i64")]


def pool_of(e: Emitter, action: ir.Action) -> Pool | None:
    """The pieces among which an action's only parameter is chosen, if its choices can be bits."""
    domain = action.parameters[0].domain
    parts = domain.parts if isinstance(domain, ir.Joined) and apart(domain) else (domain,)
    of_pieces = tuple(part for part in parts if isinstance(part, ir.PiecesAt))
    kinds = {part.kind for part in of_pieces}
    if not e.building.passes.pools or len(of_pieces) < len(parts) or len(kinds) > 1:
        return None
    kind = e.layout.kinds[kinds.pop()]
    if kind.identical:
        return _of_looks(kind, of_pieces)
    rows = _rows(range(kind.pieces)) * len(of_pieces)
    if len(rows) > MOST_WORDS or not all(without_order(e, action, kind, part) for part in of_pieces):
        return None
    return Pool(rows, kind, of_pieces)


def _of_looks(kind: KindLayout, parts: tuple[ir.PiecesAt, ...]) -> Pool | None:
    """Identical pieces at known places: all their looks fit into one word, place by place in the order of
    the domain."""
    places = [
        part.place.first for part in parts if isinstance(part.place, ir.PlaceOf) and part.place.owner is None
    ]
    looks = kind.looks
    zones = all(place < kind.first_spot and place not in kind.order for place in places)
    if len(places) < len(parts) or not zones or not 2 <= looks * len(places) <= MOST_LOOKS:
        return None
    values: Sequence[int] = [place * looks + look for place in places for look in range(looks)]
    if len(places) == 1:
        values = range(values[0], values[-1] + 1)
    return Pool((values,), kind, parts)


@guard
def without_order(e: Emitter, action: ir.Action, kind: KindLayout, part: ir.PiecesAt) -> bool:
    """Pieces of an ordered zone are chosen in that order, and not by number."""
    start = standing(e)
    with e.frame():
        bind_lets(e, action, 0)
        there = sorts(kind, e.number(part.place))
    back_to(e, start)
    return there == {"loose"}
