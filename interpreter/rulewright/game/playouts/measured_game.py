"""A whole game of plain players, played fast and measured.

    measure(game, seed=7, max_actions=10_000, players=Plain(game, 7, ("bold", None))).turns

Plain players choose at random (None) or follow a strategy of the rulebook.  Whoever follows a strategy takes one of the choices
that it prefers, each equally likely.  All draw from the words of random players, addressed by turn: so two rulebooks that
play the same turn differently go on alike afterwards, whoever plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rulewright.game.game import Game, State
from rulewright.game.history import record
from rulewright.game.playouts.preferences import preferred
from rulewright.game.playouts.random_chooser import RandomChooser
from rulewright.game.results import standing
from rulewright.ir.layout import CURRENT, ENDED, ROUND, WINNERS
from rulewright.ir.ranking import standing_of
from rulewright.runtime.chance.chance import Sampled, new_position
from rulewright.runtime.executor import Choice, Event, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast.measured_games import ROUNDS_KEPT, Seats, counted_rules


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """How a game went. `ended` and `winners` as in the cells; `fired` by rule of `counted_rules`; `by_round`: the scores at the end of
    each round that was played, as far as they are kept. Scores are by seat, 0 in a game that keeps none."""

    seed: int
    decisions: int
    rounds: int
    ended: int
    winners: int
    scores: tuple[int, ...]
    turns: int
    choices: int
    lead_changes: int
    fired: tuple[int, ...]
    by_round: tuple[tuple[int, ...], ...]


class Players(Protocol):
    """All who play a game."""

    def choose(self, position: Position, legal: Sequence[Choice]) -> Choice:
        """What the player to act takes of the legal choices. They are asked once for each decision of the game, in order."""
        ...


class Plain:
    """Players who choose at random (None) or follow a strategy of the rulebook (its id), by seat."""

    def __init__(self, game: Game, seed: int, seats: Seats) -> None:
        self._executor = game.executor
        self._strategies = [None if name is None else game.program.strategies[name] for name in seats]
        self._chooser = RandomChooser(seed)

    def choose(self, position: Position, legal: Sequence[Choice]) -> Choice:
        player = position.cells[CURRENT]
        strategy = self._strategies[player]
        if strategy is not None:
            legal = preferred(self._executor, strategy, position.cells, legal)
        return legal[self._chooser.index(position.luck, player, len(legal))]


def measure(game: Game, seed: int, max_actions: int, players: Players) -> MeasuredGame:
    """One game, broken off after so many actions. Raises RuleFailure (without a record; `state_of` has one)."""
    executor, chance, watch = game.executor, Sampled(game.program.streams), _Watch(game)
    position = new_position(game.program, seed)
    watch.happened(executor.begin(position, chance))
    decisions = choices = 0
    watch.look(position)
    while not position.cells[ENDED] and decisions < max_actions:
        legal = executor.legal(position.cells)
        choices += len(legal)
        choice = players.choose(position, legal)
        watch.fired[choice.action] += 1
        watch.happened(executor.apply(position, choice, chance))
        decisions += 1
        watch.look(position)
    return MeasuredGame(
        seed, decisions, position.cells[ROUND], position.cells[ENDED], position.cells[WINNERS], watch.scores,
        sum(position.luck.turns[1:]), choices, watch.lead_changes, tuple(watch.fired), tuple(watch.by_round),
    )  # fmt: skip


def state_of(game: Game, seed: int, max_actions: int, players: Players) -> State:
    """The same game through states, with its history. A RuleFailure has its record, that of a preference too."""
    state = game.new_initial_state(seed)
    for _ in range(max_actions):
        if state.current_player() is None:
            break
        actions = {action.choice: action for action in state.legal_actions()}
        try:
            choice = players.choose(Position(state.cells, state.luck), list(actions))
        except RuleFailure as failure:
            failure.record = record.full(game, state.tip, failure)
            raise
        state.apply_action(actions[choice])
    return state


class _Watch:
    """What is counted while a game is played."""

    def __init__(self, game: Game) -> None:
        rules = counted_rules(game.program)
        self._executor = game.executor
        self._number = {path: number for number, path in enumerate(rules) if path not in game.program.actions}
        self._teams = game.program.teams
        best = standing_of(game.program)
        self._sign = 0 if not best else 1 if best[0].highest else -1
        self._leader = self._rounds = 0
        self.fired = [0] * len(rules)
        self.lead_changes = 0
        self.scores = (0,) * game.num_players
        self.by_round: list[tuple[int, ...]] = []

    def happened(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.what == "rule" and event.source in self._number:
                self.fired[self._number[event.source]] += 1

    def look(self, position: Position) -> None:
        """A decision is due, or the game is over."""
        cells = position.cells
        if self._sign:
            self.scores = tuple(standing.scores(self._executor, cells))
            self._look_who_leads()
        over = cells[ROUND] if cells[ENDED] else cells[ROUND] - 1
        while self._rounds < over:
            self._rounds += 1
            if self._rounds <= ROUNDS_KEPT:
                self.by_round.append(self.scores)

    def _look_who_leads(self) -> None:
        """A team that leads alone is known by its number, from 1; 0 while nobody ever did."""
        best = max(self._sign * score for score in self.scores)
        leading = {
            team for team, score in zip(self._teams, self.scores, strict=True) if self._sign * score == best
        }
        if len(leading) == 1:
            leader = leading.pop() + 1
            self.lead_changes += self._leader not in (0, leader)
            self._leader = leader
