"""The rulebook of a record, found again, and only at the table that the record tells of.

A file that only the record names is opened if it looks like a rulebook, and not otherwise: records come from other
people, and a message about a rulebook shows lines of it.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright import pipeline
from rulewright.cli.common.exit_status import FallsShort
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.record_files import MOST_BYTES
from rulewright.cli.table.records.changed_rules import refuse_changed_rules
from rulewright.cli.table.records.store import Record, shown, text_in, texts_in
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.pipeline import Book

RULEBOOK_KEY = re.compile(rb"^(\xef\xbb\xbf)?(\{\s*)?[\"']?rulebook[\"']?\s*:", re.MULTILINE)


def refuse_another_table(kept: Record, given: Settings) -> None:
    """Raise UsageError for an argument that would make another table of a game that is going on."""
    data = kept.data
    players, variant, options = data.get("players"), data.get("variant"), data.get("options", {})
    told = ""
    if given.players not in (None, players):
        told = f"--players {given.players}: {players} play"
    elif given.variant not in (None, variant):
        told = f"--variant {given.variant}: it is {f'the variant {variant}' if variant else 'no variant'}"
    for name, value in given.options:
        if name not in options:
            told = told or f"--set {name}: it has no option of this name"
        elif options[name] != value:
            told = told or f"--set {name}={shown(value)}: it is played with {shown(options[name])}"
    if told:
        raise click.UsageError(
            f"the game in {kept.path} cannot go on with {told}. Leave it out, or start a new game without --resume"
        )


def open_book(kept: Record, anyway: bool = False) -> Book:
    """The record's rulebook at its table, `anyway` also with other rules. Options that it fixes or has taken out are left to it.

    Raises UsageError if the rulebook or a house rule is not to be found, FallsShort for rules that have changed since, and for
    options the game does not have.
    """
    where = (
        f"`rulewright replay {kept.path} --game FILE` or `rulewright play FILE --resume {kept.path}` tells"
    )
    house = "`--with FILE` tells"
    plain = replace(
        kept.settings,
        options=(),
        game=_found(kept, kept.settings.game, where),
        overlays=tuple(_found(kept, name, house) for name in kept.settings.overlays),
    )
    known = {option.id for option in plain.open_book().rulebook.options.values() if not option.fixed}
    book = replace(
        plain, options=tuple(each for each in kept.settings.options if each[0] in known)
    ).open_book()
    if book.game.name != kept.data.get("game"):
        raise click.UsageError(
            f"{kept.path} is a game of `{kept.data.get('game')}`, not of `{book.game.name}`"
        )
    if anyway:
        return book
    refuse_changed_rules(kept, book)
    for name, value in kept.settings.options:
        if name not in book.game.options:
            raise FallsShort(f"{kept.path} is damaged: {book.rulebook.title} has no option `{name}`")
        if value != book.game.options[name]:
            raise FallsShort(
                f"{kept.path} is damaged: the option `{name}` is {shown(book.game.options[name])}, not {shown(value)}"
            )
    return book


def _found(kept: Record, name: str, tells: str) -> str:
    """A name or path as it can be opened here: it counts from this folder, or else from the record's."""
    data = kept.data
    games, overlays = ("rulebook", "game"), ("house_rules", "overlays")
    recorded = [text_in(data, key) for key in games] + [
        one for key in overlays for one in texts_in(data, key)
    ]
    if name not in recorded:
        return name  # the command line names it
    is_path = "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))
    endings = ("",) if is_path else (".rulebook.yaml", ".overlay.yaml")
    here = [Path(f"{name}{ending}") for ending in endings]
    path = next(
        (path for path in (*here, *(kept.path.parent / each for each in here)) if path.is_file()), None
    )
    if path is not None:
        with path.open("rb") as file:
            if path.suffix in (".yaml", ".yml") and RULEBOOK_KEY.search(file.read(MOST_BYTES)):
                return name if path in here else os.path.join(".", path)
        raise click.UsageError(
            f"{kept.path} says that its rules are in `{name}`, which is no rulebook; {tells} which it is"
        )
    try:
        pipeline.find_book(name)
    except RulebookError:
        raise click.UsageError(
            f"{kept.path} says that its rules are in `{name}`, and there is none here; "
            f"{tells} where it is now"
        ) from None
    return name
