"""Strategies after a house rule that removes an action: preferences for that action go with it.

    remove: [phases.turn.actions.pass]      and      strategies: {careful: {prefer: {pass: ..., hold: ...}}}

Only preferences of the rulebook below are removed; one that the house rule itself declares for an action that does not
exist is kept, and reported.
"""

from __future__ import annotations

from rulewright.document.nodes import Entry, Mapping


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
    body = strategy.value
    prefer = body.entry("prefer") if isinstance(body, Mapping) else None
    if prefer is None or not isinstance(prefer.value, Mapping) or not isinstance(body, Mapping):
        return strategy
    left = [entry for entry in prefer.value if entry.key.text not in lost or id(entry) not in before]
    if len(left) == len(prefer.value.entries):
        return strategy
    if not left:
        return None
    preferred = Entry(prefer.key, Mapping(tuple(left), prefer.value.span))
    return Entry(strategy.key, body.having(preferred))


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
            found.extend(strategy.value.section("prefer"))
    return found
