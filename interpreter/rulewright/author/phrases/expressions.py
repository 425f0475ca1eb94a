"""Expressions in plain English. Where a phrase would leave part of an expression out (`ledger`), the expression itself is printed.

    any(p.score >= target for p in players)      ->      any player's score is at least 100
    not bank.full and rolls > 0                  ->      the bank is not full and the rolls are more than 0

Conditions that always or never hold at this table are dropped from `and` and `or`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import assert_never

from rulewright.author.phrases import boards, sides
from rulewright.author.phrases.aggregates import NOT_SO, Aggregates
from rulewright.author.phrases.texts import lowered, plain
from rulewright.author.phrases.vocabulary import (
    ATTRIBUTES,
    COMPARED,
    OPPOSITE,
    ROUNDS,
    SIGNS,
    being,
    filled_in,
    is_told_apart,
    is_zero,
    name_of,
    possessive,
    uses,
    written,
)
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import AGGREGATE, FUNCTION
from rulewright.rulebook import nodes as rules

_CONDITIONS = syntax.And | syntax.Or | syntax.Not | syntax.Compare | syntax.In
_AND, _OR = re.compile(r"\band\b"), re.compile(r"\bor\b(?! (?:less|more|later|earlier)\b)")
_BRACKETED = re.compile(r"\([^()]*\)|“[^”]*”")
_EMPTY = {
    **dict.fromkeys([(">", 0), ("!=", 0), (">=", 1)], "is not empty"),
    **dict.fromkeys([("==", 0), ("<=", 0), ("<", 1)], "is empty"),
}
"""Comparisons of the number of pieces in a zone, by sign and number."""


@dataclass(frozen=True, slots=True)
class Phrases(Aggregates):
    """The words for expressions in one scope; `choosing`, `knowing` and `bound` make those of inner scopes."""

    def text(self, text: rules.Text | None) -> str:
        """A text with its placeholders filled in: by their value if it is constant at this table, else by a phrase."""
        if text is None:
            return ""
        parts = (part if isinstance(part, str) else self.phrase(part) for part in text.parts)
        return self.words.changes.counted(text, "".join(parts).strip())

    # ----------------------------------------------------------------------------------------- expressions

    def phrase(self, node: syntax.Expression) -> str:
        """An expression in words; its value if it is constant at this table."""
        return self.whole(node, lambda: self._phrase(node))

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
            case syntax.And() | syntax.Or() | syntax.Not() | syntax.Compare() | syntax.In():
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
        asks = isinstance(node, _CONDITIONS)
        if isinstance(node, syntax.Attribute):
            asks = node.name in ("empty", "full") or self.flag(node.name)
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
            case syntax.In(item=item, domain=domain):
                return f"{being(self._side(item))} {not_}{self._within(domain)}"
            case syntax.Attribute(of=of, name=name) if name in ("empty", "full") or self.flag(name):
                return f"{being(self.phrase(of))} {not_}{plain(name)}"
            case syntax.Attribute() if said := boards.trait(self, node):
                return said.replace(" “", f" {not_}“", 1)
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
        return f"{NOT_SO}{said}" if denied and self.is_sentence(node) else not_ + said

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
            return self._the(known)
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
        if isinstance(function, syntax.Name) and name in AGGREGATE:
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

    def _compared(self, sign: str, left: syntax.Expression, right: syntax.Expression) -> str:
        if (
            isinstance(left, syntax.Otherwise)
            and is_zero(left.default)
            and is_zero(right)
            and sign in (">", "!=")
        ):
            self.words.ledger.covers(left.default)
            left = left.value
        equal = sign == "=="
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

    def _the(self, entry: rules.Entry) -> str:
        is_variable = isinstance(entry, rules.Variable)
        return f"the {self.words.mention(entry)}" if is_variable else self.words.term(entry)
