"""Several numbers from the words of one event: the dice of a roll, the cards of a draw.

    five dice       one word, five digits to base 6, the first the most significant
    one die         the upper half of the word nearly always determines the face; otherwise the whole word is computed

The definition is `runtime.chance.random_words.numbers`.  The digits need no division: a word is read as a fraction; the integer part of
its product with the first bound is the first digit, and the fractional part, times the second bound, gives the second.  The fraction left
after the last digit is what Lemire's rejection test compares, so the digits equal those computed from the product of all bounds.
The rare cases, a rejected word and a half that does not determine the number, are functions of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.native.chance.random_words import Event, any_word, four_more, turn_address, turn_key
from rulewright.native.llvm.assembly import TRUE, UNLIKELY, Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.passes import guard
from rulewright.runtime.chance.random_words import FEW as FEW_NUMBERS
from rulewright.runtime.chance.random_words import WORD

LOW = constant(0xFFFF_FFFF, "i64")
DRAW = "draw"
"""The name of the function that draws from a pool."""
RETRY = "next_word"
"""The name of the function that continues after a rejected word."""
QUARTER = "quarter"
"""The name of the function that computes the upper half of an event's first word."""
MOST_BY_HALF = 1 << 16
"""The largest bound for which half a word is tried first."""
FEW = 8
"""Up to this number, digits are computed without a loop and those beyond the count are ignored, which costs
less than a loop whose exit is unpredictable."""
CHANCE = Event(Operand("i64", "%key"), Operand("i32", "%index"), Operand("i64", "%quarter"))
GIVEN_CHANCE = "i64 %key, i32 %index, i64 %quarter"
"""An event as the parameters of a function."""


def event(e: Emitter, stream: int) -> Event:
    """The next event of a stream in this turn, which it uses up."""
    code = e.code
    used = code.element(e.region("luck.used"), "i32", constant(stream))
    index = code.load("i32", used)
    code.store(code.add(index, constant(1)), used)
    if not e.building.keeps_keys:
        return event_of(e, _key(e, stream), index)
    kept = code.element(e.region("luck.keys"), "i64", constant(stream))
    shared = code.element(e.region("luck.words"), "i64", constant(stream))
    low = code.binary("and", index, constant(3))
    with code.if_(code.compare("eq", low, constant(0)), "fourth"):
        after = code.block("after")
        with code.unless(code.compare("eq", index, constant(0)), "further"):
            code.store(four_more(e, code.load("i64", kept), index), shared)
            code.branch_to(after)
        key = _key(e, stream)
        code.store(key, kept)
        code.store(key, shared)
        code.at(after)
    return Event(code.load("i64", kept), index, next_quarter(e, shared))


def event_of(e: Emitter, key: Operand, index: Operand) -> Event:
    """An event by its address."""
    _write_quarter(e)
    return Event(key, index, e.code.result("i64", f'call fastcc i64 @"{QUARTER}"({key}, {index})'))


def next_quarter(e: Emitter, shared: Operand) -> Operand:
    """The uppermost 16 bits of the word at an address, which is shifted so that the next 16 bits follow."""
    code = e.code
    word = code.load("i64", shared)
    code.store(code.binary("shl", word, constant(16, "i64")), shared)
    return code.binary("lshr", word, constant(48, "i64"))


def _key(e: Emitter, stream: int) -> Operand:
    """The key of this turn of a stream."""
    code = e.code
    base = code.item(e.region("luck.bases"), constant(stream), "i64")
    if e.building.keeps_keys:
        return turn_key(e, base, code.load("i64", e.region("luck.turn")))
    who = code.add(e.me.bits, constant(1))
    turn = code.item(e.region("luck.turns"), who)
    return turn_key(e, base, turn_address(e, e.me.bits, turn))


def _write_quarter(e: Emitter) -> None:
    building = e.building
    if QUARTER in building.declared:
        return
    inner = Emitter(building, QUARTER)
    code = inner.code
    key, index = Operand("i64", "%key"), Operand("i32", "%index")
    early = code.compare("ult", index, constant(4))
    word = code.select(early, key, four_more(inner, key, index))
    place = code.binary("shl", code.binary("and", index, constant(3)), constant(4))
    shift = code.widen(code.binary("sub", constant(48), place), "i64")
    found = code.binary("and", code.binary("lshr", word, shift), constant(0xFFFF, "i64"))
    code.give_back(found)
    head = f'define internal fastcc i64 @"{QUARTER}"(i64 %key, i32 %index) nounwind {{'
    building.declare(QUARTER, f"{head}\n{code.text()}\n}}\n")


def below(e: Emitter, chance: Event, bound: Operand, most: int) -> Operand:
    """A random number below a bound (i64, from 1 to `most`)."""
    code = e.code
    if most > MOST_BY_HALF:
        return _below_by_word(e, chance, bound)
    product = code.binary("mul", chance.quarter, bound)
    number = code.binary("lshr", product, constant(16, "i64"))
    if bound.known is not None and bound.known & (bound.known - 1) == 0:
        return number
    kept, doubtful, done = code.variable(number), code.block("doubtful"), code.block("drawn")
    code.branch(_is_doubtful(e, product, bound), doubtful, done, UNLIKELY)
    code.at(doubtful)
    if bound.known is None:
        e.leave_if(_is_power(e, bound), done)
    code.store(_below_by_word(e, chance, bound), kept)
    code.at(done)
    return code.load("i64", kept)


def _below_by_word(e: Emitter, chance: Event, bound: Operand) -> Operand:
    """The same computed from whole words."""
    code = e.code
    word, _ = _next_word(e, chance, constant(0), bound, _enough(e, bound))
    return code.binary("lshr", code.binary("mul", word, bound), constant(32, "i64"))


def _enough(e: Emitter, bound: Operand) -> Operand:
    """The limit for the lower half of a word times a bound: from it on the word is rejected."""
    word = constant(WORD, "i64")
    return e.code.binary("sub", word, e.code.binary("urem", word, bound))


def _is_power(e: Emitter, bound: Operand) -> Operand:
    """Whether a bound is a power of two, for which half a word is always enough. LLVM may know the bound
    where we do not."""
    less = e.code.binary("sub", bound, constant(1, "i64"))
    return e.code.compare("eq", e.code.binary("and", bound, less), constant(0, "i64"))


def _is_doubtful(e: Emitter, product: Operand, bound: Operand) -> Operand:
    """Whether the lower half of a word could change the number that its upper half gives, or cause the word
    to be rejected."""
    code = e.code
    low = code.binary("and", product, constant(0xFFFF, "i64"))
    return code.compare("ugt", low, code.subtract(constant(MOST_BY_HALF, "i64"), bound))


def digits(e: Emitter, chance: Event, bounds: Sequence[int]) -> list[Operand]:
    """A random number below each of some bounds."""
    if len(bounds) == 1:
        return [_digit(e, chance, bounds[0])]
    found: list[Operand] = []
    taken: Operand = constant(0)
    start = 0
    while start < len(bounds):
        end, product = start + 1, bounds[start]
        while end < len(bounds) and product * bounds[end] <= WORD:
            product *= bounds[end]
            end += 1
        enough = WORD - WORD % product
        fraction, taken = accepted(e, chance, taken, constant(product, "i64"), enough, product)
        for bound in bounds[start:end]:
            digit, fraction = next_digit(e, fraction, constant(bound, "i64"))
            found.append(digit)
        start = end
    return found


def _digit(e: Emitter, chance: Event, bound: int) -> Operand:
    """The only number of an event."""
    return e.code.narrow(below(e, chance, constant(bound, "i64"), bound), "i32")


def next_digit(e: Emitter, fraction: Operand, bound: Operand) -> tuple[Operand, Operand]:
    """The next digit of a fraction (32 bits, as i64), and the fraction that remains."""
    code = e.code
    product = code.binary("mul", fraction, bound)
    whole = code.narrow(code.binary("lshr", product, constant(32, "i64")), "i32")
    return whole, code.binary("and", product, LOW)


def accepted(
    e: Emitter, chance: Event, taken: Operand, product: Operand, enough: int | Operand, most: int = WORD
) -> tuple[Operand, Operand]:
    """The first word from number `taken` on that is not rejected for a product of bounds, and the number of
    the next word.

    `enough`: the limit from which on the lower 64-bit half has a word rejected; `most`: the greatest
    possible product."""
    code = e.code
    following = code.add(taken, constant(1))
    by_half = taken.known == 0 and few_numbers(most)
    if by_half:
        first = code.binary("shl", chance.quarter, constant(16, "i64"))
    else:
        first = any_word(e, chance, taken)
    if enough == WORD:
        return first, following
    end = constant(enough, "i64") if isinstance(enough, int) else enough
    kept, number = code.variable(first), code.variable(following)
    if by_half:
        refused = _is_doubtful(e, code.binary("mul", chance.quarter, product), product)
    else:
        low = code.binary("and", code.binary("mul", first, product), LOW)
        refused = code.compare("uge", low, end)
    again, done = code.block("rejected"), code.block("accepted")
    code.branch(refused, again, done, UNLIKELY)
    code.at(again)
    word, after = _next_word(e, chance, taken if by_half else following, product, end)
    code.store(word, kept)
    code.store(after, number)
    code.branch_to(done)
    code.at(done)
    return code.load("i64", kept), code.load("i32", number)


@guard
def few_numbers(most: int) -> bool:
    """Half a word determines only a small number of values."""
    return most <= FEW_NUMBERS


def _next_word(
    e: Emitter, chance: Event, number: Operand, product: Operand, end: Operand
) -> tuple[Operand, Operand]:
    """The first word from `number` on that is not rejected, and the number of the word after it."""
    code = e.code
    _write_retry(e)
    given = ", ".join(map(str, (chance.key, chance.index, chance.quarter, number, product, end)))
    found = code.result("i64", f'call coldcc i64 @"{RETRY}"({given})')
    after = code.narrow(code.binary("lshr", found, constant(32, "i64")), "i32")
    return code.binary("and", found, LOW), after


def _write_retry(e: Emitter) -> None:
    """Write the function that finds the next word that is not rejected, once: it is hardly ever called. It
    returns the word and, in the upper half, the number of the word after it; with `coldcc` its callers need
    not save registers."""
    building = e.building
    if RETRY in building.declared:
        return
    inner = Emitter(building, RETRY)
    code = inner.code
    product, end = Operand("i64", "%product"), Operand("i64", "%end")
    number = code.allocate("i32")
    code.store(Operand("i32", "%number"), number)
    head = code.block("head")
    code.at(head)
    at = code.load("i32", number)
    following = code.add(at, constant(1))
    code.store(following, number)
    tried = any_word(inner, CHANCE, at)
    low = code.binary("and", code.binary("mul", tried, product), LOW)
    inner.leave_if(code.compare("uge", low, end), head)
    after = code.binary("shl", code.widen(following, "i64"), constant(32, "i64"))
    code.give_back(code.binary("or", after, tried))
    given = f"{GIVEN_CHANCE}, i32 %number, i64 %product, i64 %end"
    head_line = f'define internal coldcc i64 @"{RETRY}"({given}) nounwind cold noinline {{'
    building.declare(RETRY, f"{head_line}\n{code.text()}\n}}\n")


def alike_digits(
    e: Emitter, chance: Event, bound: int, count: Operand, most: int, take: Callable[[Operand, Operand], None]
) -> None:
    """`count` random numbers below one bound, at most `most`: `take` gets each with its index."""
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
    ends = [WORD - WORD % product for product in products]
    place, fraction, taken = code.variable(constant(0)), code.allocate("i64"), code.variable(constant(0))
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
    end_of_words = _of(e, ends, many)
    first, following = accepted(
        e, chance, code.load("i32", taken), product, WORD if min(ends) == WORD else end_of_words
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
    """Whether up to `most` numbers below a bound share one word."""
    return most <= FEW and bound**most <= WORD


def few_digits(
    e: Emitter,
    chance: Event,
    bound: int,
    count: Operand,
    most: int,
    take: Callable[[Operand, Operand, Operand], None],
) -> None:
    """`count` random numbers below a bound, at least one: `take` gets `most` of them, each with its index
    and whether it is one of the `count`."""
    code = e.code
    if most == 1:
        take(constant(0), _digit(e, chance, bound), TRUE)
        return
    products = [bound**many for many in range(most + 1)]
    ends = [WORD - WORD % product for product in products]
    enough = _of(e, ends, count) if min(ends) < WORD else WORD
    fraction, _ = accepted(e, chance, constant(0), _of(e, products, count), enough, products[-1])
    for place in range(most):
        there = TRUE if place == 0 else code.compare("sgt", count, constant(place))
        digit, fraction = next_digit(e, fraction, constant(bound, "i64"))
        take(constant(place), digit, there)


def _of(e: Emitter, values: Sequence[int], index: Operand) -> Operand:
    row = e.building.constant_row(values, "i64")
    return e.code.item(row, index, "i64")


# --------------------------------------------------------------------------------------------------- draws


def draw(e: Emitter, chance: Event, pool: Operand, size: Operand, count: Operand) -> None:
    """Move `count` entries of a pool, drawn at random, to its front, in the order drawn."""
    _write_draw(e)
    given = ", ".join(map(str, (pool, size, count, chance.key, chance.index, chance.quarter)))
    e.code.do(f'call fastcc void @"{DRAW}"({given})')


def _write_draw(e: Emitter) -> None:
    """Write the function that draws, once: the bounds are size, size - 1, ..., as many at a time as share a
    word."""
    building = e.building
    if DRAW in building.declared:
        return
    inner = Emitter(building, DRAW)
    code = inner.code
    pool, size, count = Operand("ptr", "%pool"), Operand("i32", "%size"), Operand("i32", "%count")
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
    inner.go_on_if(code.compare("slt", last, count), drawn)
    whole = code.binary("mul", code.load("i64", product), _bound(inner, size, last))
    code.branch(code.compare("ule", whole, constant(WORD, "i64")), fits, drawn)
    code.at(fits)
    code.store(whole, product)
    code.store(code.add(last, constant(1)), end)
    code.branch_to(more)
    code.at(drawn)
    bound = code.load("i64", product)
    first, following = accepted(inner, CHANCE, code.load("i32", taken), bound, _enough(inner, bound))
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
    given = f"ptr noalias nonnull %pool, i32 %size, i32 %count, {GIVEN_CHANCE}"
    building.declare(DRAW, f'define internal fastcc void @"{DRAW}"({given}) nounwind {{\n{code.text()}\n}}\n')


def _bound(e: Emitter, size: Operand, place: Operand) -> Operand:
    """How many entries are left to draw from at an index."""
    return e.code.widen(e.code.subtract(size, place), "i64")
