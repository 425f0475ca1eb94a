"""The tables of the expressions' parser, kept from one run to the next."""

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.expression import from_text
from rulewright.expression.tables import grammar, key_of
from rulewright.expression.to_text import to_text
from rulewright.problems.problem import Problems
from rulewright.source.cache import Cache
from rulewright.source.cache_folder import ready
from rulewright.source.text import Source, Span

TEXTS = (
    "sum(d.face for d in tray) >= 3 and not me.done",
    "max(me.score, 4) if round > 2 else none",
    "each player other than",
)


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "rulewright" / f"{key_of(grammar())}.object"
    from_text._parser.cache_clear()


def told() -> list[str]:
    """What a new parser makes of some texts, the last of which is wrong."""
    from_text._parser.cache_clear()
    found = []
    for text in TEXTS:
        problems, span = Problems(), Span(Source("t", text), 0, len(text))
        node = from_text.parse(span, "expr", problems)
        found.append(
            to_text(node) if node is not None else str([(each.code, each.message) for each in problems.found])
        )
    return found


def test_kept_tables_read_as_new_ones_do(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = told()
    assert len(set(first)) == len(TEXTS)
    written = tables.read_bytes()
    assert told() == first
    assert tables.read_bytes() == written
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    tables.unlink()
    assert told() == first
    assert not tables.exists()


@pytest.mark.parametrize("damage", ["cut", "other", "empty"])
def test_damaged_tables_are_made_anew(tables: Path, damage: str, capfd: pytest.CaptureFixture[str]) -> None:
    first = told()
    written = tables.read_bytes()
    tables.write_bytes({"cut": written[:-100], "other": b"x" + written, "empty": b""}[damage])
    assert told() == first
    anew = tables.read_bytes()
    assert Cache(tables.parent).read(key_of(grammar())) is not None
    assert told() == first
    assert tables.read_bytes() == anew
    assert capfd.readouterr() == ("", "")


def test_tables_that_others_could_have_written_are_not_read(tables: Path) -> None:
    first = told()
    tables.write_bytes(b"")
    tables.parent.chmod(0o777)
    assert told() == first
    assert tables.read_bytes() == b""


def test_tables_are_data(tables: Path) -> None:
    told()
    written = Cache(tables.parent).read(key_of(grammar()))
    assert written is not None
    assert set(json.loads(written)) == {"data", "memo"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"\xff",
        b'{"data": {}, "memo": {}}',
        b'{"data": {"options": {}}, "memo": {"0": 1}}',
        b"[" * 100_000,
    ],
)
def test_whole_entries_that_are_no_tables_are_made_anew(tables: Path, content: bytes) -> None:
    first = told()
    kept, key = Cache(tables.parent), key_of(grammar())
    kept.write(key, content)
    assert told() == first
    assert kept.read(key) != content


def test_what_another_program_would_run_is_never_run(tables: Path, tmp_path: Path) -> None:
    """A pickle in place of the tables, whole and with its checksum."""
    first, ran = told(), tmp_path / "ran"

    class Harm:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (ran,)

    for text in (
        pickle.dumps(Harm()),
        key_of(grammar()).encode() + b"\n" + pickle.dumps({}) + pickle.dumps(Harm()),
    ):
        Cache(tables.parent).write(key_of(grammar()), text)
        (tables.parent / "expressions.tables").write_bytes(text)
        assert told() == first
    assert not ran.exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ready(tmp_path / "file" / "rulewright") is None
    assert ready(None) is None
