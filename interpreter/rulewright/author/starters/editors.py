"""Settings with which an editor completes, explains and checks rulebooks.

    server("helix").text    the lines with which it starts the language server of Rulewright
    hint("helix").text      the lines with which the YAML language server uses the schema for each sort of files

The schemas are named by where they are installed, so the lines work for every rulebook on this machine, wherever it is. The
language of the server's files has a name of its own, so that the YAML language server does not repeat everything.
"""

from __future__ import annotations

import json
from pathlib import Path

from rulewright.document.bundled import schemas_folder
from rulewright.source.dataclass import dataclass

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
SERVER_EDITORS = ("vscode", "neovim", "helix", "emacs", "zed")
SERVER_NEOVIM = """\
vim.filetype.add({ pattern = {
  [".*%.rulebook%.yaml"] = "rulewright",
  [".*%.overlay%.yaml"] = "rulewright",
  [".*%.fragment%.yaml"] = "rulewright",
} })
vim.treesitter.language.register("yaml", "rulewright")
vim.lsp.config("rulewright", { cmd = { "rulewright", "lsp" }, filetypes = { "rulewright" }, root_markers = { ".git" } })
vim.lsp.enable("rulewright")
"""
SERVER_HELIX = """\
[language-server.rulewright]
command = "rulewright"
args = ["lsp"]

[[language]]
name = "rulewright"
scope = "source.yaml"
grammar = "yaml"
comment-token = "#"
indent = { tab-width = 2, unit = "  " }
file-types = [{ glob = "*.rulebook.yaml" }, { glob = "*.overlay.yaml" }, { glob = "*.fragment.yaml" }]
language-servers = ["rulewright"]
"""
SERVER_EMACS = """\
(define-derived-mode rulewright-mode yaml-ts-mode "Rulewright")
(add-to-list 'auto-mode-alist '("\\\\.\\\\(rulebook\\\\|overlay\\\\|fragment\\\\)\\\\.yaml\\\\'" . rulewright-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(rulewright-mode "rulewright" "lsp")))
(add-hook 'rulewright-mode-hook #'eglot-ensure)
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


def server(editor: str) -> Hint:
    """The settings with which one of SERVER_EDITORS starts `rulewright lsp`."""
    match editor:
        case "vscode":
            command = json.dumps({"rulewright.command": ["rulewright"]}, indent=4) + "\n"
            return Hint(
                "the extension of Rulewright: code --install-extension rulewright.vsix",
                ".vscode/settings.json, only if rulewright is not in your PATH: its whole path",
                command,
            )
        case "neovim":
            return Hint("Neovim 0.11", "~/.config/nvim/init.lua", SERVER_NEOVIM)
        case "helix":
            return Hint("Helix 24.03", "~/.config/helix/languages.toml", SERVER_HELIX)
        case "emacs":
            return Hint("Emacs 29 with the grammar of YAML", "~/.emacs.d/init.el", SERVER_EMACS)
        case "zed":
            server = {"binary": {"path": "rulewright", "arguments": ["lsp"]}}
            return Hint(
                "Zed; its server for YAML is replaced in this folder",
                ".zed/settings.json in the folder of your rulebooks",
                json.dumps({"lsp": {"yaml-language-server": server}}, indent=2) + "\n",
            )
    raise ValueError(f"no settings for {editor!r}; editors are {', '.join(SERVER_EDITORS)}")


def _neovim() -> str:
    lines = [f'["{url}"] = "{files}"' for url, files in schemas().items()]
    return NEOVIM.format(",\n        ".join(lines))


def _helix() -> str:
    lines = [f'"{url}" = "{files}"' for url, files in schemas().items()]
    return "\n".join(["[language-server.yaml-language-server.config.yaml.schemas]", *lines, ""])


def schema_path(what: str) -> Path:
    """The file of a schema: one of KINDS."""
    return schemas_folder() / f"{what}.schema.json"
