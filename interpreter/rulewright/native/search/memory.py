"""The buffers of a search, as the machine code that is being written reads and writes them.

memory = Memory(building)
memory.count("depth")               a number of the search (`driver.addresses.COUNTS`)
memory.word(node, ENTERED)          the address of a word of a node
"""

from __future__ import annotations

from rulewright.native.driver.addresses import COUNTS, NODE, SEARCH
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.llvm.assembly import Assembly, Operand, constant
from rulewright.native.llvm.module import Building
from rulewright.native.modules.entry_points import Buffers

KEY, MANY, BEGIN, ENTERED, WON = range(NODE)
"""The words at the head of a node."""


class Memory:
    """The function `rulewright.search` while it is written, and its buffers."""

    def __init__(self, building: Building) -> None:
        self.e = Buffers(building, "rulewright.search", SEARCH, "i64 %first", "i64 %count")
        self.code, self.program, self.layout = self.e.code, building.program, building.layout
        self.players, self.width = self.program.players, row_layout(building.program).width
        self.buffers = self.e.addresses
        self.curious = self.code.variable(constant(0, "i64"))
        """Whether the choice that is taken now is taken by curiosity."""

    def double(self, number: Operand) -> Operand:
        return self.code.result("double", f"sitofp {number} to double")

    def arithmetic(self, name: str, a: Operand, b: Operand) -> Operand:
        """An operation on doubles, rounded as IEEE 754 says."""
        return self.code.result("double", f"{name} {a}, {b.text}")

    def cell(self, index: int) -> Operand:
        return self.code.item(self.buffers["cells"], constant(index))

    def told(self, place: int) -> Operand:
        """A number of the row of the game."""
        return self.code.item(self.buffers["game"], constant(place))

    def count_at(self, name: str) -> Operand:
        return self.code.element(self.buffers["counts"], "i64", constant(COUNTS.index(name)))

    def count(self, name: str) -> Operand:
        return self.code.load("i64", self.count_at(name))

    def set(self, name: str, value: Operand) -> None:
        self.code.store(value, self.count_at(name))

    def word(self, node: Operand, word: int) -> Operand:
        at = self.code.add(node, constant(word, "i64"))
        return self.code.element(self.buffers["nodes"], "i64", at)

    def visits(self, node: Operand) -> Operand:
        return self.word(node, NODE)

    def sums(self, node: Operand) -> Operand:
        return self.code.element(self.visits(node), "i64", self.slots(node))

    def rows(self, node: Operand) -> Operand:
        slots = self.slots(node)
        return self.code.element(self.visits(node), "i64", self.code.add(slots, slots))

    def slots(self, node: Operand) -> Operand:
        """The number of choices, and one for what guided players do."""
        return self.code.add(self.code.load("i64", self.word(node, MANY)), constant(1, "i64"))


def size_of(code: Assembly, many: Operand, width: int) -> Operand:
    """The words of a node with that many choices, whose rows are numbers of 32 bits."""
    rows = code.multiply(many, constant(width, "i64"))
    words = code.binary("lshr", code.add(rows, constant(1, "i64")), constant(1, "i64"))
    return code.add(code.add(words, code.multiply(many, constant(2, "i64"))), constant(NODE + 2, "i64"))
