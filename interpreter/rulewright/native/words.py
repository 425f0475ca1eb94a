"""Random words in native code, as `runtime.words` defines them: an address becomes 32 bits, and 32 bits a number.

    key = turn_key(emitter, base, player, turn)            once a turn, if anybody remembers it
    below(emitter, key, index, bound, 0)                   a number below a bound, and how many words it took

Words of 64 bits wrap.  A number takes further words only if one is rejected, which next to never happens: that is a loop
of its own, beside the way.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.native.assembly import UNLIKELY, Operand, constant
from rulewright.native.emitter import Emitter
from rulewright.runtime.words import GOLDEN

SHIFTS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


def mix(e: Emitter, z: Operand) -> Operand:
    """The finaliser of SplitMix64."""
    code = e.code
    for shift, factor in SHIFTS:
        z = code.binary("xor", z, code.binary("lshr", z, constant(shift, "i64")))
        z = code.binary("mul", z, _word(factor))
    return code.binary("xor", z, code.binary("lshr", z, constant(31, "i64")))


def stream_bases(e: Emitter, seed: Operand, keys: Sequence[int], to: Operand) -> None:
    """Write the base of each stream, by its key, for a seed of 64 bits."""
    code = e.code
    if not keys:
        return
    of_seed = mix(e, code.binary("add", seed, _word(GOLDEN)))
    for index, key in enumerate(keys):
        part = code.binary("add", code.binary("xor", of_seed, _word(key)), _word(GOLDEN))
        code.store(mix(e, part), code.element(to, "i64", constant(index)))


def turn_key(e: Emitter, base: Operand, player: Operand, turn: Operand) -> Operand:
    """The key of a turn; `player` is -1 for nobody."""
    code = e.code
    who = code.widen(code.add(player, constant(1)), "i64")
    when = code.binary("shl", code.widen(turn, "i64"), constant(8, "i64"))
    part = code.binary("mul", code.binary("or", when, who), _word(GOLDEN))
    return mix(e, code.binary("add", base, part))


def word(e: Emitter, key: Operand, index: Operand, number: Operand) -> Operand:
    """Word `number` (32 bits wide, as i64) of event `index` of a turn."""
    code = e.code
    event = code.binary("shl", code.widen(index, "i64"), constant(32, "i64"))
    place = code.binary("add", code.binary("or", event, code.widen(number, "i64")), constant(1, "i64"))
    whole = mix(e, code.binary("add", key, code.binary("mul", place, _word(GOLDEN))))
    return code.binary("lshr", whole, constant(32, "i64"))


def below(
    e: Emitter, key: Operand, index: Operand, bound: Operand, number: Operand
) -> tuple[Operand, Operand]:
    """A number below a bound (i64, 1 to 2^32) from word `number` on (i32), and the number of the next word."""
    return below_from(e, word(e, key, index, number), key, index, bound, number)


def below_from(
    e: Emitter, first_word: Operand, key: Operand, index: Operand, bound: Operand, number: Operand
) -> tuple[Operand, Operand]:
    """`below` where word `number` is at hand already."""
    code = e.code
    taken, product_kept = code.allocate("i32"), code.allocate("i64")
    first = code.binary("mul", first_word, bound)
    code.store(number, taken)
    code.store(first, product_kept)
    doubtful, again, done = code.block("doubtful"), code.block("again"), code.block("drawn")
    low = code.binary("and", first, _word(0xFFFF_FFFF))
    # A threshold is below the bound, so a lower half that is not below the bound needs no division.
    code.branch(code.compare("ult", low, bound), doubtful, done, UNLIKELY)
    code.at(doubtful)
    threshold = code.binary("urem", code.binary("sub", _word(1 << 32), bound), bound)
    code.at(again)
    product = code.load("i64", product_kept)
    rejected = code.compare("ult", code.binary("and", product, _word(0xFFFF_FFFF)), threshold)
    next_ = code.block("next")
    code.branch(rejected, next_, done)
    code.at(next_)
    following = code.add(code.load("i32", taken), constant(1))
    code.store(following, taken)
    code.store(code.binary("mul", word(e, key, index, following), bound), product_kept)
    code.branch_to(again)
    code.at(done)
    value = code.binary("lshr", code.load("i64", product_kept), constant(32, "i64"))
    return value, code.add(code.load("i32", taken), constant(1))


def _word(value: int) -> Operand:
    """A constant of 64 bits, as LLVM writes it: with a sign."""
    value &= (1 << 64) - 1
    return constant(value - (1 << 64) if value >> 63 else value, "i64")
