"""Shells complete commands, options and games; the manual page names them all."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.manual_page import ManualPage, plain
from rulewright.cli.main import COMMANDS, main


def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str) -> list[str]:
    """What is offered for the last of these words."""
    monkeypatch.setenv("_RULEWRIGHT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    assert main([]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("rulewright sim", ["plain,simulate"]),
        ("rulewright simulate cin", ["plain,cinco", "plain,cinq-o"]),
        ("rulewright compare pig kalah", ["plain,kalah"]),
        ("rulewright simulate ./my", ["file,./my"]),
        ("rulewright simulate pig --eng", ["plain,--engine"]),
        ("rulewright simulate pig --engine na", ["plain,native"]),
        ("rulewright completion f", ["plain,fish"]),
        ("rulewright validate ./my", ["file,./my"]),
        ("rulewright test con", ["plain,connect-four"]),
        ("rulewright simulate pig --with my", ["file,my"]),
        ("rulewright explain unknown-n", ["plain,unknown-name"]),
    ],
)
def test_words_are_completed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, offered: list[str]
) -> None:
    assert completed(monkeypatch, capsys, words) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_the_program(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    printed = capsys.readouterr().out
    assert f"_RULEWRIGHT_COMPLETE={shell}_complete" in printed
    program = shutil.which(shell)
    if program is not None:
        subprocess.run([program, "-n"], input=printed, text=True, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script() -> None:
    folder = Path(sys.executable).parent
    script = f"""
        PATH="{folder}:$PATH"
        eval "$(rulewright completion bash)"
        COMP_WORDS=(rulewright simulate conn) COMP_CWORD=2
        _rulewright_completion rulewright conn simulate
        echo "${{COMPREPLY[@]}}"
    """
    ended = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "connect-four"


def test_the_manual_page_names_every_command_and_means_what_it_shows() -> None:
    page = ManualPage().wanted()
    for name in COMMANDS:
        assert f".SH RULEWRIGHT {plain(name).upper()}\n" in page
    assert plain("-x .y \\") == "\\-x .y \\e"
    assert plain(".hidden") == "\\&.hidden"
    groff = shutil.which("groff")
    if groff is not None:
        shown = subprocess.run(
            [groff, "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, check=True
        )
        assert "simulate" in shown.stdout
        assert shown.stderr == ""
