"""Phrases for comprehensions: sums, counts, and conditions on any or every element of a domain.

any(p.score >= target for p in players)      ->      any player's score is at least 100
sum(d.face for d in tray)                    ->      the sum of what each die in the tray shows
"""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Self

from rulewright.author.phrases.domains import Domains
from rulewright.author.phrases.vocabulary import AGGREGATES, compares, is_zero, quantifies, written
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk

NOT_SO = "it is not so that "
_ONE = re.compile(r" (that|who) is ")
_DENIED = re.compile(r"\bno\b|\bnot every\b")
_NAMED = re.compile(r"“[\w ]+”")


@dataclass(frozen=True, slots=True)
class Aggregates(Domains):
    """Phrases for aggregates and the clauses of comprehensions."""

    @abstractmethod
    def operand(self, node: syntax.Expression, beside: str = "", first: bool = False) -> str:
        """An operand of the arithmetic sign `beside` (`first`: the left one), or of `the sum of`, in brackets where it needs them."""

    def aggregate(self, name: str, arguments: tuple[syntax.Expression, ...]) -> str:
        """A call of an aggregate, over a comprehension or over plain arguments (`max(a, b)`)."""
        first = arguments[0]
        if not isinstance(first, syntax.Comprehension):
            return f"{AGGREGATES.get(name, name)} {' and '.join(self.phrase(a) for a in arguments)}".strip()
        if name in ("any", "all"):
            return self.quantified(first, "any" if name == "any" else "every")
        clause, inside = first.clauses[0], self.inside(first)
        if name == "count":
            self.words.ledger.covers(first.element)
            tests = self.as_long(clause, many=True) + inside.provided(clause)
            tests = _ONE.sub(r" \1 are ", tests, count=1)
            return f"the number of {self.many_named(clause, first)}{tests}"
        if name in ("first", "only") and written(first.element) == clause.name.text:
            self.words.ledger.covers(first.element)
            tests = self.as_long(clause) + inside.provided(clause)
            if not self.element(clause.domain):
                return f"the {name} of the {self.many(clause.domain)}{tests}"
            one = self.each(clause, first)
            nearest = name == "first" and "clockwise from" in one and one.startswith("player")
            return f"the {'next' if nearest else name} {one}{tests}"
        element = first.element
        if name == "sum" and isinstance(element, syntax.Otherwise) and is_zero(element.default):
            self.words.ledger.covers(element.default)
            element = element.value
        one = self.element(clause.domain)
        if (
            one
            and clause.if_ is None
            and clause.while_ is None
            and len(first.clauses) == 1
            and _times(clause, element) == 1
            and not self.rivals(self.noun(clause), first)
        ):
            each = self.knowing({clause.name.text: f"each {one}"}, {clause.name.text: clause.domain})
            if (said := each.operand(element)).count("each ") == 1:
                return f"{AGGREGATES[name]} {said}"
        return f"{AGGREGATES[name]} {inside.operand(element)} {self.clauses(first, 'each')}"

    def quantified(self, node: syntax.Comprehension, each: str) -> str:
        """A condition on `any`, `every` or `no` element: `any player's score ...` if that is clear, else `... for some n ...`."""
        if (alone := self._of_one(node)) is not None:
            return alone.denied(node.element) if each == "no" else alone.condition(node.element)
        if said := self.words.ledger.attempt(lambda: self._plainly(node, each)):
            return said
        inside, many = self.inside(node).condition(node.element), "every" if each == "every" else "some"
        if quantifies(node.element):
            said = f"{self.clauses(node, many)} {inside}"
            return f"{NOT_SO}{said}" if each == "no" else said
        if each == "no":
            return f"{NOT_SO}{inside} {self.clauses(node, 'some')}"
        return f"{inside} {self.clauses(node, many)}"

    def _of_one(self, node: syntax.Comprehension) -> Self | None:
        """The scope in which the single member of a team of one is called its player; None for other comprehensions."""
        clause = node.clauses[0]
        match clause.domain:
            case syntax.Attribute(of=team, name="members") if self.words.alone:
                whole = len(node.clauses) == 1 and clause.if_ is None and clause.while_ is None
                return self.knowing({clause.name.text: self.phrase(team)}) if whole else None
        return None

    def _plainly(self, node: syntax.Comprehension, each: str) -> str:
        """A quantified condition with `any player` and the like in place of bound names; empty where that would change its meaning:
        `any player is out and any player has passed` would not be about one player."""
        scope, spoken = self, ""
        if any(compares(node.element, clause.name.text) for clause in node.clauses):
            return ""  # any of every: the phrase would not say which is picked first
        for clause in node.clauses:
            needed = sum(_times(clause, part) for part in (node.element, *node.clauses)) > 1
            one = scope.element(clause.domain) if clause.if_ is None and needed else ""
            if not one or self.rivals(self.noun(clause), node):
                return ""
            if spoken == (spoken := f"{each} {one}{scope.as_long(clause)}"):
                return ""
            scope = scope.knowing({clause.name.text: spoken}, {clause.name.text: clause.domain})
        said = scope.condition(node.element)
        once = (
            said.count(f"{each} ") == len(node.clauses)
            and NOT_SO not in said
            and "“" not in _NAMED.sub("", said)
        )
        if each != "no" and _DENIED.search(said):
            return ""  # no space of any row: of all rows, or of one?
        return said if once and (each != "no" or said.startswith(spoken)) else ""

    def clauses(self, node: syntax.Comprehension, each: str) -> str:
        """The clauses of a comprehension: `for each die in the tray where ... and for each ...`."""
        inside, scope, said = self.inside(node), self, []
        for clause in node.clauses:
            said.append(
                f"for {each} {scope.each(clause, node)}{inside.as_long(clause)}{inside.provided(clause)}"
            )
            scope = scope.bound(clause, node)
        return " and ".join(said)

    def provided(self, clause: syntax.Clause) -> str:
        """The condition of a clause, after a space: ` where the die shows 1`, ` who is out`. The scope has the clause's name."""
        if clause.if_ is None:
            return ""
        said, who = self.condition(clause.if_), self.names.get(clause.name.text, "")
        if (
            isinstance(clause.if_, syntax.Compare)
            and said.startswith("that player")
            and said.endswith(f" is not {who}")
        ):
            return f" other than {said.removesuffix(f' is not {who}')}"
        if isinstance(clause.if_, syntax.And | syntax.Or):
            return f" where {said}"  # the second condition would not go on from `that is`
        named = who in ("that space", "that line") or (
            who.startswith("the ") and clause.name.text in self.bindings
        )
        if named and said.startswith(f"{who} is "):
            return f" that is {said.removeprefix(f'{who} is ')}"
        if who in ("that player", "that team"):
            for start, word in ((f"{who} is ", "who is"), (f"{who}'s ", "whose")):
                if said.startswith(start):
                    return f" {word} {said.removeprefix(start)}"
        return f" where {said}"

    def as_long(self, clause: syntax.Clause, many: bool = False) -> str:
        """The `while` of a walk or flood: ` by spaces that are yours`, `, as long as it is yours`."""
        if clause.while_ is None:
            return ""
        name = clause.name.text
        inside = self.knowing({name: "that space"}, {name: clause.domain})
        said = replace(inside, bindings=self.bindings).condition(
            clause.while_
        )  # each space in turn, no other
        kept = said.removeprefix("that space is ")
        if kept == said:
            return f", as long as {said}"
        flood = isinstance(clause.domain, syntax.Call) and written(clause.domain.function) == "reach"
        if flood:
            return f" by spaces that are {kept}"
        return f", as long as they are {kept}," if many else f", as long as it is {kept}"

    def inside(self, node: syntax.Comprehension) -> Self:
        """The scope of a comprehension's element: with the names of all its clauses."""
        scope = self
        for clause in node.clauses:
            scope = scope.bound(clause, node)
        return scope


def _times(clause: syntax.Clause, node: syntax.Node) -> int:
    """How often a node uses the name of a clause."""
    named = (part for part in walk(node) if isinstance(part, syntax.Name))
    return sum(part.text == clause.name.text for part in named)
