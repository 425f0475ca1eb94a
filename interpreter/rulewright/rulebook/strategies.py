"""Reads strategies: how much each action is worth to a player who follows one.

careful: {prefer: {hold: pot >= 20}}      ->      Strategy(id="careful", preferences=(Preference(...),))
"""

from __future__ import annotations

from rulewright.document import nodes as document
from rulewright.rulebook import messages, nodes
from rulewright.rulebook.reading import Fields, Named, Reader


def strategies(reader: Reader, node: document.Node | None) -> dict[str, nodes.Strategy]:
    """The strategies by id, in the order of the file."""
    return reader.entries(node, "strategies", "a strategy", _strategy)


def _strategy(reader: Reader, named: Named, fields: Fields) -> nodes.Strategy | None:
    prefer = fields.get("prefer")
    if prefer is None:
        return None
    if isinstance(prefer, document.Mapping) and not prefer.entries:
        reader.problems.add(messages.no_preference(prefer.span, named.id))
    found: list[nodes.Preference] = []
    for entry in reader.named(prefer, f"{named.path}.prefer", "an action"):
        value = reader.expression(entry.value)
        if value is not None:
            action = nodes.ActionName(id=entry.id, span=entry.span)
            found.append(nodes.Preference(action=action, value=value, path=entry.path))
    return nodes.Strategy(preferences=tuple(found), **named.head(fields))
