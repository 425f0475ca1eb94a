"""A whole state as JSON text and back, exactly: cells, luck, history and knowledge.

Each step holds how its cells differ from those before, so a long game stays small.  A checksum tells a damaged text,
the fingerprint a state of another game.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.game.errors import SavedStateError
from rulewright.game.happenings import Happening
from rulewright.game.history import Step
from rulewright.game.knowledge import Known
from rulewright.game.sight import UNSEEN
from rulewright.runtime.executor import Choice, Luck, Value

if TYPE_CHECKING:
    from rulewright.game.game import Game

FORMAT = 1
Data = dict[str, Any]
"""What `json.loads` gives: anything, until it has been looked at."""


def to_text(game: Game, tip: Step) -> str:
    """The state that a step leads to, with the way to it."""
    steps: list[Data] = []
    before: Step | None = None
    for step in tip.chain():
        steps.append(_step(step, before))
        before = step
    body: Data = {
        "rulewright_state": FORMAT,
        "game": game.name,
        "fingerprint": game.fingerprint,
        "players": game.num_players,
        "steps": steps,
    }
    return json.dumps({**body, "checksum": _checksum(body)}, ensure_ascii=False, separators=(",", ":"))


def from_text(game: Game, text: str) -> Step:
    """The last step of a saved state; SavedStateError if the text is damaged or of another game."""
    try:
        body = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise SavedStateError("this is no saved state: it is not JSON") from error
    if not isinstance(body, dict) or "rulewright_state" not in body:
        raise SavedStateError("this is no saved state of a game")
    if body["rulewright_state"] != FORMAT:
        raise SavedStateError(
            f"this state has format {body['rulewright_state']}, and this version reads {FORMAT}"
        )
    if (body.get("fingerprint"), body.get("players")) != (game.fingerprint, game.num_players):
        raise SavedStateError(
            f"this state belongs to other rules than these of `{game.name}`: another rulebook, other options, "
            "overlays or players"
        )
    checksum = body.pop("checksum", None)
    if checksum != _checksum(body):
        raise SavedStateError("this saved state is damaged: its checksum does not fit")
    try:
        return _read_steps(game, body["steps"])
    except SavedStateError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise SavedStateError("this saved state is damaged") from error


def _checksum(body: Data) -> str:
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# ----------------------------------------------------------------------------------------------------- writing


def _step(step: Step, before: Step | None) -> Data:
    old: Sequence[int] = before.cells if before is not None else [0] * len(step.cells)
    data: Data = {
        "player": step.player,
        "choice": None if step.choice is None else [step.choice.action, list(step.choice.arguments)],
        "text": step.text,
        "secret": step.secret,
        "name": step.name,
        "happened": [[h.part, h.whole, h.seen_by, h.showed] for h in step.happenings],
        "cells": [[i, cell] for i, cell in enumerate(step.cells) if cell != old[i]],
        "luck": [step.luck.seed, step.luck.turns, sorted(step.luck.used.items())],
        "masked": step.masked,
    }
    if before is None or step.known != before.known:
        data["known"] = [_known(known) for known in step.known]
    return data


def _known(known: Known) -> list[Any]:
    pieces = {
        kind: [[piece, *at] for piece, at in sorted(found.items())] for kind, found in known.pieces.items()
    }
    looks = {kind: sorted(found.items()) for kind, found in known.looks.items()}
    return [pieces, looks, sorted(known.written)]


# ----------------------------------------------------------------------------------------------------- reading


def _read_steps(game: Game, steps: list[Data]) -> Step:
    tip: Step | None = None
    for number, data in enumerate(steps, start=1):
        tip = _read_step(game, data, tip, number == len(steps))
    if tip is None:
        raise ValueError("no steps")
    return tip


def _read_step(game: Game, data: Data, before: Step | None, last: bool) -> Step:
    cells = before.cells[:] if before is not None else array("i", [0] * game.program.layout.size)
    for index, cell in data["cells"]:
        cells[index] = cell
    blotted = data["masked"] and not last
    _check(game, game.possible.fault_in_part(cells, UNSEEN) if blotted else game.possible.fault(cells))
    if data["player"] not in range(-1, game.num_players):
        raise SavedStateError(f"this saved state is damaged: there is no seat {data['player']!r}")
    known = (
        before.known if before is not None and "known" not in data else tuple(map(_read_known, data["known"]))
    )
    return Step(
        before,
        data["player"],
        _read_choice(game, data["choice"]),
        data["text"],
        data["secret"],
        data["name"],
        tuple(Happening(*happened) for happened in data["happened"]),
        cells,
        _read_luck(game, data["luck"]),
        known,
        data["masked"],
    )


def _check(game: Game, fault: str | None) -> None:
    if fault is not None:
        raise SavedStateError(f"no game of `{game.name}` can stand as in this saved state: {fault}")


def _read_choice(game: Game, data: Any) -> Choice | None:
    if data is None:
        return None
    choice = Choice(data[0], tuple(map(_value, data[1])))
    if not game.typed_choices.have(choice):
        raise SavedStateError(f"this saved state is damaged: `{game.name}` has no action {data}")
    return choice


def _read_luck(game: Game, data: Any) -> Luck:
    seed, turns, used = data
    counts = [*turns, *(many for _, many in used)]
    streams = range(len(game.program.streams))
    if (
        len(turns) != game.num_players + 1
        or not all(type(each) is int and each >= 0 for each in (seed, *counts))
        or not all(stream in streams for stream, _ in used)
    ):
        raise SavedStateError("this saved state is damaged: its luck is not that of this game")
    return Luck(seed, turns, dict(used))


def _read_known(data: list[Any]) -> Known:
    pieces, looks, written = data
    return Known(
        {kind: {piece: (place, face) for piece, place, face in found} for kind, found in pieces.items()},
        {kind: dict(found) for kind, found in looks.items()},
        set(written),
    )


def _value(value: Any) -> Value:
    return tuple(value) if isinstance(value, list) else value
