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

from rulewright.author.starters import scaffold
from rulewright.author.starters.rulebooks import Cards
from tests.cli.open_games import SHOWDOWN

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

    def screen(self) -> list[str]:
        """The 24 lines that are in sight now."""
        return self._tmux("capture-pane", "-p").splitlines()

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


PLAY = f"{sys.executable} -m rulewright play --plain tricks.rulebook.yaml --names Ann,Bob --seed 1"


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


def test_when_a_hand_ends_only_what_all_may_know_is_on_the_screen(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "showdown.rulebook.yaml").write_text(SHOWDOWN, encoding="utf-8")
    terminal.type(
        f"{sys.executable} -m rulewright play --plain showdown.rulebook.yaml --names Ann,Bob --seed 3"
    )
    mover = begin(terminal)
    for word in ("bet", "show"):
        terminal.type(word)
        if word == "bet":
            other = "Bob" if mover == "Ann" else "Ann"
            terminal.wait_for(f"Pass the screen to {other}")
            terminal.press("Enter")
            terminal.wait_for(f"{other}>")
    page = terminal.wait_for("Enter to go on.")
    assert len(cards(page)) == 4, "the four cards that were shown"
    assert "The next deal" not in page
    terminal.press("Enter")
    handed = terminal.wait_for("Pass the screen to")
    assert not cards(handed)
    terminal.press("Enter")
    assert len(cards(terminal.wait_for(">"))) == 2, "the new hand of the one who has taken the screen over"


def test_whoever_closes_a_hand_and_opens_the_next_is_handed_the_screen_too(
    terminal: Terminal, tmp_path: Path
) -> None:
    same = SHOWDOWN.replace("      - {set: dealer, to: dealer.left}\n", "").replace(
        "turn_of: dealer}", "turn_of: seat(1)}"
    )
    (tmp_path / "same.rulebook.yaml").write_text(same.replace("pot > 0", "pot == 0"), encoding="utf-8")
    terminal.type(f"{sys.executable} -m rulewright play --plain same.rulebook.yaml --names Ann,Bob --seed 3")
    assert begin(terminal) == "Ann"
    terminal.type("show")
    terminal.wait_for("Enter to go on.")
    terminal.press("Enter")
    assert not cards(terminal.wait_for("Pass the screen to Ann"))
    terminal.press("Enter")
    assert "The next deal" in terminal.wait_for("Ann>")


def test_a_game_that_was_left_is_named_on_the_hand_over_screen(terminal: Terminal) -> None:
    terminal.type(PLAY)
    begin(terminal)
    terminal.type("1")
    terminal.wait_for("Pass the screen to Bob")
    terminal.press("C-c")
    terminal.wait_for("The game is kept in")
    terminal.type("clear; tmux clear-history")
    terminal.type(PLAY)
    assert "A game that is not finished is in" in " ".join(
        terminal.wait_for("Pass the screen to Ann, then").split()
    )


@pytest.mark.parametrize(("game", "roll"), [("yahtzee", "tray"), ("red-hot-yott", "table")])
@pytest.mark.parametrize("players", [2, 4])
def test_a_table_higher_than_the_terminal_is_drawn_to_fit(
    terminal: Terminal, game: str, roll: str, players: int
) -> None:
    terminal.type(
        f"{sys.executable} -m rulewright play --plain {game} --players {players} --seed 1 --no-cache"
    )
    terminal.wait_for("Player 1>")
    seen = terminal.screen()
    assert any(line.startswith("Round 1") for line in seen)
    assert any(line.startswith(f"{roll} ") for line in seen), "the dice"
    assert any("sixes" in line for line in seen), "the sheet"
    assert any("24  " in line for line in seen), "the moves"
    terminal.type("look")
    terminal.wait_for("Player 1  Player 2")


def begin(terminal: Terminal) -> str:
    """Take the screen over for the first move; who that is."""
    seen = terminal.wait_for(", then press Enter.")
    name = re.findall(r"Pass the screen to (\w+), then", seen)[-1]
    terminal.press("Enter")
    terminal.wait_for(f"{name}>")
    return str(name)


FULL = PLAY.replace(" --plain", "")


def test_at_a_full_screen_nothing_of_a_hand_is_left_or_can_be_scrolled_back_to(terminal: Terminal) -> None:
    terminal.type(FULL)
    terminal.wait_for("Pass the screen to Ann")
    assert not marks(terminal.everything())
    terminal.press("Enter")
    terminal.wait_for("Ann>")
    assert len(terminal.screen()) == 24
    anns = marks("\n".join(terminal.screen()))
    assert len(anns) == 5
    terminal.type("look")
    terminal.wait_for("Enter closes")
    terminal.press("Enter")
    terminal.press("Tab")
    terminal.press("Enter")
    assert not anns & marks(terminal.wait_for("Pass the screen to Bob")), "not even by scrolling back"
    terminal.press("Enter")
    bobs = terminal.wait_for("Bob>")
    assert len(anns & marks(bobs)) <= 1, "the card that was played"
    terminal.press("C-c")
    ended = terminal.wait_for("The game is kept in tricks.record.json")
    assert not marks(ended), "the screen of the game is gone"


def marks(seen: str) -> set[str]:
    """The cards that a full screen shows."""
    return set(re.findall(r"[\dAJQK]+[♠♥♦♣]", seen))
