"""`rulewright simulate GAME`: plays many games and reports their lengths, scores and winners."""

from __future__ import annotations

from typing import Any

import click

from rulewright.cli.common.coverage_options import coverage_options
from rulewright.cli.common.game_arguments import cluster_option, game_arguments, jobs_option
from rulewright.cli.common.options import format_option, max_actions_option
from rulewright.cli.simulating.options import checkpoint_options, games_csv_option, worst_options


@click.command("simulate")
@game_arguments(card=True)
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games.")
@jobs_option
@cluster_option
@max_actions_option()
@click.option(
    "--bots", default="random", show_default=True, metavar="NAMES",
    help="Who plays: one name for all seats, or one for each.",
)  # fmt: skip
@click.option(
    "--rotate", is_flag=True,
    help="Everybody moves one seat on with each game: shows which of --bots is stronger. The number of games is rounded up to whole rotations.",
)  # fmt: skip
@format_option("table", "json", "csv")
@games_csv_option
@checkpoint_options
@worst_options
@coverage_options
def command(**options: Any) -> int:  # as declared by the function that is called
    """Play many games and count.

    Everybody plays at random unless --bots says otherwise: random, greedy (looks one step ahead), rollouts
    (tries out each move in many games), mcts (looks several moves ahead in many games; mcts:2000 says in how
    many, mcts:50ms how long it may think), level:1 to level:6 (from a beginner to the strongest player there is),
    or a strategy of the rulebook. Players keep their seats; with --rotate each plays in every seat equally often,
    and the player named first is compared with the others.

    Without --seed the seed is 0. The result is the same for any --jobs and any --cluster; figures that depend
    on the clock are listed separately. The ranges are 95 % confidence intervals. Ctrl-C reports the results so far. If no game
    ends, the exit status is 1.

    \b
    Examples:
      rulewright simulate cinq-o --games 1000
      rulewright simulate cinq-o --players 4 --set target=50 --jobs 4
      rulewright simulate cinq-o --bots cautious,bold
      rulewright simulate cinq-o --bots bold,cautious --rotate
      rulewright simulate cinq-o --with short-evening.overlay.yaml --format json
      rulewright simulate cinq-o --games-csv cinq-o.csv
      rulewright simulate cinq-o --games 1000000000 --cluster tcp://scheduler:8786
      rulewright simulate cinq-o --coverage-html cinq-o.html
      rulewright simulate cinq-o --record-worst 3 --worst-by margin
    """
    from rulewright.cli.simulating.simulate_command import simulate_games  # to start sooner: not for --help

    return simulate_games(**options)
