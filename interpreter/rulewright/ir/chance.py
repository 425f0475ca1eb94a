"""Whether anything in a game is left to chance.

    has_chance(program)      ->      False for a program that neither rolls, shuffles, draws nor picks

Whatever is random has a field `stream`, the source of its luck.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything


@lru_cache(maxsize=16)
def has_chance(program: ir.Program) -> bool:
    """Whether some rule of the program asks for chance."""
    return any(hasattr(node, "stream") for node in everything(program))
