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

PATTERNS = {"*.rulebook.yaml", "*.overlay.yaml", "*.fragment.yaml", "*.tuning.yaml"}


def assert_lead_to_schemas(mapped: dict[str, str]) -> None:
    assert set(mapped.values()) == PATTERNS
    for url, files in mapped.items():
        path = Path(url2pathname(urlparse(url).path))
        assert files.split(".")[1] in json.loads(path.read_text(encoding="utf-8"))["title"].split()


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


@pytest.mark.parametrize("arguments", [("--write",), ("--install", "emacs")])
def test_wrong_usage(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("schema", *arguments).status == 2
