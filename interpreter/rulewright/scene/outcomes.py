"""What lies on the boards after a move, before it is made: for a drawing of the piece as it would lie.

    outcome(state, 0, 17)     (Outcome("table", Space("e3s1", ..., pieces=(a piece turned by two quarters,))),)

Nothing hidden is revealed, and no luck to come: unless the game has neither, the move is tried in states that this seat cannot tell
apart from the real one, never in that state itself, and a space is listed if the same lies there in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.game.errors import IllegalAction
from rulewright.game.game import State
from rulewright.game.knowledge.observation import observation
from rulewright.runtime.failures import RuleFailure
from rulewright.scene.boards import boards_of
from rulewright.scene.looks import Looks
from rulewright.scene.records import Piece, Space
from rulewright.scene.table import in_order, people_of
from rulewright.source.dataclass import dataclass

WORLDS = 6
"""In how many states that a seat cannot tell apart a move is tried."""

Places = Mapping[tuple[str, str], Space]
"""Spaces by their board and their id."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A space of a board that a move changes, as it is afterwards."""

    board: str
    space: Space


def outcome(state: State, viewer: int, number: int, names: Sequence[str] = ()) -> tuple[Outcome, ...]:
    """The spaces whose pieces a legal move is certain to change, as this seat will see them. `names` are as for a scene."""
    game = state.game
    certain = not (game.hides or game.has_chance)
    worlds = [state] if certain else [state.resample(viewer, seed) for seed in range(WORLDS)]
    people = names or people_of(state)
    before = _places(state, viewer, people)
    afters = [_after(world, viewer, number, people) for world in worlds]
    first = afters[0]
    return tuple(
        Outcome(board, first.get((board, id_)) or _empty(before[board, id_]))
        for board, id_ in dict.fromkeys((*before, *first))
        if _there(first, board, id_) != _there(before, board, id_)
        and all(_there(after, board, id_) == _there(first, board, id_) for after in afters)
    )


def _after(world: State, viewer: int, number: int, names: Sequence[str]) -> Places:
    """What the seat sees on the boards after a move; as before if the move is not possible in this state."""
    after = world.clone()
    try:
        after.apply_action(number)
    except (IllegalAction, RuleFailure):
        return _places(world, viewer, names)
    return _places(after, viewer, names)


def _places(state: State, viewer: int, names: Sequence[str]) -> Places:
    game, program = state.game, state.game.program
    seen = observation(game.wording, game.sight, state.cells, game.check_seat(viewer))
    boards = boards_of(Looks(program, names), seen, (), in_order(program))
    return {(board.id, space.id): space for board in boards for space in board.spaces}


def _there(places: Places, board: str, space: str) -> tuple[Piece, ...]:
    """The pieces on a space; none on a space that an unbounded board does not list."""
    found = places.get((board, space))
    return () if found is None else found.pieces


def _empty(space: Space) -> Space:
    return Space(space.id, space.label, space.x, space.y, space.colour)
