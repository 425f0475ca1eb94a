"""A game at one table: a checked rulebook with its options and number of players, ready to be played.

    game = rulewright.load("my-game", players=2)
    state = game.new_initial_state(seed=7)
    state.apply_action(game.action("roll"))

The executor is passed in: this package knows none of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex

from rulewright.game import fixing
from rulewright.game.batches import columns
from rulewright.game.batches.columns import Column
from rulewright.game.errors import UnknownMove
from rulewright.game.history import record, serial
from rulewright.game.history.chance import Listening
from rulewright.game.history.steps import Step
from rulewright.game.knowledge import labels
from rulewright.game.knowledge.events import Happening, Teller
from rulewright.game.knowledge.known import Knowledge, Known
from rulewright.game.knowledge.visibility import Sight, Viewer
from rulewright.game.moves.action import Action
from rulewright.game.moves.resolve import legal_of
from rulewright.game.moves.typed import Reader
from rulewright.game.moves.vocabulary import Vocabulary
from rulewright.game.outcomes import ChanceOutcome, Result, apart, every_result, merged
from rulewright.game.state import State
from rulewright.ir import nodes as ir
from rulewright.ir import utility
from rulewright.ir.saved import program
from rulewright.language.types import Type
from rulewright.problems.quoting import shortened
from rulewright.runtime import given
from rulewright.runtime.chance.chance import Sampled, new_luck, new_position
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.executor import Chance, Choice, Event, Executor, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast.bulk import Bulk
from rulewright.runtime.ids import Numbering
from rulewright.runtime.labels import Wording
from rulewright.runtime.possible import Possible
from rulewright.runtime.trace import Tracer
from rulewright.runtime.typed_choices import TypedChoices
from rulewright.source import output

if TYPE_CHECKING:
    from rulewright.game.batches.batch import Batch

CompileHook = Callable[[str], tuple[ir.Asked, Type]]


class Game:
    """A game whose options and number of players are settled. Never changes, apart from its hooks, so a copy is the game itself."""

    def __init__(self, executor: Executor, overlays: Sequence[str] = ()) -> None:
        self.executor = executor
        self.program = executor.program
        self.overlays = tuple(overlays)
        """Names of the overlays that the rulebook was loaded with, for records."""
        self.compile_hook: CompileHook | None = None
        """Turns an expression into something to ask; `pipeline` sets it, since that needs the front end."""
        self.trace_hook: Callable[[], Tracer] | None = None
        """What works out traces, made when it is first asked for; set by `pipeline` too."""
        self.wording = Wording(self.program)
        self.sight = Sight(self.program)
        self.numbering = Numbering(self.program)
        self.possible = Possible(self.program)
        self.typed_choices = TypedChoices(self.program)
        """What cells and choices its games can have: whatever comes from outside is looked at."""
        self.reader = Reader(self.wording, Vocabulary(self.wording))
        self.teller = Teller(self.wording, self.sight)
        self.hides = self.sight.hides()
        """Whether anything in this game is hidden from anybody."""
        self._knowledge = Knowledge(self.program, self.sight) if self.hides else None

    @property
    def name(self) -> str:
        """The rulebook's `name`: an id, by which records find it again."""
        return self.program.name

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.program.title

    @property
    def num_players(self) -> int:
        """How many play at this table; seats are 0 to one less."""
        return self.program.players

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that stand for the meaning of the rules at these options and this number of players. Comments,
        words and the order of declarations do not change it, where order means nothing (that of actions, ends and members does)."""
        return self.program.fingerprint

    @property
    def options(self) -> dict[str, int | bool | str | None]:
        """All options by name, defaults included, as people write them: whole numbers, True or False, ids, None for `none`. A
        copy, which may be changed."""
        return dict(self.program.options)

    @property
    def variant(self) -> str | None:
        """The id of the variant that is played; None for the rulebook as it stands."""
        return self.program.variant

    @property
    def num_distinct_actions(self) -> int:
        """Ids of actions run from 0 to one less than this."""
        return self.numbering.total

    @property
    def utility(self) -> str:
        """What `state.returns()` are: `result`, how the game went for each player, or `points`, as the rulebook's `utility` says."""
        return utility.utility(self.program)

    @property
    def min_utility(self) -> float:
        """No player can get less than this in the end of a game from its start. Of points it is what can be proved of them."""
        return self._bounds[0]

    @property
    def max_utility(self) -> float:
        """No player can get more than this in the end of a game from its start."""
        return self._bounds[1]

    @property
    def utility_sum(self) -> float | None:
        """What all players get together, where it is sure to be the same however the game ends; otherwise None.
        Of points it is what the rulebook declares (`utility: {points: ..., sum: 0}`), and a game that ends otherwise fails."""
        return utility.total(self.program)

    @property
    def zero_sum(self) -> bool | None:
        """Whether what some gain is sure to be what the others lose; None for points whose sum is not declared."""
        return utility.zero_sum(self.program)

    @property
    def engine(self) -> str:
        """What carries the rules out: `native` (machine code) or `reference`."""
        return "native" if isinstance(self.executor, Bulk) else "reference"

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What the numbers of a row of cells mean, from left to right: `state.cells`, `state.observation_row`, `batch.cells`."""
        return columns.columns(self.wording)

    def column(self, name: str) -> Column:
        """The numbers of a row with a name: `score`, `current_player`, `cards.place`. ValueError if there are none."""
        return columns.column(self.columns, name)

    # ------------------------------------------------------------------------------------------------- actions

    def action(self, text: str, **arguments: object) -> Action:
        """An action from the text people type (`rack 6`), or from its name and arguments (`"rack", die=6`). Whether it is legal
        now is for a state to say.

        Arguments are as `Action.args` gives them. Players are ints from 0 as arguments and numbers from 1 in a text.
        Raises UnknownMove, with the `candidates` that may be meant.
        """
        if not isinstance(text, str):
            raise self.no_action(text)
        choice, readings = self.reader.build(text, arguments) if arguments else self.reader.read(text)
        return Action(self.wording, self.numbering, choice, readings)

    def action_of(self, choice: Choice) -> Action:
        """The action that a choice of the executor stands for."""
        return Action(self.wording, self.numbering, choice)

    def knows(self, action: Action) -> bool:
        """Whether an action is one of this game (made by it, or by one of the same meaning)."""
        return action.fingerprint == self.fingerprint

    def no_action(self, value: object) -> UnknownMove:
        """What to say of something else than an action or a text; a number may be an id, as OpenSpiel has them."""
        number = given.whole(value)
        is_id = number is not None and 0 <= number < self.num_distinct_actions
        hint = f"; `game.action_from_id({number})` makes one of an id" if is_id else ""
        return UnknownMove(f"{shortened(repr(value), 60)} is neither an action nor a text{hint}")

    def labels(self) -> dict[str, object]:
        """What zones, pieces, faces, values of enums, ends and seats are called in print, by the ids that observations and
        histories have, JSON-ready. See `game.labels`."""
        return labels.labels(self.wording)

    def check_seat(self, player: SupportsIndex) -> int:
        """The seat as a number of Python's; ValueError if there is none. Seats count from 0."""
        return given.seat(player, self.num_players)

    def viewer(self, player: Viewer | None) -> int | None:
        """The number by which `sight` knows who looks: a seat, `"spectator"`, or None for everything. ValueError for
        anybody else."""
        if isinstance(player, str) and player == "spectator":
            return self.sight.spectator
        return None if player is None else self.check_seat(player)

    def action_from_id(self, number: SupportsIndex) -> Action:
        """The action with this id; ValueError if there is none."""
        return self.action_of(self.numbering.choice(given.number(number, "the id of an action")))

    def short_text(self, action: Action, state: State) -> str:
        """The shortest text that `state.apply_action` understands as this action."""
        full = str(action)
        short = " ".join(word for word in full.split(" from ")[:1])
        if short == full or state.why_not(action):
            return full
        try:
            found = self.action(short)
            legal = legal_of(self, state.cells, [found, *found.readings])
        except ValueError:
            return full
        exact = legal[:1] == [found]
        return short if action == (legal[0] if exact or len(legal) == 1 else None) else full

    # -------------------------------------------------------------------------------------------------- states

    def fixed_chance(self, rolled: fixing.Rolled | None = None, drawn: fixing.Drawn | None = None) -> Fixed:
        """Results of chance for `apply_action(action, chance)` or `new_initial_state(chance=...)`, in people's words:
        `rolled={"dice": [6, 5, 3, 3, 2]}`, `drawn={"cards": ["ten of hearts"]}`. Raises ChanceMismatch, as does
        the action if they do not fit what is rolled there."""
        return fixing.fixed(self.wording, rolled, drawn)

    def new_initial_state(self, seed: SupportsIndex | None = None, chance: Chance | None = None) -> State:
        """The first decision of a new game (or its end). The same seed gives the same game; None is seed 0, since
        nothing here draws on a clock. A seed is a whole number from 0, of which the lower 64 bits count. `chance`, such as
        `fixed_chance` makes, replaces the luck of the seed.

        ValueError for what is no seed; raises RuleFailure (with a record) when the set-up fails, ChanceMismatch for given chance that
        does not fit."""
        number = 0 if seed is None else given.seed(seed)
        given.source_of_chance(chance)
        source: Chance = chance or Sampled(self.program.streams)
        listening = Listening(source)
        position = new_position(self.program, number)
        try:
            events = self.executor.begin(position, listening)
        except RuleFailure as failure:
            told = self.teller.unfinished(listening.heard)
            before = new_position(self.program, position.luck.seed).cells
            failure.record = record.full(self, _first("", told, before, position.luck, ()), failure)
            raise
        return State(self, self._started(position, events, listening), source)

    def batch(self, size: SupportsIndex, auto_reset: bool = False) -> Batch:
        """So many games side by side, stepped at once in rows of numbers; see `game.batch`. `auto_reset`: a game that is over
        begins anew at the next step. ValueError for a size below 1; raises BatchFailure when the set-up fails."""
        from rulewright.game.batches.batch import Batch

        return Batch(self, size, auto_reset)

    def initial_outcomes(self, limit: int = 100_000) -> list[tuple[Fraction, State]]:
        """Every first decision that chance can lead to, with exact probabilities that sum to 1; merged as `state.outcomes` does.

        Raises TooManyOutcomes if chance has more than `limit` results before merging, RuleFailure when the set-up fails."""
        return [(weight, self._fresh(step)) for weight, step in merged(self._every_start(limit), self.sight)]

    def initial_chance_outcomes(self, limit: int = 100_000) -> list[ChanceOutcome]:
        """Every result of chance that the set-up can have, none merged; see `state.chance_outcomes`. Raises what
        `initial_outcomes` raises."""
        return apart(self._every_start(limit), self._fresh)

    def state_at(self, cells: Iterable[int], seed: SupportsIndex = 0) -> State:
        """A state with given cells, as if the game began there (examples, puzzles); nothing has happened yet.

        ValueError if no game can have them: it says which cell is wrong, and what it can be."""
        numbers = self._numbers(cells)
        fault = self.possible.fault(numbers)
        if fault is not None:
            raise ValueError(f"no game of `{self.name}` can stand so: {fault}")
        return self.state_in(Position(array("i", numbers), new_luck(given.seed(seed), self.num_players)))

    def state_in(self, position: Position) -> State:
        """A state that stands as a game of these rules does, with its luck, and has no history."""
        everyone = self._knowledge.nothing() if self._knowledge is not None else ()
        first = _first(record.GIVEN, (), position.cells, position.luck, everyone)
        return self._fresh(first)

    def deserialize_state(self, text: str) -> State:
        """The state that `state.serialize()` wrote. Raises SavedStateError."""
        return self._fresh(serial.from_text(self, text))

    def with_own_luck(self, state: State) -> State:
        """The same state, whose chance comes from its seed from now on."""
        return self._fresh(state.tip)

    def save(self, path: str | Path) -> None:
        """Write the compiled game, which `load_compiled` reads without the front end. OSError where nothing can be written."""
        output.write(Path(path), self.to_text())

    def to_text(self) -> str:
        """The compiled game as text, which `compiled.from_text` reads (worker processes get it so)."""
        return program.to_text(self.program, self.overlays)

    def learnt(
        self, known: tuple[Known, ...], events: Sequence[Event], before: Sequence[int], cells: Sequence[int],
        action: int, actor: int,
    ) -> tuple[Known, ...]:  # fmt: skip
        """What everybody knows after events; nothing is kept in games that hide nothing."""
        if self._knowledge is None:
            return ()
        everyone = tuple(each.copy() for each in known)
        self._knowledge.learn(everyone, events, before, cells, action, actor)
        return everyone

    @cached_property
    def _bounds(self) -> tuple[float, float]:
        """The least and the most that anybody can get, worked out when it is first asked for."""
        from rulewright.proofs.intervals import Values  # to play nothing has to be proved
        from rulewright.proofs.reach import reach

        reached = reach(self.program) if self.utility == "points" else None

        def range_of(points: ir.Best) -> utility.Range:
            low, high = utility.declared_range(points)
            found = reached.value(points.value) if reached is not None else None
            if not isinstance(found, Values) or found.empty:
                return low, high
            return max(low, found.low), min(high, found.high)

        return utility.bounds(self.program, range_of)

    def _every_start(self, limit: int) -> list[Result]:
        def run(chance: Chance) -> tuple[Position, list[Event]]:
            position = new_position(self.program, 0)
            return position, self.executor.begin(position, chance)

        return every_result(run, self._started, limit)

    def _fresh(self, step: Step) -> State:
        """A state whose chance comes from its seed."""
        return State(self, step, Sampled(self.program.streams))

    def _numbers(self, cells: Iterable[int]) -> list[int]:
        """Cells as whole numbers, at most one more than there are: whatever gives them may never end."""
        try:
            return list(map(index, islice(cells, self.program.layout.size + 1)))
        except TypeError as error:
            raise TypeError(f"cells are whole numbers, one after the other: {error}") from error

    def _started(self, position: Position, events: list[Event], listening: Listening) -> Step:
        known = tuple(self._knowledge.at_start()) if self._knowledge is not None else ()
        before = self.program.layout.initial()
        told = self.teller.tell(events, listening.heard, before, -1)
        learnt = self.learnt(known, events, before, position.cells, -1, -1)
        return _first("", told, position.cells, position.luck, learnt)

    def __reduce__(self) -> tuple[object, ...]:
        """As a compiled game: the rulebook does not travel, so the other side answers `state.get` for plain places only."""
        from rulewright.game.history.compiled import unpickled

        return unpickled, (self.to_text(), self.executor.remake)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __repr__(self) -> str:
        """The table, and what was laid over the rules."""
        variant = f" ({self.variant})" if self.variant else ""
        overlays = f" with {', '.join(self.overlays)}" if self.overlays else ""
        return f"<Game {self.name}{variant}{overlays} for {self.num_players}>"


def _first(
    name: str, told: tuple[Happening, ...], cells: array[int], luck: Luck, known: tuple[Known, ...]
) -> Step:
    return Step(None, -1, None, "", False, name, told, cells, luck, known)
