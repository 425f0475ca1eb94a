"""Typed expressions at random, from templates with holes.

    Phrases(grammar, Random(7)).make("number", scope, depth=3)      ->      "(max(pot, 2) + count(p for p in players if ...))"

A type is a word: `number`, `bool`, `Hue`, `player`, `piece.dice`, `space.grid`; with `?` behind it may be none.  Templates say
what makes a value of a type, `{number}` in them is a hole.  Domains are templates too, by the type of their elements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

HOLE = re.compile(r"\{([^{}]+)\}")
DEEPEST = 4

ENDLESS = 9
CONSTANTS = (-3, -1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 7, 12, 100)


@dataclass(frozen=True, slots=True)
class Template:
    """`me`: only where somebody acts. `leaf`: has no holes worth counting."""

    text: str
    me: bool = False
    weight: int = 2

    @property
    def leaf(self) -> bool:
        return "{" not in self.text


@dataclass(slots=True)
class Grammar:
    """What makes values of each type, and what the elements of domains are."""

    values: dict[str, list[Template]] = field(default_factory=dict)
    domains: dict[str, list[Template]] = field(default_factory=dict)
    sets: dict[str, list[Template]] = field(default_factory=dict)
    """Values that collections have, which `sum`, `distinct` and so on take as they are: `tray.face`."""

    def value(self, type: str, *texts: str, me: bool = False, weight: int = 2) -> None:
        self.values.setdefault(type, []).extend(Template(text, me, weight) for text in texts)

    def domain(self, type: str, *texts: str, me: bool = False, weight: int = 2) -> None:
        self.domains.setdefault(type, []).extend(Template(text, me, weight) for text in texts)

    def collection(self, type: str, *texts: str, me: bool = False) -> None:
        self.sets.setdefault(type, []).extend(Template(text, me) for text in texts)


@dataclass(frozen=True, slots=True)
class Scope:
    """What can be named at a place: (text, type), and whether there is a `me`."""

    names: tuple[tuple[str, str], ...] = ()
    me: bool = True

    def plus(self, *names: tuple[str, str]) -> Scope:
        return Scope((*self.names, *names), self.me)


class Phrases:
    """Makes expressions. `fresh` gives names that were not used."""

    def __init__(self, grammar: Grammar, luck: Random) -> None:
        self.grammar = grammar
        self.luck = luck
        self._names = 0
        self._known: dict[bool, tuple[int, dict[str, int]]] = {}

    def fresh(self, beginning: str = "x") -> str:
        self._names += 1
        return f"{beginning}_{self._names}"

    def make(self, type: str, scope: Scope, depth: int = DEEPEST) -> str:
        """An expression of a type."""
        if type == "int":
            return str(self.luck.choice(CONSTANTS))
        own = self._named(type, scope)
        if own and self.luck.random() < (0.5 if depth <= 0 else 0.25):
            return self.luck.choice(own)
        if depth <= 0:
            return self._short(type, scope, own)
        ways = self._ways(type)
        if ways and self.luck.random() < 0.3:
            return self.luck.choice(ways)(scope, depth)
        templates = [t for t in self.grammar.values.get(type, ()) if scope.me or not t.me]
        if not templates:
            return self._short(type, scope, own)
        template = self.luck.choices(templates, [t.weight for t in templates])[0]
        return self.fill(template.text, scope, depth)

    def _short(self, type: str, scope: Scope, own: list[str]) -> str:
        """An expression that is as short as any of its type."""
        templates = [t for t in self.grammar.values.get(type, ()) if scope.me or not t.me]
        least = min((self._height(t.text, scope.me) for t in templates), default=ENDLESS)
        if least < ENDLESS:
            shortest = [t for t in templates if self._height(t.text, scope.me) == least]
            return self.fill(self.luck.choice(shortest).text, scope, 0)
        if own:
            return self.luck.choice(own)
        if type.endswith("?"):
            return self._short(type[:-1], scope, own)
        templates = [t for t in self.grammar.domains.get(type, ()) if scope.me or not t.me]
        least = min((self._height(t.text, scope.me) for t in templates), default=ENDLESS)
        if least == ENDLESS:
            return "0"
        domain = self.fill(
            self.luck.choice([t.text for t in templates if self._height(t.text, scope.me) == least]), scope, 0
        )
        if type.startswith("piece.") and self.luck.random() < 0.9:
            domain = type.removeprefix("piece.")  # which is seldom empty
        one, other = self.fresh(), self.fresh()
        return f"(first({one} for {one} in {domain}) otherwise only({other} for {other} in {domain}))"

    def _height(self, text: str, me: bool) -> int:
        """How deep the shortest expression of a template is, ENDLESS if it has none."""
        heights = self._heights(me)
        return min(ENDLESS, 1 + max((heights.get(hole, ENDLESS) for hole in HOLE.findall(text)), default=-1))

    def _heights(self, me: bool) -> dict[str, int]:
        """The same of each type, worked out anew when the grammar has grown."""
        g = self.grammar
        size = sum(map(len, g.values.values()))
        known = self._known.get(me)
        if known is not None and known[0] == size:
            return known[1]
        heights = {"int": 0}
        while True:
            before = dict(heights)
            for type, templates in g.values.items():
                for template in templates:
                    if me or not template.me:
                        deep = [heights.get(hole, ENDLESS) for hole in HOLE.findall(template.text)]
                        heights[type] = min(heights.get(type, ENDLESS), 1 + max(deep, default=-1))
                if type + "?" not in g.values:
                    heights[type + "?"] = heights.get(type, ENDLESS)
            if heights == before:
                self._known[me] = size, heights
                return heights

    def fill(self, text: str, scope: Scope, depth: int) -> str:
        """A template with its holes filled."""
        return HOLE.sub(lambda hole: self.make(hole[1], scope, depth - 1), text)

    def domain(self, type: str, scope: Scope, depth: int = 2) -> str:
        """A domain whose elements are of a type."""
        templates = [t for t in self.grammar.domains[type] if scope.me or not t.me]
        if depth <= 0:
            least = min(self._height(t.text, scope.me) for t in templates)
            templates = [t for t in templates if self._height(t.text, scope.me) == least]
        template = self.luck.choices(templates, [t.weight for t in templates])[0]
        return self.fill(template.text, scope, depth)

    def clause(self, scope: Scope, depth: int, type: str = "") -> tuple[str, Scope]:
        """`x in D while W if C`, and the scope behind it."""
        type = type or self.luck.choice(sorted(self.grammar.domains))
        name = self.fresh()
        domain = self.domain(type, scope, depth - 1)
        inner = scope.plus((name, type))
        text = f"{name} in {domain}"
        if domain.startswith("reach(") or (self.luck.random() < 0.15 and "ray(" in domain):
            text += f" while {self.make('bool', inner, min(depth - 2, 1))}"
        if self.luck.random() < 0.5:
            text += f" if {self.make('bool', inner, depth - 2)}"
        return text, inner

    # ------------------------------------------------------------------------------------------------- parts

    def _named(self, type: str, scope: Scope) -> list[str]:
        found = [text for text, own in scope.names if own == type]
        if type.endswith("?"):
            found += [text for text, own in scope.names if own == type[:-1]]
        return found

    def _ways(self, type: str) -> list[Callable[[Scope, int], str]]:
        """Ways to make a value that bind names."""
        match type:
            case "number":
                return [self._summed, self._summed, self._counted, self._collected, self._collected]
            case "number?":
                return [self._ranked]
            case "bool":
                return [self._quantified, self._quantified, self._contained, self._guarded, self._same]
            case _ if type.endswith("?") and type[:-1] in self.grammar.domains:
                return [self._first(type[:-1])]
            case _ if type in self.grammar.domains:
                return [self._picked(type)]
            case _:
                return []

    def _for(self, scope: Scope, depth: int) -> tuple[str, Scope]:
        """One clause, or two; sometimes each set of a few pieces, and each of its pieces."""
        if depth > 1 and self.luck.random() < 0.1 and (sets := self._sets(scope, depth)):
            return sets
        clause, inner = self.clause(scope, depth)
        if self.luck.random() < 0.2:
            second, inner = self.clause(inner, depth - 2)
            return f"{clause} for {second}", inner
        return clause, inner

    def _sets(self, scope: Scope, depth: int) -> tuple[str, Scope] | None:
        kinds = [type for type in sorted(self.grammar.domains) if type.startswith("piece.")]
        if not kinds:
            return None
        type, whole, piece = self.luck.choice(kinds), self.fresh("s"), self.fresh()
        size = self.luck.choice(
            ("each 2", "each 0..2", "each {number}", "1..2" if type == "piece.cards" else "each 1")
        )
        text = f"{whole} in {self.fill(size, scope, 0)} of ({self.domain(type, scope, 0)})"
        if self.luck.random() < 0.4:
            text += f" if {whole}.count < 2"
        return f"{text} for {piece} in {whole}", scope.plus((piece, type))

    def _summed(self, scope: Scope, depth: int) -> str:
        clause, inner = self._for(scope, depth)
        name = self.luck.choice(
            ("sum", "sum", "product", "max", "min", "distinct", "longest_run", "most_alike", "median")
        )
        text = f"{name}({self.make('number', inner, depth - 2)} for {clause})"
        return text

    def _ranked(self, scope: Scope, depth: int) -> str:
        clause, inner = self._for(scope, depth)
        place = self.luck.choice(("1", "2", self.make("number", scope, depth - 2)))
        return f"nth({place}, {self.make('number', inner, depth - 2)} for {clause})"

    def _counted(self, scope: Scope, depth: int) -> str:
        clause, inner = self._for(scope, depth)
        return f"count({inner.names[-1][0]} for {clause})"

    def _collected(self, scope: Scope, depth: int) -> str:
        sets = [t for t in self.grammar.sets.get("number", ()) if scope.me or not t.me]
        alike = [t for type, ts in self.grammar.sets.items() for t in ts if scope.me or not t.me]
        if not alike:
            return self._counted(scope, depth)
        if sets and self.luck.random() < 0.6:
            name = self.luck.choice(("sum", "max", "min", "distinct", "longest_run", "most_alike", "median"))
            return f"{name}({self.fill(self.luck.choice(sets).text, scope, depth)})"
        name = self.luck.choice(("distinct", "most_alike"))
        return f"{name}({self.fill(self.luck.choice(alike).text, scope, depth)})"

    def _quantified(self, scope: Scope, depth: int) -> str:
        clause, inner = self._for(scope, depth)
        return f"{self.luck.choice(('any', 'all'))}({self.make('bool', inner, depth - 2)} for {clause})"

    def _contained(self, scope: Scope, depth: int) -> str:
        type = self.luck.choice(sorted(self.grammar.domains))
        wanted = type + "?" if self.luck.random() < 0.3 else type
        domain = self.domain(type, scope, depth - 2)
        if "reach(" in domain:  # only in a `for`
            return self._same(scope, depth)
        return f"({self.make(wanted, scope, depth - 2)} in {domain})"

    def _same(self, scope: Scope, depth: int) -> str:
        type = self.luck.choice([t for t in sorted(self.grammar.values) if t != "bool"])
        if self.luck.random() < 0.3 and type.endswith("?"):
            return f"({self.make(type, scope, depth - 2)} {self.luck.choice(('==', '!='))} none)"
        first, second = self.make(type, scope, depth - 2), self.make(type, scope, depth - 2)
        return f"({first} {self.luck.choice(('==', '!='))} {second})"

    def _guarded(self, scope: Scope, depth: int) -> str:
        """`v != none and ...`, where v counts as there."""
        optional = [(text, type) for text, type in self._optional(scope)]
        if not optional:
            return self._same(scope, depth)
        text, type = self.luck.choice(optional)
        inner = scope.plus((text, type[:-1]))
        if self.luck.random() < 0.3:
            return f"({text} == none or {self.make('bool', inner, depth - 1)})"
        return f"({text} != none and {self.make('bool', inner, depth - 1)})"

    def _optional(self, scope: Scope) -> Sequence[tuple[str, str]]:
        found = [(text, type) for text, type in scope.names if type.endswith("?")]
        for type, templates in self.grammar.values.items():
            if type.endswith("?"):
                found += [(t.text, type) for t in templates if t.leaf and (scope.me or not t.me)]
        return found

    def _first(self, type: str) -> Callable[[Scope, int], str]:
        def first(scope: Scope, depth: int) -> str:
            clause, inner = self.clause(scope, depth - 1, type)
            return f"first({inner.names[-1][0]} for {clause})"

        return first

    def _picked(self, type: str) -> Callable[[Scope, int], str]:
        def picked(scope: Scope, depth: int) -> str:
            clause, inner = self.clause(scope, depth - 1, type)
            if self.luck.random() < 0.04:
                return f"only({inner.names[-1][0]} for {clause})"
            return f"(first({inner.names[-1][0]} for {clause}) otherwise {self.make(type, scope, depth - 2)})"

        return picked
