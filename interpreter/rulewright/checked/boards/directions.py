"""The directions of a game, and properties of its boards that need no facts."""

from __future__ import annotations

from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations.lookup import owners_of
from rulewright.language.directions import WAYS
from rulewright.language.types import Space, Way
from rulewright.rulebook import nodes as rulebook


def way_names(c: Context) -> tuple[str, ...]:
    """Every direction of the game: the compass, along a track, then the routes of all boards."""
    return WAYS + tuple(
        f"{route.id}" for declared in c.book.boards.values() for route in declared.routes.values()
        for _ in range(route_owners(c, route))
    )  # fmt: skip


def way_type(c: Context) -> Way:
    return Way(len(way_names(c)))


def boards_of(c: Context, kind: str) -> list[str]:
    """The names of the boards that hold a kind of pieces."""
    return [b.id for b in c.book.boards.values() if b.holds is not None and b.holds.text == kind]


def route_owners(c: Context, route: rulebook.Route) -> int:
    return c.owners(owners_of(route.of))


def space_type(facts: BoardFacts) -> Space:
    return Space(facts.name, facts.spaces)
