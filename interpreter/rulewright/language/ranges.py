"""Value ranges of expressions: an integer range (a short list where there are gaps), and whether the value may be none.

    Values(0, 24)                       an integer from 0 to 24
    listed([0, 3, 6], none=True)        0, 3, 6 or none
    Sets(Values(1, 6), 0, 5)            a set of up to five numbers from 1 to 6

Conditions are Values of 0 and 1, all other values are represented by their ordinals.  Each function gives a superset of the
results that play can have for operands within the ranges: too much is allowed, too little is not.  An operation that always
fails gives NOTHING, since a rule that fails has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import add, floordiv, mod, mul, sub
from typing import Literal, Protocol, TypeAlias, assert_never

from rulewright.language import types
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.source.dataclass import dataclass

MOST_LISTED = 24
"""More values than this are kept as a range."""


@dataclass(frozen=True, slots=True)
class Values:
    """From `low` to `high` (no integer if low > high), and none if `none`; `few` lists them if there are gaps."""

    low: int
    high: int
    none: bool = False
    few: frozenset[int] | None = None

    @property
    def empty(self) -> bool:
        """Whether no integer is possible; none may still be."""
        return self.low > self.high

    @property
    def impossible(self) -> bool:
        return self.low > self.high and not self.none

    @property
    def size(self) -> int:
        """The number of possible integers."""
        return max(self.high - self.low + 1, 0) if self.few is None else len(self.few)

    def holds(self, value: int | None) -> bool:
        """Whether a value is possible."""
        if value is None:
            return self.none
        return self.low <= value <= self.high and (self.few is None or value in self.few)

    def all(self) -> Iterable[int]:
        return range(self.low, self.high + 1) if self.few is None else sorted(self.few)


@dataclass(frozen=True, slots=True)
class Sets:
    """A set (or row) of `least` to `most` elements."""

    of: Values
    least: int
    most: int


Abstract: TypeAlias = Values | Sets

NOTHING = Values(1, 0)
NONE = Values(1, 0, True)
NUMBER = Values(LOWEST, HIGHEST)
ANYTHING = Values(LOWEST, HIGHEST, True)
COUNT = Values(0, HIGHEST)
FALSE = Values(0, 0)
TRUE = Values(1, 1)
EITHER = Values(0, 1)


def exactly(value: int | bool | None) -> Values:
    """The range of a single value."""
    return NONE if value is None else Values(int(value), int(value))


def listed(values: Iterable[int], none: bool = False) -> Values:
    """The range of a list of values."""
    there = frozenset(int(value) for value in values)
    if not there:
        return NONE if none else NOTHING
    low, high = min(there), max(there)
    if high - low + 1 == len(there) or len(there) > MOST_LISTED:
        return Values(low, high, none)
    return Values(low, high, none, there)


def truth(may_be_true: bool, may_be_false: bool) -> Values:
    """The range of a condition that may be true, false, or both."""
    if may_be_true:
        return EITHER if may_be_false else TRUE
    return FALSE if may_be_false else NOTHING


def plain(value: Abstract) -> Values:
    """The range of a value that is not a set."""
    return value if isinstance(value, Values) else ANYTHING


def as_set(value: Abstract) -> Sets:
    """The range of a value that is a set."""
    return value if isinstance(value, Sets) else Sets(ANYTHING, 0, HIGHEST)


def some(value: Abstract) -> Values:
    """A range without none."""
    given = plain(value)
    return Values(given.low, given.high, False, given.few) if given.none else given


def join(one: Abstract, other: Abstract) -> Abstract:
    """The range of values from either of two ranges, which may be sets."""
    if one is other:
        return one
    if isinstance(one, Values) and isinstance(other, Values):
        return union(one, other)
    if isinstance(one, Sets) and isinstance(other, Sets):
        return Sets(union(one.of, other.of), min(one.least, other.least), max(one.most, other.most))
    lone, many = (one, other) if isinstance(one, Values) else (other, one)
    return many if isinstance(lone, Values) and lone.impossible else ANYTHING


def union(one: Values, other: Values) -> Values:
    """The union of two ranges."""
    none = one.none or other.none
    if one.empty or other.empty:
        kept = other if one.empty else one
        return kept if kept.none == none else Values(kept.low, kept.high, none, kept.few)
    low, high = min(one.low, other.low), max(one.high, other.high)
    if one.few is None and other.few is None and one.low <= other.high + 1 and other.low <= one.high + 1:
        return Values(low, high, none)
    if one.size + other.size <= 2 * MOST_LISTED:
        return listed({*one.all(), *other.all()}, none)
    return Values(low, high, none)


def meet(one: Values, other: Values) -> Values:
    """The intersection of two ranges."""
    none = one.none and other.none
    low, high = max(one.low, other.low), min(one.high, other.high)
    if low > high:
        return NONE if none else NOTHING
    if one.few is None and other.few is None:
        return Values(low, high, none)
    given = one.few if one.few is not None else other.few
    assert given is not None
    return listed((value for value in given if one.holds(value) and other.holds(value)), none)


def without(values: Values, value: int | None) -> Values:
    """A range without one value."""
    if value is None:
        return some(values)
    if not values.holds(value):
        return values
    if values.size <= MOST_LISTED:
        return listed((each for each in values.all() if each != value), values.none)
    low = values.low + (value == values.low)
    high = values.high - (value == values.high)
    return Values(low, high, values.none, None)


def within(values: Values, low: int, high: int) -> Values:
    """The part of a range within low..high; none stays possible."""
    return meet(values, Values(low, high, True))


def inside(one: Values, other: Values) -> bool:
    """Whether a range is a subset of another."""
    if one.none and not other.none:
        return False
    if one.empty:
        return True
    if not (other.low <= one.low and one.high <= other.high):
        return False
    return other.few is None or (one.size <= MOST_LISTED and all(each in other.few for each in one.all()))


# ----------------------------------------------------------------------------------------------- bounds
# Operations on two numbers of which only the least and the greatest value are known. Bounds may exceed 32 bits.


class Bounded(Protocol):
    """Anything with a least and a greatest value: a type, a range, a number in machine code."""

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...


Operator: TypeAlias = Literal["+", "-", "*", "div", "mod"]
_EXACT = {"+": add, "-": sub, "*": mul, "div": floordiv, "mod": mod}


def bounds(sign: Operator, one: Bounded, other: Bounded) -> tuple[int, int]:
    """The least and the greatest result of an operator; a divisor 0 has no result."""
    divisors = {b for b in (other.low, other.high, -1, 1) if b and other.low <= b <= other.high}
    match sign:
        case "+":
            return one.low + other.low, one.high + other.high
        case "-":
            return one.low - other.high, one.high - other.low
        case "*":
            corners = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
            return min(corners), max(corners)
        case "div":
            corners = [a // b for a in (one.low, one.high) for b in divisors]
            return min(corners, default=0), max(corners, default=0)
        case "mod":
            return _remainders(one, other)
        case _:
            assert_never(sign)


def _remainders(one: Bounded, other: Bounded) -> tuple[int, int]:
    """The bounds of a remainder, which has the sign of the divisor and is smaller."""
    if one.low == one.high and other.low == other.high != 0:
        return one.low % other.low, one.low % other.low
    if one.low < 0 or other.low <= 0:
        return min(other.low + 1, 0), max(other.high - 1, 0)
    if other.low > one.high:
        return one.low, one.high
    return 0, min(other.high - 1, one.high)


def clipped(bounds: tuple[int, int]) -> tuple[int, int]:
    """Bounds cut to 32 bits."""
    return max(bounds[0], LOWEST), min(bounds[1], HIGHEST)


def hull(parts: Iterable[Bounded]) -> tuple[int, int]:
    """The bounds of several values together; 0 to 0 if there are none."""
    there = list(parts)
    return min((part.low for part in there), default=0), max((part.high for part in there), default=0)


def extreme(name: Literal["min", "max"], parts: Iterable[Bounded]) -> tuple[int, int]:
    """The bounds of the least or the greatest of several values."""
    pick, there = min if name == "min" else max, list(parts)
    return pick(part.low for part in there), pick(part.high for part in there)


def extent(low: Bounded, high: Bounded) -> tuple[int, int]:
    """The least and the greatest number of elements of `low..high`."""
    return max(high.low - low.high + 1, 0), max(high.high - low.low + 1, 0)


Sign: TypeAlias = Literal["==", "!=", "<=", ">=", "<", ">"]
OPPOSITE: dict[Sign, Sign] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED: dict[Sign, Sign] = {"==": "==", "!=": "!=", "<": ">", ">=": "<=", ">": "<", "<=": ">="}


def can_hold(sign: Sign, one: Bounded, other: Bounded) -> bool:
    """Whether a comparison can be true; for whether it can be false, use the `OPPOSITE` sign."""
    match sign:
        case "==":
            return one.low <= other.high and other.low <= one.high
        case "!=":
            return not one.low == one.high == other.low == other.high
        case "<":
            return one.low < other.high
        case "<=":
            return one.low <= other.high
        case ">":
            return one.high > other.low
        case ">=":
            return one.high >= other.low
        case _:
            assert_never(sign)


def ordinals(type_: types.Type, pieces: Callable[[str], int]) -> tuple[int, int]:
    """The least and the greatest number that represents a value of a type, none left out; 0 to -1 for a type without numbers.

    `pieces` gives the number of piece numbers of a kind."""
    match type_:
        case types.Integer():
            return type_.low, type_.high
        case types.Boolean():
            return 0, 1
        case types.Enum() | types.Face():
            return 0, len(type_.members) - 1
        case types.Player() | types.Team() | types.Space() | types.Way() | types.Side():
            return 0, type_.count - 1
        case types.Line():
            return type_.first, type_.first + type_.count - 1
        case types.Piece():
            return 0, pieces(type_.kind) - 1
        case types.Optional():
            return ordinals(type_.of, pieces)
        case (
            types.Nothing() | types.Several() | types.Zone() | types.Kind() | types.Board() | types.Unknown()
        ):
            return 0, -1
        case _:
            assert_never(type_)


# ----------------------------------------------------------------------------------------------- operators


def arithmetic(sign: Operator, one: Values, other: Values) -> Values:
    """The range of an operator on integers, without results beyond 32 bits and divisors of 0."""
    one, other = some(one), some(other)
    if sign in ("div", "mod"):
        other = without(other, 0)
    if one.empty or other.empty:
        return NOTHING
    if one.size * other.size <= MOST_LISTED:
        operator = _EXACT[sign]
        return within(listed(operator(a, b) for a in one.all() for b in other.all()), LOWEST, HIGHEST)
    return within(Values(*bounds(sign, one, other)), LOWEST, HIGHEST)


def negated(values: Values) -> Values:
    return arithmetic("-", FALSE, values)


# ---------------------------------------------------------------------------------------------- aggregates
# Over `least` to `most` elements with such values, of which those that are none are left out.


def total(values: Values, least: int, most: int) -> Values:
    """The sum, which may exceed 32 bits."""
    least = 0 if values.none else least
    if values.empty or most == 0:
        return FALSE if least == 0 else NOTHING
    low = min(least * values.low, most * values.low)
    high = max(least * values.high, most * values.high)
    return Values(low, high)


def multiplied(values: Values, least: int, most: int) -> Values:
    """The product, which may exceed 32 bits; bounds further out are not told apart."""
    least = 0 if values.none else least
    if values.empty or most == 0:
        return TRUE if least == 0 else NOTHING
    if values.low >= 0:
        return Values(min(_power(values.low, least), _power(values.low, most)),
                      max(_power(values.high, least), _power(values.high, most)))  # fmt: skip
    if most == 1:
        return Values(values.low, values.high) if least else Values(values.low, max(values.high, 1))
    furthest = _power(max(-values.low, values.high), most)
    return Values(-furthest, furthest)


def _power(number: int, times: int) -> int:
    """A power of a number from 0 on, but not more than twice what a number can be."""
    return number**times if number <= 1 or times <= 32 else 2 * HIGHEST + 2


def length(values: Values, least: int, most: int) -> Values:
    """The number of elements, those that are none included."""
    return Values(least, most)


def any_holds(values: Values, least: int, most: int) -> Values:
    return truth(values.holds(1), least == 0 or values.holds(0))


def all_hold(values: Values, least: int, most: int) -> Values:
    return truth(least == 0 or values.holds(1), values.holds(0))


def element(values: Values, least: int, most: int) -> Values:
    """One of the elements."""
    return some(values)


def element_or_none(values: Values, least: int, most: int) -> Values:
    """One of the elements, or none if there is none."""
    return some(values) if _surely_there(values, least) else union(values, NONE)


def different(values: Values, least: int, most: int) -> Values:
    """The number of different elements, or of some of them."""
    return Values(int(_surely_there(values, least)), max(min(most, values.size), 0))


def most_alike(values: Values, least: int, most: int) -> Values:
    """The number of times that the most frequent value occurs."""
    alike = -(-least // max(values.size, 1)) if _surely_there(values, least) else 0
    return Values(alike, 0 if values.empty else most)


def _surely_there(values: Values, least: int) -> bool:
    return least > 0 and not values.none and not values.empty


def compared(sign: Sign, one: Values, other: Values) -> Values:
    """The range of a comparison's result; only == and != may compare with none."""
    if one.impossible or other.impossible:
        return NOTHING
    if sign in ("==", "!="):
        common = meet(one, other)
        equal = not common.impossible
        single = one.size + one.none == 1 and other.size + other.none == 1
        differ = not (single and equal)
        return truth(equal, differ) if sign == "==" else truth(differ, equal)
    if one.empty or other.empty:
        return NOTHING
    return truth(can_hold(sign, one, other), can_hold(OPPOSITE[sign], one, other))


def restricted(sign: Sign, one: Values, other: Values) -> Values:
    """The part of `one` that remains if `one sign other` holds."""
    if sign == "==":
        return meet(one, other)
    if sign == "!=":
        if other.size + other.none != 1:
            return one
        return without(one, None if other.none else other.low)
    one = some(one)
    if other.empty:
        return NOTHING
    match sign:
        case "<":
            return within(one, LOWEST, other.high - 1)
        case "<=":
            return within(one, LOWEST, other.high)
        case ">":
            return within(one, other.low + 1, HIGHEST)
        case _:
            return within(one, other.low, HIGHEST)
