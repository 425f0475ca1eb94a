"""Which choice a simulation takes at a node (`runtime.tree_search`).

chosen = taken(memory, node)        its number; the number after the last, for what guided players do
"""

from __future__ import annotations

from typing import Final

from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.search.memory import BEGIN, ENTERED, MANY, Memory
from rulewright.runtime.tree_search import CURIOUS, LOGARITHMS

SQUARE_ROOT: Final = "declare double @llvm.sqrt.f64(double)"


def taken(memory: Memory, node: Operand) -> Operand:
    """The choice that is taken, by its number: the one that is given for the first, or the most promising; or the number after
    the last, for what guided players do."""
    code = memory.code
    many, entered = (code.load("i64", memory.word(node, word)) for word in (MANY, ENTERED))
    best = code.variable(memory.count("choice"))
    code.store(constant(0, "i64"), memory.curious)
    labels = ("first", "later", "guided", "free", "fresh", "known", "taken")
    first, later, guided, free, fresh, known, done = (code.block(hint) for hint in labels)
    begins = code.compare("eq", memory.count("depth"), constant(0, "i64"))
    code.branch(begins, first, later)
    code.at(first)
    code.branch(code.compare("sge", memory.count("choice"), constant(0, "i64")), done, free)
    code.at(later)
    code.branch(code.compare("ne", memory.count("guided"), constant(0, "i64")), guided, free)
    code.at(guided)
    _guided(memory, node, many, entered, best, done)
    code.branch_to(done)
    code.at(free)
    code.branch(code.compare("slt", entered, many), fresh, known)
    code.at(fresh)
    from_ = code.add(code.load("i64", memory.word(node, BEGIN)), entered)
    code.store(code.unsigned_remainder(from_, many), best)
    code.branch_to(done)
    code.at(known)
    code.store(constant(0, "i64"), best)
    code.loop(many, _Greatest(memory, node, entered, best).promising)
    code.at(done)
    return code.load("i64", best)


def _guided(memory: Memory, node: Operand, many: Operand, entered: Operand, best: Operand, done: str) -> None:
    """The choice where players know something of the game; goes to `done` where one was never taken."""
    code = memory.code
    visits, curious, sure = memory.visits(node), code.block("curious"), code.block("sure")
    turn = code.binary("and", entered, constant(CURIOUS - 1, "i64"))
    code.branch(code.compare("eq", turn, constant(CURIOUS - 1, "i64")), curious, sure)
    code.at(curious)
    code.store(constant(1, "i64"), memory.curious)
    memory.e.building.declare("sqrt", SQUARE_ROOT)
    root = code.result("double", f"call double @llvm.sqrt.f64({memory.double(entered)})")
    whole = code.result("i64", f"fptosi {root} to i64")
    open_ = code.select(code.compare("slt", whole, many), whole, many)
    begin = code.load("i64", memory.word(node, BEGIN))

    def number_at(place: Operand) -> Operand:
        return code.unsigned_remainder(code.add(begin, place), many)

    def unknown(place: Operand) -> None:
        number = number_at(place)
        code.store(number, best)
        times = code.item(visits, number, "i64")
        memory.e.leave_if(code.compare("eq", times, constant(0, "i64")), done)

    code.loop(open_, unknown)
    promising = _Greatest(memory, node, entered, best)
    code.loop(open_, lambda place: promising.promising(number_at(place)))
    code.branch_to(done)
    code.at(sure)
    code.store(many, best)
    surest = _Greatest(memory, node, entered, best)
    surest.sure(many)
    code.loop(many, surest.sure)


class _Greatest:
    """Finds the choice with the greatest value, and curiosity or doubt, the first of those that are equal."""

    def __init__(self, memory: Memory, node: Operand, entered: Operand, best: Operand) -> None:
        self._memory, self._best, code = memory, best, memory.code
        last = constant(LOGARITHMS - 1, "i64")
        place = code.select(code.compare("slt", entered, last), entered, last)
        self._logarithm = code.item(memory.buffers["logarithms"], place, "double")
        self._exploring = code.load("double", memory.buffers["weights"])
        self._visits, self._sums = memory.visits(node), memory.sums(node)
        self._most = code.variable(Operand("double", "0xFFF0000000000000"))  # minus infinity
        memory.e.building.declare("sqrt", SQUARE_ROOT)

    def promising(self, number: Operand) -> None:
        """Compare a choice with the most promising so far."""
        times = self._times(number)
        ratio = self._memory.arithmetic("fdiv", self._logarithm, times)
        self._compare(
            number, times, "fadd", self._memory.arithmetic("fmul", self._exploring, self._root(ratio))
        )

    def sure(self, number: Operand) -> None:
        """Compare a choice with the surest so far, if it was taken."""
        code = self._memory.code
        known = code.compare("ne", code.item(self._visits, number, "i64"), constant(0, "i64"))
        with code.if_(known, "known"):
            times = self._times(number)
            doubt = self._memory.arithmetic("fdiv", self._exploring, self._root(times))
            self._compare(number, times, "fsub", doubt)

    def _times(self, number: Operand) -> Operand:
        return self._memory.double(self._memory.code.item(self._visits, number, "i64"))

    def _root(self, value: Operand) -> Operand:
        return self._memory.code.result("double", f"call double @llvm.sqrt.f64({value})")

    def _compare(self, number: Operand, times: Operand, how: str, more: Operand) -> None:
        code, arithmetic = self._memory.code, self._memory.arithmetic
        mean = arithmetic("fdiv", code.item(self._sums, number, "double"), times)
        value = arithmetic(how, mean, more)
        greater = code.result("i1", f"fcmp ogt {value}, {code.load('double', self._most).text}")
        with code.if_(greater, "better"):
            code.store(value, self._most)
            code.store(number, self._best)
