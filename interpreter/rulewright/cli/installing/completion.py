"""`rulewright completion`: the script by which a shell completes commands, options, games and files."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

VARIABLE: Final = "_RULEWRIGHT_COMPLETE"
"""The variable by which click is asked; its name is made of that of the program."""


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script that lets a shell complete commands, options, games and files when you press Tab. One of these
    lines goes into the settings of your shell.

    \b
    Examples:
      eval "$(rulewright completion bash)"      in ~/.bashrc
      eval "$(rulewright completion zsh)"       in ~/.zshrc, after compinit
      rulewright completion fish | source       in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    assert found is not None, f"click does not know {shell}"
    click.echo(found(ctx.find_root().command, {}, "rulewright", VARIABLE).source())
