"""A game at a real terminal (tmux): what scrolling back shows after the screen was handed over."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.author import scaffold
from rulewright.author.starters import Cards

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux; `.ci/run` installs it")


class Terminal:
    """A terminal of 80 by 24 with a history to scroll back to."""

    def __init__(self, folder: Path) -> None:
        self._socket = f"rulewright-{os.getpid()}-{secrets.token_hex(4)}"
        self._tmux(
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
            "-c",
            str(folder),
            "env",
            "-u",
            "NO_COLOR",
            "bash",
            "--norc",
        )

    def close(self) -> None:
        self._tmux("kill-server")

    def type(self, line: str) -> None:
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")

    def press(self, key: str) -> None:
        self._tmux("send-keys", key)

    def everything(self) -> str:
        """The screen and all that can be scrolled back to."""
        return self._tmux("capture-pane", "-p", "-S", "-")

    def wait_for(self, text: str, seconds: float = 30) -> str:
        end = time.monotonic() + seconds
        while text not in (seen := self.everything()):
            assert time.monotonic() < end, f"{text!r} never came:\n{seen}"
            time.sleep(0.05)
        return seen

    def _tmux(self, *arguments: str) -> str:
        ran = subprocess.run(
            ["tmux", "-L", self._socket, *arguments], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0 or arguments == ("kill-server",), ran.stderr
        return ran.stdout


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    scaffold.write("tricks", Cards(), tmp_path)
    begun = Terminal(tmp_path)
    yield begun
    begun.close()


PLAY = f"{sys.executable} -m rulewright play tricks.rulebook.yaml --names Ann,Bob --seed 1"


def test_a_hand_cannot_be_scrolled_back_to(terminal: Terminal) -> None:
    terminal.type(PLAY)
    terminal.wait_for("Pass the screen to Ann")
    terminal.press("Enter")
    anns = cards(terminal.wait_for("Ann>"))
    assert len(anns) == 5
    for _ in range(4):
        terminal.type("look")
    terminal.type("help")
    terminal.type("1")
    handed = terminal.wait_for("Pass the screen to Bob")
    assert len(anns & cards(handed)) <= 1, "the card that was played"
    terminal.press("Enter")
    bobs = terminal.wait_for("Bob>")
    assert len(cards(bobs)) >= 5
    assert len(anns & cards(bobs)) <= 1
    terminal.press("Up")
    time.sleep(0.3)
    assert "look" not in terminal.everything(), "what Ann typed does not come back"
    terminal.press("C-c")
    terminal.wait_for("The game is kept in tricks.record.json")


def cards(seen: str) -> set[str]:
    return {
        " ".join(each.split()) for each in re.findall(r"\w+\s+of\s+(?:spades|hearts|clubs|diamonds)", seen)
    }
