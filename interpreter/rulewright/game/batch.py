"""Many states stepped at once, in rows of numbers: for people who train players.

    batch = game.batch(256)
    batch.reset(seed=7)
    while not all(batch.terminal):
        batch.apply([RANDOM] * batch.size)              an action's id for each state, or RANDOM

Buffers are `array.array`s that stay where they are, one row a state, so `numpy.asarray(batch.returns).reshape(batch.size, -1)`
sees every step without a copy.  The games are those of the rulebook: what stands in a place is the game that
`game.new_initial_state(seed)` plays, and one of random players alone is the game of `game.playout`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any, Protocol, TypeVar, overload

from rulewright.game import standing
from rulewright.game.action import Action
from rulewright.game.errors import IllegalAction, Reason
from rulewright.game.game import Game
from rulewright.game.playout import RandomChooser
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.runtime.bulk import Bulk
from rulewright.runtime.chance import Sampled, new_luck
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.words import GOLDEN, MASK, mix

RANDOM = -1
"""Instead of an action's id: any legal action, each with the same probability."""
NOBODY = -1
"""Who is to act in a game that is over."""
MOST_MASK = 2**28
"""So many bytes may a mask of legal actions have."""


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
        self.current_player = array("i", (NOBODY,)) * size
        self.terminal = bytearray(size)
        self.returns = array("d", (0.0,)) * (size * game.num_players)
        self.cells = array("i", (0,)) * (size * self.width)
        self.seeds = array("Q", (0,)) * size
        self._chance = Sampled(game.program.streams)
        self._quick = game.executor if isinstance(game.executor, Bulk) else None
        self._positions: list[Position] = []
        self._choosers: list[RandomChooser] = []
        self._legal: list[list[Choice] | None] = [None] * size
        self._ids: dict[Choice, int] = {}
        self.reset()

    # ------------------------------------------------------------------------------------------------- playing

    def reset(self, seed: int = 0, seeds: Iterable[int] | None = None) -> None:
        """Begin all games anew: with a seed each, or with seeds worked out of one."""
        given = [_seed_after(seed, place) for place in range(self.size)] if seeds is None else list(seeds)
        if len(given) != self.size:
            raise ValueError(f"{self.size} seeds are needed, {len(given)} are given")
        self._positions = [self._begun(one) for one in given]
        self._choosers = [RandomChooser(one) for one in given]
        for place, one in enumerate(given):
            self.seeds[place] = one & MASK
            self._show(place)

    def apply(self, ids: Iterable[int]) -> None:
        """Carry out an action in each game; RANDOM for any. Games that are over stay as they are, or begin anew.

        Raises IllegalAction, and then nothing has changed, or RuleFailure when a rule fails in a game, which then stays as it
        was; games before it in the batch have moved on."""
        given = list(ids)
        if len(given) != self.size:
            raise ValueError(f"{self.size} actions are needed, {len(given)} are given")
        chosen = [
            None if self.terminal[place] else self._chosen(place, int(number))
            for place, number in enumerate(given)
        ]
        for place, choice in enumerate(chosen):
            if choice is not None:
                self._step(place, choice)
            elif self.auto_reset:
                self._begin_again(place)

    # ------------------------------------------------------------------------------------------------- looking

    def legal_ids(self, place: int) -> list[int]:
        """The ids of the legal actions of one game, in their order; none when it is over."""
        return [self._id(choice) for choice in self._choices(place)]

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
        empty = array("b", bytes(actions))
        for place in range(self.size):
            start = place * actions
            mask[start : start + actions] = empty
            for number in self.legal_ids(place):
                mask[start + number] = 1
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
        for place, position in enumerate(self._positions):
            viewer = max(position.cells[CURRENT], 0) if player is None else player
            start = place * self.width
            seen[start : start + self.width] = self.game.sight.masked(position.cells, viewer)
        return seen

    def scores(self) -> array[int]:
        """As `state.scores()`, a row of seats for each game."""
        found = array("q")
        for position in self._positions:
            found.extend(standing.scores(self.game.executor, position.cells))
        return found

    def action(self, number: int) -> Action:
        """The action with an id."""
        return self.game.action_from_id(number)

    def __repr__(self) -> str:
        return f"<Batch of {self.size} games of {self.game.name}, {sum(self.terminal)} over>"

    # ------------------------------------------------------------------------------------------------- private

    def _begun(self, seed: int) -> Position:
        position = Position(
            array("i", self.game.program.layout.initial()), new_luck(seed, self.game.num_players)
        )
        self.game.executor.begin(position, self._chance)
        return position

    def _begin_again(self, place: int) -> None:
        seed = _seed_after(self.seeds[place], 0)
        self._positions[place] = self._begun(seed)
        self._choosers[place] = RandomChooser(seed)
        self.seeds[place] = seed
        self._show(place)

    def _chosen(self, place: int, number: int) -> Choice:
        """What an id means in a game. Raises IllegalAction."""
        legal, position = self._choices(place), self._positions[place]
        if number == RANDOM:
            player = position.cells[CURRENT]
            return legal[self._choosers[place].index(position.luck, player, len(legal))]
        try:
            choice = self.game.numbering.choice(number)
        except ValueError as error:
            raise IllegalAction(f"id {number}", [Reason("impossible", f"Game {place}: {error}.")]) from error
        if choice not in legal:
            reason = Reason("impossible", f"It is not among the {len(legal)} legal actions of game {place}.")
            raise IllegalAction(str(self.game.action_of(choice)), [reason])
        return choice

    def _step(self, place: int, choice: Choice) -> None:
        position = self._positions[place]
        before = position.copy()
        try:
            if self._quick is not None:
                self._quick.carry_out(position, choice)
            else:
                self.game.executor.apply(position, choice, self._chance)
        except RuleFailure:
            self._positions[place] = before
            raise
        self._show(place)

    def _show(self, place: int) -> None:
        """Let the buffers say how a game stands."""
        cells, players = self._positions[place].cells, self.game.num_players
        over = bool(cells[ENDED])
        self._legal[place] = [] if over else None
        self.terminal[place] = over
        self.current_player[place] = NOBODY if over else cells[CURRENT]
        self.cells[place * self.width : (place + 1) * self.width] = cells
        results = standing.returns(self.game.executor, cells) if over else [0.0] * players
        self.returns[place * players : (place + 1) * players] = array("d", results)

    def _choices(self, place: int) -> list[Choice]:
        known = self._legal[place]
        if known is None:
            known = self._legal[place] = self.game.executor.legal(self._positions[place].cells)
        return known

    def _id(self, choice: Choice) -> int:
        number = self._ids.get(choice)
        if number is None:
            number = self._ids[choice] = self.game.numbering.number(choice)
        return number

    def _room(self, into: Row, width: int) -> Row:
        if len(into) != self.size * width:
            raise ValueError(f"{self.size * width} elements are needed, there are {len(into)}")
        return into


def _seed_after(seed: int, number: int) -> int:
    """A seed that others come of: 53 bits, so that it can be written down anywhere."""
    return mix((mix(seed & MASK) + (number + 1) * GOLDEN) & MASK) >> 11
