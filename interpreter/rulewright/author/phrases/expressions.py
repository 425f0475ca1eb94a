"""Expressions in plain English, with sums, counts, and conditions on any or every element of a domain. Where a phrase would
leave part of an expression out (`ledger`), the expression itself is printed.

    any(p.score >= target for p in players)      ->      any player's score is at least 100
    sum(d.face for d in tray)                    ->      the sum of what each die in the tray shows
    not bank.full and rolls > 0                  ->      the bank is not full and the rolls are more than 0

Conditions that always or never hold at this table are dropped from `and` and `or`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Self, assert_never

from rulewright.author.english import lowered, plain
from rulewright.author.phrases import afterwards, boards, conjunctions, noted, places, showing, sides
from rulewright.author.phrases.addressed import YOU, addressed
from rulewright.author.phrases.clauses import Clauses
from rulewright.author.phrases.vocabulary import (
    AGGREGATES,
    ATTRIBUTES,
    COMPARED,
    IS_SO,
    OPPOSITE,
    ROUNDS,
    SIGNS,
    being,
    compares,
    filled_in,
    is_told_apart,
    is_zero,
    name_of,
    possessive,
    quantifies,
    uses,
    written,
)
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import AGGREGATE, FUNCTION, LATER_NAMES
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

_CONDITIONS = syntax.And | syntax.Or | syntax.Not | syntax.Compare | syntax.In | syntax.Before
_AND, _OR = re.compile(r"\band\b"), re.compile(r"\bor\b(?! (?:less|more|later|earlier)\b)")
_BRACKETED = re.compile(r"\([^()]*\)|“[^”]*”")
_EMPTY = {
    **dict.fromkeys([(">", 0), ("!=", 0), (">=", 1)], "is not empty"),
    **dict.fromkeys([("==", 0), ("<=", 0), ("<", 1)], "is empty"),
}
"""Comparisons of the number of pieces in a zone, by sign and number."""

NOT_SO = "it is not true that "
_HELD = re.compile(r"(?:an?|one|two|three|four|five|six|seven|\d+) ")
"""The beginning of a label that names what one has: `five of a kind`, `a straight`."""
_ONE = re.compile(r" (that|who) is ")
_SHOWS = re.compile(r"^ that shows ")
_WHOLE_LINE = re.compile(r"^every space of any ((?:straight )?line .+) is (yours|\w[\w ]*'s?)$")
_DENIED, _NAMED = re.compile(r"\bno\b|\bnot every\b"), re.compile(r"“[\w ]+”")


@dataclass(frozen=True, slots=True)
class Phrases(Clauses):
    """The words for expressions in one scope; `choosing`, `knowing` and `bound` make those of inner scopes."""

    def text(self, text: rules.Text | None) -> str:
        """A text with its placeholders filled in: by their value if it is constant at this table, else by a phrase."""
        if text is None:
            return ""
        parts = (part if isinstance(part, str) else self._filled(part) for part in text.parts)
        return self.words.changes.counted(text, addressed(parts).strip())

    def _filled(self, node: syntax.Expression) -> str:
        """A placeholder: for an option the words of its choice, with theirs filled in."""
        option = self.words.rulebook.options.get(written(node))
        chosen = self.words.member_of(node) if option is not None else ""
        choices = option.one_of if option is not None else ()
        said = next((choice.text for choice in choices if choice.id == chosen), None)
        phrase = self.text(said) if said is not None else self.words.players_here(node) or self.phrase(node)
        return YOU if phrase == "you" else phrase

    def sheet(self, entry: rules.Entry | rules.Turns) -> str | None:
        """The words that an entry has for the rule sheet; empty for `false`, None if there are none that hold here."""
        found = self.words.changes.sheet(entry)
        return self.text(found) if found is not None else None

    # ----------------------------------------------------------------------------------------- expressions

    def phrase(self, node: syntax.Expression) -> str:
        """An expression in words; its value if it is constant at this table."""
        return self.whole(node, lambda: self.words.number_of_players(node) or self._phrase(node))

    def _phrase(self, node: syntax.Expression) -> str:
        if not uses(node, self.names) and (found := self.words.constant(node)) is not None:
            self.words.ledger.covers(node)
            return self.words.value(found[0].value, found[1])
        if said := self.helper(node):
            return said
        match node:
            case syntax.Name(text=text):
                return self._bound(text) or self._name(text)
            case syntax.Number(value=value):
                return str(value)
            case syntax.NoneLiteral():
                return "none"
            case syntax.Truth(value=value):
                return "yes" if value else "no"
            case syntax.Attribute():
                return self._attribute(node)
            case syntax.Call():
                return self._call(node)
            case syntax.Comprehension():
                return f"{self.inside(node).phrase(node.element)} {self.clauses(node, 'each')}"
            case syntax.IfElse():
                return self._choice(node)
            case syntax.And() | syntax.Or() | syntax.Not() | syntax.Compare() | syntax.In() | syntax.Before():
                return self.condition(node)
            case syntax.Otherwise(value=value, default=default):
                return f"{self.phrase(value)}, or {self.phrase(default)} if there is none"
            case syntax.Range(low=low, high=high):
                return f"{self.phrase(low)} to {self.phrase(high)}"
            case syntax.Arithmetic(sign=sign, left=left, right=right):
                return f"{self.operand(left, sign, True)} {SIGNS[sign]} {self.operand(right, sign)}"
            case syntax.Negative(operand=operand):
                return f"minus {self.operand(operand)}"
            case syntax.Through(family=family, space=space):
                return f"{self.phrase(family)} through {self.phrase(space)}"
            case _:
                assert_never(node)

    def assigned(self, node: syntax.Expression) -> str:
        """A value that a variable is set to: a condition as `whether` it holds."""
        asks = isinstance(node, _CONDITIONS) or (
            isinstance(node, syntax.Attribute) and self.is_state(node.name)
        )
        said = self.condition(node) if asks else self.phrase(node)
        return f"whether {said}" if asks and said not in ("yes", "no") else said

    def condition(self, node: syntax.Expression) -> str:
        """A condition in words: `a >= b` is `a is at least b`."""
        return self.whole(node, lambda: self._condition(node, False))

    def denied(self, node: syntax.Expression) -> str:
        """The opposite of a condition in words: `not a >= b` is `a is less than b`."""
        return self.whole(node, lambda: self.helper(node, denied=True) or self._condition(node, True))

    def _condition(self, node: syntax.Expression, denied: bool) -> str:
        not_ = "not " if denied else ""
        match node:
            case syntax.And(items=items):
                return self._joined(items, "or" if denied else "and", True, denied)
            case syntax.Or(items=items):
                return self._joined(items, "and" if denied else "or", False, denied)
            case syntax.Not(operand=operand):
                return self.condition(operand) if denied else self.denied(operand)
            case syntax.Compare(sign=sign):
                return self._compared(OPPOSITE[sign] if denied else sign, node.left, node.right)
            case syntax.Before(left=left, right=right):
                verb = "does not come" if denied else "comes"
                return f"{self._side(left)} {verb} before {self._side(right)}"
            case syntax.In(item=item, domain=domain):
                return f"{being(self._side(item))} {not_}{self._within(domain)}"
            case syntax.Attribute(of=of, name=name) if self.is_state(name):
                return f"{being(self.phrase(of))} {not_}{plain(name)}"
            case syntax.Attribute() if said := boards.trait(self, node):
                return said.replace(" “", f" {not_}“", 1)
            case syntax.Name() if said := self._is_so(node):
                return f"{NOT_SO if denied else ''}{said}"
            case syntax.Name() if self.is_yes_or_no(node):
                return f"{self.phrase(node)} is {'no' if denied else 'yes'}"
            case syntax.Call(function=syntax.Name(text="can")) if denied:
                self.words.ledger.covers(node)
                return self.phrase(node).replace(" can ", " cannot ", 1)
            case syntax.Call(
                function=syntax.Name(text="any"), arguments=(syntax.Comprehension() as inside,)
            ) if denied:
                return self.quantified(inside, "no")
        said = self.phrase(node)
        if (
            isinstance(node, syntax.Name)
            and node.text in self.words.rulebook.definitions
            and _HELD.match(said)
        ):
            return f"you {'do not ' if denied else ''}have {said}"
        return f"{NOT_SO}{said}" if denied and self.is_sentence(node) else not_ + said

    def _is_so(self, node: syntax.Name) -> str:
        """What a variable notes that is yes or no, by its `about`: `a card was laid`; empty for others."""
        variable = self.words.rulebook.variables.get(node.text) if node.text not in self.names else None
        if variable is None or written(variable.type) != "bool" or variable.per:
            return ""
        said = lowered(self.text(variable.about))
        if not IS_SO.match(said):
            return ""
        self.words.ledger.covers(node)
        return said

    def _bound(self, text: str) -> str:
        """The words for a bound name in this scope; empty for other names."""
        if text in self.bindings:
            self.words.ledger.calls(self.names[text], self.bindings[text])
        elif text == "me" and text not in self.names:
            self.words.ledger.calls("you", text)
        return self.names.get(text, "")

    def _name(self, text: str) -> str:
        book = self.words.rulebook
        if text in ("me", "round"):
            return "you" if text == "me" else "the round"
        if text in book.kinds:
            return self.all_of(text)
        if text in book.zones:
            return f"the {self.words.name(book.zones[text])}"
        if text in book.boards:
            return f"the {plain(text)}"
        if known := book.variables.get(text) or book.definitions.get(text) or book.tables.get(text):
            return self.words.the(known)
        return self.words.member(text) or plain(text)

    def _attribute(self, node: syntax.Attribute) -> str:
        book, name = self.words.rulebook, node.name
        if name in ("empty", "full"):
            return self.condition(node)
        if said := boards.attribute(self, node) or sides.attribute(self, node):
            return said
        if name == "count":
            return f"the number of {self.pieces(node.of).removeprefix('the ').removeprefix('all ')}"
        if name == "face":
            return f"what {self.pieces(node.of)} {self.shows(node.of)}"
        of = self.phrase(node.of)
        if name == "team" and self.words.alone:
            return of  # everybody is a team of one
        if name == "others":
            if of != "you" or self.players_bound():
                return f"the players other than {of}"
            self.words.ledger.covers(node)
            return "the other players"
        if phrase := ATTRIBUTES.get(name):
            return phrase.format(of=of, whose=possessive(of))
        entry = book.variables.get(name) or book.definitions.get(name) or book.zones.get(name)
        if entry is not None:
            said = self.words.name(entry) if isinstance(entry, rules.Zone) else self.words.term(entry, True)
            apart = is_told_apart(of) or of.endswith("”")
            return f"the {said} of {of}" if apart else f"{possessive(of)} {said}"
        zone = self.zone(node.of)
        if zone is not None and name in ("top", "piece"):
            which, link = ("top ", "of") if name == "top" else ("", "in")
            return f"the {which}{self.words.kind(zone.holds.text, 1)} {link} {of}"
        if self.kind_of(node.of) is not None:
            return f"the {plain(name)} of {self.pieces(node.of)}"
        long = " of " in of or " in " in of
        return f"the {plain(name)} of {of}" if long else f"{possessive(of)} {plain(name)}"

    def _call(self, node: syntax.Call) -> str:
        function, book, name = node.function, self.words.rulebook, name_of(node)
        said = showing.amount(self, node) or places.of_pile(self, node) or noted.amount(self, node)
        if said := said or afterwards.asked(self, node):
            return said
        own = name in LATER_NAMES and any(
            name in entries for entries in (book.definitions, book.tables, book.variables)
        )
        if isinstance(function, syntax.Name) and name in AGGREGATE and not own:
            return self.aggregate(name, node.arguments)
        arguments = [self.phrase(argument) for argument in node.arguments]
        if said := boards.call(self, node) or sides.call(self, node):
            return said
        if name == "can":
            return f"{arguments[1] if len(arguments) > 1 else 'you'} can {arguments[0]}"
        if name in FUNCTION and (template := FUNCTION[name].phrase):
            return template.format(*arguments, whose=possessive(arguments[0]))
        owner = [self.phrase(function.of)] if isinstance(function, syntax.Attribute) else []
        definition = book.definitions.get(name)
        if definition is not None and filled_in(definition):
            self.words.filled.add(definition.id)
            named = zip((p.name for p in definition.parameters), [*owner, *arguments], strict=False)
            return lowered(self.knowing(dict(named)).text(definition.about))
        entry = definition or book.tables.get(name) or book.variables.get(name)
        said = self.words.term(entry) if entry is not None else plain(name)
        whose = f"{possessive(owner[0])} " if owner else "the " if entry is not None else ""
        link = "of" if definition is not None else "for"
        return f"{whose}{said} {link} {' and '.join(arguments)}" if arguments else f"{whose}{said}"

    def _choice(self, node: syntax.IfElse) -> str:
        settled = self.words.settled(node.condition)
        if settled is not None:
            self.words.ledger.covers(node.condition, node.otherwise if settled else node.value)
            return self.phrase(node.value if settled else node.otherwise)
        return f"{self._side(node.value)} if {self.condition(node.condition)}, otherwise {self._side(node.otherwise)}"

    def _joined(
        self, items: tuple[syntax.Expression, ...], word: str, neutral: bool, denied: bool = False
    ) -> str:
        """Conditions joined by `and` or `or`; with `denied` the opposite of each. There is a comma before `word` if one of them contains
        the other conjunction. Those that are always `neutral` are dropped."""
        kept = [item for item in items if self.words.settled(item) is not neutral]
        self.words.ledger.covers(*(item for item in items if item not in kept))
        parts = list(dict.fromkeys(self.denied(item) if denied else self.condition(item) for item in kept))
        other = _OR if word == "and" else _AND
        mixed = [said for said in parts if other.search(_BRACKETED.sub("", said))]
        if len(parts) > 1 and mixed:
            either = [f"either {said}" if word == "and" and said in mixed else said for said in parts]
            return f", {word} ".join(either)
        return f" {word} ".join(parts) or ("always" if neutral is not denied else "never")

    def _compared(
        self, sign: syntax.ComparisonSign, left: syntax.Expression, right: syntax.Expression
    ) -> str:
        if (
            isinstance(left, syntax.Otherwise)
            and is_zero(left.default)
            and is_zero(right)
            and sign in (">", "!=")
        ):
            self.words.ledger.covers(left.default)
            left = left.value
        equal = sign == "=="
        if said := showing.compared(self, sign, left, right) or noted.compared(self, sign, left, right):
            return said
        match left, right:
            case syntax.Attribute(), _ if (equal or sign == "!=") and (
                said := boards.owned(self, left, right, not equal)
            ):
                return said
            case _, syntax.NoneLiteral() if equal or sign == "!=":
                self.words.ledger.covers(right)
                if said := sides.lies_there(self, left, equal) or boards.there_is(self, left, equal):
                    return said
                return f"{being(self.phrase(left))} {'blank' if equal else 'not blank'}"
            case syntax.Attribute(of=of, name="count"), syntax.Number(value=number) if self.zone(of):
                if empty := _EMPTY.get((sign, number)):
                    self.words.ledger.covers(right)
                    return f"{self.phrase(of)} {empty}"
        if written(left) == "round":
            self.words.ledger.covers(left)
            return ROUNDS[sign].format(self.phrase(right))
        value = f"{COMPARED[sign]}{self._side(right)}"
        if isinstance(left, syntax.Attribute) and left.name == "face" and sign != "!=":
            return f"{self.pieces(left.of)} {self.shows(left.of)} {value}"
        return f"{being(self._side(left))} {value}"

    def _side(self, node: syntax.Expression) -> str:
        """One side of a comparison or choice, in brackets if it contains a condition or a comma."""
        said = self.phrase(node)
        loose = isinstance(node, _CONDITIONS | syntax.IfElse | syntax.Otherwise)
        return f"({said})" if loose and " " in said else said

    def _within(self, domain: syntax.Expression) -> str:
        if said := boards.within(self, domain):
            return said
        if not isinstance(domain, syntax.Range):
            return f"in {self.phrase(domain)}"
        low, high = self.phrase(domain.low), self.phrase(domain.high)
        return low if low == high else f"from {self.phrase(domain)}"

    def operand(self, node: syntax.Expression, beside: str = "", first: bool = False) -> str:
        """An operand of the arithmetic sign `beside` (`first`: the left one), or of `the sum of`, in brackets where it needs them."""
        said = self.phrase(node)
        match node:
            case syntax.Name() | syntax.Number() | syntax.Attribute():
                return said
            case syntax.Arithmetic(sign=sign):
                if beside in ("+", "-"):
                    bare = first or sign == "*"
                else:
                    bare = first and sign in (beside, "*", "div")
                return said if bare or " " not in said else f"({said})"
            case _ if beside:
                return said if " " not in said or said.startswith("“") else f"({said})"
        return said

    # ------------------------------------------------------------------------------------------ aggregates

    def aggregate(self, name: str, arguments: tuple[syntax.Expression, ...]) -> str:
        """A call of an aggregate, over a comprehension or over plain arguments (`max(a, b)`)."""
        if name == "nth":
            return places.ranked(self, arguments[0], self.aggregate("max", arguments[1:]))
        first = arguments[0]
        if not isinstance(first, syntax.Comprehension):
            return f"{AGGREGATES.get(name, name)} {' and '.join(self.phrase(a) for a in arguments)}".strip()
        if name == "all" and isinstance(first.element, syntax.Not):
            none = replace(first, element=first.element.operand)
            if (said := self.quantified(none, "no")).startswith("no ") and NOT_SO not in said:
                return said
        if name in ("any", "all"):
            return self.quantified(first, "any" if name == "any" else "every")
        clause, inside = first.clauses[0], self.inside(first)
        if name == "count":
            self.words.ledger.covers(first.element)
            tests = self.as_long(clause, many=True) + inside.provided(clause)
            tests = _SHOWS.sub(r" that show ", _ONE.sub(r" \1 are ", tests, count=1), count=1)
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
            and uses(element, {clause.name.text}) == 1
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
        if said := self.words.ledger.attempt(conjunctions.one_by_one(node, each, self._plainly)):
            return _WHOLE_LINE.sub(r"any \1 is all \2", said)
        inside, many = self.inside(node).condition(node.element), "every" if each == "every" else "some"
        if quantifies(node.element):
            said = f"{self.clauses(node, many)}, {inside}"
            return f"{NOT_SO}{said}" if each == "no" else said
        if each == "every":
            return f"{inside} {self.clauses(node, many)}"
        there = self.clauses(node, many).removeprefix("for ").replace(" and for some ", " and some ")
        return f"there is {there.replace('some', 'no', 1) if each == 'no' else there} for which {inside}"

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
            needed = sum(uses(part, {clause.name.text}) for part in (node.element, *node.clauses)) > 1
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
