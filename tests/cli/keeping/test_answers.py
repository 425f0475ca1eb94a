"""Commands that only read keep what they printed, and ask again as soon as anything is another that it depends on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.common import streams
from rulewright.cli.keeping import answers
from rulewright.pipeline import find_book
from rulewright.source.cache import Cache
from tests.cli.conftest import Run

HOUSE_RULE = "rulebook: 1\nname: shorter\nextends: pig\nchange: {options: {target: {default: 50}}}\n"


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[None]:
    """How often an answer was worked out, with no answers of other tests."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found: list[None] = []

    def noted() -> Any:  # Any: a context
        found.append(None)
        return streams.listening()

    monkeypatch.setattr(answers, "listening", noted)
    return found


def mine(folder: Path, text: str) -> str:
    (folder / "mine.rulebook.yaml").write_text(text, encoding="utf-8")
    return "mine.rulebook.yaml"


@pytest.mark.parametrize(
    "words",
    ["validate FILE", "validate FILE --format json", "rules FILE", "rules FILE --format json", "show FILE", "ir FILE",
     "show FILE --set target=50", "diff FILE FILE --set-b target=50", "format FILE --check",
     "trace FILE", "trace FILE --play roll me.score --format json", "trace FILE --example holding_scores_the_pot --steps"],
)  # fmt: skip
def test_what_was_printed_is_printed_again(
    run: Run, worked_out: list[None], tmp_path: Path, words: str
) -> None:
    file = mine(tmp_path, find_book("pig").text)
    command = [file if word == "FILE" else word for word in words.split()]
    first, second = run(*command), run(*command)
    assert first == second
    assert first.status == 0
    assert first.out + first.err
    assert len(worked_out) == 1
    mine(tmp_path, f"{find_book('pig').text.rstrip()}\n# later\n")
    third = run(*command)
    assert third.status == 0
    assert len(worked_out) == 2


NOT_AGAIN = (
    "Nothing has changed since these tests passed, so they were not run again (--no-cache runs them).\n"
)


def test_tests_that_passed_are_not_run_again(run: Run, worked_out: list[None], tmp_path: Path) -> None:
    command = ["test", mine(tmp_path, find_book("pig").text), "--games", "3", "--engine", "reference"]
    first, second = run(*command), run(*command)
    assert first.status == second.status == 0
    assert first.out == second.out
    assert second.err == first.err + NOT_AGAIN
    assert len(worked_out) == 1
    assert NOT_AGAIN not in run(*command, "--seed", "1").err
    for words in (
        "--no-cache",
        "--junitxml report.xml",
        "--coverage-html page.html",
        "--checkpoint kept.json",
    ):
        assert NOT_AGAIN not in run(*command, *words.split()).err
    assert (tmp_path / "report.xml").exists()
    assert len(worked_out) == 2
    mine(tmp_path, find_book("pig").text.replace("expect: [pot == 0,", "expect: [pot == 1,", 1))
    assert [run(*command).status for _ in range(2)] == [1, 1]
    assert len(worked_out) == 4


def test_a_record_is_read_each_time(run: Run, worked_out: list[None], tmp_path: Path) -> None:
    """A record is no rulebook: nobody notes which text it had."""
    told = []
    for moves in ("roll", "roll\nhold"):
        run("play", "pig", "--plain", "--seed", "1", typed=f"{moves}\nsave game.json!\nquit\n")
        told.append(run("trace", "game.json", "--steps").out)
    assert told[0] != told[1]
    assert worked_out == []


def test_the_list_of_games_is_kept(run: Run, worked_out: list[None]) -> None:
    assert run("list") == run("list")
    assert len(worked_out) == 1


def test_an_answer_holds_for_the_same_files_only(run: Run, worked_out: list[None], tmp_path: Path) -> None:
    (tmp_path / "shorter.overlay.yaml").write_text(HOUSE_RULE, encoding="utf-8")
    run("validate", "shorter.overlay.yaml")
    run("validate", "shorter.overlay.yaml")
    assert len(worked_out) == 1
    nearer = tmp_path / "pig.rulebook.yaml"
    nearer.write_text(find_book("pig").text.replace("target:", "aim:", 1), encoding="utf-8")
    assert run("validate", "shorter.overlay.yaml").status == 1
    assert len(worked_out) == 2


def test_an_answer_holds_for_the_same_question_only(
    run: Run, worked_out: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {run("rules", "pig", *more).out for more in ((), ("--set", "target=50"), ("--format", "markdown"))}
    monkeypatch.setenv("COLUMNS", "60")
    told.add(run("rules", "pig").out)
    assert len(told) == len(worked_out) == 4


def test_problems_are_found_each_time(run: Run, worked_out: list[None], tmp_path: Path) -> None:
    file = mine(tmp_path, find_book("pig").text.replace("me.score", "me.scroe"))
    for command in ("validate", "rules", "ir"):
        assert [run(command, file).status for _ in range(2)] == [1, 1]
    assert len(worked_out) == 6


def test_another_program_asks_again(
    run: Run, worked_out: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = run("validate", "pig")
    monkeypatch.setattr(answers, "state_of_code", lambda: "another")
    assert run("validate", "pig") == told
    assert len(worked_out) == 2
    monkeypatch.setenv("RULEWRIGHT_NO_CACHE", "1")
    assert run("validate", "pig") == told
    assert len(worked_out) == 2  # nothing is noted that is not kept


@pytest.mark.parametrize(
    "written", [b"", b"{}", b'[[], [[3, ""]]]', b"[[[1, 2, 3]], []]", b"[" * 100_000, b"\xff"]
)
def test_what_is_no_answer_is_passed_over(
    run: Run, worked_out: list[None], monkeypatch: pytest.MonkeyPatch, written: bytes
) -> None:
    told = run("show", "pig")
    monkeypatch.setattr(Cache, "read", lambda self, key: written)
    assert run("show", "pig") == told
    assert len(worked_out) == 2


def test_a_damaged_answer_is_passed_over(run: Run, worked_out: list[None], tmp_path: Path) -> None:
    told = run("show", "pig")
    for file in (tmp_path / "cache" / "rulewright").glob("*.object"):
        file.write_bytes(file.read_bytes()[:-5])
    assert run("show", "pig") == told
    assert len(worked_out) == 2
