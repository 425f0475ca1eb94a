"""Sentences of the rulebook with the values of a position in them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Executor, Value
from rulewright.runtime.labels import Wording


def sentence(
    executor: Executor,
    wording: Wording,
    cells: array[int],
    words: ir.Words,
    path: str,
    locals_: int,
    me: int,
    arguments: Sequence[Value] = (),
) -> str:
    """A text of the rulebook; `arguments` are the values in the first slots of its rule's frame."""
    parts: list[str] = []
    for part in words.parts:
        if isinstance(part, str):
            parts.append(part)
        else:
            expression, type_ = part
            asked = ir.Asked(path, expression, locals_, expression.span)
            parts.append(wording.printed(type_, executor.value(cells, asked, me, arguments)))
    return "".join(parts)
