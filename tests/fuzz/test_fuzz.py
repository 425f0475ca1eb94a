"""The fuzzer itself: it finds what does not hold, keeps the input, and goes on where it was."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.fuzz import fuzz, harnesses, seeds
from tests.fuzz.mutations import LONGEST, mutated


@pytest.mark.parametrize("harness", sorted(harnesses.HARNESSES))
def test_a_moment_of_it_finds_nothing(
    harness: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fuzz.main([harness, "--plain", "--minutes", "0.02", "--folder", str(tmp_path)]) == 0
    assert "without coverage, as asked" in capsys.readouterr().out
    kept = sorted((tmp_path / harness / "kept").iterdir())
    assert kept
    assert fuzz.main([harness, "--again", str(kept[0])]) == 0


def test_what_crashes_is_kept_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def crash(data: bytes) -> frozenset[str]:
        raise ZeroDivisionError(len(data))

    monkeypatch.setitem(harnesses.HARNESSES, "expression", crash)
    assert fuzz.main(["expression", "--plain", "--minutes", "0.01", "--folder", str(tmp_path)]) == 1
    (kept,) = (tmp_path / "expression").glob("crash-*")
    told = capsys.readouterr()
    assert "1 crashes" in told.out
    assert "ZeroDivisionError" in told.err
    assert str(kept) in told.err
    with pytest.raises(ZeroDivisionError):
        fuzz.main(["expression", "--again", str(kept)])


def test_changes_differ_and_are_bounded() -> None:
    texts = {mutated(seeds.rulebooks()[0], seeds.rulebooks(), seeds.words(), Random(n)) for n in range(200)}
    assert len(texts) > 150
    assert max(map(len, texts)) <= LONGEST
    assert mutated("", [""], ["word"], Random(1)) is not None
