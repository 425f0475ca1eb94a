"""The parts of a node, in the order in which they were written, so that a walk need not know every kind.

children(Compare(">", left, right))  ->  (left, right)
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.expression import nodes


def children(node: nodes.Node) -> tuple[nodes.Node, ...]:
    """The nodes directly below; a clause's own name and the kind that is moved are among them."""
    match node:
        case nodes.Name() | nodes.Number() | nodes.NoneLiteral() | nodes.Truth():
            return ()
        case nodes.Drawn() | nodes.Lost() | nodes.RowRemaining():
            return ()
        case nodes.Attribute(of=of):
            return (of,)
        case nodes.Call(function=function, arguments=arguments):
            return (function, *arguments)
        case nodes.Comprehension(element=element, clauses=clauses):
            return (element, *clauses)
        case nodes.Clause():
            return tuple(n for n in (node.name, node.domain, node.while_, node.if_) if n is not None)
        case nodes.IfElse():
            return (node.value, node.condition, node.otherwise)
        case nodes.And(items=items) | nodes.Or(items=items):
            return items
        case nodes.Not(operand=operand) | nodes.Negative(operand=operand):
            return (operand,)
        case nodes.Compare() | nodes.Arithmetic():
            return (node.left, node.right)
        case nodes.In():
            return (node.item, node.domain)
        case nodes.Otherwise():
            return (node.value, node.default)
        case nodes.Range():
            return (node.low, node.high)
        case nodes.Through():
            return (node.family, node.space)
        case nodes.OrNone():
            return (node.domain,)
        case nodes.SomeOf():
            return (node.pool,) if node.counts is None else (node.counts, node.pool)
        case nodes.MovedPiece():
            return (node.piece,)
        case nodes.MovedAll():
            return (node.pool,)
        case nodes.MovedCount():
            return (node.count, node.kind)
        case nodes.RowValue():
            return (node.value,)
        case nodes.RowUpTo():
            return (node.high,)
        case nodes.RowFromOn():
            return (node.low,)
        case nodes.Best():
            return (node.place,)


def walk(node: nodes.Node) -> Iterator[nodes.Node]:
    """The node and everything below it, itself first; not recursive, so any depth is safe."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def depth(node: nodes.Node) -> int:
    """How many nodes stand one inside the other, at most."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for parent in level for child in children(parent)]
    return deepest
