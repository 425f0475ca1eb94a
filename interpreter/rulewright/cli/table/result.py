"""The scores during a game, and the last line of a game: who wins, or the score of a single player.

Score: Ann 42 · Bob 30
Bo and Ana win.
Final total: 212
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rulewright.cli.table.seats import Seat
from rulewright.game.game import State
from rulewright.game.results.standing import ended_by, worth
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.problems.quoting import counted
from rulewright.scene.looks import Looks


def result_of(state: State, names: Sequence[str], told: bool) -> str:
    """The result of a game that is over: the winners, or for a single player the score, or whether the game was won or lost. A
    draw of a single player is "The game is over.", or empty if the reason of the end was `told`."""
    if len(names) == 1:
        return _alone(state, names[0]) or ("" if told else "The game is over.")
    seats = cast("Sequence[int]", state.observation(None)["winners"])
    winners = [names[seat] for seat in seats]
    if not winners:
        return "Nobody wins."
    if len(winners) == len(names):
        return "All share the win."
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}{_size(state)}."


def standing_line(state: State, seats: Sequence[Seat]) -> str:
    """`Score: Ann 42 · Bob 30`; empty if the table shows it already, or if the game hides information."""
    lines = standing_of(state.game.program)
    if not lines or state.game.hides or isinstance(lines[0].value, ir.Cell):
        return ""
    scores = state.scores()
    ranked = _ranked(state, seats, lines[0].per_team)
    told = " · ".join(f"{name} {scores[seat]}" for name, seat in ranked)
    return f"{_heading(lines[0])}: {scores[0] if len(seats) == 1 else told}"


def _size(state: State) -> str:
    """` 2 points`, if results of this game do not all count once."""
    program = state.game.program
    return f" {counted(worth(program, state.cells), 'point')}" if program.layout.worth >= 0 else ""


def _alone(state: State, name: str) -> str:
    """The result of a single player; empty in a draw."""
    end = ended_by(state.game.program, state.cells)
    result = end.result if end is not None else ()
    points = next((outcome for outcome in result if isinstance(outcome, ir.Best)), None)
    (came_to,) = state.returns()
    if points is not None:
        return f"{_heading(points)}: {came_to:.0f}"
    return f"{name} {'wins' if came_to > 0 else 'loses'}." if came_to else ""


def _heading(best: ir.Best) -> str:
    """The name of the figure by which players are ranked, capitalised."""
    name = (best.label or best.name).replace("_", " ").rstrip(".")
    return f"{name[:1].upper()}{name[1:]}"


def _ranked(state: State, seats: Sequence[Seat], per_team: bool) -> list[tuple[str, int]]:
    """The names of all players, or of all teams, each with a seat whose score is theirs."""
    teams = state.game.program.teams
    if not per_team:
        return [(seat.name, seat.number) for seat in seats]
    looks = Looks(state.game.program, [seat.name for seat in seats])
    return [(looks.called("teams", team), teams.index(team)) for team in dict.fromkeys(teams)]
