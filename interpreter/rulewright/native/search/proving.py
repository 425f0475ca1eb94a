"""Positions that are won or lost for sure, in machine code (`runtime.tree_search`, `proving`).

proving = Proving(memory)
proving.leave_if_proven(node, back)         a simulation ends at a position that is won by a side
proving.judge(values)                       writes a double for each player
proving.note(sum, player, node)             at a step on the way back

The side that wins is a sign: 1 for that of the first player, -1 for the other, and 0 while it is not known.
"""

from __future__ import annotations

from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.search.memory import MANY, WON, Memory
from rulewright.native.search.values import judge, results

WON_SURELY, LOST_SURELY = Operand("double", "0x7FF0000000000000"), Operand("double", "0xFFF0000000000000")
"""What the sum of a choice is then: infinite, and minus infinite."""


class Proving:
    """What a search in a game of two sides knows for sure."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        teams = memory.program.teams
        self._signs = [1 if team == teams[0] else -1 for team in teams]

    def leave_if_proven(self, node: Operand, back: str) -> None:
        """Go back from a position after the first choice that is won by a side."""
        memory, code = self._memory, self._memory.code
        won = code.load("i64", memory.word(node, WON))
        later = code.compare("ne", memory.count("depth"), constant(0, "i64"))
        proving = code.compare("ne", memory.count("proving"), constant(0, "i64"))
        known = code.compare("ne", won, constant(0, "i64"))
        leaving = code.both(known, code.both(later, proving))
        memory.set("won", code.select(leaving, won, constant(0, "i64")))
        memory.e.leave_if(leaving, back)

    def judge(self, values: Operand) -> None:
        """Write what the game was worth to each player, and note by which side it is won if it was over within the tree."""
        memory, code = self._memory, self._memory.code
        known, open_, over, done = (code.block(hint) for hint in ("proven", "open", "over_in_tree", "judged"))
        code.branch(code.compare("ne", memory.count("won"), constant(0, "i64")), known, open_)
        code.at(known)
        won = memory.double(memory.count("won"))
        for player, sign in enumerate(self._signs):
            value = memory.arithmetic("fmul", won, Operand("double", f"{sign}.0"))
            code.store(value, code.element(values, "double", constant(player)))
        code.branch_to(done)
        code.at(open_)
        judge(memory, values)
        certain = code.both(
            code.compare("ne", memory.count("over"), constant(0, "i64")),
            code.compare("ne", memory.count("proving"), constant(0, "i64")),
        )
        code.branch(certain, over, done)
        code.at(over)
        (result,) = results(memory, 1)
        above, below = (code.result("i1", f"fcmp {how} {result}, 0.0") for how in ("ogt", "olt"))
        side = code.select(above, constant(1, "i64"), constant(0, "i64"))
        memory.set("won", code.select(below, constant(-1, "i64"), side))
        code.branch_to(done)
        code.at(done)

    def note(self, sum_: Operand, player: Operand, node: Operand) -> None:
        """Note that a choice is won or lost if it is, and whether the position before it is too."""
        memory, code = self._memory, self._memory.code
        won = memory.count("won")
        with code.if_(code.compare("ne", won, constant(0, "i64")), "won"):
            signs = [constant(sign, "i64") for sign in self._signs]
            sign = signs[-1]
            for seat, each in enumerate(signs[:-1]):
                sign = code.select(code.compare("eq", player, constant(seat, "i64")), each, sign)
            mine = code.compare("eq", sign, won)
            code.store(code.select(mine, WON_SURELY, LOST_SURELY), sum_)
            certain = code.variable(won)
            look, noted = code.block("look"), code.block("noted")
            code.branch(mine, noted, look)
            code.at(look)
            sums = memory.sums(node)

            def lost(index: Operand) -> None:
                total = code.item(sums, index, "double")
                hope = code.result("i1", f"fcmp one {total}, {LOST_SURELY.text}")
                code.store(code.select(hope, constant(0, "i64"), code.load("i64", certain)), certain)

            code.loop(code.load("i64", memory.word(node, MANY)), lost)
            code.branch_to(noted)
            code.at(noted)
            known = code.load("i64", certain)
            memory.set("won", known)
            with code.if_(code.compare("ne", known, constant(0, "i64")), "known"):
                code.store(known, memory.word(node, WON))
