"""The executor that is held against the reference, and its way of playing many whole games at once."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playout import Playout, play_out
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Executor
from rulewright.runtime.failures import RuleFailure


def native(program: ir.Program) -> Executor:
    """A fresh native executor, compiled now and not taken from the cache."""
    return Reference(program)


def whole_games(executor: Executor, seeds: Iterable[int], most: int, rounds: int | None) -> list[Playout | str]:
    """What came of the game of each seed with random players; the code of what failed."""
    game = Game(executor)
    played: list[Playout | str] = []
    for seed in seeds:
        try:
            played.append(play_out(game, seed, most, rounds))
        except RuleFailure as failure:
            played.append(failure.code)
    return played
