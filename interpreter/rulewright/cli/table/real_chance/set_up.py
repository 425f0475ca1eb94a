"""The set-up of a game: by the seed, or with real dice and cards, whose results can be taken back one by one."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.cli.table.real_chance.partial_step import SoFar
from rulewright.cli.table.real_chance.real_dice import RealDice, TakenBack
from rulewright.game.game import Game, State
from rulewright.runtime.chance.sampled import new_position


def set_up(game: Game, seed: int, dice: RealDice | None) -> tuple[State, SoFar]:
    """A new game, with the results that were typed. Raises Left if people stop before it has begun."""
    so_far = SoFar()
    return _set_up(game, seed, dice, so_far), so_far


def set_up_again(game: Game, seed: int, dice: RealDice, so_far: SoFar) -> State:
    """Repeat the set-up without the last result that was typed, which is asked for again."""
    so_far.take_back()
    return _set_up(game, seed, dice, so_far)


def _set_up(game: Game, seed: int, dice: RealDice | None, so_far: SoFar) -> State:
    if dice is None:
        return game.new_initial_state(seed)
    dice.begun, dice.so_far = False, so_far
    dice.tried = lambda chance: game.executor.begin(new_position(game.program, seed), chance)
    try:
        return _until_typed(lambda: game.new_initial_state(seed, dice))
    finally:
        dice.begun = True


def _until_typed(begin: Callable[[], State]) -> State:
    while True:
        try:
            return begin()
        except TakenBack:
            continue
