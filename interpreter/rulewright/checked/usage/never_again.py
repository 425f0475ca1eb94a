"""Positions that can never come back, since a part of them grows with every turn.

seen: {of: [board, moves_made], most: 99}      with {add: 1, to: moves_made} in each action      ->      never-again
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition
from rulewright.checked.usage.never_reset import grows
from rulewright.expression import nodes as syntax
from rulewright.expression.places import place_parts
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS, footprint


def never_again(editions: Sequence[Edition]) -> Iterator[Problem]:
    """Report the parts of positions that are larger after every turn, in all editions."""
    growing = {"round"}.union(_every_turn(editions[0].book))
    for edition in editions:
        growing -= {name for node in edition.nodes for name in _set_back(node)}
    for position in editions[0].book.positions.values():
        for part in position.of:
            if isinstance(part, syntax.Name) and part.text in growing:
                yield usage.never_again(part, position)


def _every_turn(book: rulebook.Rulebook) -> set[str]:
    """The variables that grow in every turn: at its beginning or end, or with every action, whatever else holds."""
    always = _grown((*book.turns.begin, *book.turns.end))
    actions = [_grown(action.do) for action in book.actions]
    by_all = set.intersection(*actions) if actions else set()
    lasting = {variable.id for variable in book.variables.values() if variable.lasts == "game"}
    return (always | by_all) & lasting


def _grown(do: rulebook.Effects) -> set[str]:
    return {place_parts(place)[0] for effect in do if grows(effect) for place in footprint(effect).places}


def _set_back(node: object) -> set[str]:
    """The variables that an effect may make smaller."""
    if not isinstance(node, EFFECTS) or grows(node):
        return set()
    return {place_parts(place)[0] for place in footprint(node).places}
