"""Guards of the passes that write native code, and what becomes of games when one of them always lets its pass go ahead.

    Guarded("a gap among the values", "without_gaps", book)
    Unused("prefilter", book)

A pass computes much at once, or without branches, where that changes nothing, and its guards say where. `off` lets a guard of
`passes.GUARDS` hold always; `shown` says how games of a rulebook then differ. What native
code alone fails at counts as well: the reference would have to play those games.

The result of a rulebook for this depends on what was chosen on the way, since of whole games nothing else is compared.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from unittest import mock

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.driver.machine import NoMachine
from rulewright.native.from_ir import module_text
from rulewright.native.passes import ALL, GUARDS
from rulewright.source.text import Source
from tests.native.executors import Bare
from tests.native.planted import Bug, in_haste, planted
from tests.native.side_by_side import Course, together, whole_games

GAMES, WHOLE, STEPS = 3, 20, 60


@dataclass(frozen=True, slots=True)
class Guarded:
    """A guard by its name in `GUARDS`, or what takes its place; a rulebook that needs it."""

    name: str
    guard: str | Bug
    book: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Unused:
    """A pass by its name in `Passes`; a rulebook for which it is used."""

    switch: str
    book: str

    def __str__(self) -> str:
        return self.switch


@cache
def program_of(book: str) -> ir.Program:
    return pipeline.open_source(Source("<guarded>", book)).program


def text_of(book: str) -> str:
    """The text of the module for whole games of a rulebook."""
    return module_text(program_of(book), "playouts")


def off(guarded: Guarded) -> AbstractContextManager[object]:
    """The emitter without a guard, while this lasts."""
    match guarded.guard:
        case Bug() as bug:
            return planted(bug)
        case name:
            return mock.patch.dict(GUARDS, {name: lambda *_: True})


def shown(book: str) -> str:
    """How games of a rulebook differ from those of the reference, or what native code alone fails at; empty if nothing does."""
    program, course = program_of(book), Course()
    with in_haste():
        reference, bare = Reference(program), Bare(program)
        found = whole_games(reference, bare, range(WHOLE), STEPS, course=course)
        for seed in range(GAMES):
            found = found or together(reference, bare, seed, STEPS, course)
    return str(found or "") or ", ".join(course.needless)


def shown_without(guarded: Guarded) -> str:
    """The same while a guard is off; or that nothing can be written then."""
    with off(guarded):
        try:
            return shown(guarded.book)
        except (ValueError, AssertionError, KeyError, NoMachine) as error:
            return type(error).__name__


def text_without(unused: Unused) -> str:
    """The text of a rulebook's module without a pass."""
    return module_text(program_of(unused.book), "playouts", passes=replace(ALL, **{unused.switch: False}))
