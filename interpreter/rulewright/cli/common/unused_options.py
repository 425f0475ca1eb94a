"""Options that would do nothing beside the others of a command line are refused, so that nobody waits for their effect."""

from __future__ import annotations

import click


def refuse_idle(reason: str, **options: str) -> None:
    """Refuse options that were typed, each by its parameter: `refuse_idle("goes with --games", seed="--seed")`."""
    ctx = click.get_current_context()
    for parameter, option in options.items():
        if ctx.get_parameter_source(parameter) is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{option} {reason}")
