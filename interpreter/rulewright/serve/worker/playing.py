"""What a worker does with the position of a table: moves, undo, and what each viewer is sent.

A viewer is the number of a seat as text, or "spectator". Everything that goes to a viewer is made from the observation of this
viewer alone (`scene.table`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rulewright.author.story.narration import Story
from rulewright.game.game import State
from rulewright.game.history.record import entry, result
from rulewright.game.knowledge.visibility import Viewer
from rulewright.scene.table import scene_of
from rulewright.serve.words import SPECTATOR
from rulewright.serve.worker.positions import Held, Request
from rulewright.serve.worker.refusals import Answer, Refused
from rulewright.serve.worker.taking_back import possible, taken_back
from rulewright.serve.worker.typed_dice import NeedsRoll, TypedDice

KEPT = 12
"""Of how many of the last steps of a table the details stay in memory."""


def look(held: Held, request: Request) -> Answer:
    """What the viewers of a request see now."""
    return {"status": status(held.state), "views": views(held.state, request)}


def act(held: Held, request: Request) -> Answer:
    """Carry out a move of a seat. The answer has the step for the log, or with real dice the `roll` that has to come first."""
    state, typed = held.state, request.get("rolls")
    others = other_turn(state, request)
    if others:
        raise Refused("It is another player's turn.", others)
    dice = None if typed is None else TypedDice(held.game.wording, held.game.sampled, typed)
    try:
        after = state if dice is None else state.clone()
        after.apply_action(request["move"], dice, request["seat"])
    except NeedsRoll as needed:
        return {"roll": needed.roll}
    if dice is not None:
        dice.check_used()
        held.state = state = after
    held.revision += 1
    for step in state.tip.chain()[:-KEPT]:
        step.shed()
    return {"step": entry(state.tip), "status": status(state), "views": views(state, request)}


def other_turn(state: State, request: Request) -> list[str]:
    """Whose turn it is, by the name at the table, if it is not that of the seat that asks."""
    to_act = state.current_player()
    if to_act is None or to_act == request["seat"]:
        return []
    return [f"It is {request['names'][to_act]}'s turn."]


def undo(held: Held, request: Request) -> Answer:
    """Take back as many steps as the server found possible."""
    held.state = taken_back(held.state, request["back"])
    held.revision += 1
    return look(held, request)


def may_undo(held: Held, request: Request) -> Answer:
    """What an undo of a seat would take back. Raises Refused with the reason why there is none."""
    found = possible(held.state, request["seat"], frozenset(request["people"]))
    if isinstance(found, str):
        raise Refused(found)
    return {"back": found.back, "asks": found.asks}


def status(state: State) -> Answer:
    """What the server has to know of a position."""
    tip = state.tip
    return {
        "step": len(tip.chain()) - 1,
        "to_act": state.current_player(),
        "over": state.is_terminal(),
        "result": result(state.game, tip, whole=True),
    }


def views(state: State, request: Request) -> dict[str, Answer]:
    """What each viewer of a request is sent, by viewer: the scene as JSON text, the lines of the last step, and undo."""
    names, people = request["names"], frozenset(request["people"])
    return {viewer: _view(state, viewer, names, people) for viewer in request["viewers"]}


def earlier(held: Held, request: Request) -> Answer:
    """The scene of an earlier step, as a viewer saw it then."""
    chain, at = held.state.tip.chain(), request["at"]
    if not 0 <= at < len(chain):
        raise Refused(f"There is no step {at}: the game has {len(chain) - 1} so far.")
    state = held.game.state_after(chain[at])
    scene = scene_of(state, seat_of(request["viewer"]), request["names"])
    return {
        "scene": json.dumps(scene.to_json()),
        "at": at,
        "last": last(state, request["viewer"], request["names"]),
    }


def last(state: State, viewer: str, names: Sequence[str]) -> list[str]:
    """The lines of the step that led to a state."""
    return Story(state.game.program, names).last(state, seen_by(viewer))


def seat_of(viewer: str) -> int | None:
    """The seat of a viewer; None for a spectator."""
    return None if viewer == SPECTATOR else int(viewer)


def seen_by(viewer: str) -> Viewer:
    """A viewer as the interface of games names it."""
    return "spectator" if viewer == SPECTATOR else int(viewer)


def _view(state: State, viewer: str, names: Sequence[str], people: frozenset[int]) -> Answer:
    seat = seat_of(viewer)
    told: dict[str, Any] = {
        "scene": json.dumps(scene_of(state, seat, names).to_json()),
        "last": last(state, viewer, names),
    }
    if seat is not None:
        found = possible(state, seat, people)
        told["can_undo"] = found if isinstance(found, str) else True
        told["undo_asks"] = not isinstance(found, str) and found.asks
    return told
