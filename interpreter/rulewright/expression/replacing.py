"""Names in expressions replaced by other expressions, and expressions that are the same but for such names.

at.empty, {at: s}                                  ->      s.empty
first(q for q in clockwise(me) if q.in)            ->      first(#1 for #1 in players if #1.in), the text of a fact
played_by(n), played_by(played.count), n           ->      played.count
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.language.node_fields import node_fields
from rulewright.language.ranges import MIRRORED, OPPOSITE
from rulewright.source.dataclass import replace


def with_arguments(node: syntax.Expression, values: Mapping[str, syntax.Expression]) -> syntax.Expression:
    """An expression with these expressions in the place of names: of a definition, its arguments for its parameters."""
    replaced = _with_arguments(node, values)
    assert not isinstance(replaced, str | int | tuple)
    return replaced  # type: ignore[return-value]  # a node of the same sort


def _with_arguments(part: object, values: Mapping[str, syntax.Expression]) -> object:
    if isinstance(part, tuple):
        return tuple(_with_arguments(each, values) for each in part)
    if isinstance(part, syntax.Name):
        return values.get(part.text, part)
    if part is None or isinstance(part, str | int):
        return part
    changed = {name: _with_arguments(getattr(part, name), values) for name in node_fields(type(part))}
    return replace(part, **changed)  # type: ignore[type-var]  # a node is a dataclass


def fact_text(node: syntax.Node) -> str:
    """The text by which it is known that an expression is not none: whatever the names that it binds are called. Whether there is a
    first player does not depend on who is asked first."""
    bound = [part.name.text for part in walk(node) if isinstance(part, syntax.Clause)]
    if not bound:
        return to_text(node)
    numbers = {name: syntax.Name(f"#{place}", node.span) for place, name in enumerate(bound, 1)}
    return to_text(with_arguments(_of_all_players(node), numbers))  # type: ignore[arg-type]  # a domain binds no names of its own


def _of_all_players(node: syntax.Node) -> syntax.Node:
    """`first(p for p in clockwise(...) if C)` of all players in the order of their seats."""
    match node:
        case syntax.Call(
            function=syntax.Name(text="first"),
            arguments=(
                syntax.Comprehension(
                    clauses=(
                        syntax.Clause(
                            domain=syntax.Call(function=syntax.Name(text="clockwise")) as domain, while_=None
                        ) as clause,
                    )
                ) as each,
            ),
        ):
            players = replace(clause, domain=syntax.Name("players", domain.span))
            return replace(node, arguments=(replace(each, clauses=(players,)),))
    return node


def standing_for(pattern: syntax.Expression, name: str, node: syntax.Node) -> syntax.Expression | None:
    """The expression that stands for a name of a pattern in a node; None if the node is not like the pattern."""
    found: list[syntax.Expression] = []
    if not _is_like(pattern, node, name, found) or len({to_text(each) for each in found}) != 1:
        return None
    return found[0]


def _is_like(pattern: object, part: object, name: str, found: list[syntax.Expression]) -> bool:
    if isinstance(pattern, syntax.Name) and pattern.text == name:
        found.append(part)  # type: ignore[arg-type]  # where the pattern has an expression
        return True
    if type(pattern) is not type(part):
        return False
    if isinstance(pattern, tuple) and isinstance(part, tuple):
        return len(pattern) == len(part) and all(
            _is_like(one, other, name, found) for one, other in zip(pattern, part, strict=True)
        )
    if pattern is None or isinstance(pattern, str | int):
        return pattern == part
    return all(
        _is_like(getattr(pattern, each), getattr(part, each), name, found)
        for each in node_fields(type(pattern))
    )


def clauses_of(node: syntax.Expression, holds: bool) -> Iterator[tuple[syntax.Expression, bool]]:
    """The parts of a condition of which it is certain that they hold, or do not, where the whole does."""
    match node:
        case syntax.Not():
            yield from clauses_of(node.operand, not holds)
        case syntax.And(items=items) if holds:
            for item in items:
                yield from clauses_of(item, True)
        case syntax.Or(items=items) if not holds:
            for item in items:
                yield from clauses_of(item, False)
        case _:
            yield node, holds


def first_of(each: syntax.Comprehension, clause: syntax.Clause, holds: bool) -> syntax.Call | None:
    """`first(p for p in players if p.ready)` of `any(p.ready for p in players)` (`holds`), or of `all(not p.ready for p in players)`;
    None where only the elements up to some point are asked."""
    if clause.while_ is not None:
        return None
    test = each.element if holds else syntax.Not(each.element, each.element.span)
    parts = [each for joined in (clause.if_, test) for each in conditions(joined)]
    wanted = parts[0] if len(parts) == 1 else syntax.And(tuple(parts), test.span)
    found = replace(clause, if_=wanted)
    return syntax.Call(
        syntax.Name("first", each.span), (syntax.Comprehension(clause.name, (found,), each.span),), each.span
    )


def conditions(node: syntax.Expression | None) -> tuple[syntax.Expression, ...]:
    """The conditions that a condition joins with `and`."""
    if node is None:
        return ()
    return node.items if isinstance(node, syntax.And) else (node,)


def reached_by(name: str, value: syntax.Expression) -> Iterator[tuple[syntax.Call, syntax.Comprehension]]:
    """Of a name for the largest or least of something, the first element that reaches it, and the elements:
    `first(p for p in players if p.score == best)` of `best` for `max(p.score for p in players)`."""
    match value:
        case syntax.Call(
            function=syntax.Name(text="max" | "min"),
            arguments=(syntax.Comprehension(clauses=(clause,)) as each,),
        ):
            own, best = each.element, syntax.Name(name, value.span)
            for left, right in ((own, best), (best, own)):
                test = syntax.Compare("==", left, right, value.span)
                found = first_of(replace(each, element=test), clause, True)
                if found is not None:
                    yield found, each


def counted(node: syntax.Expression, holds: bool) -> syntax.Call | None:
    """`first(p for p in players if p.ready)` of a condition by which at least one is counted: `count(p for p in players if p.ready) > 0`."""
    if not isinstance(node, syntax.Compare):
        return None
    sign = node.sign if holds else OPPOSITE[node.sign]
    for side, other, way in ((node.left, node.right, sign), (node.right, node.left, MIRRORED[sign])):
        match side, other:
            case (
                syntax.Call(
                    function=syntax.Name(text="count"),
                    arguments=(syntax.Comprehension(clauses=(clause,)) as each,),
                ),
                syntax.Number(value=number),
            ) if (
                least_of(way, number) >= 1
                and clause.if_ is not None
                and to_text(each.element) == clause.name.text
            ):
                return syntax.Call(syntax.Name("first", each.span), (each,), each.span)
    return None


def least_of(sign: str, number: int) -> int:
    """The least count that compares so with a number; 0 if there is no such bound."""
    match sign:
        case "==" | ">=":
            return number
        case ">":
            return number + 1
        case "!=":
            return int(number == 0)
    return 0
