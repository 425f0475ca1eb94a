"""What is written where there are no box-drawing characters: every command ends as it does elsewhere, and boards stay in line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.common.ascii_output import plain

COMMANDS = {
    "help": (["--help"], 0),
    "rules": (["rules", "cinq-o"], 0),
    "show": (["show", "reversi"], 0),
    "simulate": (["simulate", "pig", "--games", "5"], 0),
    "trace": (["trace", "pig", "score"], 0),
    "problem": (["validate", "wrong.yaml"], 1),
    "play": (["play", "tic-tac-toe"], 0),
}
WRONG = "rulebook: 1\nname: wrong\nplayers: 2\nphases: {turn: {actions: {go: {do: [{add: 1, to: é♠}]}}}}\n"


def run(folder: Path, arguments: list[str], encoding: str, typed: bytes = b"") -> tuple[int, bytes, bytes]:
    ended = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments],
        input=typed, capture_output=True, cwd=folder, env={**os.environ, "PYTHONIOENCODING": encoding}, check=False,
    )  # fmt: skip
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("name", COMMANDS)
def test_commands_write_what_can_be_written(name: str, encoding: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    arguments, status = COMMANDS[name]
    code, printed, noted = run(tmp_path, arguments, encoding, "1\né\nquit\n".encode())
    assert code == status, noted.decode("latin-1")
    assert b"Traceback" not in noted
    for text in (printed.decode(encoding), noted.decode(encoding)):
        assert "mistake in Rulewright" not in text
        assert not {*text} & {"\x80", "\x94", "\xe2", "\ufffd"}, "nothing is UTF-8 read as something else"


def test_a_board_is_drawn_with_plain_signs(tmp_path: Path) -> None:
    _, printed, _ = run(tmp_path, ["play", "tic-tac-toe"], "ascii", b"mark a1\nquit\n")
    lines = printed.decode("ascii").splitlines()
    assert "1   X   .   ." in lines


def test_a_file_has_the_same(tmp_path: Path) -> None:
    """Python gives a file and a pipe the same encoding, and neither is a terminal."""
    with (tmp_path / "out").open("wb") as file:
        subprocess.run(
            [sys.executable, "-m", "rulewright", "trace", "pig", "score"],
            stdout=file, env={**os.environ, "PYTHONIOENCODING": "latin-1"}, check=True,
        )  # fmt: skip
    assert "score -> 0, 0" in (tmp_path / "out").read_text(encoding="latin-1")


def test_with_utf_8_everything_is_as_it_was(tmp_path: Path) -> None:
    code, printed, _ = run(tmp_path, ["trace", "pig", "score"], "utf-8")
    assert (code, "score → 0, 0" in printed.decode()) == (0, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("┌─┬─┐ │ ╞ ═ ╪", "+-+-+ | + - +"),
        ("Round 1 · Zoë → 3×25 …", "Round 1 . Zoe -> 3x25 ..."),
        ("♠♥♦♣ ●○ “so” ‘so’ –", "SHDC *o \"so\" 'so' -"),
        ("你 \ufffd", "? ?"),
        ("plain", "plain"),
    ],
)
def test_characters_have_plain_ones(text: str, told: str) -> None:
    assert plain(text) == told
