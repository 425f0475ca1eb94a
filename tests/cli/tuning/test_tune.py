"""`tune` at the command line: its report, its files, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright as rw
from tests.cli.conftest import Run
from tests.play.tuning.small_games import STAIRS

KNOB = ("--knob", "options.top=1..20")


@pytest.fixture
def stairs(run: Run) -> str:
    Path("stairs.rulebook.yaml").write_text(STAIRS, encoding="utf-8")
    return "stairs.rulebook.yaml"


def test_the_answer_is_a_house_rule_that_does_what_was_wished(run: Run, stairs: str) -> None:
    ended = run(
        "tune", stairs, *KNOB, "--want", "median rounds in 6..8", "--bots", "steady", "--games", "600", "--out",
        "short.overlay.yaml",
    )  # fmt: skip
    assert ended.status == 0, ended.err
    assert "The wish holds at this setting, with 95 % confidence." in ended.out
    assert "median rounds in 6..8" in ended.out
    game = rw.load("short.overlay.yaml")
    found = rw.simulate(game, 100, bots="steady")
    assert found.rounds is not None
    assert 6 <= found.rounds.median <= 8
    assert run("validate", "short.overlay.yaml").status == 0
    assert "top" in run("diff", stairs, "short.overlay.yaml").out
    again = run("tune", stairs, *KNOB, "--want", "rounds in 6", "--out", "short.overlay.yaml")
    assert again.status == 2
    assert "there is such a file already" in again.err


def test_a_wish_that_cannot_hold_ends_with_status_1(run: Run, stairs: str) -> None:
    ended = run("tune", stairs, *KNOB, "--want", "rounds in 50..60", "--bots", "steady", "--games", "400")
    assert ended.status == 1
    assert "No setting was found that holds the wish. This one comes nearest." in ended.out
    assert ["options.top", "10", "20"] in [line.split() for line in ended.out.splitlines()]


def test_a_checkpoint_goes_on_and_refuses_another_search(run: Run, stairs: str) -> None:
    asked = (
        "tune",
        stairs,
        *KNOB,
        "--want",
        "rounds in 6..8",
        "--bots",
        "steady",
        "--games",
        "400",
        "--checkpoint",
        "kept",
    )
    first = run(*asked, "--format", "json").json
    kept = json.loads(Path("kept").read_text(encoding="utf-8"))
    assert len(kept["tried"]) == first["tried"]
    again = run(*asked, "--format", "json").json
    more = json.loads(Path("kept").read_text(encoding="utf-8"))["tried"]
    assert [setting for setting, _ in more][: len(kept["tried"])] == [setting for setting, _ in kept["tried"]]
    assert all(new["games"] >= old["games"] for (_, new), (_, old) in zip(more, kept["tried"], strict=False))
    assert again["answer"]["values"] == first["answer"]["values"]
    other = run(*asked, "--seed", "3")
    assert other.status == 2
    assert "kept is of another search: seed is 0 there, and 3 here" in other.err
    Path("kept").write_text("{", encoding="utf-8")
    assert "kept is damaged" in run(*asked).err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "--want is missing"),
        (("--want", "rounds in 3"), "--knob is missing"),
        (
            ("--want", "roundes in 3", *KNOB),
            "--want `roundes in 3`: there is no figure `roundes`; did you mean `rounds`?",
        ),
        (
            ("--want", "rounds in 3", "--knob", "options.tip=1..3"),
            "there is no option `tip`; did you mean `options.top`?",
        ),
        (("--want", "rounds in 3", "--knob", "tables.stride.row.1=1..3"), "none of its values can be played"),
        (("--want", "rounds in 3", "--knob", "nowhere.overlay.yaml"), "none of its values can be played"),
        (("--want", "rounds in 3", *KNOB, "--set", "top=3"), "this option is set for all games (--set)"),
        (("--want", "rounds in 3", *KNOB, "--bots", "stedy"), "--bots: "),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    run: Run, stairs: str, arguments: tuple[str, ...], what: str
) -> None:
    ended = run("tune", stairs, *arguments)
    assert ended.status == 2
    assert what in ended.err.replace("\n", " ")
