"""`rulewright replay RECORD`: go through a recorded game again, checking every step against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright.cli.common.options import format_option, with_option


@click.command("replay")
@click.argument("records", metavar="RECORD...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--step", type=click.IntRange(min=0), metavar="N", help="Show the table after step N (0: the start)."
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Show only what seat N saw.")
@click.option("--anyway", is_flag=True, help="Replay it by the rules of now, as far as possible.")
@click.option("--game", metavar="GAME", help="The rulebook, if it is somewhere else now.")
@with_option("A house rule, if it is somewhere else now.")
@format_option("text", "json")
def command(**options: Any) -> int:  # as declared by the function that is called
    """Replay a recorded game, or check several.

    Every move and every result of chance is checked against the rules; the first that does not fit is named. A
    record that carries the texts of its rulebook is replayed by these, and a note says so if the rules have
    changed since. A record without texts is then refused, and the message says how far it can be replayed by
    the current rules. With `--anyway` any record is replayed that far, and counts as fine if it reaches its
    end. If there are several records, each gets a line.

    \b
    Examples:
      rulewright replay cinq-o.record.json
      rulewright replay cinq-o.record.json --step 12
      rulewright replay cinq-o.record.json --seat 2
      rulewright replay golden/*.record.json --anyway
    """
    from rulewright.cli.tracing.replay_command import replay  # to start sooner: not for --help

    return replay(**options)
