"""The tables of the expressions' parser, kept from one run to the next."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.expression import from_text
from rulewright.expression.to_text import to_text
from rulewright.problems.problem import Problems
from rulewright.source.folders import ready
from rulewright.source.text import Source, Span

TEXTS = (
    "sum(d.face for d in tray) >= 3 and not me.done",
    "max(me.score, 4) if round > 2 else none",
    "each player other than",
)


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "rulewright" / "expressions.tables"
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
    assert anew[:64] == written[:64]
    assert len(anew) > len(written) - 100
    assert told() == first
    assert tables.read_bytes() == anew
    assert capfd.readouterr() == ("", "")


def test_tables_that_others_could_have_written_are_not_read(tables: Path) -> None:
    first = told()
    tables.write_bytes(b"")
    tables.parent.chmod(0o777)
    assert told() == first
    assert tables.read_bytes() == b""


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert ready(tmp_path / "file" / "rulewright") is None
    assert ready(None) is None
