"""`rulewright tune GAME`: finds the values of some numbers of the rules with which the game plays as wished."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.game_arguments import cluster_option, game_arguments, jobs_option
from rulewright.cli.common.options import PAGE, format_option, max_actions_option, page_callback


@click.command("tune")
@game_arguments()
@click.option(
    "--want", "wishes", multiple=True, metavar="WISH",
    help="What should be so, such as 'median rounds in 18..22' (repeatable).",
)  # fmt: skip
@click.option(
    "--knob", "knobs", multiple=True, metavar="PATH=VALUES",
    help="What may be changed, such as options.target=20..60 or a house rule's file (repeatable).",
)  # fmt: skip
@click.option(
    "--file", "file", type=click.Path(dir_okay=False), metavar="FILE",
    help="A tuning file with wishes and knobs, besides those given here.",
)  # fmt: skip
@click.option(
    "--bots", show_default="random", metavar="NAMES", help="Who plays, unless a wish says otherwise.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(min=100), show_default="20000", help="How many games in all.",
)  # fmt: skip
@click.option(
    "--way", type=click.Choice(["model", "halving"]),
    help="How to search.  [default: model if there are many settings and the extra `tune` is installed]",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write the answer as a house rule.",
)  # fmt: skip
@click.option(
    "--html", "page", type=PAGE, metavar="FILE", callback=page_callback, help="Write the report as a page, with charts.",
)  # fmt: skip
@click.option(
    "--checkpoint", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Keep all figures there, and go on from them.",
)  # fmt: skip
@jobs_option
@cluster_option
@max_actions_option()
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Find the values with which a game plays as you wish.

    A wish is a figure of `compare`, and a range: 'median rounds in 18..22', 'seat 1 wins in 48..52 %', 'ends by stalemate at
    most 5 %', 'decisions stays within 10 %', 'level:4 beats level:2 in 60..70 %', 'every action is taken in at least 2 % of the
    decisions where it is legal'. After a comma it may say who plays
    (', at level:2') and how much it counts (', weight 3').

    A knob is a part of the rulebook by its path, with the values that it may have: options.target=20..60 step 10,
    tables.hi.rows.30=8, 9, 10, pieces.dice.count=4..6; or the file of a house rule, which is on or off.

    All settings have the same luck. The best ones play fresh games, from which the figures of the answer come, with
    intervals that hold together with 95 % confidence. Settings that cannot be played are named and left out. Ctrl-C reports
    what is known so far. The exit status is 0 if all wishes hold, otherwise 1.

    \b
    Examples:
      rulewright tune cinq-o --want 'median rounds in 8..12' --knob 'options.target=20..60 step 10'
      rulewright tune sino --players 3 --want 'every seat wins in 30..37 %' --knob options.numbers_a_turn=3..8
      rulewright tune cinq-o --file longer.tuning.yaml
      rulewright tune pig --want 'hold_at_20 beats random in 90 %' --knob options.target=20..100 --out my.overlay.yaml
    """
    from rulewright.cli.tuning.tune_command import tune_game  # to start sooner: not for --help

    return tune_game(**options)
