"""The command `rulewright play`: sets up a table, and plays at it until the game ends."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FINE, INTERRUPTED
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note
from rulewright.cli.keeping.games import LazyBook
from rulewright.cli.table.console import Left, Talk
from rulewright.cli.table.display import Display
from rulewright.cli.table.real_chance.real_dice import RealDice
from rulewright.cli.table.real_chance.set_up import set_up
from rulewright.cli.table.records.autosave import Keeper, unfinished
from rulewright.cli.table.records.store import BY_ITSELF, ROLLED, TYPED, own_path, read_record, write
from rulewright.cli.table.seats import (
    Seat,
    bots_at,
    read_bots,
    read_names,
    read_seats,
    refuse_strangers,
    seats,
)
from rulewright.cli.table.session import Session
from rulewright.language.players import RANDOM
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.sampled import Sampled
from rulewright.runtime.failures import RuleFailure
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.author.sheet import rule_sheet
    from rulewright.cli.table.records import reopening
else:
    rule_sheet = later("rulewright.author.sheet.rule_sheet")
    reopening = later("rulewright.cli.table.records.reopening")

ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that end a game: Ctrl-C, termination by the system, a closed terminal."""


def play(
    settings: Settings,
    names: str | None,
    seats: tuple[str, ...],
    bots: str | None,
    dice: str | None,
    resume: Path | None,
    plain: bool = False,
) -> int:
    """The exit status."""
    try:
        session = sit_down(settings, names, seats, bots, dice, resume, wants_full_screen(plain))
    except Left:  # real dice are asked for before the first move
        return FINE
    return _play(session)


def wants_full_screen(plain: bool) -> bool:
    """Whether the table fills the screen: at a terminal that can show it, unless `plain` is asked for. Prints what is missing."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if plain or not terminal:
        return False
    if find_spec("textual") is None:
        note(
            "In a copy of Rulewright, `pip install '.[terminal]'` makes the table fill the screen; `--plain` leaves this line out."
        )
        return False
    return True


def sit_down(
    settings: Settings, names: str | None, chosen: tuple[str, ...], bots: str | None, dice: str | None,
    resume: Path | None, full_screen: bool,
) -> Session:  # fmt: skip
    if not settings.game and resume is None and bots is not None:
        settings, bots = replace(settings, game=bots), RANDOM  # `play --bots GAME`
    if not settings.game and resume is None:
        raise click.UsageError("which game? `rulewright list` shows those that come along")
    wanted, played_by = read_names(names), read_seats(chosen)
    kept = read_record(resume, settings) if resume is not None else None
    if kept is not None:
        reopening.refuse_another_table(kept, settings)
    if kept is None and wanted:
        settings = _room_for(settings, len(wanted))
    opened = LazyBook(settings) if kept is None else reopening.open_table(kept)
    game = opened.game
    if kept is not None and len(wanted) > game.num_players:
        raise click.UsageError(f"{len(wanted)} names, but {game.num_players} play in {kept.path}")
    used = kept.settings if kept is not None else settings
    refuse_strangers(game, played_by)
    if kept is not None and not played_by and bots is None:
        played_by = {seat + 1: who for seat, who in kept.bots.items()}
        refuse_strangers(game, played_by, kept.path)
    table = seats(
        game.num_players,
        game.program.labels.seats,
        wanted or (list(kept.names) if kept else []),
        played_by,
        read_bots(game, bots, people=True) if bots is not None else (),
    )
    seed = settings.seed if settings.seed is not None else secrets.randbelow(2**32)
    display = _display(opened, table, full_screen and any(seat.human for seat in table))
    talk = display.talk
    if kept is not None and (since := reopening.changed_since(kept, game)):
        talk.note(since)
    rolled_or_typed = dice or (kept.dice if kept is not None else ROLLED)
    chance = None
    if rolled_or_typed == TYPED:
        people = [seat.name for seat in table]
        chance = RealDice(game.program, talk, Sampled(game.program.streams), people, begun=kept is not None)
        if kept is not None and dice is None:
            talk.note("This game is played with real dice: type what they show (`--dice rolled` rolls here).")
    if chance is not None:
        chance.talk = Talk()  # the set-up is typed before there is a table to show
    state, typed = (kept.replayed(game), None) if kept is not None else set_up(game, seed, chance)
    if chance is not None:
        chance.talk, display.real_dice = talk, True
    keeper = Keeper(used, table, rolled_or_typed)
    if kept is not None:
        keeper.path, keeper.written, keeper.known = resume, state.record(), state.record()
        keeper.by_itself = kept.data.get("kept") == BY_ITSELF
    else:
        _offer(game.name, talk)
    return Session(
        state,
        display,
        chance,
        bots_at(table, game, seed),
        lambda: talk.sheet(rule_sheet.make_sheet(opened.book)),
        keeper,
        typed,
    )


def _display(opened: LazyBook, table: Sequence[Seat], full_screen: bool) -> Display:
    """The display of a table: at a full screen, or one that prints."""
    if not full_screen:
        return Display(opened.game, table, Talk(), opened.words)
    room = import_module("rulewright.cli.full_screen.display")  # needs an extra
    made: Display = room.FullDisplay(opened.game, table, opened.words)
    return made


def _offer(name: str, talk: Talk) -> None:
    """Print how to resume an unfinished game in this folder."""
    path = unfinished(name)
    if path is not None:
        talk.note(
            f"A game that is not finished is in {path}: `rulewright play --resume {path}` goes on with it.\n"
        )


def _room_for(settings: Settings, people: int) -> Settings:
    """The settings with as many players as there are names, if the game allows it. Raises UsageError for too many names."""
    if settings.players is not None and people <= settings.players:
        return settings
    if settings.players is None and _has_table(settings.at(people)):
        return settings.at(people)
    book = settings.open_book().rulebook
    if people > max(book.players):
        raise click.UsageError(
            f"{counted(people, 'name')}, but {max(book.players)} players are the most for {book.title}"
        )
    return settings.at(people) if settings.players is None and people in book.players else settings


def _has_table(settings: Settings) -> bool:
    """Whether the game has a table for this number of players."""
    try:
        return LazyBook(settings).game.num_players == settings.players
    except RulebookError:
        return False


def _play(session: Session) -> int:
    before = {each: signal.signal(each, _end) for each in ENDING}
    try:
        _run(session)
        _stop(session)
    except Left:
        _stop(session)
    except RuleFailure as failure:
        _stop(session)
        _keep_failure(session, failure)
        raise
    except KeyboardInterrupt as ended:
        note("")
        _stop(session)
        return INTERRUPTED - signal.SIGINT + (ended.args[0] if ended.args else signal.SIGINT)
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    return FINE


def _run(session: Session) -> None:
    """Run the session, where its display is."""
    if type(session.display) is Display:
        session.run()
    else:
        import_module("rulewright.cli.full_screen.running").run(session)  # needs an extra


def _end(number: int, frame: object) -> None:
    """End the game on any of these signals as on Ctrl-C."""
    raise KeyboardInterrupt(number)


def _stop(session: Session) -> None:
    """Print where the game is saved."""
    told = session.keeper.stop(session.state)
    if told:
        note(told)


def _keep_failure(session: Session, failure: RuleFailure) -> None:
    """Write the record of a game in which a rule failed, for the rulebook's author."""
    path = own_path(f"{session.state.game.name}-failure")
    if isinstance(failure.record, dict):
        write(failure.record, path, session.keeper.settings, session.seats, over=path.exists())
        note(f"A rule of this rulebook failed. `rulewright trace {path}` shows how.")
