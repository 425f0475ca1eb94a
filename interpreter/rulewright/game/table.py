"""A table: a game with given options and number of players, and everything that is computed from its rules once.

    table.program, table.wording, table.sight      the rules, their words, and their visibility
    table.action("rack 6")                         an action from what people type

`Game` is a table that makes states. Modules that work on single steps (moves, records, knowledge, batches) need only a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, SupportsIndex

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
from rulewright.ir.chance import has_chance
from rulewright.ir.secret_actions import has_secrets, simultaneous_phases
from rulewright.language.ranges import Values
from rulewright.language.types import Type
from rulewright.problems.quoting import shortened
from rulewright.proofs.longest_game import most_actions
from rulewright.runtime import whole_numbers
from rulewright.runtime.cell_validation import Possible
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Choice, Event, Executor
from rulewright.runtime.fast import Bulk, Stepping, StepsInPlace
from rulewright.runtime.ids import Numbering
from rulewright.runtime.labels import Wording
from rulewright.runtime.trace import Tracer
from rulewright.runtime.typed_choices import TypedChoices
from rulewright.source.texts import Texts

CompileHook = Callable[[str], tuple[ir.Asked, Type]]


class Table:
    """What all states of a game share. Immutable, apart from its hooks."""

    def __init__(self, executor: Executor, overlays: Sequence[str] = ()) -> None:
        self.executor = executor
        self.program = executor.program
        self.overlays = tuple(overlays)
        """Names of the overlays that the rulebook was loaded with, for records."""
        self.compile_hook: CompileHook | None = None
        """Compiles an expression for the executor; set by `pipeline`, since it needs the front end."""
        self.trace_hook: Callable[[], Tracer] | None = None
        """Returns the tracer, which is made on first use; set by `pipeline` too."""
        self.texts: Texts | None = None
        """The texts of the rulebook and its house rules, for records; set by `pipeline` too. None if they are not known."""
        self.wording = Wording(self.program)
        self.sight = Sight(self.program)
        self.numbering = Numbering(self.program)
        self.possible = Possible(self.program)
        self.typed_choices = TypedChoices(self.program)
        """The choices that its games can have, to check choices from outside."""
        self.reader = Reader(self.wording, Vocabulary(self.wording))
        self.teller = Teller(self.wording, self.sight)
        self.quick = executor if isinstance(executor, Stepping) else None
        """The executor, if it can carry out single steps quickly."""
        self.in_place = executor if isinstance(executor, StepsInPlace) else None
        """The executor, if it can step single games in place."""
        self.sampled = Sampled(self.program.streams)
        """Chance from the seed."""
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
        """The number of players; seats are 0 to `num_players - 1`."""
        return self.program.players

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that the rulebook allows, ascending."""
        return self.program.player_counts or (self.num_players,)

    @property
    def min_players(self) -> int:
        """The fewest players that the rulebook allows."""
        return self.player_counts[0]

    @property
    def max_players(self) -> int:
        """The most players that the rulebook allows."""
        return self.player_counts[-1]

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits that identify the meaning of the rules with these options and this number of players.
        Comments and words do not change it, nor does the order of declarations where it means nothing (that of actions,
        ends and members does)."""
        return self.program.fingerprint

    @property
    def options(self) -> dict[str, int | bool | str | None]:
        """All options by name, defaults included: ints, bools, ids (str), None for `none`. A copy, which may be changed."""
        return dict(self.program.options)

    @property
    def variant(self) -> str | None:
        """The id of the variant that is played; None for the rulebook without a variant."""
        return self.program.variant

    @property
    def num_distinct_actions(self) -> int:
        """The number of action ids, which run from 0 to one less than this."""
        return self.numbering.total

    @cached_property
    def perfect_information(self) -> bool:
        """Whether every player always sees the whole position and every choice: no zone or variable is hidden from anybody,
        not even a face-down pile from all, and no action is secret."""
        return not self.hides and not has_secrets(self.program)

    @property
    def has_chance(self) -> bool:
        """Whether anything is rolled, shuffled, drawn or picked at random, in the set-up or later."""
        return has_chance(self.program)

    @property
    def simultaneous(self) -> bool:
        """Whether players choose simultaneously somewhere: in a phase whose actions are all secret. States ask them one
        after the other there, and the order makes no difference."""
        return bool(self.simultaneous_phases)

    @cached_property
    def simultaneous_phases(self) -> frozenset[int]:
        """The numbers of the phases in which players choose simultaneously."""
        return simultaneous_phases(self.program)

    @cached_property
    def max_game_length(self) -> int | None:
        """The most actions that a game can have from the set-up on, if that is proved; otherwise None. So far it is proved
        only for games in which each action puts a piece on a board from which none is ever removed."""
        return most_actions(self.program)

    @property
    def utility(self) -> str:
        """The unit of `state.returns()`: `result`, by winning and losing, or `points`, as the rulebook's `utility` declares."""
        return utility.utility(self.program)

    @property
    def min_utility(self) -> float:
        """A lower bound on the returns of every player at the end of a game; for points, the bound that can be proved."""
        return self._bounds[0]

    @property
    def max_utility(self) -> float:
        """An upper bound on the returns of every player at the end of a game; for points, the bound that can be proved."""
        return self._bounds[1]

    @property
    def utility_sum(self) -> float | None:
        """The sum of all returns, if it is the same for every end of the game; otherwise None. For points it is the
        declared sum (`utility: {points: ..., sum: 0}`), and a game that ends with another sum fails."""
        return utility.total(self.program)

    @property
    def zero_sum(self) -> bool | None:
        """Whether the returns always sum to 0; None for points whose sum is not declared."""
        return utility.zero_sum(self.program)

    @property
    def engine(self) -> str:
        """The engine that runs the rules: `native` (machine code) or `reference`."""
        return "native" if isinstance(self.executor, Bulk) else "reference"

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The meaning of the numbers in a row of cells (`state.cells`, `state.observation_row`, `batch.cells`), from
        left to right."""
        return columns.columns(self.wording)

    def column(self, name: str) -> Column:
        """The column with this name: `score`, `current_player`, `cards.place`. ValueError if there is none."""
        return columns.column(self.columns, name)

    # ------------------------------------------------------------------------------------------------- actions

    def action(self, text: str, **arguments: object) -> Action:
        """An action from its text (`rack 6`), or from its name and arguments (`"rack", die=6`), whether it is legal now or not.

        Arguments are Python values as in `Action.args`. Players are ints from 0 as arguments, and numbers from 1 in a
        text. Raises UnknownMove; its `candidates` are actions that may be meant.
        """
        if not isinstance(text, str):
            raise self.no_action(text)
        choice, readings = self.reader.build(text, arguments) if arguments else self.reader.read(text)
        return Action(self.wording, self.numbering, choice, readings)

    def action_of(self, choice: Choice) -> Action:
        """The action for a choice of the executor."""
        return Action(self.wording, self.numbering, choice)

    def knows(self, action: Action) -> bool:
        """Whether an action belongs to this game, or to one with the same fingerprint."""
        return action.fingerprint == self.fingerprint

    def no_action(self, value: object) -> UnknownMove:
        """The error for a value that is neither an action nor a text; for an int it mentions ids, which OpenSpiel uses."""
        number = whole_numbers.whole(value)
        is_id = number is not None and 0 <= number < self.num_distinct_actions
        hint = f"; `game.action_from_id({number})` makes one of an id" if is_id else ""
        return UnknownMove(f"{shortened(repr(value), 60)} is neither an action nor a text{hint}")

    def labels(self) -> dict[str, Any]:  # Any: JSON
        """The printed names of zones, pieces, faces, values of enums, ends and seats, JSON-ready, by the ids that
        observations and histories contain."""
        return labels(self.wording)

    def check_seat(self, player: SupportsIndex) -> int:
        """The seat as an int; ValueError if it does not exist. Seats count from 0."""
        return whole_numbers.seat(player, self.num_players)

    def viewer(self, player: Viewer | None) -> int | None:
        """The number of a viewer in `sight`: of a seat, or of a `"spectator"`; None for None, which sees everything.
        ValueError for other values."""
        if type(player) is int and 0 <= player < self.num_players:
            return player
        if isinstance(player, str) and player == "spectator":
            return self.sight.spectator
        return None if player is None else whole_numbers.seat(player, self.num_players, ' or "spectator"')

    def action_from_id(self, number: SupportsIndex) -> Action:
        """The action with this id; ValueError if there is none."""
        return self.action_of(self.numbering.choice(whole_numbers.number(number, "the id of an action")))

    def fixed_chance(self, rolled: fixing.Rolled | None = None, drawn: fixing.Drawn | None = None) -> Fixed:
        """Results of chance for `apply_action(action, chance)` or `new_initial_state(chance=...)`, in words:
        `rolled={"dice": [6, 5, 3, 3, 2]}`, `drawn={"cards": ["ten of hearts"]}`. Raises ChanceMismatch, as does
        the action if they do not fit what is rolled there."""
        return fixing.fixed(self.wording, rolled, drawn)

    # ----------------------------------------------------------------------------------------------- knowledge

    def known_at_start(self) -> tuple[Known, ...]:
        """The knowledge of each player before the set-up; empty in games that hide nothing."""
        return tuple(self._knowledge.at_start()) if self._knowledge is not None else ()

    def known_of_nothing(self) -> tuple[Known, ...]:
        """The knowledge of players who know nothing but the position; empty in games that hide nothing."""
        return tuple(self._knowledge.nothing()) if self._knowledge is not None else ()

    def learnt(
        self, known: tuple[Known, ...], events: Sequence[Event], before: Sequence[int], cells: Sequence[int],
        action: int, actor: int,
    ) -> tuple[Known, ...]:  # fmt: skip
        """The knowledge of each player after events; empty in games that hide nothing."""
        if self._knowledge is None:
            return ()
        everyone = tuple(each.copy() for each in known)
        self._knowledge.learn(everyone, events, before, cells, action, actor)
        return everyone

    @cached_property
    def _bounds(self) -> tuple[float, float]:
        """The bounds of the returns, computed on first use."""
        from rulewright.proofs.reach import reach  # to start sooner: playing needs no proofs

        ranged = self.utility == "points" or self.program.layout.worth >= 0
        reached = reach(self.program) if ranged else None

        def range_of(points: ir.Best | ir.Worth) -> utility.Range:
            low, high = utility.declared_range(points)
            found = reached.value(points.value) if reached is not None else None
            if not isinstance(found, Values) or found.empty:
                return low, high
            return max(low, found.low), min(high, found.high)

        return utility.bounds(self.program, range_of)
