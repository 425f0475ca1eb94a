"""What all phrase functions share: the names in scope of an expression, and the three ways to put an expression into words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulewright.author.phrases.texts import Words
from rulewright.expression import nodes as syntax

Sort = Literal["space", "line", "way", ""]
"""The part of a board that a name stands for; empty if it stands for none."""


@dataclass(frozen=True, slots=True)
class Speaker(ABC):
    """The scope of an expression. `names` has the words for parameters and bound names, `sorts` says which of them are spaces, lines
    and directions of a board, and `bindings` has the domains of those that go through one (names for values have none)."""

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
        """The opposite of a condition in words."""
