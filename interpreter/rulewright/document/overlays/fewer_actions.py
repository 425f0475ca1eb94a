"""Strategies after a house rule that removes an action: preferences for that action go with it.

    remove: [phases.turn.actions.pass]      and      strategies: {careful: {prefer: {pass: ..., hold: ...}}}

Only preferences of the rulebook below are removed; one that the house rule itself declares for an action that does not
exist is kept, and reported.
"""

from __future__ import annotations

from rulewright.document.nodes import Entry, Mapping

KEYS = ("prefer", "mix")
"""The keys of a strategy under which expressions are listed by action."""


def without_lost_preferences(base: Mapping, tree: Mapping) -> Mapping:
    """The tree that an overlay made of the base, without preferences for actions that only the base has; a strategy without
    any preference left is removed too."""
    lost = _actions(base) - _actions(tree)
    strategies = tree.entry("strategies")
    if not lost or strategies is None or not isinstance(strategies.value, Mapping):
        return tree
    before = {id(entry) for entry in _preferences(base)}
    kept: list[Entry] = []
    for strategy in strategies.value:
        left = _left_of(strategy, lost, before)
        if left is not None:
            kept.append(left)
    return tree.having(Entry(strategies.key, Mapping(tuple(kept), strategies.value.span)))


def _left_of(strategy: Entry, lost: frozenset[str], before: set[int]) -> Entry | None:
    body, changed = strategy.value, False
    for key in KEYS:
        asked = body.entry(key) if isinstance(body, Mapping) else None
        if asked is None or not isinstance(asked.value, Mapping) or not isinstance(body, Mapping):
            continue
        left = [entry for entry in asked.value if entry.key.text not in lost or id(entry) not in before]
        if len(left) < len(asked.value.entries):
            changed = True
            less = Entry(asked.key, Mapping(tuple(left), asked.value.span))
            body = body.having(less) if left else body.without(key)
    if not changed:
        return strategy
    kept = isinstance(body, Mapping) and any(body.entry(key) is not None for key in KEYS)
    return Entry(strategy.key, body) if kept else None


def _actions(tree: Mapping) -> frozenset[str]:
    """The ids of all actions."""
    phases = (entry.value for entry in tree.section("phases"))
    return frozenset(
        entry.key.text for phase in phases if isinstance(phase, Mapping) for entry in phase.section("actions")
    )


def _preferences(tree: Mapping) -> list[Entry]:
    found: list[Entry] = []
    for strategy in tree.section("strategies"):
        if isinstance(strategy.value, Mapping):
            for key in KEYS:
                found.extend(strategy.value.section(key))
    return found
