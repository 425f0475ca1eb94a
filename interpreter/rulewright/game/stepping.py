"""The two ways in which a batch is stepped: game by game, or all at once where the executor can (`runtime.together`).

    way = stepping(game, shown, anew=False)
    way.begin([7, 8])
    way.apply(array("q", [RANDOM, 3]))
    way.legal_ids(0)

Both give the same games.  `Shown` are the buffers that tell how the games stand.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Protocol

from rulewright.game import standing
from rulewright.game.errors import IllegalAction, Reason
from rulewright.game.game import Game
from rulewright.game.playout import STREAM, RandomChooser
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.runtime import words
from rulewright.runtime.bulk import Bulk
from rulewright.runtime.chance import Sampled, new_position
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.together import BEGIN, BOT, WAIT, States, Together
from rulewright.runtime.words import MASK, seed_of

RANDOM = -1
"""Instead of an action's id: any legal action, each with the same probability."""
NOBODY = -1
"""Who is to act in a game that is over."""


@dataclass(slots=True)
class Shown:
    """How each game stands, in the buffers of a batch."""

    cells: array[int]
    current: array[int]
    terminal: bytearray
    returns: array[float]
    seeds: array[int]


class Stepping(Protocol):
    """Games side by side."""

    def begin(self, seeds: Sequence[int]) -> None:
        """Begin all games. RuleFailure if one cannot begin."""
        ...

    def apply(self, given: array[int]) -> None:
        """Do what the ids say. IllegalAction, and then nothing has changed; or RuleFailure for the first game in which a rule fails,
        which stays as it was, after all others have moved on."""
        ...

    def legal_ids(self, place: int) -> list[int]: ...

    def fill(self, mask: memoryview, actions: int) -> None:
        """Write a row of `actions` bytes for each game."""
        ...

    def position(self, place: int) -> Position:
        """Where a game stands."""
        ...


def stepping(game: Game, shown: Shown, anew: bool) -> Stepping:
    """The quickest way there is. `anew`: games that are over begin with the next seed."""
    executor = game.executor
    states = executor.states(len(shown.current)) if isinstance(executor, Together) else None
    if states is None or not isinstance(executor, Together):
        return OneByOne(game, shown, anew)
    return AtOnce(game, executor, states, shown, anew)


class Games:
    """What both ways need of single games."""

    def __init__(self, game: Game, shown: Shown, anew: bool) -> None:
        self.game = game
        self.shown = shown
        self.anew = anew
        self.chance = Sampled(game.program.streams)
        self._quick = game.executor if isinstance(game.executor, Bulk) else None
        self._ids: dict[Choice, int] = {}

    def begun(self, seed: int) -> Position:
        position = new_position(self.game.program, seed)
        self.game.executor.begin(position, self.chance)
        return position

    def stepped(self, before: Position, choice: Choice) -> Position:
        position = before.copy()
        if self._quick is not None:
            self._quick.carry_out(position, choice)
        else:
            self.game.executor.apply(position, choice, self.chance)
        return position

    def meant(self, place: int, number: int, legal: Sequence[Choice]) -> Choice:
        """What an id means in a game. Raises IllegalAction."""
        try:
            choice = self.game.numbering.choice(number)
        except ValueError as error:
            raise IllegalAction(f"id {number}", [Reason("impossible", f"Game {place}: {error}.")]) from error
        if choice not in legal:
            reason = Reason("impossible", f"It is not among the {len(legal)} legal actions of game {place}.")
            raise IllegalAction(str(self.game.action_of(choice)), [reason])
        return choice

    def ids(self, legal: Sequence[Choice]) -> list[int]:
        return [self._id(choice) for choice in legal]

    def show(self, place: int, position: Position) -> None:
        """Let the buffers say how a game stands."""
        cells, players, shown = position.cells, self.game.num_players, self.shown
        over = bool(cells[ENDED])
        shown.terminal[place] = over
        shown.current[place] = NOBODY if over else cells[CURRENT]
        shown.cells[place * len(cells) : (place + 1) * len(cells)] = cells
        results = standing.returns(self.game.executor, cells) if over else [0.0] * players
        shown.returns[place * players : (place + 1) * players] = array("d", results)

    def _id(self, choice: Choice) -> int:
        number = self._ids.get(choice)
        if number is None:
            number = self._ids[choice] = self.game.numbering.number(choice)
        return number


class OneByOne(Games):
    """Game by game, with any executor."""

    def __init__(self, game: Game, shown: Shown, anew: bool) -> None:
        super().__init__(game, shown, anew)
        self._positions: list[Position] = []
        self._choosers: list[RandomChooser] = []
        self._legal: list[list[Choice] | None] = []

    def begin(self, seeds: Sequence[int]) -> None:
        self._positions = [self.begun(seed) for seed in seeds]
        self._choosers = [RandomChooser(seed) for seed in seeds]
        self._legal = [None] * len(seeds)
        for place, seed in enumerate(seeds):
            self.shown.seeds[place] = seed & MASK
            self.show(place, self._positions[place])

    def apply(self, given: array[int]) -> None:
        going = [place for place, over in enumerate(self.shown.terminal) if not over]
        chosen = {
            place: self.meant(place, given[place], self._choices(place))
            for place in going
            if given[place] != RANDOM
        }
        for place in going:
            if given[place] == RANDOM:
                chosen[place] = self._drawn(place)
        failures: list[RuleFailure] = []
        for place in range(len(given)):
            try:
                self._step(place, chosen.get(place))
            except RuleFailure as failure:
                failures.append(failure)
        if failures:
            raise failures[0]

    def legal_ids(self, place: int) -> list[int]:
        return self.ids(self._choices(place))

    def fill(self, mask: memoryview, actions: int) -> None:
        for place in range(len(self._positions)):
            start = place * actions
            mask[start : start + actions] = bytes(actions)
            for number in self.legal_ids(place):
                mask[start + number] = 1

    def position(self, place: int) -> Position:
        return self._positions[place]

    def _step(self, place: int, choice: Choice | None) -> None:
        if choice is not None:
            self._positions[place] = self.stepped(self._positions[place], choice)
        elif self.anew:
            seed = seed_of(self.shown.seeds[place], 0)
            self._positions[place] = self.begun(seed)
            self._choosers[place] = RandomChooser(seed)
            self.shown.seeds[place] = seed
        else:
            return
        self._legal[place] = None
        self.show(place, self._positions[place])

    def _drawn(self, place: int) -> Choice:
        legal, position = self._choices(place), self._positions[place]
        return legal[self._choosers[place].index(position.luck, position.cells[CURRENT], len(legal))]

    def _choices(self, place: int) -> list[Choice]:
        known = self._legal[place]
        if known is None:
            over = self.shown.terminal[place]
            known = [] if over else self.game.executor.legal(self._positions[place].cells)
            self._legal[place] = known
        return known


class AtOnce(Games):
    """All games in one call. Those in which something fails, or whose choices cannot be listed, are played one by one."""

    def __init__(self, game: Game, executor: Together, states: States, shown: Shown, anew: bool) -> None:
        super().__init__(game, shown, anew)
        self._executor = executor
        self._states = states
        self._luck = len(states.luck) // states.size
        self._wide = len(states.cells) // states.size
        self._unlisted: dict[int, list[Choice] | None] = {}
        """Games whose choices are not listed in `states`, with what they are once somebody asked."""
        self._points = game.num_players == 1
        shown.current, shown.terminal = states.current, states.terminal
        shown.returns, shown.seeds = states.returns, states.seeds

    def begin(self, seeds: Sequence[int]) -> None:
        states = self._states
        kept = states.cells[:], states.luck[:], states.seeds[:], states.players[:]
        states.seeds[:] = array("Q", (seed & MASK for seed in seeds))
        states.chosen[:] = array("i", (BEGIN,)) * states.size
        try:
            self._go({})
        except RuleFailure:
            states.cells[:], states.luck[:], states.seeds[:], states.players[:] = kept
            states.chosen[:] = array("i", (WAIT,)) * states.size
            self._go({})
            raise

    def apply(self, given: array[int]) -> None:
        states = self._states
        apart = sorted(self._unlisted)
        chosen = {
            place: self.meant(place, given[place], self._choices(place))
            for place in apart
            if given[place] != RANDOM
        }
        refused = self._executor.choose_all(states, given, self.anew)
        if refused:
            place = refused - 1
            self.meant(place, given[place], self.game.executor.legal(self.position(place).cells))
            raise AssertionError(f"id {given[place]} of game {place} is legal, and is not listed")
        for place in apart:
            if given[place] == RANDOM:
                chosen[place] = self._drawn(place, self._choices(place))
        self._go(chosen)

    def legal_ids(self, place: int) -> list[int]:
        if place in self._unlisted:
            return self.ids(self._choices(place))
        listed = self._states.listed
        return listed.ids[listed.starts[place] : listed.starts[place + 1]].tolist()

    def fill(self, mask: memoryview, actions: int) -> None:
        self._executor.mask_all(self._states, mask, actions)
        for place in self._unlisted:
            for number in self.legal_ids(place):
                mask[place * actions + number] = 1

    def position(self, place: int) -> Position:
        states, turns = self._states, self.game.num_players + 1
        luck = states.luck[place * self._luck : (place + 1) * self._luck]
        used = {stream: many for stream, many in enumerate(luck[turns:]) if many}
        cells = states.cells[place * self._wide : (place + 1) * self._wide]
        return Position(cells, Luck(states.seeds[place], luck[:turns].tolist(), used))

    # ------------------------------------------------------------------------------------------------- private

    def _go(self, apart: dict[int, Choice]) -> None:
        """Do what is chosen in `states`, and in some games apart; then show how all stand."""
        states, chosen, listed = self._states, self._states.chosen[:], self._states.listed
        states.failed[:] = array("i", bytes(4 * states.size))
        self._executor.step_all(states)
        again = dict[int, Choice | None](apart)
        for place in compress(range(states.size), states.failed):
            number = chosen[place]
            if number >= 0:
                again[place] = self.game.numbering.choice(listed.ids[listed.starts[place] + number])
            elif number != WAIT:
                again[place] = None
        failures = self._played_apart(again, chosen)
        self._unlisted = dict.fromkeys(compress(range(states.size), states.failed))
        self.shown.cells[:] = states.cells
        if self._points:
            self._show_points()
        if failures:
            raise failures[0]

    def _played_apart(self, again: dict[int, Choice | None], chosen: array[int]) -> list[RuleFailure]:
        """Play some games in single steps: what failed in them."""
        states, failures = self._states, list[RuleFailure]()
        if not again:
            return failures
        for place, choice in sorted(again.items()):
            try:
                if choice is not None:
                    self._put(place, self.stepped(self.position(place), choice))
                else:
                    seed = states.seeds[place]
                    self._put(place, self.begun(seed if chosen[place] == BEGIN else seed_of(seed, 0)))
                    states.players[place * BOT : (place + 1) * BOT] = array("i", (-1,)) * BOT
            except RuleFailure as failure:
                failures.append(failure)
        states.chosen[:] = array("i", (WAIT,)) * states.size
        states.failed[:] = array("i", bytes(4 * states.size))
        self._executor.step_all(states)
        return failures

    def _put(self, place: int, position: Position) -> None:
        """Let a game stand there."""
        states, luck = self._states, position.luck
        used = (luck.used.get(stream, 0) for stream in range(self._luck - len(luck.turns)))
        states.cells[place * self._wide : (place + 1) * self._wide] = position.cells
        states.luck[place * self._luck : (place + 1) * self._luck] = array("i", [*luck.turns, *used])
        states.seeds[place] = luck.seed & MASK

    def _choices(self, place: int) -> list[Choice]:
        """The legal choices of a game whose choices are not listed."""
        known = self._unlisted[place]
        if known is None:
            known = self._unlisted[place] = self.game.executor.legal(self.position(place).cells)
        return known

    def _drawn(self, place: int, legal: Sequence[Choice]) -> Choice:
        """What a player at random takes, as `RandomChooser` has it."""
        states, position = self._states, self.position(place)
        player = position.cells[CURRENT]
        turn = player, position.luck.turns[player + 1]
        bot = states.players[place * BOT : (place + 1) * BOT]
        index = bot[2] + 1 if (bot[0], bot[1]) == turn else 0
        states.players[place * BOT : (place + 1) * BOT] = array("i", (*turn, index))
        key = words.turn_key(position.luck.seed, STREAM, *turn)
        return legal[words.numbers(key, index, (len(legal),))[0]]

    def _show_points(self) -> None:
        """What a game of points for one player gives."""
        for place in compress(range(len(self.shown.terminal)), self.shown.terminal):
            cells = self._states.cells[place * self._wide : (place + 1) * self._wide]
            (self.shown.returns[place],) = standing.returns(self.game.executor, cells)
