"""What a move is certain to score, before it is made.

    preview(state, 0, 17)          "+15"
    preview(state, 0, 18)          ""          it rolls dice, or what it scores depends on what this seat does not see

Nothing hidden is revealed: if the game hides anything, the move is tried in states that this seat cannot tell apart from the real one,
never in that state itself, and its score is shown if it is the same in all of them.
"""

from __future__ import annotations

from rulewright.game.errors import IllegalAction
from rulewright.game.game import State
from rulewright.game.knowledge import score_changes
from rulewright.runtime.failures import RuleFailure

WORLDS = 3
"""In how many states that a seat cannot tell apart a move is tried."""


def previews(state: State, viewer: int, ids: list[int]) -> dict[int, str]:
    """The points that legal moves, by their ids, are certain to bring; moves of which nothing is known are left out."""
    worlds = [state.resample(viewer, seed) for seed in range(WORLDS)] if state.game.hides else [state]
    found = {number: _agreed(worlds, viewer, number) for number in ids}
    return {number: text for number, text in found.items() if text}


def preview(state: State, viewer: int, number: int) -> str:
    """The points that a legal move is certain to bring, empty if nothing is certain."""
    return previews(state, viewer, [number]).get(number, "")


def _agreed(worlds: list[State], viewer: int, number: int) -> str:
    texts = {_scored(world, viewer, number) for world in worlds}
    return texts.pop() if len(texts) == 1 else ""


def _scored(world: State, viewer: int, number: int) -> str:
    """What a move scores in one state: `+15`, and for others `-5 to seat 2`; empty if chance has a part in it."""
    after = world.clone()
    try:
        after.apply_action(number)
    except (IllegalAction, RuleFailure):
        return ""
    step = after.tip
    if any(each.is_chance for each in step.happenings):
        return ""
    moved = score_changes.of_step(world.game, step, viewer)
    own = [each.by for each in moved if viewer in each.seats]
    others = [f"{each.by:+} for {_seats(each.seats)}" for each in moved if viewer not in each.seats]
    return ", ".join([*(f"{by:+}" for by in own), *others])


def _seats(seats: tuple[int, ...]) -> str:
    return " and ".join(f"player {seat + 1}" for seat in seats)
