"""Files that hold the record of a game, as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

MOST_BYTES = 20_000_000


def holds_record(path: Path) -> bool:
    """Whether a file holds a record of a game."""
    return "rulewright" in record_in(path)


def names_game(name: str) -> bool:
    """Whether it names a rulebook where a record may be named too: records are JSON files, and other files that are not YAML."""
    path = Path(name)
    ending = path.suffix.lower()
    return ending != ".json" and (ending in (".yaml", ".yml") or not path.is_file())


def record_in(path: Path) -> dict[str, Any]:
    """The data of a record; {} for any other file."""
    try:
        return read_json(path)
    except click.UsageError:
        return {}


def read_json(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise click.UsageError(f"{path} is too large to be a record")
        data = json.loads(text.decode("utf-8"))
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        if path.suffix.lower() in (".yaml", ".yml"):
            raise click.UsageError(
                f"{path} is not a record of a game: those are JSON, `NAME.record.json`"
            ) from None
        raise click.UsageError(f"{path} is damaged: it does not hold a record (JSON)") from None
    if not isinstance(data, dict):
        raise click.UsageError(f"{path} does not hold a record of a game")
    return data
