"""Cycles that a proposal would close: whether a name may be proposed while a declaration is being checked.

    can_pair: can(pair)        pair: {when: {some: can_pair}}        ->      `can(pair)` leads back to `can_pair`

It goes by names alone, before anything is bound: a proposal that closes a cycle is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulewright.checked.context import Context
from rulewright.checked.references import everything
from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes as rulebook


def leads_back(c: Context, name: str) -> bool:
    """Whether a definition or table of this name, or `can` of an action, depends on a declaration that is being checked now."""
    if not c.open:
        return False
    known, waiting = _known(c.book), [*_actions(c.book, name), *_named(c.book, name)]
    seen = set[str]()
    while waiting:
        entry = waiting.pop()
        if entry.path in c.open:
            return True
        if entry.path not in seen:
            seen.add(entry.path)
            if entry.path not in known:
                known[entry.path] = [*_asked_for(c.book, entry)]
            waiting += known[entry.path]
    return False


@lru_cache(maxsize=8)
def _known(book: rulebook.Rulebook) -> dict[str, list[rulebook.Entry]]:
    """What entries depend on, by their paths, as far as it was asked for."""
    return {}


def _asked_for(book: rulebook.Rulebook, entry: rulebook.Entry) -> Iterator[rulebook.Entry]:
    """The entries that one entry depends on; of an action, those that decide whether it is legal."""
    parts = (entry.choose, entry.let, entry.when) if isinstance(entry, rulebook.Action) else entry
    for node in everything(parts):
        match node:
            case syntax.Call(function=syntax.Name(text="can"), arguments=(syntax.Name(text=name), *_)):
                yield from _actions(book, name)
            case syntax.Name(text=name) | syntax.Attribute(name=name):
                yield from _named(book, name)
            case _:
                continue


def _actions(book: rulebook.Rulebook, name: str) -> list[rulebook.Entry]:
    return [phase.actions[name] for phase in book.phases.values() if name in phase.actions]


def _named(book: rulebook.Rulebook, name: str) -> list[rulebook.Entry]:
    return [entries[name] for entries in (book.definitions, book.tables) if name in entries]
