"""A played game reviewed for a program: `rw.review`.

found = review(state, by="mcts:2000", seat=0)
found.turning_points                   the three decisions that gave away most
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.game.game import State
from rulewright.play.advising import review as reviews
from rulewright.play.advising.judges import judge_named
from rulewright.play.advising.review import Review
from rulewright.play.running.reports import Reports
from rulewright.runtime import whole_numbers


def review(
    state: State,
    by: str | None = None,
    seed: int = 0,
    seat: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """The review of the game that led to a state: what each decision gave away, and what luck gave.

    `by` says who judges: `mcts:N`, a search with N games for each decision, or `solved:FILE`; None is a search with fewer games the longer games are.
    With `seat`, counted from 0, only the decisions of this one are judged. `progress` gets how many steps are done, and how many there are. Raises
    ValueError for a judge or a seat that there is not, TypeError for a state that is none.
    """
    told = Reports(progress)
    if not isinstance(state, State):
        raise TypeError(f"a state is reviewed, not {type(state).__name__}")
    if seat is not None:
        seat = whole_numbers.count("seat", seat, 0)
        if seat >= state.game.num_players:
            raise ValueError(
                f"there is no seat {seat}: seats are counted from 0 to {state.game.num_players - 1}"
            )
    found = reviews.review(state, judge_named(state, by), seed, told, seat)
    told.end(told.of)
    return found
