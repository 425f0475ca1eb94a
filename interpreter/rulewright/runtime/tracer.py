"""What works out traces: the surface that a game asks, and what one player sees."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rulewright.ir import nodes as ir
from rulewright.language.types import Type
from rulewright.runtime.executor import Chance, Choice, Position, Value
from rulewright.runtime.trace import Trace


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees: the cells with everything else blotted out, which of them are, and which places can be looked
    into (by kind and place code)."""

    cells: array[int]
    hidden: frozenset[int]
    sees: Callable[[str, int], bool]


class Tracer(Protocol):
    """Works out traces of one game; `evaluate.tracing.tracer` does. Positions are never changed."""

    def expression(self, cells: array[int], text: str, me: int, view: View | None) -> Trace:
        """Of an expression as people type it. Raises RulebookError for a mistake in it."""
        ...

    def shown(self, type_: Type, value: Value) -> str:
        """A value as traces show it."""
        ...

    def variable(self, cells: array[int], text: str, me: int, view: View | None) -> tuple[str, int] | None:
        """Name and place (within its group of cells) of the variable that an expression does nothing but read; None if it
        does more, or the place cannot be worked out."""
        ...

    def action(self, cells: array[int], choice: Choice, text: str, view: View | None) -> Trace:
        """Of an action: each of its conditions, and whether it can be chosen."""
        ...

    def option(self, cells: array[int], name: str, view: View | None) -> Trace:
        """Of an action, whatever is chosen for it: whether there is any choice that is allowed."""
        ...

    def options(self, cells: array[int], view: View | None) -> Trace:
        """Of what can be done now: each action of the phase."""
        ...

    def standing(self, cells: array[int], view: View | None) -> Trace:
        """Of how the players stand: what is read off each of them."""
        ...

    def preference(self, cells: array[int], asked: ir.Asked, choice: Choice, text: str) -> Trace:
        """Of how much an action is worth to the player to act, by a preference of a strategy."""
        ...

    def rule(self, cells: array[int], name: str, view: View | None) -> Trace | None:
        """Of what happens by itself: whether the condition of the rule of this id holds; None if no rule is called so."""
        ...

    def rule_in_step(self, position: Position, choice: Choice, chance: Chance, name: str) -> Trace | None:
        """Of a rule in what follows an action: whether it was carried out, and why or why not; None if none is called so."""
        ...

    def changes(self, position: Position, choice: Choice, chance: Chance) -> Trace:
        """Of what an action, and what follows it, writes into variables."""
        ...

    def outcome(self, position: Position, choice: Choice | None, chance: Chance) -> Trace:
        """Of what an action (None: the set-up) leads to: the rule that fails, the end of the game and why, or what can be
        done then."""
        ...
