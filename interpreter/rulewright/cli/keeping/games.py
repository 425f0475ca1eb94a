"""Compiled games are kept, so that a command on an unchanged rulebook starts without reading and checking the rules again.

    game = load(settings)           0.4 s; the second time 0.05 s, and neither the parser nor the checker is imported
    table = Opened(settings)
    table.game, table.words         the same, and what is said at the table in the words of the rulebook
    table.book                      the rulebook, which is read only if somebody asks for it

A game is kept in the user's cache folder as JSON (`ir.saved.kept`), under a hash of the table, of this program's code and of the current folder,
with each name that was looked up for it, as `answers` are; so are its words.  The rulebook is opened after all when somebody asks for more: the
value of an expression, why it has it, or the rule sheet.  It is opened from the texts that were kept, so that it has the rules of the game, even if a
file has changed since.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

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
from rulewright.problems.shapes import Fields, Named, Row, Text
from rulewright.source.cache import Cache
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright import pipeline
    from rulewright.author.story import automatic_rules
    from rulewright.document import files
    from rulewright.ir import nodes as ir
    from rulewright.language.types import Type
    from rulewright.pipeline import Book
    from rulewright.runtime.trace import Tracer
    from rulewright.source.texts import Texts
else:
    pipeline = later("rulewright.pipeline")
    automatic_rules = later("rulewright.author.story.automatic_rules")
    files = later("rulewright.document.files")

_WORDS = Fields({"rules": Named(Row((Text(), Text()))), "ends": Named(Text())})


def load(settings: Settings) -> Game:
    """The game at its table. Raises what `Settings.open_book` raises."""
    return Opened(settings).game


class Opened:
    """A game at its table. The first question to it raises what `Settings.open_book` raises."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._cache = Cache.of_user() if settings.cache else None
        self._found: list[library.LookedUp] = []
        """What was looked up for the rulebook, once it was read."""

    @classmethod
    def of(cls, book: Book, settings: Settings) -> Opened:
        """A game whose rulebook was read already."""
        made = cls(replace(settings, cache=False))
        made.__dict__["_now"] = made.__dict__["book"] = book
        made.__dict__["game"] = book.game
        return made

    @cached_property
    def game(self) -> Game:
        """The game."""
        if self._cache is None:
            return self._now.game
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
        game = self.game
        read = entries.kept(self._cache, self._key("words"), _WORDS) if self._cache is not None else None
        if read is not None:
            rules = {path: RuleWords(title, words) for path, (title, words) in read["rules"].items()}
            return TableWords(rules, read["ends"])
        book = self._now
        with library.noting() as found:
            words = automatic_rules.words_of(book)
        if self._cache is not None and book.game.fingerprint == game.fingerprint:
            texts = {path: (each.title, each.words) for path, each in words.rules.items()}
            names = looked_up([*self._found, *found])
            entries.keep(self._cache, self._key("words"), names, {"rules": texts, "ends": dict(words.ends)})
        return words

    @cached_property
    def book(self) -> Book:
        """The rulebook by whose rules the game is played."""
        texts = self.game.texts
        if "_now" in self.__dict__ or texts is None:
            return self._now
        given, settings = files.GivenFiles(texts), self.settings
        book: Book = pipeline.open_source(
            given.demand(texts.rulebook), settings.players, settings.variant, dict(settings.options), texts.house_rules,
            settings.engine, settings.cache, given,
        )  # fmt: skip
        return book

    @cached_property
    def _now(self) -> Book:
        """The rulebook as it is in its files."""
        with library.noting() as self._found:
            return self.settings.open_book()

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
        asked = self.settings
        table = (asked.game, asked.players, asked.variant, asked.options, asked.overlays)
        return hashed(what, state_of_code(), os.getcwd(), repr(table))


def _read(kept: object) -> Read | None:
    try:
        return None if kept is None else from_kept(kept)
    except AMISS:
        return None
