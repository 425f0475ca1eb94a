"""The command `rulewright ir`: prints a game as engines read it."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings
from rulewright.ir.to_text import to_text
from rulewright.native.from_ir import module_text


def show_program(settings: Settings, llvm: bool) -> None:
    """Print the program, or the LLVM text of its two native modules."""
    program = settings.open_book().program
    if llvm:
        click.echo(f"; single steps\n{module_text(program, 'steps')}", nl=False)
        click.echo(f"; whole games\n{module_text(program, 'playouts')}", nl=False)
        return
    click.echo(to_text(program), nl=False)
