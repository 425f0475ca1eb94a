"""What to tell an editor so that it completes, explains and checks rulebooks: which schema goes with which files.

    hint("helix").text      the lines for languages.toml        merged('{"editor.tabSize": 2}')      settings.json with the schemas

The schemas are named by where they are installed, so the lines work for every rulebook on this machine, wherever it lies.  All
three editors ask the same program, yaml-language-server; only the place of its settings differs.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from rulewright.author.starters.schemas import schema_path

KINDS = ("rulebook", "overlay", "fragment")
EDITORS = ("vscode", "neovim", "helix")
_KEY = "yaml.schemas"


class CannotMerge(Exception):
    """Why settings cannot be added to, as a sentence about the file without its name."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What an editor needs first, where the lines go, and the lines."""

    needs: str
    file: str
    text: str


def schemas() -> dict[str, str]:
    """URL of each installed schema -> the files that it is for."""
    return {schema_path(kind).resolve().as_uri(): f"*.{kind}.yaml" for kind in KINDS}


def hint(editor: str) -> Hint:
    """What to put where; `editor` is one of EDITORS."""
    match editor:
        case "vscode":
            return Hint(
                "the extension YAML by Red Hat: code --install-extension redhat.vscode-yaml",
                ".vscode/settings.json in the folder of your rulebooks, or your user settings",
                merged(""),
            )
        case "neovim":
            return Hint(
                "Neovim 0.11 with nvim-lspconfig, and the server: npm install -g yaml-language-server",
                "~/.config/nvim/init.lua",
                _neovim(),
            )
        case "helix":
            return Hint(
                "the server: npm install -g yaml-language-server",
                "~/.config/helix/languages.toml",
                _helix(),
            )
    raise ValueError(f"no hint for {editor!r}; editors are {', '.join(EDITORS)}")


def merged(settings: str) -> str:
    """The text of a settings.json with our schemas added to it. Raises CannotMerge where something would be lost."""
    read = _read(settings)
    mapped = read.setdefault(_KEY, {})
    if not isinstance(mapped, dict):
        raise CannotMerge(f"its `{_KEY}` is no mapping")
    for url, files in schemas().items():
        _refuse_rivals(mapped, url, files)
        present = _listed(mapped.get(url, []))
        if files not in present:
            mapped[url] = [*present, files] if present else files
    if settings.strip() and read == _read(settings):
        return settings
    return json.dumps(read, indent=_indent(settings), ensure_ascii=False) + "\n"


def _read(settings: str) -> dict[str, Any]:  # whatever people keep in their settings
    if not settings.strip():
        return {}
    try:
        read = json.loads(settings)
    except json.JSONDecodeError as error:
        raise CannotMerge(f"it has comments, or is no JSON (line {error.lineno})") from None
    if not isinstance(read, dict):
        raise CannotMerge("it is no mapping of settings")
    return read


def _refuse_rivals(mapped: dict[str, Any], url: str, files: str) -> None:
    for other, patterns in mapped.items():
        if other != url and files in _listed(patterns):
            raise CannotMerge(f"it gives {files} another schema already, {other}")


def _listed(patterns: object) -> list[object]:
    """One pattern or several, as VS Code has them."""
    return patterns if isinstance(patterns, list) else [patterns]


def _indent(settings: str) -> int | str:
    """How the settings are indented: as before, or with four spaces as VS Code does it."""
    found = re.search(r"^([ \t]+)\"", settings, re.MULTILINE)
    return found[1] if found else 4


def _neovim() -> str:
    lines = [f'        ["{url}"] = "{files}",' for url, files in schemas().items()]
    return "\n".join(
        [
            'vim.lsp.config("yamlls", {',
            "  settings = {",
            "    yaml = {",
            "      schemas = {",
            *lines,
            "      },",
            "    },",
            "  },",
            "})",
            'vim.lsp.enable("yamlls")',
            "",
        ]
    )


def _helix() -> str:
    lines = [f'"{url}" = "{files}"' for url, files in schemas().items()]
    return "\n".join(["[language-server.yaml-language-server.config.yaml.schemas]", *lines, ""])
