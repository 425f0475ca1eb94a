"""Seeds of many games in native code, derived from one seed as `runtime.chance.random_words.seed_of` does.

rulewright.seeds (seed, first, count, to)       64 bits for each game from number `first` on; returns 0
"""

from __future__ import annotations

from rulewright.native.chance.random_words import mix
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Outside
from rulewright.runtime.chance.random_words import GOLDEN, SEED_BITS


def write_seeds(building: Building) -> None:
    """Write `rulewright.seeds`."""
    e = Outside(building, "rulewright.seeds", ("i64 %seed", "i64 %first", "i64 %count", "ptr noalias %to"))
    code, base = e.code, mix(e, Operand("i64", "%seed"))

    def one(index: Operand) -> None:
        seed = seed_of(e, base, code.add(Operand("i64", "%first"), index))
        code.store(seed, code.element(Operand("ptr", "%to"), "i64", index))

    code.loop(Operand("i64", "%count"), one)
    e.close(constant(0))


def seed_of(e: Emitter, base: Operand, number: Operand) -> Operand:
    """The seed of a game; `base` is the mixed seed from which it is derived."""
    code = e.code
    step = code.multiply(code.add(number, constant(1, "i64")), constant(GOLDEN, "i64"))
    return code.binary("lshr", mix(e, code.add(base, step)), constant(64 - SEED_BITS, "i64"))
