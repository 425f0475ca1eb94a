"""What an executor may do beside single steps: step many states at once, in buffers, and spread positions out.

    if isinstance(executor, Together):
        states = executor.states(1024)
        if states is not None:
            executor.step_all(states)           with `chosen` BEGIN and `seeds` set
            executor.choose_all(states, given)      0, or which id is not legal
            executor.step_all(states)

What comes of it is the same as by single steps.  Where something fails natively the state stays as it was, is marked, and whoever
asked plays that one in single steps.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from rulewright.runtime.fast.measured_games import Seats
from rulewright.runtime.hidden_cells import Unseen

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
    """Buffers of so many states, a row for each.

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
        """Do what was chosen, tell how all states stand, and list what is legal then."""
        ...

    def prefer_all(self, states: States, strategies: Seats, ids: array[int]) -> int:
        """Write an id (64 bits) for each state: what whoever is to act takes who follows the strategy of the seat, one of equally good
        choices drawn as `game.playouts.measured_game.Plain` does, without carrying it out. -1 where the seat has none (None) and where
        nothing is listed because the game is over; NOT_KNOWN where something fails or nothing is listed though it is not.
        In how many it is NOT_KNOWN."""
        ...

    def mask_all(self, states: States, mask: memoryview, actions: int) -> None:
        """Write `actions` bytes for each state: 1 for what is listed, otherwise 0."""
        ...

    def observe_all(self, states: States, seen: memoryview, player: int, unseen: Unseen) -> None:
        """Write a row of cells (32 bits) for each state as a seat sees it, -1: whoever is to act. What is not seen is
        `runtime.hidden_cells.UNSEEN`."""
        ...

    def spread(self, positions: Spread) -> Spread | None:
        """The positions one decision further on, each once. Chance is not asked for. None if something fails, the numbers grow too
        large, or it is not worth while yet."""
        ...
