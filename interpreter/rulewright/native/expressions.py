"""Expressions in native code: one `emit_x` for each node that is no aggregate and no question about pieces.

    me.score >= target      ->      %v1 = getelementptr ... ; %v2 = load i32 ... ; %v3 = icmp sge i32 %v2, 100

What is known of an operand decides how much is asked: an index that cannot be outside its axis costs no check, a sum that
cannot leave 32 bits no wider word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.assembly import FALSE, TRUE, Operand, Predicate, constant
from rulewright.native.emitter import EMIT, SKIPPED, Emitter, as_number, as_truth, call_definition
from rulewright.native.values import NOTHING, Emitted, Number, Row, Truth, number, truth
from rulewright.source.text import NOWHERE, Span

SIGNS: dict[str, Predicate] = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
Constant: TypeAlias = int | bool | tuple[int, ...] | None
"""An entry of a table."""
NONE_IN_TABLE = LOWEST - 1
"""How a table says `none`; no number of the language is so low."""


def emit_constant(e: Emitter, node: ir.Constant) -> Emitted:
    match node.value:
        case None:
            return NOTHING
        case bool(value):
            return truth(value)
        case int(value):
            return number(value)
        case numbers:
            return constant_row(e, tuple(int(value) for value in numbers))


def constant_row(e: Emitter, numbers: tuple[int, ...]) -> Row:
    """Numbers that are known, as a row."""
    low, high = min(numbers, default=0), max(numbers, default=0)
    return Row(
        e.building.constant_row(numbers), constant(len(numbers)), len(numbers), low, high, lasting=True
    )


def emit_local(e: Emitter, node: ir.Local) -> Emitted:
    return e.bound(node.slot)


def emit_me(e: Emitter, node: ir.Me) -> Emitted:
    return e.me


def emit_flow(e: Emitter, node: ir.Flow) -> Emitted:
    if node.what == "round":
        return Number(e.code.load("i32", e.region("round")), None, 0, HIGHEST)
    ended = e.code.load("i32", e.region("ended"))
    if node.what == "over":
        return Truth(e.code.compare("ne", ended, constant(0)), None)
    none = e.code.compare("eq", ended, constant(0))
    which = e.code.subtract(ended, constant(1))
    return Number(which, none, 0, max(len(e.program.ends) - 1, 0))


def emit_won(e: Emitter, node: ir.Won) -> Emitted:
    who = e.number(node.who)
    won = e.code.load("i32", e.region("winners"))
    mask = e.code.binary("shl", constant(1), who.bits)
    if node.team:
        teams = e.program.teams
        masks = [sum(1 << p for p, own in enumerate(teams) if own == team) for team in range(max(teams) + 1)]
        row = e.building.constant_row(masks)
        mask = e.code.load("i32", e.code.element(row, "i32", who.bits))
    return Truth(e.code.compare("ne", e.code.binary("and", won, mask), constant(0)), None)


# ---------------------------------------------------------------------------------------- variables and tables


def emit_cell(e: Emitter, node: ir.Cell) -> Emitted:
    group = e.layout.groups[node.group]
    bits = e.code.load("i32", cell_address(e, node.group, node.indices))
    none = e.code.compare("eq", bits, constant(group.none)) if group.optional else None
    if group.sort == "bool":
        return Truth(e.code.compare("eq", bits, constant(1)), none)
    return Number(bits, none, group.low, group.high)


def cell_address(e: Emitter, group: str, indices: tuple[ir.Expression, ...]) -> Operand:
    """Where a variable's cell is; an index outside its axis is a failure."""
    axes = [(axis.low, axis.size) for axis in e.layout.groups[group].axes]
    place = position(e, [e.number(index) for index in indices], axes, [index.span for index in indices])
    return e.code.element(e.region(group_region(group)), "i32", place)


def group_region(group: str) -> str:
    """The name of a variable's memory."""
    return f"var.{group}"


def position(e: Emitter, indices: list[Number], axes: list[tuple[int, int]], spans: list[Span]) -> Operand:
    """Which element of a row of rows the indices name; outside it is a failure."""
    code, place = e.code, constant(0)
    for index, (low, size), span in zip(indices, axes, spans, strict=True):
        at = code.subtract(index.bits, constant(low))
        if index.low < low or index.high >= low + size:
            e.fail_if(code.compare("uge", at, constant(size)), "index-outside", span)
        place = code.add(code.multiply(place, constant(size)), at)
    return place


def emit_lookup(e: Emitter, node: ir.Lookup) -> Emitted:
    table = e.program.tables[node.table]
    place, none, first, many = located(e, node)
    values = table.values[first : first + many]
    if any(isinstance(value, tuple) for value in table.values):
        return _row_of_table(e, values, place, none)
    return _number_of_table(e, values, place, none)


def located(e: Emitter, node: ir.Lookup) -> tuple[Operand, Operand | None, int, int]:
    """Where in a table the indices point, and whether one of them is none: the place among `many` values from `first` on,
    those that can be meant at all."""
    table, code = e.program.tables[node.table], e.code
    indices: list[Number] = []
    none: Operand | None = None
    for item in node.indices:
        index = as_number(e, e.value(item))
        if index.none is not None and not node.lenient:
            e.fail_if(index.none, "undefined", item.span)
        elif index.none is not None:
            none = index.none if none is None else code.either(none, index.none)
        indices.append(index)
    if none is not None:  # whatever is read at the first entry then is not looked at
        indices = [
            index if index.none is None
            else Number(code.select(none, constant(low), index.bits), None, min(index.low, low), max(index.high, low))
            for index, low in zip(indices, table.lows, strict=True)
        ]  # fmt: skip
    axes = list(zip(table.lows, table.sizes, strict=True))
    place = position(e, indices, axes, [item.span for item in node.indices])
    first, many = 0, len(table.values)
    if len(indices) == 1:
        first = min(max(indices[0].low - table.lows[0], 0), max(many - 1, 0))
        many = max(min(indices[0].high - table.lows[0] + 1, many) - first, 1)
        place = code.subtract(place, constant(first))
    return place, none, first, many


def _number_of_table(e: Emitter, values: Sequence[Constant], place: Operand, none: Operand | None) -> Emitted:
    code = e.code
    numbers = [
        NONE_IN_TABLE if value is None else int(value) for value in values if not isinstance(value, tuple)
    ]
    there = [int(value) for value in values if value is not None and not isinstance(value, tuple)]
    low, high = min(there, default=0), max(there, default=0)
    holes = len(there) < len(numbers)
    type, hole = ("i8", -128) if low > -128 and high < 128 else ("i32", NONE_IN_TABLE)
    row = e.building.constant_row([hole if n == NONE_IN_TABLE else n for n in numbers], type)
    read = code.load(type, code.element(row, type, place))
    if holes:
        missing = code.compare("eq", read, constant(hole, type))
        none = missing if none is None else code.either(none, missing)
    if there and all(isinstance(value, bool) for value in values if value is not None):
        return Truth(code.compare("eq", read, constant(1, type)), none)
    bits = read if type == "i32" else code.widen(read, "i32", signed=low < 0 or holes)
    return Number(bits, none, low, high)


def _row_of_table(e: Emitter, values: Sequence[Constant], place: Operand, none: Operand | None) -> Emitted:
    """Rows lie one after the other; a second row says where each begins."""
    code = e.code
    rows = [value if isinstance(value, tuple) else () for value in values]
    begins = [0]
    for row in rows:
        begins.append(begins[-1] + len(row))
    flat = [number for row in rows for number in row]
    starts = e.building.constant_row(begins)
    begin = code.load("i32", code.element(starts, "i32", place))
    if all(len(row) == len(rows[0]) for row in rows):
        length = constant(len(rows[0]))
    else:
        end = code.load("i32", code.element(starts, "i32", code.add(place, constant(1))))
        length = code.subtract(end, begin)
    if any(value is None for value in values):
        holes = e.building.constant_row([int(value is None) for value in values], "i8")
        missing = code.compare("ne", code.load("i8", code.element(holes, "i8", place)), constant(0, "i8"))
        none = missing if none is None else code.either(none, missing)
    address = code.element(e.building.constant_row(flat), "i32", begin)
    most = max((len(row) for row in rows), default=0)
    return Row(address, length, most, min(flat, default=0), max(flat, default=0), none, lasting=True)


def emit_seat(e: Emitter, node: ir.Seat) -> Emitted:
    player, players = as_number(e, e.value(node.player)), e.program.players
    by = node.by % players
    moved = e.code.add(player.bits, constant(by))
    if by and player.low >= 0 and player.high < players:
        over = e.code.compare("sge", moved, constant(players))
        moved = e.code.select(over, e.code.subtract(moved, constant(players)), moved)
    elif by or player.low < 0 or player.high >= players:
        moved = floor_remainder(e, Number(moved, None, player.low + by, player.high + by), number(players))
    return Number(moved, player.none, 0, players - 1)


# -------------------------------------------------------------------------------------------------- arithmetic


def emit_arithmetic(e: Emitter, node: ir.Arithmetic) -> Emitted:
    left, right = as_number(e, e.value(node.left)), as_number(e, e.value(node.right))
    e.demand(left, node.left.span)
    e.demand(right, node.right.span)
    match node.sign:
        case "+":
            return added(e, left, right, node.span)
        case "-":
            low, high = left.low - right.high, left.high - right.low
            return _wide(e, "sub", e.code.subtract, left, right, low, high, node.span)
        case "*":
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return _wide(e, "mul", e.code.multiply, left, right, min(corners), max(corners), node.span)
        case sign:
            return _divided(e, sign, left, right, node.span)


def added(e: Emitter, left: Number, right: Number, span: Span) -> Number:
    """A sum; one that leaves 32 bits is a failure."""
    return _wide(e, "add", e.code.add, left, right, left.low + right.low, left.high + right.high, span)


def _wide(
    e: Emitter,
    name: str,
    narrow: Callable[[Operand, Operand], Operand],
    left: Number,
    right: Number,
    low: int,
    high: int,
    span: Span,
) -> Number:
    """A result in 32 bits if it surely fits; otherwise worked out in 64 and asked."""
    if low >= LOWEST and high <= HIGHEST:
        return Number(narrow(left.bits, right.bits), None, low, high)
    code = e.code
    wide = code.binary(name, code.widen(left.bits, "i64", True), code.widen(right.bits, "i64", True))
    shifted = code.binary("add", wide, constant(-LOWEST, "i64"))
    outside = code.compare("ugt", shifted, constant(HIGHEST - LOWEST, "i64"))
    e.fail_if(outside, "number-too-large", span)
    return Number(code.narrow(wide, "i32"), None, max(low, LOWEST), min(high, HIGHEST))


def _divided(e: Emitter, sign: Literal["div", "mod"], left: Number, right: Number, span: Span) -> Number:
    code = e.code
    if right.low <= 0 <= right.high:
        e.fail_if(code.compare("eq", right.bits, constant(0)), "division-by-zero", span)
    divisors = [d for d in (right.low, -1, 1, right.high) if right.low <= d <= right.high and d] or [1]
    if sign == "div":
        results = [a // d for a in (left.low, left.high) for d in divisors]
        low, high = min(results), max(results)
        return Number(floor_quotient(e, left, right), None, low, high)
    low, high = min(right.low + 1, 0), max(right.high - 1, 0)
    if left.low >= 0 and right.low > 0:
        high = min(high, left.high)
    return Number(floor_remainder(e, left, right), None, low, high)


def floor_quotient(e: Emitter, left: Number, right: Number) -> Operand:
    """`div`, which rounds down; the divisor is not 0."""
    code = e.code
    if left.low >= 0 and right.low > 0:
        return code.unsigned_quotient(left.bits, right.bits)
    quotient = code.binary("sdiv", left.bits, right.bits)
    return code.select(_rounds_up(e, left, right), code.subtract(quotient, constant(1)), quotient)


def floor_remainder(e: Emitter, left: Number, right: Number) -> Operand:
    """`mod`, which has the sign of the divisor, which is not 0."""
    code = e.code
    if left.low >= 0 and right.low > 0:
        return code.unsigned_remainder(left.bits, right.bits)
    remainder = code.binary("srem", left.bits, right.bits)
    return code.select(_rounds_up(e, left, right), code.add(remainder, right.bits), remainder)


def _rounds_up(e: Emitter, left: Number, right: Number) -> Operand:
    """Whether the machine's division, which rounds towards 0, gives one more than rounding down."""
    code = e.code
    uneven = code.compare("ne", code.binary("srem", left.bits, right.bits), constant(0))
    signs = code.binary("xor", left.bits, right.bits)
    return code.both(uneven, code.compare("slt", signs, constant(0)))


def emit_negate(e: Emitter, node: ir.Negate) -> Emitted:
    operand = e.number(node.operand)
    return Number(e.code.subtract(constant(0), operand.bits), None, -operand.high, -operand.low)


# ---------------------------------------------------------------------------------------------------- conditions


def emit_not(e: Emitter, node: ir.Not) -> Emitted:
    return Truth(e.code.opposite(e.truth(node.operand)), None)


def emit_and(e: Emitter, node: ir.And) -> Emitted:
    return _in_turn(e, node.items, goes_on=True)


def emit_or(e: Emitter, node: ir.Or) -> Emitted:
    return _in_turn(e, node.items, goes_on=False)


def _in_turn(e: Emitter, items: tuple[ir.Expression, ...], goes_on: bool) -> Truth:
    """`and` (goes on while true) and `or` (while false). An item that is cheap and cannot fail is simply worked out."""
    code = e.code
    join = code.both if goes_on else code.either
    so_far = e.truth(items[0])
    done, kept = "", TRUE
    for item in items[1:]:
        if so_far.known == (0 if goes_on else 1):
            break
        cheap = e.attempt(item, partial(_truth, e, item), SKIPPED)
        if cheap is not None:
            so_far = join(so_far, as_truth(e, cheap))
            continue
        if not done:
            done, kept = code.block("known"), code.allocate("i1")
        code.store(so_far, kept)
        further = code.block("further")
        code.branch(so_far, *((further, done) if goes_on else (done, further)))
        code.at(further)
        so_far = e.truth(item)
    if done:
        code.store(so_far, kept)
        code.at(done)
        so_far = code.load("i1", kept)
    return Truth(so_far, None)


def _truth(e: Emitter, item: ir.Expression) -> Emitted:
    return Truth(e.truth(item), None)


def emit_if_else(e: Emitter, node: ir.IfElse) -> Emitted:
    condition = e.truth(node.condition)
    if condition.known is not None:
        return e.value(node.value if condition.known else node.otherwise)
    return chosen(e, condition, node.value, node.otherwise)


def chosen(e: Emitter, condition: Operand, yes: ir.Expression, no: ir.Expression) -> Emitted:
    """One value or the other; both are worked out if that is cheap and cannot fail."""
    first = e.attempt(yes, lambda: e.value(yes))
    second = e.attempt(no, lambda: e.value(no)) if first is not None else None
    if first is not None and second is not None:
        return select(e, condition, first, second)
    merge = Merge(e)
    then, otherwise = e.code.block("then"), e.code.block("else")
    e.code.branch(condition, then, otherwise)
    e.code.at(then)
    merge.add(first if first is not None and second is not None else e.value(yes))
    e.code.at(otherwise)
    merge.add(e.value(no))
    return merge.value()


def select(e: Emitter, condition: Operand, yes: Emitted, no: Emitted) -> Emitted:
    """The one or the other of two values that are both there."""
    code = e.code
    none = None
    if yes.none is not None or no.none is not None:
        none = code.select(condition, yes.none or FALSE, no.none or FALSE)
    if isinstance(yes, Row) and isinstance(no, Row):
        return Row(
            code.select(condition, yes.address, no.address), code.select(condition, yes.length, no.length),
            max(yes.most, no.most), min(yes.low, no.low), max(yes.high, no.high), none, yes.lasting and no.lasting,
        )  # fmt: skip
    if isinstance(yes, Row) or isinstance(no, Row):
        row = yes if isinstance(yes, Row) else no
        assert isinstance(row, Row)
        return Row(row.address, row.length, row.most, row.low, row.high, none, row.lasting)
    if isinstance(yes, Truth) and isinstance(no, Truth):
        return Truth(code.select(condition, yes.bit, no.bit), none)
    if yes is NOTHING and isinstance(no, Truth):
        return Truth(no.bit, none)
    if no is NOTHING and isinstance(yes, Truth):
        return Truth(yes.bit, none)
    a, b = as_number(e, yes), as_number(e, no)
    low, high = _hull([a, b])
    return Number(code.select(condition, a.bits, b.bits), none, low, high)


def _hull(values: list[Number]) -> tuple[int, int]:
    """The bounds of several numbers together, those that are always none left out."""
    there = [value for value in values if value.none is None or value.none.known != 1] or values
    return min(value.low for value in there), max(value.high for value in there)


class Merge:
    """A value that comes from one of several branches. `add` ends a branch with its value, `value` goes on after all."""

    def __init__(self, e: Emitter) -> None:
        self._e = e
        self._after = e.code.block("merged")
        self._values: list[Emitted] = []
        self._row = False
        self._bits: dict[str, Operand] = {}

    def add(self, value: Emitted) -> None:
        self.keep(value)
        self._e.code.branch_to(self._after)

    def keep(self, value: Emitted) -> None:
        """Remember a value without ending the branch: the last one kept is the value."""
        code = self._e.code
        match value:
            case Row():
                code.store(value.address, self._address("address", "ptr"))
                code.store(value.length, self._address("length", "i32"))
            case Truth():
                code.store(value.bit, self._address("truth", "i1"))
                code.store(code.widen(value.bit, "i32"), self._address("number", "i32"))
            case Number():
                code.store(value.bits, self._address("number", "i32"))
        code.store(value.none or FALSE, self._address("none", "i1"))
        if value.none is not None and value.none.known == 1:
            # Whatever sort the others are of, something is kept for it.
            code.store(FALSE, self._address("truth", "i1"))
            code.store(constant(0), self._address("length", "i32"))
        self._values.append(value)

    def value(self) -> Emitted:
        self._e.code.at(self._after)
        return self.kept()

    def kept(self) -> Emitted:
        """What was kept last; there must have been something."""
        code = self._e.code
        optional = any(value.none is not None for value in self._values)
        none = code.load("i1", self._address("none", "i1")) if optional else None
        rows = [value for value in self._values if isinstance(value, Row)]
        if rows:
            return Row(
                code.load("ptr", self._address("address", "ptr")), code.load("i32", self._address("length", "i32")),
                max(row.most for row in rows), min(row.low for row in rows), max(row.high for row in rows), none,
                all(row.lasting for row in rows),
            )  # fmt: skip
        plain = [value for value in self._values if value.none is None or value.none.known != 1]
        if plain and all(isinstance(value, Truth) for value in plain):
            return Truth(code.load("i1", self._address("truth", "i1")), none)
        numbers = [
            Number(value.bit, value.none, 0, 1) if isinstance(value, Truth) else value
            for value in self._values
            if not isinstance(value, Row)
        ]
        low, high = _hull(numbers)
        return Number(code.load("i32", self._address("number", "i32")), none, low, high)

    def _address(self, name: str, type: str) -> Operand:
        if name not in self._bits:
            self._bits[name] = self._e.code.allocate(type)
        return self._bits[name]


# ---------------------------------------------------------------------------------------------------- comparisons


def emit_compare(e: Emitter, node: ir.Compare) -> Emitted:
    left, right = e.value(node.left), e.value(node.right)
    if node.sign not in ("==", "!="):
        e.demand(left, node.left.span)
        e.demand(right, node.right.span)
        a, b = as_number(e, left), as_number(e, right)
        return _known_comparison(node.sign, a, b) or Truth(
            e.code.compare(SIGNS[node.sign], a.bits, b.bits), None
        )
    same = equal(e, left, right)
    return Truth(same if node.sign == "==" else e.code.opposite(same), None)


def _known_comparison(sign: str, a: Number, b: Number) -> Truth | None:
    """What the bounds alone decide."""
    if sign in (">", ">="):
        a, b, sign = b, a, "<" if sign == ">" else "<="
    if a.high < b.low or (sign == "<=" and a.high <= b.low):
        return truth(True)
    if a.low > b.high or (sign == "<" and a.low >= b.high):
        return truth(False)
    return None


def equal(e: Emitter, left: Emitted, right: Emitted) -> Operand:
    """Whether two values are the same; none equals none."""
    code = e.code
    if left is NOTHING or right is NOTHING:
        other = right if left is NOTHING else left
        return other.none or FALSE
    if isinstance(left, Row) and isinstance(right, Row):
        same = rows_equal(e, left, right)
    elif isinstance(left, Truth) and isinstance(right, Truth):
        same = code.opposite(code.result("i1", f"xor {left.bit}, {right.bit.text}"))
    else:
        a, b = as_number(e, left), as_number(e, right)
        if a.high < b.low or a.low > b.high:
            same = FALSE
        else:
            same = code.compare("eq", a.bits, b.bits)
    if left.none is None and right.none is None:
        return same
    first, second = left.none or FALSE, right.none or FALSE
    neither = code.opposite(code.either(first, second))
    return code.either(code.both(first, second), code.both(neither, same))


def rows_equal(e: Emitter, left: Row, right: Row) -> Operand:
    """Whether two rows hold the same numbers in the same order."""
    code = e.code
    kept = code.allocate("i1")
    alike = code.compare("eq", left.length, right.length)
    code.store(alike, kept)
    done = code.block("compared")
    begun = code.block("alike")
    code.branch(alike, begun, done)
    code.at(begun)

    def compare(index: Operand) -> None:
        a = code.load("i32", code.element(left.address, "i32", index))
        b = code.load("i32", code.element(right.address, "i32", index))
        same, going = code.compare("eq", a, b), code.block("same")
        code.store(same, kept)
        code.branch(same, going, done)
        code.at(going)

    work = e.work
    e.loop(left.length, left.most, compare, NOWHERE)
    e.work = work
    code.at(done)
    return code.load("i1", kept)


def emit_otherwise(e: Emitter, node: ir.Otherwise) -> Emitted:
    value = e.value(node.value)
    if value.none is None:
        return value
    if value.none.known == 1:
        return e.value(node.default)
    cheap = e.attempt(node.default, lambda: e.value(node.default))
    if cheap is not None:
        return select(e, value.none, cheap, surely(value))
    merge, missing, there = Merge(e), e.code.block("missing"), e.code.block("there")
    e.code.branch(value.none, missing, there)
    e.code.at(missing)
    merge.add(e.value(node.default))
    e.code.at(there)
    merge.add(surely(value))
    return merge.value()


def surely(value: Emitted) -> Emitted:
    """The value where it is known not to be none."""
    match value:
        case Number():
            return Number(value.bits, None, value.low, value.high, value.parts)
        case Truth():
            return Truth(value.bit, None)
        case Row():
            return Row(value.address, value.length, value.most, value.low, value.high, None, value.lasting)


# ----------------------------------------------------------------------------------------------- calls and cases


def emit_call(e: Emitter, node: ir.Call) -> Emitted:
    return call_definition(e, node, [e.value(argument) for argument in node.arguments])


def emit_within(e: Emitter, node: ir.Within) -> Emitted:
    value = as_number(e, e.value(node.value))
    code = e.code
    if value.none is not None and not node.optional:
        e.fail_if(value.none, "undefined", node.value.span)
    none = value.none if node.optional else None
    if value.low < node.low or value.high > node.high:
        below = code.compare("slt", value.bits, constant(node.low))
        above = code.compare("sgt", value.bits, constant(node.high))
        outside = code.either(below, above)
        if none is not None:
            outside = code.both(outside, code.opposite(none))
        e.fail_if(outside, "range-left", node.span)
    return Number(value.bits, none, max(value.low, node.low), min(value.high, node.high), value.parts)


def emit_cases(e: Emitter, node: ir.Cases) -> Emitted:
    code = e.code
    subject = None if node.subject is None else e.value(node.subject)
    merge = Merge(e)
    for case in node.cases:
        test = e.value(case.test)
        holds = equal(e, test, subject) if subject is not None else as_truth(e, test)
        applies, next_ = code.block("case"), code.block("next")
        code.branch(holds, applies, next_)
        code.at(applies)
        merge.add(e.value(case.value))
        code.at(next_)
    if node.otherwise is None:
        e.fail("no-case", node.span)
    else:
        merge.add(e.value(node.otherwise))
    return merge.value()


def emit_sum_lines(e: Emitter, node: ir.SumLines) -> Emitted:
    """Summed up in 64 bits: only the whole has to fit."""
    code, total, low, high = e.code, constant(0, "i64"), 0, 0
    for _, _, line in node.lines:
        value = e.number(line)
        total = code.add(total, code.widen(value.bits, "i64", True))
        low, high = low + value.low, high + value.high
    return fitting(e, total, low, high, node.span)


def fitting(e: Emitter, total: Operand, low: int, high: int, span: Span) -> Number:
    """A number of 64 bits, between bounds, as one of 32; a failure if it does not fit."""
    code = e.code
    if low < LOWEST or high > HIGHEST:
        shifted = code.binary("add", total, constant(-LOWEST, "i64"))
        e.fail_if(code.compare("ugt", shifted, constant(HIGHEST - LOWEST, "i64")), "number-too-large", span)
    return Number(code.narrow(total, "i32"), None, max(low, LOWEST), min(high, HIGHEST))


EMIT.update(
    {
        ir.Constant: emit_constant,
        ir.Local: emit_local,
        ir.Me: emit_me,
        ir.Flow: emit_flow,
        ir.Won: emit_won,
        ir.Cell: emit_cell,
        ir.Lookup: emit_lookup,
        ir.Seat: emit_seat,
        ir.Arithmetic: emit_arithmetic,
        ir.Negate: emit_negate,
        ir.Not: emit_not,
        ir.And: emit_and,
        ir.Or: emit_or,
        ir.IfElse: emit_if_else,
        ir.Compare: emit_compare,
        ir.Otherwise: emit_otherwise,
        ir.Call: emit_call,
        ir.Within: emit_within,
        ir.Cases: emit_cases,
        ir.SumLines: emit_sum_lines,
    }
)
