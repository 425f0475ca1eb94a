"""Optional abilities of executors, each a protocol: playing, stepping and measuring many games at once, evaluating
several expressions, and counting the rules that were exercised.

    if isinstance(executor, Bulk):              whole games of random players, without events
        played = executor.play_many(array("Q", [7, 8, 9]), max_actions=10_000)
        played.column(ENDED)                    array("i", [1, 1, 2])
    if isinstance(executor, Measuring):         whole games of plain players: at random (None), or by a strategy's id
        rows = executor.play_measured(seeds, max_actions=10_000, seats=((None, "bold"), ("bold", None)))
    if isinstance(executor, PlaysOn):           many games from one position, for players who look ahead
        rows = executor.play_on(position, firsts=[0, 1], seeds=array("Q", [7, 8, 9]), until=Until(turn=True))
    if isinstance(executor, Together):          many states, stepped at once in buffers
        states = executor.states(1024)
    if isinstance(executor, StepsInPlace):      single games, stepped in place in a buffer
        running = executor.set_out(seed)
    if isinstance(executor, Prefers):           what a strategy of the rulebook prefers at a position
        executor.preferred(cells, "bold")       ([Choice(0, (2,))], [1])
    if isinstance(executor, AnswersSeveral):    several expressions on one position, whose common parts are evaluated once
        executor.values(cells, me=0, questions=[(asked, choice.arguments) for choice in legal])

An ability only saves time: the results are those of single steps, and callers have to work with an executor that lacks
it.  Where something fails in machine code, the state is unchanged and marked, and the caller plays it in single steps.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from operator import add
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from rulewright.ir import nodes as ir
from rulewright.ir.walking import automatic_rules
from rulewright.runtime.executor import Choice, Luck, Position, Value
from rulewright.runtime.fallbacks import GaveUp
from rulewright.runtime.hidden_cells import Unseen
from rulewright.source.dataclass import dataclass

Result = TypeVar("Result")

FAILED, DECISIONS, ROUND, ENDED, WINNERS, WORTH, SCORES = range(7)
"""The places in the row of a game. FAILED: 0, or another number if the game has to be played in single steps (the rest
of the row is then invalid); ENDED and WINNERS as in the cells; WORTH as `game.results.standing.worth`; from SCORES on the first line of the standings by
player, if the game has a score."""


@dataclass(frozen=True, slots=True)
class Played:
    """`games` games, each a row of `width` numbers, one after the other. `reason`: the code of a failure, from its number in
    FAILED."""

    numbers: array[int]
    games: int
    width: int
    reason: Callable[[int], str] = field(default=str, kw_only=True, compare=False, repr=False)

    def column(self, place: int) -> array[int]:
        """The number at a place of each row, by game."""
        return self.numbers[place : self.games * self.width : self.width]

    def rows(self) -> Iterator[array[int]]:
        """The row of each game."""
        for place in range(self.games):
            yield self.numbers[place * self.width : (place + 1) * self.width]

    def score(self, player: int) -> array[int]:
        """A player's score in each game; 0 in games without a score."""
        if self.width == SCORES:
            return array("i", (0,)) * self.games
        return self.column(SCORES + player)


@runtime_checkable
class Bulk(Protocol):
    """An executor that can play many games quickly."""

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None = None) -> Played:
        """The games of these seeds (an array of unsigned 64-bit numbers), played by random players with the same
        results as `game.playouts.playout`. Releases the interpreter lock."""
        ...

    def seeds_of(self, seed: int, numbers: range) -> array[int]:
        """The seeds of games (`words.seed_of`), numbered one after the other, as `play_many` takes them."""
        ...

    def carry_out(self, position: Position, choice: Choice) -> None:
        """`apply` with chance from the seed, without events. Raises RuleFailure as `apply` does."""
        ...


@runtime_checkable
class Stepping(Protocol):
    """An executor that carries out single steps quickly, but does not report what happened in them."""

    def start(self, seed: int) -> Position | GaveUp | None:
        """The position at the first decision, as `begin` makes it with chance from the seed. GaveUp or None if `begin` has
        to do it, as for `step`."""
        ...

    def step(self, position: Position, choice: Choice) -> Position | GaveUp | None:
        """The position after a legal choice, as `apply` makes it with chance from the seed. The position given is one of
        this game and does not change. `apply` has to do it if the step fails (GaveUp), or if compiling for it does not pay
        yet (None)."""
        ...

    def listed(self, cells: array[int]) -> list[Choice]:
        """`legal` for the cells of a position of this game, which are not checked. Raises RuleFailure as `legal` does."""
        ...


NOT_LISTED, LOG_FULL, REPLACED, CROWDED, FAILURE = -1, -2, -3, -4, -8
"""The answers of `Running.step` below 0, after which the position is unchanged: the id is not that of a legal choice; there is no room
for another action (LOG_FULL), or for the choices that follow (CROWDED); a larger buffer took the place of this one; and FAILURE - n
for the failure with number n."""


class Running(Protocol):
    """A game in progress in a buffer, which machine code steps in place.

        running.step(running.at, 17, running.rows[17])      the number of legal choices that follow, 0 at the end of the game

    `step` holds the interpreter lock, so a step is indivisible for other threads."""

    at: int
    """The address of the buffer."""
    rows: Mapping[int, int]
    """By id, the addresses of the choices that are known."""
    step: Callable[[int, int, int], int]
    """Carries out the action with an id and the address of its choice; the answers below 0 are defined above."""

    def row(self, number: int) -> int:
        """The address of the choice with an id, as `rows` has it."""
        ...

    def cells(self) -> array[int]:
        """A copy of the cells."""
        ...

    def cell(self, index: int) -> int:
        """One of the cells."""
        ...

    def ids(self) -> list[int]:
        """The ids of the legal choices, in order."""
        ...

    def taken(self) -> array[int]:
        """The ids of the actions carried out in this buffer, in order."""
        ...

    def luck(self, seed: int) -> Luck:
        """The luck to come, of this seed."""
        ...

    def copy(self) -> Running:
        """The same game in a buffer of its own."""
        ...

    def retire(self, retired: bool = True) -> None:
        """From now on the answer of `step` is REPLACED."""
        ...

    def reseeded(self, seed: int) -> Running:
        """The same position with other luck to come, in a buffer of its own in which no action was carried out yet."""
        ...

    def larger(self, answer: int) -> Running | None:
        """The same game in a larger buffer, which replaces this one, after LOG_FULL or CROWDED. None after other answers, and
        if the choices no longer fit into memory."""
        ...


@runtime_checkable
class StepsInPlace(Protocol):
    """An executor that steps single games in place."""

    def set_out(self, seed: int) -> Running | None:
        """A new game at its first decision. None if it has to be played in single steps: its set-up fails, its ids are too
        large, or compiling does not pay yet."""
        ...

    def go_on(self, position: Position, played: bool) -> Running | None:
        """A game at a position, which is checked unless it comes from a game that was `played`. None as for `set_out`, and for
        cells that no game can have."""
        ...


Seats: TypeAlias = tuple[str | None, ...]
"""By seat, the id of the strategy that plays; None is random."""

ROUNDS_KEPT = 100
"""The most rounds of a game whose scores are kept."""
TURNS, CHOICES, LEAD_CHANGES, FIRED = range(4)
"""The places in the second part of the row of a measured game, after those above: turns begun; the sum of legal choices
over all decisions; the number of changes of the sole leader; then how often each of `counted_rules` was carried out; by action, in how
many decisions it was open, which is legal while another one was legal too; and by action, in how many of these it was taken."""


@dataclass(frozen=True, slots=True)
class MeasuredRows(Played):
    """Rows that begin as those of `Played`, with `lines` lines of standings by player, and continue with the places
    above. `curve`: for each round up to ROUNDS_KEPT 1 + 2 * players numbers: the number of finished games in which it
    was played, then by player the sum and the sum of squares of the score at its end."""

    players: int
    lines: int
    curve: array[int]

    def rows(self) -> Iterator[array[int]]:
        """The row of each game."""
        for place in range(self.games):
            yield self.numbers[place * self.width : (place + 1) * self.width]

    def score(self, player: int) -> array[int]:
        """A player's score in each game; 0 in games without a score."""
        return self.column(SCORES + player) if self.lines else array("i", (0,)) * self.games

    def measure(self, place: int) -> array[int]:
        """The number at a place of the second part of each row."""
        return self.column(SCORES + self.lines * self.players + place)


@runtime_checkable
class Measuring(Protocol):
    """An executor that can play and measure many games quickly."""

    def play_measured(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        """The games of these seeds (unsigned 64-bit numbers), the first with the players of `seats[0]`, the next with
        those of `seats[1]`, and so on in a cycle, with the same results as `game.playouts.playout.measure`. The rest of
        a row is invalid if its FAILED is not 0."""
        ...


@runtime_checkable
class PlaysInLargeParts(Protocol):
    """An executor for which fewer games than `games_at_least` take as long as these many."""

    @property
    def games_at_least(self) -> int: ...


@runtime_checkable
class SharesCode(Protocol):
    """An executor whose machine code can serve other programs too."""

    def share_code(self, other: object, company: Seats = ()) -> None:
        """From now on, make code in common with another executor: what differs only in numbers is compiled once for both, and is
        not kept for other runs. `company`: players that will play measured games, for all of whom code is made at once."""
        ...


def counted_rules(program: ir.Program) -> tuple[str, ...]:
    """The rules that are counted, in order: actions by name, then by path the automatic rules with effects: those of
    the phases, then those of turns and rounds."""
    return (*program.actions, *(rule.path for rule in automatic_rules(program)))


def curve_width(players: int) -> int:
    """The length of the curve for each round."""
    return 1 + 2 * players


@dataclass(frozen=True, slots=True)
class Until:
    """When games are cut off: after `most` decisions, when more than `rounds` rounds have begun (None: never), and with
    `turn` at the end of the current turn."""

    most: int = 10_000
    rounds: int | None = None
    turn: bool = False


@runtime_checkable
class PlaysOn(Protocol):
    """An executor that can play on from a position quickly."""

    def play_on(
        self, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats = ()
    ) -> Played | None:
        """For each of `firsts` (the index of the first choice among the legal ones; -1: any) one game for each seed
        (unsigned 64-bit numbers), in this order. The seed determines its luck; `seats` are the players, all random by
        default. A row in which FAILED is not 0 has to be played in single steps; None if all have to."""
        ...


RANDOM, STAY = -1, -2
"""Instead of an id: a legal choice drawn at random, each with the same probability; no choice, the state stays as it is."""
WAIT, BEGIN, BEGIN_NEXT, KEEP = -1, -2, -3, -4
"""Instead of the number of a choice: do nothing; start the game with its seed; start it with the next seed; do nothing,
and copy the list of choices instead of making it again."""

BOT = 3
"""The length of the address of the last decision: player, turn, and index within the turn. Random players draw by it."""
NOT_KNOWN = -2
"""Instead of an id: the strategy has to be evaluated in single steps."""


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
    chosen    32: the number of a choice among those listed, or WAIT, BEGIN, BEGIN_NEXT, KEEP
    failed    32: not 0 if the last step failed; the state is then unchanged, and nothing is listed for it
    current   32: the player to act, -1 for nobody          terminal   8: 1 when the game is over
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
    """The buffers for the next choices; it and `listed` take turns."""
    before: tuple[array[int], array[int], array[int]]
    """Room for the cells, luck and seeds before a step."""
    reason: Callable[[int], str] = str
    """The code of a failure, from its number in `failed`."""
    tables: dict[int, array[int]] = field(default_factory=dict)
    """What an executor keeps about the buffers, by the identity of `listed`."""
    elsewhere: bool = False
    """Whether the executor keeps cells, luck, seeds, players and the listings elsewhere, so that they are up to date only where `fetch` says so."""


@dataclass(slots=True)
class Spread:
    """Different positions, `used` of them, each a row of cells, with a weight (64 bits): the number of ways to reach it."""

    cells: array[int]
    weights: array[int]
    used: int


@dataclass(frozen=True, slots=True)
class Totals:
    """How many sequences of a given number of plies there are; those that end the game: `won` by each seat alone, `shared`, and `drawn`."""

    sequences: int
    drawn: int
    shared: int
    won: tuple[int, ...]

    def __add__(self, other: Totals) -> Totals:
        won = tuple(map(add, self.won, other.won))
        return Totals(
            self.sequences + other.sequences, self.drawn + other.drawn, self.shared + other.shared, won
        )


class SideBySide(Protocol):
    """What carries out tasks of machine code side by side, in `jobs` threads. Once it is `stopped`, a task need not be finished."""

    jobs: int
    stopped: bool

    def all(self, tasks: Sequence[Callable[[], Result]]) -> list[Result]:
        """What the tasks return, in order."""
        ...


@runtime_checkable
class Judges(Protocol):
    """An executor that works out what positions are worth from those that follow, in a game of two players without chance."""

    def judge(self, positions: Spread, following: Spread, crew: SideBySide | None = None) -> bool:
        """Set the weight of each position to the best weight of those that follow it: the greatest for the first player, the least for the
        second. Where the game is over it stays. `following` has all positions that follow. False if that is not possible."""
        ...

    def pack(self, cells: array[int], many: int) -> bytes | None:
        """The first cells, each as a signed byte; None if one of them does not fit into it."""
        ...

    def unpack(self, packed: bytes) -> array[int]:
        """The cells that were packed."""
        ...


@runtime_checkable
class Together(Protocol):
    """An executor that steps many states at once."""

    def states(self, size: int) -> States | None:
        """Empty buffers for `size` states; None for a game whose action ids are too large."""
        ...

    def choose_all(self, states: States, given: array[int], anew: bool) -> int:
        """Set `chosen` from ids (64 bits), RANDOM or STAY; random choices are drawn as by
        `game.playouts.players.RandomChooser`. Games that are over wait, or with `anew` start with the next seed unless
        they stay. Returns 0, or 1 + the index of the first state whose id is not listed; then nothing has changed."""
        ...

    def step_all(self, states: States) -> None:
        """Carry out what was chosen, write the positions of all states, and list their legal choices."""
        ...

    def fetch(self, states: States, changing: bool = False) -> None:
        """Bring cells, luck, seeds and players up to date, if the executor keeps them elsewhere. They may be written over only after this
        was asked for with `changing`, and `step_all` has to follow."""
        ...

    def ids_of(self, states: States, place: int, before: bool = False) -> list[int]:
        """The ids of the listed choices of a state, or of those that were listed `before` the last step."""
        ...

    def prefer_all(self, states: States, strategies: Seats, ids: array[int]) -> int:
        """Write an id (64 bits) for each state: the choice of the player to act by the strategy of the seat, drawn
        among equally good ones as by `game.playouts.playout.Plain`; it is not carried out. -1 if the seat has no
        strategy (None) or the game is over; NOT_KNOWN if a rule fails or the choices are not listed. Returns the number
        of states with NOT_KNOWN."""
        ...

    def mask_all(self, states: States, mask: memoryview, actions: int) -> None:
        """Write `actions` bytes for each state: 1 for listed choices, otherwise 0."""
        ...

    def observe_all(self, states: States, seen: memoryview, player: int, unseen: Unseen) -> None:
        """Write a row of cells (32 bits) for each state as a seat sees it, -1: the player to act. A cell that is not
        seen is `runtime.hidden_cells.UNSEEN`."""
        ...

    def expect(self, steps: int) -> None:
        """About this number of steps is going to be asked for: time to get ready, if that pays, or else to leave them to the reference."""
        ...

    def spread(self, positions: Spread, crew: SideBySide | None = None) -> Spread | None:
        """The positions after one more decision, each once, in a game without chance, in the order in which they are first reached. None if a rule
        fails, the weights overflow, or there are too few positions for this to be faster."""
        ...

    def sequences(self, positions: Spread, plies: int, turns: bool) -> Totals | None:
        """The totals of all sequences of that number of decisions, or with `turns` of turns, in a game without chance; equal positions
        are not merged. None if a rule fails, the weights overflow, or there are too few positions or too many decisions."""
        ...


@runtime_checkable
class Prefers(Protocol):
    """An executor that knows strategies."""

    def preferred(self, cells: array[int], strategy: str) -> tuple[list[Choice], list[int]] | GaveUp | None:
        """The legal choices that a strategy (its id) prefers, in order, with their weights, as `game.playouts.players.preferred` finds
        them; those at the end that weigh nothing may be missing. Preferences have to be evaluated one by one where something fails (GaveUp),
        or where compiling for them does not pay yet (None)."""
        ...


Question: TypeAlias = tuple[ir.Asked, Sequence[Value]]
"""An expression, and the values in its first slots."""


@runtime_checkable
class AnswersSeveral(Protocol):
    """An executor that evaluates several expressions on one position, and shares common parts."""

    def values(self, cells: array[int], me: int, questions: Iterable[Question]) -> Iterator[Value]:
        """The values in order, each evaluated when it is needed. Raises RuleFailure as `value` does, and if all together are more
        than `limits.MOST_WORK`."""
        ...


Mark: TypeAlias = tuple[str, str, int, int]
"""The key of a count: the sort of thing, a name (of a file, rule or table), and two numbers."""

Counts: TypeAlias = dict[Mark, list[int]]
"""By key, `[no, yes]`: how often something was false (or 0, or none), and how often it was true or simply occurred."""


@runtime_checkable
class Counting(Protocol):
    """An executor that counts which rules and values were exercised."""

    def hand_over(self) -> Counts:
        """The counts since the last call."""
        ...

    def join(self, counts: Counts) -> None:
        """Add the counts of another executor of the same program."""
        ...
