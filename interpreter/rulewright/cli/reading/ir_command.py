"""What `rulewright ir` does: print a game as engines read it."""

from __future__ import annotations

import click

from rulewright.cli.common.game_arguments import Settings
from rulewright.ir.to_text import to_text
from rulewright.native.from_ir import playouts_text, steps_text


def show_program(settings: Settings, llvm: bool) -> None:
    """Print the program, or what LLVM is given."""
    program = settings.open_book().program
    if llvm:
        click.echo(f"; single steps\n{steps_text(program)}", nl=False)
        click.echo(f"; whole games\n{playouts_text(program)}", nl=False)
        return
    click.echo(to_text(program), nl=False)
