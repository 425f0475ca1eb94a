"""Settings of editors: in the form of each, for the files of the language server, and with its command."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from rulewright.author.starters.editors import EDITORS, SERVER_EDITORS, server
from rulewright.cli.editing import lsp

KINDS = ("rulebook", "overlay", "fragment")


@pytest.mark.parametrize("editor", SERVER_EDITORS)
def test_settings_name_the_command_once_and_a_file(editor: str) -> None:
    lines = server(editor)
    assert lines.text.count("lsp") >= 1 or editor == "vscode"
    assert re.search(r"\.(json|lua|toml|el)\b", lines.file)
    assert '"rulewright"' in lines.text


@pytest.mark.parametrize("editor", ["neovim", "helix", "emacs"])
def test_settings_are_for_the_files_of_the_server(editor: str) -> None:
    assert [kind for kind in KINDS if kind not in server(editor).text] == []
    assert "tuning" not in server(editor).text


def test_helix_gets_toml() -> None:
    read: dict[str, Any] = tomllib.loads(server("helix").text)
    (language,) = read["language"]
    assert [each["glob"] for each in language["file-types"]] == [f"*.{kind}.yaml" for kind in KINDS]
    assert set(language["language-servers"]) == set(read["language-server"])


@pytest.mark.parametrize("editor", ["vscode", "zed"])
def test_these_get_json(editor: str) -> None:
    assert isinstance(json.loads(server(editor).text), dict)


def test_emacs_recognises_the_files() -> None:
    written = re.search(r"'\(\"(.*?)\" \. rulewright-mode\)", server("emacs").text)
    assert written is not None
    pattern = re.compile(
        written[1]
        .replace("\\\\", "\\")
        .replace(r"\(", "(")
        .replace(r"\|", "|")
        .replace(r"\)", ")")
        .replace(r"\'", "$")
    )
    assert all(pattern.search(f"game.{kind}.yaml") for kind in KINDS)
    assert not pattern.search("game.tuning.yaml")
    assert server("emacs").text.count("(") == server("emacs").text.count(")")


def test_every_editor_with_the_schema_has_the_server() -> None:
    assert set(EDITORS) <= set(SERVER_EDITORS)
    assert tuple(lsp.EDITORS) == SERVER_EDITORS


def test_an_unknown_editor_is_refused() -> None:
    with pytest.raises(ValueError, match="neovim"):
        server("ed")
