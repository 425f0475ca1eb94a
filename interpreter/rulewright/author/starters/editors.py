"""Settings with which an editor completes, explains and checks rulebooks: the schema for each sort of files.

    hint("helix").text      the lines for languages.toml

The schemas are named by where they are installed, so the lines work for every rulebook on this machine, wherever it is.  All
three editors use the same program, yaml-language-server; only the place of its settings differs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from rulewright.document.bundled import schemas_folder

KINDS = ("rulebook", "overlay", "fragment", "tuning")
EDITORS = ("vscode", "neovim", "helix")
NEOVIM = """\
vim.lsp.config("yamlls", {{
  settings = {{
    yaml = {{
      schemas = {{
        {},
      }},
    }},
  }},
}})
vim.lsp.enable("yamlls")
"""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to install first, the file that the lines go to, and the lines."""

    needs: str
    file: str
    text: str


def schemas() -> dict[str, str]:
    """By URL of each installed schema, the pattern of the files that it is for."""
    return {schema_path(kind).resolve().as_uri(): f"*.{kind}.yaml" for kind in KINDS}


def hint(editor: str) -> Hint:
    """The settings for one of EDITORS."""
    match editor:
        case "vscode":
            return Hint(
                "the extension YAML by Red Hat: code --install-extension redhat.vscode-yaml",
                ".vscode/settings.json in the folder of your rulebooks, or your user settings",
                json.dumps({"yaml.schemas": schemas()}, indent=4) + "\n",
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


def _neovim() -> str:
    lines = [f'["{url}"] = "{files}"' for url, files in schemas().items()]
    return NEOVIM.format(",\n        ".join(lines))


def _helix() -> str:
    lines = [f'"{url}" = "{files}"' for url, files in schemas().items()]
    return "\n".join(["[language-server.yaml-language-server.config.yaml.schemas]", *lines, ""])


def schema_path(what: str) -> Path:
    """The file of a schema: one of KINDS."""
    return schemas_folder() / f"{what}.schema.json"
