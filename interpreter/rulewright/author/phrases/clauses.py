"""Phrases for the clauses of comprehensions, and for the `while` and `if` of loops over a domain.

p in players if p.out                        ->      each player who is out
s in ray(at, north) while s.owner == me      ->      each space beyond the space going north, as long as it is yours
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

from rulewright.author.phrases.domains import Domains
from rulewright.author.phrases.vocabulary import name_of, written
from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Clauses(Domains):
    """Phrases for clauses."""

    def clauses(self, node: syntax.Comprehension, each: str) -> str:
        """The clauses of a comprehension: `for each die in the tray where ... and for each ...`."""
        inside, scope, said = self.inside(node), self, []
        for clause in node.clauses:
            said.append(
                f"for {each} {scope.each(clause, node)}{inside.as_long(clause)}{inside.provided(clause)}"
            )
            scope = scope.bound(clause, node)
        return " and ".join(said)

    def in_any_order(self, clause: syntax.Clause, source: syntax.Name) -> bool:
        """Whether it makes no difference in which order all players are dealt pieces, since these are shuffled and nobody sees them."""
        words, domain = self.words, clause.domain
        zone = words.rulebook.zones.get(source.text)
        hidden = zone is not None and (zone.order, zone.seen_by) == ("shuffled", "nobody")
        everybody = isinstance(domain, syntax.Call) and name_of(domain) == "clockwise"
        if not hidden or not everybody or clause.if_ is not None or clause.while_ is not None:
            return False
        words.ledger.covers(domain)
        return True

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
        if named and said.startswith(f"{who} shows "):
            return f" that shows {said.removeprefix(f'{who} shows ')}"
        if who in ("that player", "that team"):
            for start, word in ((f"{who} is ", "who is"), (f"{who}'s ", "whose")):
                if said.startswith(start):
                    return f" {word} {said.removeprefix(start)}"
        return f" where {said}"

    def kept(self, choice: rules.Parameter) -> str:
        """The filter of a choice that has no words of its own, after a space: ` that is empty`. The scope has the name of the choice."""
        filter_ = choice.filter
        if filter_ is None or filter_.says or filter_.about or filter_.sheet:
            return ""
        name = syntax.Name(choice.name, choice.span)
        clause = syntax.Clause(
            name, name, None, filter_.holds, choice.span
        )  # only its name and condition are said
        return self.provided(clause)

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
