"""`rulewright compare A B`: the effect of a change of rules, measured in games with the same luck."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.game_arguments import cluster_option, jobs_option
from rulewright.cli.common.options import PAGE, format_option, max_actions_option, page_callback
from rulewright.cli.comparing.arguments import two_game_arguments
from rulewright.cli.simulating.options import checkpoint_options

Asked = tuple[str, float]
"""A figure, and the half-width of its confidence interval."""
MAIN_FIGURE = "turns"


def _precision(ctx: click.Context, parameter: click.Parameter, text: str | None) -> Asked | None:
    """`0.5` -> ("turns", 0.5); `score=2` -> ("score", 2.0)."""
    if text is None:
        return None
    name, sign, number = text.rpartition("=")
    try:
        half = float(number)
    except ValueError:
        half = 0.0
    if not 0 < half < float("inf") or bool(name) != bool(sign):
        raise click.BadParameter(
            f"`{text}` should be a number above 0, or a figure and a number: --precision 0.5, --precision score=2"
        )
    return name.strip() or MAIN_FIGURE, half


@click.command("compare")
@two_game_arguments()
@click.option(
    "--games", type=click.IntRange(min=1), metavar="N", help="How many games on each side.  [default: 2000]"
)
@click.option(
    "--precision", metavar="[FIGURE=]X", callback=_precision,
    help="Play until the interval of a figure (turns, if none is named) is X to either side.",
)  # fmt: skip
@click.option(
    "--bots", metavar="NAMES", default="random", show_default=True,
    help="Who plays: one name for all, or one for each player, with commas between them.",
)  # fmt: skip
@click.option("--unpaired", is_flag=True, help="Give each side luck of its own.")
@jobs_option
@cluster_option
@checkpoint_options
@max_actions_option()
@format_option("table", "json", "csv", "markdown")
@click.option(
    "--html", "page", type=PAGE, metavar="FILE", callback=page_callback, help="Write a page with pictures."
)
def command(**options: Any) -> int:  # as declared by the function that is called
    """Play two games with the same luck, and report the differences.

    B is another game, a house rule of A, or A changed by --set-b, --with-b and --variant-b. Both sides have the
    same players and the same luck, so the differences are the effect of the change of rules. Intervals are 95 %
    confidence intervals; a difference is called an effect if it is significant among all lines of the table,
    and `perhaps` says that it may be chance. Ctrl-C reports the results so far. If a rule fails, if no game is
    finished on both sides, or if a precision is not reached, the exit status is 1.

    \b
    Examples:
      rulewright compare cinq-o house-rule.overlay.yaml
      rulewright compare pig --set-b target=50 --games 5000
      rulewright compare cinq-o --set-b max_rolls=4 --precision 0.2
      rulewright compare cinq-o --variant-b rounds --bots bold,cautious --html rounds.html
    """
    from rulewright.cli.comparing.compare_command import compare  # to start sooner: not for --help

    return compare(**options)
