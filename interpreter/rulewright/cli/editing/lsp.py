"""`rulewright lsp`: a language server for editors."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import click

EDITORS = ["vscode", "neovim", "helix", "emacs", "zed"]


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over stdin and stdout, as always; editors add it.")
@click.option(
    "--install",
    "editor",
    type=click.Choice(EDITORS),
    help="Print the settings with which this editor starts it.",
)
def command(stdio: bool, editor: str | None) -> None:
    """Answer an editor: mistakes, fixes, completion, hover, renaming, formatting, tests and games.

    An editor starts it for `*.rulebook.yaml`, `*.overlay.yaml` and `*.fragment.yaml`, and speaks with it over stdin and stdout.

    \b
    Examples:
      rulewright lsp
      rulewright lsp --stdio
      rulewright lsp --install neovim
    """
    if editor is not None:
        import_module("rulewright.cli.editing.lsp_command").show_settings(editor)
        return
    if find_spec("pygls") is None:
        raise click.UsageError(
            "`lsp` needs the packages of the extra `lsp`: in a copy of Rulewright, pip install '.[lsp]'"
        )
    import_module("rulewright.adapters.language_server.server").run()
