"""What an invariant says is never none: the rules may rely on it, and where they do it is checked in play.

    invariants: {somebody_plays: any(p.playing for p in players)}
    next: first(p for p in clockwise(me) if p.playing)               a player; none in play is a failure of `somebody_plays`

An invariant is a promise, as the range of a variable is. It is read as text, since rules may rely on it before it is inferred.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checked.bindings import VariableMeaning
from rulewright.checked.context import Context
from rulewright.checked.declarations import lookup
from rulewright.checked.facts import Promise
from rulewright.checked.infer import PROMISED, range_of
from rulewright.expression import nodes as syntax
from rulewright.expression.replacing import clauses_of, counted, fact_text, first_of, standing_for
from rulewright.expression.to_text import to_text
from rulewright.language.types import Integer, Optional


def promised(c: Context, node: syntax.Node) -> str:
    """The path of the invariant that says that an expression is never none; the empty text if none does."""
    if not c.book.invariants:
        return ""
    if c.promises is None:
        c.promises = {}, []
        _read(c, *c.promises)
    single, several = c.promises
    path = single.get(fact_text(node))
    if path is not None:
        return path
    return next((each.path for each in several if _is_one_of(c, node, each)), "")


PROMISED.append(promised)


def _read(c: Context, single: dict[str, str], several: list[Promise]) -> None:
    """Read off all invariants what is never none."""
    for invariant in c.book.invariants.values():
        for part, holds in clauses_of(invariant.holds, True):
            for found in _never_none(part, holds):
                single.setdefault(fact_text(found), invariant.path)
            match part:
                case syntax.Call(
                    function=syntax.Name(text="all"),
                    arguments=(
                        syntax.Comprehension(
                            element=element, clauses=(syntax.Clause(while_=None, if_=None) as clause,)
                        ),
                    ),
                ) if holds and not isinstance(clause.domain, syntax.SomeOf):
                    several += [
                        Promise(invariant.path, found, clause.name.text, clause.domain)
                        for one, true in clauses_of(element, True)
                        for found in _never_none(one, true)
                    ]


def _never_none(node: syntax.Expression, holds: bool) -> Iterator[syntax.Expression]:
    """What is not none where a part of a condition holds, or does not."""
    found = counted(node, holds)
    if found is not None:
        yield found
    match node:
        case syntax.Compare(sign="!=" | "==" as sign) if holds == (sign == "!="):
            for side, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(other, syntax.NoneLiteral):
                    yield side
        case syntax.Call(
            function=syntax.Name(text="any" | "all" as name),
            arguments=(syntax.Comprehension(clauses=(clause,)) as each,),
        ) if holds == (name == "any"):
            first = first_of(each, clause, holds)
            if first is not None:
                yield first


def _is_one_of(c: Context, node: syntax.Node, promise: Promise) -> bool:
    """Whether an expression is the promised one of some element of its domain."""
    element = standing_for(promise.value, promise.name, node)
    if element is None or element not in c.infos:
        return False
    info, domain = c.infos[element], promise.domain
    match domain:
        case syntax.Name(text=name) if name in ("players", "teams") or name in c.book.enums:
            return not isinstance(info.type, Optional)
        case syntax.Attribute(name="spaces", of=syntax.Name(text=name)) if name in c.book.boards:
            return not isinstance(info.type, Optional)
        case syntax.Range(low=syntax.Number(value=low), high=high) if isinstance(info.type, Integer):
            here = range_of(info)
            least = max(here.low, _least_index(c, node, element))
            if isinstance(high, syntax.Number):
                return low <= least and here.high <= high.value
            return low <= least and to_text(element) == to_text(high)
    return False


def _least_index(c: Context, node: syntax.Node, element: syntax.Expression) -> int:
    """The least value that an index of a variable can have where it is looked up; looking up a smaller one is a failure of its own."""
    match c.infos[node].meaning:
        case VariableMeaning(name=name, indices=indices):
            facts = lookup.variable(c, name)
            for axis, index in zip(facts.axes if facts is not None else (), indices, strict=False):
                if index is element and isinstance(axis.type, Integer):
                    return axis.type.low
    return range_of(c.infos[element]).low
