"""What was written down of an aggregate, put back into rounds: one for each element that it went through.

sum(d.face for d in tray if d.face != 1)      ->      [Round((41,), condition false), Round((44,), element 3), ...]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulewright.evaluate.tracing.recorder import Seen
from rulewright.evaluate.tracing.words import DOMAINS, Words
from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.language import types
from rulewright.runtime.executor import Value

NAMELESS = "<each>"


@dataclass(slots=True)
class Round:
    """One element. `values`: what the clauses bound, of the first clauses only if one of these left it out; `clauses` all."""

    values: tuple[Value, ...]
    clauses: tuple[ir.Clause, ...]
    inside: tuple[ir.Expression, ...]
    """Where the names of the clauses are used."""
    condition: Seen | None = None
    element: Seen | None = None
    left_out: bool = False

    def bound(self, words: Words) -> Iterator[tuple[str, types.Type, Value]]:
        """Name, type and value of what was bound; the name is empty where the author gave none."""
        for clause, value in zip(self.clauses, self.values, strict=False):
            name, type_ = _named(words, clause, self.inside)
            yield name, type_, value

    def last(self, words: Words) -> tuple[types.Type, Value]:
        """Type and value of the innermost element."""
        _, type_ = _named(words, self.clauses[-1], self.inside)
        return type_, self.values[-1]


@dataclass(slots=True)
class Rounds:
    rounds: list[Round] = field(default_factory=list)
    domains: list[Seen] = field(default_factory=list)
    """What was gone through, the first time that it was."""


def rounds_of(seen: Seen) -> Rounds | None:
    """The rounds of an aggregate, or of the set whose elements are listed or counted; None if it was not got so far."""
    if isinstance(seen.node, ir.Aggregate):
        return _of_clauses(seen)
    domain = next((part for part in seen.parts if part.node is seen.node.domain), None)
    if domain is None:
        return None
    if isinstance(domain.node, ir.Mapped):
        return _of_clauses(domain)
    found = Rounds(domains=[domain])
    if domain.known:
        clause = ir.Clause(0, domain.node, None, domain.node.span)
        found.rounds = [Round((value,), (clause,), ()) for value in domain.value]
    return found


def _of_clauses(seen: Seen) -> Rounds:
    node = seen.node
    clauses: tuple[ir.Clause, ...] = node.clauses
    inside = (node.element, *(test for each in clauses for test in (each.condition, each.proceed) if test))
    found = Rounds()
    pending: Round | None = None
    for part in seen.parts:
        if isinstance(part.node, DOMAINS):
            if not any(each.node is part.node for each in found.domains):
                found.domains.append(part)
            if (
                _is_counted(node)
                and part.node is clauses[-1].domain
                and clauses[-1].condition is None
                and part.known
            ):
                outer = part.at[: len(clauses) - 1]
                found.rounds += [Round((*outer, value), clauses, inside) for value in part.value]
            continue
        asked = next((i for i, each in enumerate(clauses) if part.node is each.condition), None)
        if asked is not None:
            made = Round(part.at[: asked + 1], clauses, inside, condition=part)
            made.left_out = part.known and not part.value
            if made.left_out or not part.known:
                found.rounds.append(made)
            elif asked == len(clauses) - 1:
                pending = made
                found.rounds.append(made)
        elif part.node is node.element:
            if pending is None:
                pending = Round(part.at, clauses, inside)
                found.rounds.append(pending)
            pending.element = part
            pending = None
    return found


def _is_counted(node: Any) -> bool:  # Any: an aggregate or a mapped domain
    """Whether elements are counted without being looked at."""
    return isinstance(node, ir.Aggregate) and node.name == "count"


def _named(words: Words, clause: ir.Clause, inside: tuple[ir.Expression, ...]) -> tuple[str, Any]:
    """Name and type of what a clause binds."""
    names = (node for node in everything(inside) if isinstance(node, ir.Local))
    used = next((name for name in names if name.slot == clause.slot), None)
    element: Any = words.element_type(clause.domain)
    if used is None:
        return "", element
    known = words.types_at.value(used.span) if used.name != NAMELESS else None
    name = "" if used.name.startswith("<") else used.name
    return name, known if known is not None and name else element
