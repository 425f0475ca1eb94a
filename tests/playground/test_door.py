"""The language server of a page: the same answers as those of `rulewright lsp`, as JSON."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pygls")

from rulewright.adapters.language_server import measuring
from rulewright.document import library
from rulewright.playground.door import GAMES, WHOLE, Door
from rulewright.serve.worker.refusals import Refused

URI = "file:///page/your.rulebook.yaml"
TEXT = library.demand("tic-tac-toe").text


def opened(text: str = TEXT) -> Door:
    door = Door()
    document = {"uri": URI, "languageId": "rulewright", "version": 1, "text": text}
    assert door.answer("textDocument/didOpen", {"textDocument": document}) is None
    return door


def asked(door: Door, method: str, **params: Any) -> Any:
    return door.answer(f"textDocument/{method}", {"textDocument": {"uri": URI}, **params})


def at(word: str, text: str = TEXT) -> dict[str, Any]:
    line = next(number for number, each in enumerate(text.splitlines()) if word in each)
    return {"position": {"line": line, "character": text.splitlines()[line].index(word) + 1}}


def test_names_mean_something_and_are_declared_somewhere() -> None:
    door = opened()
    assert "at" in asked(door, "hover", **at("at.empty"))["contents"]["value"]
    [place] = asked(door, "definition", **at("at.empty"))
    assert (place["uri"], place["range"]["start"]["line"]) == (URI, at("{at:")["position"]["line"])


def test_a_name_is_changed_everywhere_or_the_reason_is_given() -> None:
    door = opened()
    edits = asked(door, "rename", **at("at.empty"), newName="square")["changes"][URI]
    assert {each["newText"] for each in edits} == {"square"}
    with pytest.raises(Refused, match="There is no name here"):
        asked(door, "rename", position={"line": 0, "character": 0}, newName="square")


def test_what_is_offered_where_something_is_typed() -> None:
    typed = TEXT.replace("holds: at.empty", "holds: at.")
    items = asked(
        opened(typed),
        "completion",
        position={**at("at.", typed)["position"], "character": at("at.", typed)["position"]["character"] + 2},
    )["items"]
    assert "empty" in [each["label"] for each in items]


@pytest.mark.parametrize("identifier", ["quick", WHOLE])
def test_problems_have_places_and_ways_out(identifier: str) -> None:
    door = opened()
    assert asked(door, "diagnostic", identifier=identifier)["items"] == []
    broken = TEXT.replace("place: mark", "place: makr")
    document = {"uri": URI, "version": 2}
    door.answer("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": broken}]})
    [problem] = asked(door, "diagnostic", identifier=identifier)["items"]
    assert (problem["severity"], problem["range"]["start"]["line"]) == (
        1,
        at("makr", broken)["position"]["line"],
    )
    [fix, _] = asked(door, "codeAction", range=problem["range"], context={"diagnostics": []})
    [edit] = fix["edit"]["changes"][URI]
    assert (edit["range"], edit["newText"]) == (problem["range"], "mark")


def test_examples_are_run_and_the_page_is_given_what_is_said() -> None:
    door = opened()
    ran = door.answer("workspace/executeCommand", {"command": "rulewright.runExamples", "arguments": [URI]})
    assert ran
    assert all(each["holds"] for each in ran)
    assert door.said() == [f"Examples: {len(ran)} of {len(ran)} hold"]
    assert door.said() == []


def lenses(door: Door) -> dict[str, dict[str, Any]]:
    return {each["command"]["title"]: each["command"] for each in asked(door, "codeLens")}


def hints(door: Door) -> set[str]:
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": TEXT.count("\n"), "character": 0}}
    return {each["label"] for each in asked(door, "inlayHint", range=whole)}


def test_games_are_played_elsewhere_and_figures_are_shown() -> None:
    door = opened()
    assert hints(door) == set()
    command = lenses(door)[f"Simulate {GAMES} games"]
    waits = door.answer("workspace/executeCommand", command)
    answer = measuring.answer({**waits["question"], "games": 5})
    assert door.go_on(waits["number"], answer)["games"] == 5
    assert door.said()[0].startswith("Simulated: 5 games")
    assert any(each.startswith("taken ") for each in hints(door))
    (again,) = (each for each in lenses(door) if each.startswith("Simulate again: 5 games"))
    assert "before" not in again
    with pytest.raises(Refused):
        door.go_on(waits["number"], answer)


def test_tests_and_reasons_are_answered_and_a_house_rule_has_its_effect() -> None:
    door = opened("extends: tic-tac-toe\nname: more\ntitle: More\nchange: {about: other words}\n")
    assert {"Test", "Play", "What it changes", "What it does to the game"} <= set(lenses(door))
    waits = door.answer("workspace/executeCommand", lenses(door)["What it changes"])
    answer = measuring.answer(waits["question"])
    assert door.go_on(waits["number"], answer)["markdown"].startswith("# ")


def test_what_is_not_answered_here_is_no_request() -> None:
    with pytest.raises(LookupError):
        opened().answer("textDocument/moniker", {})
