"""Games that go on from a position, played fast by random players: what players who look ahead learn from.

    rows = play_on(game, position, firsts=[0, 1], seeds=array("Q", [7, 8, 9]), until=Until(turn=True))
    rows.column(ENDED)            six numbers: the first choice with each seed, then the second with each

A seed gives a game all its luck and its players' choices, which are functions of addresses (`playout`).  So the games of two first
choices are alike in all that the choices leave alone, and what differs between them is what the choices do.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress

from rulewright.game.game import Game
from rulewright.game.playout import RandomChooser
from rulewright.game.standing import standing_of
from rulewright.ir.layout import CURRENT, ENDED, ROUND, WINNERS
from rulewright.runtime.bulk import FAILED, SCORES, Bulk, Played, Until
from rulewright.runtime.chance import Sampled
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.failures import RuleFailure


def play_on(
    game: Game, position: Position, firsts: Sequence[int], seeds: array[int], until: Until
) -> Played:
    """See `runtime.bulk.Bulk.play_on`. A row in which FAILED stands is of a game in which a rule failed."""
    executor = game.executor
    played = executor.play_on(position, firsts, seeds, until) if isinstance(executor, Bulk) else None
    wide = width(game)
    if played is None:
        rows = (_row(game, position, first, seed, until) for first in firsts for seed in seeds)
        return Played(array("i", (number for row in rows for number in row)), len(firsts) * len(seeds), wide)
    for place in compress(range(played.games), played.column(FAILED)):
        first, seed = firsts[place // len(seeds)], seeds[place % len(seeds)]
        row = array("i", _row(game, position, first, seed, until))
        played.numbers[place * wide : (place + 1) * wide] = row
    return played


def width(game: Game) -> int:
    """How many numbers the row of a game has."""
    return SCORES + len(standing_of(game.program)) * game.num_players


def row_of(game: Game, cells: array[int], decisions: int = 0) -> list[int]:
    """How a game stands, in numbers, as in the row of a game."""
    lines = (value for line in game.executor.standings(cells) for (value,) in line)
    return [0, decisions, cells[ROUND], cells[ENDED], cells[WINNERS], *lines]


def _row(game: Game, position: Position, first: int, seed: int, until: Until) -> list[int]:
    """One game, in numbers."""
    position = Position(position.cells[:], Luck(seed, position.luck.turns.copy()))
    try:
        decisions = _play_on(game, position, first, until)
        return row_of(game, position.cells, decisions)
    except RuleFailure:
        return [1] + [0] * (width(game) - 1)


def _play_on(game: Game, position: Position, first: int, until: Until) -> int:
    """Play to the end, or until the game is broken off; how many decisions that took."""
    executor, chance = game.executor, Sampled(game.program.streams)
    chooser, cells, turns = RandomChooser(position.luck.seed), position.cells, position.luck.turns
    whose = cells[CURRENT]
    begun, decisions = turns[whose + 1], 0
    while not cells[ENDED] and decisions < until.most:
        if until.rounds is not None and cells[ROUND] > until.rounds:
            break
        if until.turn and (cells[CURRENT] != whose or turns[whose + 1] != begun):
            break
        legal = executor.legal(cells)
        number = chooser.index(position.luck, cells[CURRENT], len(legal))
        if decisions == 0 and first >= 0:
            number = min(first, len(legal) - 1)
        executor.apply(position, legal[number], chance)
        decisions += 1
    return decisions
