"""From a program to the text of an LLVM module: all that can be called from outside, and all that it needs.

print(module_text(program))
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native import aggregates, chances, pieces, tables  # noqa: F401  (what they write is registered there)
from rulewright.native.emitter import Building
from rulewright.native.entries import write_entries
from rulewright.native.playouts import write_playouts


def module_text(program: ir.Program) -> str:
    """The module of a program; the names of its functions say what they do."""
    building = Building(program)
    write_entries(building)
    write_playouts(building)
    return building.text()
