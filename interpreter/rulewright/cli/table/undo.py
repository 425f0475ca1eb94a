"""Taking moves back at the table: the last move of a person, and with it what bots did since.

    taken_back(table)          Taken(state, "Taken back: Ann's move, and the move after it.")
    taken_back(table)          Taken(None, "The last move was made by Bob, and only your own can be taken back.")

Whoever sits at the screen agrees on that. With real dice on the table a roll that was mistyped goes back too, and at last
what was typed to set the game up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.cli.table.seats import Seat
from rulewright.game.game import State


@dataclass(frozen=True, slots=True)
class Taken:
    """The state before, or None, and what to say."""

    state: State | None
    said: str


def taken_back(
    state: State, seats: Sequence[Seat], real_dice: bool = False, player: int | None = None,
    typed_last: bool = False,
) -> Taken:  # fmt: skip
    """Before the last move of a person; of what was `typed_last`, a bot's move with real dice is enough. `player`: who
    takes it back before the one to act has looked at the screen."""
    before = state.clone()
    while True:
        reason = before.can_undo(True, real_dice, player)
        if reason is not None:
            return Taken(None, _with_names(reason, seats))
        seat = seats[before.tip.player]
        was_typed = typed_last and any(each.is_chance for each in before.tip.happenings)
        before.undo(True, real_dice, player)
        if seat.human or was_typed:
            break
    back = len(state.history) - len(before.history)
    alone = sum(each.human for each in seats) < 2
    if alone and back == 1 and seat.human:
        return Taken(before, "Taken back.")
    whose = "your" if alone and seat.human else f"{seat.name}'s"
    after = f", and {_moves(back - 1)} after it" if back > 1 else ""
    return Taken(before, f"Taken back: {whose} move{after}.")


def _with_names(text: str, seats: Sequence[Seat]) -> str:
    for seat in reversed(seats):
        text = text.replace(f"seat {seat.number + 1}", seat.name)
    return text


def _moves(many: int) -> str:
    return "the move" if many == 1 else f"{many} moves"
