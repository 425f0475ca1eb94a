"""Compiled games are kept, so that a command on an unchanged rulebook starts without reading and checking the rules again.

    game = load(settings)           0.4 s; the second time 0.05 s, and neither the parser nor the checker is imported

A game is kept in the user's cache folder as JSON (`ir.saved.kept`), under a hash of the table, of this program's code and of the current folder,
with each name that was looked up for it, as `answers` are.  The rulebook is opened after all when somebody asks for more than the rules: the
value of an expression, or why it has it.
"""

from __future__ import annotations

import json
import os
from functools import cache

import click

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.keeping.looked_up import LOOKED_UP, hashed, lead_to_the_same, looked_up
from rulewright.cli.keeping.state_of_code import state_of_code
from rulewright.document import library
from rulewright.engines import NoEngine, engine_called
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.saved.kept import Read, from_kept, to_kept
from rulewright.ir.saved.writing import AMISS
from rulewright.language.types import Type
from rulewright.problems.shapes import fault
from rulewright.runtime.trace import Tracer
from rulewright.source.cache import Cache
from rulewright.source.texts import Texts


def load(settings: Settings) -> Game:
    """The game at its table. Raises what `Settings.open_book` raises."""
    kept = Cache.of_user() if settings.cache else None
    if kept is None:
        return settings.open_book().game
    settings.refuse_others()
    key = _key(settings)
    read = _read(kept.read(key))
    if read is not None:
        return _game(settings, *read)
    with library.noting() as found:
        game = settings.open_book().game
    made = to_kept(game.program, game.overlays, game.texts)
    written = json.dumps([looked_up(found), made], ensure_ascii=False, separators=(",", ":"))
    kept.write(key, written.encode("utf-8", "surrogatepass"))
    return game


def _game(settings: Settings, program: ir.Program, overlays: tuple[str, ...], texts: Texts | None) -> Game:
    """The game of a program that was kept. Raises UsageError for an engine that is not installed."""
    try:
        executor = engine_called(settings.engine, settings.cache)(program)
    except NoEngine as error:
        raise click.UsageError(str(error)) from error
    game = Game(executor, overlays)
    game.texts = texts

    @cache
    def opened() -> Game:
        return settings.open_book().game

    def compiled(text: str) -> tuple[ir.Asked, Type]:
        hook = opened().compile_hook
        assert hook is not None, "`pipeline` sets the hooks"
        return hook(text)

    def tracer() -> Tracer:
        hook = opened().trace_hook
        assert hook is not None, "`pipeline` sets the hooks"
        return hook()

    game.compile_hook, game.trace_hook = compiled, tracer
    return game


def _read(written: bytes | None) -> Read | None:
    """What was kept, if all names still lead to the same texts."""
    try:
        kept = None if written is None else json.loads(written)
        if kept is None or fault(LOOKED_UP, kept[0]) is not None or not lead_to_the_same(kept[0]):
            return None
        return from_kept(kept[1])
    except AMISS:
        return None


def _key(settings: Settings) -> str:
    table = (settings.game, settings.players, settings.variant, settings.options, settings.overlays)
    return hashed("game", state_of_code(), os.getcwd(), repr(table))
