"""Alternatives: the help for a value of another type than the one that is wanted.

tray == 3        write `tray.count` for how many there are
players == me    write `me in players`
"""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Boolean,
    Enum,
    Integer,
    Kind,
    Piece,
    Player,
    Several,
    Space,
    Type,
    Way,
    Zone,
)
from rulewright.problems.quoting import listed


def converted(node: syntax.Node, actual: Type, wanted: Type) -> str:
    """The help that makes a value of the wanted type from one of the actual type; empty if there is none."""
    if isinstance(actual, Several) and isinstance(wanted, Integer):
        several = node.span.text if isinstance(node, (syntax.Name, syntax.Attribute)) else "..."
        counted = f"count them with `count({several})`"
        return (
            f"add them up with `sum({several})`, or {counted}" if isinstance(actual.of, Integer) else counted
        )
    if isinstance(actual, Integer) and isinstance(wanted, Player) and isinstance(node, syntax.Number):
        if not 1 <= node.value <= wanted.count:
            return ""
        return f"write `seat({node.span.text})`"
    if isinstance(actual, Zone) and isinstance(wanted, Boolean):
        return f"write `not {node.span.text}.empty` for whether something lies there"
    if isinstance(actual, Integer) and isinstance(wanted, Boolean):
        return "compare it, for example with `> 0`"
    if isinstance(actual, Boolean) and isinstance(wanted, Integer):
        return "write `1 if ... else 0` to count with a condition"
    if isinstance(actual, Enum) and isinstance(wanted, Integer):
        before = f"count(x for x in {actual.name} if x before {node.span.text})"
        return f"members have no numbers; `{before}` is how many are before it"
    return ""


def in_place_of(c: Context, node: syntax.Node, actual: Type, wanted: Type) -> str:
    """The help where an attribute or a member is probably wanted: of a zone, a kind, a piece or a number; empty if there is none."""
    text = node.span.text
    if isinstance(wanted, Player):
        return converted(node, actual, wanted)
    if isinstance(wanted, Enum):
        return _of_an_enum(c, node, actual, wanted)
    if not isinstance(wanted, Integer) or not isinstance(node, (syntax.Name, syntax.Attribute)):
        return ""
    if isinstance(actual, (Zone, Kind)):
        shown = f", `sum({text}.face)` for what they show together" if _has_numbers(c, actual.kind) else ""
        return f"write `{text}.count` for how many there are{shown}"
    if isinstance(actual, Piece) and _has_numbers(c, actual.kind):
        return f"write `{text}.face` for what it shows, or count pieces with `count(...)`"
    return ""


def _of_an_enum(c: Context, node: syntax.Node, actual: Type, wanted: Enum) -> str:
    """The attributes of a piece with values of an enum, or the members of the enum instead of a number."""
    if isinstance(actual, Piece):
        facts = c.kinds[actual.kind]
        every = [(name, type_) for name, type_, _ in facts.one_per]
        every += [(name, type_) for name, (type_, _) in facts.attributes.table.items()]
        asked = [f"{node.span.text}.{name}" for name, type_ in dict(every).items() if type_ == wanted]
        return f"write {listed(asked, 'or')}" if asked else ""
    return f"write one of {listed(wanted.members, 'or', most=12)}" if isinstance(actual, Integer) else ""


def walked(node: syntax.Arithmetic, left: Type, right: Type) -> str:
    """The help for a step on a board or round the table that is written as a sum: `at + way`, `dealer + 1`."""
    one, other = node.left.span.text, node.right.span.text
    match left, right:
        case Space(), Way():
            return f"write `step({one}, {other})` for the next space that way"
        case Way(), Space():
            return f"write `step({other}, {one})` for the next space that way"
        case Player(), Integer():
            side = "left" if node.sign == "+" else "right"
            return f"the next player is `{one}.{side}`"
        case _:
            return ""


def _has_numbers(c: Context, kind: str) -> bool:
    facts = c.kinds.get(kind)
    return facts is not None and facts.lows is not None and facts.faces > 0


def membership(node: syntax.Compare, left: Type, right: Type) -> str:
    """The help for a comparison of a set: `in`, `any(...)` or `count(...)`."""
    one, many = (node.left, node.right) if isinstance(right, Several) else (node.right, node.left)
    if node.sign not in ("==", "!=") and isinstance(left, Several) != isinstance(right, Several):
        sides = ("x", one.span.text) if isinstance(left, Several) else (one.span.text, "x")
        return f"ask it of one after the other: `any({sides[0]} {node.sign} {sides[1]} for x in {many.span.text})`"
    if isinstance(left, Several) and isinstance(right, Several):
        return "compare how many they are, with `count(...)`, or go through them with `all(... for x in ...)`"
    return f"write `{one.span.text} in {many.span.text}`, or compare how many they are with `count(...)`"
