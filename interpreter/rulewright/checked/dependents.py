"""A table that differs from one that was checked before in its options alone: only what depends on these is checked again.

    target: 20 instead of 100       ->      `score: {type: 0..target}`, and every rule that mentions `score` or `target`

An entry depends on an option if one of its words is the name of the option, or of an entry that depends on it.  Every word counts,
whatever it means there, so that nothing is missed.  What other declarations use without a name (pieces, places, enums, teams) never changes; if an option decides one of these, everything is checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from typing import Any

from rulewright.checked.context import Context
from rulewright.checked.references import everything
from rulewright.language.node_fields import node_fields
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

_USED_WITHOUT_A_NAME = (
    rulebook.Enum,
    rulebook.Kind,
    rulebook.Board,
    rulebook.Zone,
    rulebook.NotedPosition,
)


def taken_over(c: Context, like: Context, options: Iterable[str]) -> bool:
    """Take the results of another table of the same number of players over into `c`, as far as they do not depend on these options.
    Whether that is possible; if so, `c.again` has the entries that have to be checked."""
    parts = _checked_again(c.book, frozenset(options))
    if parts is None or like.again is not None:
        return False
    paths, again, nodes, names, places = parts.paths, parts.entries, parts.nodes, parts.names, parts.places
    c.again, c.teams = paths, like.teams
    c.gone_through |= like.gone_through - nodes
    without: dict[str, Iterable[Any]] = {  # Any: the keys of each table
        **dict.fromkeys(("infos", "scopes", "wanted", "outcomes"), nodes),
        **dict.fromkeys(
            ("enums", "combinations", "kinds", "boards", "zones", "positions", "tested", "members"), ()
        ),
        **dict.fromkeys(("options", "variables", "denominations", "tables", "definitions", "stored"), names),
        **dict.fromkeys(("written", "step_uses_me", "step_parameters"), names),
        **dict.fromkeys(("can_reads", "action_scopes"), paths),
        "proved": [key for key in like.proved if key[0] in names],
        "safe": [
            each.path for entry in again if isinstance(entry, rulebook.Action) for each in entry.requirements
        ],
        "looked_up": (),
    }
    for table, keys in without.items():
        _fill(getattr(c, table), getattr(like, table), keys)
    for name, found in like.looked_up.items():
        c.looked_up[name] = {(row, place) for row, place in found if place not in places}
    return True


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is checked again: entries with their paths and names, all nodes, and the places of these."""

    paths: frozenset[str]
    entries: tuple[rulebook.Entry, ...]
    nodes: Set[Any]  # Any: nodes of all sorts
    names: Set[str]
    places: Set[Span]


@lru_cache(maxsize=64)
def _checked_again(book: rulebook.Rulebook, options: frozenset[str]) -> _Parts | None:
    """The parts that depend on some options, and those that are checked at every table. An option has several values, each at several
    numbers of players. None if everything has to be checked."""
    paths = dependents(book, options)
    if paths is None:
        return None
    again = tuple(entry for entry in _entries(book) if entry.path in paths)
    nodes = {
        node
        for part in (*_always(book), *again)
        for node in everything(part)
        if not isinstance(node, dict | list)
    }
    places = frozenset(span for node in nodes if (span := getattr(node, "span", None)))
    return _Parts(frozenset(paths), again, nodes, frozenset(entry.id for entry in again), places)


def _fill(mine: dict[Any, Any], others: Mapping[Any, Any], without: Iterable[Any]) -> None:  # Any: as above
    mine.update(others)
    for key in without:
        mine.pop(key, None)


@lru_cache(maxsize=64)
def dependents(book: rulebook.Rulebook, options: frozenset[str]) -> Set[str] | None:
    """The paths of the entries that depend on some options; None if one of them decides what is used without a name."""
    by_word = _by_word(book)
    found = {book.options[name].path for name in options if name in book.options}
    waiting, met = [*options], set(options)
    while waiting:
        for entry in by_word.get(waiting.pop(), ()):
            if entry.path in found:
                continue
            if isinstance(entry, _USED_WITHOUT_A_NAME):
                return None
            found.add(entry.path)
            if entry.id not in met:
                met.add(entry.id)
                waiting.append(entry.id)
    teams = words_of(book.team_count)
    return None if teams & met else found


@lru_cache(maxsize=8)
def _by_word(book: rulebook.Rulebook) -> Mapping[str, list[rulebook.Entry]]:
    """By word: the entries with it, but for an entry's own name alone."""
    found: dict[str, list[rulebook.Entry]] = {}
    for entry in _entries(book):
        for word in words_of(entry):
            found.setdefault(word, []).append(entry)
    return found


def words_of(node: object) -> frozenset[str]:
    """Every word in the fields of the nodes below one, whatever it means."""
    found: set[str] = set()
    for part in everything(node):
        if isinstance(part, str):
            found.add(part)
        for name in node_fields(type(part)):
            value = getattr(part, name)
            if isinstance(value, str):
                found.add(value)
            elif isinstance(value, dict):
                found |= {key for key in value if isinstance(key, str)}
    return frozenset(found)


def _entries(book: rulebook.Rulebook) -> Iterator[rulebook.Entry]:
    """The entries of a rulebook that are checked one by one."""
    for section in (
        book.options, book.enums, book.kinds, book.boards, book.zones, book.variables, book.tables, book.definitions,
        book.positions, book.steps, book.ends, book.invariants, book.strategies,
    ):  # fmt: skip
        yield from section.values()
    yield from book.actions
    yield from book.triggers


def _always(book: rulebook.Rulebook) -> Iterator[object]:
    """The parts that are checked at every table: those that are no entries."""
    yield from (book.setup, book.turns, book.standing, book.utility, book.view)
    for phase in book.phases.values():
        yield from (phase.automatic, phase.label, phase.about, phase.sheet)
