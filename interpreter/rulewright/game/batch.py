"""Many states stepped at once, in rows of numbers: for people who train players.

    batch = game.batch(256)
    batch.reset(seed=7)
    while not all(batch.terminal):
        batch.apply([RANDOM] * batch.size)              an action's id for each state, or RANDOM

Buffers are `array.array`s that stay where they are and as long as they are, one row a state, so `numpy.asarray(batch.returns).reshape(batch.size, -1)`
sees every step without a copy.  The games are those of the rulebook: what stands in a place is the game that
`game.new_initial_state(seed)` plays, and one of random players alone is the game of `game.playout`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import index
from typing import Any, Protocol, TypeVar, overload

from rulewright.game import standing
from rulewright.game.action import Action
from rulewright.game.game import Game
from rulewright.game.stepping import NOBODY as NOBODY
from rulewright.game.stepping import RANDOM as RANDOM
from rulewright.game.stepping import Shown, stepping
from rulewright.ir.layout import CURRENT
from rulewright.runtime.words import seed_of

MOST_MASK = 2**28
"""So many bytes may a mask of legal actions have."""
NO_ID = 2**62
"""Instead of a number that is too large for an id."""


class Row(Protocol):
    """What can be written over: a flat NumPy array, an `array.array`, a `bytearray`."""

    def __len__(self) -> int: ...
    def __setitem__(self, place: Any, value: Any, /) -> None: ...  # Any: each of them takes other things


Into = TypeVar("Into", bound=Row)


class Batch:
    """`size` games side by side. `auto_reset`: a game that is over begins anew, with another seed, at the next `apply`.

    current_player    seat to act, from 0; NOBODY when the game is over (32-bit numbers)
    terminal          1 when the game is over, otherwise 0 (bytes)
    returns           as `state.returns()`, a row of seats for each game (64-bit floats)
    cells             the whole state, a row of `width` numbers (32 bits) for each game; it hides nothing
    seeds             the seed of each game (64 bits without sign)
    """

    def __init__(self, game: Game, size: int, auto_reset: bool = False) -> None:
        if size < 1:
            raise ValueError(f"a batch has at least one state, not {size}")
        self.game = game
        self.size = size
        self.auto_reset = auto_reset
        self.width = game.program.layout.size
        shown = Shown(
            array("i", (0,)) * (size * self.width), array("i", (NOBODY,)) * size, bytearray(size),
            array("d", (0.0,)) * (size * game.num_players), array("Q", (0,)) * size,
        )  # fmt: skip
        self._way = stepping(game, shown, auto_reset)
        self.current_player = shown.current
        self.terminal = shown.terminal
        self.returns = shown.returns
        self.cells = shown.cells
        self.seeds = shown.seeds
        self._held = [
            memoryview(row) for row in self._rows()
        ]  # whose length nobody can change as long as they are held
        self.reset()

    # ------------------------------------------------------------------------------------------------- playing

    def reset(self, seed: int = 0, seeds: Iterable[int] | None = None) -> None:
        """Begin all games anew: with a seed each, or with seeds worked out of one."""
        given = [seed_of(seed, place) for place in range(self.size)] if seeds is None else list(seeds)
        if len(given) != self.size:
            raise ValueError(f"{self.size} seeds are needed, {len(given)} are given")
        self._way.begin(given)

    def apply(self, ids: Iterable[int]) -> None:
        """Carry out an action in each game; RANDOM for any. Games that are over stay as they are, or begin anew.

        Raises IllegalAction, and then nothing has changed, or RuleFailure when a rule fails in a game, which then stays as it
        was; all others have moved on."""
        given = _numbers(ids)
        if len(given) != self.size:
            raise ValueError(f"{self.size} actions are needed, {len(given)} are given")
        self._way.apply(given)

    # ------------------------------------------------------------------------------------------------- looking

    def legal_ids(self, place: int) -> list[int]:
        """The ids of the legal actions of one game, in their order; none when it is over."""
        return self._way.legal_ids(range(self.size)[place])

    @overload
    def legal_mask(self) -> bytearray: ...
    @overload
    def legal_mask(self, into: Into) -> Into: ...
    def legal_mask(self, into: Row | None = None) -> Row:
        """A byte for each action there is (`game.num_distinct_actions`) and each game: 1 for what is legal.

        `into` is written over and given back if it is given: anything with as many elements (a flat NumPy array). ValueError in
        games with too many actions for that: they have `legal_ids`."""
        actions = self.game.num_distinct_actions
        if actions * self.size > MOST_MASK:
            raise ValueError(
                f"a mask of {actions:,} actions for {self.size} games is too large: use legal_ids"
            )
        mask = self._room(bytearray(actions * self.size) if into is None else into, actions)
        written = _bytes_of(mask)
        if written is None:
            written = memoryview(bytearray(actions * self.size))
            self._way.fill(written, actions)
            mask[:] = array("b", written)
        else:
            self._way.fill(written, actions)
        return mask

    @overload
    def observations(self, player: int | None = None) -> array[int]: ...
    @overload
    def observations(self, player: int | None = None, *, into: Into) -> Into: ...
    def observations(self, player: int | None = None, *, into: Row | None = None) -> Row:
        """What a seat sees of each game, as cells (`width` each): -2 where it sees nothing. None: whoever is to act, and seat
        0 in games that are over. `into` as in `legal_mask`."""
        if player is not None:
            self.game.check_seat(player)
        seen = self._room(array("i", (0,)) * (self.size * self.width) if into is None else into, self.width)
        if not self.game.sight.hides():
            seen[:] = self.cells
            return seen
        for place in range(self.size):
            cells = self._way.position(place).cells
            viewer = max(cells[CURRENT], 0) if player is None else player
            start = place * self.width
            seen[start : start + self.width] = self.game.sight.masked(cells, viewer)
        return seen

    def scores(self) -> array[int]:
        """As `state.scores()`, a row of seats for each game."""
        found = array("q")
        for place in range(self.size):
            found.extend(standing.scores(self.game.executor, self._way.position(place).cells))
        return found

    def action(self, number: int) -> Action:
        """The action with an id."""
        return self.game.action_from_id(number)

    def __repr__(self) -> str:
        return f"<Batch of {self.size} games of {self.game.name}, {sum(self.terminal)} over>"

    # ------------------------------------------------------------------------------------------------- private

    def _rows(self) -> tuple[array[int] | array[float] | bytearray, ...]:
        return self.current_player, self.terminal, self.returns, self.cells, self.seeds

    def _room(self, into: Row, width: int) -> Row:
        if len(into) != self.size * width:
            raise ValueError(f"{self.size * width} elements are needed, there are {len(into)}")
        return into


def _numbers(ids: Iterable[int]) -> array[int]:
    """Ids as numbers of 64 bits. What has no room there is no id either."""
    numbers = array("q")
    try:
        seen = memoryview(ids)  # type: ignore[arg-type]  # whether it is one is asked here
    except TypeError:
        seen = None
    if seen is not None and seen.format in ("q", "l") and seen.itemsize == 8 and seen.c_contiguous:
        numbers.frombytes(seen.cast("B"))
        return numbers
    try:
        given = list(map(index, ids))
    except TypeError as error:
        raise TypeError(f"the ids of actions are whole numbers, one for each game: {error}") from error
    try:
        numbers.extend(given)
    except OverflowError:
        return array("q", (number if abs(number) < NO_ID else NO_ID for number in given))
    return numbers


def _bytes_of(buffer: Row) -> memoryview | None:
    """The bytes of a buffer whose elements are bytes, to be written over; None for any other."""
    try:
        seen = memoryview(buffer)  # type: ignore[arg-type]  # whether it is one is asked here
    except TypeError:
        return None
    if seen.itemsize != 1 or seen.readonly or not seen.c_contiguous:
        return None
    return seen.cast("B")
