"""The command `rulewright mcp`: checks that the protocol's package is there, and serves until the assistant leaves."""

from __future__ import annotations

from importlib.util import find_spec

import click

from rulewright.cli.common.later import later

_serve = later("rulewright.cli.assistants.server", "serve_stdio")

NOT_INSTALLED = "`mcp` needs the packages of the extra `mcp`: in a copy of Rulewright, pip install '.[mcp]'"


def serve() -> int:
    """The exit status."""
    if find_spec("mcp") is None:
        raise click.UsageError(NOT_INSTALLED)
    return _serve()
