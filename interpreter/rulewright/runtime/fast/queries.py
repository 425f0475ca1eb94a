"""What an executor may do beside answering one question: answer several about one position.

    if isinstance(executor, AnswersSeveral):
        executor.values(cells, me=0, questions=[(asked, choice.arguments) for choice in legal])

What comes of it is the same as by single questions; what they have in common is worked out once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Value

Question: TypeAlias = tuple[ir.Asked, Sequence[Value]]
"""An expression, and the values in its first slots."""


@runtime_checkable
class AnswersSeveral(Protocol):
    """An executor that keeps in mind what it has worked out for a position."""

    def values(self, cells: array[int], me: int, questions: Iterable[Question]) -> Iterator[Value]:
        """The answers in order, each worked out when it is asked for. Raises RuleFailure as `value` does."""
        ...
