"""Running the command line in this process, with an input and in an empty folder."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rulewright.author.starters import scaffold
from rulewright.author.starters.rulebooks import Cards, Dice
from rulewright.cli.main import main


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # whatever the command printed
        return json.loads(self.out)


Run = Callable[..., Ended]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command line in an empty folder: `run("play", "dare", typed="roll\\nquit\\n")`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)

    def command(*arguments: str, typed: str = "") -> Ended:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Ended(status, printed.out, printed.err)

    return command


@pytest.fixture
def dice_game(run: Run, tmp_path: Path) -> str:
    """The dice starter as a file in the folder: two dice, `roll` and `keep`, 50 points win."""
    return str(scaffold.write("dare", Dice(), tmp_path).relative_to(tmp_path))


@pytest.fixture
def card_game(run: Run, tmp_path: Path) -> str:
    """The card starter as a file in the folder: hidden hands, `play CARD`."""
    return str(scaffold.write("tricks", Cards(), tmp_path).relative_to(tmp_path))
