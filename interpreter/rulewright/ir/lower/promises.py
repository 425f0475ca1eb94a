"""A value of which an invariant says that it is not none is checked in play, where it is used."""

from __future__ import annotations

from rulewright.checked.bindings import Info
from rulewright.ir import nodes as ir
from rulewright.language.types import Integer


def kept(lowered: ir.Expression, info: Info) -> ir.Expression:
    """A value, or a failure of the invariant that says that there is one."""
    if not info.promised:
        return lowered
    number = info.type if isinstance(info.type, Integer) else Integer()
    return ir.Within(lowered, number.low, number.high, False, "", lowered.span, info.promised)
