"""Whether a program has any chance.

    has_chance(program)      ->      False for a program that neither rolls, shuffles, draws nor picks

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
