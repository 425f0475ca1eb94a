"""Undo at a table by a link: never of anything that a seat has learned, unless everybody saw it and agrees.

    possible(state, 0, {0, 2})        Undo(back=2, asks=True): up to the last move of a person, if seat 2 agrees
    possible(state, 0, {0})           "The last move drew on chance, and its result has been seen."

Whose move it was: a person may take back their own last move without asking as long as it is still their turn and nobody has
learned anything from it. Everything else is asked of the other people at the table. Moves of bots are taken back with the
move of the person before them.
"""

from __future__ import annotations

from collections.abc import Set

from rulewright.game.game import State
from rulewright.game.history.steps import Step
from rulewright.game.history.undo import why_not_undo
from rulewright.source.dataclass import dataclass

ONLY_SOME = "The last move showed something to some of the players only."


@dataclass(frozen=True, slots=True)
class Undo:
    """How many steps are taken back, and whether the other people have to agree."""

    back: int
    asks: bool


def possible(state: State, seat: int, people: Set[int]) -> Undo | str:
    """What an undo that a seat asks for would take back, or the reason why there is none. `people` are the seats of people."""
    step, back, learned = state.tip, 0, False
    while True:
        reason = _why_not(state, step, people, alone=not people - {seat})
        if reason is not None:
            return reason
        back += 1
        learned |= _learned(step, people) != 0
        if step.player in people:
            break
        assert step.before is not None, "the set-up cannot be taken back"
        step = step.before
    own = step.player == seat and back == 1 and state.current_player() in (seat, None)
    return Undo(back, bool(people - {seat}) and (learned or not own))


def taken_back(state: State, back: int) -> State:
    """The state before the last steps."""
    chain = state.tip.chain()
    return state.game.state_after(chain[len(chain) - 1 - back])


def _why_not(state: State, step: Step, people: Set[int], alone: bool) -> str | None:
    """Why a step cannot be taken back even if everybody agrees. Nobody can agree with a person who plays `alone`, so there
    a result of chance that was seen stays."""
    reason = why_not_undo(step, state.game.sight, True, not alone, step.player)
    if reason is not None:
        return reason
    everyone = _mask(people) | 1 << step.player
    for happening in step.happenings:
        seen = (happening.seen_by if happening.is_chance else 0) | happening.showed
        shown = seen & _mask(people)
        if shown and shown | 1 << step.player != everyone:
            return ONLY_SOME
    return None


def _learned(step: Step, people: Set[int]) -> int:
    """The people, as a bit set, who learned something from a step."""
    seen = 0
    for happening in step.happenings:
        seen |= (happening.seen_by if happening.is_chance else 0) | happening.showed
    return seen & _mask(people)


def _mask(seats: Set[int]) -> int:
    return sum(1 << seat for seat in seats)
