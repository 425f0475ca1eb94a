"""Texts of a rulebook with their values filled in.

    Words(("You may roll ", (Constant(3), Integer(3, 3)), " times."))      ->      You may roll 3 times.

Values are printed with the labels of the rulebook; seats and teams are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.evaluate.machine import Machine
from rulewright.ir import nodes as ir


def in_words(
    machine: Machine, words: ir.Words, hidden: Callable[[Machine, ir.Expression], bool] | None = None
) -> str:
    """A text with its values, evaluated in the present frame, printed by their labels; `?` for those that are hidden."""
    texts: list[str] = []
    for part in words.parts:
        if isinstance(part, str):
            texts.append(part)
        elif hidden is not None and hidden(machine, part[0]):
            texts.append("?")
        else:
            texts.append(machine.prepared.wording.printed(part[1], machine.evaluate(part[0])))
    return "".join(texts)
