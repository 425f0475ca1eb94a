"""`rulewright test GAME...`: the rulebook's own examples, then random games against every promise of the engine.

`testing/` has the parts: selecting and running tests, their outcomes, and reports (as text, JSON and JUnit XML).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.coverage_options import coverage_options
from rulewright.cli.common.game_arguments import cluster_option, engine_arguments, set_option
from rulewright.cli.common.later import kept, later
from rulewright.cli.common.options import file_callback, format_option, max_actions_option, with_option
from rulewright.cli.installing.names import games
from rulewright.source.output import CHECKPOINT, REPORT

GAMES = 100

_PLACE = "rulewright.cli.testing.test_command", "test_games"
_test = later(*_PLACE)
_test_once = kept(
    *_PLACE, again="Nothing has changed since these tests passed, so they were not run again (--no-cache runs them)."
)  # fmt: skip


@click.command("test")
@click.argument("games_to_test", metavar="GAME...", nargs=-1, required=True, shell_complete=games)
@click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="Only tables with this number of players."
)
@click.option("--variant", metavar="V", help="Only this variant.")
@set_option()
@with_option("A house rule to test with (repeatable).")
@click.option(
    "-k", "expression", metavar="EXPRESSION",
    help="Only tests with this in their name: `bank`, `bank and not six`, `examples`, `games.2_players`.",
)  # fmt: skip
@click.option("-x", "--exitfirst", "exit_first", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--maxfail", "max_failures", type=click.IntRange(min=1), metavar="N", help="Stop after N failures."
)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=GAMES,
    show_default=True,
    help="Random games to play, at least one at each table (a number of players, a variant).",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Fixes the luck.")
@max_actions_option("Longer games count as never ending.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play the random games in N processes.  [default: 1]",
)
@cluster_option
@click.option(
    "--checkpoint", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    callback=file_callback("a checkpoint", CHECKPOINT),
    help="Keep which random games were played in a file every few seconds, and go on from there if the file exists.",
)  # fmt: skip
@engine_arguments
@click.option("-v", "--verbose", is_flag=True, help="A line for each test.")
@format_option("text", "json")
@click.option(
    "--junitxml", "junit", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    callback=file_callback("a report", REPORT),
    help="Write a report for CI servers, as JUnit XML.",
)  # fmt: skip
@coverage_options
def command(**options: Any) -> int:  # as declared by the function that is called
    """Test rulebooks: their examples, and random games.

    The random games are played with every number of players and in every variant, by players with all sorts of
    odd habits and luck, and check what should be true of every game: it ends, no rule fails, no piece gets
    lost, a record can be replayed, hidden information stays hidden, and more. A failure is shown by the
    shortest game that reproduces it, kept as a record, and written as an example to paste into the rulebook.
    With a house rule, examples of the game itself that no longer hold show what the house rule changed; with
    --players, --variant or --set, examples that hold in the game itself, but not at this table, show what these
    changed. Neither is a failure. A rulebook that cannot be opened is reported, and the others are tested.
    Ctrl-C reports the results so far. Tests that passed are not run again while nothing has changed, neither a
    file nor the seed: a note says so, and --no-cache runs them.

    \b
    Examples:
      rulewright test my-game.rulebook.yaml
      rulewright test my-game.rulebook.yaml -k "bank and not six" -x
      rulewright test cinq-o --with short-evening.overlay.yaml -v
      rulewright test cinq-o --games 500 --seed 7 --junitxml report.xml
      rulewright test my-game.rulebook.yaml --coverage --fail-under 90
    """
    others = ("junit", "cluster", "checkpoint", "no_cache")
    plain = not any(options[each] for each in others) and options["wanted"].page is None
    return (_test_once if plain else _test)(**options)
