"""Saved states: a whole state as JSON text and back, exactly, with cells, luck, history and knowledge.

Each step has only the cells that changed, so a text grows by a few hundred characters a step; without history its
length does not grow with the game.  A checksum, which does not depend on the layout of the JSON, shows damage, and the
fingerprint shows a state of another game; `difference` says how the two tables differ.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.game.errors import SavedStateError
from rulewright.game.history.formats import saved_state
from rulewright.game.history.record import GIVEN
from rulewright.game.history.steps import Details, Step
from rulewright.game.knowledge.events import Happening
from rulewright.game.knowledge.tracked_pieces import Known
from rulewright.game.knowledge.unordered import can_be_added
from rulewright.game.knowledge.visibility import UNSEEN
from rulewright.game.table import Table
from rulewright.ir.layout import KindLayout
from rulewright.problems.quoting import quoted, shortened, shown
from rulewright.problems.shapes import fault
from rulewright.problems.versions import other_version
from rulewright.runtime.executor import Choice, Luck, Value
from rulewright.source.dataclass import dataclass

FORMAT = 1
Data = dict[str, Any]
"""The result of `json.loads`, before and after its shape is checked."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a state with explicit chance waits for: an action or the set-up (`choice` None), with the ids of the results so far.
    Without `results` it waits for a player."""

    choice: Choice | None = None
    results: tuple[int, ...] | None = None

    @property
    def is_set_up(self) -> bool:
        """Whether the set-up is not complete."""
        return self.results is not None and self.choice is None


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved state: the last step (of an incomplete set-up: only its seed), and what it waits for if its chance is explicit."""

    tip: Step | None
    seed: int = 0
    waiting: Waiting | None = None


def to_text(table: Table, tip: Step, history: bool = True, waiting: Waiting | None = None) -> str:
    """The state after a step, with its history; without `history` as if the game had started at that position."""
    steps: list[Data] = []
    before: Step | None = None
    for step in tip.chain() if history else [trimmed(tip)]:
        steps.append(_step(step, before))
        before = step
    body: Data = {
        "rulewright_state": FORMAT,
        **origin(table),
        "steps": steps,
    }
    if waiting is not None:
        body["explicit_chance"] = _waiting(waiting, tip)
        body["steps"] = [] if waiting.is_set_up else steps
    return sealed(body)


def _waiting(waiting: Waiting, tip: Step) -> Data:
    if waiting.results is None:
        return {}
    results = list(waiting.results)
    if waiting.choice is None:
        return {"seed": tip.luck.seed, "results": results}
    return {"choice": _choice(waiting.choice), "results": results}


def _choice(choice: Choice) -> list[Any]:
    return [choice.action, list(choice.arguments)]


def sealed(body: Data) -> str:
    """The text of a saved state, with its checksum, which guards against damage and not against forgery."""
    text = _plain(body)
    return text[:-1] + _ending(_checksum(text))


def from_text(table: Table, text: object) -> Saved:
    """A saved state; SavedStateError if the text is damaged or of another game."""
    if not isinstance(text, str | bytes):
        kind = "None" if text is None else f"of type {type(text).__name__}"
        raise SavedStateError(f"a saved state must be a text, but this is {kind}")
    try:
        body = json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise SavedStateError("this is not a saved state: it is not JSON") from error
    if not isinstance(body, dict) or "rulewright_state" not in body:
        raise SavedStateError("this is not a saved state of a game")
    if body["rulewright_state"] != FORMAT:
        raise SavedStateError(
            f"this state was saved by {other_version(body['rulewright_state'], FORMAT)}; "
            "a record of the game can be replayed"
        )
    other = difference(table, body)
    if other is not None:
        raise SavedStateError(other)
    checksum = body.pop("checksum", None)
    if not (_as_written(text, checksum) or checksum == _checksum(_plain(body))):
        raise SavedStateError("this saved state is damaged: its checksum does not fit")
    found = fault(saved_state(table), body)
    if found is not None:
        raise _damaged(str(found))
    return _read(table, body)


def _damaged(how: str) -> SavedStateError:
    return SavedStateError(
        f"this saved state is damaged: {how}. Read one as `state.serialize()` gave it, or begin again from a record"
    )


def _plain(body: Data) -> str:
    """The canonical text of this data, of which the checksum is made."""
    return json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _ending(checksum: object) -> str:
    return f',"checksum":"{checksum}"}}'


def _as_written(text: str | bytes, checksum: object) -> bool:
    """Whether a text is exactly as `to_text` wrote it, which is quick to check; some stores write JSON with another layout."""
    ending = _ending(checksum)
    return (
        isinstance(text, str) and text.endswith(ending) and _checksum(text[: -len(ending)] + "}") == checksum
    )


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# ----------------------------------------------------------------------------------------------------- writing


def trimmed(tip: Step) -> Step:
    """The position of a step without its history; what players know is kept."""
    return Step(None, -1, None, Details("", False, GIVEN, (), tip.known), tip.cells, tip.luck, tip.masked)


def _step(step: Step, before: Step | None) -> Data:
    old: Sequence[int] = before.cells if before is not None else [0] * len(step.cells)
    data: Data = {
        "player": step.player,
        "choice": None if step.choice is None else _choice(step.choice),
        "text": step.text,
        "secret": step.secret,
        "name": step.name,
        "happened": [[h.part, h.whole, h.seen_by, h.showed] for h in step.happenings],
        "cells": [[i, cell] for i, cell in enumerate(step.cells) if cell != old[i]],
        "luck": [step.luck.seed, step.luck.turns, sorted(step.luck.used.items())],
        "masked": step.masked,
    }
    together = [[n, h.together, list(h.ranks)] for n, h in enumerate(step.happenings) if h.together]
    if together:
        data["together"] = together
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


def _read(table: Table, body: Data) -> Saved:
    tip = _read_steps(table, body["steps"])
    chance = body.get("explicit_chance")
    if (tip is None) != (chance is not None and "seed" in chance):
        raise _damaged("it has either `steps`, or the seed of an incomplete set-up")
    if chance is None:
        return Saved(tip)
    if ("results" in chance) != ("seed" in chance or "choice" in chance) or chance.keys() >= {
        "seed",
        "choice",
    }:
        raise _damaged("`explicit_chance` has results for the set-up or for one choice")
    results = tuple(chance["results"]) if "results" in chance else None
    choice = _read_choice(table, chance.get("choice"), "explicit_chance")
    return Saved(tip, chance.get("seed", 0), Waiting(choice, results))


def _read_steps(table: Table, steps: list[Data]) -> Step | None:
    tip: Step | None = None
    for number, data in enumerate(steps):
        tip = _read_step(table, data, tip, f"steps[{number}]", number == len(steps) - 1)
    return tip


def _read_step(table: Table, data: Data, before: Step | None, place: str, last: bool) -> Step:
    cells = before.cells[:] if before is not None else array("i", [0] * table.program.layout.size)
    for index, cell in data["cells"]:
        cells[index] = cell
    blotted = data["masked"] and not last
    _check(
        table, table.possible.fault_in_part(cells, UNSEEN) if blotted else table.possible.fault(cells), place
    )
    if (data["player"] < 0) != (before is None):
        raise _damaged(f"`{place}.player` is {data['player']}, and the set-up alone is nobody's (-1)")
    known = (
        before.known if before is not None and "known" not in data else tuple(map(_read_known, data.get("known", ())))
    )  # fmt: skip
    if not blotted:
        _check_known(table, known, cells, f"{place}.known")
    return Step(
        before,
        data["player"],
        _read_choice(table, data["choice"], place),
        Details(data["text"], data["secret"], data["name"], _read_happenings(data, place), known),
        cells,
        _read_luck(data["luck"]),
        data["masked"],
    )


def _read_happenings(data: Data, place: str) -> tuple[Happening, ...]:
    """The happenings of a step, with the groups of those that happened together."""
    happenings = [Happening(*happened) for happened in data["happened"]]
    for number, together, ranks in data.get("together", ()):
        if number >= len(happenings) or not can_be_added(happenings[number], ranks):
            raise _damaged(f"`{place}.together` is not of what happened there")
        happenings[number] = replace(happenings[number], together=together, ranks=tuple(ranks))
    return tuple(happenings)


def _check(table: Table, wrong: str | None, place: str) -> None:
    if wrong is not None:
        raise SavedStateError(
            f"no game of `{table.name}` can be as in this saved state: {wrong} (`{place}.cells`)"
        )


def _check_known(table: Table, known: tuple[Known, ...], cells: Sequence[int], place: str) -> None:
    """Check that what players know is true, and that a game that hides anything has the knowledge of every player."""
    wanted = table.num_players if table.hides else 0
    if len(known) != wanted:
        raise _damaged(f"`{place}` is about {len(known)} players, but must be about {wanted}")
    for player, each in enumerate(known):
        for name, kind in table.program.layout.kinds.items():
            if not kind.identical:
                wrong = any(cells[kind.where + piece] != at for piece, (at, _) in each.pieces[name].items())
            else:
                wrong = any(
                    _listed(kind, each, code) > kind.held_at(cells, code) for code in range(len(kind.places))
                )
            if wrong:
                raise _damaged(f"`{place}[{player}]` has {name} where they do not lie")


def _listed(kind: KindLayout, known: Known, code: int) -> int:
    """The number of identical pieces that are known to be at a place."""
    return sum(many for number, many in known.looks[kind.name].items() if number // kind.looks == code)


def _read_choice(table: Table, data: Any, place: str) -> Choice | None:
    if data is None:
        return None
    choice = Choice(data[0], tuple(map(_value, data[1])))
    if not table.typed_choices.have(choice):
        raise _damaged(f"`{place}.choice`: `{table.name}` has no action {shown(data)}")
    return choice


def _read_luck(data: Any) -> Luck:
    seed, turns, used = data
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


def origin(table: Table) -> Data:
    """The data that identify a table, saved with a state."""
    return {
        "game": table.name,
        "fingerprint": table.fingerprint,
        "players": table.num_players,
        "variant": table.variant,
        "options": table.options,
        "overlays": list(table.overlays),
    }


def difference(table: Table, saved: Data) -> str | None:
    """None if a state comes from a table with the same rules; otherwise a sentence with the game that it comes from,
    and what to do."""
    if (saved.get("fingerprint"), saved.get("players")) == (table.fingerprint, table.num_players):
        return None
    here = origin(table)
    if saved.get("game") != here["game"]:
        return f"this state is one of {quoted(str(saved.get('game')))}, and this game is `{table.name}`"
    setting = other_setting(table, saved)
    if setting is not None:
        return f"this state of `{table.name}` was saved {setting}"
    return f"the rules of `{table.name}` are not those by which this state was saved: its rulebook or an overlay was edited"


def other_setting(table: Table, saved: Data) -> str | None:
    """With which players, variant, overlays or options saved data were made, if not with those of this table, and how to load the game
    with them; otherwise None."""
    here = origin(table)
    for what, said in (
        ("players", "for {} players: load the game with `players={}`"),
        ("variant", "of variant {}: load the game with `variant={}`"),
        ("overlays", "with overlays {}: load the game with `overlays={}`"),
    ):
        if saved.get(what, here[what]) != here[what]:
            said = "without a variant: load the game with `variant={1}`" if saved[what] is None else said
            return f"{_told(said, saved[what])}; here {'they are' if what == 'overlays' else 'it is'} {_shown(here[what])}"
    options = _differing(saved.get("options"), here["options"])
    if options:
        said = "with options {}: load the game with `options={}`"
        mine = {name: here["options"].get(name) for name in options}
        return f"{_told(said, options)}; here they are {_shown(mine)}"
    return None


def _differing(options: object, here: Data) -> Data:
    """The options whose value differs between a saved state and this table."""
    if not isinstance(options, dict):
        return {}
    return {name: value for name, value in options.items() if name not in here or here[name] != value}


def _told(said: str, value: object) -> str:
    return said.format(_shown(value), _shown(value))


def _shown(value: object) -> str:
    return shortened(repr(value), 200)
