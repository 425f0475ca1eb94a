"""Reads strategies: how much each action is worth to a player who follows one.

careful: {prefer: {hold: pot >= 20}}      ->      Strategy(id="careful", preferences=(Preference(...),))
bluffer: {mix: {bet: 1, check: 2}}        ->      Strategy(id="bluffer", preferences=(), mix=(Preference(...), Preference(...)))
"""

from __future__ import annotations

from rulewright.document import nodes as document
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import Fields, Named, Reader


def strategies(reader: Reader, node: document.Node | None) -> dict[str, nodes.Strategy]:
    """The strategies by id, in the order of the file."""
    return reader.entries(node, "strategies", "a strategy", _strategy)


def _strategy(reader: Reader, named: Named, fields: Fields) -> nodes.Strategy | None:
    if not fields.has("prefer") and not fields.has("mix"):
        reader.problems.add(messages.one_of_missing(named.span, "a strategy", ("prefer", "mix")))
        return None
    found = {key: _by_action(reader, named, fields, key) for key in ("prefer", "mix")}
    return nodes.Strategy(preferences=found["prefer"], mix=found["mix"], **named.head(fields))


def _by_action(reader: Reader, named: Named, fields: Fields, key: str) -> tuple[nodes.Preference, ...]:
    """The expressions under `prefer` or `mix`, each with the action that it is about."""
    node = fields.get(key)
    if isinstance(node, document.Mapping) and not node.entries:
        reader.problems.add(messages.no_preference(node.span, named.id, key))
    found: list[nodes.Preference] = []
    for entry in reader.named(node, f"{named.path}.{key}", "an action"):
        value = reader.expression(entry.value)
        if value is not None:
            action = nodes.ActionName(id=entry.id, span=entry.span)
            found.append(nodes.Preference(action=action, value=value, path=entry.path))
    return tuple(found)
