"""Completeness of phrases: which parts of a rule its sentence contains, so that no sentence that leaves a part out is printed.

    count(1 for a in 1..3 for b in 1..3 if a < b)      ->      the number of 1 to 3 says nothing of b, so what
                                                               is printed is the expression

Each part is put into words inside `Ledger.whole`. A part counts as said if the words of the node around it contain its own
words. Only leaves are checked (names, numbers and the like); a larger part is said if its leaves are. A part that needs no
words of its own, as the 0 in `the rack is empty`, is marked with `covers`. Two bound names with the same words are ambiguous
and count as unsaid.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Any, TypeAlias

from rulewright.author.phrases.vocabulary import stem, words_in
from rulewright.checked.references import parts
from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text
from rulewright.language.node_fields import node_fields
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

Part: TypeAlias = object
"""A node of an expression or an effect."""

_LEAVES = (syntax.Name, syntax.Number, syntax.NoneLiteral, syntax.Truth)
_SMALL = words_in(
    "a all an and any are as at be by each every for from if in is it no not of on one or some than that the to"
)
"""Function words, which are no evidence that a part was said."""
_SAME_SORT = r"(?:any|each|every|no|some) {}(?! “|\w)"
"""Indefinite words for something of the same sort, without a name that distinguishes it."""
_OTHER = re.compile(r"^(?:the|that) other ")
"""`the other player` and `that player` are ambiguous: other than whom?"""
_YOU = frozenset(("you", "your", "yours", "me"))


@dataclass(slots=True)
class _Page:
    """What was said while one part was put into words: its parts with their words, and parts that needed none."""

    said: list[tuple[Part, str]] = field(default_factory=list)
    covered: list[Part] = field(default_factory=list)
    called: dict[str, set[Part]] = field(default_factory=lambda: defaultdict(set))
    """By the words for a bound name: the domains of the names that were called so."""

    def take_names(self, page: _Page, without: Container[Part] = ()) -> None:
        """Add what another page called bound names, but for those that are bound by the domains in `without`."""
        for words, bound in page.called.items():
            if left := {each for each in bound if each not in without}:
                self.called[words] |= left


class Ledger:
    """The pages of the parts that are being put into words, innermost last; the first is that of the sheet itself."""

    def __init__(self) -> None:
        self._pages = [_Page()]

    def whole(self, part: Part, words: Callable[[], str], instead: Callable[[], str]) -> str:
        """The words for a part if they are complete, else those of `instead`; empty words stay empty."""
        with self.aside() as page:
            text = words()
        complete = not any(True for _ in _unsaid(part, page, text)) and _are_apart(page)
        if text and not complete:
            text, page = instead(), _Page()
        self._pages[-1].said.append((part, text))
        self._pages[-1].take_names(page, _bound_in(part))
        return text

    def attempt(self, words: Callable[[], str]) -> str:
        """Words for a part that may turn out empty; then nothing that was tried counts as said."""
        with self.aside() as page:
            text = words()
        if text:
            outer = self._pages[-1]
            outer.said += page.said
            outer.covered += page.covered
            outer.take_names(page)
        return text

    def covers(self, *said: Part) -> None:
        """Mark parts as said without words of their own, or as needless at this table."""
        self._pages[-1].covered += said

    def calls(self, words: str, bound: Part) -> None:
        """Note the words that were used for a bound name."""
        self._pages[-1].called[words].add(bound)

    @contextmanager
    def aside(self) -> Iterator[_Page]:
        """A context with a page of its own, for words that are not part of the sentence: nothing in it counts as said."""
        self._pages.append(page := _Page())
        try:
            yield page
        finally:
            self._pages.pop()


def as_written(node: syntax.Domain, values: Mapping[str, str]) -> str:
    """The text of an expression in quotation marks, with free names replaced by `values`: constants of the table, and words for names bound outside."""
    return f"“{to_text(_renamed(node, values))}”"


# ----------------------------------------------------------------------------------------------------- private


def _unsaid(part: Part, page: _Page, text: str) -> Iterator[Part]:
    """The leaves of a node that its words leave out."""
    stems, waiting = _stems(text), [*_below(part)]
    said = {id(node) for node in page.covered}
    said |= {id(node) for node, words in page.said if _stems(words) <= stems}
    if id(part) in said or isinstance(part, _LEAVES):
        return
    while waiting:
        node = waiting.pop()
        if id(node) in said:
            continue
        if isinstance(node, _LEAVES):
            yield node
        waiting += _below(node)


def _below(part: Part) -> Iterator[Part]:
    """The children of a node that need words: not the name that a clause binds, that of a called function, or that of a kind."""
    match part:
        case syntax.Clause(domain=domain, while_=while_, if_=if_):
            yield from (each for each in (domain, while_, if_) if each is not None)
        case syntax.Call(function=syntax.Name(), arguments=arguments):
            yield from arguments
        case syntax.MovedCount(count=count):
            yield count
        case rules.Let(value=value):
            yield value
        case rules.Place(to=to, of=of, turned=turned):
            yield from (each for each in (to, of, turned) if each is not None)
        case _:
            yield from parts(part)


def _are_apart(page: _Page) -> bool:
    """Whether the bound names are unambiguous: no two have the same words, and `the die` is not used together with `any die`."""
    heard: dict[str, set[Part]] = defaultdict(set)
    for words, bound in page.called.items():
        heard[_OTHER.sub("that ", words)] |= bound
    if any(len(bound) > 1 for bound in heard.values()):
        return False
    definite = (words for words in page.called if words.startswith(("the ", "that ")))
    return not any(
        re.match(_SAME_SORT.format(re.escape(words.partition(" ")[2])), other)
        for words in definite
        for other in page.called
        if words not in other
    )


def _bound_in(part: Part) -> set[Part]:
    """The domains of the names that a node binds, which have no meaning outside of it."""
    if isinstance(part, rules.For | rules.Pick):
        return {part.clause.domain}
    inside = part.arguments if isinstance(part, syntax.Call) else (part,)
    return {
        clause.domain for each in inside if isinstance(each, syntax.Comprehension) for clause in each.clauses
    }


def _stems(text: str) -> frozenset[str]:
    """The content words of a text, without endings: `your cards'` has `you` and `card`."""
    return frozenset("you" if word in _YOU else stem(word) for word in words_in(text) - _SMALL)


def _renamed(node: Any, values: Mapping[str, str]) -> Any:  # a node of any sort, or a value of its fields
    if isinstance(node, syntax.Name):
        return replace(node, text=values.get(node.text, node.text))
    if isinstance(node, tuple):
        return tuple(_renamed(each, values) for each in node)
    if not isinstance(node, syntax.Node):
        return node
    return replace(node, **{name: _renamed(getattr(node, name), values) for name in node_fields(type(node))})
