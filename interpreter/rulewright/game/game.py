"""A game at one table, and its states: whose turn it is, the legal actions and their results, and what each player sees.

    game = rulewright.load("my-game", players=2)
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    state.returns()

The executor is passed in: this package does not know any of them. States are equal if their cells are; luck and history are
not compared. A state belongs to one thread: of two that move it at the same time each makes its move completely, after the
other's, or gets a RuntimeError.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, SupportsIndex

from rulewright.game.errors import IllegalAction, Reason, UnknownMove
from rulewright.game.history import record
from rulewright.game.history.past import Past, played_on
from rulewright.game.history.steps import Entry, Step, entries
from rulewright.game.history.undo import why_not_undo
from rulewright.game.knowledge import observation
from rulewright.game.knowledge.information import information
from rulewright.game.knowledge.resample import resampled_way
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.moves.action import Action, AnyAction, rule_of
from rulewright.game.moves.legal import (
    as_action,
    as_asked,
    as_id,
    legal,
    legal_of,
    meant,
    not_for,
    preferred_of,
    reasons,
)
from rulewright.game.moves.step import begun, every_move, every_start, moved, placed, stood
from rulewright.game.outcomes import Result, apart, merged
from rulewright.game.results import standing
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE
from rulewright.runtime import whole_numbers
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.executor import Chance, Choice, Executor, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import CROWDED, LOG_FULL, REPLACED, Running
from rulewright.runtime.ids import MOST_MASK
from rulewright.runtime.trace import Trace
from rulewright.source import output
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later
from rulewright.source.shown import Pictured, Shown

if TYPE_CHECKING:
    import fractions
    from fractions import Fraction

    from rulewright.game import explicit_chance as explicit
    from rulewright.game.batches.batch import Batch
    from rulewright.game.explicit_chance import Pending
    from rulewright.game.history import serial
    from rulewright.game.knowledge import drawing
    from rulewright.game.questions import places, tracing
    from rulewright.ir.saved import program as saved
else:  # what playing games does not need
    fractions = later("fractions")
    explicit, serial = later("rulewright.game.explicit_chance"), later("rulewright.game.history.serial")
    drawing = later("rulewright.game.knowledge.drawing")
    places, tracing = later("rulewright.game.questions.places"), later("rulewright.game.questions.tracing")
    saved = later("rulewright.ir.saved.program")


class Game(Table, Shown):
    """A game at one table: a rulebook with given options and number of players. Immutable, apart from its hooks, so
    copies are the game itself."""

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

    def new_initial_state(
        self,
        seed: SupportsIndex | None = None,
        chance: Chance | None = None,
        explicit_chance: bool = False,
    ) -> State:
        """The state at the first decision of a new game (or at its end). The same seed gives the same game, and
        all luck to come follows from it: for people who play each other, draw it from the system
        (`secrets.randbits(64)`) and do not show it. None is seed 0, not a random seed. A seed is a non-negative
        integer, of which the lower 64 bits are used. `chance`, made by `fixed_chance`, replaces the luck of the seed.

        With `explicit_chance` the state waits wherever chance decides, in the set-up (unless `chance` is given) and after
        actions, for the ids of results: see `State.is_chance_node`.

        Raises ValueError for an invalid seed, RuleFailure (with a record) if the set-up fails, ChanceMismatch for given
        chance that does not match."""
        number = 0 if seed is None else whole_numbers.seed(seed)
        whole_numbers.source_of_chance(chance)
        if explicit_chance and self.has_chance:
            if chance is not None:
                return ExplicitState(self, begun(self, number, chance))
            return ExplicitState(self, explicit.before_set_up(self, number)).begin()
        if chance is None and self.in_place is not None:
            running = self.in_place.set_out(number)
            if running is not None:
                return State(self, Past.of_seed(number), self.sampled, running)
        source: Chance = chance or self.sampled
        return State(self, begun(self, number, source), source)

    @cached_property
    def max_chance_outcomes(self) -> int:
        """An upper bound on the number of results at a chance node, at most 1,000; 0 in a game without chance."""
        return explicit.most_results(self.program)

    def batch(self, size: SupportsIndex, auto_reset: bool = False) -> Batch[State]:
        """`size` games that are stepped together, in rows of numbers; see `game.batches.batch.Batch`. `auto_reset`: a
        game that is over starts again, with the next seed, at the next step. ValueError for a size below 1; raises
        BatchFailure when the set-up fails."""
        from rulewright.game.batches.batch import Batch  # to start sooner: few programs use batches

        return Batch(self, size, auto_reset, self.state_in)

    def initial_outcomes(self, limit: int = 100_000) -> list[tuple[Fraction, State]]:
        """Every possible state at the first decision, with exact probabilities that sum to 1; merged like the results
        of `state.outcomes`.

        Raises TooManyOutcomes if chance has more than `limit` results before merging, RuleFailure when the set-up fails."""
        return [
            (weight, self.state_after(step)) for weight, step in merged(every_start(self, limit), self.sight)
        ]

    def initial_chance_outcomes(self, limit: int = 100_000) -> list[ChanceOutcome]:
        """Every result of chance in the set-up, without merging; see `state.chance_outcomes`. Raises the exceptions of
        `initial_outcomes`."""
        return [_outcome(result, self.state_after(result.step)) for result in apart(every_start(self, limit))]

    def state_at(self, cells: Iterable[int], seed: SupportsIndex = 0) -> State:
        """A state with given cells (`program.layout` gives their meaning), as if the game started there; its history is
        empty. For examples and puzzles.

        Raises ValueError for impossible cells; its message names the cell and the values that it can have."""
        return self.state_after(stood(self, cells, whole_numbers.seed(seed)))

    def state_in(self, position: Position) -> State:
        """A state at a position of this game: its cells and luck, without history."""
        return self.state_after(placed(self, position))

    def state_after(self, step: Step) -> State:
        """The state after a step, with the history that led to it; chance comes from the step's seed from then on."""
        return State(self, step, self.sampled)

    def deserialize_state(self, text: str) -> State:
        """The state written by `state.serialize()`. Raises SavedStateError for a damaged text, and for a state of another game."""
        saved = serial.from_text(self, text)
        if saved.tip is not None and saved.waiting is None:
            return self.state_after(saved.tip)
        return ExplicitState(self, *explicit.resumed(self, saved))

    def with_own_luck(self, state: State) -> State:
        """The same state, whose chance comes from its seed from now on."""
        return self.state_after(state.tip)

    def save(self, path: str | Path) -> None:
        """Write the compiled game, which `load_compiled` reads without the front end. Raises OSError if it cannot be written."""
        output.write(Path(path), self.to_text())

    def to_text(self) -> str:
        """The compiled game as text, which `from_text` reads, for instance in worker processes."""
        return saved.to_text(self.program, self.overlays, self.texts)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the compiled game without the rulebook, so the copy answers `state.get` for plain places only."""
        return unpickled, (self.to_text(), self.executor.remake)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self

    def __repr__(self) -> str:
        """Name, variant, overlays and number of players."""
        variant = f" ({self.variant})" if self.variant else ""
        overlays = f" with {', '.join(self.overlays)}" if self.overlays else ""
        return f"<Game {self.name}{variant}{overlays} for {self.num_players}>"

    __str__ = __repr__  # one line, for messages and logs


_MOVED = (
    "another thread has moved this state meanwhile, and this move has not been made: give each thread a state of its own "
    "(`state.clone()`), or let them take turns with a lock"
)
_MOVING = Lock()
"""Held by the thread that moves a state from one step to another, or to a larger buffer."""


class State(Pictured):
    """A state of a game. `apply_action` and `undo` change it in place; `clone` copies it. Players and seats count from 0. A notebook shows the
    table as everybody at it sees it."""

    # In games that machine code steps in place, `_running` is the position, and `_known` the past of one of the actions carried
    # out in this buffer, with their number. Otherwise `_running` is None, and the position is that of `_known`.
    __slots__ = ("_chance", "_ids", "_known", "_legal", "_running", "game")

    def __init__(self, game: Game, tip: Step | Past, chance: Chance, running: Running | None = None) -> None:
        self.game = game
        self._known: tuple[Past, int] = (Past(tip) if isinstance(tip, Step) else tip), 0
        self._chance = chance
        self._running = running
        self._legal: tuple[Step, list[Choice]] | None = None
        self._ids: tuple[Step, dict[int, Choice]] | None = None

    # ------------------------------------------------------------------------------------------------- playing

    def current_player(self) -> int | None:
        """The seat to act, from 0; None at a chance node, and when the game is over."""
        running = self._running
        if running is not None:
            return None if running.cell(ENDED) else running.cell(CURRENT)
        return None if self.is_terminal() else self._tip.cells[CURRENT]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        running = self._running
        return bool(self._tip.cells[ENDED] if running is None else running.cell(ENDED))

    def is_simultaneous(self) -> bool:
        """Whether the player to act chooses simultaneously with others: in a phase all of whose actions are secret. They are
        asked one after the other; who has not been asked yet may choose without an answer of those before."""
        phases, running = self.game.simultaneous_phases, self._running
        if not phases or self.is_chance_node() or self.is_terminal():
            return False
        return (self._tip.cells[PHASE] if running is None else running.cell(PHASE)) in phases

    def is_chance_node(self) -> bool:
        """Whether chance decides next, by `apply_action` with the id of a result: only in games that are begun with
        `explicit_chance`. Nobody can act then, and everything else that is asked is answered as before the action whose
        results are decided; only equality takes the results so far into account."""
        return False

    def chance_ids(self) -> list[tuple[int, Fraction]]:
        """The ids of the results that are possible at a chance node, from 0, with exact probabilities that sum to 1; empty
        elsewhere."""
        return []

    def chance_text(self, number: SupportsIndex) -> str:
        """A result at a chance node in words, like `drawn cards: ten of hearts`. ValueError for an id that does not exist."""
        raise ValueError("this is no chance node: no result is to be decided")

    def legal_actions(self, player: Viewer | None = None) -> list[Action]:
        """The legal actions, in a stable order; empty when the game is over. With `player`, those of this seat: empty
        while it is another player's turn. Raises RuleFailure (with a record) if a condition cannot be evaluated."""
        if player is not None and not_for(self.game, self._cells, player):
            return []
        return [self.game.action_of(choice) for choice in self._choices()]

    def legal_ids(self, player: Viewer | None = None) -> list[int]:
        """The ids of the legal actions, in the order of `legal_actions`, without making these. `player` and errors as there."""
        if player is not None and not_for(self.game, self._cells, player):
            return []
        running = self._running or self._run()
        return list(self._by_id()) if running is None else running.ids()

    def legal_mask(self, player: Viewer | None = None) -> bytearray:
        """A byte for each of the `game.num_distinct_actions` ids: 1 if the action is legal, otherwise 0. `player` and errors
        as in `legal_actions`; ValueError if the mask would be too large."""
        actions = self.game.num_distinct_actions
        if actions > MOST_MASK:
            raise ValueError(f"a mask of {actions} actions is too large: use legal_ids")
        mask, running = bytearray(actions), self._running
        for number in self.legal_ids(player) if running is None or player is not None else running.ids():
            mask[number] = 1
        return mask

    def preferred(self, strategy: str) -> list[Action]:
        """The legal actions among which a strategy of the rulebook would choose, with equal probability unless it has a `mix` (see
        `policy`). Raises ValueError with the nearest name for an unknown strategy, RuleFailure (with a record) if a preference or a weight
        cannot be evaluated."""
        return [action for action, _ in self.policy(strategy)]

    def policy(self, strategy: str) -> list[tuple[Action, Fraction]]:
        """The legal actions that a strategy of the rulebook may choose, each with its probability, in the order of `legal_actions`.
        Raises as `preferred` does."""
        best = preferred_of(self.game, self._tip, strategy, self._choices()).some()
        shares = (fractions.Fraction(weight, best.total) for weight in best.weights)
        return list(zip(map(self.game.action_of, best.choices), shares, strict=True))

    def apply_action(
        self, action: AnyAction, chance: Chance | None = None, player: Viewer | None = None
    ) -> None:
        """Carry out an action, and everything that follows up to the next decision. A text is read as by `game.action`, an
        integer as an id.

        `chance`, such as `game.fixed_chance` makes, replaces the state's own source of chance for this action. `player`
        is the seat that asks: any seat but the one to act gets an IllegalAction that shows only whose turn it is.
        Raises IllegalAction with its reasons, UnknownMove for a text or an id of no action, RuleFailure (with a record)
        when a rule fails; the state is then unchanged.
        """
        running = self._running
        if (
            running is not None and chance is None and player is None
            and type(action) is int and action in running.rows
            and running.step(running.at, action, running.rows[action]) >= 0
        ):  # fmt: skip
            return
        whole_numbers.source_of_chance(chance)
        refused = not_for(self.game, self._cells, player)
        if refused:
            raise IllegalAction(as_asked(action), refused)
        if chance is None and self._stepped(action):
            return
        before = self._tip
        choice = self.meant(action)
        if (
            chance is None
            and choice != getattr(action, "choice", None)
            and self._stepped(self.game.action_of(choice))
        ):
            return
        try:
            step = moved(self.game, before, choice, chance or self._chance)
        except RuleFailure:
            self._unmoved(before)
            raise
        self._go_to(step, before)

    def why_not(self, action: AnyAction, player: Viewer | None = None) -> list[Reason]:
        """Every requirement that the action does not meet now; [] if it is legal. Reasons may contain what only the
        player to act can see; with another `player`, the only reason is whose turn it is, and the action is not read.
        Raises UnknownMove for a text that is not an action."""
        refused = not_for(self.game, self._cells, player)
        if refused:
            return refused
        first, cells = self.as_action(action), self._cells
        if self.game.executor.is_legal(cells, first.choice) or legal_of(self.game, cells, first.readings):
            return []
        return reasons(self.game, cells, first.choice)

    def outcomes(self, action: AnyAction, limit: int = 100_000) -> list[tuple[Fraction, State]]:
        """Every state that the action can lead to, with exact probabilities that sum to 1. States are merged if nobody
        can tell them apart: every player, and every spectator, has seen the same and knows the same. This state does
        not change.

        Raises TooManyOutcomes if chance has more than `limit` results before merging; IllegalAction, UnknownMove and
        RuleFailure like `apply_action`.
        """
        found = merged(every_move(self.game, self._tip, self.meant(action), limit), self.game.sight)
        return [(weight, State(self.game, step, self._chance)) for weight, step in found]

    def chance_outcomes(self, action: AnyAction, limit: int = 100_000) -> list[ChanceOutcome]:
        """Every result of chance of the action, without merging: each with a stable `id`, its `probability`, the rolls and
        draws (`chance`), and its `state`. Raises the exceptions of `outcomes`."""
        found = every_move(self.game, self._tip, self.meant(action), limit)
        return [_outcome(result, State(self.game, result.step, self._chance)) for result in apart(found)]

    # ------------------------------------------------------------------------------------------------- results

    def returns(self) -> list[float]:
        """By seat, the utility of the game to each player; 0 for a draw and before the end. A sole winner gets 1 and
        the others lose equal parts of it; winners who share get less, and 0 if all players win. With `utility: points`
        in the rulebook, and in games for one player that keep a score, returns are points. See `game.utility`."""
        return standing.returns(self.game.executor, self._cells)

    def scores(self) -> list[int]:
        """By seat, the scores: whole numbers, the value that the rulebook's `standing` (or else its result) compares; 0
        in games without a score."""
        return standing.scores(self.game.executor, self._cells)

    def ranking(self) -> list[list[int]]:
        """The seats from best to worst, as lists of seats that share a place. At the end winners come first."""
        return standing.ranking(self.game.executor, self._cells)

    # --------------------------------------------------------------------------------------- what players see

    def observation(
        self, player: Viewer | None
    ) -> dict[str, Any]:  # Any: JSON, whose shape the reference describes
        """What a seat sees now, as JSON-ready data. For `"spectator"` it is what everybody sees; for None it is
        everything, every hidden card included, and must not be sent to players. See `game.knowledge.observation` for
        the keys. Raises ValueError for a seat that does not exist."""
        viewer = self.game.viewer(player)
        return observation.observation(self.game.wording, self.game.sight, self._cells, viewer)

    def observation_row(self, player: Viewer) -> array[int]:
        """What a seat, or a `"spectator"`, sees now, as a row of cells (32-bit numbers) like those of
        `batch.observations`: -2 for hidden cells. `game.columns` describes them. ValueError for a seat that does not
        exist, and for None."""
        viewer = self.game.viewer(player)
        if viewer is None:
            raise ValueError(
                'a row is what somebody sees: a seat, or "spectator"; `state.cells` is all there is'
            )
        return self.game.sight.masked(self._cells, viewer)

    def information_state_string(self, player: int) -> str:
        """Everything that a player has seen so far, as text: equal if and only if this player cannot tell two states
        apart. It is for comparing, not for reading. Raises ValueError for a seat that does not exist."""
        return information(self.game, self._tip, self.game.check_seat(player))

    def resample(self, player: SupportsIndex, seed: SupportsIndex) -> State:
        """A state that this player cannot tell apart from this one: hidden pieces, orders and variables are drawn
        again, and future luck is that of another seed. The same seed gives the same state. See
        `game.knowledge.resample`. Raises ValueError for an invalid seat or seed."""
        game = self.game
        seat, number = game.check_seat(player), whole_numbers.seed(seed)
        tip = resampled_way(game.executor, game.sight, self._tip, seat, number)
        return State(game, tip, game.sampled)

    # ----------------------------------------------------------------------------------------------- questions

    def get(self, text: str) -> object:
        """The value of a place or an expression now: `me.score`, `seat(1).score`, `tray`, `tray.count`; `me` is the
        player to act.

        The value is an int, bool, id (str), seat (an int from 0), None, or a tuple or dict of such values. A game from
        `load_compiled` answers plain places only. Raises UnknownPlace, RulebookError for a mistake in an expression, or
        RuleFailure for one without a value here (a missing table entry).
        """
        return places.asked(self.game, self._cells, text)

    def trace(self, asked: AnyAction | None = None, player: Viewer | None = None) -> Trace:
        """Why an expression has its value, or why a move is legal or not, as a tree: see `runtime.trace.Trace`.

        A text is an expression if it can be read as one, otherwise a move (`reroll six`), or an action with any choices
        (`reroll`); `me` is the player to act. Without a text: how the game ended, or the possible actions. With
        `player` (a seat or `"spectator"`), values that this viewer may not see, and all values that depend on them, are
        hidden. An expression that cannot be evaluated has a `failure` instead of a value. A game from `load_compiled`
        traces plain places only. Raises UnknownPlace, UnknownMove, or RulebookError for a mistake in an expression.
        """
        return tracing.traced(self.game, self._tip, asked, self.game.viewer(player))

    def describe(self, action: AnyAction) -> str:
        """The action in the rulebook's words (`says`), or its text, whether it is legal or not. Raises UnknownMove for a text
        that is not an action, and for an action of another game."""
        action = self.as_action(action)
        rule = rule_of(self.game.program, action.choice.action)
        if rule.says is None:
            return str(action)
        me = max(self._cells[CURRENT], 0)
        return places.sentence(
            self.game.executor, self.game.wording, self._cells, rule.says, rule.path, rule.locals, me,
            action.choice.arguments,
        )  # fmt: skip

    def text(self, action: AnyAction) -> str:
        """The shortest text that means this action here: zones that are implied are left out. Raises UnknownMove like
        `describe`."""
        return self.game.short_text(self.as_action(action), self)

    def as_action(self, action: AnyAction) -> Action:
        """The action that a text or an id means, or the action itself if it is one of this game. Raises UnknownMove."""
        return as_action(self.game, action)

    def meant(self, action: AnyAction) -> Choice:
        """The choice that `apply_action` carries out: the action itself if legal, otherwise its only legal reading."""
        choice = self._listed(action)
        return meant(self.game, self._cells, action) if choice is None else choice

    # -------------------------------------------------------------------------------------- history and copies

    @property
    def history(self) -> tuple[Entry, ...]:
        """What happened so far, the set-up first, with everything hidden: see `Entry`."""
        return entries(self._tip, None)

    def history_for(self, player: Viewer) -> tuple[Entry, ...]:
        """What happened so far, as a seat or a `"spectator"` saw it. ValueError for a seat that does not exist."""
        return entries(self._tip, self.game.viewer(player))

    def can_undo(
        self, together: bool = False, real_dice: bool = False, player: Viewer | None = None
    ) -> str | None:
        """None if the last action can be taken back, otherwise a sentence that says why not. Only the player to act may
        take back their own action, unless the players agree (`together`) and all see the same. With `real_dice`, which
        are still on the table, a roll or draw that everybody saw does not prevent it. `player` is the seat that asks,
        if the player to act has not seen the new state yet; a `"spectator"` has no actions to take back."""
        viewer = self.game.viewer(player)
        return why_not_undo(self._tip, self.game.sight, together, real_dice, viewer)

    def undo(self, together: bool = False, real_dice: bool = False, player: Viewer | None = None) -> None:
        """Take back the last action. Raises ValueError with the reason if that is not possible."""
        tip, reason = self._tip, self.can_undo(together, real_dice, player)
        if reason is not None:
            raise ValueError(reason)
        assert tip.before is not None
        self._go_to(tip.before, tip)

    def record(self, player: Viewer | None = None, texts: bool = False) -> dict[str, Any]:  # Any: JSON
        """The record of the game, JSON-ready (see `game.history.record`); it replays without the seed, and contains it:
        while the game goes on, do not send it to players, who could work out the luck to come. With `player`,
        only what that seat (or a `"spectator"`) saw, which cannot be replayed. With `texts` it carries the texts of its
        rulebook and house rules, and replays by them wherever it is. Raises ValueError for a seat that does not exist,
        and if the texts are not known."""
        viewer = self.game.viewer(player)
        found = (
            record.full(self.game, self._tip) if viewer is None else record.seen(self.game, self._tip, viewer)
        )
        return record.with_texts(self.game, found) if texts else found

    def clone(self, seed: SupportsIndex | None = None, explicit_chance: bool = False) -> State:
        """An independent copy with the same luck to come; with a seed, the luck to come is derived from that. A bot
        that looks ahead needs a seed: without one it sees the dice that will be rolled. With `explicit_chance` the copy waits
        at chance nodes instead, as every copy of such a state does. Raises ValueError for an invalid seed."""
        number = None if seed is None else whole_numbers.seed(seed)
        running, (past, count) = self._running, self._known
        if explicit_chance and self.game.has_chance:
            return ExplicitState(self.game, Past.after(Past(self._tip), NOTHING, number))
        if running is None:
            if number is None:
                return State(self.game, past, self._chance)
            return State(self.game, Past.after(past, NOTHING, number), self.game.sampled)
        if number is not None:
            since = Past.after(past, running.taken()[count:], number)
            return State(self.game, since, self.game.sampled, running.reseeded(number))
        copy = State(self.game, past, self._chance, running.copy())
        copy._known = past, count
        return copy

    def serialize(self, history: bool = True) -> str:
        """The whole state as JSON text, for `game.deserialize_state`: cells, luck, history and knowledge. It contains
        everything hidden, and the luck to come, so it must not be sent to players.

        Without `history` the text is short even for a long game. The state that is read from it plays on with the same
        luck and knowledge, but its history starts here: for undo, `history`, `record` and `information_state_string`.
        """
        return serial.to_text(self.game, self._tip, history)

    def trim(self) -> None:
        """Forget how the game came here, and so save memory: `history`, `record`, `undo` and `information_state_string` start
        at this position, as they do after `serialize(history=False)`. The knowledge of players and the luck to come stay."""
        before = self._tip
        self._go_to(serial.trimmed(before), before)

    @property
    def tip(self) -> Step:
        """The last step, with all steps before it."""
        return self._tip

    @property
    def cells(self) -> array[int]:
        """A copy of the cells (32-bit numbers), hidden ones included; `game.columns` says what they mean."""
        return self._cells[:]

    @property
    def luck(self) -> Luck:
        """A copy of the state of the source of chance."""
        return self._tip.luck.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the game, the history and what players know; chance comes from the seed from then on."""
        return _unpickled, (self.game, self.serialize())

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_game = self.game is other.game or self.game.fingerprint == other.game.fingerprint
        return same_game and self._cells == other._cells and self._awaited() == other._awaited()

    def __hash__(self) -> int:
        return hash(self._cells[: self.game.program.layout.before_notes].tobytes())

    def __str__(self) -> str:
        """What everybody at the table sees, drawn for people: see `game.knowledge.drawing`."""
        return drawing.drawing(self.game.wording, self.game.sight, self._cells, self.is_chance_node())

    def __repr__(self) -> str:
        to_act = "over" if self.is_terminal() else f"seat {self._cells[CURRENT] + 1} to act"
        return f"<State of {self.game.name}: {to_act}>"

    # ------------------------------------------------------------------------------------------------- private

    @property
    def _tip(self) -> Step:
        """The last step, computed now if the game was stepped in place since somebody asked."""
        running, (past, count) = self._running, self._known
        step = past.step(self.game)
        if running is not None:
            taken = running.taken()
            if len(taken) > count:
                step = played_on(self.game, step, taken[count:])
                self._known = Past(step), len(taken)
        return step

    @property
    def _cells(self) -> array[int]:
        running = self._running
        return self._tip.cells if running is None else running.cells()

    def _run(self) -> Running | None:
        """The game stepped in place from now on, if that is possible."""
        game, running = self.game, self._running
        if running is None and game.in_place is not None and isinstance(self._chance, Sampled):
            with _MOVING:
                tip = self._tip
                if self._running is None:
                    self._running = game.in_place.go_on(Position(tip.cells, tip.luck), tip.is_played)
            running = self._running
        return running

    def _stepped(self, action: AnyAction) -> bool:
        """Carry out an action in place, if it is given by its id or as a legal action; whether that was done."""
        number: int | None
        if isinstance(action, Action):
            number = action.id if self.game.knows(action) else None
        else:
            number = None if isinstance(action, str) else whole_numbers.whole(action)
        running = self._run()
        while running is not None and number is not None and 0 <= number < self.game.num_distinct_actions:
            answer = running.step(running.at, number, running.row(number))
            if answer >= 0:
                return True
            if answer not in (CROWDED, LOG_FULL, REPLACED):
                break
            with _MOVING:
                if self._running is running:
                    larger = running.larger(answer)
                    if larger is None:
                        break
                    self._running = larger
                running = self._running
        return False

    def _awaited(self) -> object:
        """What the state waits for, apart from a player to act."""
        return None

    def _choices(self) -> list[Choice]:
        running = self._run()
        if running is not None:
            return list(map(self.game.numbering.known_choice, running.ids()))
        tip, known = self._tip, self._legal
        if known is None or known[0] is not tip:
            known = self._legal = (tip, legal(self.game, tip))
        return known[1]

    def _by_id(self) -> dict[int, Choice]:
        """The legal choices by id, in order."""
        tip, known = self._tip, self._ids
        if known is None or known[0] is not tip:
            choices = self._choices()
            known = self._ids = (tip, dict(zip(self.game.numbering.numbers(choices), choices, strict=True)))
        return known[1]

    def _listed(self, action: AnyAction) -> Choice | None:
        """The legal choice that an action or an id means, if those of this position were listed before; otherwise None."""
        if self._running is not None:
            return None
        tip, known, by_id = self._tip, self._legal, self._ids
        if isinstance(action, Action):
            if known is None or known[0] is not tip or not self.game.knows(action):
                return None
            return action.choice if action.choice in known[1] else None
        number = None if isinstance(action, str) else whole_numbers.whole(action)
        if number is None or by_id is None or by_id[0] is not tip:
            return None
        return by_id[1].get(number)

    def _go_to(self, step: Step, before: Step) -> None:
        with _MOVING:
            running = self._running
            if running is not None:
                running.retire()
            try:
                self._unmoved(before)
            except RuntimeError:
                if running is not None:
                    running.retire(False)
                raise
            self._running, self._known = None, (Past(step), 0)

    def _unmoved(self, before: Step) -> None:
        if self._tip is not before:
            raise RuntimeError(_MOVED)


class ExplicitState(State):
    """A state that waits at chance nodes. There `_tip` is the last complete step; see `game.explicit_chance`."""

    __slots__ = ("_pending",)

    def __init__(self, game: Game, tip: Step | Past, pending: Pending | None = None) -> None:
        super().__init__(game, tip, game.sampled)
        self._pending = pending

    def begin(self) -> ExplicitState:
        """The same state, after as much of the set-up as chance does not decide."""
        self._continue(None, ())
        return self

    def current_player(self) -> int | None:
        return super().current_player() if self._pending is None else None

    def is_chance_node(self) -> bool:
        return self._pending is not None

    def chance_ids(self) -> list[tuple[int, Fraction]]:
        results = () if self._pending is None else self._pending.node.results
        return [(number, probability) for number, (probability, _) in enumerate(results)]

    def chance_text(self, number: SupportsIndex) -> str:
        if self._pending is None:
            return super().chance_text(number)
        node, which = self._pending.node, whole_numbers.number(number, "the id of a result")
        if which not in range(len(node.results)):
            raise ValueError(explicit.no_such_result(node, which))
        return explicit.text(self.game, node, which)

    def apply_action(
        self, action: AnyAction, chance: Chance | None = None, player: Viewer | None = None
    ) -> None:
        pending = self._pending
        if pending is None and chance is not None:
            super().apply_action(action, chance, player)
        elif pending is None:
            refused = not_for(self.game, self._tip.cells, player)
            if refused:
                raise IllegalAction(as_asked(action), refused)
            self._continue(self.meant(action), ())
        else:
            whole_numbers.source_of_chance(chance)
            if player is not None or chance is not None or isinstance(action, Action | str):
                raise IllegalAction(as_asked(action), [explicit.why_not_result(action, player, chance)])
            number = as_id(action)
            if number not in range(len(pending.node.results)):
                raise UnknownMove(explicit.no_such_result(pending.node, number))
            self._continue(pending.choice, (*pending.results, number))

    def why_not(self, action: AnyAction, player: Viewer | None = None) -> list[Reason]:
        return super().why_not(action, player) if self._pending is None else [explicit.CHANCE_FIRST]

    def outcomes(self, action: AnyAction, limit: int = 100_000) -> list[tuple[Fraction, State]]:
        found = super().outcomes(action, limit)
        return [(weight, ExplicitState(self.game, state.tip)) for weight, state in found]

    def chance_outcomes(self, action: AnyAction, limit: int = 100_000) -> list[ChanceOutcome]:
        found = super().chance_outcomes(action, limit)
        return [replace(each, state=ExplicitState(self.game, each.state.tip)) for each in found]

    def resample(self, player: SupportsIndex, seed: SupportsIndex) -> State:
        if self._pending is not None:
            raise ValueError("chance has to decide first: resample a state in which a player is to act")
        return ExplicitState(self.game, super().resample(player, seed).tip)

    def meant(self, action: AnyAction) -> Choice:
        if self._pending is not None:
            raise IllegalAction(as_asked(action), [explicit.CHANCE_FIRST])
        return super().meant(action)

    def can_undo(
        self, together: bool = False, real_dice: bool = False, player: Viewer | None = None
    ) -> str | None:
        if self._pending is not None:
            return "Chance has to decide first."
        return super().can_undo(together, real_dice, player)

    def record(self, player: Viewer | None = None, texts: bool = False) -> dict[str, Any]:  # Any: JSON
        if self._pending is not None and self._pending.choice is None:
            raise ValueError("chance has to decide the set-up first: there is no game yet to record")
        return super().record(player, texts)

    def clone(self, seed: SupportsIndex | None = None, explicit_chance: bool = True) -> State:
        return ExplicitState(self.game, super().clone(seed).tip, self._pending)

    def serialize(self, history: bool = True) -> str:
        waiting = serial.Waiting() if self._pending is None else self._pending.waiting
        return serial.to_text(self.game, self._tip, history, waiting)

    def __repr__(self) -> str:
        return (
            super().__repr__() if self._pending is None else f"<State of {self.game.name}: chance to decide>"
        )

    # ------------------------------------------------------------------------------------------------- private

    def _awaited(self) -> object:
        return None if self._pending is None else self._pending.waiting

    def _choices(self) -> list[Choice]:
        return super()._choices() if self._pending is None else []

    def _by_id(self) -> dict[int, Choice]:
        return super()._by_id() if self._pending is None else {}

    def _run(self) -> None:
        """Never steps in place: machine code does not wait for chance."""

    def _continue(self, choice: Choice | None, results: tuple[int, ...]) -> None:
        """Carry out an action (None: the set-up) with these results as far as chance does not decide."""
        before, waiting = self._tip, self._pending
        try:
            found = explicit.continued(self.game, before, choice, results)
        except RuleFailure:
            self._unmoved(before)
            raise
        with _MOVING:
            self._unmoved(before)
            if self._pending is not waiting:
                raise RuntimeError(_MOVED)
            if isinstance(found, Step):
                self._known, self._pending = (Past(found), 0), None
            else:
                self._pending = found


@dataclass(frozen=True, slots=True)
class ChanceOutcome:
    """One result of chance.

    `id` identifies it among the results of one state and action, and is always the same for them; it is empty if
    nothing is random. `probability` is exact. `chance` lists all rolls, draws, shuffles and picks in order, hidden ones
    included, in the form of `state.history`. `state` is the state that follows.
    """

    id: str
    probability: Fraction
    chance: tuple[dict[str, Any], ...]
    state: State


NOTHING = array("i")
"""The ids of no action."""
MOST_KEPT = 16
"""The most games that are kept for later pickles of the same game."""


def load_compiled(path: str | Path, executor: Callable[[ir.Program], Executor]) -> Game:
    """The game in a file. `executor` makes the executor that plays it. Raises SavedProgramError for a damaged or foreign file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise saved.SavedProgramError(f"{path} cannot be read as a compiled game: {error}") from error
    return from_text(text, executor)


def from_text(text: str, executor: Callable[[ir.Program], Executor]) -> Game:
    """The game in a text that `Game.to_text` wrote."""
    program, overlays, texts = saved.from_text(text)
    game = Game(executor(program), overlays)
    game.texts = texts
    return game


@lru_cache(maxsize=MOST_KEPT)
def unpickled(text: str, executor: Callable[[ir.Program], Executor]) -> Game:
    """The game of a pickle: one object for all pickles of the same game, so machine code is compiled once in a process."""
    return from_text(text, executor)


def _outcome(result: Result, state: State) -> ChanceOutcome:
    return ChanceOutcome(result.id, result.weight, result.chance, state)


def _unpickled(game: Game, text: str) -> State:
    return game.deserialize_state(text)
