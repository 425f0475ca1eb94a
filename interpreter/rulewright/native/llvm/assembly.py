"""Writes the text of LLVM functions: an operand is a type and a name, each method adds one instruction.

    code = Assembly()
    total = code.add(code.load("i32", address), constant(3))      ->      %v2 = add i32 %v1, 3

Operations on constants are folded and leave no instruction, so that the text stays small.  Text rather than
a tree of objects: it is what LLVM reads, it can express every attribute, and nothing is validated twice.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Literal, TypeAlias

from rulewright.source.dataclass import dataclass

Type: TypeAlias = str
"""`i1`, `i8`, `i32`, `i64`, `ptr`, or any other type of LLVM."""

Predicate: TypeAlias = Literal["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]

UNLIKELY = ", !prof !0"
"""Metadata of a branch that fails: the module declares !0."""
LIKELY = ", !prof !1"
"""Metadata of a branch that is nearly always taken: the module declares !1."""
RARE = ", !prof !5"
"""Metadata of a branch that is taken once in a game of many decisions: the module declares !5. LLVM
otherwise assumes even chances, hence short games, and keeps in registers what all games share rather than
what one game uses."""
AGAIN = ", !llvm.loop !2"
"""Metadata of a jump back to the head of a loop, which prevents unrolling where the trip count is unknown:
most loops run a few times, and unrolling made them longer and no faster. The module declares !2."""
UNFORESEEN = ", !unpredictable !4"
"""Metadata of an unpredictable selection, so that it does not become a jump: the module declares !4."""


@dataclass(frozen=True, slots=True)
class Operand:
    """A constant or a named result."""

    type: Type
    text: str

    def __str__(self) -> str:
        return f"{self.type} {self.text}"

    @property
    def known(self) -> int | None:
        """The number, if it is a constant."""
        if self.text in ("true", "false"):
            return 1 if self.text == "true" else 0
        return int(self.text) if self.text.lstrip("-").isdigit() else None


def constant(value: int, type: Type = "i32") -> Operand:
    """A number, wrapped to the width of the type; 0 or 1 for type i1."""
    if type == "i1":
        return TRUE if value else FALSE
    return Operand(type, str(wrapped(value, type)))


def wrapped(value: int, type: Type = "i32") -> int:
    """A number wrapped to the width of a type, as LLVM writes it: with a sign."""
    half = 1 << int(type[1:]) - 1
    return (value + half) % (2 * half) - half


TRUE, FALSE = Operand("i1", "true"), Operand("i1", "false")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place in the text written so far, for `insert` and `roll_back`."""

    lines: int
    allocated: int
    label: str
    open: bool
    weight: int


@dataclass(slots=True)
class Assembly:
    """The body of one function, from its entry block on."""

    lines: list[str] = field(default_factory=list)
    allocations: list[str] = field(default_factory=list)
    label: str = "entry"
    """The current block."""
    open: bool = True
    """Whether the current block has no terminator yet. Nothing is written to a block that is closed."""
    weight: int = 0
    """An estimate of the number of executed instructions; loops count with their greatest number of
    iterations."""
    _names: int = 0
    _begun: set[str] = field(default_factory=set)
    """The blocks that were begun: a jump to one of them is a jump back."""

    # ------------------------------------------------------------------------------------------------ blocks

    def block(self, hint: str = "block") -> str:
        """A label for a block that is written later."""
        self._names += 1
        return f"{hint}.{self._names}"

    def at(self, label: str) -> None:
        """Continue in this block; the current one falls through to it if it is open."""
        if self.open:
            self.branch_to(label)
        self.lines.append(f"{label}:")
        self.label, self.open = label, True
        self._begun.add(label)

    def branch_to(self, label: str) -> None:
        self._end(f"br label %{label}{self._again(label)}")

    def branch(self, condition: Operand, yes: str, no: str, hint: str = "") -> None:
        if condition.known is not None:
            self.branch_to(yes if condition.known else no)
        else:
            self._end(f"br {condition}, label %{yes}, label %{no}{hint}{self._again(yes, no)}")

    def switch(self, value: Operand, cases: Sequence[tuple[int, str]], otherwise: str) -> None:
        if value.known is not None:
            self.branch_to(dict(cases).get(value.known, otherwise))
            return
        listed = " ".join(f"{value.type} {number}, label %{label}" for number, label in cases)
        self._end(f"switch {value}, label %{otherwise} [{listed}]")

    def give_back(self, value: Operand | None) -> None:
        self._end(f"ret {value}" if value is not None else "ret void")

    def unreachable(self) -> None:
        self._end("unreachable")

    def _again(self, *labels: str) -> str:
        return "" if self._begun.isdisjoint(labels) else AGAIN

    def _end(self, line: str) -> None:
        if self.open:
            self.lines.append(f"  {line}")
        self.open = False

    @contextmanager
    def if_(self, condition: Operand, hint: str = "then", likely: str = "") -> Iterator[None]:
        """Code written inside runs only if the condition holds."""
        then, after = self.block(hint), self.block("after")
        self.branch(condition, then, after, likely)
        self.at(then)
        yield
        self.at(after)

    @contextmanager
    def unless(self, condition: Operand, hint: str = "otherwise") -> Iterator[None]:
        """Code written inside runs only if the condition does not hold."""
        inside, after = self.block(hint), self.block("after")
        self.branch(condition, after, inside)
        self.at(inside)
        yield
        self.at(after)

    def cases(
        self, value: Operand, numbers: Iterable[int], write: Callable[[int], None], otherwise: str = ""
    ) -> None:
        """Code that `write` adds for each number runs if the value equals it; then all continue after the
        cases. `otherwise`: the block for other values."""
        after = self.block("after")
        labels = [(number, self.block("case")) for number in numbers]
        self.switch(value, labels, otherwise or after)
        for number, label in labels:
            self.at(label)
            write(number)
            self.branch_to(after)
        self.at(after)

    def loop(self, count: Operand, body: Callable[[Operand], None]) -> int:
        """Write `body` once, to be run with 0, 1, ... below a count; returns the line of the text at which
        it begins."""
        type = count.type
        kept = self.allocate(type)
        self.store(constant(0, type), kept)
        head, inside, next_, after = (self.block(hint) for hint in ("head", "inside", "next", "after"))
        self.at(head)
        index = self.load(type, kept)
        self.branch(self.compare("slt", index, count), inside, after)
        self.at(inside)
        begun = len(self.lines)
        body(index)
        self.at(next_)
        self.store(self.result(type, f"add nuw nsw {index}, 1"), kept)
        self.branch_to(head)
        self.at(after)
        return begun

    # -------------------------------------------------------------------------------------------- instructions

    def result(self, type: Type, line: str) -> Operand:
        """The result of an instruction given as text."""
        self._names += 1
        name = f"%v{self._names}"
        if self.open:
            self.lines.append(f"  {name} = {line}")
            self.weight += 1
        return Operand(type, name)

    def do(self, line: str) -> None:
        if self.open:
            self.lines.append(f"  {line}")
            self.weight += 1

    def add(self, a: Operand, b: Operand) -> Operand:
        return b if a.known == 0 else self._folded("add", operator.add, a, b, 0)

    def subtract(self, a: Operand, b: Operand) -> Operand:
        return self._folded("sub", operator.sub, a, b, 0)

    def multiply(self, a: Operand, b: Operand) -> Operand:
        return b if a.known == 1 else self._folded("mul", operator.mul, a, b, 1)

    def unsigned_quotient(self, a: Operand, b: Operand) -> Operand:
        """The quotient of operands that are not negative; the divisor is not 0."""
        return self._folded("udiv", operator.floordiv, a, b, 1)

    def _folded(
        self, name: str, fold: Callable[[int, int], int], a: Operand, b: Operand, neutral: int
    ) -> Operand:
        """An operation that is folded on constants and if its right operand is neutral."""
        if a.known is not None and b.known is not None:
            return constant(fold(a.known, b.known), a.type)
        return a if b.known == neutral else self.result(a.type, f"{name} {a}, {b.text}")

    def unsigned_remainder(self, a: Operand, b: Operand) -> Operand:
        """The remainder of operands that are not negative."""
        if a.known is not None and b.known:
            return constant(a.known % b.known, a.type)
        return constant(0, a.type) if b.known == 1 else self.result(a.type, f"urem {a}, {b.text}")

    def binary(self, name: str, a: Operand, b: Operand) -> Operand:
        """Any other instruction with two operands of one type (`and`, `shl`, `lshr`, `sdiv`)."""
        return self.result(a.type, f"{name} {a}, {b.text}")

    def compare(self, how: Predicate, a: Operand, b: Operand) -> Operand:
        if a.known is not None and b.known is not None and not how.startswith("u"):
            return constant(_COMPARED[how](a.known, b.known), "i1")
        return self.result("i1", f"icmp {how} {a}, {b.text}")

    def both(self, a: Operand, b: Operand) -> Operand:
        """`and` of two truths, both evaluated."""
        if a.known is not None:
            return b if a.known else FALSE
        if b.known is not None:
            return a if b.known else FALSE
        return self.result("i1", f"and {a}, {b.text}")

    def either(self, a: Operand, b: Operand) -> Operand:
        if a.known is not None:
            return TRUE if a.known else b
        if b.known is not None:
            return TRUE if b.known else a
        return self.result("i1", f"or {a}, {b.text}")

    def opposite(self, a: Operand) -> Operand:
        return constant(not a.known, "i1") if a.known is not None else self.result("i1", f"xor {a}, true")

    def select(self, condition: Operand, yes: Operand, no: Operand, hint: str = "") -> Operand:
        if condition.known is not None:
            return yes if condition.known else no
        return yes if yes == no else self.result(yes.type, f"select {condition}, {yes}, {no}{hint}")

    def widen(self, value: Operand, type: Type, signed: bool = False) -> Operand:
        if value.known is not None:
            return constant(value.known, type)
        return self.result(type, f"{'sext' if signed else 'zext'} {value} to {type}")

    def narrow(self, value: Operand, type: Type) -> Operand:
        return self.result(type, f"trunc {value} to {type}")

    # -------------------------------------------------------------------------------------------------- memory

    def allocate(self, type: Type, count: int | str = 1) -> Operand:
        """Memory on the stack for the duration of the function, allocated in the entry block. `count` may
        be a word that is replaced once the size is known."""
        self._names += 1
        name = f"%m{self._names}"
        self.allocations.append(f"  {name} = alloca {type}, i32 {count}, align 8")
        return Operand("ptr", name)

    def variable(self, value: Operand) -> Operand:
        """Memory on the stack with an initial value."""
        address = self.allocate(value.type)
        self.store(value, address)
        return address

    def element(self, address: Operand, type: Type, index: Operand) -> Operand:
        """The address of an element of a row; the index is not negative, which saves a sign extension."""
        if index.known == 0:
            return address
        if index.known is None and index.type == "i32":
            index = self.widen(index, "i64")
        return self.result("ptr", f"getelementptr inbounds {type}, {address}, {index}")

    def load(self, type: Type, address: Operand) -> Operand:
        return self.result(type, f"load {type}, {address}")

    def item(self, address: Operand, index: Operand, type: Type = "i32") -> Operand:
        """An element of a row, loaded."""
        return self.load(type, self.element(address, type, index))

    def increase(self, address: Operand, amount: Operand) -> None:
        """Add to a number in memory."""
        self.store(self.add(self.load(amount.type, address), amount), address)

    def increase_shared(self, address: Operand, amount: Operand) -> None:
        """The same to a number to which other threads add, too."""
        self.do(f'atomicrmw add {address}, {amount} syncscope("device") monotonic')

    def store(self, value: Operand, address: Operand) -> None:
        self.do(f"store {value}, {address}")

    # ----------------------------------------------------------------------------------------------- afterwards

    def mark(self) -> Mark:
        return Mark(len(self.lines), len(self.allocations), self.label, self.open, self.weight)

    def roll_back(self, mark: Mark) -> None:
        """Remove everything written since a mark."""
        del self.lines[mark.lines :]
        del self.allocations[mark.allocated :]
        self.label, self.open, self.weight = mark.label, mark.open, mark.weight

    def replace(self, word: str, text: str) -> None:
        """Replace a placeholder word by text that is now known."""
        self.lines = [line.replace(word, text) if word in line else line for line in self.lines]
        self.allocations = [line.replace(word, text) if word in line else line for line in self.allocations]

    def text(self) -> str:
        """The body, entry block first."""
        return "\n".join(["entry:", *self.allocations, *self.lines])


_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt, "sge": operator.ge,
}  # fmt: skip
