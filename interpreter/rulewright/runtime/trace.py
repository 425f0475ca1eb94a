"""Why a value is what it is: a tree of expressions with their values and the lines of the rulebook that they stand on.

    state.trace("seat(1).final_total")

        seat(1).final_total → 170
     98 ├ top total: p.top → 85
     84 │ └ sum(p.sheet(c) otherwise 0 for c in Category if c.number != none) → 85
        │   twos: 8 · threes: 12 · fours: 16 · fives: 25 · sixes: 24
     ...

`str(trace)` is for people; `trace.render(full=True)` leaves nothing out; `trace.to_json()` is plain data.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from rulewright.ir import nodes as ir
from rulewright.language.types import Type
from rulewright.runtime.executor import Chance, Choice, Position, Value
from rulewright.source.text import Span

What = Literal["expression", "reading", "call", "elements", "condition", "action", "list", "variable"]
"""expression: worked out of its parts; reading: a variable, a piece, a constant; call: a definition, whose parts are
what stands in its own expression; elements: an aggregate or a set, whose parts are its elements; condition: of an action;
action: a move that is allowed or not; list: several traces under one heading, without a value; variable: its parts
are the steps of the game at which it came to have another value."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What an expression came to, and its parts, in the order in which they were worked out.

    `text` is the expression as written; `filled` the same with the values of its parts put in; `value` as `state.get`
    gives it, and `shown` as people read it. `label` says what it is to the expression that it is a part of: `if`, the id of a
    condition or a case, the line of a score pad; `element` which element of an aggregate it is for (name and value of
    what was gone through); `given` the parameters of a definition. A `hidden` value is one that the player for whom this is may not see; `failure` says why there
    is none.
    """

    text: str
    value: object = None
    shown: str = ""
    what: What = "expression"
    label: str = ""
    element: tuple[tuple[str, str], ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    filled: str = ""
    parts: tuple[Trace, ...] = ()
    note: str = ""
    """What else there is to say, as a sentence or a few words."""
    span: Span | None = field(default=None, repr=False)
    hidden: bool = False
    failure: str = ""
    decides: bool = True
    """Whether the value above rests on it: an element that was left out, or a condition that holds while others fail, does
    not, and is only shown where everything is."""
    line: bool = True
    """Whether it gets a line of its own in the text; if not, its value stands in `filled` of the expression above."""
    more: int = 0
    """Elements that are not among the parts: there are so many."""

    @property
    def place(self) -> tuple[str, int] | None:
        """What people call the file that it stands in, and the line there, from 1; None for what was typed."""
        return (self.span.source.title, self.span.line) if self.span is not None else None

    @property
    def known(self) -> bool:
        """Whether there is a value."""
        return not self.hidden and not self.failure

    @property
    def has_lines(self) -> bool:
        """Whether it, or something inside it, gets a line of its own in the text."""
        return self.line or bool(self.failure) or any(part.has_lines for part in self.parts)

    def walk(self) -> Iterator[Trace]:
        """This and all that is inside, each before its parts; what was worked out twice comes twice."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def __str__(self) -> str:
        return self.render()

    def render(self, full: bool = False, lines: int | None = None, width: int = 100) -> str:
        """The tree as text: the parts that decide, to a depth that fits into so many lines (40), or with `full` everything.
        An expression that is too long for a line of so many columns is cut short."""
        from rulewright.runtime.trace_text import text_of

        return text_of(self, full, lines, width)

    def to_json(self) -> dict[str, object]:
        """The whole tree as plain data. What was worked out before has `again` instead of its parts."""
        from rulewright.runtime.trace_text import json_of

        return json_of(self)


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
