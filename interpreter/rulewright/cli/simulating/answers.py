"""Exact answers in words, in tables and as data."""

from __future__ import annotations

from fractions import Fraction

import click

from rulewright.cli.common.streams import own
from rulewright.cli.common.text_tables import show_table
from rulewright.game.results.standing import counts_rounds
from rulewright.play.solving.answers import MoveWorth, Worth, worth_of
from rulewright.play.solving.hidden import HiddenSolution
from rulewright.play.solving.known_by import seen
from rulewright.play.solving.levels.by_levels import LevelsSolution
from rulewright.play.solving.solve import Solution
from rulewright.play.solving.turn_by_turn import TurnsSolution
from rulewright.play.solving.ways import Open

DIGITS = 10
"""The decimals of values."""
LONG = 9_999
"""The greatest denominator of a fraction that is shown."""


def told_openly(found: Open, symmetry: bool) -> dict[str, object]:
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
        **_alike(found, symmetry),
    }


def _alike(found: Open, symmetry: bool) -> dict[str, object]:
    if not symmetry or not isinstance(found, Solution):
        return {}
    ways, classes = found.up_to_symmetry()
    return {"symmetries": ways, "up_to_symmetry": classes}


def _result(found: Open | HiddenSolution) -> str:
    """`win`, `loss` or `draw` of the first seat, `chance` if that is not certain, or `points`."""
    worth = found.answer.worths[0]
    if found.game.utility == "points":
        return "points"
    if isinstance(found, HiddenSolution) or found.has_chance or worth.exact is None:
        return "chance"
    return CERTAIN.get(worth.exact, "chance")


CERTAIN: dict[Fraction, str] = {Fraction(1): "win", Fraction(0): "draw", Fraction(-1): "loss"}


def _chance(worth: Worth) -> float:
    """The chance to win, where every end is a win or a loss."""
    return (1 + worth.value) / 2


def show_open(found: Open, symmetry: bool) -> None:
    answer, size = found.answer, found.size
    click.echo(own(_sentence(found)))
    if isinstance(found, Solution) and found.endless:
        counts = "a draw" if any(found.sides) else "the worst result"
        click.echo(f"Play can go on without an end, which counts as {counts}.")
    if answer.player is not None and answer.moves:
        click.echo(f"\nMoves of {_seat(found, answer.player)}:")
        show_table((*_headings(found), ""), [_row(found, move) for move in answer.moves])
        click.echo()
    starts = f", from {found.starts:,} at which chance may begin" if found.starts > 1 else ""
    if isinstance(found, TurnsSolution):
        click.echo(
            f"{_many(found.size.turns, 'turn')} that differ in what was left before, with {_many(found.size.positions_of_a_turn, 'position')} "
            f"each: {size.positions:,} in all{starts}."
        )
        return
    if isinstance(found, LevelsSolution):
        click.echo(
            f"{_many(found.size.levels, 'level')} that differ in what was counted before, with {_many(found.size.positions_of_a_level, 'position')} "
            f"each: {size.positions:,} in all{starts}."
        )
        return
    left = "" if found.size.every else ", without those that could only be reached by leaving out a sure win"
    click.echo(
        f"{_many(size.positions, 'position')} ({found.size.ends:,} of them ends) and {_many(found.size.moves, 'move')}{left}{starts}."
    )
    if symmetry and isinstance(found, Solution):
        ways, classes = found.up_to_symmetry()
        click.echo(
            f"{classes:,} of them are different up to the {ways} turns and reflections of the board that are proved to change nothing."
        )


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _seat(found: Open | HiddenSolution, player: int) -> str:
    name = found.game.wording.seat(player)
    return f"seat {name}" if name.isdecimal() else name


def _side(found: Open | HiddenSolution, side: int) -> str:
    """Those who play together: a seat, a team, or everybody."""
    if found.game.num_players <= 2 and (
        not isinstance(found, Solution) or len(set(found.sides)) == found.game.num_players
    ):
        return _seat(found, side)
    if isinstance(found, Solution) and not any(found.sides):
        return "everybody"
    return f"team {side + 1}"


def _sentence(found: Open | HiddenSolution) -> str:
    """What the position is worth, in words."""
    game, worth = found.game, found.answer.worths[0]
    first = _side(found, 0)
    alone = game.num_players == 1 or (isinstance(found, Solution) and not any(found.sides))
    how = (
        "With these players" if not isinstance(found, HiddenSolution) and found.players else "With best play"
    )
    match _result(found):
        case "win":
            return f"{how} {first} wins."
        case "loss" if alone:
            return f"{how} {first} loses."
        case "loss":
            return f"{how} {_side(found, 1)} wins."
        case "draw":
            return f"{how} it is a draw."
        case "points":
            what = "needs {} rounds" if counts_rounds(game.program) else "gets {} points"
            return (
                f"{how} {first} {what.format(_number(worth.value))} on average{_error(worth, worth.error)}."
            )
        case _ if found.wins_or_loses:
            return f"{how} {first} wins with probability {_number(_chance(worth))}{_error(_as_chance(worth), worth.error / 2)}."
        case _:
            return (
                f"{how} the result is worth {_number(worth.value)} to {first}, of 1 for a win and -1 for a loss"
                f"{_error(worth, worth.error)}."
            )


def _as_chance(worth: Worth) -> Worth:
    return worth if worth.exact is None else worth_of((1 + worth.exact) / 2)


def _error(worth: Worth, error: float) -> str:
    """How exact a value is: a fraction, or a bound."""
    exact = worth.exact
    if exact is not None and exact.denominator <= LONG and 10**DIGITS % exact.denominator:
        return f", exactly {exact}"
    return f" (proved within {error:.0e})" if worth.exact is None and error else ""


def _number(value: float) -> str:
    return f"{value:.{DIGITS}f}".rstrip("0").removesuffix(".")


def _headings(found: Open) -> tuple[str, str]:
    what = (
        "rounds"
        if counts_rounds(found.game.program)
        else "points"
        if found.game.utility == "points"
        else "chance to win"
        if found.wins_or_loses and found.has_chance
        else "result"
    )
    return "move", what


def _row(found: Open, move: MoveWorth) -> tuple[str, str, str]:
    certain = None if found.has_chance or move.worth.exact is None else CERTAIN.get(move.worth.exact)
    if found.game.utility != "points" and certain is not None:
        shown = certain
    elif found.wins_or_loses:
        shown = _number(_chance(move.worth))
    else:
        shown = _number(move.worth.value)
    return move.action, shown, "best" if move.best else ""


def told_hidden(found: HiddenSolution) -> dict[str, object]:
    """The answer for a game with hidden information as plain data."""
    chances = [_chance(worth) for worth in found.answer.worths] if found.wins_or_loses else []
    return {
        "result": _result(found),
        "worths": [worth.to_json() for worth in found.answer.worths],
        **({"chances_to_win": chances} if chances else {}),
        "exploitable": float(found.exploitable),
        "nodes": found.tree.size,
        "information_states": len(found.tree.infos),
        "policy": [
            {
                "player": info.player,
                "knows": info.knows,
                "shares": {action: float(share) for action, share in found.shares(number).items()},
            }
            for number, info in enumerate(found.tree.infos)
        ],
    }


def show_hidden(found: HiddenSolution) -> None:
    """The same for people."""
    click.echo(own(_sentence(found)))
    if found.game.num_players == 2:
        much = (
            f"can be exploited by {float(found.exploitable):.0e} at most"
            if found.exploitable
            else "cannot be exploited"
        )
        click.echo(f"Its best play mixes actions, and {much}.")
    _show_policy(found)
    click.echo(
        f"{found.tree.size:,} ways that the game can go, step by step, with {len(found.tree.infos):,} information states."
    )


SHOWN = 24
"""The most information states whose play is shown to people."""


def _show_policy(found: HiddenSolution) -> None:
    """What each player does, by what this player knows."""
    infos = found.tree.infos
    rows = []
    for number, info in enumerate(infos[:SHOWN]):
        knows = seen(found.game, found.tree, number)
        shares = ", ".join(
            f"{action} {_percent(share)}" for action, share in found.shares(number).items() if share
        )
        rows.append((_seat(found, info.player), knows.holds, knows.after, shares))
    if not rows:
        return
    heads = ("who", "what only they know", "after", "what they do")
    kept = [place for place in range(4) if place in (0, 3) or any(row[place] for row in rows)]
    click.echo()
    show_table(
        [heads[place] for place in kept], [[row[place] for place in kept] for row in rows], right=False
    )
    if len(infos) > SHOWN:
        click.echo(f"... and {len(infos) - SHOWN:,} more: --format json has all of them.")
    click.echo()


def _percent(share: Fraction) -> str:
    if share == 1:
        return "always"
    return f"{share}" if share.denominator <= 12 else f"{float(share):.2%}".replace("%", " %")
