"""Score changes: whose score a step changed, by how much, and the new score.

    before  Ana 27 · Bob 30
    after   Ana 42 · Bob 30        (Moved((0,), 15, 42),)

The score is the first line of `standing`, or the value of the result if there is none. A viewer sees only scores that
depend on nothing hidden from them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.game.history.steps import Step
from rulewright.game.knowledge.visibility import Viewer
from rulewright.game.questions.effects import reads_openly
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.game.game import Game


@dataclass(frozen=True, slots=True)
class Moved:
    """A changed score of a player, or of a team that shares it: `seats` from 0, the difference `by`, and the new score `now`."""

    seats: tuple[int, ...]
    by: int
    now: int
    parts: tuple[tuple[str, int], ...] = ()
    """The lines of a total (`sum_of`) that changed, each with its difference."""

    def to_json(self) -> dict[str, object]:
        parts = {"parts": dict(self.parts)} if self.parts else {}
        return {"seats": list(self.seats), "by": self.by, "now": self.now, **parts}


def of_steps(game: Game, tip: Step, viewer: Viewer | None) -> list[tuple[Moved, ...]]:
    """The score changes of each step up to this one that a viewer (None: sees everything) may know; the set-up has none."""
    steps = tip.chain()
    if not _tells(game, viewer):
        return [()] * len(steps)
    return list(between(game, [step.cells for step in steps]))


def of_step(game: Game, step: Step, viewer: Viewer | None) -> tuple[Moved, ...]:
    """The score changes of a step that a viewer (None: sees everything) may know."""
    if step.before is None or not _tells(game, viewer):
        return ()
    return list(between(game, [step.before.cells, step.cells]))[-1]


def between(game: Game, positions: Sequence[array[int]]) -> Iterator[tuple[Moved, ...]]:
    """The score changes from each position to the next; none for the first."""
    before, pad = None, _pad(game)
    earlier: array[int] | None = None
    for cells in positions:
        after = standings(game, cells)
        moved: tuple[Moved, ...] = _moved(_owners(game), before, after) if before and after else ()
        yield tuple(replace(each, parts=_parts(game, pad, each, earlier, cells)) for each in moved)
        before, earlier = after, cells


def _pad(game: Game) -> ir.Definition | None:
    """The total with named lines that is the score of a single player, if the score is one."""
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
    """Whether the game has a score that a viewer sees at any time."""
    best = next(iter(standing_of(game.program)), None)
    player = game.viewer(viewer)
    if best is None or player is None:
        return best is not None
    return reads_openly(game.program, game.sight, best.value, player)


def _owners(game: Game) -> list[tuple[int, ...]]:
    """The seats that share a score: those of a team if the score is per team, otherwise each alone."""
    teams = game.program.teams
    seats = range(game.num_players)
    if not standing_of(game.program)[0].per_team:
        return [(seat,) for seat in seats]
    return [tuple(seat for seat in seats if teams[seat] == team) for team in dict.fromkeys(teams)]


def standings(game: Game, cells: array[int]) -> list[int] | None:
    """The scores of all owners; None if there are none, or they cannot be evaluated before the end."""
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
