"""`simulate --games-csv FILE`: a row for each game, written as the games come.

game,seed,outcome,decisions,rounds,ended_by,winners,margin,played_by_1,score_1,return_1,played_by_2,score_2,return_2
1,3163478018,finished,130,44,target_reached,2,16,random,84,-1,random,100,1
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.common.output import note
from rulewright.play.figures.single import OneByOne
from rulewright.source.output import Output, is_stream

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.figures.single import PlayedGame
    from rulewright.play.running.games import Games
    from rulewright.play.running.measured_games import MeasuredPlan

OF_A_GAME = ("game", "seed", "outcome", "decisions", "rounds", "ended_by", "winners", "margin")
OF_A_SEAT = ("played_by", "score", "return")
"""With the number of the seat behind it, from 1."""


@contextmanager
def single_games(game: Game, plan: MeasuredPlan, path: Path | None) -> Iterator[Callable[[Games], None]]:
    """What writes a row for each of the games it is given, if there is a file to write them to, and says in the end where they are."""
    if path is None:
        yield lambda games: None
        return
    one_by_one = OneByOne(game, plan.seed, plan.players, plan.rotated)
    replaced = ", in place of the file that was there" if path.exists() and not is_stream(path) else ""
    with Output(path) as file:
        rows = csv.writer(file, lineterminator="\n")
        seats = range(1, game.num_players + 1)
        rows.writerow((*OF_A_GAME, *(f"{name}_{seat}" for seat in seats for name in OF_A_SEAT)))
        yield lambda games: rows.writerows(map(_row, one_by_one.of(games)))
    note(f"Each game has a row in {path}{replaced}")


def _row(one: PlayedGame) -> list[object]:
    """Games and seats count from 1, as everywhere where people read; what there is not is empty."""
    winners = " ".join(str(seat + 1) for seat in one.winners)
    row: list[object] = [
        one.number + 1, one.seed, one.outcome, one.decisions, one.rounds, one.ended_by, winners, one.margin
    ]  # fmt: skip
    for seat, bot in enumerate(one.bots):
        score = None if one.scores is None else one.scores[seat]
        row += [bot, score, None if one.returns is None else f"{one.returns[seat]:.6g}"]
    return row
