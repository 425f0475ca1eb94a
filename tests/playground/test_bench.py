"""What the page asks about a text."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytest.importorskip("pygls")

from rulewright.playground.bench import NAME, Bench
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


def test_a_table_is_set_for_a_text(bench: Bench) -> None:
    told = asked(bench, do="open", text=text(bench), players=5, seats=["greedy", "nobody", "x"], seed=1)
    assert (told["table"], told["players"], told["seats"]) == (2, [2], ["greedy", None])
    assert {"random", "greedy"} <= set(told["bots"])
    assert not {"mcts", "rollouts"} & set(told["bots"])
    assert [each["type"] for each in asked(bench, do="told", message={"hello": 1})["messages"]] == [
        "welcome",
        "frame",
    ]
    assert [each["type"] for each in asked(bench, do="bots")["messages"]] == ["frame"]


def test_a_table_has_the_variant_and_the_options_that_the_game_has(bench: Bench) -> None:
    given = {"text": text(bench, "crazy-eights"), "seats": [], "seed": 1}
    told = asked(
        bench, do="open", **given, players=3, variant="nobody", options={"hand_size": 3, "nothing": 1}
    )
    assert told["table"] == 3
    [size] = [each for each in told["options"] if each["name"] == "hand_size"]
    assert size["default"] == 5  # 7 for two players
    frame = asked(bench, do="told", message={"hello": 1})["messages"][1]
    hands = [zone for zone in frame["scene"]["zones"] if zone["id"].endswith(".hand")]
    assert {zone["count"] for zone in hands} == {3}
    assert "error" in asked(bench, do="open", **given, players=3, options={"hand_size": "many"})


def test_a_broken_text_has_no_table(bench: Bench) -> None:
    told = asked(bench, do="open", text=text(bench).replace("place: mark", "place: makr"), seats=[], seed=1)
    assert told["error"]


def test_the_language_is_asked_by_its_protocol(bench: Bench) -> None:
    document = {"uri": f"file:///{NAME}", "languageId": "rulewright", "version": 1, "text": text(bench)}
    opened = asked(bench, do="language", method="textDocument/didOpen", params={"textDocument": document})
    assert opened == {"result": None, "said": []}
    told = asked(bench, do="language", method="textDocument/diagnostic", params={"textDocument": document})
    assert told["result"]["items"] == []
    nowhere = {"textDocument": document, "position": {"line": 0, "character": 0}, "newName": "x"}
    told = asked(bench, do="language", method="textDocument/rename", params=nowhere)
    assert told == {"error": "There is no name here that can be changed."}


def test_an_overlay_changes_a_bundled_game(bench: Bench) -> None:
    told = asked(bench, do="open", text=text(bench, "cinco-four-in-a-row"), seats=[], seed=1)
    assert told["title"] == "Cinco"


def test_the_rule_sheet_is_a_page(bench: Bench) -> None:
    assert "Three of your marks" in asked(bench, do="sheet", text=text(bench))["html"]


def test_a_warm_bench_has_no_table() -> None:
    assert asked(warmed(), do="told", message={"hello": 1}) == {"messages": []}
