"""The language server, in a process of its own, as editors start it."""

from __future__ import annotations

from collections.abc import Iterator

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


def test_problems_are_shown_while_the_text_is_typed(editor: Editor) -> None:
    wrong = GAME.replace("me.points", "me.pionts")
    uri = editor.open("snap.rulebook.yaml", wrong)
    (found,) = editor.problems(uri, lambda found: bool(found))
    assert found["code"] == "unknown-attribute"
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
    (found,) = editor.problems(uri, lambda found: bool(found))
    assert (found["code"], found["severity"]) == ("unused", 2)
    editor.open("snap.rulebook.yaml", GAME)
    editor.problems(uri, lambda found: not found)
