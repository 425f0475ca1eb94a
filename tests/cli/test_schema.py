"""`rulewright schema`: the schemas, and lines for editors that really lead to them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

from tests.cli.conftest import Run

PATTERNS = {"*.rulebook.yaml", "*.overlay.yaml", "*.fragment.yaml"}


def assert_lead_to_schemas(mapped: dict[str, str]) -> None:
    assert set(mapped.values()) == PATTERNS
    for url, files in mapped.items():
        path = Path(url2pathname(urlparse(url).path))
        assert json.loads(path.read_text(encoding="utf-8"))["title"].split()[-1] == files.split(".")[1]


def test_the_schema_is_printed_and_its_path(run: Run) -> None:
    assert run("schema").json["title"] == "a rulebook"
    path = Path(run("schema", "overlay", "--path").out.strip())
    assert json.loads(path.read_text(encoding="utf-8"))["title"] == "an overlay"


def test_lines_for_vscode(run: Run) -> None:
    ended = run("schema", "--install", "vscode")
    assert_lead_to_schemas(ended.json["yaml.schemas"])
    assert ".vscode/settings.json" in ended.err


def test_lines_for_helix(run: Run) -> None:
    ended = run("schema", "--install", "helix")
    read = tomllib.loads(ended.out)
    assert_lead_to_schemas(read["language-server"]["yaml-language-server"]["config"]["yaml"]["schemas"])
    assert "languages.toml" in ended.err


def test_lines_for_neovim(run: Run) -> None:
    ended = run("schema", "--install", "neovim")
    assert_lead_to_schemas(dict(re.findall(r'\["(file:[^"]+)"\] = "([^"]+)"', ended.out)))
    assert ended.out.count("{") == ended.out.count("}")


def test_writing_makes_the_settings_of_this_folder(run: Run, tmp_path: Path) -> None:
    assert run("schema", "--install", "vscode", "--write").status == 0
    settings = tmp_path / ".vscode" / "settings.json"
    assert_lead_to_schemas(json.loads(settings.read_text())["yaml.schemas"])
    written = settings.read_bytes()
    again = run("schema", "--install", "vscode", "--write")
    assert "says so already" in again.err
    assert settings.read_bytes() == written


def test_settings_that_are_there_stay(run: Run, tmp_path: Path) -> None:
    settings = tmp_path / ".vscode" / "settings.json"
    settings.parent.mkdir()
    before = {"editor.tabSize": 2, "yaml.schemas": {"./mine.json": "*.mine.yaml"}, "files.eol": "\n"}
    settings.write_text(json.dumps(before, indent=2))
    assert run("schema", "--install", "vscode", "--write").status == 0
    after = json.loads(settings.read_text())
    assert after.pop("yaml.schemas").items() >= before.pop("yaml.schemas").items()  # type: ignore[attr-defined]  # a dict
    assert after == before
    assert settings.read_text().startswith('{\n  "editor.tabSize"')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{\n  // mine\n  "editor.tabSize": 2\n}', "comments"),
        ("[1]", "no mapping"),
        ('{"yaml.schemas": 3}', "no mapping"),
        ('{"yaml.schemas": {"https://elsewhere/x.json": ["*.rulebook.yaml"]}}', "another schema already"),
    ],
)
def test_settings_where_something_would_be_lost_are_left(
    run: Run, tmp_path: Path, text: str, reason: str
) -> None:
    settings = tmp_path / ".vscode" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(text)
    ended = run("schema", "--install", "vscode", "--write")
    assert ended.status == 2
    assert reason in ended.err
    assert settings.read_text() == text


@pytest.mark.parametrize(
    "arguments", [("--write",), ("--install", "helix", "--write"), ("--install", "emacs")]
)
def test_wrong_usage(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("schema", *arguments).status == 2
