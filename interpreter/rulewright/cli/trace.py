"""`rulewright trace RECORD|GAME [EXPRESSION|MOVE]...`: why a number is what it is, why a move is allowed or not."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.game_arguments import game_arguments
from rulewright.cli.common.later import kept, later
from rulewright.cli.common.options import format_option
from rulewright.cli.common.record_files import names_game

_PLACE = "rulewright.cli.tracing.trace_command", "trace"
_of_game, _of_record = kept(*_PLACE), later(*_PLACE)


class _WithNegatives(click.Command):
    """A command that explains how to pass an expression that begins with a minus, which would be read as an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        minus = next((each for each in args if len(each) > 2 and each[0] == "-" != each[1]), None)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as unknown:
            if minus is None or unknown.option_name.startswith("--"):
                raise
            raise click.UsageError(
                f"`{minus}` is read as an option, since it begins with `-`. Put such an expression after `--`, "
                f'and all options before it: rulewright trace GAME -- "{minus}"',
                ctx,
            ) from None


@click.command("trace", cls=_WithNegatives)
@game_arguments(engine=False, named="RECORD|GAME")
@click.argument("asked", nargs=-1, metavar="[EXPRESSION|MOVE]...")
@click.option(
    "--step", type=click.IntRange(min=1), metavar="N", help="For a record: the position just before step N."
)
@click.option("--steps", "lists_steps", is_flag=True, help="List the steps of a record.")
@click.option("--game", "of", metavar="GAME", help="The rulebook of a record, if it is somewhere else now.")
@click.option("--example", metavar="NAME", help="Of a GAME: its example of this name, opened like a record.")
@click.option("--play", "moves", multiple=True, metavar="MOVE", help="Do this first (repeatable).")
@click.option(
    "--move",
    "moved",
    multiple=True,
    metavar="MOVE",
    help="Trace this as a move, even if it is also an expression.",
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Only what seat N may see.")
@click.option("--full", is_flag=True, help="Everything, including what decided nothing.")
@click.option(
    "--lines", type=click.IntRange(min=1), default=40, show_default=True, metavar="N",
    help="Leave out the deepest parts of longer traces.",
)  # fmt: skip
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Say why a number is what it is, or why a move is allowed or not.

    Each EXPRESSION is broken down into its parts, with their values and their lines in the rulebook; a MOVE
    into its conditions. In a RECORD, they are evaluated at its last position, or just before --step N; in a GAME,
    at its first decision, or after the moves of --play. An --example is played and then treated like a record. To ask
    about an automatic rule or a strategy, give its name. Without a question, it explains the rule that failed, how the game
    ended or the step that --step names, or else lists the possible actions.

    \b
    Examples:
      rulewright trace red-hot-yott.record.json "seat(1).final_total"
      rulewright trace red-hot-yott.record.json --step 12 "reroll six"
      rulewright trace cinq-o-failure.record.json
      rulewright trace cinq-o --example EQ3_worked_score
      rulewright trace cinq-o --seed 3 --play "roll everything" "rack 6"
    """
    return (_of_game if names_game(options["settings"].game) else _of_record)(**options)
