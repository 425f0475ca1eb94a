"""Options that several commands have in common, and checks of their values.

@click.command("list")
@format_option("text", "json")
def command(style: str) -> None: ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from rulewright.cli.installing.names import files
from rulewright.source import output
from rulewright.source.output import CannotWrite, Kind, is_stream, refuse

Command = Callable[..., Any]  # what click decorates has any arguments
Decorator = Callable[[Command], Command]


def with_options(command: Command, options: Sequence[Decorator]) -> Command:
    """A command with these options, in the order in which its help lists them."""
    for add in reversed(options):
        command = add(command)
    return command


def format_option(*styles: str) -> Decorator:
    """`--format`, which the command gets as `style`: one of these, the first if none is given."""
    return click.option("--format", "style", type=click.Choice(styles), default=styles[0], show_default=True)


def max_actions_option(help_: str = "Break longer games off.") -> Decorator:
    """`--max-actions` for commands that play games."""
    return click.option(
        "--max-actions", type=click.IntRange(min=1), default=10_000, show_default=True, help=help_
    )


def with_option(help_: str, side: str = "") -> Decorator:
    """`--with`, which the command gets as `overlays`; of a `side` of two games it is `--with-a`."""
    dash, name = (f"-{side}", f"_{side}") if side else ("", "")
    return click.option(
        f"--with{dash}", f"overlays{name}", multiple=True, metavar="FILE", help=help_, shell_complete=files
    )


PAGE = click.Path(dir_okay=False, path_type=Path)


def file_callback(
    what: str, kind: Kind
) -> Callable[[click.Context, click.Parameter, Path | None], Path | None]:
    """The callback of an option that names a file to write. It raises BadParameter, before any game is played, for a file
    that must not be overwritten (any but older output of the same kind) and for a wrong ending or folder. The name of a pipe
    or device may have any ending."""

    def checked(ctx: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
        if path is None:
            return None
        if path.suffix.lower() not in kind.endings and not is_stream(path):
            raise click.BadParameter(f"{what} is written here, so {path} should end with {kind.endings[0]}")
        try:
            refuse(path, kind=kind)
        except CannotWrite as reason:
            raise click.BadParameter(str(reason)) from None
        return path

    return checked


page_callback = file_callback("a page", output.PAGE)


def read_players(text: str) -> tuple[int, int]:
    """`2..6` -> (2, 6), `4` -> (4, 4)."""
    low, dots, high = text.replace(" to ", "..").replace("-", "..").partition("..")
    low, high = low.strip(), high.strip() if dots else low.strip()
    if not (low.isdecimal() and high.isdecimal()) or len(low + high) > 8:
        raise click.BadParameter(f"`{text}` should look like 2..6, or like 4")
    return int(low), int(high)


def refuse_idle(reason: str, **options: str) -> None:
    """Raise UsageError for a given option that would have no effect together with the others; each is named by its
    parameter: `refuse_idle("goes with --games", seed="--seed")`."""
    ctx = click.get_current_context()
    for parameter, option in options.items():
        if ctx.get_parameter_source(parameter) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option} {reason}")
