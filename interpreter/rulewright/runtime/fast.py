"""Optional abilities of executors, each a protocol: playing, stepping and measuring many games at once, answering several
questions, counting what was exercised.

    if isinstance(executor, Bulk):              whole games of random players, without events
        played = executor.play_many(array("Q", [7, 8, 9]), max_actions=10_000)
        played.column(ENDED)                    array("i", [1, 1, 2])
    if isinstance(executor, Measuring):         whole games of plain players: at random (None), or by a strategy's id
        rows = executor.play_measured(seeds, max_actions=10_000, seats=((None, "bold"), ("bold", None)))
    if isinstance(executor, PlaysOn):           many games that go on from one position, for players who look ahead
        rows = executor.play_on(position, firsts=[0, 1], seeds=array("Q", [7, 8, 9]), until=Until(turn=True))
    if isinstance(executor, Together):          many states, stepped at once in buffers
        states = executor.states(1024)
    if isinstance(executor, AnswersSeveral):    several questions about one position, whose common parts are worked out once
        executor.values(cells, me=0, questions=[(asked, choice.arguments) for choice in legal])

An ability only saves time: the results are those of single steps, and callers have to work with an executor that lacks it.
Where something fails in machine code, the state is as it was and is marked, and the caller plays it in single steps.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, runtime_checkable

from rulewright.ir import nodes as ir
from rulewright.ir.walking import automatic_rules
from rulewright.runtime.executor import Choice, Position, Value
from rulewright.runtime.hidden_cells import Unseen

FAILED, DECISIONS, ROUND, ENDED, WINNERS, SCORES = range(6)
"""The places in the row of a game. FAILED: 0, or something else if it has to be played in single steps (then
nothing else is to be read); ENDED and WINNERS as in the cells; from SCORES on the first line of the standings, by player, if
the game keeps score."""


@dataclass(frozen=True, slots=True)
class Played:
    """`games` games, each a row of `width` numbers, one after the other."""

    numbers: array[int]
    games: int
    width: int

    def column(self, place: int) -> array[int]:
        """The number at a place of each row, by game."""
        return self.numbers[place : self.games * self.width : self.width]

    def score(self, player: int) -> array[int]:
        """A player's score by game; 0 in games that keep none."""
        if self.width == SCORES:
            return array("i", (0,)) * self.games
        return self.column(SCORES + player)


@runtime_checkable
class Bulk(Protocol):
    """An executor that can play many games quickly."""

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None = None) -> Played:
        """The games of these seeds (an array of 64-bit numbers without sign), each played by random players as
        `game.playouts.playout` has it. Other threads run meanwhile."""
        ...

    def seeds_of(self, seed: int, numbers: range) -> array[int]:
        """The seeds of games (`words.seed_of`), numbered one after the other, as `play_many` takes them."""
        ...

    def carry_out(self, position: Position, choice: Choice) -> None:
        """`apply` with chance from the seed, untold. Raises RuleFailure as `apply` does."""
        ...


Seats: TypeAlias = tuple[str | None, ...]
"""Who plays in each seat."""

ROUNDS_KEPT = 100
"""How many rounds of a game the scores are kept of."""
TURNS, CHOICES, LEAD_CHANGES, FIRED = range(4)
"""The places in the second part of the row of a measured game, after those above: turns begun; how many legal choices there were at
all decisions together; how often another player led alone than the last who did; then how often each rule of `counted_rules` was
carried out."""


@dataclass(frozen=True, slots=True)
class MeasuredRows(Played):
    """Rows that begin as those of `Played`, with `lines` lines of standings by player, and go on with the places above. `curve`: for each round
    up to ROUNDS_KEPT 1 + 2 * players numbers: in how many finished games it was played, and of the score at its end the sum and
    the sum of squares, by player."""

    players: int
    lines: int
    curve: array[int]

    def score(self, player: int) -> array[int]:
        """A player's score by game; 0 in games that keep none."""
        return self.column(SCORES + player) if self.lines else array("i", (0,)) * self.games

    def measure(self, place: int) -> array[int]:
        """The number at a place of the second part of each row."""
        return self.column(SCORES + self.lines * self.players + place)


@runtime_checkable
class Measuring(Protocol):
    """An executor that can play and measure many games quickly."""

    def play_measured(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        """The games of these seeds (64-bit numbers without sign); the first with the players of `seats[0]`, the next with
        those of `seats[1]`, and round again. As `game.playouts.playout.measure` has it. A row whose FAILED is not 0 says nothing else."""
        ...


def counted_rules(program: ir.Program) -> tuple[str, ...]:
    """What is counted, in order: the actions by name, then by path the automatic rules that do something: those of the phases, then those
    of turns and rounds."""
    return (*program.actions, *(rule.path for rule in automatic_rules(program)))


def curve_width(players: int) -> int:
    """How many numbers the curve has for each round."""
    return 1 + 2 * players


@dataclass(frozen=True, slots=True)
class Until:
    """When games that go on are broken off: after `most` decisions, when more than `rounds` rounds have begun (none: never), and with
    `turn` when the turn is over in which they went on."""

    most: int = 10_000
    rounds: int | None = None
    turn: bool = False


@runtime_checkable
class PlaysOn(Protocol):
    """An executor that can play on from a position quickly."""

    def play_on(
        self, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats = ()
    ) -> Played | None:
        """For each of `firsts` (which of the legal choices is taken first, by number; -1 for any) one game for each seed (64-bit numbers
        without sign), in this order. Its luck is that of the seed; `seats` says who plays, nobody given all at random. A row
        in which FAILED is not 0 has to be played in single steps; None if all have to."""
        ...


WAIT, BEGIN, BEGIN_NEXT = -1, -2, -3
"""Instead of the number of a choice: nothing is done; the game begins with its seed; it begins with the seed that follows."""

BOT = 3
"""Numbers that say which decision was the last one: player, turn, and which of the turn it was. Players at random draw by them."""
NOT_KNOWN = -2
"""Instead of an id: what a strategy would rather do has to be asked in single steps."""


@dataclass(slots=True)
class Listing:
    """The legal choices of all states, one after the other: those of state `i` are `starts[i]` up to `starts[i + 1]`, each an id
    and a row of numbers."""

    starts: array[int]
    ids: array[int]
    rows: array[int]

    @property
    def room(self) -> int:
        return len(self.ids)


@dataclass(slots=True)
class States:
    """Buffers of `size` states, a row for each.

    cells     32 bits           luck       32 bits: turns begun (outside any, then by player), events used by stream
    seeds     64, no sign       players    32: the BOT numbers of the last decision
    chosen    32: the number of a choice among those listed, or WAIT, BEGIN, BEGIN_NEXT
    failed    32: not 0 where something failed in the last step; then the state is as it was before, and nothing is listed for it
    current   32: who is to act, -1 for nobody          terminal   8: 1 when the game is over
    returns   64-bit floats, a row of seats, all 0 in a game of points
    """

    size: int
    cells: array[int]
    luck: array[int]
    seeds: array[int]
    players: array[int]
    chosen: array[int]
    failed: array[int]
    current: array[int]
    terminal: bytearray
    returns: array[float]
    listed: Listing
    spare: Listing
    """Where the next choices are written; the two take turns."""


@dataclass(slots=True)
class Spread:
    """Different positions, `used` of them, each a row of cells, with a weight (64 bits): in how many ways it comes about."""

    cells: array[int]
    weights: array[int]
    used: int


@runtime_checkable
class Together(Protocol):
    """An executor that steps many states at once."""

    def states(self, size: int) -> States | None:
        """Buffers, with nothing in them yet; None for a game whose actions have too large ids."""
        ...

    def choose_all(self, states: States, given: array[int], anew: bool) -> int:
        """Set `chosen` from ids (64 bits), -1 for any legal choice, drawn as `game.playouts.playout.RandomChooser` does. Games that are over
        wait, or begin with the next seed if `anew`. 0, or 1 + the first state whose id is not listed, and then nothing has
        changed."""
        ...

    def step_all(self, states: States) -> None:
        """Do what was chosen, write the positions of all states, and list what is legal then."""
        ...

    def prefer_all(self, states: States, strategies: Seats, ids: array[int]) -> int:
        """Write an id (64 bits) for each state: what the player to act takes by the strategy of the seat, one of equally good
        choices drawn as `game.playouts.playout.Plain` does, without carrying it out. -1 where the seat has none (None) and where
        nothing is listed because the game is over; NOT_KNOWN where something fails or nothing is listed though it is not.
        In how many it is NOT_KNOWN."""
        ...

    def mask_all(self, states: States, mask: memoryview, actions: int) -> None:
        """Write `actions` bytes for each state: 1 for what is listed, otherwise 0."""
        ...

    def observe_all(self, states: States, seen: memoryview, player: int, unseen: Unseen) -> None:
        """Write a row of cells (32 bits) for each state as a seat sees it, -1: the player to act. A cell that is not
        seen is `runtime.hidden_cells.UNSEEN`."""
        ...

    def spread(self, positions: Spread) -> Spread | None:
        """The positions one decision further on, each once. Chance is not asked for. None if something fails, the numbers grow too
        large, or it is not worth while yet."""
        ...


Question: TypeAlias = tuple[ir.Asked, Sequence[Value]]
"""An expression, and the values in its first slots."""


@runtime_checkable
class AnswersSeveral(Protocol):
    """An executor that keeps in mind what it has worked out for a position."""

    def values(self, cells: array[int], me: int, questions: Iterable[Question]) -> Iterator[Value]:
        """The answers in order, each worked out when it is asked for. Raises RuleFailure as `value` does."""
        ...


Mark: TypeAlias = tuple[str, str, int, int]
"""What is counted: the sort of thing, a name (of a file, rule or table), and two numbers."""

Counts: TypeAlias = dict[Mark, list[int]]
"""How often something was false (or 0, or none), and how often it was true or simply came up: `[no, yes]`."""


@runtime_checkable
class Counting(Protocol):
    """An executor that counts."""

    def hand_over(self) -> Counts:
        """What was counted since this was asked last."""
        ...

    def join(self, counts: Counts) -> None:
        """Add what another executor of the same program counted."""
        ...
