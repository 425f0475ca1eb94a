"""What holds for the command line as a whole: where to start, slips, exit statuses."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.main import COMMANDS, build_group, main
from tests.cli.conftest import Run


def test_alone_it_says_where_to_start(run: Run) -> None:
    ended = run()
    assert ended.status == 0
    assert "rulewright list" in ended.out


def test_version_loads_no_command_line(run: Run) -> None:
    asked = (
        "import sys; from rulewright.cli.main import main; main(['--version']); print('click' in sys.modules)"
    )
    printed = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[0].startswith("rulewright ")
    assert printed.splitlines()[1] == "False"


@pytest.mark.parametrize(
    ("typed", "meant"), [("simulat", "simulate"), ("rulz", "rules"), ("sim", "simulate")]
)
def test_a_slip_in_a_command_suggests_the_nearest(run: Run, typed: str, meant: str) -> None:
    ended = run(typed)
    assert ended.status == 2
    assert f"did you mean `{meant}`?" in ended.err


@pytest.mark.parametrize("typed", ["ru", "xyz", "re", "s"])
def test_a_command_that_is_like_none_suggests_none(run: Run, typed: str) -> None:
    assert "did you mean" not in run(typed).err


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_examples(run: Run, name: str) -> None:
    ended = run(name, "--help")
    assert ended.status == 0
    assert "Examples:" in ended.out
    assert f"rulewright {name}" in ended.out


def test_the_table_of_commands_names_modules_that_are_there() -> None:
    import click

    group = build_group()
    assert isinstance(group, click.Group)
    context = click.Context(group)
    assert all(group.get_command(context, name) is not None for name in group.list_commands(context))


def test_an_internal_error_is_one_line_and_status_3(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("rulewright.pipeline.bundled", fails)
    ended = run("list")
    assert ended.status == 3
    assert "internal error: ZeroDivisionError: on purpose" in ended.err
    assert "Traceback" not in ended.err


def test_debug_shows_the_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("rulewright.pipeline.bundled", fails)
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["list"])


def test_an_interrupt_is_status_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.pipeline.bundled", interrupted)
    assert run("list").status == 130


@pytest.mark.parametrize(
    "asked", ["schema", "rules cinq-o", "rules cinq-o --format markdown", "simulate cinq-o --games 4"]
)
def test_a_reader_who_has_seen_enough_is_no_error(asked: str) -> None:
    command = f"{sys.executable} -m rulewright {asked} 2>/dev/null | true"
    ended = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert ended.stderr == ""
    assert ended.returncode == 0


@pytest.mark.parametrize("read", ["| true", "2>&1 | true"])
@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("compare pig --set-b target=20 --games 4 --html page.html", "page.html"),
        ("simulate pig --games 4 --coverage-html page.html", "page.html"),
        ("simulate pig --games 4 --record-worst 1", "pig-decisions-1.record.json"),
        ("test pig --games 0 --junitxml report.xml", "report.xml"),
    ],
)
def test_files_are_written_though_nobody_reads_what_is_printed(
    asked: str, written: str, read: str, tmp_path: Path
) -> None:
    command = f"{sys.executable} -m rulewright {asked} {read}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "Traceback" not in ended.stderr
    assert (tmp_path / written).stat().st_size > 0
