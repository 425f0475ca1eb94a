"""`rulewright lsp`: a language server for editors."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import click


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over stdin and stdout, as always; editors add it.")
def command(stdio: bool) -> None:
    """Answer an editor: mistakes, fixes, completion, hover, definitions, renaming.

    An editor starts it for `*.rulebook.yaml`, `*.overlay.yaml` and `*.fragment.yaml`, and speaks with it over stdin and stdout.

    \b
    Examples:
      rulewright lsp
      rulewright lsp --stdio
    """
    if find_spec("pygls") is None:
        raise click.UsageError(
            "`lsp` needs the packages of the extra `lsp`: in a copy of Rulewright, pip install '.[lsp]'"
        )
    import_module("rulewright.adapters.language_server.server").run()
