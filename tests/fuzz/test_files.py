"""Files of any bytes, given wherever a file can be given: each answer is one that is documented, and no traceback."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.cli.main import main
from tests.fuzz.mutations import mutated
from tests.fuzz.seeds import words

QUICKLY = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ODD_BYTES = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.text(max_size=20).map(lambda text: text.encode("utf-16")),
    st.sampled_from(
        [
            b"\xef\xbb\xbf",
            b"a: b\rc: d\r",
            b"a:\tb",
            b"a: \x00",
            b"\xff",
            b"rulebook: 1\r\nname: x\r\n",
            b"[" * 500,
        ]
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def game() -> rw.Game:
    return rw.load("pig")


@pytest.fixture(scope="module")
def played(game: rw.Game) -> rw.State:
    state = game.new_initial_state(seed=3)
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    return state


@QUICKLY
@given(ODD_BYTES)
def test_as_a_rulebook_or_a_house_rule(tmp_path: Path, data: bytes) -> None:
    for name in ("odd.rulebook.yaml", "odd.overlay.yaml"):
        path = tmp_path / name
        path.write_bytes(data)
        assert rw.check(path)
        assert rw.check("pig", overlays=[str(path)])
        with pytest.raises(rw.RulebookError):
            rw.load(str(path))
        with pytest.raises(rw.RulebookError):
            rw.load("pig", overlays=[str(path)])


@QUICKLY
@given(ODD_BYTES)
def test_as_a_compiled_game_and_a_saved_state(tmp_path: Path, game: rw.Game, data: bytes) -> None:
    path = tmp_path / "odd.game"
    path.write_bytes(data)
    with pytest.raises(rw.SavedProgramError):
        rw.load_compiled(path)
    with pytest.raises(rw.SavedStateError):
        game.deserialize_state(data.decode("utf-8", "replace"))


def parts(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # JSON of any shape
    yield path
    if isinstance(data, dict):
        for key in data:
            yield from parts(data[key], (*path, key))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from parts(item, (*path, index))


def replaced(data: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy of JSON data with something else at a place."""
    if not path:
        return new
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = replaced(copy[path[0]], path[1:], new)
    return copy


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), JSON)
def test_a_record_with_something_else_in_it(
    game: rw.Game, played: rw.State, data: st.DataObject, new: Any
) -> None:
    record: Any = played.record()
    odd = replaced(record, data.draw(st.sampled_from(list(parts(record)))), new)
    with suppress(rw.RecordError, rw.RulebookError):
        rw.replay(odd)
    with suppress(rw.RecordError):
        rw.replay(odd, game)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data(), JSON)
def test_a_compiled_game_with_something_else_in_it(
    tmp_path: Path, game: rw.Game, data: st.DataObject, new: Any
) -> None:
    compiled: Any = json.loads(game.to_text())
    odd = replaced(compiled, data.draw(st.sampled_from(list(parts(compiled)))), new)
    path = tmp_path / "odd.game"
    path.write_text(json.dumps(odd), "utf-8")
    with suppress(rw.SavedProgramError):
        rw.load_compiled(path)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
@example(0)
def test_a_saved_state_changed_somewhere(game: rw.Game, played: rw.State, seed: int) -> None:
    text = played.serialize()
    odd = mutated(text, [text], words(), Random(seed))
    with suppress(rw.SavedStateError):
        assert game.deserialize_state(odd) == played


@QUICKLY
@given(
    ODD_BYTES,
    st.sampled_from(
        ["validate", "test", "rules", "show", "simulate", "replay", "play", "validate pig --with"]
    ),
)
def test_on_the_command_line(tmp_path: Path, data: bytes, command: str) -> None:
    path = tmp_path / "odd.rulebook.yaml"
    path.write_bytes(data)
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        status = main([*command.split(), str(path)])
    assert status in (1, 2) or (command == "show" and status == 0), told.getvalue()
    assert "Traceback" not in told.getvalue()


@pytest.mark.parametrize(
    "name",
    ["a" * 5_000, "a\0b", "a\0b.yaml", "/" * 9, "\ud800", ".", "x/" * 3_000 + "y.yaml", " ", "~root.yaml"],
)
def test_names_that_no_file_can_have(name: str) -> None:
    assert [problem.code for problem in rw.check(name)] in (["unknown-rulebook"], ["unreadable"])
    with pytest.raises(rw.RulebookError):
        rw.load("pig", overlays=[name])
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        status = main(["validate", name])
    assert status in (1, 2), told.getvalue()


@pytest.mark.parametrize("name", ["a" * 5_000, "../" * 3_000 + "a", '"a\\0/b"', '"\\uD83D/"', "'#'"])
@pytest.mark.parametrize("key", ["extends", "use"])
def test_files_that_a_rulebook_names(name: str, key: str) -> None:
    written = f"[{name}]" if key == "use" else name
    text = f"rulebook: 1\nname: a\n{key}: {written}\n"
    assert any(problem.severity == "error" for problem in rw.check_text(text))
