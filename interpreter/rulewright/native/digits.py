"""Several numbers from the words of one event: the dice of a roll, the cards of a draw.

    five dice       one word, five digits to base 6, the first the most significant

As `runtime.words.numbers` says it.  The digits need no division: a word is read as a fraction; times the first bound, its
whole part is the first digit; what is left behind the point, times the second bound, gives the second.  After the last one
there is left just what is asked for the rejection (Lemire), so the digits are the same as of the product of all bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.native.assembly import TRUE, UNLIKELY, Operand, constant
from rulewright.native.emitter import Emitter
from rulewright.native.words import turn_key, word
from rulewright.runtime.words import WORD

LOW = constant(0xFFFF_FFFF, "i64")
DRAW = "draw"
"""The function that draws from a pool."""
RETRY = "next_word"
"""The function that goes on after a word that was rejected."""
FEW = 8
"""Up to so many digits are worked out one after the other and those beyond the count not used, which costs less than a
loop whose end cannot be foreseen."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of chance: the key of its turn, and its index there."""

    key: Operand
    index: Operand


def event(e: Emitter, stream: int) -> Event:
    """The next event of a stream within this turn, which is used up by it."""
    code = e.code
    base = code.load("i64", code.element(e.region("luck.bases"), "i64", constant(stream)))
    who = code.add(e.me.bits, constant(1))
    turn = code.load("i32", code.element(e.region("luck.turns"), "i32", who))
    used = code.element(e.region("luck.used"), "i32", constant(stream))
    index = code.load("i32", used)
    code.store(code.add(index, constant(1)), used)
    if not e.building.keeps_keys:
        return Event(turn_key(e, base, e.me.bits, turn), index)
    kept = code.element(e.region("luck.keys"), "i64", constant(stream))
    with code.if_(code.compare("eq", index, constant(0)), "first"):
        code.store(turn_key(e, base, e.me.bits, turn), kept)
    return Event(code.load("i64", kept), index)


def digits(e: Emitter, chance: Event, bounds: Sequence[int]) -> list[Operand]:
    """For each bound a number below it."""
    found: list[Operand] = []
    taken: Operand = constant(0)
    start = 0
    while start < len(bounds):
        end, product = start + 1, bounds[start]
        while end < len(bounds) and product * bounds[end] <= WORD:
            product *= bounds[end]
            end += 1
        fraction, taken = accepted(e, chance, taken, constant(product, "i64"), (WORD - product) % product)
        for bound in bounds[start:end]:
            digit, fraction = next_digit(e, fraction, constant(bound, "i64"))
            found.append(digit)
        start = end
    return found


def next_digit(e: Emitter, fraction: Operand, bound: Operand) -> tuple[Operand, Operand]:
    """The next digit of a fraction (32 bits behind the point, as i64), and what is left then."""
    code = e.code
    product = code.binary("mul", fraction, bound)
    whole = code.narrow(code.binary("lshr", product, constant(32, "i64")), "i32")
    return whole, code.binary("and", product, LOW)


def accepted(
    e: Emitter, chance: Event, taken: Operand, product: Operand, threshold: int | Operand
) -> tuple[Operand, Operand]:
    """The first word from number `taken` on that is not rejected for a product of bounds, and the number of the next one.

    `threshold`: what the lower half has to reach, of 64 bits."""
    code = e.code
    first = word(e, chance.key, chance.index, taken)
    following = code.add(taken, constant(1))
    if threshold == 0:
        return first, following
    least = constant(threshold, "i64") if isinstance(threshold, int) else threshold
    kept, number = code.allocate("i64"), code.allocate("i32")
    code.store(first, kept)
    code.store(following, number)
    low = code.binary("and", code.binary("mul", first, product), LOW)
    again, done = code.block("rejected"), code.block("accepted")
    code.branch(code.compare("ult", low, least), again, done, UNLIKELY)
    code.at(again)
    _write_retry(e)
    given = f"{chance.key}, {chance.index}, {following}, {product}, {least}"
    found = code.result("{ i64, i32 }", f'call fastcc {{ i64, i32 }} @"{RETRY}"({given})')
    code.store(code.result("i64", f"extractvalue {found}, 0"), kept)
    code.store(code.result("i32", f"extractvalue {found}, 1"), number)
    code.branch_to(done)
    code.at(done)
    return code.load("i64", kept), code.load("i32", number)


def _write_retry(e: Emitter) -> None:
    """The function that looks for the next word that is not rejected, written once: it is hardly ever called."""
    building = e.building
    if RETRY in building.declared:
        return
    inner = Emitter(building, RETRY)
    code = inner.code
    chance = Event(Operand("i64", "%key"), Operand("i32", "%index"))
    product, least = Operand("i64", "%product"), Operand("i64", "%least")
    number = code.allocate("i32")
    code.store(Operand("i32", "%number"), number)
    head, done = code.block("head"), code.block("done")
    code.at(head)
    at = code.load("i32", number)
    following = code.add(at, constant(1))
    code.store(following, number)
    tried = word(inner, chance.key, chance.index, at)
    low = code.binary("and", code.binary("mul", tried, product), LOW)
    code.branch(code.compare("ult", low, least), head, done)
    code.at(done)
    whole = code.result("{ i64, i32 }", f"insertvalue {{ i64, i32 }} poison, {tried}, 0")
    code.give_back(code.result("{ i64, i32 }", f"insertvalue {whole}, {following}, 1"))
    given = "i64 %key, i32 %index, i32 %number, i64 %product, i64 %least"
    head_line = f'define internal fastcc {{ i64, i32 }} @"{RETRY}"({given}) nounwind cold noinline {{'
    building.declare(RETRY, f"{head_line}\n{code.text()}\n}}\n")


def alike_digits(
    e: Emitter, chance: Event, bound: int, count: Operand, most: int, take: Callable[[Operand, Operand], None]
) -> None:
    """As many numbers below one bound as `count` says, at most `most`: `take` gets each with its place among them."""
    if count.known is not None:
        for at, digit in enumerate(digits(e, chance, [bound] * count.known)):
            take(constant(at), digit)
        return
    code = e.code
    group = 1
    while bound ** (group + 1) <= WORD and group < max(most, 1) and bound > 1:
        group += 1
    if bound == 1:
        group = max(most, 1)
    products = [bound**many for many in range(group + 1)]
    thresholds = [(WORD - product) % product for product in products]
    place, fraction, taken = code.allocate("i32"), code.allocate("i64"), code.allocate("i32")
    code.store(constant(0), place)
    code.store(constant(0), taken)
    head, begin, inside, next_, after = (
        code.block(hint) for hint in ("words", "word", "digit", "next", "rolled")
    )
    code.at(head)
    left = code.subtract(count, code.load("i32", place))
    code.branch(code.compare("sgt", left, constant(0)), begin, after)
    code.at(begin)
    many = left
    if group < most:
        many = code.select(code.compare("slt", left, constant(group)), left, constant(group))
    end = code.add(code.load("i32", place), many)
    product = _of(e, products, many)
    least = _of(e, thresholds, many)
    first, following = accepted(
        e, chance, code.load("i32", taken), product, 0 if not any(thresholds) else least
    )
    code.store(first, fraction)
    code.store(following, taken)
    code.at(inside)
    here = code.load("i32", place)
    digit, rest = next_digit(e, code.load("i64", fraction), constant(bound, "i64"))
    code.store(rest, fraction)
    take(here, digit)
    beyond = code.add(here, constant(1))
    code.store(beyond, place)
    code.branch(code.compare("slt", beyond, end), inside, next_)
    code.at(next_)
    code.branch_to(head)
    code.at(after)


def fit_one_word(bound: int, most: int) -> bool:
    """Whether a few numbers below a bound share one word."""
    return most <= FEW and bound**most <= WORD


def few_digits(
    e: Emitter,
    chance: Event,
    bound: int,
    count: Operand,
    most: int,
    take: Callable[[Operand, Operand, Operand], None],
) -> None:
    """As many numbers below a bound as `count` says, at least one: `take` gets `most` of them, each with its place and
    whether it is one of them."""
    code = e.code
    products = [bound**many for many in range(most + 1)]
    thresholds = [(WORD - product) % product for product in products]
    least = _of(e, thresholds, count) if any(thresholds) else 0
    fraction, _ = accepted(e, chance, constant(0), _of(e, products, count), least)
    for place in range(most):
        there = TRUE if place == 0 else code.compare("sgt", count, constant(place))
        digit, fraction = next_digit(e, fraction, constant(bound, "i64"))
        take(constant(place), digit, there)


def _of(e: Emitter, values: Sequence[int], index: Operand) -> Operand:
    row = e.building.constant_row(values, "i64")
    return e.code.load("i64", e.code.element(row, "i64", index))


# --------------------------------------------------------------------------------------------------- draws


def draw(e: Emitter, chance: Event, pool: Operand, size: Operand, count: Operand) -> None:
    """Put so many entries of a pool, drawn at random, at its front, in the order drawn."""
    _write_draw(e)
    given = (
        f"ptr {pool.text}, i32 {size.text}, i32 {count.text}, i64 {chance.key.text}, i32 {chance.index.text}"
    )
    e.code.do(f'call fastcc void @"{DRAW}"({given})')


def _write_draw(e: Emitter) -> None:
    """The function that draws, written once: the bounds are size, size - 1, ..., as many at a time as share a word."""
    building = e.building
    if DRAW in building.declared:
        return
    inner = Emitter(building, DRAW)
    code = inner.code
    pool, size, count = Operand("ptr", "%pool"), Operand("i32", "%size"), Operand("i32", "%count")
    chance = Event(Operand("i64", "%key"), Operand("i32", "%index"))
    place, taken, end, product, fraction = (
        code.allocate(type) for type in ("i32", "i32", "i32", "i64", "i64")
    )
    code.store(constant(0), place)
    code.store(constant(0), taken)
    head, begin, more, fits, drawn, inside, after = (
        code.block(hint) for hint in ("words", "word", "more", "fits", "drawn", "digit", "after")
    )
    code.at(head)
    start = code.load("i32", place)
    code.branch(code.compare("slt", start, count), begin, after)
    code.at(begin)
    code.store(_bound(inner, size, start), product)
    code.store(code.add(start, constant(1)), end)
    code.at(more)
    last = code.load("i32", end)
    going = code.block("going")
    code.branch(code.compare("slt", last, count), going, drawn)
    code.at(going)
    whole = code.binary("mul", code.load("i64", product), _bound(inner, size, last))
    code.branch(code.compare("ule", whole, constant(WORD, "i64")), fits, drawn)
    code.at(fits)
    code.store(whole, product)
    code.store(code.add(last, constant(1)), end)
    code.branch_to(more)
    code.at(drawn)
    bound = code.load("i64", product)
    least = code.binary("urem", code.binary("sub", constant(WORD, "i64"), bound), bound)
    first, following = accepted(inner, chance, code.load("i32", taken), bound, least)
    code.store(first, fraction)
    code.store(following, taken)
    code.at(inside)
    at = code.load("i32", place)
    digit, rest = next_digit(inner, code.load("i64", fraction), _bound(inner, size, at))
    code.store(rest, fraction)
    here, there = code.element(pool, "i32", at), code.element(pool, "i32", code.add(at, digit))
    one, other = code.load("i32", here), code.load("i32", there)
    code.store(other, here)
    code.store(one, there)
    beyond = code.add(at, constant(1))
    code.store(beyond, place)
    code.branch(code.compare("slt", beyond, code.load("i32", end)), inside, head)
    code.at(after)
    code.give_back(None)
    given = "ptr noalias nonnull %pool, i32 %size, i32 %count, i64 %key, i32 %index"
    building.declare(DRAW, f'define internal fastcc void @"{DRAW}"({given}) nounwind {{\n{code.text()}\n}}\n')


def _bound(e: Emitter, size: Operand, place: Operand) -> Operand:
    """How many entries are left to draw from at a place."""
    return e.code.widen(e.code.subtract(size, place), "i64")
