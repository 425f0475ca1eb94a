"""Batches: many states of one game, stepped at once in rows of numbers, for training players.

    batch = game.batch(256)
    batch.reset(seed=7)
    while not all(batch.terminal):
        batch.apply([RANDOM] * batch.size)              an action's id for each state, or RANDOM

Buffers are `array.array`s that keep their address and length, with one row for each state, so
`numpy.asarray(batch.returns).reshape(batch.size, -1)` sees every step without a copy; on a graphics card, `cells` and `seeds` have to be
asked for again after a step.  With one seed a batch plays the
game of `game.new_initial_state(seed)`, and with random players that of `game.playouts.playout`.  `game.columns` says
what the numbers in `cells` mean.  A batch belongs to one thread; a second thread that uses it at the same time gets a RuntimeError.

Buffers given by callers may have several dimensions and have to be contiguous (in C order).  Games are stepped one by
one (`scalar`), or all at once where the executor can (`vectorised`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress, islice
from threading import Lock
from typing import (
    TYPE_CHECKING,
    Final,
    Generic,
    Literal,
    NoReturn,
    Protocol,
    SupportsIndex,
    TypeVar,
    overload,
    runtime_checkable,
)

from rulewright.game.batches.buffers import Into, Room, Row, aligned, marked, none_given, numbers
from rulewright.game.batches.scalar import OneByOne
from rulewright.game.batches.single_games import NOBODY as NOBODY
from rulewright.game.batches.single_games import Shown
from rulewright.game.batches.vectorised import AtOnce
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.moves.action import Action
from rulewright.game.playouts.players import seats_of
from rulewright.game.results import standing
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.problems.quoting import counted, shown
from rulewright.runtime import whole_numbers
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.fallbacks import Collected, Fallbacks
from rulewright.runtime.fast import RANDOM as RANDOM
from rulewright.runtime.fast import STAY as STAY
from rulewright.runtime.fast import Seats, Together
from rulewright.runtime.ids import MOST_MASK


class Alone:
    """A context that one thread can be in at a time; another thread gets a RuntimeError and does not wait."""

    __slots__ = ("_lock", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                f"{self._what} is in use by another thread: give each thread one of its own (they can share the game), or "
                "let them take turns with a lock"
            )

    def __exit__(self, *failed: object) -> None:
        self._lock.release()


def plain_scores(program: ir.Program) -> tuple[int, ...] | None:
    """By seat, the cell that holds the player's score (`standing.scores`); None if scores are computed from several cells."""
    best = next(iter(standing_of(program)), None)
    if best is None:
        return None
    match best.value:
        case ir.Cell(group=name, indices=(ir.Local(slot=0),)):
            group = program.layout.groups[name]
        case _:
            return None
    owners = "teams" if best.per_team else "players"
    if group.sort != "integer" or group.optional or [axis.kind for axis in group.axes] != [owners]:
        return None
    owned = program.teams if best.per_team else range(program.players)
    return tuple(group.offset + owner for owner in owned)


def from_columns(cells: array[int], width: int, columns: Sequence[int]) -> array[int]:
    """For each game a row with the values of these columns, as 64-bit numbers."""
    found = array("q", bytes(8 * (len(cells) // width) * len(columns)))
    for place, column in enumerate(columns):
        found[place :: len(columns)] = array("q", cells[column::width])
    return found


class Stepping(Protocol):
    """The games of a batch, and the operations that step all of them."""

    def begin(self, seeds: Mapping[int, int]) -> None:
        """Start the games at these places from their seeds; the first call has to name all places. BatchFailure if a
        set-up fails; then nothing has changed."""
        ...

    def stand(self, positions: Mapping[int, Position]) -> None:
        """Replace the games at these places by positions, with their luck."""
        ...

    def apply(self, given: array[int]) -> None:
        """Carry out one action for each game, by id; games with STAY stay as they are. IllegalAction, and then nothing has changed; or BatchFailure for
        the games in which a rule fails: these stay as they were, or start again, and all others have moved."""
        ...

    def legal_ids(self, place: int) -> list[int]: ...

    def fill(self, mask: memoryview, actions: int) -> None:
        """Write the mask of legal actions: a row of `actions` bytes for each game."""
        ...

    def observe(self, seen: memoryview, viewer: int | None) -> None:
        """Write the cells of each game as a viewer sees them, as 32-bit numbers. None: the viewer is the player to act."""
        ...

    def prefer(self, strategies: Seats) -> array[int]:
        """For each game the id (64 bits) that the strategy of the seat to act chooses; RANDOM if the seat has no
        strategy or the game is over. BatchFailure for the games in which a preference fails."""
        ...

    def position(self, place: int) -> Position:
        """The position of a game."""
        ...

    def show_all(self) -> None:
        """Bring cells and seeds up to date in the buffers that callers see, where they are not after each step."""
        ...


def stepping(table: Table, shown: Shown, anew: bool) -> Stepping:
    """The fastest implementation that the executor allows. `anew`: games that are over start again with the next seed."""
    executor = table.executor
    states = executor.states(len(shown.current)) if isinstance(executor, Together) else None
    if states is None or not isinstance(executor, Together):
        return OneByOne(table, shown, anew)
    return AtOnce(table, executor, states, shown, anew)


@runtime_checkable
class Placed(Protocol):
    """The part of a state that a batch reads."""

    @property
    def game(self) -> Table: ...
    @property
    def cells(self) -> array[int]: ...
    @property
    def luck(self) -> Luck: ...
    def is_chance_node(self) -> bool: ...


S = TypeVar("S", bound=Placed)
"""The class of the game's states."""


class Batch(Generic[S]):
    """`size` games that are stepped together. `auto_reset`: a game that is over starts again, with the next seed, at
    the next `apply`.

    current_player    seat to act, from 0; NOBODY when the game is over (32-bit numbers)
    terminal          1 when the game is over, otherwise 0 (bytes)
    returns           as `state.returns()`, a row of seats for each game (64-bit floats)
    """

    RANDOM: Final = RANDOM
    STAY: Final = STAY

    def __init__(
        self, game: Table, size: SupportsIndex, auto_reset: bool, state_in: Callable[[Position], S]
    ) -> None:
        games = whole_numbers.whole(size)
        if games is None or games < 1:
            raise ValueError(f"the size of a batch is a whole number from 1, not {shown(size)}")
        self.game = game
        self._state_in = state_in
        self.size = size = games
        self.auto_reset = auto_reset
        self.width = game.program.layout.size
        try:
            rows = Shown(
                array("i", (0,)) * (size * self.width), array("i", (NOBODY,)) * size, bytearray(size),
                array("d", (0.0,)) * (size * game.num_players), array("Q", (0,)) * size,
            )  # fmt: skip
            self._way = stepping(game, rows, auto_reset)
        except (MemoryError, OverflowError):
            raise MemoryError(
                f"there is no room for {counted(size, 'game')} side by side: each takes {4 * self.width:,} bytes and more"
            ) from None
        self._mask: memoryview[int] | None = None
        self._seen: memoryview[int] | None = (
            None  # memory of the results with `copy=False`, once there were any
        )
        self._alone = Alone("this batch")
        self._collected = Collected()
        self.current_player = rows.current
        self.terminal = rows.terminal
        self.returns = rows.returns
        self._shown = rows
        self._held = [
            memoryview(row) for row in self._rows()
        ]  # whose length nobody can change as long as they are held
        self.reset()

    # ------------------------------------------------------------------------------------------------- playing

    def reset(
        self,
        seed: SupportsIndex | None = None,
        seeds: Iterable[SupportsIndex] | None = None,
        places: Iterable[int] | None = None,
        states: S | Iterable[S] | None = None,
    ) -> None:
        """Start all games again, or those at `places` (numbers, or one bool for each game): with a seed for each
        (`seeds`), or with seeds derived from one (`seed`). Without seeds, games at `places` take the seed after their
        own, as `auto_reset` does; a reset of all games without a seed is one with seed 0.

        With `states` the games start from these states of this game instead of the set-up: one state for all, or one
        for each place. Seeds then determine the luck to come; several states without seeds keep their own luck.

        ValueError for invalid seeds or places, and for states of another game. Raises BatchFailure when the set-up of a
        game fails; then nothing has changed."""
        which = list(range(self.size)) if places is None else self._places(places)
        if states is None:
            with self._alone, self._collected:
                self._way.begin(self._seeded(which, seed, seeds, on=places is not None))
            return
        one = isinstance(states, Placed)
        begun = self._positions([states] * len(which) if isinstance(states, Placed) else states, len(which))
        if one or seed is not None or seeds is not None:
            lucks = self._seeded(which, seed, seeds)
            begun = [
                Position(position.cells, replace(position.luck, seed=lucks[place]))
                for place, position in zip(which, begun, strict=True)
            ]
        with self._alone, self._collected:
            self._way.stand(dict(zip(which, begun, strict=True)))

    def apply(self, ids: Iterable[int], places: Iterable[int] | None = None) -> None:
        """Carry out one action in each game: its id, or RANDOM for a legal action drawn at random. Games that are over
        ignore it; with `auto_reset` they start again. STAY leaves a game exactly as it is, its luck included, and one
        that is over does not start again.

        With `places` (numbers, or one bool for each game) there is one id for each of these, in their order, and all
        other games stay.

        Raises IllegalAction, with the `place` of the first game whose id is not legal; then nothing has changed. Raises
        BatchFailure when a rule fails in some games: these have started again with `auto_reset` and otherwise stay as
        they were; all others have moved."""
        which = None if places is None else self._places(places)
        chosen = numbers(ids, self.size if which is None else len(which))
        if which is not None:
            chosen = self._spread(which, chosen)
        with self._alone, self._collected:
            self._way.apply(chosen)

    @overload
    def choose(self, strategies: str | Sequence[str | None]) -> array[int]: ...
    @overload
    def choose(self, strategies: str | Sequence[str | None], *, into: Into) -> Into: ...
    def choose(self, strategies: str | Sequence[str | None], *, into: Row | None = None) -> Row:
        """For each game the id that the player to act would choose by a strategy of the rulebook, for `apply`; nothing
        is carried out here. `strategies` is one strategy for every player, or one for each seat; for None (or
        `random`), and in games that are over, the id is RANDOM.

        Among choices that a strategy prefers equally one is drawn at random, in the same way as in `simulate`, so the
        same seeds give the same games. `into` as in `legal_mask`. ValueError for an unknown strategy; raises
        BatchFailure when a preference fails in some games."""
        seats = seats_of(self.game.program, strategies)
        chosen: Row = array("q", (RANDOM,)) * self.size if into is None else into
        room = Room(chosen, self.size, 1)
        with self._alone, self._collected:
            room.write(self._way.prefer(seats))
        return chosen

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def cells(self) -> array[int]:
        """The whole state of each game, hidden values included, a row of `width` numbers (32 bits). On a graphics card the rows stay there, and
        are copied into this buffer when it is asked for: ask again after a step."""
        self._way.show_all()
        return self._shown.cells

    @property
    def seeds(self) -> array[int]:
        """The seed of each game (64 bits without sign), up to date as `cells` is."""
        self._way.show_all()
        return self._shown.seeds

    @property
    def fallbacks(self) -> Fallbacks:
        """The steps that the reference carried out since the batch was made because machine code gave up, with the reasons; and
        those that machine code carried out one at a time (`singly`), since the ids of choices need more than 32 bits."""
        return self._collected.so_far()

    @property
    def engine(self) -> str:
        """The engine that plays: `native`, `cuda`, or `reference`, also as long as compiling does not pay."""
        return self.fallbacks.engine(self.game.executor.engine)

    def legal_ids(self, place: int) -> list[int]:
        """The ids of the legal actions of the game at a place, in the order of `state.legal_actions()`; empty when it
        is over. IndexError for a place that does not exist."""
        which = self._place(place)
        with self._alone, self._collected:
            return self._way.legal_ids(which)

    @overload
    def legal_mask(self, *, over: int = 0, copy: Literal[True] = True) -> bytearray: ...
    @overload
    def legal_mask(self, into: Into, *, over: int = 0, copy: Literal[True] = True) -> Into: ...
    @overload
    def legal_mask(self, *, over: int = 0, copy: Literal[False]) -> memoryview[bool]: ...
    def legal_mask(self, into: Row | None = None, *, over: int = 0, copy: bool = True) -> Row:
        """For each game a row of `game.num_distinct_actions` bytes: 1 for each legal action, otherwise 0.

        `over` (0 or 1) fills the rows of games that are over; 1 lets a policy sample from them. `into`, a buffer with
        as many elements in any number of dimensions, is written and returned if it is given. With `copy=False` the
        result is a memoryview of bools with a row for each game, over memory of this batch that the next such call
        overwrites. ValueError if the mask would be too large; use `legal_ids` there. Raises BatchFailure, after all
        other rows are written, for games in which a condition fails."""
        if over not in (0, 1):
            raise ValueError(f"`over` is 0 or 1, not {shown(over)}")
        actions = self.game.num_distinct_actions
        if actions * self.size > MOST_MASK:
            raise ValueError(
                f"a mask of {counted(actions, 'action')} for {counted(self.size, 'game')} is too large: use legal_ids"
            )
        if not copy:
            none_given(into)
            self._mask = self._mask or aligned(actions * self.size)
            into = self._mask.cast("?", (self.size, actions))
        mask: Row = bytearray(actions * self.size) if into is None else into
        room = Room(mask, self.size, actions)
        direct = room.bytes("?bBc", 1)
        written = memoryview(bytearray(actions * self.size)) if direct is None else direct
        with self._alone, self._collected:
            self._way.fill(written, actions)
            for place in compress(range(self.size), self.terminal if over else ()):
                written[place * actions : (place + 1) * actions] = b"\1" * actions
            if direct is None:
                room.write(array("b", written))
        return mask

    @overload
    def observations(self, player: Viewer | None = None, *, copy: Literal[True] = True) -> array[int]: ...
    @overload
    def observations(
        self, player: Viewer | None = None, *, into: Into, copy: Literal[True] = True
    ) -> Into: ...
    @overload
    def observations(self, player: Viewer | None = None, *, copy: Literal[False]) -> memoryview[int]: ...
    def observations(
        self, player: Viewer | None = None, *, into: Row | None = None, copy: bool = True
    ) -> Row:
        """For each game a row of `width` cells (32 bits) as a seat, or a `"spectator"`, sees them: -2 for hidden cells.
        None: the seat to act, and seat 0 in games that are over. `into` as in `legal_mask`; it is fastest with 32-bit
        numbers. With `copy=False` the result is a memoryview of 32-bit numbers with a row for each game, over memory of
        this batch that the next such call overwrites."""
        viewer = self.game.viewer(player)
        sight, cells = self.game.sight, self.size * self.width
        hides = self.game.hides if viewer is None else not sight.sees_all(viewer)
        if not copy:
            none_given(into)
            self._seen = self._seen or aligned(4 * cells)
            into = self._seen.cast("i", (self.size, self.width))
        seen: Row = array("i", (0,)) * cells if into is None else into
        room = Room(seen, self.size, self.width)
        direct = room.bytes("il", 4)
        with self._alone, self._collected:
            if direct is None:
                own = array("i", (0,)) * cells if hides else self.cells
                if hides:
                    self._way.observe(memoryview(own).cast("B"), viewer)
                room.write(own)
            elif hides:
                self._way.observe(direct, viewer)
            else:
                direct[:] = memoryview(self.cells).cast("B")
        return seen

    def scores(self) -> array[int]:
        """As `state.scores()`, a row of seats for each game (64-bit numbers)."""
        columns = plain_scores(self.game.program)
        if columns is not None:
            with self._alone, self._collected:
                return from_columns(self.cells, self.width, columns)
        found = array("q")
        with self._alone, self._collected:
            for place in range(self.size):
                found.extend(standing.scores(self.game.executor, self._way.position(place).cells))
        return found

    def state(self, place: SupportsIndex) -> S:
        """The game at a place as a state with the same luck to come, so the same action has the same result. Its
        history is empty, and players know nothing beyond what they see now. IndexError for a place that does not
        exist."""
        which = self._place(place)
        with self._alone, self._collected:
            return self._state_in(self._way.position(which).copy())

    def action(self, number: int) -> Action:
        """The action with this id, as `game.action_from_id` gives it."""
        return self.game.action_from_id(number)

    if not TYPE_CHECKING:  # so that type checkers find misspelt names

        def __setattr__(self, name: str, value: object) -> None:
            """Public attributes keep their values: another object in the place of a buffer would see no step."""
            if (name in self.__dict__ or name in ("cells", "seeds")) and not name.startswith("_"):
                raise AttributeError(
                    f"`{name}` of a batch cannot be replaced: `apply` and `reset` change its games, `game.batch` makes another one"
                )
            super().__setattr__(name, value)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a batch can be neither copied nor sent to another process: make one there, with `game.batch`, and begin "
            "the same games with `reset(seeds=...)`"
        )

    def __repr__(self) -> str:
        return f"<Batch of {counted(self.size, 'game')} of {self.game.name}, {sum(self.terminal)} over>"

    # ------------------------------------------------------------------------------------------------- private

    def _rows(self) -> tuple[array[int] | array[float] | bytearray, ...]:
        return self.current_player, self.terminal, self.returns, self._shown.cells, self._shown.seeds

    def _seeded(
        self,
        which: Sequence[int],
        seed: SupportsIndex | None,
        seeds: Iterable[SupportsIndex] | None,
        on: bool = False,
    ) -> dict[int, int]:
        """The seed for each place. `on`: a place without a given seed takes the seed after its own."""
        if seed is not None and seeds is not None:
            raise ValueError("give `seed` or `seeds`: one that all are worked out of, or one for each game")
        if seeds is not None:
            each = _seeds(seeds)
        elif seed is None and on:
            each = [seed_of(self.seeds[place], 0) for place in which]
        else:
            one = whole_numbers.seed(0 if seed is None else seed)
            each = [seed_of(one, place) for place in which]
        if len(each) != len(which):
            raise ValueError(f"{len(which)} seeds are needed, {len(each)} are given")
        return dict(zip(which, each, strict=True))

    def _spread(self, places: Sequence[int], chosen: array[int]) -> array[int]:
        """An id for each game: those chosen at these places, and STAY at all others."""
        found = array("q", (STAY,)) * self.size
        for place, number in zip(places, chosen, strict=True):
            found[place] = number
        return found

    def _place(self, place: SupportsIndex) -> int:
        which = whole_numbers.whole(place)
        if which is None or not -self.size <= which < self.size:
            raise IndexError(f"there is no game {place!r}; those of this batch are 0 to {self.size - 1}")
        return which % self.size

    def _positions(self, states: Iterable[S], many: int) -> list[Position]:
        """The positions from which games are to continue."""
        listed = list(islice(states, many + 1))
        if len(listed) != many:
            raise ValueError(
                f"{many} states are needed, {'more' if len(listed) > many else len(listed)} are given"
            )
        for state in listed:
            if not isinstance(state, Placed):
                raise TypeError(f"`states` are states of {self.game.name}, not {shown(state)}")
            if state.game.fingerprint != self.game.fingerprint:
                raise ValueError(
                    f"{state!r} is of another game, or of other rules, options or players: {state.game!r}"
                )
            if state.is_chance_node():
                raise ValueError(
                    f"{state!r} waits at a chance node: a game can begin where a player is to act"
                )
        return [Position(state.cells, state.luck) for state in listed]

    def _places(self, places: Iterable[int]) -> list[int]:
        """Places as numbers, each once; given as numbers or as one bool for each game."""
        flags = marked(places)
        if flags is not None:
            if len(flags) != self.size:
                raise ValueError(f"{self.size} bools are needed, one for each game, {len(flags)} are given")
            return list(compress(range(self.size), flags))
        try:
            found = [whole_numbers.whole(place) for place in places]
        except TypeError:
            raise ValueError(f"places are whole numbers, not {places!r}") from None
        which = [place for place in found if place is not None and 0 <= place < self.size]
        if len(which) != len(found) or len(set(which)) != len(which):
            row = next(
                row
                for row, place in enumerate(found)
                if place is None or not 0 <= place < self.size or place in found[:row]
            )
            wrong = "no whole number" if found[row] is None else found[row]
            raise ValueError(
                f"places are whole numbers from 0 to {self.size - 1}, each once: there is {wrong} in row {row}"
            )
        return which


def _seeds(seeds: Iterable[SupportsIndex]) -> list[int]:
    """A seed for each game, as Python ints."""
    try:
        return [whole_numbers.seed(seed) for seed in seeds]
    except TypeError:
        raise ValueError(f"seeds are whole numbers, one for each game, not {seeds!r}") from None
