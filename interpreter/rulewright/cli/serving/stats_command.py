"""The command `rulewright stats`: reads records, replays them, and prints the figures of the games that people played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from rulewright.author.tables.figures import Figures, figures_of
from rulewright.author.tables.sessions import Record, Session, session_of
from rulewright.author.tables.text import report
from rulewright.cli.common.output import note, show_json
from rulewright.cli.common.record_files import read_json
from rulewright.cli.common.text_tables import show_table
from rulewright.game.errors import RecordError
from rulewright.game.game import Game
from rulewright.game.history.record import Wanted
from rulewright.pipeline import load_recorded
from rulewright.play.bots import seat_bots
from rulewright.play.simulate import simulate
from rulewright.problems.problem import RulebookError

ENDING = "*.record.json"


def stats(records: Sequence[Path], games: int, bots: str, style: str) -> int:
    """Print the figures of all records, by game; 1 if some record could not be counted."""
    sessions, failed = _sessions(list(_files(records)))
    if not sessions and not failed:
        raise click.UsageError(f"there is no record of a game here (files called {ENDING})")
    found = [_figures(game, there, games, bots) for game, there in sessions]
    if style == "json":
        show_json({"games": [each.to_json() for each in found], "failed": failed})
    else:
        _show(found)
    for file, reason in failed.items():
        note(f"{file} was not counted: {reason}")
    return 1 if failed else 0


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob(ENDING))
        else:
            yield path


def _sessions(files: Sequence[Path]) -> tuple[list[tuple[Game, list[Session]]], dict[str, str]]:
    """The sessions of each game at each table, and the reasons for records that could not be counted, by their files."""
    games: dict[str, Game] = {}
    found: defaultdict[str, list[Session]] = defaultdict(list)
    failed: dict[str, str] = {}
    for file in files:
        record = read_json(file)
        try:
            game = _game(record)
            session = session_of({**record, "fingerprint": game.fingerprint}, file.name, game)
        except (RecordError, RulebookError) as error:
            failed[str(file)] = str(error).splitlines()[0]
            continue
        key = f"{game.fingerprint} {game.num_players}"
        games.setdefault(key, game)
        found[key].append(session)
    return [(games[key], there) for key, there in found.items()], failed


def _game(record: Record) -> Game:
    wanted = Wanted.of(dict(record))
    game = load_recorded(wanted, files=True)
    if wanted.texts is None and record.get("fingerprint") != game.fingerprint:
        raise RecordError("the rules have changed since, and the record does not carry them")
    return game


def _figures(game: Game, sessions: Sequence[Session], games: int, bots: str) -> Figures:
    simulated = None
    if games:
        try:
            seat_bots(game, bots)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        simulated = simulate(game, games, bots=bots.split(","))
    return figures_of(game, sessions, simulated)


def _show(found: Sequence[Figures]) -> None:
    for number, each in enumerate(found):
        if number:
            click.echo("\n")
        for place, part in enumerate(report(each)):
            if place:
                click.echo()
            if isinstance(part, str):
                click.echo(part)
            else:
                show_table(part[0], part[1])
