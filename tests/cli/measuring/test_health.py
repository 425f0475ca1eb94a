"""`rulewright health`: the text, the data, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("optimised")

QUICK = ("--games", "60", "--levels", "none", "--seconds", "0")


def test_a_report_begins_with_a_verdict(run: Run) -> None:
    found = run("health", "pig", "--players", "2", *QUICK)
    assert found.status == 0
    first, empty, verdict, length, *_ = found.out.splitlines()
    assert first == "Pig: 2 players, seed 0"
    assert empty == ""
    assert verdict == "Nothing alarming was found."
    assert length.startswith("A game takes ")
    assert "SEATS" in found.out


def test_the_same_as_data(run: Run) -> None:
    told = run("health", "pig", "--players", "2", *QUICK, "--format", "json").json
    assert told["verdict"][0] == "Nothing alarming was found."
    assert told["alarms"] == []
    assert told["kinds"] == ["random", "hold_at_20", "keep_pace"]
    assert told["length"]["decisions"]["count"] == 60
    assert len(told["seats"]) == 6
    assert told["interrupted"] is False


def test_seconds_per_decision_make_minutes(run: Run) -> None:
    lengths = [
        run("health", "pig", *QUICK, "--format", "json", "--seconds-per-decision", str(seconds)).json[
            "length"
        ]
        for seconds in (1, 60)
    ]
    assert lengths[1]["minutes"] == pytest.approx(60 * lengths[0]["minutes"])
    assert lengths[1]["minutes"] == pytest.approx(lengths[1]["decisions"]["mean"])


def test_a_house_rule_goes_along(run: Run) -> None:
    told = run("health", "pig", *QUICK, "--set", "target=30", "--format", "json").json
    assert told["options"]["target"] == 30


@pytest.mark.parametrize("levels", ["0", "7", "two", "1,", ""])
def test_levels_are_numbers_from_1_to_6(run: Run, levels: str) -> None:
    refused = run("health", "pig", "--levels", levels)
    assert refused.status == 2
    assert "--levels 1,3,6" in refused.err


def test_games_that_do_not_end_fall_short(run: Run) -> None:
    found = run("health", "pig", *QUICK, "--max-actions", "3")
    assert found.status == 1
    assert "did not end and were broken off" in found.out


def test_a_page_is_written(run: Run, tmp_path: Path) -> None:
    found = run("health", "pig", *QUICK, "--html", "pig.html")
    assert found.status == 0
    assert "The page is pig.html." in found.err
    assert "Nothing alarming was found." in (tmp_path / "pig.html").read_text(encoding="utf-8")


def test_a_page_that_is_none_is_refused_before_any_game(run: Run) -> None:
    refused = run("health", "pig", "--html", "pig.txt")
    assert refused.status == 2
    assert "should end with .html" in refused.err
