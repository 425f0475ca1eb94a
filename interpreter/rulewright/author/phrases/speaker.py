"""Who puts a rulebook into words: the names that are bound where an expression stands, and the three questions that every part may ask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulewright.author.phrases.texts import Words
from rulewright.expression import nodes as syntax

Sort = Literal["space", "line", "way", ""]
"""Which part of a board a name stands for, if it does."""


@dataclass(frozen=True, slots=True)
class Speaker(ABC):
    """`names` says what parameters and bound names are called, `sorts` which of them are spaces, lines and directions
    of a board, `bindings` what binds them (not those that stand for a value)."""

    words: Words
    names: Mapping[str, str] = field(default_factory=dict)
    sorts: Mapping[str, Sort] = field(default_factory=dict)
    bindings: Mapping[str, object] = field(default_factory=dict)

    @abstractmethod
    def phrase(self, node: syntax.Expression) -> str:
        """An expression in words."""

    @abstractmethod
    def condition(self, node: syntax.Expression) -> str:
        """A condition in words."""

    @abstractmethod
    def denied(self, node: syntax.Expression) -> str:
        """That a condition does not hold."""
