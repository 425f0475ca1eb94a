"""What a rulebook declares only for the sake of its strategies: definitions and tables that no rule mentions.

    define: {patience: 3, pairs: count(...)}      and only `prefer: {reroll: pairs * patience}` names them

It goes by names, so that it does not matter what a table's options fold away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from hashlib import sha256

from rulewright.checked.references import PLACES, mentions
from rulewright.language.node_fields import node_fields
from rulewright.rulebook import nodes as rulebook

NOT_MEANT = frozenset({*PLACES, "label", "about"})
"""Fields of nodes that say nothing about what comes of them."""


@dataclass(frozen=True, slots=True)
class Apart:
    """`names` of definitions and tables that only strategies mention. `written`: of what each strategy consists, as far as no rule mentions
    it: by place in the rulebook, a short mark of how it is written there, which words for people and the look of the file do not change."""

    names: frozenset[str]
    written: dict[str, dict[str, str]]


def strategies_apart(book: rulebook.Rulebook) -> Apart:
    """What a rulebook says to its strategies alone."""
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
    """What some owners mention, themselves or through definitions and tables."""
    found: set[str] = set()
    waiting = list(owners)
    while waiting:
        for name in users.get(waiting.pop(), ()):
            if name in declared and name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


# ------------------------------------------------------------------------------------------- how it is written


def _written(book: rulebook.Rulebook, strategy: rulebook.Strategy, names: frozenset[str]) -> dict[str, str]:
    parts: dict[str, object] = {each.path: each.value for each in strategy.preferences}
    for named in (book.definitions, book.tables):
        parts |= {each.path: each for name, each in named.items() if name in names}
    return {path: sha256(" ".join(_said(part)).encode()).hexdigest()[:16] for path, part in parts.items()}


def _said(node: object) -> Iterator[str]:
    """A part of a rulebook as a sequence of words, without places and prose."""
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
