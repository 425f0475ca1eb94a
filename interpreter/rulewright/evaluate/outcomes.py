"""Who wins: the results of `end` entries, and what they and the standings read off the players.

    result: [highest score, lowest penalties]      ->      the players with the best pair, as a bit set

Which `end` it was says whether nobody winning means a draw or a lost game.
"""

from __future__ import annotations

from rulewright.evaluate.machine import Machine, missing
from rulewright.ir import nodes as ir


def winners(machine: Machine, result: tuple[ir.Outcome, ...]) -> int:
    """The winners as a bit set of players: 0 for a draw and for a lost game. Equal values share."""
    best = [outcome for outcome in result if isinstance(outcome, ir.Best)]
    if best:
        columns = [[v if o.highest else -v for v in values(machine, o)] for o in best]
        keys = list(zip(*columns, strict=True))
        return sum(1 << player for player, key in enumerate(keys) if key == max(keys))
    won = 0
    for outcome in result:
        if isinstance(outcome, ir.Wins):
            for who in machine.elements[type(outcome.who)](machine, outcome.who):
                won |= _members(machine, who) if outcome.per_team else 1 << who
    return won


def values(machine: Machine, best: ir.Best) -> list[int]:
    """What `highest X` reads off each player, or off the team of each player."""
    result: list[int] = []
    outer = machine.locals
    for player, team in enumerate(machine.program.teams):
        machine.locals = [team if best.per_team else player, *[None] * max(best.locals - 1, 0)]
        value = machine.eval[type(best.value)](machine, best.value)
        if value is None:
            missing(machine, best.value, f"`{best.name}` is needed for the result")
        result.append(value)
    machine.locals = outer
    return result


def hold_sum(machine: Machine) -> None:
    """Fail if the points of all players are not together what the rulebook declares."""
    declared = machine.program.utility_sum
    if declared is None:
        return
    machine.path = "utility"
    (points,) = machine.program.utility
    machine.work -= 1
    sign = 1 if points.highest else -1
    gets = [sign * value for value in values(machine, points)]
    if sum(gets) != declared.value:
        seats = machine.program.labels.seats
        each = ", ".join(f"{seats[seat] or f'seat({seat + 1})'} {get}" for seat, get in enumerate(gets))
        machine.fail(
            "utility-sum",
            f"all players should get {declared.value} together when the game is over, and they get {sum(gets)}: {each}",
            declared.span,
            "look at what the rules pay out and where it goes, or declare the sum that is meant",
        )


def _members(machine: Machine, team: int) -> int:
    return sum(1 << player for player, own in enumerate(machine.program.teams) if own == team)
