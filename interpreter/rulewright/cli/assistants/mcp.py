"""`rulewright mcp`: a server for programs that write rulebooks, by the Model Context Protocol."""

from __future__ import annotations

import click

from rulewright.cli.common.later import later

_serve = later("rulewright.cli.assistants.mcp_command", "serve")


@click.command("mcp")
def command() -> int:
    """Serve an assistant over standard input and output, by the Model Context Protocol (MCP).

    A program that writes rulebooks, such as a coding assistant, starts this command and uses its tools: validate, fix,
    format, test, simulate, compare and diff rulebooks, print rule sheets, play moves, and look things up. Rulebooks come
    as texts, or by the names of bundled ones. They are read and played in a process of its own, with limits of time and
    memory. It needs the extra `mcp`.

    The settings of an assistant name it as {"mcpServers": {"rulewright": {"command": "rulewright", "args": ["mcp"]}}}

    \b
    Examples:
      rulewright mcp
    """
    return _serve()
