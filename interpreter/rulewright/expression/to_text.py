"""A node as text, with the fewest parentheses that read back as the same tree.

    (a) and ((b or c))      ->      a and (b or c)

Equal shapes give equal texts and different shapes different ones, so the text also serves as the key for "the
same expression", in narrowing and in fingerprints.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.expression import nodes

_EXPRESSION: Final = 0
_VALUE: Final = 1
_TEST: Final = 2
_COMPARISON: Final = 3
_OTHER: Final = 4
_RANGE: Final = 5
_SUM: Final = 6
_PRODUCT: Final = 7
_UNARY: Final = 8
_PATH: Final = 9
_LOOSEST: Final = {"domain": _RANGE, "shown": _SUM, "place": _PATH}
_SAYS_ALL: Final = re.compile(r"all\b")


def to_text(node: nodes.Node, start: nodes.Start = "expr") -> str:
    """The canonical text of a node; the start rule of the node parses it to the same shape.

    `start` matters only for expressions: `place`, `domain` and `shown` need parentheses around operators that bind
    more loosely.
    """
    return _at(_LOOSEST.get(start, _EXPRESSION), node)


def _at(level: int, node: nodes.Node) -> str:
    """The text of a node where the grammar requires at least `level`, in parentheses if the node binds more loosely."""
    text, own = _written(node)
    return text if own >= level else f"({text})"


def _written(node: nodes.Node) -> tuple[str, int]:
    match node:
        case nodes.Name(text=text):
            return text, _PATH
        case nodes.Number(value=value):
            return str(value), _PATH
        case nodes.NoneLiteral():
            return "none", _PATH
        case nodes.Truth(value=value):
            return ("true" if value else "false"), _PATH
        case nodes.Attribute(of=of, name=name):
            return f"{_at(_PATH, of)}.{name}", _PATH
        case nodes.Call(function=function, arguments=arguments):
            return f"{_at(_PATH, function)}({', '.join(_at(_EXPRESSION, a) for a in arguments)})", _PATH
        case nodes.Comprehension(element=element, clauses=clauses):
            return " ".join([_at(_EXPRESSION, element), *(f"for {to_text(c)}" for c in clauses)]), _EXPRESSION
        case nodes.Clause():
            return _clause(node), _EXPRESSION
        case nodes.IfElse():
            condition = f"if {_at(_VALUE, node.condition)} else {_at(_EXPRESSION, node.otherwise)}"
            return f"{_at(_VALUE, node.value)} {condition}", _EXPRESSION
        case nodes.And(items=items):
            return " and ".join(_at(_TEST, item) for item in items), _VALUE
        case nodes.Or(items=items):
            return " or ".join(_at(_TEST, item) for item in items), _VALUE
        case nodes.Not(operand=operand):
            return f"not {_at(_TEST, operand)}", _TEST
        case nodes.Compare(sign=sign, left=left, right=right):
            return f"{_at(_OTHER, left)} {sign} {_at(_OTHER, right)}", _COMPARISON
        case nodes.In(item=item, domain=domain):
            return f"{_at(_OTHER, item)} in {_at(_OTHER, domain)}", _COMPARISON
        case nodes.Before(left=left, right=right):
            return f"{_at(_OTHER, left)} before {_at(_OTHER, right)}", _COMPARISON
        case nodes.Otherwise(value=value, default=default):
            return f"{_at(_RANGE, value)} otherwise {_at(_OTHER, default)}", _OTHER
        case nodes.Listed(members=members, of=of):
            whole = f"[{', '.join(_at(_EXPRESSION, member) for member in members)}]"
            return (whole if of is None else f"{whole} of {to_text(of)}"), _PATH
        case nodes.Range(low=low, high=high):
            return f"{_at(_SUM, low)}..{_at(_SUM, high)}", _RANGE
        case nodes.Arithmetic():
            return _arithmetic(node)
        case nodes.Negative(operand=operand):
            return f"-{_at(_UNARY, operand)}", _UNARY
        case nodes.Through(family=family, space=space):
            return f"{_at(_PATH, family)} through {_at(_PATH, space)}", _UNARY
        case _:
            return _special(node), _PATH


def _arithmetic(node: nodes.Arithmetic) -> tuple[str, int]:
    level = _SUM if node.sign in ("+", "-") else _PRODUCT
    return f"{_at(level, node.left)} {node.sign} {_at(level + 1, node.right)}", level


def _clause(node: nodes.Clause) -> str:
    domain = node.domain
    among = _special(domain) if isinstance(domain, nodes.SomeOf) else _at(_VALUE, domain)
    parts = [f"{node.name.text} in {among}"]
    if node.while_ is not None:
        parts.append(f"while {_at(_VALUE, node.while_)}")
    if node.if_ is not None:
        parts.append(f"if {_at(_VALUE, node.if_)}")
    return " ".join(parts)


def _special(
    node: nodes.OrNone | nodes.SomeOf | nodes.Moved | nodes.Row | nodes.Outcome,
) -> str:
    match node:
        case nodes.OrNone(domain=nodes.SomeOf() as some):
            return f"{to_text(some)} or none"
        case nodes.OrNone(domain=domain):
            return f"{_at(_RANGE, domain)} or none"
        case nodes.SomeOf(counts=counts, pool=pool, each=each):
            amount = "some" if counts is None else _at(_RANGE, counts)
            return f"{'each ' if each else ''}{amount} of {_at(_RANGE, pool)}"
        case nodes.MovedPiece(piece=piece):
            return _no_all(_at(_PATH, piece))
        case nodes.MovedAll(pool=pool):
            return f"all {_at(_PATH, pool)}"
        case nodes.MovedCount(count=count, kind=kind):
            return f"{_no_all(_at(_PATH, count))} {kind.text}"
        case nodes.RowValue(value=value):
            return _at(_RANGE, value)
        case nodes.RowUpTo(high=high):
            return f"..{_at(_SUM, high)}"
        case nodes.RowFromOn(low=low):
            return f"{_at(_SUM, low)}.."
        case nodes.RowRemaining():
            return "otherwise"
        case nodes.Best(highest=highest, place=place):
            return f"{'highest' if highest else 'lowest'} {_at(_PATH, place)}"
        case nodes.Drawn():
            return "draw"
        case nodes.Lost():
            return "lost"


def _no_all(text: str) -> str:
    """A text to be moved, in parentheses if it begins with a call of `all`, which would be read as the word of `all tray`."""
    return f"({text})" if _SAYS_ALL.match(text) else text
