"""Expressions over the spaces of a board: in the scope of each, its attributes have values. So are attributes worked out that
depend on others, and the places where spaces are drawn.

at: [column, 3 - row]      ->      {"a1": (1, 2), "b1": (2, 2), ...}
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.checked.bindings import Fixed
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.messages import types
from rulewright.language.types import Integer, Value
from rulewright.rulebook import nodes as rulebook

FURTHEST = 1_000
"""The most spaces to the right or down."""


def scopes(table: Mapping[str, tuple[Value, tuple[Fixed, ...]]], spaces: int) -> declarations.Rows:
    """The scopes of all spaces, in which their attributes have values."""
    types = {name: type_ for name, (type_, _) in table.items()}
    return declarations.Rows(types, {name: known for name, (_, known) in table.items()}, spaces)


def plan_of(c: Context, look: rulebook.BoardView) -> tuple[rulebook.Position, ...]:
    """The places of spaces in the plan for this table; empty if there is none."""
    chosen = c.infos.get(look.by) if look.by is not None else None
    for plan in look.plans:
        key = c.infos.get(plan.key) if plan.key is not None else None
        if plan.key is None or (key and chosen and key.fixed and chosen.fixed and key.known == chosen.known):
            return plan.spaces
    return ()


def drawn(c: Context, look: rulebook.BoardView, facts: BoardFacts) -> dict[str, tuple[float, float]]:
    """How far to the right and how far down each space is drawn, by its name, where the view works it out; {} after a problem."""
    places = []
    for node, what in zip(look.worked_out, ("how far to the right", "how far down"), strict=False):
        found = declarations.each_constant(
            c, node, scopes(facts.attributes.table, facts.geometry.size), f"{what} a space is drawn"
        )
        if found is None:
            return {}
        type_, values = found
        numbers = [float(value) for value in values if isinstance(value, int)]
        off = next((int(number) for number in numbers if number not in range(FURTHEST + 1)), None)
        if not isinstance(type_, Integer):
            types.wrong_type(c, node, type_, Integer(), f"{what} a space is drawn")
            return {}
        if off is not None:
            types.outside_type(c, node, off, Integer(0, FURTHEST), f"{what} a space is drawn", node.span)
            return {}
        places.append(numbers)
    return dict(zip(facts.names, zip(*places, strict=True), strict=True)) if places else {}
