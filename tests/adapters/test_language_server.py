"""The language server, in a process of its own, as editors start it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.request import urlopen

import pytest

from tests.adapters.editor_client import Editor
from tests.editor.snap import COLOURS, GAME, QUICK


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    folder = tmp_path_factory.mktemp("games")
    for name, text in (("snap.rulebook", GAME), ("colours.fragment", COLOURS), ("quick.overlay", QUICK)):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    started = Editor(folder)
    yield started
    assert started.end() == 0


def coded(code: str) -> Callable[[list[dict[str, Any]]], bool]:
    """Whether problems are those of the text that is open now: others may still come from the one before."""
    return lambda found: [each["code"] for each in found] == [code]


def test_problems_are_shown_while_the_text_is_typed(editor: Editor) -> None:
    wrong = GAME.replace("me.points", "me.pionts")
    uri = editor.open("snap.rulebook.yaml", wrong)
    (found,) = editor.problems(uri, coded("unknown-attribute"))
    assert found["codeDescription"]["href"].endswith("/unknown-attribute.md")
    assert found["severity"] == 1
    assert found["relatedInformation"][0]["location"]["uri"] == uri
    line = wrong.split("\n")[found["range"]["start"]["line"]]
    assert line[found["range"]["start"]["character"] : found["range"]["end"]["character"]] == "pionts"
    editor.open("snap.rulebook.yaml", GAME)
    editor.problems(uri, lambda found: not found)


def test_what_needs_time_is_found_too(editor: Editor) -> None:
    unused = GAME.replace("  rolls: {type", "  idle: {type: 0..1}\n  rolls: {type")
    uri = editor.open("snap.rulebook.yaml", unused)
    (found,) = editor.problems(uri, coded("unused"))
    assert found["severity"] == 2
    editor.open("snap.rulebook.yaml", GAME)
    editor.problems(uri, lambda found: not found)


def test_a_mistake_that_a_house_rule_causes_is_shown_there(editor: Editor) -> None:
    editor.open("snap.rulebook.yaml", GAME)
    uri = editor.open("quick.overlay.yaml", f"{QUICK}remove: [variables.rolls]\n")
    (found,) = editor.problems(uri, coded("unknown-name"))
    assert found["relatedInformation"][0]["location"]["uri"].endswith("snap.rulebook.yaml")
    editor.open("quick.overlay.yaml", QUICK)
    editor.problems(uri, lambda found: not found)


def test_completion_and_the_arguments_of_a_call(editor: Editor) -> None:
    typed = GAME.replace("p.points + extra", "p.po")
    uri = editor.open("snap.rulebook.yaml", typed)
    found = editor.ask("textDocument/completion", editor.at(uri, typed, "is: p.po"))
    (points,) = [item for item in found["items"] if item["label"] == "points"]
    assert points["detail"] == "a number in 0..1000"
    assert points["textEdit"]["newText"] == "points"
    start, end = points["textEdit"]["range"]["start"], points["textEdit"]["range"]["end"]
    assert end["character"] - start["character"] == len("po")
    typed = GAME.replace("p.points + extra", "max(p.points, ")
    editor.open("snap.rulebook.yaml", typed)
    found = editor.ask("textDocument/signatureHelp", editor.at(uri, typed, "max(p.points, "))
    assert found["activeParameter"] == 1


def test_fixes(editor: Editor) -> None:
    wrong = GAME.replace("me.points", "me.pionts").replace("lasts: turn", "last: turn")
    uri = editor.open("snap.rulebook.yaml", wrong)
    (found,) = editor.problems(uri, coded("unknown-key"))  # a key first, then names
    asked = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
    quick, everything = editor.ask("textDocument/codeAction", asked)
    assert quick["title"] == "Write `lasts`"
    assert quick["edit"]["changes"][uri][0]["newText"] == "lasts"
    assert everything["kind"] == "source.fixAll.rulewright"
    changes = editor.ask("codeAction/resolve", everything)["edit"]["changes"][uri]
    assert carried_out(wrong, changes) == GAME


def carried_out(text: str, changes: list[dict[str, Any]]) -> str:
    """A text after changes, whose places are those before them."""
    starts = [0, *(place + 1 for place, sign in enumerate(text) if sign == "\n"), len(text)]
    for change in sorted(changes, key=lambda each: each["range"]["start"]["line"], reverse=True):
        first, last = (
            starts[at["line"]] + at["character"] for at in (change["range"]["start"], change["range"]["end"])
        )
        text = text[:first] + change["newText"] + text[last:]
    return text


def test_a_text_is_formatted_where_it_differs(editor: Editor) -> None:
    uri = editor.open("snap.rulebook.yaml", GAME)
    asked = {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    canonical = carried_out(GAME, editor.ask("textDocument/formatting", asked))
    editor.open("snap.rulebook.yaml", canonical)
    assert editor.ask("textDocument/formatting", asked) == []
    noted = canonical.replace("p.points + extra", "p.points + extra  # so far")
    typed = noted.replace("p.points + extra", "p.points+extra").replace("  rolls: ", "  rolls:   ")
    typed = typed.replace("at: round, when: round >= 5", "when: round>=5, at: round")
    editor.open("snap.rulebook.yaml", typed)
    changes = editor.ask("textDocument/formatting", asked)
    assert [each["range"]["end"]["line"] - each["range"]["start"]["line"] for each in changes] == [1, 1, 1]
    assert carried_out(typed, changes) == noted
    editor.open("snap.rulebook.yaml", "rulebook: [1\n")
    assert editor.ask("textDocument/formatting", asked) == []


def test_names(editor: Editor) -> None:
    uri = editor.open("snap.rulebook.yaml", GAME)
    shown = editor.at(uri, GAME, "add: sho")
    assert "definition shown" in editor.ask("textDocument/hover", shown)["contents"]["value"]
    (place,) = editor.ask("textDocument/definition", shown)
    assert place["uri"] == uri
    assert place["range"]["start"] == {"line": 19, "character": 2}
    files = {found["uri"].rpartition("/")[2] for found in editor.ask("textDocument/references", {**shown, "context": {"includeDeclaration": False}})}  # fmt: skip
    assert files == {"snap.rulebook.yaml", "quick.overlay.yaml"}
    assert len(editor.ask("textDocument/documentHighlight", shown)) == 2
    assert editor.ask("textDocument/prepareRename", shown)["start"]["character"] > 0
    changed = editor.ask("textDocument/rename", {**shown, "newName": "seen"})["changes"]
    assert sorted(len(there) for there in changed.values()) == [1, 2]
    with pytest.raises(AssertionError, match="there would be a mistake"):
        editor.ask("textDocument/rename", {**shown, "newName": "extra"})
    fragment = editor.ask("textDocument/definition", editor.at(uri, GAME, "use: [col"))
    assert fragment[0]["uri"].endswith("colours.fragment.yaml")


def test_a_whole_text(editor: Editor) -> None:
    uri = editor.open("snap.rulebook.yaml", GAME)
    document = {"textDocument": {"uri": uri}}
    assert "phases" in [each["name"] for each in editor.ask("textDocument/documentSymbol", document)]
    assert editor.ask("workspace/symbol", {"query": "worth"})[0]["location"]["uri"] == uri
    assert editor.ask("textDocument/foldingRange", document)
    worth = editor.at(uri, GAME, "if: p.wor")
    selected = editor.ask("textDocument/selectionRange", {**document, "positions": [worth["position"]]})
    assert selected[0]["parent"]["range"]["start"] == selected[0]["range"]["start"]
    data = editor.ask("textDocument/semanticTokens/full", document)["data"]
    assert len(data) % 5 == 0
    assert sum(data[::5]) < GAME.count("\n")
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    assert editor.ask("textDocument/inlayHint", {**document, "range": whole})
    (item,) = editor.ask("textDocument/prepareCallHierarchy", worth)
    (call,) = editor.ask("callHierarchy/incomingCalls", {"item": item})
    assert call["from"]["name"] == "roll"
    assert editor.ask("callHierarchy/outgoingCalls", {"item": item}) == []


def titles(editor: Editor, uri: str) -> list[str]:
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return [each["command"]["title"] for each in lenses]


def run(editor: Editor, uri: str, title: str) -> Any:  # Any: what the command answers
    """The answer of the command of a lens, and what the server says in a message."""
    lenses = editor.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    (command,) = [each["command"] for each in lenses if each["command"]["title"].startswith(title)]
    editor.told.clear()
    found = editor.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})  # fmt: skip
    (said,) = [each["params"] for each in editor.told if each["method"] == "window/showMessage"]
    return found, said["message"]


def test_lenses_run_examples_and_tests(editor: Editor) -> None:
    uri = editor.open("snap.rulebook.yaml", GAME)
    assert titles(editor, uri) == [
        "Test",
        "Simulate 1,000 games",
        "Play",
        "Run all examples",
        "Run this example",
    ]
    ran = [{"name": "rolled", "holds": True, "reason": ""}]
    assert run(editor, uri, "Run this example") == (ran, "Examples: 1 of 1 hold")
    assert run(editor, uri, "Test")[1] == "Tests: 1 example and 20 random games hold"
    wrong = GAME.replace("points == 13", "points == 14")
    editor.open("snap.rulebook.yaml", wrong)
    found, said = run(editor, uri, "Test")
    assert "rolled: " in said
    assert found["failures"]


def test_what_a_simulation_shows(editor: Editor) -> None:
    uri = editor.open("snap.rulebook.yaml", GAME)
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    asked = {"textDocument": {"uri": uri}, "range": everything}

    def shown() -> dict[str, int]:
        return {
            each["label"]: each["position"]["line"] for each in editor.ask("textDocument/inlayHint", asked)
        }

    before = shown()
    command = {"command": "rulewright.simulateGames", "arguments": [uri, 20]}
    assert editor.ask("workspace/executeCommand", command)["summary"].startswith("20 games; ")
    after = shown()
    rolled, held = (next(each for each in after if word in each) for word in ("taken", "held"))
    assert GAME.split("\n")[after[rolled]].strip() == "roll:"
    assert held == "held 20 times"
    assert any(title.startswith("Simulate again: 20 games") for title in titles(editor, uri))
    found, said = run(editor, uri, "Always true")
    assert found["name"] == "phases.turn.actions.roll.when.once"
    assert "always true" in said
    changed = GAME.replace("rolls == 0", "rolls < 1").replace("title: Snap\n", "")
    editor.open("snap.rulebook.yaml", changed)
    later = shown()
    assert rolled not in later, "its rule has changed"
    assert later[held] == after[held] - 1
    assert any(title.endswith("(before the text changed)") for title in titles(editor, uri))
    assert not any("why?" in title for title in titles(editor, uri))
    editor.open("snap.rulebook.yaml", GAME)
    assert shown().keys() == after.keys() > before.keys()


def test_what_a_house_rule_does(editor: Editor) -> None:
    typed = QUICK.replace("extra: 4", "extra: 5")
    uri = editor.open("quick.overlay.yaml", typed)
    changes, said = run(editor, uri, "What it changes")
    assert changes["title"] == "Effect: quick"
    assert "`2` → `5`" in changes["markdown"]
    assert "What it does" not in changes["markdown"]
    assert said.startswith("Rules: 2 changed.")
    command = {"command": "rulewright.effectOfHouseRule", "arguments": [uri, 25]}
    markdown = editor.ask("workspace/executeCommand", command)["markdown"]
    assert "## What it does" in markdown
    assert "B against A" in markdown
    command = {"command": "rulewright.effectOfHouseRule", "arguments": [(editor.folder / "snap.rulebook.yaml").as_uri(), 0]}  # fmt: skip
    assert editor.ask("workspace/executeCommand", command) is None


def test_a_game_is_played_in_a_browser(editor: Editor) -> None:
    pytest.importorskip("starlette")
    uri = editor.open("snap.rulebook.yaml", GAME)
    found, said = run(editor, uri, "Play")
    assert said == f"Play at {found['link']}"
    with urlopen(found["link"]) as page:
        assert page.status == 200
    assert run(editor, uri, "Play")[0] == found
