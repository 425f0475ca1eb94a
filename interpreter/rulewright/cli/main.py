"""The command `rulewright`: a group that imports the module of a command only when it is called.

    rulewright                  says where to start
    rulewright play cinq-o      imports `rulewright.cli.play`, and only that

Each command lives in a module of its own and is found there under the name `command`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from rulewright.cli.common.ascii_output import write_plainly

if TYPE_CHECKING:
    import click

COMMANDS: dict[str, tuple[str, str]] = {
    "list": ("list", "list the bundled games"),
    "play": ("play", "play a game in the terminal"),
    "serve": ("serving.serve", "open tables that people join by a link"),
    "playground": ("serving.playground", "write a page in which rulebooks are edited and played"),
    "export": ("exporting.export", "write a page that plays a game, and simulates it"),
    "rules": ("rules", "print a game's rule sheet"),
    "print": ("printing.print", "print a game: boards, cards, score pads and rules"),
    "new": ("new", "start a rulebook or a house rule of your own"),
    "validate": ("validate", "find the mistakes in a rulebook"),
    "format": ("editing.format", "put a rulebook into its canonical form"),
    "test": ("test", "run a rulebook's examples, and random games against every promise"),
    "simulate": ("simulate", "play many games and count"),
    "compare": ("compare", "measure what a change of rules does to the game"),
    "health": ("measuring.health", "say how long, fair, close and lucky a game is"),
    "tune": ("tuning.tune", "find the numbers with which a game plays as you wish"),
    "diff": ("diff", "show the differences between two games, rule by rule"),
    "perft": ("perft", "count the games and positions to a depth"),
    "solve": ("simulating.solve", "work out what a game is worth with best play"),
    "show": ("show", "print a rulebook, with house rules if you like"),
    "replay": ("replay", "go through a recorded game again"),
    "review": ("reviewing.review", "find the turning points of a recorded game, and what luck gave"),
    "stats": ("serving.stats", "say what people did in recorded games, next to a simulation"),
    "trace": ("trace", "show why a number is what it is, or why a move is allowed or not"),
    "ir": ("ir", "print a game as the engines read it"),
    "explain": ("explain", "explain a problem by its code"),
    "lsp": ("editing.lsp", "answer an editor: mistakes, completion, definitions, renaming"),
    "mcp": ("assistants.mcp", "let an assistant write rulebooks, by the Model Context Protocol"),
    "schema": ("schema", "print the schema that editors use"),
    "completion": ("installing.completion", "print the script by which a shell completes what you type"),
}
"""Name of the command -> module under `rulewright.cli`, and what it does."""

ALLOCATED_BEFORE_A_LOOK = 500_000
"""Allocations between two runs of Python's cyclic garbage collector. Reading a rulebook makes many objects, nearly all of which
live on: at Python's default, the collector took a twentieth of the time, and a tenth where many tables are checked. A check of the largest
bundled game ends before its first run."""

START = """\
Rulewright turns a rulebook in YAML into a game that you can play, test and simulate.

  rulewright list                     list the bundled games
  rulewright play red-hot-yott        play one in this terminal
  rulewright new my-game              start a rulebook of your own
  rulewright --help                   all commands
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status.

    0 fine, 1 a fault in the rulebook or a test that failed, 2 wrong usage, 3 internal error, 130 interrupted.
    """
    if arguments is None:
        gc.set_threshold(ALLOCATED_BEFORE_A_LOOK, 20, 20)
        write_plainly()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given in (["--version"], ["-V"]):
            return _show_version()
        from rulewright.cli.common.runner import run  # to start sooner: --version needs no click

        return run(build_group, given)
    except KeyboardInterrupt:  # before there was a command
        print("\nStopped.", file=sys.stderr)
        return 130
    finally:
        if arguments is None:
            gc.freeze()  # the process ends: to look for garbage once more took as long as half of a small check


def build_group() -> click.Group:
    """The group of all commands; a command's module is imported when the command is asked for."""
    import click  # to start sooner: --version needs none of it

    class Commands(click.Group):
        def list_commands(self, ctx: click.Context) -> list[str]:
            return list(COMMANDS)

        def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
            if cmd_name not in COMMANDS:
                return None
            module = import_module(f"rulewright.cli.{COMMANDS[cmd_name][0]}")
            command: click.Command = module.command
            return command

        def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
            with formatter.section("Commands"):
                formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

        def resolve_command(
            self, ctx: click.Context, args: list[str]
        ) -> tuple[str | None, click.Command | None, list[str]]:
            if args and args[0] not in COMMANDS and not args[0].startswith("-"):
                ctx.fail(_no_such_command(args[0]))
            return super().resolve_command(ctx, args)

    @click.group(
        cls=Commands,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "color": True},
    )
    @click.option("--version", is_flag=True, help="Print the version and stop.")
    @click.pass_context
    def rulewright(ctx: click.Context, version: bool) -> None:
        """Turn a rulebook in YAML into a game you can play, test and simulate.

        GAME is a file, or the name of a game that comes along (`rulewright list`).

        \b
        Examples:
          rulewright list
          rulewright play red-hot-yott --names Ann,Bob
          rulewright simulate cinq-o --games 1000
          rulewright new my-game
        """
        if version:
            ctx.exit(_show_version())
        if ctx.invoked_subcommand is None:
            click.echo(START, nl=False)

    return rulewright


def _show_version() -> int:
    from rulewright import __version__  # to start sooner: only the version asks for it
    from rulewright.cli.common.streams import guarded  # to start sooner: only the version asks for it

    try:
        with guarded(), suppress(BrokenPipeError):
            print(f"rulewright {__version__}", flush=True)
    except OSError as error:
        with suppress(OSError):
            print(f"rulewright: {error}", file=sys.stderr)
        return 2
    return 0


def _no_such_command(name: str) -> str:
    from rulewright.cli.common.suggestions import did_you_mean  # to start sooner: only a slip needs it

    meant = did_you_mean(name, COMMANDS)
    if not meant and len(name) >= _SHORTEST_BEGINNING:
        beginning = name[: max(_SHORTEST_BEGINNING, len(name) - 1)]
        alike = [command for command in COMMANDS if command.startswith(beginning)]
        meant = did_you_mean(alike[0], alike) if len(alike) == 1 else ""
    return f"there is no command called `{name}`{meant}"


_SHORTEST_BEGINNING = 3
"""A command is suggested if this many letters or more of it were typed, and at most the last is wrong: `rulz`, `sim`."""
