"""The command `rulewright solve`: exact answers."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import Progress, note, show_json
from rulewright.cli.simulating.answers import show_hidden, show_open, told_hidden, told_openly
from rulewright.cli.simulating.checkpoints import damaged
from rulewright.cli.simulating.solving import kept_in
from rulewright.cli.simulating.starts import start_of
from rulewright.game.game import State
from rulewright.game.playouts.deduced import all_is_known
from rulewright.play.solving.estimate import estimate
from rulewright.play.solving.files import write
from rulewright.play.solving.hidden import MOST_NODES, HiddenSolution, solve_hidden
from rulewright.play.solving.hidden_tree import TooManyNodes
from rulewright.play.solving.keeping import Keeping, WrongParts
from rulewright.play.solving.layered import LayeredSolution
from rulewright.play.solving.levels.by_levels import LevelsSolution
from rulewright.play.solving.sides import CannotSolve
from rulewright.play.solving.solve import (
    MOST_POSITIONS,
    Report,
    TooLarge,
    given_play,
)
from rulewright.play.solving.turn_by_turn import TurnsSolution
from rulewright.play.solving.ways import Open, solve_any
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.enumerated import TooManyOutcomes

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from rulewright.game.game import Game


PARTS = {
    "turn": "positions of a turn",
    "situations": "situations between turns",
    "worths": "worths",
    "level": "positions of a level",
    "levels": "levels",
    "nodes": "nodes",
    "rounds": "rounds",
}
"""What is counted while a part of the work is done."""
WAYS = {TurnsSolution: "turn by turn", LevelsSolution: "level by level", LayeredSolution: "layer by layer"}


def answer(
    settings: Settings,
    start: str | None,
    step: int | None,
    positions: int | None,
    every: bool,
    symmetry: bool,
    bots: str | None,
    out: str | None,
    checkpoint: Path | None,
    jobs: int | None,
    style: str,
) -> int:
    """The exit status."""
    settings.note_slow_engine()
    begin = start_of(settings, start, step)
    game = begin.game if isinstance(begin, State) else begin
    if isinstance(begin, State) and not all_is_known(game.program):
        note(
            f"In {game.title} something is hidden, so it is solved from the beginning only: leave out --from."
        )
        return FALLS_SHORT
    if out is not None and not Path(out).parent.is_dir():
        raise click.UsageError(f"--out {out}: there is no folder {Path(out).parent}")
    began = time.perf_counter()
    asked = {"every": every, "bots": bots, "from": _cells(begin)}
    kept = None if checkpoint is None else kept_in(checkpoint, game, asked)
    try:
        with Progress("positions", steady=False) as progress:
            found = _solved(begin, positions, every, _players(game, bots), _reporting(progress), kept, jobs)
    except KeyboardInterrupt:
        note(f"Stopped before the game was solved.{_kept_told(checkpoint, kept)}")
        return INTERRUPTED
    except WrongParts as error:
        raise damaged(checkpoint, error) from error
    except CannotSolve as error:
        note(f"{error}.")
        return FALLS_SHORT
    except TooManyOutcomes as error:
        note(f"One action has too many results of chance ({error}).")
        return FALLS_SHORT
    except (TooLarge, TooManyNodes) as error:
        _refuse(game, error, positions)
        return FALLS_SHORT
    seconds = time.perf_counter() - began
    if style == "json":
        told = told_hidden(found) if isinstance(found, HiddenSolution) else told_openly(found, symmetry)
        show_json({"game": game.name, "players": game.num_players, **told, "timing": _timing(seconds)})
    else:
        if isinstance(found, HiddenSolution):
            show_hidden(found)
        else:
            show_open(found, symmetry)
        note(f"{seconds:.1f} s{_memory_told()}.")
    if symmetry and isinstance(found, TurnsSolution | LevelsSolution | LayeredSolution):
        way = WAYS[type(found)]
        note(f"It was solved {way}, so that positions were not compared: --symmetry counts nothing here.")
    if kept is not None and not kept.parts:
        note(
            f"{checkpoint} was not written: a game of few positions, one that is solved layer by layer, and one that hides something begin from the start."
        )
    if out is not None:
        if isinstance(found, LayeredSolution):
            note(
                f"Not written to {out}: a game that is solved layer by layer has too many positions for a file."
            )
            return FALLS_SHORT
        write(found, Path(out))
        note(f"Written to {out}: `--bots solved:{out}` plays by it.")
    return FINE


def _cells(begin: Game | State) -> list[int]:
    """The cells of a position; none for a game from its beginning."""
    return list(begin.cells) if isinstance(begin, State) else []


def _kept_told(checkpoint: Path | None, kept: Keeping | None) -> str:
    if kept is None or not kept.parts:
        return ""
    return f" The same command goes on from {checkpoint}."


def _players(game: Game, bots: str | None) -> list[str]:
    """The players by seat. Raises UsageError for names that fit no seat."""
    if bots is None:
        return []
    names = [name.strip() for name in bots.split(",")]
    try:
        given_play(game, names)
    except ValueError as error:
        raise click.UsageError(f"--bots {bots}: {error}") from None
    if not all_is_known(game.program):
        raise click.UsageError("--bots is for games in which nothing is hidden")
    return names


def _solved(
    begin: Game | State,
    positions: int | None,
    every: bool,
    players: list[str],
    report: Report,
    kept: Keeping | None,
    jobs: int | None,
) -> Open | HiddenSolution:
    if isinstance(begin, State) or all_is_known(begin.program):
        return solve_any(begin, positions, every or None, report, players, kept, jobs)
    return solve_hidden(begin, positions or MOST_NODES, report=report)


def _reporting(progress: Progress) -> Report:
    def report(part: str, done: int, known: int) -> None:
        progress.what = PARTS.get(part, "positions")
        progress(done, known)

    return report


def _timing(seconds: float) -> dict[str, object]:
    return {"seconds": seconds, "memory": _memory()}


def _memory() -> int | None:
    """The most memory of this process so far, in bytes; None where the system does not say."""
    if sys.platform == "win32":
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _memory_told() -> str:
    memory = _memory()
    return f", {memory / 1e6:,.0f} MB" if memory is not None else ""


def _refuse(game: Game, error: TooLarge | TooManyNodes, positions: int | None) -> None:
    """Say how large the game may be, and the way out."""
    if isinstance(error, TooLarge) and error.goes_on:
        note(
            f"{error}, and each step leads to as many new ones as the step before: there seems to be no end of them. A number that grows for ever, such as that "
            "of rounds in the result, is part of every position."
        )
        note("A house rule with a last round gives it an end. To go on all the same: --positions N.")
        return
    if isinstance(error, TooLarge):
        guess = estimate(game, error.layers)
        note(
            f"{error}: stopped after {counted(len(error.layers) - 1, 'decision')}, where the last step led to {guess.growth:.1f} "
            f"times as many. A long random game takes {guess.decisions:,}, so there are perhaps {_rounded(guess.positions)} positions."
        )
    else:
        note(
            f"Something is hidden in {game.title}, so each way that it can go counts, and {error}; {error.left:,} were still to be "
            "followed."
        )
    smaller = " smaller options (--set)," if game.options else ""
    fewer = " fewer players," if game.num_players > game.min_players else ""
    late = " or a late position (--from)" if isinstance(error, TooLarge) else " or one with fewer cards"
    usual = MOST_POSITIONS if isinstance(error, TooLarge) else MOST_NODES
    more = f"--positions {4 * usual}" if positions is None else "a larger --positions"
    note(
        f"A smaller game can be solved:{fewer}{smaller} a house rule with a smaller board,{late}. With more time and memory: {more}."
    )


def _rounded(number: float) -> str:
    if number < 1e6:
        return f"{round(number, -3):,.0f}"
    power = f"{number:.0e}".partition("e")
    return f"{power[0]} × 10^{int(power[2])}"
