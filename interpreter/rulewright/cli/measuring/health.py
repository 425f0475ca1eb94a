"""`rulewright health GAME`: how long, fair, close and rich in choices a game is, and how much of it is luck."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.game_arguments import cluster_option, game_arguments, jobs_option
from rulewright.cli.common.options import PAGE, format_option, max_actions_option, page_callback


def _levels(ctx: click.Context, parameter: click.Parameter, text: str) -> tuple[int, ...]:
    """`1,3,6` -> (1, 3, 6); `none` -> ()."""
    names = [] if text.strip().lower() == "none" else [each.strip() for each in text.split(",")]
    if not all(name.isascii() and name.isdecimal() and 1 <= int(name) <= 6 for name in names):
        raise click.BadParameter(f"`{text}` should be levels from 1 to 6, as in --levels 1,3,6, or none")
    return tuple(sorted({int(name) for name in names}))


@click.command("health")
@game_arguments()
@click.option(
    "--games", type=click.IntRange(min=1), default=1000, show_default=True,
    help="The most games of each kind of players.",
)  # fmt: skip
@click.option(
    "--levels", default="1,3,6", show_default=True, metavar="N,N", callback=_levels,
    help="The levels that play, besides players at random and the strategies of the rulebook.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(min=0), default=60.0, show_default=True, metavar="S",
    help="How long all of it may take; 0 for as long as it takes. A list at the end says what this time did not suffice for.",
)  # fmt: skip
@click.option(
    "--seconds-per-decision", "per_decision", type=click.FloatRange(min=0), default=5.0, show_default=True, metavar="S",
    help="How long people take for a decision.",
)  # fmt: skip
@jobs_option
@cluster_option
@max_actions_option()
@click.option(
    "--html", "page", type=PAGE, metavar="FILE", callback=page_callback,
    help="Write a page that can be read and printed anywhere.",
)  # fmt: skip
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Find out whether a game is healthy.

    How long it takes, in decisions, rounds and minutes, and how long people wait for others; whether a seat has an
    advantage, between players at random, by each strategy of the rulebook, and at some levels of play; how games
    end, who is ahead until when, how much there is to choose, how much is skill and luck, what each house rule and option moves, and which rules never mattered. First comes a verdict in words. An alarm is raised only if its interval holds although many things are looked at.

    As many games of thinking players are played as fit into the time. Without --seed the seed is 0; with --seconds 0 the
    report is the same each time. Ctrl-C reports what was measured so far.

    \b
    Examples:
      rulewright health pig
      rulewright health cinq-o --players 3 --seconds-per-decision 8
      rulewright health red-hot-yott --with my-rule.overlay.yaml --levels 2,4 --seconds 600
      rulewright health tic-tac-toe --html tic-tac-toe.html
      rulewright health tic-tac-toe --format json > health.json
    """
    from rulewright.cli.measuring.health_command import show_health  # to start sooner: not for --help

    return show_health(**options)
