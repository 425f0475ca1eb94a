"""Write the files of the formats of this version that have none yet:

    python -m tests.formats.write               those of a new format number
    python -m tests.formats.write --again       all of this version, before it is released

The difference of a format that was released is never committed: its files are what other people have.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from tests.formats.games import (
    COMMANDS,
    COMPILED,
    FILES,
    FORMATS,
    GAMES,
    SIMULATED,
    Json,
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
        if folder.exists() and not again:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        _WRITERS[kind](folder)
        done.append(folder)
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
            _write(folder / f"{name}.json", output(name, Path(place)))


def _interface(folder: Path) -> None:
    _write(folder / "python.json", python_names())
    _write(folder / "commands.json", command_names())


_WRITERS = {
    "records": _records,
    "states": _states,
    "compiled": _compiled,
    "checkpoints": _checkpoints,
    "output": _output,
    "interface": _interface,
}


def _write(path: Path, data: Json) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for written in write("--again" in sys.argv[1:]):
        sys.stdout.write(f"{written}\n")
