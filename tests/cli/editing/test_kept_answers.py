"""`validate` keeps that a file is fine, and asks again as soon as anything that the answer depends on is another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.editing import kept_answers, validating
from rulewright.pipeline import find_book
from tests.cli.conftest import Run

HOUSE_RULE = "rulebook: 1\nname: shorter\nextends: pig\nchange: {options: {target: {default: 50}}}\n"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """How often the checker is asked, with no answers of other tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    asked: list[str] = []
    check = validating._check

    def noted(**options: Any) -> int:  # Any: as the command declares them
        asked.append(options["files"][0])
        return check(**options)

    monkeypatch.setattr(validating, "_check", noted)
    return asked


def test_a_fine_file_is_checked_once(run: Run, checks: list[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.rulebook.yaml"
    file.write_text(find_book("pig").text, encoding="utf-8")
    first, second = run("validate", file.name), run("validate", file.name)
    assert first == second
    assert first.status == 0
    assert len(checks) == 1
    file.write_text(f"{file.read_text(encoding='utf-8')}\n# later\n", encoding="utf-8")
    assert run("validate", file.name).status == 0
    assert len(checks) == 2


def test_an_answer_holds_for_the_same_files_only(run: Run, checks: list[str], tmp_path: Path) -> None:
    (tmp_path / "shorter.overlay.yaml").write_text(HOUSE_RULE, encoding="utf-8")
    run("validate", "shorter.overlay.yaml")
    asked = len(checks)
    run("validate", "shorter.overlay.yaml")
    assert len(checks) == asked
    nearer = tmp_path / "pig.rulebook.yaml"
    nearer.write_text(find_book("pig").text.replace("target:", "aim:", 1), encoding="utf-8")
    assert run("validate", "shorter.overlay.yaml").status == 1
    assert len(checks) == asked + 1


def test_problems_are_found_each_time(run: Run, checks: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.rulebook.yaml").write_text(
        find_book("pig").text.replace("me.score", "me.scroe"), encoding="utf-8"
    )
    assert [run("validate", "bad.rulebook.yaml").status for _ in range(2)] == [1, 1]
    assert len(checks) == 2


def test_another_program_asks_again(run: Run, checks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run("validate", "pig")
    monkeypatch.setattr(kept_answers, "state_of_code", lambda: "another")
    run("validate", "pig")
    assert len(checks) == 2
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    run("validate", "pig")
    assert len(checks) == 3
