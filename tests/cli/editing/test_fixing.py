"""`validate --fix` writes what is certain into the file and leaves everything else about the file as it is."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright.cli.common import saving
from tests.cli.conftest import Run

GOOD = """\
rulebook: 1
name: race
players: 1..3
variables: {pot: {type: 0..99}}
phases:
  turn:
    actions:
      bet: {do: [{set: pot, to: 1}]}
      stop: {when: {rich: pot > 0 and round > 1}, do: [end_turn]}
end: {late: {when: round > 3, result: draw}}
"""
WRONG = GOOD.replace("phases:", "phasse:").replace("and", "&&")


@pytest.fixture
def book(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "race.rulebook.yaml"
    path.write_text(WRONG)
    return path


def test_fix_writes_the_file_and_shows_the_change(run: Run, book: Path) -> None:
    ended = run("validate", "race.rulebook.yaml", "--fix")
    assert ended.status == 0
    assert book.read_text() == GOOD
    assert "-phasse:\n+phases:\n" in ended.out
    assert "fixed 2 mistakes in race.rulebook.yaml, nothing left\nfine: race.rulebook.yaml" in ended.err
    assert sorted(path.name for path in book.parent.iterdir()) == ["race.rulebook.yaml"]


def test_diff_shows_the_same_change_and_writes_nothing(run: Run, book: Path) -> None:
    shown = run("validate", "race.rulebook.yaml", "--diff")
    assert (shown.status, book.read_text()) == (1, WRONG)
    assert "can fix 2 mistakes" in shown.err
    assert run("validate", "race.rulebook.yaml", "--diff", "--fix").out == shown.out
    assert book.read_text() == WRONG
    assert run("validate", "race.rulebook.yaml", "--fix").out == shown.out


@pytest.mark.skipif(shutil.which("patch") is None, reason="the program `patch` is not installed")
@pytest.mark.parametrize("text", [WRONG, WRONG.rstrip("\n"), WRONG.replace("\n", "\r\n")])
def test_the_diff_is_a_patch(run: Run, book: Path, text: str) -> None:
    book.write_bytes(text.encode())
    shown = run("validate", "race.rulebook.yaml", "--diff").out
    subprocess.run(
        ["patch", "--binary", "race.rulebook.yaml"], input=shown.encode(), check=True, cwd=book.parent
    )
    assert book.read_bytes() == text.replace("phasse", "phases").replace("&&", "and").encode()


def test_a_fine_file_is_not_touched(run: Run, book: Path) -> None:
    book.write_text(GOOD)
    os.utime(book, (1, 1))
    assert run("validate", "race.rulebook.yaml", "--fix").status == 0
    assert book.stat().st_mtime == 1


def test_what_is_left_is_told_like_any_problem(run: Run, book: Path) -> None:
    book.write_text(WRONG.replace("pot > 0", "pot"))
    ended = run("validate", "race.rulebook.yaml", "--fix")
    assert ended.status == 1
    assert "error[wrong-type]" in ended.out
    assert "1 left" in ended.err


def test_without_fix_the_fix_is_offered(run: Run, book: Path) -> None:
    assert "rulewright validate --fix race.rulebook.yaml" in run("validate", "race.rulebook.yaml").err


def test_fixes_are_part_of_json_and_sarif(run: Run, book: Path) -> None:
    (problem,) = run("validate", "race.rulebook.yaml", "--format", "json").json
    assert problem["fix"] == {
        "title": "write `phases`",
        "edits": [
            {
                "file": "race.rulebook.yaml", "line": 5, "column": 1, "end_line": 5, "end_column": 7, "text": "phases"
            }
        ],
    }  # fmt: skip
    (result,) = run("validate", "race.rulebook.yaml", "--format", "sarif").json["runs"][0]["results"]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "race.rulebook.yaml"}
    (replacement,) = change["replacements"]
    assert replacement["insertedContent"] == {"text": "phases"}
    assert replacement["deletedRegion"] == {"startLine": 5, "startColumn": 1, "endLine": 5, "endColumn": 7}


def test_fix_with_json_prints_what_is_left_as_data(run: Run, book: Path) -> None:
    ended = run("validate", "race.rulebook.yaml", "--fix", "--format", "json")
    assert json.loads(ended.out) == []
    assert book.read_text() == GOOD


@pytest.mark.parametrize(
    "options", [("--fix", "--watch"), ("--diff", "--watch"), ("--diff", "--format", "json")]
)
def test_what_does_not_go_together_is_refused(run: Run, book: Path, options: tuple[str, ...]) -> None:
    assert run("validate", "race.rulebook.yaml", *options).status == 2
    assert book.read_text() == WRONG


# ----------------------------------------------------------------------------------------- the file stays as it was


@pytest.mark.parametrize(("option", "more"), [("--fix", ", and the file is as it was"), ("--diff", "")])
def test_where_nothing_is_certain_that_is_said(run: Run, book: Path, option: str, more: str) -> None:
    doubtful = GOOD + "zzz: 3\n"
    book.write_text(doubtful)
    ended = run("validate", "race.rulebook.yaml", option)
    assert f"race.rulebook.yaml: nothing that could be fixed with certainty{more}\n" in ended.err
    assert book.read_text() == doubtful


def test_line_ends_byte_order_mark_missing_last_line_end_and_mode_stay(run: Run, book: Path) -> None:
    book.write_bytes(codecs.BOM_UTF8 + WRONG.rstrip("\n").replace("\n", "\r\n").encode())
    book.chmod(0o640)
    assert run("validate", "race.rulebook.yaml", "--fix").status == 0
    assert book.read_bytes() == codecs.BOM_UTF8 + GOOD.rstrip("\n").replace("\n", "\r\n").encode()
    assert book.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link_and_the_file_behind_it_is_mended(run: Run, book: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    target = book.rename(folder / "race.rulebook.yaml")
    book.symlink_to(target)
    assert run("validate", "race.rulebook.yaml", "--fix").status == 0
    assert book.is_symlink()
    assert target.read_text() == GOOD


def test_a_file_that_may_not_be_written_is_left(
    run: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    ended = run("validate", "race.rulebook.yaml", "--fix")
    assert ended.status == 1
    assert "race.rulebook.yaml may not be written to" in ended.err
    assert "error[unknown-key]" in ended.out
    assert book.read_text() == WRONG


def test_a_bundled_rulebook_is_never_changed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "_data" / "rulebooks"
    installed.mkdir(parents=True)
    (installed / "race.rulebook.yaml").write_text(WRONG)
    monkeypatch.setattr(saving, "rulebooks_folder", lambda: installed)
    for name in (str(installed / "race.rulebook.yaml"), "_data/rulebooks/race.rulebook.yaml"):
        ended = run("validate", name, "--fix")
        assert ended.status == 1
        assert "comes with Rulewright and is not changed" in ended.err
    assert (installed / "race.rulebook.yaml").read_text() == WRONG


def test_a_file_saved_by_somebody_else_meanwhile_is_not_written_over(book: Path) -> None:
    with pytest.raises(saving.CannotSave, match="changed meanwhile"):
        saving.save(book, GOOD, WRONG)
    assert book.read_text() == WRONG


def test_a_failure_while_writing_leaves_the_old_file_and_nothing_else(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="the disk is full"):
        saving.save(book, WRONG, GOOD)
    assert [path.read_text() for path in book.parent.iterdir()] == [WRONG]


def test_only_files_that_are_named_are_changed(run: Run, book: Path, tmp_path: Path) -> None:
    child = tmp_path / "short.overlay.yaml"
    child.write_text("rulebook: 1\nname: short\nextends: race\nchange: {end: {late: {when: round > 2}}}\n")
    ended = run("validate", "short.overlay.yaml", "--fix")
    assert ended.status == 1
    assert book.read_text() == WRONG
    assert run("validate", "race.rulebook.yaml", "short.overlay.yaml", "--fix").status == 0
    assert book.read_text() == GOOD


def test_only_fixes_that_would_be_kept_are_offered(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "race.rulebook.yaml"
    path.write_text(GOOD + "examples: {it: {expect: [player(1) == me]}}\n")
    told = run("validate", "race.rulebook.yaml").err
    assert "nothing is called `player`" in told + run("validate", "race.rulebook.yaml").out
    assert "can be fixed automatically" not in told
    path.write_text(WRONG)
    assert (
        "this can be fixed automatically: rulewright validate --fix race.rulebook.yaml"
        in run("validate", "race.rulebook.yaml").err
    )


def test_a_name_of_the_current_folder_is_suggested_and_a_file_of_another_encoding_says_its_line(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "harbour.rulebook.yaml").write_text(GOOD)
    missed = run("validate", "harbuor")
    assert "did you mean `harbour`?" in missed.out + missed.err
    (tmp_path / "latin.rulebook.yaml").write_bytes("rulebook: 1\nname: race\ntitle: Café\n".encode("latin-1"))
    ended = run("validate", "latin.rulebook.yaml")
    assert "(line 3, at byte " in ended.out + ended.err
