"""What a rulebook declares only for the sake of its strategies: definitions and tables that no rule mentions.

    define: {patience: 3, pairs: count(...)}      and only `prefer: {reroll: pairs * patience}` names them

It goes by names, so that it does not matter what a table's options fold away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.checked.mentions import mentions
from rulewright.rulebook import nodes as rulebook


def named_only_by_strategies(book: rulebook.Rulebook) -> frozenset[str]:
    """The names of such definitions and tables."""
    if not book.strategies:
        return frozenset()
    users: dict[str, set[str]] = {}
    for mention in mentions(book):
        users.setdefault(_owner(mention.path), set()).add(mention.name)
    declared = book.definitions.keys() | book.tables.keys()
    preferred = _reached(users, ["strategies"], declared)
    others = [owner for owner in users if owner != "strategies" and owner not in preferred]
    return preferred - _reached(users, others, declared)


def _owner(path: str) -> str:
    """The definition or table in which a path lies, `strategies`, or `` for the rules."""
    section, _, rest = path.partition(".")
    if section in ("define", "tables"):
        return rest.partition(".")[0]
    return "strategies" if section == "strategies" else ""


def _reached(users: Mapping[str, set[str]], owners: Iterable[str], declared: Iterable[str]) -> frozenset[str]:
    """What some owners mention, themselves or through definitions and tables."""
    found: set[str] = set()
    waiting = list(owners)
    while waiting:
        for name in users.get(waiting.pop(), ()):
            if name in declared and name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)
