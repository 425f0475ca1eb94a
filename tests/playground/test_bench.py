"""What the page asks about a text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.playground.bench import Bench
from rulewright.playground.warming import warmed


@pytest.fixture
def bench() -> Bench:
    return Bench()


def asked(bench: Bench, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bench.answer(json.dumps(request)))
    return answer


def text(bench: Bench, name: str = "tic-tac-toe") -> str:
    return str(asked(bench, do="text", name=name)["text"])


def test_a_game_that_is_not_bundled_has_no_text(bench: Bench) -> None:
    assert asked(bench, do="text", name="nowhere")["error"].startswith("There is no")


@pytest.mark.parametrize("whole", [False, True])
def test_problems_have_places_and_ways_out(bench: Bench, whole: bool) -> None:
    assert asked(bench, do="check", text=text(bench), whole=whole)["problems"] == []
    broken = text(bench).replace("place: mark", "place: makr")
    [problem] = asked(bench, do="check", text=broken, whole=whole)["problems"]
    line = next(number for number, each in enumerate(broken.splitlines()) if "makr" in each)
    assert (problem["severity"], problem["range"][0]) == ("error", line)
    [edit] = problem["fix"]["edits"]
    first, start, last, end = edit["range"]
    assert first == last == line
    written = broken.splitlines()[line]
    assert written[:start] + edit["text"] + written[end:] == written.replace("makr", "mark")


def test_a_text_that_is_no_yaml_has_a_problem(bench: Bench) -> None:
    assert asked(bench, do="check", text="a: [", whole=False)["problems"][0]["severity"] == "error"


def test_a_table_is_set_for_a_text(bench: Bench) -> None:
    told = asked(bench, do="open", text=text(bench), players=5, seats=["greedy", "nobody", "x"], seed=1)
    assert (told["players"], told["tables"], told["seats"]) == (2, [2], ["greedy", None])
    assert {"random", "greedy"} <= set(told["bots"])
    assert not {"mcts", "rollouts"} & set(told["bots"])
    assert [each["type"] for each in asked(bench, do="told", message={"hello": 1})["messages"]] == [
        "welcome",
        "frame",
    ]
    assert [each["type"] for each in asked(bench, do="bots")["messages"]] == ["frame"]


def test_a_broken_text_has_no_table(bench: Bench) -> None:
    told = asked(bench, do="open", text=text(bench).replace("place: mark", "place: makr"), seats=[], seed=1)
    assert told["error"]
    assert told["problems"][0]["range"]


def test_an_overlay_changes_a_bundled_game(bench: Bench) -> None:
    told = asked(bench, do="open", text=text(bench, "cinco-four-in-a-row"), seats=[], seed=1)
    assert told["title"] == "Cinco"


def test_the_rule_sheet_is_a_page(bench: Bench) -> None:
    assert "Three of your marks" in asked(bench, do="sheet", text=text(bench))["html"]


def test_a_warm_bench_has_no_table() -> None:
    assert asked(warmed(), do="told", message={"hello": 1}) == {"messages": []}
