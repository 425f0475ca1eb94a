"""The last line of a game: who wins.

Bo and Ana win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rulewright.game.state import State


def result_of(state: State, names: Sequence[str], told: bool) -> str:
    """Who wins a game that is over; of one player alone that it is over, unless the reason was `told`. "" if nothing is left to say."""
    seats = cast("Sequence[int]", state.observation(None)["winners"])
    winners = [names[seat] for seat in seats]
    if len(names) == 1:
        return "" if told else "The game is over."
    if not winners:
        return "Nobody wins."
    if len(winners) == len(names):
        return "All share the win."
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}."
