"""Lists of choices -> IR: `{one_of: [0, 10, 20]}` becomes the members 0, 10 and 20, which fix the ids of actions."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Lowering


def known_values(w: Lowering, node: syntax.Domain) -> tuple[int, ...]:
    """The values of a list; empty for other domains, and where options are unknown on which a value depends."""
    infos = [w.c.infos[member] for member in node.members] if isinstance(node, syntax.Listed) else []
    known = [info.known for info in infos if info.fixed]
    return tuple(int(value) for value in known if isinstance(value, int)) if len(known) == len(infos) else ()


def lower_listed(
    w: Lowering, node: syntax.Listed, lowered: Callable[[syntax.Expression], ir.Expression]
) -> ir.Domain:
    """The members of a list; where one of them is unknown, one domain of a single value after the other."""
    known = known_values(w, node)
    if known:
        return ir.Members(known, node.span)
    return ir.Joined(
        tuple(ir.Elements(lowered(member), True, member.span) for member in node.members), node.span
    )
