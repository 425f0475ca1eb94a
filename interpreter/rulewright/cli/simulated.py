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

from rulewright.cli.tables import show_table
from rulewright.cli.telling import note
from rulewright.language.players import RANDOM

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.rotation import Player
    from rulewright.play.simulate import Seat, Simulation
    from rulewright.play.statistics import Summary


def show_simulation(result: Simulation, game: Game, bots: Sequence[str]) -> None:
    """Print lengths, seats or players, ends; `bots` by seat, or by player where everybody moved on."""
    from rulewright.game.standing import keeps_score

    players = f"{result.players} player{'' if result.players == 1 else 's'}"
    variant = f", variant {game.variant}" if game.variant else ""
    rotated = ", everybody one seat on with each game" if result.rotated else ""
    games = f"{result.games} game{'' if result.games == 1 else 's'}"
    click.echo(f"{game.title}: {games}, {players}{variant}, seed {result.seed}{rotated}")
    if not result.finished:
        click.echo("No game was finished.")
        return
    scored = keeps_score(game.program)
    figures = ("95 %", "least", "median", "most")
    lengths = [
        (name, *_figures(each)) for name, each in (("decisions", result.decisions), ("rounds", result.rounds))
    ]
    plain = result.rotated or set(bots) == {RANDOM}
    seats = [
        (seat.seat, *(() if plain else (who,)), *_rates(seat), *(_figures(seat.score) if scored else ()))
        for seat, who in zip(result.seats, bots, strict=True)
    ]
    click.echo()
    show_table(("LENGTH", "mean", *figures), lengths)
    if result.rotated:
        _show_players(result, ("PLAYER", "wins", "95 %", *(("score", *figures) if scored else ())))
    click.echo()
    played_by = () if plain else ("played by",)
    show_table(("SEAT", *played_by, "wins", "95 %", *(("score", *figures) if scored else ())), seats)
    click.echo()
    if not scored:
        note("no `standing:`, so no scores")
    click.echo(f"Ended by: {', '.join(f'{name} {count}' for name, count in result.ends.items())}")
    click.echo(f"Shared wins: {result.ties} · nobody won: {result.draws}{_left_over(result)}")


def as_csv(result: Simulation, bots: Sequence[str]) -> str:
    """One figure a line: `measure,seat,value,low,high`; seats count from 1, and are empty for the whole game."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("measure", "seat", "value", "low", "high"))
    for name in ("games", "finished", "draws", "ties", "failed"):
        rows.writerow((name, "", getattr(result, name), "", ""))
    for name, summary in (("decisions", result.decisions), ("rounds", result.rounds)):
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


# ---------------------------------------------------------------------------------------------------- private


def _left_over(result: Simulation) -> str:
    parts = [f"broken off: {len(result.unfinished)}"] if result.unfinished else []
    parts += [f"failed: {result.failed}"] if result.failed else []
    return "".join(f" · {part}" for part in parts)


def _show_players(result: Simulation, headings: Sequence[str]) -> None:
    """Each player in all seats, and who of them is stronger."""
    players = [
        (each.player, *_rates(each), *(_figures(each.score) if each.score is not None else ()))
        for each in result.by_player
    ]
    click.echo()
    show_table(headings, players)
    click.echo()
    for told in _duels(result):
        click.echo(told)


def _duels(result: Simulation) -> Iterator[str]:
    """How the player who was named first does against each of the others, a sentence for each."""
    from rulewright.play.comparing.result import is_sound

    if result.duels and not is_sound(result.games, result.failed):
        yield "So many games failed that nothing can be said of who is stronger."
        return
    for duel in result.duels:
        yield f"{duel.player} against {duel.other}: {duel.words}."


def _rates(seat: Seat | Player) -> tuple[str, str]:
    """How often somebody won, and the interval of that."""
    return f"{100 * seat.win_rate:.1f} %", f"{100 * seat.low:.1f} to {100 * seat.high:.1f} %"


def _figures(summary: Summary | None) -> tuple[str, str, str, str, str]:
    """Mean, its interval, least, median, most."""
    if summary is None:
        return "-", "", "", "", ""
    return (
        f"{summary.mean:.2f}",
        f"{summary.low:.2f} to {summary.high:.2f}",
        f"{summary.minimum:g}",
        f"{summary.quantiles[50]:g}",
        f"{summary.maximum:g}",
    )
