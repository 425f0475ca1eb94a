"""Games that go on from a position, played fast by plain players (`measured_game`): what players who look ahead learn from.

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
from rulewright.game.playouts.preferences import preferred
from rulewright.game.playouts.random_chooser import RandomChooser
from rulewright.ir.layout import CURRENT, ENDED, ROUND, WINNERS
from rulewright.ir.ranking import standing_of
from rulewright.runtime.chance.chance import Sampled
from rulewright.runtime.executor import Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast.measured_games import Seats
from rulewright.runtime.fast.playouts import FAILED, SCORES, Played
from rulewright.runtime.fast.rollouts import PlaysOn, Until


def play_on(
    game: Game, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats = ()
) -> Played:
    """See `runtime.fast.rollouts.PlaysOn`. A row in which FAILED is not 0 is of a game in which a rule failed."""
    executor, wide = game.executor, width(game)

    def row(place: int) -> list[int]:
        first, seed = firsts[place // len(seeds)], seeds[place % len(seeds)]
        return _row(game, position, first, seed, until, seats)

    played = (
        executor.play_on(position, firsts, seeds, until, seats) if isinstance(executor, PlaysOn) else None
    )
    if played is None:
        games = len(firsts) * len(seeds)
        return Played(array("i", (number for place in range(games) for number in row(place))), games, wide)
    for place in compress(range(played.games), played.column(FAILED)):
        played.numbers[place * wide : (place + 1) * wide] = array("i", row(place))
    return played


def width(game: Game) -> int:
    """How many numbers the row of a game has."""
    return SCORES + len(standing_of(game.program)) * game.num_players


def row_of(game: Game, cells: array[int], decisions: int = 0) -> list[int]:
    """How a game stands, in numbers, as in the row of a game."""
    lines = (value for line in game.executor.standings(cells) for (value,) in line)
    return [0, decisions, cells[ROUND], cells[ENDED], cells[WINNERS], *lines]


def round_of(position: Position) -> int:
    """Which round it is, from 1."""
    return position.cells[ROUND]


def _row(game: Game, position: Position, first: int, seed: int, until: Until, seats: Seats) -> list[int]:
    """One game, in numbers."""
    position = Position(position.cells[:], Luck(seed, position.luck.turns.copy()))
    try:
        decisions = _play_on(game, position, first, until, seats)
        return row_of(game, position.cells, decisions)
    except RuleFailure:
        return [1] + [0] * (width(game) - 1)


def _play_on(game: Game, position: Position, first: int, until: Until, seats: Seats) -> int:
    """Play to the end, or until the game is broken off; how many decisions that took."""
    executor, chance, chooser = (
        game.executor,
        Sampled(game.program.streams),
        RandomChooser(position.luck.seed),
    )
    strategies = [None if name is None else game.program.strategies[name] for name in seats]
    cells, turns = position.cells, position.luck.turns
    whose = cells[CURRENT]
    begun, decisions = turns[whose + 1], 0
    while not cells[ENDED] and decisions < until.most:
        if until.rounds is not None and cells[ROUND] > until.rounds:
            break
        if until.turn and (cells[CURRENT] != whose or turns[whose + 1] != begun):
            break
        legal, player = executor.legal(cells), cells[CURRENT]
        given = first >= 0 and not decisions
        strategy = strategies[player] if strategies and not given else None
        if strategy is not None:
            legal = preferred(executor, strategy, cells, legal)
        number = chooser.index(position.luck, player, len(legal))
        executor.apply(position, legal[min(first, len(legal) - 1) if given else number], chance)
        decisions += 1
    return decisions
