"""`--coverage`: which rules were never exercised, in every form, whatever else the command prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

DEAD = """\
rulebook: 1
name: dead
extends: dare
add:
  end:
    never: {when: round > 9000, result: draw}
"""


@pytest.fixture
def with_dead_rule(dice_game: str) -> tuple[str, ...]:
    Path("dead.overlay.yaml").write_text(DEAD, encoding="utf-8")
    return (dice_game, "--with", "dead.overlay.yaml", "--games", "20")


def test_the_dead_rule_is_named_below_the_result(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    ended = run("simulate", *with_dead_rule, "--coverage")
    assert ended.status == 0
    assert ended.out.index("Ended by") < ended.out.index("dead.overlay.yaml: 0 of 1 places exercised")
    assert "  6  end.never  never held (asked " in ended.out
    assert "all files: " in ended.out


def test_it_is_the_same_for_any_number_of_jobs(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    one = run("simulate", *with_dead_rule, "--coverage")
    two = run("simulate", *with_dead_rule, "--coverage", "--jobs", "2")
    assert one.out == two.out


def test_the_games_are_the_same_with_and_without(run: Run, dice_game: str) -> None:
    plain = run("simulate", dice_game, "--games", "10").out
    assert run("simulate", dice_game, "--games", "10", "--coverage").out.startswith(plain)


def test_json_holds_it_under_a_key(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    data = run("simulate", *with_dead_rule, "--coverage", "--format", "json").json
    files = {file["file"]: file for file in data["coverage"]["files"]}
    (place,) = files["dead.overlay.yaml"]["places"]
    assert (place["path"], place["line"], place["exercised"]) == ("end.never", 6, False)
    assert place["reason"].startswith("never held")
    assert "coverage" not in run("simulate", *with_dead_rule, "--format", "json").json


def test_the_marked_rulebook(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    out = run("simulate", *with_dead_rule, "--coverage-marked").out
    assert "! 6 |     never: {when: round > 9000, result: draw}\n!   |     ^^^^^ never held" in out


def test_the_page(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    ended = run("simulate", *with_dead_rule, "--coverage-html", "dare.html")
    assert "dare.html" in ended.err
    page = Path("dare.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert '<span class="missed" title="end.never: never held' in page


def test_too_little_is_a_failure(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    ended = run("simulate", *with_dead_rule, "--fail-under", "100")
    assert ended.status == 1
    assert "less than 100 % (--fail-under)" in ended.err
    assert run("simulate", *with_dead_rule, "--fail-under", "10").status == 0


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--coverage-html", "dare.rulebook.yaml"), "should end with .html"),
        (("--coverage-html", "nowhere/dare.html"), "there is no folder nowhere"),
        (("--coverage", "--format", "csv"), "--coverage has no form as CSV"),
        (("--coverage-marked", "--format", "json"), "--coverage-marked prints the rulebook"),
        (("--fail-under", "120"), "120"),
    ],
)
def test_slips_are_told_before_any_game(run: Run, dice_game: str, wrong: tuple[str, ...], said: str) -> None:
    before = Path(dice_game).read_text(encoding="utf-8")
    ended = run("simulate", dice_game, *wrong)
    assert ended.status == 2
    assert said in ended.err
    assert not ended.out
    assert Path(dice_game).read_text(encoding="utf-8") == before


EXAMPLE = """\
add:
  examples:
    so_long_a_game:
      given: {round: 9001}
      play: [{do: roll}]
"""


def test_testing_counts_examples_and_tells_what_only_they_reach(
    run: Run, with_dead_rule: tuple[str, ...]
) -> None:
    ended = run("test", *with_dead_rule, "--coverage")
    assert ended.status == 0
    assert ended.out.index("all passed") < ended.out.index("dead.overlay.yaml: 0 of 1 places exercised")
    Path("dead.overlay.yaml").write_text(
        DEAD.replace("draw}", "draw, after: roll}")
        + EXAMPLE.removeprefix("add:\n").replace("examples", "examples", 1),
        encoding="utf-8",
    )
    ended = run("test", *with_dead_rule, "--coverage")
    assert "dead.overlay.yaml: 1 of 1 places exercised" in ended.out
    told = ended.out[ended.out.index("Only examples exercise these. In games:") :]
    assert "  6  end.never  never held (asked " in told


def test_testing_tells_it_in_every_form(run: Run, with_dead_rule: tuple[str, ...]) -> None:
    data = run("test", *with_dead_rule, "--coverage", "--format", "json").json
    assert data["coverage"]["places"] > data["coverage"]["exercised"]
    ended = run("test", *with_dead_rule, "--coverage-html", "dare.html", "--fail-under", "100")
    assert ended.status == 1
    assert Path("dare.html").is_file()
    assert run("test", *with_dead_rule, "--coverage-marked", "--format", "json").status == 2
