"""Guesses: the names that are possible in a place, among which the nearest to an unknown one is looked for.

    {roll: bowl}      ->      zones, pieces, bound names; never `bool`, which is a type

A guess that is impossible in that place would send its reader from one error to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulewright.checked.context import Context, Wanted
from rulewright.checked.cycles import leads_back
from rulewright.checked.declarations import declarations
from rulewright.checked.scope import Scope
from rulewright.language.builtins import AGGREGATES, FUNCTIONS, NTH
from rulewright.language.types import Space, Type

_TYPES = ("bool", "number")
_VALUES = ("me", "players", "teams", "round", "game")
_ASKED = tuple(each.name for each in (*FUNCTIONS, *AGGREGATES, NTH))


def names_for(c: Context, wanted: Wanted, scope: Scope) -> list[str]:
    """The names that are possible where such a thing is expected, those bound there first."""
    found = [*scope.names, *_declared(c, wanted)]
    return [name for name in found if not _is_open(c, name)]


def called(c: Context) -> list[str]:
    """The names that are possible before parentheses."""
    book = c.book
    found = [*book.variables, *book.tables, *book.definitions, *book.kinds, *book.boards, *_ASKED]
    return [name for name in found if not _is_open(c, name)]


def _declared(c: Context, wanted: Wanted) -> Iterator[str]:
    book = c.book
    held = (*book.zones, *book.variables, *book.definitions)
    match wanted:
        case "variable":
            yield from book.variables
        case "zone":
            yield from book.zones
        case "place":
            yield from held
            yield from (name for name, owners in declarations.members(c).items() if _is_space(owners))
        case "pieces":
            yield from (*held, *book.kinds, *book.boards)
        case "domain":
            yield from (*_VALUES, *_TYPES, *held, *book.enums, *book.kinds, *book.boards)
            yield from (seat.id for seat in book.seats)
        case "value" | "each" | "listed":
            yield from (*_VALUES, *book.options, *book.enums, *book.kinds, *book.boards, *held, *book.tables)
            yield from (seat.id for seat in book.seats)
            yield from declarations.members(c)
        case _:
            assert_never(wanted)


def _is_space(owners: Sequence[Type]) -> bool:
    return any(isinstance(owner, Space) for owner in owners)


def _is_open(c: Context, name: str) -> bool:
    """Whether a name would close a cycle with a declaration that is being checked."""
    return (name in c.book.definitions or name in c.book.tables) and leads_back(c, name)
