"""`rulewright review`: the text, the data, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulewright as rw
from tests.cli.conftest import Run

MOVES = ("mark a1", "mark b2", "mark a2", "mark c3", "mark a3")


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A game of tic-tac-toe in which Bob does not block."""
    state = rw.load("tic-tac-toe").new_initial_state(1)
    for move in MOVES:
        state.apply_action(move)
    data = {**state.record(texts=True), "names": ["Ann", "Bob"], "rulebook": "tic-tac-toe"}
    (tmp_path / "toe.record.json").write_text(json.dumps(data))
    return "toe.record.json"


def test_a_review_names_the_turning_point_and_why(run: Run, record: str) -> None:
    found = run("review", record, "--by", "mcts:4000")
    assert found.status == 0
    assert "Ann wins." in found.out
    assert "   4  Bob: mark c3\n      gave away" in found.out
    assert (
        "Better: mark a3.\n      After mark c3, Ann could win at once with `mark a3`; not after mark a3."
        in found.out
    )
    assert "   5  Ann: mark a3 " in found.out
    assert "Luck" not in found.out


def test_the_same_as_data(run: Run, record: str) -> None:
    told = run("review", record, "--by", "mcts:4000", "--format", "json").json
    assert [each["step"] for each in told["turning_points"]] == [4]
    assert told["turning_points"][0]["better"] == "mark a3"
    assert told["players"][1]["mistakes"] == 1
    assert told["players"][1]["gave_away"] == pytest.approx(told["turning_points"][0]["gave_away"])
    assert told["players"][0]["luck"] is None
    assert [each["step"] for each in told["decisions"]] == [1, 2, 3, 4, 5]
    assert all(
        sum(seat["value"] for seat in each["worths"]) == pytest.approx(100) for each in told["decisions"]
    )


def test_where_hands_are_hidden_the_luck_is_in_the_cards(run: Run, tmp_path: Path) -> None:
    """Kuhn poker: Ann gets the king and Bob the jack, who folds to a bet."""
    game = rw.load("kuhn-poker", players=2)
    seeds = (game.new_initial_state(seed) for seed in range(100))
    state = next(
        each
        for each in seeds
        if [each.get(f"seat({seat}).hand") for seat in (1, 2)] == [("king",), ("jack",)]
    )
    state.apply_action("bet")
    state.apply_action("fold")
    data = {**state.record(texts=True), "names": ["Ann", "Bob"], "rulebook": "kuhn-poker"}
    (tmp_path / "kuhn.record.json").write_text(json.dumps(data))
    found = run("review", "kuhn.record.json", "--by", "mcts:1000")
    assert "with all cards face up" in found.out
    assert "   0  To begin with: " in found.out
    told = run("review", "kuhn.record.json", "--by", "mcts:1000", "--format", "json").json
    assert told["luck"][0]["gains"][0]["value"] > 0.5
    assert told["players"][1]["mistakes"] == 0, (
        "who holds the jack and meets a bet has nothing better than to fold"
    )


def test_a_solved_game_judges_exactly(run: Run, record: str) -> None:
    assert run("solve", "tic-tac-toe", "--every", "--out", "toe.solution.json").status == 0
    found = run("review", record, "--by", "solved:toe.solution.json")
    assert "Bob  50 %       1 of" in found.out
    assert "gave away 50 %. Better: mark a3." in found.out


def test_a_page_has_a_curve_the_turning_point_and_its_position(run: Run, record: str, tmp_path: Path) -> None:
    written = run("review", record, "--by", "mcts:4000", "--html", "toe.html")
    assert "The page is toe.html." in written.err
    page = (tmp_path / "toe.html").read_text(encoding="utf-8")
    assert page.count('<svg class="board"') == page.count("The whole table as text") >= 1
    (curve,) = re.findall(r'<polyline class="curve" stroke="[^"]+" points="([^"]+)"', page)
    assert len(curve.split()) == 6, "before each of five decisions, and at the end"
    assert curve.endswith(",16.0"), "Ann has won: all of 100 %"
    assert [*re.findall(r"<circle class=\"mark (\w+)\".*?<title>([^<]+)</title>", page)] == [
        ("decision", "Step 4: Bob, mark c3")
    ]
    assert "<p>Step 4. Bob: mark c3</p>" in page
    assert "could win at once with <code>mark a3</code>" in page
    assert "Round 2 · Bob to move" in page
    assert not re.findall(r"(?:src|href)=|https?://|<script", page)


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("mcts:0", "1 to 1,000,000"),
        ("greedy", "`mcts:N`, a search with N games for each decision"),
        ("solved:no.json", "no.json cannot be read"),
    ],
)
def test_who_cannot_judge_is_refused(run: Run, record: str, by: str, says: str) -> None:
    refused = run("review", record, "--by", by)
    assert refused.status == 2
    assert says in refused.err


def test_a_record_is_opened_as_by_replay(run: Run, record: str, tmp_path: Path) -> None:
    (tmp_path / "broken.record.json").write_text("{")
    data = json.loads((tmp_path / record).read_text())
    data["steps"][3]["action"] = "mark a1"
    (tmp_path / "illegal.record.json").write_text(json.dumps(data))
    for name in ("missing.record.json", "broken.record.json", "illegal.record.json"):
        replayed, reviewed = run("replay", name), run("review", name)
        assert replayed.status == reviewed.status != 0
        assert replayed.err.replace("replay RECORD", "") == reviewed.err.replace("review RECORD", "") or (
            replayed.err.splitlines()[-1] == reviewed.err.splitlines()[-1]
        )
