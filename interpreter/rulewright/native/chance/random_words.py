"""Random words in native code, as `runtime.chance.random_words` defines them: an address becomes 32 bits, and 32 bits a number.

    key = turn_key(emitter, base, turn_address(emitter, player, turn))          once a turn, if the module keeps keys
    any_word(emitter, chance, number)                      word `number` of an event, from 0

Words of 64 bits wrap.  The caller provides the 16 bits of an event's first word that come from its turn (`Event.quarter`): `digits.event`
and `players` keep the word of 64 bits that four events share, and shift it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.runtime.chance.random_words import GOLDEN
from rulewright.source.dataclass import dataclass

SHIFTS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


@dataclass(frozen=True, slots=True)
class Event:
    """An event of chance: the key of its turn, its index in the turn, and the upper half of its first word
    (16 bits, as i64)."""

    key: Operand
    index: Operand
    quarter: Operand


def mix(e: Emitter, z: Operand) -> Operand:
    """The finaliser of SplitMix64."""
    code = e.code
    for shift, factor in SHIFTS:
        z = code.binary("xor", z, code.binary("lshr", z, constant(shift, "i64")))
        z = code.binary("mul", z, constant(factor, "i64"))
    return code.binary("xor", z, code.binary("lshr", z, constant(31, "i64")))


def stream_bases(e: Emitter, seed: Operand, keys: Sequence[int], to: Operand) -> None:
    """Write the base of each stream, by its key, for a seed of 64 bits."""
    code = e.code
    if not keys:
        return
    of_seed = mix(e, code.binary("add", seed, constant(GOLDEN, "i64")))
    for index, key in enumerate(keys):
        part = code.binary("add", code.binary("xor", of_seed, constant(key, "i64")), constant(GOLDEN, "i64"))
        code.store(mix(e, part), code.element(to, "i64", constant(index)))


def turn_address(e: Emitter, player: Operand, turn: Operand) -> Operand:
    """The number that a turn adds to a stream's base; `player` is -1 for nobody. It grows by NEXT_TURN from
    turn to turn."""
    code = e.code
    who = code.widen(code.add(player, constant(1)), "i64")
    when = code.binary("shl", code.widen(turn, "i64"), constant(8, "i64"))
    return code.binary("mul", code.binary("or", when, who), constant(GOLDEN, "i64"))


def turn_at(e: Emitter, address: Operand) -> Operand:
    """The turn (i32) of an address."""
    whole = e.code.binary("mul", address, constant(pow(GOLDEN, -1, 1 << 64), "i64"))
    return e.code.narrow(e.code.binary("lshr", whole, constant(8, "i64")), "i32")


def turn_key(e: Emitter, base: Operand, address: Operand) -> Operand:
    """The key of a turn, from its address."""
    return mix(e, e.code.binary("add", base, address))


def four_more(e: Emitter, key: Operand, index: Operand) -> Operand:
    """The word of 64 bits that event `index`, from 4 on, shares with its neighbours."""
    code = e.code
    number = code.widen(code.binary("lshr", index, constant(2)), "i64")
    return mix(e, code.binary("sub", key, code.binary("mul", number, constant(GOLDEN, "i64"))))


def any_word(e: Emitter, chance: Event, number: Operand) -> Operand:
    """Word `number` (32 bits wide, as i64) of an event."""
    code = e.code
    event = code.binary("shl", code.widen(chance.index, "i64"), constant(32, "i64"))
    place = code.binary("add", code.binary("or", event, code.widen(number, "i64")), constant(1, "i64"))
    whole = mix(e, code.binary("add", chance.key, code.binary("mul", place, constant(GOLDEN, "i64"))))
    upper = code.binary("shl", chance.quarter, constant(16, "i64"))
    first = code.binary("or", upper, code.binary("lshr", whole, constant(48, "i64")))
    further = code.binary("lshr", whole, constant(32, "i64"))
    return code.select(code.compare("eq", number, constant(0)), first, further)


NEXT_TURN = constant(GOLDEN << 8, "i64")
