"""Compiled games are kept, so that a command on an unchanged rulebook starts without reading and checking the rules again.

    game = load(settings)           0.4 s; the second time 0.05 s, and neither the parser nor the checker is imported
    table = LazyBook(settings)
    table.game, table.words         the same, and what is said at the table in the words of the rulebook
    table.book                      the rulebook, which is read only if somebody asks for it
    LazyBook(settings, carried=wanted)      the game of a record that carries the texts of its rulebook

A game is kept in the user's cache folder as JSON (`ir.saved.kept`), under a hash of the table, of this program's code and of the current folder,
with each name that was looked up for it, as `answers` are; so are its words.  The game of a record is kept under a hash of the texts in the record, and no
name is looked up for it.  The rulebook is opened after all when somebody asks for more: the
value of an expression, why it has it, or the rule sheet.  If a file has changed since, it is opened from the texts that were kept, so that it has the
rules of the game.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright.author.story.table_words import RuleWords, TableWords
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.keeping import entries
from rulewright.cli.keeping.looked_up import hashed, looked_up
from rulewright.cli.keeping.state_of_code import state_of_code
from rulewright.document import library
from rulewright.engines import NoEngine, engine_called
from rulewright.game.game import Game
from rulewright.ir.saved.kept import Read, from_kept, to_kept
from rulewright.ir.saved.writing import AMISS
from rulewright.problems.problem import RulebookError
from rulewright.problems.shapes import Fields, Named, Row, Shape, Text
from rulewright.source.cache import Cache
from rulewright.source.later import later

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulewright import pipeline
    from rulewright.author.comparison import change
    from rulewright.author.story import automatic_rules
    from rulewright.document import files
    from rulewright.game.history.record import Wanted
    from rulewright.ir import nodes as ir
    from rulewright.language.types import Type
    from rulewright.pipeline import Book
    from rulewright.runtime.trace import Tracer
    from rulewright.source.texts import Texts
else:
    pipeline = later("rulewright.pipeline")
    change = later("rulewright.author.comparison.change")
    automatic_rules = later("rulewright.author.story.automatic_rules")
    files = later("rulewright.document.files")

_WORDS = Fields({"rules": Named(Row((Text(), Text()))), "ends": Named(Text())})
_ADDITIONS = Named(Text())


def load(settings: Settings) -> Game:
    """The game at its table. Raises what `Settings.open_book` raises."""
    return LazyBook(settings).game


class LazyBook:
    """A game at its table, opened by `settings`, as the `book` that was read already, or by the texts that a record has `carried`.
    Raises what `Settings.open_book` raises, or what `pipeline.open_carried` raises."""

    def __init__(self, settings: Settings, book: Book | None = None, carried: Wanted | None = None) -> None:
        self.settings, self._carried = settings, carried
        self._cache = Cache.of_user() if settings.cache and book is None else None
        self._found: list[library.LookedUp] = []
        """What was looked up for the rulebook, once it was read."""
        if book is not None:
            self.__dict__["_now"] = book
        self.game: Final = self._opened()

    def _opened(self) -> Game:
        if self._cache is None:
            return self._now.game
        if self._carried is None:
            self.settings.refuse_others()
        key = self._key("game")
        read = _read(entries.kept(self._cache, key))
        if read is not None:
            return self._made(*read)
        game = self._now.game
        made = to_kept(game.program, game.overlays, game.texts)
        entries.keep(self._cache, key, looked_up(self._found), made)
        return game

    @cached_property
    def words(self) -> TableWords:
        """What is said at the table in the words of the rulebook."""

        def made(book: Book) -> object:
            words = automatic_rules.words_of(book)
            rules = {path: [each.title, each.words] for path, each in words.rules.items()}
            return {"rules": rules, "ends": dict(words.ends)}

        read = self._kept("words", _WORDS, made)
        rules = {path: RuleWords(title, words) for path, (title, words) in read["rules"].items()}
        return TableWords(rules, read["ends"])

    @cached_property
    def additions(self) -> Mapping[str, str]:
        """The lines for its house rules and its variant by name, as `author.comparison.change` has them."""
        read: Mapping[str, str] = self._kept(
            "additions", _ADDITIONS, lambda book: change.additions(book, self.settings.game)
        )
        return read

    def _kept(
        self, what: str, shape: Shape, make: Callable[[Book], object]
    ) -> Any:  # Any: JSON data of the shape
        """What is made of the rulebook, or was."""
        key = self._key(what)
        read = entries.kept(self._cache, key, shape) if self._cache is not None else None
        if read is None:
            book = self.book
            with library.noting() as found:
                read = make(book)
            if self._cache is not None and book is self.__dict__.get("_now"):
                entries.keep(self._cache, key, looked_up([*self._found, *found]), read)
        return read

    @cached_property
    def book(self) -> Book:
        """The rulebook by whose rules the game is played."""
        texts, settings = self.game.texts, self.settings
        with suppress(RulebookError, click.UsageError):  # of a file that has changed since the game began
            if texts is None or self._now.game.texts == texts:
                return self._now
        assert texts is not None, "a game without texts is not kept"
        given = files.GivenFiles(texts)
        book: Book = pipeline.open_source(
            given.demand(texts.rulebook), settings.players, settings.variant, dict(settings.options), texts.house_rules,
            settings.engine, settings.cache, given,
        )  # fmt: skip
        return book

    @cached_property
    def _now(self) -> Book:
        """The rulebook as it is in its files, or in the record."""
        with library.noting() as self._found:
            carried = self._carried
            if carried is None:
                return self.settings.open_book()
            assert carried.texts is not None, "a record that carries texts"
            book: Book = pipeline.open_carried(
                carried, carried.texts, self.settings.engine, self.settings.cache
            )
            return book

    def _made(self, program: ir.Program, overlays: tuple[str, ...], texts: Texts | None) -> Game:
        """The game of a program that was kept. Raises UsageError for an engine that is not installed."""
        try:
            executor = engine_called(self.settings.engine, self.settings.cache)(program)
        except NoEngine as error:
            raise click.UsageError(str(error)) from error
        game = Game(executor, overlays)
        game.texts = texts

        def compiled(text: str) -> tuple[ir.Asked, Type]:
            hook = self.book.game.compile_hook
            assert hook is not None, "`pipeline` sets the hooks"
            return hook(text)

        def tracer() -> Tracer:
            hook = self.book.game.trace_hook
            assert hook is not None, "`pipeline` sets the hooks"
            return hook()

        game.compile_hook, game.trace_hook = compiled, tracer
        return game

    def _key(self, what: str) -> str:
        asked, carried = self.settings, self._carried
        if carried is not None and carried.texts is not None:
            at = (carried.players, carried.variant, carried.options, carried.overlays)
            return hashed("carried", what, state_of_code(), repr(at), whole(carried.texts))
        table = (asked.game, asked.players, asked.variant, asked.options, asked.overlays)
        return hashed(what, state_of_code(), os.getcwd(), repr(table))


def whole(texts: Texts) -> str:
    """All texts of a game as one."""
    return repr((texts.rulebook, texts.house_rules, sorted(texts.files.items())))


def _read(kept: object) -> Read | None:
    try:
        return None if kept is None else from_kept(kept)
    except AMISS:
        return None
