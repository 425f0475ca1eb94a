"""Kernels of one module on the card: what they have in common, whatever they do.

kernels = KernelsOnCard(card, compiled, ("step", "mask", "observe"), program)
kernels.functions()["rulewright.answers"]           what the self-check of machine code calls
"""

from __future__ import annotations

import ctypes
import re
from typing import Any, Final

from rulewright.ir import nodes as ir
from rulewright.native.driver.machine import Library, address, zeros
from rulewright.native.driver.reasons import NO_CHOICE, NOBODY_CAN_MOVE
from rulewright.native.gpu import kernels
from rulewright.native.gpu.interface import PER_BLOCK, Card
from rulewright.source.dataclass import dataclass

BLOCKS_EACH: Final = 16
"""The blocks for each processor of the card."""
SHARE: Final = 4
"""At most this part of the free memory is used for lists of choices."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """Kernels in the assembly of a card, and the codes of the failures that they report by number."""

    assembly: bytes
    codes: tuple[str, ...]

    def lists_choices(self, name: str) -> bool:
        """Whether threads of a kernel write lists of choices at all."""
        if name not in kernels.ROWS:
            return False
        read = rb"ld\.param[^\n]*\[rulewright_%s_param_%d\]" % (name.encode(), kernels.ROWS[name])
        return re.search(read, self.assembly) is not None

    def reason(self, number: int) -> str:
        """The code of a failure, by its number."""
        return NOBODY_CAN_MOVE if number == NO_CHOICE else self.codes[number - 1]


class KernelsOnCard:
    """Kernels of a program, by their `names`."""

    def __init__(self, card: Card, compiled: Compiled, names: tuple[str, ...], program: ir.Program) -> None:
        self.compiled, self.names = compiled, names
        self._card, self._program = card, program
        with card.using():
            loaded = card.load(compiled.assembly)
            self._kernels = {name: loaded.function(f"rulewright_{name}") for name in names}
            self._answers = loaded.function("rulewright_answers")
        lists = any(map(compiled.lists_choices, names))
        self._list = 4 * kernels.list_width(program) if lists else 0

    def functions(self) -> Library:
        """What the self-check calls."""
        return {"rulewright.answers": self._answer}

    # ----------------------------------------------------------------------------------------------- private

    def _grid(self, games: int) -> tuple[int, int]:
        """The number of blocks, and the bytes for the lists of choices of all their threads."""
        blocks = min(-(-games // PER_BLOCK), self._card.processors * BLOCKS_EACH)
        each = PER_BLOCK * self._list
        if each:
            blocks = max(min(blocks, self._card.free() // SHARE // each), 1)
        return blocks, blocks * each

    def _launch(self, name: str, blocks: int, *arguments: Any) -> None:  # Any: numbers of ctypes
        self._card.launch(self._kernels[name], blocks, PER_BLOCK, arguments)

    def _answer(self, seed: int, to: int) -> int:
        """The answers of the self-check, at an address of ours."""
        many = kernels.answers(self._program)
        found = zeros(many)
        with self._card.using(), self._card.memory(4 * many) as (place,):
            self._card.launch(self._answers, 1, 1, (ctypes.c_uint64(seed), ctypes.c_uint64(place)))
            self._card.read(place, found)
        ctypes.memmove(to, address(found), 4 * many)
        return 0
