"""Definitions and tables that only strategies use, and no rule.

    define: {patience: 3, pairs: count(...)}      and only `prefer: {reroll: pairs * patience}` names them

It goes by names, so that the options of a table make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from hashlib import sha256

from rulewright.checked.references import PLACES, mentions
from rulewright.language.node_fields import node_fields
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass

NOT_MEANT = frozenset({*PLACES, "label", "about"})
"""Fields of nodes that have no effect on values."""


@dataclass(frozen=True, slots=True)
class Apart:
    """`names` of definitions and tables that only strategies mention. `written`: by strategy, the parts that no rule mentions,
    each as a path in the rulebook and a hash of its expressions, which texts for people and layout do not change."""

    names: frozenset[str]
    written: dict[str, dict[str, str]]


@lru_cache(maxsize=8)
def strategies_apart(book: rulebook.Rulebook) -> Apart:
    """The parts of a rulebook that only its strategies use, which are the same at all tables."""
    if not book.strategies:
        return Apart(frozenset(), {})
    users: dict[str, set[str]] = {}
    for mention in mentions(book):
        users.setdefault(_owner(mention.path), set()).add(mention.name)
    declared = book.definitions.keys() | book.tables.keys()
    asked = {each.id: _reached(users, [each.path], declared) for each in book.strategies.values()}
    preferred = frozenset[str]().union(*asked.values())
    owners = {each.path for each in book.strategies.values()} | preferred
    names = preferred - _reached(users, [owner for owner in users if owner not in owners], declared)
    written = {id_: _written(book, book.strategies[id_], names & own) for id_, own in asked.items()}
    return Apart(names, written)


def named_only_by_strategies(book: rulebook.Rulebook) -> frozenset[str]:
    """The names of definitions and tables that only strategies mention."""
    return strategies_apart(book).names


def _owner(path: str) -> str:
    """The definition, table or strategy (`strategies.bold`) in which a path lies, or `` for the rules."""
    section, _, rest = path.partition(".")
    name = rest.partition(".")[0]
    if section in ("define", "tables"):
        return name
    return f"{section}.{name}" if section == "strategies" else ""


def _reached(users: Mapping[str, set[str]], owners: Iterable[str], declared: Iterable[str]) -> frozenset[str]:
    """The declared names that some owners mention, directly or through definitions and tables."""
    found: set[str] = set()
    waiting = list(owners)
    while waiting:
        for name in users.get(waiting.pop(), ()):
            if name in declared and name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


# ------------------------------------------------------------------------------------------------------ hashes


def _written(book: rulebook.Rulebook, strategy: rulebook.Strategy, names: frozenset[str]) -> dict[str, str]:
    parts: dict[str, object] = {each.path: each.value for each in strategy.asked}
    for named in (book.definitions, book.tables):
        parts |= {each.path: each for name, each in named.items() if name in names}
    return {path: sha256(" ".join(_said(part)).encode()).hexdigest()[:16] for path, part in parts.items()}


def _said(node: object) -> Iterator[str]:
    """The tokens of a part of a rulebook, without places and texts for people."""
    if isinstance(node, tuple | list):
        yield "("
        for each in node:
            yield from _said(each)
        yield ")"
    elif is_dataclass(node) and not isinstance(node, type):
        yield type(node).__name__
        for name in node_fields(type(node), NOT_MEANT):
            yield from _said(getattr(node, name))
    else:
        yield repr(node)
