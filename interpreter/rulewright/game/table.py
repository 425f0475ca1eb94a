"""A table: a game whose options and number of players are settled, with all that is worked out of its rules once.

    table.program, table.wording, table.sight      the rules, their words, and who sees what
    table.action("rack 6")                         an action from what people type

`Game` is a table that makes states. What works on single steps (moves, records, knowledge, batches) needs no more than this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import SupportsIndex

from rulewright.game import fixed_chance as fixing
from rulewright.game.batches import columns
from rulewright.game.batches.columns import Column
from rulewright.game.errors import UnknownMove
from rulewright.game.knowledge.events import Teller
from rulewright.game.knowledge.observation import labels
from rulewright.game.knowledge.tracked_pieces import Knowledge, Known
from rulewright.game.knowledge.visibility import Sight, Viewer
from rulewright.game.moves.action import Action
from rulewright.game.moves.parsing import Reader
from rulewright.game.moves.vocabulary import Vocabulary
from rulewright.ir import nodes as ir
from rulewright.ir import utility
from rulewright.language.ranges import Values
from rulewright.language.types import Type
from rulewright.problems.quoting import shortened
from rulewright.runtime import whole_numbers
from rulewright.runtime.cell_validation import Possible
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.executor import Choice, Event, Executor
from rulewright.runtime.fast import Bulk
from rulewright.runtime.ids import Numbering
from rulewright.runtime.labels import Wording
from rulewright.runtime.trace import Tracer
from rulewright.runtime.typed_choices import TypedChoices

CompileHook = Callable[[str], tuple[ir.Asked, Type]]


class Table:
    """What everybody at one table shares. Never changes, apart from its hooks."""

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
        number = whole_numbers.whole(value)
        is_id = number is not None and 0 <= number < self.num_distinct_actions
        hint = f"; `game.action_from_id({number})` makes one of an id" if is_id else ""
        return UnknownMove(f"{shortened(repr(value), 60)} is neither an action nor a text{hint}")

    def labels(self) -> dict[str, object]:
        """What zones, pieces, faces, values of enums, ends and seats are called in print, by the ids that observations and
        histories have, JSON-ready. See `game.labels`."""
        return labels(self.wording)

    def check_seat(self, player: SupportsIndex) -> int:
        """The seat as a number of Python's; ValueError if there is none. Seats count from 0."""
        return whole_numbers.seat(player, self.num_players)

    def viewer(self, player: Viewer | None) -> int | None:
        """The number by which `sight` knows who looks: a seat, `"spectator"`, or None for everything. ValueError for
        anybody else."""
        if isinstance(player, str) and player == "spectator":
            return self.sight.spectator
        return None if player is None else self.check_seat(player)

    def action_from_id(self, number: SupportsIndex) -> Action:
        """The action with this id; ValueError if there is none."""
        return self.action_of(self.numbering.choice(whole_numbers.number(number, "the id of an action")))

    def fixed_chance(self, rolled: fixing.Rolled | None = None, drawn: fixing.Drawn | None = None) -> Fixed:
        """Results of chance for `apply_action(action, chance)` or `new_initial_state(chance=...)`, in people's words:
        `rolled={"dice": [6, 5, 3, 3, 2]}`, `drawn={"cards": ["ten of hearts"]}`. Raises ChanceMismatch, as does
        the action if they do not fit what is rolled there."""
        return fixing.fixed(self.wording, rolled, drawn)

    # ----------------------------------------------------------------------------------------------- knowledge

    def known_at_start(self) -> tuple[Known, ...]:
        """What everybody knows before anything has happened; nothing in games that hide nothing."""
        return tuple(self._knowledge.at_start()) if self._knowledge is not None else ()

    def known_of_nothing(self) -> tuple[Known, ...]:
        """What everybody knows where nothing but the position is known."""
        return tuple(self._knowledge.nothing()) if self._knowledge is not None else ()

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
        from rulewright.proofs.reach import reach  # to start sooner: to play, nothing has to be proved

        reached = reach(self.program) if self.utility == "points" else None

        def range_of(points: ir.Best) -> utility.Range:
            low, high = utility.declared_range(points)
            found = reached.value(points.value) if reached is not None else None
            if not isinstance(found, Values) or found.empty:
                return low, high
            return max(low, found.low), min(high, found.high)

        return utility.bounds(self.program, range_of)
