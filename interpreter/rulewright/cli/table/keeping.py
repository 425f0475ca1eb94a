"""Writing a game down and going on with it: records as JSON files.

A record holds the moves and what chance did, so it can be gone through again and played on.  Beside it stand the
players' names, whether the dice are real, and the files of the rulebook and its house rules as the command line
named them.  A file that only the record names is opened if it looks like a rulebook, and not otherwise: records come
from other people.
"""

from __future__ import annotations

import json
import os
import re
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
RULEBOOK_KEY = re.compile(rb"^\s*\{?\s*[\"']?rulebook[\"']?\s*:", re.MULTILINE)
TYPED, ROLLED = "typed", "rolled"


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read from a file. `settings` opens its game."""

    path: Path
    data: dict[str, Any]  # a record is JSON; `game.record` checks what is in it
    settings: Settings
    names: tuple[str, ...]
    bots: tuple[int, ...]
    """Seats, from 0, that were not played by people."""
    dice: str = ROLLED

    def replayed(self, game: Game) -> State:
        """The state that the record leads to. Raises FallsShort, which names the step that does not fit."""
        return self.at_step(game, None)

    def at_step(self, game: Game, step: int | None) -> State:
        """The state after a number of steps (None: all)."""
        data = self.data
        if step is not None and step < len(self.steps):
            data = {key: value for key, value in data.items() if key != "result"}
            data["steps"] = self.steps[:step]
        try:
            return records.replay(data, game)
        except RecordError as error:
            raise FallsShort(f"{self.path} does not replay: {error}") from None

    @property
    def steps(self) -> list[Any]:
        steps = self.data.get("steps")
        return steps if isinstance(steps, list) else []


def write_record(
    state: State, path: Path, settings: Settings, seats: Sequence[Seat] = (), over: bool = False,
    dice: str = ROLLED,
) -> None:  # fmt: skip
    """Write a game's record; FileExistsError if the file is there and `over` does not say to replace it."""
    write(state.record(), path, settings, seats, over, dice)


def write(
    record: dict[str, object], path: Path, settings: Settings, seats: Sequence[Seat] = (), over: bool = False,
    dice: str = ROLLED,
) -> None:  # fmt: skip
    """Write a record with what stands beside it. A file that is replaced is there whole at any time."""
    beside = {
        "names": [seat.name for seat in seats],
        "bots": [seat.number for seat in seats if not seat.human],
        "rulebook": settings.game,
        "house_rules": list(settings.overlays),
        "dice": dice,
    }
    text = json.dumps({**record, **beside}, indent=1, ensure_ascii=False) + "\n"
    if over:
        beside_it = path.with_name(f".{path.name}.{os.getpid()}")
        beside_it.write_text(text, encoding="utf-8")
        beside_it.replace(path)
        return
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def own_path(name: str) -> Path:
    """`NAME.record.json`, also if a record is there already, which is to be replaced; no other file ever is."""
    path = Path(f"{name}.record.json")
    return path if not path.exists() or holds_record(path) else free_path(name)


def holds_record(path: Path) -> bool:
    """Whether a file holds a record of a game."""
    try:
        return "rulewright" in _read_json(path)
    except click.UsageError:
        return False


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
    _refuse_damaged_options(path, data)
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
    dice = TYPED if data.get("dice") == TYPED else ROLLED
    return Record(path, data, settings, tuple(_texts(data, "names")), _bots(data), dice)


def refuse_another_table(kept: Record, given: Settings) -> None:
    """Raise UsageError for an argument that would make another table of a game that is going on."""
    data = kept.data
    players, variant, options = data.get("players"), data.get("variant"), data.get("options", {})
    told = ""
    if given.players not in (None, players):
        told = f"--players {given.players}: {players} play"
    elif given.variant not in (None, variant):
        told = f"--variant {given.variant}: it is {f'the variant {variant}' if variant else 'no variant'}"
    for name, value in given.options:
        if name not in options:
            told = told or f"--set {name}: it has no option of this name"
        elif options[name] != value:
            told = told or f"--set {name}={_shown(value)}: it is played with {_shown(options[name])}"
    if told:
        raise click.UsageError(
            f"the game in {kept.path} cannot go on with {told}. Leave it out, or start a new game without --resume"
        )


def open_book(kept: Record) -> Book:
    """The record's rulebook at its table. Options that it fixes or has taken out are left to it.

    Raises UsageError if the rulebook or a house rule is not to be found, FallsShort for options the game does not have.
    """
    plain = replace(
        kept.settings,
        options=(),
        game=_found(kept, kept.settings.game, "--game FILE"),
        overlays=tuple(_found(kept, name, "--with FILE") for name in kept.settings.overlays),
    )
    known = {option.id for option in plain.open_book().rulebook.options.values() if not option.fixed}
    book = replace(
        plain, options=tuple(each for each in kept.settings.options if each[0] in known)
    ).open_book()
    for name, value in kept.settings.options:
        if name not in book.game.options:
            raise FallsShort(f"{kept.path} is damaged: {book.rulebook.title} has no option `{name}`")
        if value != book.game.options[name]:
            raise FallsShort(
                f"{kept.path} is damaged: the option `{name}` is {_shown(book.game.options[name])}, not {_shown(value)}"
            )
    return book


def _found(kept: Record, name: str, option: str) -> str:
    """A name or path as it can be opened here: it counts from this folder, or else from the record's."""
    from rulewright import pipeline
    from rulewright.problems.problem import RulebookError

    data = kept.data
    if name not in (
        _text(data, "rulebook"),
        _text(data, "game"),
        *_texts(data, "house_rules"),
        *_texts(data, "overlays"),
    ):
        return name  # the command line names it
    is_path = "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))
    endings = ("",) if is_path else (".rulebook.yaml", ".overlay.yaml")
    there = (folder / f"{name}{ending}" for folder in (Path(), kept.path.parent) for ending in endings)
    path = next((path for path in there if path.is_file()), None)
    if path is not None:
        with path.open("rb") as file:
            if RULEBOOK_KEY.search(file.read(MOST_BYTES)):
                return os.path.join(".", path)
        raise click.UsageError(
            f"{kept.path} says that its rules are in `{name}`, which is no rulebook; "
            f"`rulewright replay {kept.path} {option}` names the right one"
        )
    try:
        pipeline.find_book(name)
    except RulebookError:
        raise click.UsageError(
            f"{kept.path} says that its rules are in `{name}`, and there is none here; "
            f"`rulewright replay {kept.path} {option}` tells where it is now"
        ) from None
    return name


def _refuse_damaged_options(path: Path, data: dict[str, Any]) -> None:
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise click.UsageError(
            f"{path} is damaged: `options` needs names and values, and is {_shown(options)}"
        )
    for name, value in options.items():
        if not isinstance(value, int | str | None):
            raise click.UsageError(f"{path} is damaged: the option `{name}` cannot be {_shown(value)}")


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."


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
