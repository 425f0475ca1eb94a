"""Cases and ends that can never be reached, because one above holds whenever they do.

    lucky:   {when: pot > 9, is: 1}
    luckier: {when: pot > 9 and me.score > 9, is: 2}        ->      `lucky` holds whenever this does

Only texts are compared: a condition that is written twice, that requires more than one above it, or that is below `true`.
What follows from the values of numbers is not considered here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition
from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

MOST_CASES: Final = 500
"""At most this number of cases are compared with each other."""

ALWAYS: Final = "true"


@dataclass(frozen=True, slots=True)
class _Condition:
    """A condition as texts: the items of its `and`, the items of its `or` (either is the whole if there is none), and
    its negation."""

    every: frozenset[str]
    one_of: frozenset[str]
    denied: str
    span: Span

    def implies(self, other: _Condition) -> bool:
        """Whether the other holds whenever this does, according to the texts alone."""
        return (
            other.every == {ALWAYS}
            or other.every <= self.every
            or self.one_of <= other.one_of
            or not self.every.isdisjoint(other.one_of)
        )


def unreachable(edition: Edition) -> Iterator[Problem]:
    """Report cases and ends that can never be reached, in one edition of a rulebook."""
    lists = _lists_of_members(edition.book)
    for node in edition.nodes:
        if isinstance(node, rulebook.Definition) and isinstance(node.body, rulebook.Cases):
            yield from (_by_value if node.body.by is not None else _in_order)(node, node.body, lists)
    yield from _ends(list(edition.book.ends.values())[:MOST_CASES])


def _condition(node: syntax.Expression) -> _Condition:
    every = node.items if isinstance(node, syntax.And) else (node,)
    one_of = node.items if isinstance(node, syntax.Or) else (node,)
    denied = to_text(syntax.Not(node, node.span))
    return _Condition(frozenset(map(to_text, every)), frozenset(map(to_text, one_of)), denied, node.span)


def _in_order(declared: rulebook.Definition, body: rulebook.Cases, lists: _Lists) -> Iterator[Problem]:
    """Compare each case with `when` with those above it, and `otherwise` with all."""
    asked = [(case, _condition(case.when)) for case in body.cases[:MOST_CASES] if case.when is not None]
    for at, (case, condition) in enumerate(asked):
        above = next(((other, taken) for other, taken in asked[:at] if condition.implies(taken)), None)
        if above is not None:
            yield usage.unreachable(case.span, f"the case `{case.id}`", above[0].id, above[1].span)
    if body.otherwise is not None:
        denied = {condition.denied for _, condition in asked}
        for case, condition in asked:
            if condition.every == {ALWAYS} or (len(condition.every) == 1 and condition.every <= denied):
                yield usage.unreachable(body.otherwise.span, "`otherwise`", case.id, condition.span)
                break


_Lists: TypeAlias = Sequence[frozenset[str]]
"""The members of each enum, option and kind with named faces."""


def _by_value(declared: rulebook.Definition, body: rulebook.Cases, lists: _Lists) -> Iterator[Problem]:
    """Report `otherwise` where the cases name every member of each enum that has these members."""
    keys = {case.key.text for case in body.cases if isinstance(case.key, syntax.Name)}
    if body.otherwise is not None and len(keys) == len(body.cases):
        owners = [members for members in lists if keys <= members]
        if owners and all(keys == members for members in owners):
            yield usage.needless_otherwise(body.otherwise.span, declared.id)


def _lists_of_members(book: rulebook.Rulebook) -> _Lists:
    lists = [frozenset(member.id for member in enum.members) for enum in book.enums.values()]
    lists += [frozenset(choice.id for choice in option.one_of) for option in book.options.values()]
    named = [kind.faces for kind in book.kinds.values() if isinstance(kind.faces, tuple)]
    return [*lists, *(frozenset(face.id for face in faces) for faces in named)]


def _ends(ends: Sequence[rulebook.End]) -> Iterator[Problem]:
    """Report ends below one that holds whenever they do: ends are checked in order, and the first that holds ends the game."""
    asked = [_condition(end.when) if end.when is not None else None for end in ends]
    for at, end in enumerate(ends):
        for above, taken in zip(ends[:at], asked[:at], strict=True):
            if _asked_as_well(end, above) and _implied(asked[at], taken):
                shown = taken.span if taken is not None else above.span
                yield usage.unreachable(end.span, f"the end `{end.id}`", above.id, shown)
                break


def _asked_as_well(end: rulebook.End, above: rulebook.End) -> bool:
    """Whether the end above is checked whenever this one is."""
    own, wider = {action.id for action in end.after}, {action.id for action in above.after}
    return above.at == end.at and (not wider or (bool(own) and own <= wider))


def _implied(condition: _Condition | None, taken: _Condition | None) -> bool:
    return taken is None or (condition is not None and condition.implies(taken))
