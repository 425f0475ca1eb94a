"""What a move is certain to score, before it is made.

    preview(state, 0, 17)          "+15"
    preview(state, 0, 18)          ""          what it scores depends on dice, or on what this seat does not see

Nothing hidden is revealed, and no luck to come: unless the game has neither, the move is tried in states that this seat cannot tell apart
from the real one, never in that state itself, and its score is shown if it is the same in all of them. Dice that are only rolled
for the next player do not matter then.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.errors import IllegalAction
from rulewright.game.game import State
from rulewright.game.knowledge import score_changes
from rulewright.runtime.failures import RuleFailure

WORLDS = 3
"""In how many states that a seat cannot tell apart a move is tried."""
WITH_CHANCE = 12
"""The same for a move with chance events: that the score is the same each time by luck alone has to be out of the question."""


def previews(state: State, viewer: int, ids: list[int], names: Sequence[str] = ()) -> dict[int, str]:
    """The points that legal moves, by their ids, are certain to bring; moves of which nothing is known are left out. `names` are the
    people in the seats: by default `player 1` and so on."""
    certain = not (state.game.hides or state.game.has_chance)
    worlds = [state] if certain else [state.resample(viewer, seed) for seed in range(WITH_CHANCE)]
    found = {number: _agreed(worlds, viewer, number, names) for number in ids}
    return {number: text for number, text in found.items() if text}


def preview(state: State, viewer: int, number: int, names: Sequence[str] = ()) -> str:
    """The points that a legal move is certain to bring, empty if nothing is certain."""
    return previews(state, viewer, [number], names).get(number, "")


def _agreed(worlds: list[State], viewer: int, number: int, names: Sequence[str]) -> str:
    """What a move scores in every state, empty if it is not always the same."""
    first, chance = _scored(worlds[0], viewer, number, names)
    for count, world in enumerate(worlds[1:], 2):
        if not first or (count > WORLDS and not chance):
            break
        text, drawn = _scored(world, viewer, number, names)
        chance |= drawn
        if text != first:
            return ""
    return first


def _scored(world: State, viewer: int, number: int, names: Sequence[str]) -> tuple[str, bool]:
    """What a move scores in one state, `+15`, and for others `-5 for player 2`; and whether chance had a part in the move."""
    after = world.clone()
    try:
        after.apply_action(number)
    except (IllegalAction, RuleFailure):
        return "", False
    step = after.tip
    moved = score_changes.of_step(world.game, step, viewer)
    own = [each.by for each in moved if viewer in each.seats]
    others = [f"{each.by:+} for {_seats(each.seats, names)}" for each in moved if viewer not in each.seats]
    text = ", ".join([*(f"{by:+}" for by in own), *others])
    return text, bool(text) and any(each.is_chance for each in step.happenings)


def _seats(seats: tuple[int, ...], names: Sequence[str]) -> str:
    return " and ".join(names[seat] if names else f"player {seat + 1}" for seat in seats)
