"""Opening the rulebook of a record, at the table of the record only.

A file that only the record names is opened only if it looks like a rulebook: records come from other people, and a
message about a rulebook shows lines of it.

If the rules have changed since a record was played, the message says in which files, and what can be done:

a.record.json does not replay: its rules have changed since it was played (fingerprint 005f12d75425b99f then, 634d85a80ff21fac now).
  It was played by dare.rulebook.yaml and short.overlay.yaml. Changed since: short.overlay.yaml.
  By the rules of now the first 12 of its 53 steps go the same way. Then step 13 of the record does not fit: ...
  Put back what was changed there, or name a copy of the file as it was: ...
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FallsShort
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.record_files import MOST_BYTES
from rulewright.cli.keeping import entries
from rulewright.cli.keeping.games import LazyBook, whole
from rulewright.cli.keeping.looked_up import hashed
from rulewright.cli.keeping.state_of_code import state_of_code
from rulewright.cli.table.records.files import are_unchanged, changed
from rulewright.cli.table.records.store import Record, shown, text_in, texts_in
from rulewright.document import library
from rulewright.document.bundled import rulebooks_folder
from rulewright.document.nodes import Mapping, Sequence
from rulewright.game.errors import RecordError
from rulewright.problems.problem import RulebookError
from rulewright.problems.shapes import Flag
from rulewright.source.cache import Cache

if TYPE_CHECKING:
    from rulewright.document.nodes import Node
    from rulewright.game.game import Game
    from rulewright.game.history.record import Wanted
    from rulewright.game.replay import Followed
    from rulewright.pipeline import Book
    from rulewright.source.text import Source
    from rulewright.source.texts import Texts

RULEBOOK_KEY = re.compile(rb"^(\xef\xbb\xbf)?(\{\s*)?[\"']?rulebook[\"']?\s*:", re.MULTILINE)


def refuse_another_table(kept: Record, given: Settings) -> None:
    """Raise UsageError for an argument that contradicts the table of a resumed game."""
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


def open_table(kept: Record, anyway: bool = False) -> LazyBook:
    """The record's game at its table: by the texts that the record carries, otherwise by its files, with `anyway` even if
    its rules have changed.

    Raises UsageError if the rulebook or a house rule cannot be found, FallsShort if the rules have changed since, or for options
    that the game does not have.
    """
    if kept.carried is not None:
        return _open_carried(kept, kept.carried)
    book = open_files(kept)
    if not anyway:
        refuse_changed_rules(kept, book)
        _refuse_other_options(kept, book.game)
    return LazyBook(kept.settings, book)


def _open_carried(kept: Record, carried: Wanted) -> LazyBook:
    """The game by the texts in the record. No rulebook is read from this machine."""
    table = LazyBook(kept.settings, carried=carried)
    try:
        carried.demand_same_rules(table.game)
    except RecordError as error:
        raise FallsShort(f"{kept.path} does not replay: {error}") from None
    _refuse_other_options(kept, table.game)
    return table


def changed_since(kept: Record, game: Game) -> str:
    """If a record was opened by the texts that it carries, and its files have other rules now: a sentence that says so, and
    how to use these. Otherwise empty, also if its files are no longer there."""
    if kept.carried is None or kept.carried.texts is None:
        return ""
    try:
        if _are_as_recorded(kept.carried.texts, _at_files(kept)):
            return ""
        now = open_files(kept)
    except (click.ClickException, RulebookError):
        return ""
    if now.game.fingerprint == game.fingerprint:
        return ""
    return (
        f"{_listed([kept.settings.game, *kept.settings.overlays])} {'have' if kept.settings.overlays else 'has'} changed since "
        f"{kept.path} was played. The rules in the record apply; `rulewright replay {kept.path} --anyway` uses those of now."
    )


def _are_as_recorded(texts: Texts, files: Settings) -> bool:
    """Whether the files have the texts of a record. The answer is kept, since files are parsed to see which others belong to them."""
    key = hashed(
        "as recorded", state_of_code(), os.getcwd(), repr((files.game, files.overlays)), whole(texts)
    )
    cache = Cache.of_user() if files.cache else None
    return bool(entries.worked_out(cache, key, Flag(), lambda: are_unchanged(texts, files)))


def open_files(kept: Record) -> Book:
    """The record's rulebook at its table, by the files of now. Options that the rulebook fixes or no longer has are left out.
    Raises UsageError if a file cannot be found."""
    plain = _at_files(kept)
    known = {option.id for option in plain.open_book().rulebook.options.values() if not option.fixed}
    book = replace(
        plain, options=tuple(each for each in kept.settings.options if each[0] in known)
    ).open_book()
    if book.game.name != kept.data.get("game"):
        raise click.UsageError(
            f"{kept.path} is a game of `{kept.data.get('game')}`, not of `{book.game.name}`"
        )
    return book


def _at_files(kept: Record) -> Settings:
    """The settings of the record without options, with the files of now."""
    where = f"`rulewright replay {kept.path} --game FILE` or `rulewright play FILE --resume {kept.path}` says"
    house = "`--with FILE` says"
    return replace(
        kept.settings,
        options=(),
        game=_found(kept, kept.settings.game, where),
        overlays=tuple(_found(kept, name, house) for name in kept.settings.overlays),
    )


def _refuse_other_options(kept: Record, game: Game) -> None:
    """Raise FallsShort for an option that the game does not have, or not with this value."""
    for name, value in kept.settings.options:
        if name not in game.options:
            raise FallsShort(f"{kept.path} is damaged: {game.title} has no option `{name}`")
        if value != game.options[name]:
            raise FallsShort(
                f"{kept.path} is damaged: the option `{name}` is {shown(game.options[name])}, not {shown(value)}"
            )


def _found(kept: Record, name: str, says: str) -> str:
    """A name or path that can be opened: relative to the current folder, or else to the record's."""
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
            f"{kept.path} says that its rules are in `{name}`, which is not a rulebook; {says} which it is"
        )
    try:
        library.demand(name)
    except RulebookError:
        raise click.UsageError(
            f"{kept.path} says that its rules are in `{name}`, and there is none here; {says} where it is now"
        ) from None
    return name


def refuse_changed_rules(kept: Record, book: Book) -> None:
    """Raise FallsShort if the rules of a book are not those by which the record was played."""
    then, now = kept.data.get("fingerprint"), book.game.fingerprint
    if then == now or not isinstance(then, str):
        return
    raise FallsShort(
        f"{kept.path} does not replay: its rules have changed since it was played (fingerprint {then} then, {now} now).\n"
        f"  {_played_by(kept, book)}{_changed(kept, book)}\n"
        f"  {how_far(kept, kept.followed(book.game))} `rulewright replay {kept.path} --anyway` goes through it so far.\n"
        f"  {_way_out(kept, book)}"
    )


def how_far(kept: Record, followed: Followed) -> str:
    """How far a record can be replayed by the current rules, in a sentence or two."""
    of, differs = len(kept.steps), followed.differs
    whole = f"all its {of} steps go" if of > 1 else "its only step goes" if of else "its set-up goes"
    if differs is None:
        end = ", and so does the end" if followed.state is not None and followed.state.is_terminal() else ""
        return f"By the rules of now {whole} the same way{end}."
    if differs.step is None and followed.state is not None:
        return f"By the rules of now {whole} the same way, but {differs}."
    if differs.step is None:
        return f"By the rules of now it does not even begin: {differs}."
    before = f"the first {followed.steps} of its {of} steps go the same way. Then " if followed.steps else ""
    said = f"By the rules of now {before}{differs}"
    return said if said.endswith(".") else f"{said}."


def _played_by(kept: Record, book: Book) -> str:
    recorded = [name for name in (text_in(kept.data, "rulebook"), *_house_rules(kept)) if name]
    given = [kept.settings.game, *kept.settings.overlays]
    files = [source.title for source in _sources(book)]
    files += [name for name in kept.settings.overlays if not any(file.endswith(name) for file in files)]
    if recorded and recorded != given:
        return f"It was played by {_listed(recorded)}; what is opened now is {_listed(files)}."
    return f"It was played by {_listed(files)}."


def _changed(kept: Record, book: Book) -> str:
    """A sentence with the files that have changed; empty if the record has no hashes, or none changed."""
    known = kept.data.get("files")
    found = changed(known, _sources(book)) if isinstance(known, dict) and known else []
    return f" Changed since: {_listed(found)}." if found else ""


def _way_out(kept: Record, book: Book) -> str:
    if kept.settings.overlays and not _house_rules(kept):
        with_them = " ".join(f"--with {name}" for name in kept.settings.overlays)
        return f"It was played without house rules: leave out `{with_them}`."
    if all(_is_bundled(source) for source in _sources(book)) and not kept.settings.overlays:
        return "Those come with Rulewright, of which this is another version. Play again, or replay with the version of then."
    rulebook = f"`rulewright play OLDFILE --resume {kept.path}` plays on by it, `rulewright replay {kept.path} --game OLDFILE` goes through it"
    match len(_house_rules(kept)):
        case 0:
            house_rules = ""
        case 1:
            house_rules = "; `--with OLDFILE` names that of the house rule"
        case _:
            house_rules = "; `--with OLDFILE` names those of house rules (all of them, in this order)"
    return (
        "Put back what was changed there, or name a copy of the file as it was: "
        f"{rulebook}{house_rules}. Or play again."
    )


def _house_rules(kept: Record) -> list[str]:
    return texts_in(kept.data, "house_rules") or texts_in(kept.data, "overlays")


def _sources(book: Book) -> list[Source]:
    """The files of a rulebook, including house rules and fragments, each once."""
    return list({source.name: source for source in _within(book.tree) if not source.is_typed}.values())


def _within(node: Node) -> Iterator[Source]:
    yield node.span.source
    match node:
        case Mapping():
            for entry in node:
                yield entry.key.span.source
                yield from _within(entry.value)
        case Sequence():
            for each in node:
                yield from _within(each)


def _is_bundled(source: Source) -> bool:
    return Path(source.name).resolve().is_relative_to(rulebooks_folder().resolve())


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
