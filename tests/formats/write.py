"""Before a release: write the files of the formats that have none yet, and add new names to those that are kept.

    python -m tests.formats.write               new format numbers; new names of the interface and of output
    python -m tests.formats.write --again       everything of this version; only until it is released

What was released is never written again: its files are what other people have, and its names are promised.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

import rulewright
from tests.formats.games import (
    COMMANDS,
    COMPILED,
    FILES,
    FORMATS,
    GAMES,
    GROWING,
    SIMULATED,
    Json,
    joined,
    output,
    play,
    read,
    seen,
    simulation,
    unpack,
)
from tests.formats.interface import command_names, python_names


def write(again: bool) -> list[Path]:
    """Write what is missing, or everything of this version. The folders that were written."""
    done = []
    for kind, number in FORMATS.items():
        folder = FILES / kind / str(number)
        if again:
            shutil.rmtree(folder, ignore_errors=True)
        if folder.exists() and kind not in GROWING:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        _WRITERS[kind](folder)
        done.append(folder)
    _write(FILES / "version.json", rulewright.__version__)
    return done


def _records(folder: Path) -> None:
    expected = {}
    for name in GAMES:
        state = play(name)
        _write(folder / f"{name}.json", state.record(texts=True))
        expected[name] = seen(state)
    _write(folder / "expected.json", expected)


def _states(folder: Path) -> None:
    for name in GAMES:
        state = play(name)
        texts = {"state": state.serialize(), "short": state.serialize(history=False)}
        _write(folder / f"{name}.json", {"record": _record_of(name), **texts})


def _compiled(folder: Path) -> None:
    for name in COMPILED:
        state = play(name)
        state.game.save(folder / f"{name}.json")
        _write(folder / f"{name}.record.json", state.record())


def _checkpoints(folder: Path) -> None:
    for name in SIMULATED:
        with tempfile.TemporaryDirectory() as place:
            words = unpack(read(FILES / _record_of(name)), Path(place))
            simulation(Path(place), words, 30, "--checkpoint", "kept.json")
            checkpoint = read(Path(place) / "kept.json")
            figures = simulation(Path(place), words, 40)
        kept = {"record": _record_of(name), "checkpoint": checkpoint, "games": 40, "figures": figures}
        _write(folder / f"{name}.json", kept)


def _record_of(name: str) -> str:
    """The record of a game, whose texts other files refer to."""
    return f"records/{FORMATS['records']}/{name}.json"


def _output(folder: Path) -> None:
    for name in COMMANDS:
        with tempfile.TemporaryDirectory() as place:
            _add(folder / f"{name}.json", output(name, Path(place)))


def _interface(folder: Path) -> None:
    _add(folder / "python.json", python_names())
    _add(folder / "commands.json", command_names())


_WRITERS = {
    "records": _records,
    "states": _states,
    "compiled": _compiled,
    "checkpoints": _checkpoints,
    "output": _output,
    "interface": _interface,
}


def _add(path: Path, data: Json) -> None:
    """Add names to those that are kept."""
    _write(path, joined(read(path), data) if path.exists() else data)


def _write(path: Path, data: Json) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for written in write("--again" in sys.argv[1:]):
        sys.stdout.write(f"{written}\n")
