"""What of a rule its sentence has said, so that a sentence that leaves a part out is never printed.

    count(1 for a in 1..3 for b in 1..3 if a < b)      ->      the number of 1 to 3 says nothing of b, so what
                                                               is printed is the expression

Whatever puts a part into words does it inside `Ledger.whole`, and a part is said if its words are found again in the words of
what it is a part of. Names, numbers and the like are the parts that count; what they are parts of is said with them. What is
said without its own words, as the 0 in `the rack is empty`, is put down with `covers`. Two bound names with the same words are
not told apart, and count as unsaid.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from rulewright.checked.references import parts
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.language.node_fields import node_fields
from rulewright.rulebook import nodes as rules

Part: TypeAlias = object
"""A node of an expression or an effect."""

_LEAVES = (syntax.Name, syntax.Number, syntax.NoneLiteral, syntax.Truth)
_WORD = re.compile(r"(\w+)(?:['’]s\b)?")
_SMALL = frozenset(
    [
        "a",
        "all",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "by",
        "each",
        "every",
        "for",
        "from",
        "if",
        "in",
        "is",
        "it",
        "no",
        "not",
        "of",
        "on",
        "one",
        "or",
        "some",
        "than",
        "that",
        "the",
        "to",
    ]
)
"""Words that say nothing of a part by themselves."""
_SAME_SORT = r"(?:any|each|every|no|some) {}(?! “|\w)"
"""Other words for something of the same sort, with no name that tells it apart."""
_OTHER = re.compile(r"^(?:the|that) other ")
"""`the other player` is not told from `that player`: other than whom?"""
_YOU = frozenset(("you", "your", "yours", "me"))
_IRREGULAR = {"dice": "die"}


@dataclass(slots=True)
class _Page:
    """What was said while the words for one part were made."""

    said: list[tuple[Part, str]] = field(default_factory=list)
    covered: list[Part] = field(default_factory=list)
    called: dict[str, set[Part]] = field(default_factory=lambda: defaultdict(set))
    """Words for bound names, and what was bound under them."""


class Ledger:
    """Which parts the words that are being made have said."""

    def __init__(self) -> None:
        self._pages: list[_Page] = []

    def whole(self, part: Part, words: Callable[[], str], instead: Callable[[], str]) -> str:
        """The words for a part if they say all of it, or what is to be printed instead; no words stay no words."""
        page = _Page()
        self._pages.append(page)
        try:
            text = words()
        finally:
            self._pages.pop()
        complete = not any(True for _ in _unsaid(part, page, text)) and _are_apart(page)
        if text and not complete:
            text, page = instead(), _Page()
        self._close(part, text, page)
        return text

    def attempt(self, words: Callable[[], str]) -> str:
        """Words for a part, or none; with none, nothing of what was tried counts as said."""
        page = _Page()
        self._pages.append(page)
        try:
            text = words()
        finally:
            self._pages.pop()
        if text and self._pages:
            outer = self._pages[-1]
            outer.said += page.said
            outer.covered += page.covered
            for called, bound in page.called.items():
                outer.called[called] |= bound
        return text

    def covers(self, *said: Part) -> None:
        """That these parts are said without words of their own, or have no need of any at this table."""
        if self._pages:
            self._pages[-1].covered += said

    def calls(self, words: str, bound: Part) -> None:
        """That these words were used for a bound name."""
        if self._pages:
            self._pages[-1].called[words].add(bound)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Whatever is put into words here is not yet part of a sentence."""
        self._pages.append(_Page())
        try:
            yield
        finally:
            self._pages.pop()

    def _close(self, part: Part, text: str, page: _Page) -> None:
        if not self._pages:
            return
        outer, own = self._pages[-1], _bound_in(part)
        outer.said.append((part, text))
        for words, bound in page.called.items():
            if left := bound - own:
                outer.called[words] |= left


def as_written(node: syntax.Domain, values: Mapping[str, str]) -> str:
    """The names in an expression replaced: by values of this table, and by the words that a sentence around it uses."""

    return f"“{to_text(_replaced(node, values))}”"


# ----------------------------------------------------------------------------------------------------- private


def _unsaid(part: Part, page: _Page, text: str) -> Iterator[Part]:
    """The parts of a node that its words leave out."""
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
    """The parts directly below a node that have a meaning of their own: a name that is bound, called or named a kind has none."""
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
    """Whether nobody can take one bound name for another: not two by the same words, nor `the die` beside `any die`."""
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
    """What binds names in a node that cannot be spoken of outside of it."""
    if isinstance(part, rules.For | rules.Pick):
        return {part.clause.domain}
    inside = part.arguments if isinstance(part, syntax.Call) else (part,)
    return {
        clause.domain for each in inside if isinstance(each, syntax.Comprehension) for clause in each.clauses
    }


def _stems(text: str) -> frozenset[str]:
    """The words of a text that say something, whichever form they have: `your cards'` is `you`, `card`."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower()) if word not in _SMALL)


def _stem(word: str) -> str:
    if word in _YOU:
        return "you"
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return _IRREGULAR.get(word, word.removesuffix("s") if not word.endswith("ss") else word)


def _replaced(node: syntax.Domain, values: Mapping[str, str]) -> syntax.Domain:
    bound = {part.name.text for part in walk(node) if isinstance(part, syntax.Clause)}
    free = {name: words for name, words in values.items() if name not in bound}
    made: syntax.Domain = _renamed(node, free)
    return made


def _renamed(node: Any, values: Mapping[str, str]) -> Any:  # a node of any sort, or what stands in its fields
    if isinstance(node, syntax.Name):
        return replace(node, text=values.get(node.text, node.text))
    if isinstance(node, tuple):
        return tuple(_renamed(each, values) for each in node)
    if not isinstance(node, syntax.Node):
        return node
    return replace(node, **{name: _renamed(getattr(node, name), values) for name in node_fields(type(node))})
