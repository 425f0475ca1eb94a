"""Legal choices of two values as bits: a word of bits of first values for each second one.

    choose: {at: board.spaces, way: board.directions}      ->      region `mask.move`: bit k of word w is set if space k may go way w
    choose: {at: board.spaces, to: neighbours(at)}         ->      bit k of word w is set if space k may go to its neighbour w

All men that can go north are found at once, then all that can go northeast. Every condition must be one that bits can answer
(`bitsets.set_where`) once the second value is known, so none of them can fail. Choices are in the order of the first value, then of the
second, as everywhere: the k-th is found by counting bits in all words up to a place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.language.node_fields import node_fields
from rulewright.native.choices.masks import bind_lets
from rulewright.native.expressions.images import image_of
from rulewright.native.expressions.vectors import Values, depends, values_of
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import WORD, count_bits, each_bit
from rulewright.native.llvm.bitsets import all_of, known_where, narrowed, set_where, type_of
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.speculation import can_fail
from rulewright.native.llvm.values import Number
from rulewright.native.passes import guard
from rulewright.source.dataclass import dataclass

MOST_SECOND = 16
"""The most second values of a first one."""
MOST_WORDS = 16
"""The most words of bits, which is what the region of a mask holds."""
_ASKED_ONCE = (
    ir.Can, ir.Call, ir.Not, ir.And, ir.Or, ir.Compare, ir.IfElse, ir.Arithmetic, ir.Cell, ir.Lookup, ir.Seat, ir.Constant, ir.Me,
    ir.Flow,
)  # fmt: skip
"""Nodes that the reference evaluates without going through elements, or once for a position."""


Seconds: TypeAlias = tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The possible pairs of an action: `seconds[w][k]` is the second value of word w for the first value of bit k, none if
    there is none."""

    action: ir.Action
    values: Values
    seconds: Seconds
    names: tuple[ir.Expression, ...]
    """What the second value is in each word: a constant, or an element of a row of the first one."""

    @property
    def most(self) -> int:
        return self.values.count * len(self.seconds)

    @property
    def words(self) -> int:
        """How many words of 64 bits there are for each second value."""
        return -(-self.values.count // WORD)

    def first(self, e: Emitter, bit: Operand) -> Number:
        """The first value of a bit."""
        low = self.values.low
        return Number(e.code.add(bit, constant(low)), None, low, low + self.values.count - 1)

    def second(self, e: Emitter, word: Operand, bit: Operand) -> Number:
        """The second value of a bit of a word."""
        code, count = e.code, self.values.count
        there = [value for row in self.seconds for value in row if value is not None]
        if len(self.seconds) > 1 and all(len({*row}) == 1 for row in self.seconds):
            bits = code.item(e.building.constant_row([row[0] or 0 for row in self.seconds]), word)
        else:
            flat = [value or 0 for row in self.seconds for value in row]
            bits = code.item(
                e.building.constant_row(flat), code.add(code.multiply(word, constant(count)), bit)
            )
        return Number(bits, None, min(there), max(there))


def pairs_of(e: Emitter, action: ir.Action) -> Pairs | None:
    """The pairs of an action whose choices may be kept as bits: its conditions are not looked at."""
    if not e.building.passes.pairs or len(action.parameters) != 2 or not binds_no_names(action):
        return None
    one, other = action.parameters
    values = values_of(0, one.domain)
    if values is None or one.after_parameter >= 0:
        return None
    match other.domain:
        case ir.Members(values=given) if 1 <= len(given) <= MOST_SECOND:
            names: tuple[ir.Expression, ...] = tuple(ir.Constant(value, other.span) for value in given)
            seconds: Seconds = tuple((int(value),) * values.count for value in given)
        case ir.Elements(value=row, single=False):
            rows = image_of(e, row, values)
            if rows is None or not all(isinstance(each, tuple) for each in rows):
                return None
            listed = [each for each in rows if isinstance(each, tuple)]
            width = max(map(len, listed))
            if not 1 <= width <= MOST_SECOND or any(len(set(each)) < len(each) for each in listed):
                return None
            names = tuple(
                ir.Nth(row, ir.Constant(place + 1, other.span), other.span) for place in range(width)
            )
            seconds = tuple(
                tuple(each[place] if place < len(each) else None for each in listed) for place in range(width)
            )
        case _:
            return None
    found = Pairs(action, values, seconds, names)
    return found if len(seconds) * found.words <= MOST_WORDS else None


@guard
def binds_no_names(action: ir.Action) -> bool:
    """`let` is evaluated for each pair that may be chosen, since it may fail, and conditions may use it."""
    return all(let.level == 0 for let in action.lets)


def apart(action: ir.Action) -> list[ir.Expression]:
    """The conditions on neither value, in order, for the caller to evaluate first."""
    return [condition.holds for condition in action.conditions if _on_neither(condition.holds)]


def _on_neither(holds: ir.Expression) -> bool:
    return not depends(holds, 0) and not depends(holds, 1)


def mask_of(e: Emitter, name: str) -> tuple[Pairs, Function] | None:
    """The pairs of an action, and the function that writes which of them `me` may choose to the region `mask.NAME`, as far
    as conditions on either value say; None if its conditions are none that bits can answer."""
    building = e.building
    if name not in building.pairs:
        pairs = pairs_of(e, building.program.actions[name])
        building.pairs[name] = (
            None if pairs is None or not hoisted(e, pairs.action) else _written(building, name, pairs)
        )
    known: tuple[Pairs, Function] | None = building.pairs[name]
    return known


@guard
def hoisted(e: Emitter, action: ir.Action) -> bool:
    """A condition on neither value that can fail, or is evaluated again for each pair, keeps its place."""
    later = [each.holds for each in action.conditions if each.level and _on_neither(each.holds)]
    return all(
        all(isinstance(each, _ASKED_ONCE) for each in everything(holds))
        and not can_fail(e, lambda holds=holds: e.truth(holds))  # type: ignore[misc]  # a default keeps the loop's condition
        for holds in later
    )


def region_of(name: str) -> str:
    """The name of the memory of an action's words."""
    return f"mask.{name}"


def _written(building: Building, name: str, pairs: Pairs) -> tuple[Pairs, Function] | None:
    e = Emitter(building, region_of(name), pairs.action.path)
    return (pairs, e.finish()) if _write(e, name, pairs) else None


def _write(e: Emitter, name: str, pairs: Pairs) -> bool:
    """Write the words of bits; whether that can be done."""
    code, values, region = e.code, pairs.values, e.region(region_of(name))
    bind_lets(e, pairs.action, 0)
    e.spend(values.count + len(pairs.names) + pairs.most)
    asked = [each.holds for each in pairs.action.conditions if not _on_neither(each.holds)]
    base = all_of(values)
    for condition in asked:
        if not depends(condition, 1):
            bits = set_where(e, condition, values)
            if bits is None:
                return False
            base = code.binary("and", base, bits)
    for word, second in enumerate(pairs.names):
        only = sum(1 << bit for bit, value in enumerate(pairs.seconds[word]) if value is not None)
        held = base
        for condition in asked:
            if not depends(condition, 1):
                continue
            given = _named(condition, second)
            over = replace(values, only=only)
            known = known_where(e, given, over)
            if known is not None:
                only &= known
                continue
            held, done = narrowed(e, [given], over, held)
            if not done:
                return False
        held = code.binary("and", held, constant(only, type_of(values)))
        address = code.element(region, "i64", constant(word * pairs.words))
        code.do(f"store {held}, {address}, align 8")
    return True


def _named(node: Any, second: ir.Expression) -> Any:  # Any: a node, and one of its class
    """A node with the second value replaced by what it is."""
    match node:
        case ir.Local(slot=1):
            return second
        case tuple():
            return tuple(_named(each, second) for each in node)
        case _ if not hasattr(node, "__dataclass_fields__") or not depends(node, 1):
            return node
        case _:
            return replace(
                node, **{field: _named(getattr(node, field), second) for field in node_fields(type(node))}
            )


# ----------------------------------------------------------------------------------------------- what is done with them


@dataclass(frozen=True, slots=True)
class Words:
    """The words of bits of an action, in memory: those of a second value are consecutive."""

    pairs: Pairs
    address: Operand

    def rows(self, e: Emitter) -> list[list[Operand]]:
        """The words of all second values for the first 64 first values, for the next 64, ..."""
        many = self.pairs.words
        return [
            [
                e.code.item(self.address, constant(place + chunk), "i64")
                for place in range(0, len(self.pairs.seconds) * many, many)
            ]
            for chunk in range(many)
        ]


def worked_out(e: Emitter, name: str) -> Words | None:
    """Write the bits of an action to memory of this function; None, with nothing written, if its choices are none."""
    found = mask_of(e, name)
    if found is None:
        return None
    pairs, function = found
    address = e.code.allocate("i64", len(pairs.seconds) * pairs.words)
    e.regions[region_of(name)] = address
    e.run(function)
    del e.regions[region_of(name)]
    return Words(pairs, address)


def each_pair(e: Emitter, words: Words, body: Callable[[Sequence[Number]], None]) -> None:
    """Write `body` for each pair whose bit is set, in order."""
    code, pairs = e.code, words.pairs
    for chunk, row in enumerate(words.rows(e)):

        def first(bit: Operand, chunk: int = chunk) -> None:
            place = code.add(bit, constant(WORD * chunk))
            value = pairs.first(e, place)

            def second(word: Operand) -> None:
                at = code.add(code.multiply(word, constant(pairs.words)), constant(chunk))
                bits = code.item(words.address, at, "i64")
                with code.if_(code.narrow(code.binary("lshr", bits, code.widen(bit, "i64")), "i1"), "chosen"):
                    body([value, pairs.second(e, word, place)])

            e.loop(constant(len(pairs.seconds)), len(pairs.seconds), second, pairs.action.span)

        each_bit(e, _any_of(e, row), first, min(WORD, pairs.values.count - WORD * chunk))


def any_pair(e: Emitter, words: Words) -> Operand:
    """Whether any bit is set."""
    return e.code.compare(
        "ne", _any_of(e, [word for row in words.rows(e) for word in row]), constant(0, "i64")
    )


def _any_of(e: Emitter, words: Sequence[Operand]) -> Operand:
    return reduce(lambda one, other: e.code.binary("or", one, other), words)


def pairs_in(e: Emitter, words: Sequence[Operand]) -> Operand:
    """How many bits of some words are set."""
    return reduce(e.code.add, [count_bits(e, word) for word in words])


def pair_number(e: Emitter, pairs: Pairs, rows: Sequence[Sequence[Operand]], number: Operand) -> list[Number]:
    """The pair with `number` pairs before it, of those whose bits are set."""
    code, words, place, left = e.code, rows[0], constant(0), number
    sofar = pairs_in(e, words)
    for chunk in range(1, pairs.words):
        beyond = code.compare("sge", number, sofar)
        words = [code.select(beyond, later, word) for word, later in zip(words, rows[chunk], strict=True)]
        place = code.select(beyond, constant(WORD * chunk), place)
        left = code.select(beyond, code.subtract(number, sofar), left)
        sofar = code.add(sofar, pairs_in(e, rows[chunk]))
    width = 1
    while width * 2 < min(pairs.values.count, WORD):
        width *= 2
    while width >= 1:
        below = pairs_in(e, [code.binary("and", word, constant((1 << width) - 1, "i64")) for word in words])
        beyond = code.compare("sge", left, below)
        left = code.select(beyond, code.subtract(left, below), left)
        place = code.add(place, code.select(beyond, constant(width), constant(0)))
        by = code.select(beyond, constant(width, "i64"), constant(0, "i64"))
        words = [code.binary("lshr", word, by) for word in words]
        width //= 2
    return [pairs.first(e, place), pairs.second(e, _which(e, words, left), place)]


def _which(e: Emitter, words: Sequence[Operand], number: Operand) -> Operand:
    """Which of some words it is that has its lowest bit set and `number` such words before it."""
    code, found, sofar = e.code, constant(0), constant(0)
    for index, word in enumerate(words):
        there = code.narrow(word, "i1")
        here = code.both(there, code.compare("eq", sofar, number))
        found = code.select(here, constant(index), found)
        sofar = code.add(sofar, code.widen(there, "i32"))
    return found
