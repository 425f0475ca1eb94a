"""`rulewright play GAME`: a game in the terminal, against people at the same screen or against bots."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from rulewright.cli.outcome import FINE, INTERRUPTED
from rulewright.cli.settings import Settings, game_arguments
from rulewright.cli.telling import note

if TYPE_CHECKING:
    from rulewright.cli.table.session import Session
    from rulewright.pipeline import Book
    from rulewright.runtime.failures import RuleFailure


@click.command("play")
@game_arguments(required=False)
@click.option("--names", metavar="A,B,...", help="The players' names, in the order of the seats.")
@click.option(
    "--seat", "seats", multiple=True, metavar="N=WHO", help="Who plays seat N: human or random (repeatable)."
)
@click.option("--bots", is_flag=True, help="Every seat but the first is played at random.")
@click.option(
    "--dice", type=click.Choice(["rolled", "typed"]), default="rolled", show_default=True,
    help="Roll here, or type in what real dice and cards show.",
)  # fmt: skip
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on with a game that was written down.",
)
def command(
    settings: Settings, names: str | None, seats: tuple[str, ...], bots: bool, dice: str, resume: Path | None
) -> int:
    """Play a game in this terminal.

    All seats are people unless --bots or --seat say otherwise. Type the number of a move or the move itself;
    `help` lists what else can be typed. In games that hide something, the screen is handed over between
    players. When you stop before the end, the game is written down, and --resume goes on with it.

    \b
    Examples:
      rulewright play cinq-o --names Ann,Bob
      rulewright play red-hot-yott --players 3 --bots
      rulewright play cinq-o --set target=50 --with short-evening.overlay.yaml
      rulewright play cinq-o --dice typed
      rulewright play --resume cinq-o.record.json
    """
    from rulewright.cli.table.talk import Left

    try:
        session, used = _sit_down(settings, names, seats, bots, dice, resume)
    except Left:  # real dice are asked for before the first move
        return FINE
    return _play(session, used)


def _sit_down(
    settings: Settings, names: str | None, chosen: tuple[str, ...], bots: bool, dice: str, resume: Path | None
) -> tuple[Session, Settings]:
    from rulewright.cli.table.keeping import open_book, read_record
    from rulewright.cli.table.real_dice import RealDice
    from rulewright.cli.table.seats import read_names, read_seats, seats
    from rulewright.cli.table.session import Session
    from rulewright.cli.table.talk import Talk
    from rulewright.runtime.chance import Sampled

    if not settings.game and resume is None:
        raise click.UsageError("which game? `rulewright list` shows those that come along")
    wanted, played_by = read_names(names), read_seats(chosen)
    kept = read_record(resume, settings) if resume is not None else None
    if kept is None and wanted and settings.players is None:
        settings = _room_for(settings, len(wanted))
    book = open_book(kept) if kept is not None else settings.open_book()
    game = book.game
    used = kept.settings if kept is not None else settings
    if kept is not None and not played_by and not bots:
        played_by = {seat + 1: "random" for seat in kept.bots}
    table = seats(
        game.num_players,
        game.program.labels.seats,
        wanted or (list(kept.names) if kept else []),
        played_by,
        bots,
    )
    seed = settings.seed if settings.seed is not None else secrets.randbelow(2**32)
    talk = Talk()
    chance = RealDice(game.program, talk, Sampled(game.program.streams)) if dice == "typed" else None
    state = kept.replayed(game) if kept is not None else game.new_initial_state(seed, chance)
    return Session(state, table, talk, chance, Random(seed), _rules(book), used), used


def _room_for(settings: Settings, people: int) -> Settings:
    """As many players as there are names, if the game can be played by so many."""
    book = settings.open_book().rulebook
    return settings.at(people) if people in book.players else settings


def _play(session: Session, settings: Settings) -> int:
    from rulewright.cli.table.talk import Left
    from rulewright.runtime.failures import RuleFailure

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        session.run()
    except Left:
        _keep(session, settings)
    except RuleFailure as failure:
        _keep_failure(session, settings, failure)
        raise
    except KeyboardInterrupt:
        note("")
        _keep(session, settings)
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, before)
    return FINE


def _keep(session: Session, settings: Settings) -> None:
    """Write an unfinished game down, so that it can be gone on with."""
    from rulewright.cli.table.keeping import free_path, write_record

    if session.is_kept():
        return
    path = free_path(session.state.game.name)
    try:
        write_record(session.state, path, settings, session.seats)
    except OSError as error:
        note(f"The game could not be written down: {error.strerror}.")
        return
    note(f"The game is kept in {path}. To go on:\n  rulewright play --resume {path}")


def _keep_failure(session: Session, settings: Settings, failure: RuleFailure) -> None:
    """Write down how a rule came to fail, for the rulebook's author."""
    from rulewright.cli.table.keeping import free_path, write

    path = free_path(f"{session.state.game.name}-failure")
    if isinstance(failure.record, dict):
        write(failure.record, path, settings, session.seats)
        note(f"A rule of this rulebook failed. `rulewright replay {path}` leads there again.")


def _rules(book: Book) -> Callable[[], None]:
    def show() -> None:
        from rulewright.author.sheet import make_sheet
        from rulewright.cli.rules import print_sheet

        print_sheet(make_sheet(book))

    return show
