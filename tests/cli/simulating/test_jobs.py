"""Games in machine code are shared out among all processors, unless `--jobs` says otherwise; the figures are the same."""

from __future__ import annotations

import pytest

from rulewright.play.running import jobs
from tests.cli.conftest import Run

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("command", [("simulate", "pig"), ("compare", "pig", "--set-b", "target=50")])
def test_the_commands_take_the_usual_number(
    command: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "processors", lambda: 3)
    words = (*command, "--games", "40", "--format", "json", "--engine", "native")
    several, one = run(*words).json, run(*words, "--jobs", "1").json
    assert several.pop("timing")["jobs"] == 3
    assert one.pop("timing")["jobs"] == 1
    assert several == one
