"""The command `rulewright solve`: exact answers."""

from __future__ import annotations

import sys
import time
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import Progress, note, show_json
from rulewright.cli.common.streams import own
from rulewright.cli.common.text_tables import show_table
from rulewright.cli.simulating.starts import start_of
from rulewright.game.game import State
from rulewright.play.solving.answers import MoveWorth, Worth
from rulewright.play.solving.estimate import estimate
from rulewright.play.solving.solve import MOST_POSITIONS, CannotSolve, Solution, TooLarge, solve
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.enumerated import TooManyOutcomes

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 10
"""The decimals of values."""


def answer(
    settings: Settings, start: str | None, step: int | None, positions: int | None, every: bool, style: str
) -> int:
    """The exit status."""
    settings.note_slow_engine()
    begin = start_of(settings, start, step)
    game = begin.game if isinstance(begin, State) else begin
    began = time.perf_counter()
    try:
        with Progress("positions", steady=False) as progress:
            found = solve(begin, positions or MOST_POSITIONS, every or None, _reporting(progress))
    except KeyboardInterrupt:
        note("Stopped before the game was solved.")
        return INTERRUPTED
    except CannotSolve as error:
        note(f"{error}.")
        return FALLS_SHORT
    except TooManyOutcomes as error:
        note(f"One action has too many results of chance ({error}).")
        return FALLS_SHORT
    except TooLarge as error:
        _refuse(error, positions)
        return FALLS_SHORT
    seconds = time.perf_counter() - began
    if style == "json":
        show_json(
            {"game": game.name, "players": game.num_players, **_told(found), "timing": _timing(seconds)}
        )
    else:
        _show(found)
        note(f"{seconds:.1f} s{_memory_told()}.")
    return FINE


def _reporting(progress: Progress) -> Callable[[str, int, int], None]:
    def report(_: str, done: int, known: int) -> None:
        progress(done, known)

    return report


def _timing(seconds: float) -> dict[str, object]:
    return {"seconds": seconds, "memory": _memory()}


def _memory() -> int | None:
    """The most memory of this process so far, in bytes; None where the system does not say."""
    if sys.platform == "win32":
        return None
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _memory_told() -> str:
    memory = _memory()
    return f", {memory / 1e6:,.0f} MB" if memory is not None else ""


def _refuse(error: TooLarge, positions: int | None) -> None:
    """Say how large the game may be, and the way out."""
    game = error.game
    guess = estimate(game, error.layers)
    note(
        f"{error}: stopped after {counted(len(error.layers) - 1, 'decision')}, where the last step led to {guess.growth:.1f} times as "
        f"many. A long random game takes {guess.decisions:,}, so there are perhaps {_rounded(guess.positions)} positions."
    )
    smaller = " smaller options (--set)," if game.options else ""
    fewer = " fewer players," if game.num_players > game.min_players else ""
    more = f"--positions {4 * error.most}" if positions is None else "a larger --positions"
    note(
        f"A smaller game can be solved:{fewer}{smaller} a house rule with a smaller board, or a late position (--from). With more time and "
        f"memory: {more}."
    )


def _rounded(number: float) -> str:
    if number < 1e6:
        return f"{round(number, -3):,.0f}"
    power = f"{number:.0e}".partition("e")
    return f"{power[0]} × 10^{int(power[2])}"


def _told(found: Solution) -> dict[str, object]:
    """The answer as plain data."""
    answer = found.answer
    chances = [_chance(worth) for worth in answer.worths] if found.wins_or_loses else []
    return {
        "result": _result(found),
        "worths": [worth.to_json() for worth in answer.worths],
        **({"chances_to_win": chances} if chances else {}),
        "player": answer.player,
        "moves": [move.to_json() for move in answer.moves],
        "starts": found.starts,
        **found.size.to_json(),
    }


def _result(found: Solution) -> str:
    """`win`, `loss` or `draw` of the first seat, `chance` if that is not certain, or `points`."""
    worth = found.answer.worths[0]
    if found.game.utility == "points":
        return "points"
    return (
        CERTAIN.get(worth.exact, "chance") if worth.exact is not None and not found.has_chance else "chance"
    )


CERTAIN: dict[Fraction, str] = {Fraction(1): "win", Fraction(0): "draw", Fraction(-1): "loss"}


def _chance(worth: Worth) -> float:
    """The chance to win, where every end is a win or a loss."""
    return (1 + worth.value) / 2


def _show(found: Solution) -> None:
    answer, size = found.answer, found.size
    click.echo(own(_sentence(found)))
    if answer.player is not None and answer.moves:
        click.echo(f"\nMoves of {_seat(found, answer.player)}:")
        show_table((*_headings(found), ""), [_row(found, move) for move in answer.moves])
        click.echo()
    left = "" if size.every else ", without those that could only be reached by leaving out a sure win"
    starts = f", from {found.starts:,} at which chance may begin" if found.starts > 1 else ""
    click.echo(
        f"{size.positions:,} positions ({size.ends:,} of them ends) and {size.moves:,} moves{left}{starts}."
    )


def _seat(found: Solution, player: int) -> str:
    name = found.game.wording.seat(player)
    return f"seat {name}" if name.isdecimal() else name


def _sentence(found: Solution) -> str:
    """What the position is worth, in words."""
    game, worth = found.game, found.answer.worths[0]
    first = _seat(found, 0)
    match _result(found):
        case "win":
            return f"With best play {first} wins."
        case "loss" if game.num_players == 1:
            return f"Even with best play {first} loses."
        case "loss":
            return f"With best play {_seat(found, 1)} wins."
        case "draw":
            return "With best play it is a draw."
        case "points":
            return f"With best play {first} gets {_number(worth.value)} points on average{_error(worth, worth.error)}."
        case _ if found.wins_or_loses:
            return f"With best play {first} wins with probability {_number(_chance(worth))}{_error(worth, worth.error / 2)}."
        case _:
            return (
                f"With best play the result is worth {_number(worth.value)} to {first}, of 1 for a win and -1 for a loss"
                f"{_error(worth, worth.error)}."
            )


def _error(worth: Worth, error: float) -> str:
    """How exact a value is: a fraction, or a bound."""
    if worth.exact is None:
        return f" (proved within {error:.0e})"
    return ""


def _number(value: float) -> str:
    return f"{value:.{DIGITS}f}".rstrip("0").removesuffix(".")


def _headings(found: Solution) -> tuple[str, str]:
    what = (
        "points"
        if found.game.utility == "points"
        else "chance to win"
        if found.wins_or_loses and found.has_chance
        else "result"
    )
    return "move", what


def _row(found: Solution, move: MoveWorth) -> tuple[str, str, str]:
    certain = None if found.has_chance or move.worth.exact is None else CERTAIN.get(move.worth.exact)
    if found.game.utility != "points" and certain is not None:
        shown = certain
    elif found.wins_or_loses:
        shown = _number(_chance(move.worth))
    else:
        shown = _number(move.worth.value)
    return move.action, shown, "best" if move.best else ""
