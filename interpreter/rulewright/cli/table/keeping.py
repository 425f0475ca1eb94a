"""Writing a game down and going on with it: records as JSON files.

A record holds the moves and what chance did, so it can be gone through again and played on.  Beside it stand the
players' names, and the files of the rulebook and its house rules as the command line named them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.outcome import FallsShort
from rulewright.cli.settings import Settings
from rulewright.cli.table.seats import Seat
from rulewright.game import record as records
from rulewright.game.errors import RecordError
from rulewright.game.game import Game
from rulewright.game.state import State

if TYPE_CHECKING:
    from rulewright.pipeline import Book

MOST_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read from a file. `settings` opens its game."""

    path: Path
    data: dict[str, Any]  # a record is JSON; `game.record` checks what is in it
    settings: Settings
    names: tuple[str, ...]
    bots: tuple[int, ...]
    """Seats, from 0, that were not played by people."""

    def replayed(self, game: Game) -> State:
        """The state that the record leads to. Raises FallsShort, which names the step that does not fit."""
        return self.at_step(game, None)

    def at_step(self, game: Game, step: int | None) -> State:
        """The state after a number of steps (None: all)."""
        data = self.data if step is None else {**self.data, "steps": self.steps[:step]}
        try:
            return records.replay(data, game)
        except RecordError as error:
            raise FallsShort(f"{self.path} does not replay: {error}") from None

    @property
    def steps(self) -> list[Any]:
        steps = self.data.get("steps")
        return steps if isinstance(steps, list) else []


def write_record(
    state: State, path: Path, settings: Settings, seats: Sequence[Seat] = (), over: bool = False
) -> None:
    """Write a game's record; FileExistsError if the file is there and `over` does not say to replace it."""
    write(state.record(), path, settings, seats, over)


def write(
    record: dict[str, object], path: Path, settings: Settings, seats: Sequence[Seat] = (), over: bool = False
) -> None:
    """Write a record with what stands beside it."""
    beside = {
        "names": [seat.name for seat in seats],
        "bots": [seat.number for seat in seats if not seat.human],
        "rulebook": settings.game,
        "house_rules": list(settings.overlays),
    }
    text = json.dumps({**record, **beside}, indent=1, ensure_ascii=False) + "\n"
    with path.open("w" if over else "x", encoding="utf-8") as file:
        file.write(text)


def free_path(name: str) -> Path:
    """A file in this folder that is not there yet: `NAME.record.json`, `NAME-2.record.json`, ..."""
    path = Path(f"{name}.record.json")
    number = 2
    while path.exists():
        path = Path(f"{name}-{number}.record.json")
        number += 1
    return path


def read_record(path: Path, given: Settings | None = None) -> Record:
    """The record in a file; GAME and house rules may be `given` anew when their files have moved.

    Raises UsageError if there is no file, or something else is in it.
    """
    data = _read_json(path)
    if "rulewright" not in data:
        raise click.UsageError(f"{path} does not hold a record of a game")
    told = given or Settings("")
    game = told.game or _text(data, "rulebook") or _text(data, "game")
    if not game:
        raise click.UsageError(f"{path} is damaged: it does not say which game it is a record of")
    players, options = data.get("players"), data.get("options")
    settings = replace(
        told,
        game=game,
        players=players if isinstance(players, int) else None,
        variant=_text(data, "variant") or None,
        options=tuple(options.items()) if isinstance(options, dict) else (),
        overlays=told.overlays or tuple(_texts(data, "house_rules") or _texts(data, "overlays")),
    )
    return Record(path, data, settings, tuple(_texts(data, "names")), _bots(data))


def open_book(kept: Record) -> Book:
    """The record's rulebook at its table. Options that it fixes or has taken out are left to it."""
    plain = replace(kept.settings, options=())
    known = {option.id for option in plain.open_book().rulebook.options.values() if not option.fixed}
    return replace(
        plain, options=tuple(each for each in kept.settings.options if each[0] in known)
    ).open_book()


def _read_json(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise click.UsageError(f"{path} is too large to be a record")
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise click.UsageError(f"{path} is damaged: it does not hold a record (JSON)") from None
    if not isinstance(data, dict):
        raise click.UsageError(f"{path} does not hold a record of a game")
    return data


def _bots(data: dict[str, Any]) -> tuple[int, ...]:
    bots = data.get("bots")
    return tuple(seat for seat in bots if isinstance(seat, int)) if isinstance(bots, list) else ()


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""


def _texts(data: dict[str, Any], key: str) -> list[str]:
    value = data.get(key)
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
