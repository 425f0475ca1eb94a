"""The interface of executors, by which all games are played.

An executor is stateless: it gets a `Position` (cells and luck), changes it, and reports what happened as `Event`s.
Choices are (index of the action, values of its parameters).  `evaluate.reference.Reference` defines the results; every
other executor has to give the same cells, the same choices in the same order, the same events and failures.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Literal, NamedTuple, Protocol, TypeAlias

from rulewright.ir import nodes as ir
from rulewright.source.dataclass import dataclass

Value: TypeAlias = int | bool | tuple[int, ...] | None
"""A run-time value; see `ir.nodes`."""


class Choice(NamedTuple):
    """One legal (or tried) action: index into `list(program.actions)` and the parameters' values."""

    action: int
    arguments: tuple[Value, ...]


@dataclass(slots=True)
class Luck:
    """The position within the source of chance; kept with the cells, but not part of a state's identity.

    `turns[p + 1]` counts the turns that player p has begun (index 0: outside any turn); `used[stream]` the events of a
    stream in the current turn.
    """

    seed: int
    turns: list[int]
    used: dict[int, int] = field(default_factory=dict)

    def copy(self) -> Luck:
        return Luck(self.seed, self.turns.copy(), self.used.copy())


@dataclass(slots=True)
class Position:
    cells: array[int]
    luck: Luck

    def copy(self) -> Position:
        return Position(self.cells[:], self.luck.copy())


RETURNED = "returned"
"""The `source` of events that move pieces back to their start."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened while a rule ran, in order.

    rolled    kind; `pieces`: for pieces with identity their numbers, else (); `values`: face indices in the order
              rolled, but the lowest first among identical pieces of one owner at one place, which nobody can tell
              apart; `places`: place code of each rolled piece
    drawn     kind; `pieces` taken (numbers; for identical pieces their number after the move); `values` () ;
              `places` (from, to)                       a random draw from a shuffled zone
    shuffled  kind; `places` (place,); `values` the pieces from the bottom
    picked    `kind` or "" ; `values` (the element,); `source` the path's stream name
    moved     kind; `pieces`; `places` (from, to)        not by chance; for `showed` and views; onto a table without
              an edge `values` (space,), and how far it is turned if the pieces have sides; `source` RETURNED of
              pieces that a rule returned to where each begins
    placed    kind; `pieces` (the piece); `places` (where,)       a new piece of a kind that is not counted
    removed   kind; `pieces` (the piece); `places` (where it was,)
    turned_over   kind; `pieces` (the piece as it is now); `places` (where,)     it has another owner now
    turned    kind; `pieces` (the piece as it is now); `values` (face index, or None); `places` (where,)     a rule turned it
    rule      `source` the path of a trigger, automatic phase, turn rule or end that was carried out
    turn      `values` (player,)                         a turn began

    `together`: a number from 1 that is shared by events whose order depends on something hidden; 0 for all others.
    """

    what: Literal[
        "rolled", "drawn", "shuffled", "picked", "moved", "placed", "removed", "turned_over", "turned", "rule", "turn"
    ]  # fmt: skip
    kind: str = ""
    pieces: tuple[int, ...] = ()
    values: tuple[Value, ...] = ()
    places: tuple[int, ...] = ()
    source: str = ""
    together: int = 0


class Chance(Protocol):
    """A source of results of chance: sampled, fixed (tests, records, real dice) or enumerated (see `runtime.chance`).

    `luck` addresses the event (every implementation advances `luck.used`); `player` is the player who acts, -1 for
    nobody; `stream` an index into `program.streams`.
    """

    def roll(
        self,
        luck: Luck,
        player: int,
        stream: int,
        kind: str,
        pieces: tuple[int, ...],
        sides: Sequence[int],
        alike: bool,
    ) -> tuple[int, ...]:
        """Face indices, one for each die; `sides[i]` is the number of faces of die i. `pieces` are the dice's numbers
        if they can be told apart; `alike` dice are interchangeable (enumeration may merge them)."""
        ...

    def draw(
        self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int, ordered: bool
    ) -> tuple[int, ...]:
        """`count` indices into `pool`, all different, in the order drawn; `ordered` if the order matters. Equal
        entries of the pool are interchangeable. `pick` draws one."""
        ...


@dataclass(frozen=True, slots=True)
class Refusal:
    """A requirement that a choice does not meet. `inside`: parts of the condition as written, with their values as Python
    code sees them (`hearts`, seats from 0), outermost first; parts the player may not see carry the value None and `hidden`
    True."""

    condition: ir.Condition
    says: str
    inside: tuple[Inside, ...] = ()


@dataclass(frozen=True, slots=True)
class Inside:
    text: str
    value: object
    hidden: bool
    shown: str = ""
    """The value as text: `hearts`, `seat 2`, `true`."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """A choice whose conditions are not evaluated: the action is not one of this phase, or a value is outside its domain."""

    reason: str
    parameter: str = ""


class Executor(Protocol):
    program: ir.Program

    @property
    def engine(self) -> str:
        """The name of the engine: `reference`, `native`."""
        ...

    @property
    def remake(self) -> Callable[[ir.Program], Executor]:
        """A function that makes such an executor for a program; it can be pickled."""
        ...

    def begin(self, position: Position, chance: Chance) -> list[Event]:
        """Carry out the set-up, the start of the first turn, and automatic rules, up to the first decision or the end."""
        ...

    def legal(self, cells: array[int]) -> list[Choice]:
        """All legal choices of the player to act, in canonical order; [] when the game is over."""
        ...

    def is_legal(self, cells: array[int], choice: Choice) -> bool: ...

    def refusals(self, cells: array[int], choice: Choice) -> list[Refusal] | Impossible:
        """Why a choice is not legal: every condition that does not hold, leaving out those that cannot be evaluated
        because an earlier one failed; [] if it is legal."""
        ...

    def apply(self, position: Position, choice: Choice, chance: Chance) -> list[Event]:
        """Carry out a legal choice (not checked again) and everything that follows, up to the next decision."""
        ...

    def settle(self, position: Position, chance: Chance) -> list[Event]:
        """Carry out everything that follows without an action: the order of play from (1), up to the next decision.
        Used after `given`."""
        ...

    def value(self, cells: array[int], asked: ir.Asked, me: int, arguments: Sequence[Value] = ()) -> Value:
        """The value of an expression on a position, with `arguments` in its first slots."""
        ...

    def elements(
        self, cells: array[int], domain: ir.Domain, me: int, arguments: Sequence[Value] = ()
    ) -> list[Value]:
        """The elements of a domain on a position, in order."""
        ...

    def standings(self, cells: array[int]) -> list[tuple[tuple[int, ...], ...]]:
        """For each line of `standing` (or of the result that replaces it): the value of each player, as a tuple of one;
        [] if there is neither."""
        ...
