"""A whole game played fast: choices instead of actions, no history, nothing told.

    play_out(game, seed=7, max_actions=10_000)        Playout(decisions=41, rounds=9, ended_by="target_reached", ...)

Without players of its own each choice is uniformly random and, like chance, a function of an address: (seed, player,
turn, index within the turn).  So two rulebooks that play the same turn differently go on alike afterwards.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.game.game import Game, State
from rulewright.game.playouts.random_chooser import RandomChooser
from rulewright.game.results import standing
from rulewright.ir.layout import CURRENT, ENDED, ROUND
from rulewright.runtime.chance.chance import Sampled, new_position


@dataclass(frozen=True, slots=True)
class Playout:
    """How a game went. `ended_by` is the id of the `end`, None if it was broken off; scores and returns by seat."""

    seed: int
    decisions: int
    rounds: int
    ended_by: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]


def play_out(game: Game, seed: int, max_actions: int, rounds: int | None = None) -> Playout:
    """One game of random players; broken off after so many actions, or when more than `rounds` rounds have begun.

    Raises RuleFailure (without a record; `state_of_playout` has one).
    """
    executor, chance = game.executor, Sampled(game.program.streams)
    chooser = RandomChooser(seed)
    position = new_position(game.program, seed)
    executor.begin(position, chance)
    decisions = 0
    cells = position.cells
    while not cells[ENDED] and decisions < max_actions and (rounds is None or cells[ROUND] <= rounds):
        legal = executor.legal(cells)
        choice = legal[chooser.index(position.luck, cells[CURRENT], len(legal))]
        executor.apply(position, choice, chance)
        cells = position.cells
        decisions += 1
    return _facts(game, cells, seed, decisions)


def state_of_playout(game: Game, seed: int, max_actions: int) -> State:
    """The same game through states, with its history. A RuleFailure has its record."""
    chooser = RandomChooser(seed)
    state = game.new_initial_state(seed)
    for _ in range(max_actions):
        player = state.current_player()
        if player is None:
            break
        legal = state.legal_actions()
        state.apply_action(legal[chooser.index(state.luck, player, len(legal))])
    return state


def facts(game: Game, state: State, seed: int) -> Playout:
    """How the game that led to a state went."""
    return _facts(game, state.cells, seed, len(state.history) - 1)


def _facts(game: Game, cells: array[int], seed: int, decisions: int) -> Playout:
    end = standing.ended_by(game.program, cells)
    won: Sequence[int] = standing.winners(game.program, cells) if end is not None else ()
    return Playout(
        seed,
        decisions,
        cells[ROUND],
        end.id if end is not None else None,
        tuple(won),
        tuple(standing.scores(game.executor, cells)),
        tuple(standing.returns(game.executor, cells)),
    )
