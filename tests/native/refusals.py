"""Refusals of the passes that write native code, and what becomes of games when one of them is switched off.

    Refusal("a gap among the values", values_of, "if numbers == list(...)", "if True", book)

A pass works out much at once, or without jumps, where that changes nothing, and refuses where it would.  `off` puts other words in
place of a refusal, in the function itself, so that whoever uses it has the change; `shown` says how games of a rulebook then differ.
What native code alone fails at counts as well: the reference would have to play those games.

A rulebook for this has to tell in its result what was chosen on the way: of whole games nothing else is compared.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.driver.machine import NoMachine
from rulewright.native.from_ir import TEXTS
from rulewright.source.text import Source
from tests.native.executors import Bare
from tests.native.planted import Bug, in_haste, planted
from tests.native.side_by_side import Course, together, whole_games

GAMES, WHOLE, STEPS = 3, 20, 60


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: the function in which it stands, the words that say it, those that switch it off; a rulebook that needs it."""

    name: str
    function: Callable[..., Any]
    words: str
    instead: str
    book: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Applied:
    """A pass: a function of it and what that gives back when it refuses; a rulebook for which it does not."""

    name: str
    module: object
    function: str
    refused: Any
    book: str

    def __str__(self) -> str:
        return self.name


@cache
def program_of(book: str) -> ir.Program:
    return pipeline.open_source(Source("<refused>", book)).program


def text_of(book: str) -> str:
    """The text of the module for whole games of a rulebook."""
    return TEXTS["playouts"](program_of(book))


@contextmanager
def off(refusal: Refusal) -> Iterator[None]:
    """The emitter without a refusal, while this lasts."""
    function = refusal.function
    assert isinstance(function, FunctionType)
    words = re.compile(r"\s+".join(map(re.escape, refusal.words.split())))
    source = textwrap.dedent(inspect.getsource(function))
    assert len(words.findall(source)) == 1, f"`{function.__name__}` does not say once: {refusal.words}"
    changed: dict[str, Any] = {}
    said = f"from __future__ import annotations\n{words.sub(lambda _: refusal.instead, source)}"
    exec(compile(said, "<without a refusal>", "exec"), function.__globals__, changed)
    before, function.__code__ = function.__code__, changed[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = before


def shown(book: str) -> str:
    """How games of a rulebook differ from those of the reference, or what native code alone fails at; empty if nothing does."""
    program, course = program_of(book), Course()
    with in_haste():
        reference, bare = Reference(program), Bare(program)
        found = whole_games(reference, bare, range(WHOLE), STEPS, course=course)
        for seed in range(GAMES):
            found = found or together(reference, bare, seed, STEPS, course)
    return str(found or "") or ", ".join(course.needless)


def shown_without(refusal: Refusal) -> str:
    """The same while a refusal is switched off; or that nothing can be written then."""
    with off(refusal):
        try:
            return shown(refusal.book)
        except (ValueError, AssertionError, KeyError, NoMachine) as error:
            return type(error).__name__


def text_without(applied: Applied) -> str:
    """The text of a rulebook's module while a pass always refuses."""
    with planted(Bug(applied.name, lambda _: lambda *_: applied.refused, applied.module, applied.function)):
        return text_of(applied.book)
