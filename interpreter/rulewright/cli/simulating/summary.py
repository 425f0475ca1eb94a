"""What came of a simulation, on a screen and as CSV: how long games are, who wins, how they end.

PLAYER        wins             95 %     score             95 %   least   median   most
bold        54.1 %   53.4 to 54.8 %     75.36   74.90 to 75.82       0      100    105
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click
from rich.text import Text

from rulewright.cli.common.output import note, show
from rulewright.cli.common.text_tables import show_table
from rulewright.language.literals import literal
from rulewright.play.figures import simulation

if TYPE_CHECKING:
    from rulewright.play.simulate import Simulation


def show_simulation(result: Simulation) -> None:
    """Print lengths, how close games are, seats or players, ends."""
    click.echo(simulation.heading(result))
    if not result.finished:
        click.echo(simulation.NOTHING)
        return
    show(*map(Text, simulation.cautions(result)))
    click.echo()
    show_table(*simulation.lengths(result))
    if result.margin is not None:
        click.echo()
        show_table(*simulation.course(result))
    if result.rotated:
        click.echo()
        show_table(*simulation.players(result))
        click.echo()
        for told in simulation.duels(result):
            click.echo(told)
    click.echo()
    show_table(*simulation.seats(result))
    click.echo()
    if all(seat.score is None for seat in result.seats):
        note("no `standing:`, so no scores")
    for line in simulation.endings(result):
        click.echo(line)


def as_csv(result: Simulation, bots: Sequence[str], asked: int) -> str:
    """One figure a line: `measure,seat,value,low,high`; seats count from 1, and are empty for the whole game. What was played comes
    first, and how many games were `asked` for."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("measure", "seat", "value", "low", "high"))
    for name, value in _what_was_played(result, bots, asked):
        rows.writerow((name, "", value, "", ""))
    for name in ("games", "finished", "draws", "ties", "failed"):
        rows.writerow((name, "", getattr(result, name), "", ""))
    games = (("decisions", result.decisions), ("rounds", result.rounds), ("margin", result.margin))
    for name, summary in games:
        if summary is not None:
            rows.writerow((name, "", summary.mean, summary.low, summary.high))
    for number, (seat, who) in enumerate(zip(result.seats, bots, strict=True), 1):
        if not result.rotated:
            rows.writerow(("played_by", number, who, "", ""))
        rows.writerow(("win_rate", number, seat.win_rate, seat.low, seat.high))
        if seat.score is not None:
            rows.writerow(("score", number, seat.score.mean, seat.score.low, seat.score.high))
    for player in result.by_player:
        rows.writerow((f"win_rate {player.player}", "", player.win_rate, player.low, player.high))
        if player.score is not None:
            score = player.score
            rows.writerow((f"score {player.player}", "", score.mean, score.low, score.high))
    for duel in result.duels:
        rows.writerow((f"{duel.player} against {duel.other}", "", duel.difference, duel.low, duel.high))
    for name, count in result.ends.items():
        rows.writerow((f"ended_by {name}", "", count, "", ""))
    return text.getvalue()


def _what_was_played(result: Simulation, bots: Sequence[str], asked: int) -> Iterator[tuple[str, object]]:
    """The game, its table, who played and with which luck, as the command line takes them."""
    yield "game", result.game
    yield "fingerprint", result.fingerprint
    if result.variant is not None:
        yield "variant", result.variant
    yield from (("house_rule", name) for name in result.overlays)
    yield "players", result.players
    yield from ((f"option {name}", literal(value)) for name, value in result.options.items())
    yield "bots", ",".join(bots)
    yield "rotated", literal(result.rotated)
    yield "seed", result.seed
    yield "games_asked", asked
