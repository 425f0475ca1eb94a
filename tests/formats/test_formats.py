"""Files of every released format load, and go on as they did.

A test that fails here means that files of other people can no longer be used. Convert them where they are read; never
change the files. What a new version writes differently gets a new format number, and files of its own:
`python -m tests.formats.write`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.game import replay
from rulewright.game.history.record import Wanted
from rulewright.ir.saved import program
from tests.formats.games import (
    COMMANDS,
    COMPILED,
    FILES,
    FORMATS,
    GAMES,
    SIMULATED,
    TOP,
    joined,
    missing,
    numbers,
    output,
    read,
    seen,
    shape,
    simulation,
    unpack,
)
from tests.formats.interface import command_names, lost_names, python_names

NAMES = {
    "records": [*GAMES, "expected"],
    "states": [*GAMES],
    "compiled": [*COMPILED],
    "checkpoints": [*SIMULATED],
    "output": [*COMMANDS],
    "interface": ["python", "commands"],
}


def files(kind: str) -> pytest.MarkDecorator:
    """Every file of a kind, as parameters of a test."""
    paths = [path for number in numbers(kind) for path in sorted((FILES / kind / str(number)).glob("*.json"))]
    plain = [path for path in paths if path.stem in NAMES[kind] and path.stem != "expected"]
    return pytest.mark.parametrize("path", plain, ids=lambda path: f"{path.parent.name}-{path.stem}")


def game_of(record: Any, engine: str) -> rw.Game:  # Any: JSON
    wanted = Wanted.of(record)
    assert wanted.texts is not None
    return pipeline.open_carried(wanted, wanted.texts, engine).game


def end_of(path: Path, engine: str) -> tuple[rw.State, object]:
    """The end of the game in a file of records, and what was seen there when the file was written."""
    record = read(path)
    game = game_of(record, engine)
    state = replay.replay({**record, "fingerprint": game.fingerprint}, game)
    return state, read(path.parent / "expected.json")[path.stem]


@pytest.mark.parametrize("kind", FORMATS)
def test_the_format_of_this_version_has_files(kind: str) -> None:
    folder = FILES / kind / str(FORMATS[kind])
    kept = {path.stem for path in folder.glob("*.json")}
    assert kept.issuperset(NAMES[kind]), (
        "python -m tests.formats.write writes the files of a new format number"
    )
    assert numbers(kind) == [*range(numbers(kind)[0], FORMATS[kind] + 1)], "older files stay"


def test_the_names_of_this_version_are_kept() -> None:
    """`python -m tests.formats.write` adds the names of a new version, which are promised from then on."""
    assert read(FILES / "version.json") == rw.__version__


def test_kept_names_grow() -> None:
    kept = {"a": {"b": "number"}, "f": [["x", True]], "words": ["--one"]}
    now = {"a": {"c": "text"}, "f": [["x", True], ["y", False]], "words": ["--two"], "new": None}
    assert joined(kept, now) == {
        "a": {"b": "number", "c": "text"},
        "f": [["x", True], ["y", False]],
        "words": ["--one", "--two"],
        "new": None,
    }
    assert joined([], [{"a": "text"}]) == [{"a": "text"}]


def test_the_reference_has_the_format_numbers_of_this_version() -> None:
    page = (TOP / "docs" / "reference" / "versions.md").read_text(encoding="utf-8")
    numbered = {name: int(number) for name, number in re.findall(r"\| `(rulewright\w*)` \| (\d+) \|", page)}
    keys = {
        "rulewright": "records",
        "rulewright_state": "states",
        "rulewright_program": "compiled",
        "rulewright_checkpoint": "checkpoints",
    }
    assert numbered == {name: FORMATS[kind] for name, kind in keys.items()}


@files("records")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_record_leads_to_the_same_position(path: Path, engine: str) -> None:
    state, expected = end_of(path, engine)
    assert seen(state) == expected


@files("records")
def test_rules_keep_their_fingerprint(path: Path) -> None:
    record = read(path)
    assert game_of(record, "reference").fingerprint == record["fingerprint"]
    assert seen(rw.replay(record)) == end_of(path, "reference")[1]


@files("records")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_seed_keeps_its_luck(path: Path, engine: str) -> None:
    record = read(path)
    state = game_of(record, engine).new_initial_state(record["seed"])
    for step in record["steps"]:
        state.apply_action(step["action"])
    assert seen(state) == end_of(path, "reference")[1]
    assert json.loads(json.dumps(state.record()["steps"])) == record["steps"], "what was rolled and drawn"


@files("states")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_saved_state_goes_on(path: Path, engine: str) -> None:
    kept = read(path)
    state, expected = end_of(FILES / kept["record"], engine)
    again, short = (state.game.deserialize_state(kept[key]) for key in ("state", "short"))
    assert seen(again) == seen(short) == expected
    assert json.loads(json.dumps(again.record())) == json.loads(json.dumps(state.record()))
    while not state.is_terminal() and len(state.history) < 60:
        for each in (state, again, short):
            each.apply_action(each.legal_actions()[0])
    assert seen(again) == seen(short) == seen(state)


@files("compiled")
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_compiled_game_is_loaded_or_compiled_again(path: Path, engine: str) -> None:
    game = rw.load_compiled(path, engine)
    record = read(path.with_name(f"{path.stem}.record.json"))
    assert len(rw.replay(record, game).history) == len(record["steps"]) + 1
    assert game.new_initial_state().record(texts=True)["texts"]


@files("checkpoints")
def test_a_run_goes_on_from_its_checkpoint(path: Path, tmp_path: Path) -> None:
    kept = read(path)
    words = unpack(read(FILES / kept["record"]), tmp_path)
    (tmp_path / "kept.json").write_text(json.dumps(kept["checkpoint"]), encoding="utf-8")
    found = simulation(tmp_path, words, kept["games"], "--checkpoint", "kept.json")
    assert list(missing(shape(kept["figures"]), shape(found))) == []
    assert counts(found) == counts(kept["figures"])


def counts(figures: Any) -> object:  # Any: JSON
    """The figures that games of the same seeds have in every version; how an interval is computed may be improved."""
    spreads = [
        figures["decisions"],
        figures["rounds"],
        figures["margin"],
        *(each["score"] for each in figures["seats"]),
    ]
    return (
        {name: figures[name] for name in ("games", "finished", "ends", "draws", "ties", "failed")},
        [each["wins"] for each in figures["seats"]],
        [{name: each[name] for name in ("count", "mean", "minimum", "maximum")} for each in spreads],
    )


@files("output")
def test_output_keeps_its_names(path: Path, tmp_path: Path) -> None:
    assert list(missing(read(path), output(path.stem, tmp_path))) == []


@files("interface")
def test_names_of_the_interface_stay(path: Path) -> None:
    kept = read(path)
    if path.stem == "python":
        assert list(lost_names(kept, python_names())) == []
    else:
        now = command_names()
        assert [
            (name, word) for name, words in kept.items() for word in words if word not in now.get(name, ())
        ] == []


def test_a_lost_name_or_a_changed_call_is_noticed() -> None:
    kept = {"a": None, "f": [["x", True], ["y", False]], "g": [["x", True]], "h": [["x", False]]}
    assert (
        list(lost_names(kept, {**kept, "f": [["x", True], ["y", False], ["z", False]], "more": None})) == []
    )
    now = {"f": [["y", False], ["x", True]], "g": [["x", True], ["z", True]], "h": [["x", True]]}
    assert list(lost_names(kept, now)) == [
        "a is gone",
        "f: its parameters were ['x', 'y'], and are ['y', 'x']",
        "g: ['z'] could be left out",
        "h: ['x'] could be left out",
    ]


def test_output_that_lost_a_name_is_noticed() -> None:
    kept = shape({"a": [{"b": 1, "c": None}], "d": {"e": True}})
    assert list(missing(kept, shape({"a": [{"b": 2, "c": None, "more": 1}], "d": {"e": False}}))) == []
    assert list(missing(kept, shape({"a": [{"b": "x"}], "d": {}}))) == [
        ".a[0].b was number, and is text",
        ".a[0].c is gone",
        ".d.e is gone",
    ]


@pytest.mark.parametrize(("number", "version"), [(99, "a newer"), (0, "an older")])
def test_another_format_number_is_named(number: int, version: str, tmp_path: Path) -> None:
    says = rf"by {version} version of Rulewright \(format {number}, but this version reads"
    record = read(FILES / "records" / "1" / "board.json")
    with pytest.raises(rw.RecordError, match=says):
        rw.replay({**record, "rulewright": number})
    state = rw.replay(record)
    with pytest.raises(rw.SavedStateError, match=says):
        state.game.deserialize_state(
            json.dumps({**json.loads(state.serialize()), "rulewright_state": number})
        )
    foreign = json.loads(state.game.to_text()) | {"rulewright_program": number}
    del foreign["checksum"]
    (tmp_path / "game.json").write_text(program.sealed({**foreign, "texts": None}), encoding="utf-8")
    with pytest.raises(rw.SavedProgramError, match=says):
        rw.load_compiled(tmp_path / "game.json")
    (tmp_path / "game.json").write_text(program.sealed(foreign), encoding="utf-8")
    assert rw.load_compiled(tmp_path / "game.json").fingerprint == state.game.fingerprint
