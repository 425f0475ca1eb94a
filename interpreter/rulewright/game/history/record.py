"""Records: what happened in a game, as plain JSON-ready data.

    {"rulewright": 1, "game": "my-game", "title": "My game", "fingerprint": "...", "players": 2, "variant": null,
     "options": {"target": 100}, "overlays": [], "seats": ["1", "2"], "seed": 7,
     "start": {"chance": []},
     "steps": [{"player": 0, "action": "roll", "chance": [{"rolled": "dice", "faces": ["6"]}]}, ...],
     "result": null}

A full record replays without the seed; the seed lets the game go on with the same luck.  A seat's record
(`"seat": 1`) has no seed and only what that seat saw, including the moves of pieces that it saw; it cannot be replayed.
`"texts"` has the files of the rulebook, if the record is to outlive them (`texts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.game.errors import RecordError
from rulewright.game.history import texts
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.events import Json
from rulewright.game.knowledge.unordered import by_chance
from rulewright.game.results import standing
from rulewright.game.table import Table
from rulewright.problems.versions import other_version
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later
from rulewright.source.texts import Texts

if TYPE_CHECKING:
    from rulewright.game.history import formats
    from rulewright.problems import shapes
    from rulewright.problems.shapes import Shape
else:
    formats, shapes = later("rulewright.game.history.formats"), later("rulewright.problems.shapes")

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game that a record needs: its name, players, variant, options, overlays and texts."""

    game: str
    players: int
    variant: str | None
    options: dict[str, int | bool | str | None]
    overlays: tuple[str, ...]
    fingerprint: str | None
    texts: Texts | None
    """The texts that the record carries."""
    version: str
    """The version of Rulewright that wrote them."""

    @staticmethod
    def of(record: object) -> Wanted:
        """Read from a record; RecordError if it is not one, or these parts are damaged."""
        data = of_this_format(record)
        demand(formats.TABLE, data)
        carried, overlays = data.get("texts"), tuple(data.get("overlays", ()))
        return Wanted(
            data["game"], data["players"], data.get("variant"), dict(data["options"]), overlays, data.get("fingerprint"),
            texts.of_json(carried, len(overlays)) if carried else None, carried["version"] if carried else "",
        )  # fmt: skip

    def demand_same_rules(self, table: Table) -> None:
        """RecordError if a game that was made of the record's texts has other rules than the record."""
        texts.demand_same_rules(self.fingerprint, self.game, table.name, table.fingerprint, self.version)


def full(table: Table, tip: Step, failure: RuleFailure | None = None) -> dict[str, Json]:
    """The full record of all steps up to this one; with the rule failure that ended the game, if one did."""
    chain = tip.chain()
    record = _head(table)
    record["seed"] = tip.luck.seed
    record["start"] = {"chance": _chance(chain[0], None)}
    if chain[0].name == GIVEN:
        record["start"] = {"chance": [], "cells": list(chain[0].cells)}
    record["steps"] = [entry(step) for step in chain[1:]]
    record["result"] = None if failure else result(table, tip, whole=True)
    if failure is not None:
        record["failure"] = {"code": failure.code, "message": failure.message, "path": failure.path}
    return record


def entry(step: Step) -> dict[str, Json]:
    """A step of a full record."""
    return {"player": step.player, "action": step.text, "chance": _chance(step, None)}


def seen(table: Table, tip: Step, player: int) -> dict[str, Json]:
    """The record as one seat, or a spectator, saw it."""
    chain = tip.chain()
    record = _head(table)
    record["seat"] = player if player != table.sight.spectator else "spectator"
    record["start"] = {"chance": _chance(chain[0], player), "shown": _shown(chain[0], player)}
    record["steps"] = [
        {
            "player": step.player,
            "action": step.action_for(player),
            "chance": _chance(step, player),
            "shown": _shown(step, player),
        }
        for step in chain[1:]
    ]
    record["result"] = result(table, tip, whole=False)
    return record


def with_texts(table: Table, record: dict[str, Json]) -> dict[str, Json]:
    """The record with the texts of its rulebook and house rules. ValueError if the game was made without them."""
    if table.texts is None:
        raise ValueError(
            f"the texts of `{table.name}` are not known: two different files of it have the same name, or the "
            "game was made without files"
        )
    return {**record, "texts": texts.to_json(table.texts)}


# ----------------------------------------------------------------------------------------------------- writing

GIVEN = "given"
"""The name of a first step whose cells were given and not made by the set-up."""


def _head(table: Table) -> dict[str, Json]:
    program = table.program
    return {
        "rulewright": FORMAT,
        "game": program.name,
        "title": program.title,
        "fingerprint": program.fingerprint,
        "players": program.players,
        "variant": program.variant,
        "options": dict(program.options),
        "overlays": list(table.overlays),
        "seats": [table.wording.seat(player) for player in range(program.players)],
    }


def _chance(step: Step, player: int | None) -> list[Json]:
    return [words for words in step.told(player) if by_chance(words)]


def _shown(step: Step, player: int) -> list[Json]:
    return [words for words in step.told(player) if not by_chance(words)]


def result(table: Table, tip: Step, whole: bool) -> Json:
    end = standing.ended_by(table.program, tip.cells)
    if end is None:
        return None
    told: dict[str, Json] = {"ended_by": end.id, "winners": standing.winners(table.program, tip.cells)}
    if table.program.layout.worth >= 0:
        told["worth"] = standing.worth(table.program, tip.cells)
    if whole:
        told["returns"] = standing.returns(table.executor, tip.cells)
        told["scores"] = standing.scores(table.executor, tip.cells)
    return told


# ----------------------------------------------------------------------------------------------------- reading


def of_this_format(record: object) -> dict[str, Any]:
    """The record as a mapping, with only its format number checked. RecordError for any other value."""
    if isinstance(record, str | bytes):
        raise RecordError("a record is what `state.record()` gives; read a file with `json.load` first")
    if not isinstance(record, dict) or "rulewright" not in record:
        raise RecordError("this is not a record of a game: it has no `rulewright` number")
    if record["rulewright"] != FORMAT or record["rulewright"] is True:
        raise RecordError(f"this record was written by {other_version(record['rulewright'], FORMAT)}")
    return record


def demand(shape: Shape, data: dict[str, Any]) -> None:
    """RecordError, with the place, for a record that does not have this shape."""
    found = shapes.fault(shape, data)
    if found is not None:
        match found.place:
            case "steps", int(number), *_:
                step: int | None = number + 1
            case _:
                step = None
        raise RecordError(f"this record is damaged: {found}. Use a record as `state.record()` gave it", step)


def demand_whole(record: object) -> dict[str, Any]:
    """The record, with the shape of all parts checked, of any game. RecordError, with the place, if one is wrong."""
    data = of_this_format(record)
    demand(formats.RECORD, data)
    return data
