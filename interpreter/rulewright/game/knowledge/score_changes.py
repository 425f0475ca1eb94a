"""Points that moved: whose standing is another one after a step, by how much, and how it stands now.

    before  Ana 27 · Bob 30
    after   Ana 42 · Bob 30        (Moved((0,), 15, 42),)

What counts is the first line of `standing`, or what stands in for it. Nobody is told of points that rest on what they do not see.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rulewright.game.history.steps import Step
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.questions.effects import reads_openly
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulewright.game.game import Game


@dataclass(frozen=True, slots=True)
class Moved:
    """Points of a player, or of a team that shares them: `seats` from 0, `by` how many they are more (or fewer), `now` all of them."""

    seats: tuple[int, ...]
    by: int
    now: int
    parts: tuple[tuple[str, int], ...] = ()
    """What the difference is made of, by the lines of a total (`sum_of`): those that are other ones now, and by how much."""

    def to_json(self) -> dict[str, object]:
        parts = {"parts": dict(self.parts)} if self.parts else {}
        return {"seats": list(self.seats), "by": self.by, "now": self.now, **parts}


def of_steps(game: Game, tip: Step, viewer: Viewer | None) -> list[tuple[Moved, ...]]:
    """The points that each step up to this one moved, as far as a viewer (None: everybody) may know; the set-up moves none."""
    steps = tip.chain()
    if not _tells(game, viewer):
        return [()] * len(steps)
    return list(between(game, [step.cells for step in steps]))


def of_step(game: Game, step: Step, viewer: Viewer | None) -> tuple[Moved, ...]:
    """The points that a step moved, as far as a viewer (None: everybody) may know."""
    if step.before is None or not _tells(game, viewer):
        return ()
    return list(between(game, [step.before.cells, step.cells]))[-1]


def between(game: Game, positions: Sequence[array[int]]) -> Iterator[tuple[Moved, ...]]:
    """The points that moved on the way to each position from the one before; none to the first."""
    before, pad = None, _pad(game)
    earlier: array[int] | None = None
    for cells in positions:
        after = standings(game, cells)
        moved: tuple[Moved, ...] = _moved(_owners(game), before, after) if before and after else ()
        yield tuple(replace(each, parts=_parts(game, pad, each, earlier, cells)) for each in moved)
        before, earlier = after, cells


def _pad(game: Game) -> ir.Definition | None:
    """The total with named lines that players are compared by, if it is one of theirs alone."""
    value = standing_of(game.program)[0].value if standing_of(game.program) else None
    if (
        not isinstance(value, ir.Call)
        or len(value.arguments) != 1
        or not isinstance(value.arguments[0], ir.Local)
    ):
        return None
    definition = game.program.definitions[value.definition]
    return definition if isinstance(definition.body, ir.SumLines) else None


def _parts(
    game: Game, pad: ir.Definition | None, moved: Moved, before: array[int] | None, after: array[int]
) -> tuple[tuple[str, int], ...]:
    if pad is None or before is None:
        return ()
    was, now = (_lines(game, pad, cells, moved) for cells in (before, after))
    return tuple((label, new - old) for (label, old), (_, new) in zip(was, now, strict=True) if old != new)


def _lines(game: Game, pad: ir.Definition, cells: array[int], moved: Moved) -> list[tuple[str, int]]:
    """The lines of a player's total, or a team's, each with its value."""
    assert isinstance(pad.body, ir.SumLines)
    seat = moved.seats[0]
    owner = game.program.teams[seat] if standing_of(game.program)[0].per_team else seat
    found = []
    for _, label, value in pad.body.lines:
        asked = ir.Asked(pad.path, value, pad.locals, pad.span)
        worth = game.executor.value(cells, asked, -1, (owner,))
        assert isinstance(worth, int)
        found.append((label, worth))
    return found


def _tells(game: Game, viewer: Viewer | None) -> bool:
    """Whether there are points that a viewer sees at any time."""
    best = next(iter(standing_of(game.program)), None)
    player = game.viewer(viewer)
    if best is None or player is None:
        return best is not None
    return reads_openly(game.program, game.sight, best.value, player)


def _owners(game: Game) -> list[tuple[int, ...]]:
    """The seats that have points together: those of a team where it is read off teams, or else each alone."""
    teams = game.program.teams
    seats = range(game.num_players)
    if not standing_of(game.program)[0].per_team:
        return [(seat,) for seat in seats]
    return [tuple(seat for seat in seats if teams[seat] == team) for team in dict.fromkeys(teams)]


def standings(game: Game, cells: array[int]) -> list[int] | None:
    """Everybody's points; None where there are none, or they cannot be worked out in the midst of a game."""
    try:
        lines = game.executor.standings(cells)
    except RuleFailure:
        return None
    return [value for (value,) in lines[0]] if lines else None


def _moved(
    owners: Sequence[tuple[int, ...]], before: Sequence[int], after: Sequence[int]
) -> tuple[Moved, ...]:
    rose = ((seats, after[seats[0]] - before[seats[0]], after[seats[0]]) for seats in owners)
    return tuple(Moved(seats, by, now) for seats, by, now in rose if by)
