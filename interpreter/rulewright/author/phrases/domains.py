"""Phrases for pieces, domains and bound names: what one chooses from, and what the chosen thing is called afterwards.

{card: me.hand}          a card from your hand, `the card`
{at: board.spaces}       one space, `the space`
p in players             each player, `that player`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Self

from rulewright.author.english import plain
from rulewright.author.phrases import boards, sides
from rulewright.author.phrases.ledger import as_written
from rulewright.author.phrases.texts import Sort, Speaker
from rulewright.author.phrases.vocabulary import asked, filled_in, name_of, uses, written
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language import types
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

_POINTING = frozenset(
    ("who", "whom", "what", "which", "where", "from", "to", "by", "with", "at", "on", "of", "it", "one")
)
"""Names of parameters that are no nouns: `who` is the other player, `which` the card."""
_PLURAL = re.compile(r"^.+?(?= (?:in|on|other|of|next|from|clockwise|beyond|joined|that|where|which)\b|$)")
_MARKED = re.compile(r"(?:the )?(\w[\w /-]*) (?:[A-Z]|“[^”]*”)$")
"""A noun with the mark that distinguishes it from others of its sort: `die D`, `the space “from”`."""

_SHORT = 12
"""The most words that a definition's condition may have to be printed in place of a call."""


@dataclass(frozen=True, slots=True)
class Domains(Speaker):
    """Phrases for pieces, domains and bound names."""

    def knowing(
        self,
        names: Mapping[str, str],
        domains: Mapping[str, syntax.Domain] | None = None,
        sorts: Mapping[str, Sort] | None = None,
    ) -> Self:
        """An inner scope with words for more names: names for values of these `sorts`, or for elements of `domains`."""
        domains = domains or {}
        sorts = sorts or {name: boards.sort_of(self, domain) for name, domain in domains.items()}
        kept = {name: sort for name, sort in self.sorts.items() if name not in names}
        bindings = {name: binding for name, binding in self.bindings.items() if name not in names}
        return replace(
            self, names={**self.names, **names}, sorts={**kept, **sorts}, bindings={**bindings, **domains}
        )

    def choosing(self, parameters: tuple[rules.Parameter, ...]) -> Self:
        """The scope of an action, definition or step with these parameters."""
        called = {p.name: self.called(p.name, p.domain) for p in parameters}
        said = list(called.values())
        names = {name: one if said.count(one) == 1 else self.apart(name, one) for name, one in called.items()}
        names |= self._lettered(parameters)
        return self.knowing(names, {p.name: p.domain for p in parameters})

    def naming(self, name: str, value: syntax.Expression) -> Self:
        """An inner scope in which a name stands for a value."""
        sorts: dict[str, Sort] = {name: "space"} if boards.is_space(self, value) else {}
        return self.knowing({name: self.phrase(value)}, sorts=sorts)

    def given(self, names: Mapping[str, str], parameters: tuple[rules.Parameter, ...]) -> Self:
        """The scope of a step or definition that is called with arguments: `names` has their words by parameter."""
        return self.knowing(
            names, sorts={p.name: boards.sort_of(self, p.domain) for p in parameters if p.name in names}
        )

    def calling(self, names: Mapping[str, str]) -> Self:
        """The same scope with other words for names that are bound."""
        return replace(self, names={**self.names, **names})

    def _lettered(self, parameters: tuple[rules.Parameter, ...]) -> dict[str, str]:
        """Words for parameters of one kind of pieces, of which there are several, by letter or id: `die D` and `die E`, `die “d1”`."""
        pieces = [(p.name, kind) for p in parameters if (kind := self.kind_of(p.domain)) is not None]
        kinds = [kind for _, kind in pieces]
        return {
            name: f"{self.words.kind(kind, 1)} {letter(name)}"
            for name, kind in pieces
            if kinds.count(kind) > 1 and (len(name) == 1 or not name.isalpha())
        }

    def introduced(self, parameter: rules.Parameter, said: str, later: str) -> str:
        """The words for a choice (`said`) with its name, if the words `later` use it: `die D from the tray`, `a number v from 0 to 1`."""
        called = self.names[parameter.name]
        if found := _MARKED.match(called):
            whole = re.sub(rf"\b{re.escape(found[1])}\b", found[0].removeprefix("the "), said, count=1)
            return whole if called.startswith("the ") else re.sub("^(?:an?|one) ", "", whole)
        named = re.compile(rf"(?<!\w){re.escape(called)}(?!\w)")
        if not named.search(later):
            return said
        if written(parameter.domain) == "bool":
            return f"{said} ({plain(parameter.name)})"
        if called == parameter.name and said.startswith("a number "):
            return f"a number {called}{said.removeprefix('a number')}"
        if named.search(said):
            return said
        return said if called.rpartition(" ")[2] in said.split() else f"{said} ({called})"

    def apart(self, name: str, one: str) -> str:
        """The words for one of several names of a sort: of two spaces `from` is `the space “from”`."""
        return f"{one} “{plain(name)}”" if one in ("the space", "the line", "the direction") else name

    def bound(self, clause: syntax.Clause, inside: syntax.Comprehension | None = None) -> Self:
        """The scope with the name of a clause bound. A clause of the comprehension `inside` is called `the die`, unless something
        else of its sort is mentioned there: then it is `die D`."""
        name, noun = clause.name.text, ""
        if isinstance(clause.domain, syntax.SomeOf):
            return self.knowing({name: self._of_that_set(name, clause.domain)}, {name: clause.domain})
        if inside is not None and (noun := self.noun(clause)) and self._has_rivals(clause, inside):
            return self.knowing({name: f"{_sort(noun)} {letter(name)}"}, {name: clause.domain})
        called = f"the {noun}" if noun else self.called(name, clause.domain)
        if noun in ("player", "team"):
            called = f"that {noun}"
        if boards.sort_of(self, clause.domain) and called.startswith("the "):
            called = f"that {called.removeprefix('the ')}"
        if _sort(called) in map(_sort, self.names.values()):
            called = f"{_sort(called)} “{plain(name)}”"
        return self.knowing({name: called}, {name: clause.domain})

    def _of_that_set(self, name: str, domain: syntax.SomeOf) -> str:
        """The words for a set that a clause binds: `the cards of that set`; with its name if another one is bound around it."""
        kind = self._kind_in(domain.pool)
        pieces = self.words.kind(kind) if kind else "pieces"
        said = f"the {pieces} of that set"
        return f"the {pieces} of set {letter(name)}" if said in self.names.values() else said

    def _kind_in(self, pool: syntax.Domain) -> str | None:
        """The kind of the pieces from which sets are made, also of `pile.last(3)` and of another set."""
        match pool:
            case syntax.Call(function=syntax.Attribute(of=of, name="last")):
                return self.kind_of(of)
            case syntax.Name(text=name) if isinstance(inner := self.bindings.get(name), syntax.SomeOf):
                return self._kind_in(inner.pool)
            case syntax.Arithmetic(left=left):
                return self._kind_in(left)
            case _:
                return self.kind_of(pool)

    def noun(self, clause: syntax.Clause) -> str:
        """The noun for an element of a clause's domain: `die`, `player`; empty for a number or a set."""
        if isinstance(clause.domain, syntax.SomeOf):
            return ""
        name, line = clause.name.text, boards.sort_of(self, clause.domain) == "line"
        return _noun(self.called(name if line else name[:1], clause.domain))  # a line has its own: a row

    def rivals(self, noun: str, inside: syntax.Comprehension) -> bool:
        """Whether a comprehension mentions something else with the same noun: both `the die` and `any die`."""
        said = [each for clause in inside.clauses for each in (clause.if_, clause.while_) if each is not None]
        called = {name for name, one in self.names.items() if noun and _sort(_noun(one)) == _sort(noun)}
        return any(uses(part, called) for part in (inside.element, *said))

    def _has_rivals(self, clause: syntax.Clause, inside: syntax.Comprehension) -> bool:
        noun = self.noun(clause)
        others = (part for part in walk(inside) if isinstance(part, syntax.Clause) and part is not clause)
        return any(_sort(self.noun(other)) == _sort(noun) for other in others) or self.rivals(noun, inside)

    def each(self, clause: syntax.Clause, inside: syntax.Comprehension | None = None) -> str:
        """One element of a clause's domain, with its name if later words need it: `player`, `n from 1 to 3`."""
        name = clause.name.text
        if isinstance(clause.domain, syntax.SomeOf):
            said = self.bound(clause, inside).names[name]
            mark = f" {letter(name)}" if said.endswith(f" set {letter(name)}") else ""
            return f"set{mark} of {self._amount(clause.domain)}"
        one = self.element(clause.domain)
        if not one:
            return f"{name} from {self.phrase(clause.domain)}"
        called = self.bound(clause, inside).names[name]
        noun, mark = _sort(self.noun(clause)), f" {letter(name)}"
        whole = f"{noun} other than you" if one == f"other {noun}" else one
        if called == noun + mark and whole.startswith(noun):
            return called + whole.removeprefix(noun)
        quoted = f" “{plain(name)}”"
        if called.endswith(quoted):
            return _PLURAL.sub(rf"\g<0>{quoted}", whole, count=1)
        return one if called.rsplit(" ", 1)[-1] in one else f"{one} ({called})"

    def many_named(self, clause: syntax.Clause, inside: syntax.Comprehension) -> str:
        """The elements of a clause's domain, with its name if others have the same noun: `dice D in the tray`."""
        if isinstance(clause.domain, syntax.SomeOf):
            return self.each(clause, inside).replace("set", "sets", 1)
        name, many = clause.name.text, self.many(clause.domain)
        mark = f" {letter(name)}"
        if isinstance(clause.domain, syntax.Range):
            return f"numbers {name} from {many}"
        if not self.noun(clause) or not self.bound(clause, inside).names[name].endswith(mark):
            return many
        whole = f"{many.removeprefix('other ')} other than you" if many.startswith("other ") else many
        return _PLURAL.sub(rf"\g<0>{mark}", whole, count=1)

    # ------------------------------------------------------------------------------------ pieces and domains

    def whole(self, node: syntax.Domain, words: Callable[[], str]) -> str:
        """The words for a node if they are complete, else its expression in quotation marks."""
        return self.words.ledger.whole(node, words, lambda: self.as_written(node))

    def as_written(self, node: syntax.Domain) -> str:
        """The text of an expression in quotation marks, for which no complete words exist; the sheet will explain the names in it."""
        names = {part.text: part for part in walk(node) if isinstance(part, syntax.Name)}
        bound = {part.name.text for part in walk(node) if isinstance(part, syntax.Clause)}
        values: dict[str, str] = {}
        for name, part in names.items():
            if name in self.names and name not in bound:
                said = self.names[name]
                values[name] = "me" if said == "you" else said if " " not in said else f"({said})"
            elif name not in bound and (found := self.words.constant(part)) is not None:
                values[name] = self.words.value(found[0].value, found[1])
        self.words.mentioned.update(names.keys() - self.names.keys() - bound)
        self.words.mentioned.update(part.name for part in walk(node) if isinstance(part, syntax.Attribute))
        return as_written(node, values)

    def pieces(self, node: syntax.Expression) -> str:
        """The words for pieces: `all dice`, `the dice in the tray`, `the Hi/Lo die`."""
        return self.whole(node, lambda: self._pieces(node))

    def _pieces(self, node: syntax.Expression) -> str:
        zone = self.zone(node)
        if zone is None:
            return self.phrase(node)
        kind = zone.holds.text
        if self.words.single(kind):
            return f"the {self._only(zone, node)}"
        return f"the {self.words.kind(kind)} in {self.phrase(node)}"

    def _only(self, zone: rules.Zone, node: syntax.Expression) -> str:
        """The only piece of a kind, and where it lies, if another zone can hold it too."""
        one, places = self.words.kind(zone.holds.text, 1), self.words.rulebook.zones.values()
        if sum(each.holds.text == zone.holds.text for each in places) > 1:
            return f"{one} in {self.phrase(node)}"
        self.words.ledger.covers(node)
        return one

    def all_of(self, kind: str) -> str:
        """All pieces of a kind: `the die`, `all dice`."""
        words = self.words
        return f"the {words.kind(kind, 1)}" if words.single(kind) else f"all {words.kind(kind)}"

    def called(self, name: str, domain: syntax.Domain) -> str:
        """The words for a parameter or bound name: `p in players` is `that player`."""
        with self.words.ledger.aside():
            return self._called(name, domain)

    def _called(self, name: str, domain: syntax.Domain) -> str:
        if isinstance(domain, syntax.SomeOf):
            return f"the chosen {self.many(domain.pool).split(' in ')[0]}"
        if isinstance(domain, syntax.OrNone):
            return self.called(name, domain.domain)
        match boards.sort_of(self, domain):
            case "space":
                return "the space"
            case "way":
                return "the direction"
            case "line" if len(name) == 1:
                return "the line"
            case "line":
                return f"the {plain(name)}"
        one = self.element(domain)
        told = len(name) > 1 and name not in _POINTING and one not in plain(name)
        if written(domain) in self.words.rulebook.enums and told:
            return f"the {plain(name)} {one}"
        if one == "team" or one.startswith("player"):
            return f"that {one.split()[0]}"
        if one and (len(name) == 1 or name in _POINTING):
            return f"the {one.split(' in ')[0].split(' on ')[0]}"
        return name if len(name) == 1 else f"the {plain(name)}"

    def domain(self, node: syntax.Domain) -> str:
        """The words for a choice from a domain: `a category`, `one or more of all dice`."""
        return self.whole(node, lambda: self._domain(node))

    def _domain(self, node: syntax.Domain) -> str:
        match node:
            case syntax.Listed():
                return f"one of {self._listed(node)}"
            case syntax.OrNone(domain=domain):
                return f"{self.domain(domain)}, or none"
            case syntax.SomeOf():
                return self._amount(node)
            case syntax.Arithmetic(sign="+", left=left, right=right):
                return f"{self.domain(left)} or {self.domain(right)}"
        if written(node) == "bool":
            return "yes or no"
        zone = self.zone(node)
        if zone is not None:
            return f"a {self.words.kind(zone.holds.text, 1)} from {self.phrase(node)}"
        one = self.element(node)
        if one:
            return f"one {one}"
        return f"{'a number from ' if isinstance(node, syntax.Range) else ''}{self.phrase(node)}"

    def _listed(self, node: syntax.Listed) -> str:
        """The values of a list: `queen, rook or knight`."""
        said = []
        for member in node.members:
            found = self.words.constant(member)
            said.append(
                " ".join(member.span.text.split())
                if found is None
                else self.words.value(found[0].value, found[1])
            )
            self.words.ledger.covers(member)
        if node.of is not None:
            self.words.ledger.covers(node.of)
        return series(said, "or")

    def _amount(self, node: syntax.SomeOf) -> str:
        """How many of which pieces a set has: `one or more cards in your hand`."""
        amount = self.phrase(node.counts) if node.counts is not None else "one or more"
        return f"{amount} {self.many(node.pool)}"

    def element(self, domain: syntax.Domain) -> str:
        """The words for one element of a domain; empty if there are none."""
        return self.words.ledger.whole(domain, lambda: self._element(domain), str)

    def _element(self, domain: syntax.Domain) -> str:
        if isinstance(domain, syntax.Listed):
            return ""
        if said := boards.element(self, domain) or sides.element(self, domain):
            return said
        book, text = self.words.rulebook, written(domain)
        if text == "teams" and not self.words.alone:
            return "team"
        if text in ("players", "teams"):
            return "player"  # each player is a team of one
        if text in book.enums:
            one = self.words.name(book.enums[text]).lower()
            return one if book.enums[text].label is not None or one.endswith("ss") else one.removesuffix("s")
        if text in book.kinds:
            return self.words.kind(text, 1)
        if isinstance(domain, syntax.Call) and written(domain.function) == "clockwise":
            return self.phrase(domain).removeprefix("the ").replace("players", "player")
        zone = self.zone(domain)
        if said := self.among(domain) or self._of_a_set(domain):
            return said
        if zone is not None and not isinstance(domain, syntax.OrNone | syntax.SomeOf):
            return f"{self.words.kind(zone.holds.text, 1)} in {self.phrase(domain)}"
        if isinstance(domain, syntax.Arithmetic) and (held := self.common_kind(domain)):
            one = self.words.kind(held, 1)
            where = (self.element(side).removeprefix(f"{one} in ") for side in (domain.left, domain.right))
            return f"{one} in {' or '.join(where)}"
        if isinstance(domain, syntax.Attribute) and domain.name == "members":
            of = self.phrase(domain.of)
            return f"player of {'your team' if of == 'you' else of}"
        if isinstance(domain, syntax.Attribute) and domain.name == "others":
            if (of := self.phrase(domain.of)) != "you" or self.players_bound():
                return f"player other than {of}"
            self.words.ledger.covers(domain)
            return "other player"
        return ""

    def among(self, domain: syntax.Domain) -> str:
        """One element of `played.last(3)`: `card among the last 3 of the played pile`; empty for other domains."""
        match domain:
            case syntax.Call(function=syntax.Attribute(of=of, name="last"), arguments=(number,)):
                zone = self.zone(of)
                if zone is not None:
                    one = self.words.kind(zone.holds.text, 1)
                    return f"{one} among the last {self.phrase(number)} of {self.phrase(of)}"
        return ""

    def _of_a_set(self, domain: syntax.Domain) -> str:
        """One piece of a set that a clause has bound: `card of that set`; empty for other domains."""
        name = domain.text if isinstance(domain, syntax.Name) else ""
        pool = self.bindings.get(name)
        called = self.names.get(name, "")
        if not isinstance(pool, syntax.SomeOf) or (" of that set" not in called and " of set " not in called):
            return ""
        self.words.ledger.covers(domain)
        kind, which = self._kind_in(pool.pool), called.partition(" of ")[2]
        return f"{self.words.kind(kind, 1) if kind else 'piece'} of {which}"

    def players_bound(self) -> bool:
        """Whether a name in scope stands for a player other than `you`, so that `other player` would be ambiguous."""
        return any("player" in self.names[name].split() for name in self.bindings if name in self.names)

    def one_each(self, domains: Sequence[syntax.Domain]) -> str:
        """`one for each player and category`; players are left out in a game for one."""
        return f"one for {each}" if (each := self.each_of(domains)) else ""

    def each_of(self, domains: Sequence[syntax.Domain]) -> str:
        """`each player and category`; players are left out in a game for one."""
        alone = self.words.program.players == 1
        told = [domain for domain in domains if not (alone and written(domain) in ("players", "teams"))]
        each = (
            (self.element(domain) or self.domain(domain).removeprefix("a "))
            + self.words.listed(written(domain))
            for domain in told
        )
        return f"each {' and '.join(each)}" if told else ""

    def many(self, domain: syntax.Domain) -> str:
        """The words for the elements of a domain: `dice in the tray`."""
        return self.whole(domain, lambda: self._many(domain))

    def _many(self, domain: syntax.Domain) -> str:
        if isinstance(domain, syntax.OrNone | syntax.SomeOf | syntax.Listed):
            return self.domain(domain)
        if written(domain) in self.words.rulebook.kinds:
            return self.words.kind(written(domain))
        if written(domain) in ("players", "teams"):
            return f"{self.element(domain)}s"
        if (one := self.element(domain)).startswith(("piece on ", "player of ")):
            kind, *where = one.split(" ")
            return f"{kind}s {' '.join(where)}"
        if isinstance(domain, syntax.Arithmetic) and (held := self.common_kind(domain)):
            one, many = self.words.kind(held, 1), self.words.kind(held)
            return f"{many} in {self.element(domain).removeprefix(f'{one} in ')}"
        if isinstance(domain, syntax.Arithmetic):
            return f"{self.many(domain.left)} and {self.many(domain.right)}"
        if boards.sort_of(self, domain) and (one := self.element(domain)):
            return re.sub(r"\b(?:space|line|row|column|direction)\b", r"\g<0>s", one, count=1)
        return self.pieces(domain).removeprefix("the ")

    def helper(self, node: syntax.Expression, denied: bool = False) -> str:
        """The words for a call of a definition without a label. If its body is short, those of the body; else, for a condition, that
        it holds; empty for others. With `denied` the opposite of the condition."""
        definition, given = asked(node, self.words.rulebook.definitions)
        if definition is None or definition.label or written(node) in self.names:
            return ""
        compiled = self.words.program.definitions.get(definition.id)
        if compiled is None or (definition.about and (given or definition.parameters)):
            return ""
        condition = isinstance(compiled.type, types.Boolean)
        short = given and (condition or isinstance(node, syntax.Call))
        if short and (said := self.words.ledger.attempt(lambda: self._worked_in(definition, given, denied))):
            return said
        if not condition:
            return ""
        holds = f"“{self.words.mention(definition)}” {'does not hold' if denied else 'holds'}"
        return f"{holds} for {' and '.join(map(self.phrase, given))}" if given else holds

    def _worked_in(
        self, definition: rules.Definition, given: tuple[syntax.Expression, ...], denied: bool
    ) -> str:
        """The body of a definition with these arguments in words, if it is short; else empty."""
        body = definition.body
        several = rules.Cases | rules.SumOf | syntax.IfElse | syntax.Otherwise | syntax.Arithmetic
        if isinstance(body, several) or len(given) != len(definition.parameters):
            return ""
        names = {p.name: self.phrase(a) for p, a in zip(definition.parameters, given, strict=True)}
        inside = replace(self, names={}, sorts={}, bindings={}).given(names, definition.parameters)
        said = inside.denied(body) if denied else inside.condition(body)
        return said if len(said.split()) <= _SHORT and "“" not in said else ""

    def is_sentence(self, node: syntax.Expression) -> bool:
        """Whether the words for a call are the `about` of its definition, filled in."""
        definition = self.words.rulebook.definitions.get(name_of(node))
        return isinstance(node, syntax.Call) and definition is not None and filled_in(definition)

    def common_kind(self, node: syntax.Domain) -> str | None:
        """The kind of the pieces in a zone, or in a sum of zones that hold the same kind; else None."""
        if isinstance(node, syntax.Arithmetic):
            kind = self.common_kind(node.left)
            return kind if node.sign == "+" and kind == self.common_kind(node.right) else None
        return self.kind_of(node) if self.zone(node) is not None else None

    def is_yes_or_no(self, node: syntax.Name) -> bool:
        """Whether a name is a choice of type bool, or a variable that is yes or no."""
        domain = self.bindings.get(node.text)
        if node.text in self.names:
            return isinstance(domain, syntax.Name) and written(domain) == "bool"
        return self.flag(node.text)

    def flag(self, name: str) -> bool:
        """Whether a name is that of a variable of type bool."""
        variable = self.words.rulebook.variables.get(name)
        return variable is not None and written(variable.type) == "bool"

    def is_state(self, name: str) -> bool:
        """Whether an attribute is true or false: `empty`, `full`, or a variable of type bool."""
        return name in ("empty", "full") or self.flag(name)

    def zone(self, node: syntax.Domain) -> rules.Zone | None:
        """The zone that `tray`, `me.hand` or `hand(p)` names; None for others."""
        name = name_of(node)
        return self.words.rulebook.zones.get(name) if name not in self.names else None

    def kind_of(self, node: syntax.Domain) -> str | None:
        """The kind that a node names, or that its zone holds; None for others."""
        if (zone := self.zone(node)) is not None:
            return zone.holds.text
        return written(node) if written(node) in self.words.rulebook.kinds else None

    def shows(self, node: syntax.Expression) -> str:
        """`shows` or `show`, as the number of these pieces requires."""
        kind = self.kind_of(node)
        if kind is None and self.phrase(node).startswith("the chosen"):
            return "show"
        return "shows" if kind is None or self.words.single(kind) else "show"


def letter(name: str) -> str:
    """The mark of one of several things with the same noun: `D`, or a longer name in quotation marks."""
    return name.upper() if len(name) == 1 else f"“{plain(name)}”"


def _sort(called: str) -> str:
    """Words without `other`, to find phrases that a reader could confuse: `the other player` is `that player` too."""
    return re.sub(r"^(the |that )?other ", lambda found: "that " if found[1] else "", called)


def _noun(called: str) -> str:
    """`die` for `the die`; empty for words without `the` or `that`."""
    article, _, noun = called.partition(" ")
    return noun if article in ("the", "that") else ""
