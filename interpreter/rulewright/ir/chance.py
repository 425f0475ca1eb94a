"""Whether a program has any chance.

    has_chance(program)      ->      False for a program that neither rolls, shuffles, draws nor picks
    is_determined(program)   ->      True also for one that takes a number of pieces, but none from a shuffled zone

Every random effect has a field `stream`, its source of chance.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything


@lru_cache(maxsize=16)
def has_chance(program: ir.Program) -> bool:
    """Whether some rule of the program has a chance event."""
    return any(hasattr(node, "stream") for node in everything(program))


@lru_cache(maxsize=16)
def is_determined(program: ir.Program) -> bool:
    """Whether every action has a single result: no rule has a chance event, and pieces that are taken by their number lie in places where they look alike."""
    kinds = program.layout.kinds
    return not any(
        hasattr(node, "stream")
        and not (
            isinstance(node, ir.MoveCount)
            and all(place.order != "shuffled" for place in kinds[node.kind].places)
        )
        for node in everything(program)
    )
