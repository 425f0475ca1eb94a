"""The reader that all parts of a rulebook share: expressions, names, lists and keys out of the tree of YAML.

    {holds: pot > 0, says: You must roll.}      ->      fields.expression("holds"), fields.text("says")

The tree has been checked against the schema, so a wrong shape is rare here; it still becomes a problem, and
reading continues with the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Literal, TypedDict, TypeVar

from rulewright.document import nodes as document
from rulewright.expression import nodes as syntax
from rulewright.expression.from_text import parse
from rulewright.expression.words import is_name
from rulewright.problems.limits import MOST_WRITTEN
from rulewright.problems.problem import Problems
from rulewright.rulebook import messages, nodes, texts
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Chosen = TypeVar("Chosen", bound=str)
Made = TypeVar("Made")


class Head(TypedDict):
    """The arguments that every `nodes.Entry` has."""

    id: str
    path: str
    label: nodes.Text | None
    about: nodes.Text | None
    sheet: nodes.Text | None
    span: Span
    whole: Span


@dataclass(frozen=True, slots=True)
class Named:
    """An entry of a mapping of named entries whose value has not been read yet."""

    id: str
    path: str
    span: Span
    value: document.Node

    def head(self, fields: Fields | None = None) -> Head:
        label = fields.text("label") if fields else None
        about = fields.text("about") if fields else None
        sheet = fields.sheet() if fields else None
        whole = self.value.span
        return Head(
            id=self.id, path=self.path, label=label, about=about, sheet=sheet, span=self.span, whole=whole
        )


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads parts of one rulebook and collects its problems; `written` counts the characters of its expressions."""

    problems: Problems
    written: list[int] = field(default_factory=lambda: [0], compare=False)

    def expression(self, node: document.Node) -> syntax.Expression | None:
        span = self._slice(node, "an expression")
        return parse(span, "expr", self.problems) if span else None

    def domain(self, node: document.Node) -> syntax.Domain | None:
        span = self._slice(node, "a domain")
        return parse(span, "domain", self.problems) if span else None

    def clause(self, node: document.Node) -> syntax.Clause | None:
        span = self._slice(node, "`x in DOMAIN`")
        return parse(span, "clause", self.problems) if span else None

    def moved(self, node: document.Node) -> syntax.Moved | None:
        span = self._slice(node, "what is moved")
        return parse(span, "moved", self.problems) if span else None

    def place(self, node: document.Node) -> syntax.Expression | None:
        span = self._slice(node, "a place")
        return parse(span, "place", self.problems) if span else None

    def row(self, node: document.Node) -> syntax.Row | None:
        span = self._slice(node, "the key of a row")
        return parse(span, "row", self.problems) if span else None

    def outcome(self, node: document.Node) -> nodes.Outcome | None:
        if isinstance(node, document.Mapping):
            fields = self.fields(node, "a result")
            who = fields.expression("wins") if fields else None
            return nodes.Wins(who=who, span=node.span) if who else None
        span = self._slice(node, "a result")
        return parse(span, "outcome", self.problems) if span else None

    def text(self, node: document.Node) -> nodes.Text | None:
        scalar = self.scalar(node, "words")
        return texts.from_scalar(scalar, self.problems) if scalar else None

    def name(self, node: document.Node, what: str) -> syntax.Name | None:
        """The name of something that is declared elsewhere, such as a kind in `holds`."""
        scalar = self.scalar(node, what)
        if scalar is None:
            return None
        if not is_name(scalar.text):
            self.problems.add(messages.not_a_name(scalar, what))
            return None
        return syntax.Name(scalar.text, scalar.span)

    def id(self, node: document.Node, what: str) -> nodes.ActionName | None:
        name = self.name(node, what)
        return nodes.ActionName(id=name.text, span=name.span) if name else None

    def scalar(self, node: document.Node, what: str) -> document.Scalar | None:
        """The node if it is a scalar that is not empty; otherwise None, and a problem that expects `what`."""
        if not isinstance(node, document.Scalar):
            self.problems.add(messages.wrong_shape(node, what))
            return None
        if node.is_null:
            self.problems.add(messages.nothing_written(node.span, what))
            return None
        return node

    def sequence(self, node: document.Node, what: str) -> tuple[document.Node, ...]:
        if not isinstance(node, document.Sequence):
            self.problems.add(messages.wrong_shape(node, what))
            return ()
        return node.items

    def each(
        self, node: document.Node | None, read: Callable[[document.Node], Made | None]
    ) -> tuple[Made, ...]:
        """The results of `read` for the items of a list, or for a single value, which is short for a list of one."""
        if node is None:
            return ()
        items = node.items if isinstance(node, document.Sequence) else (node,)
        return tuple(made for item in items if (made := read(item)) is not None)

    def named(self, node: document.Node | None, path: str, what: str) -> Iterator[Named]:
        """The entries of a mapping of named entries; `what` is one of them, such as "a zone"."""
        if node is None:
            return
        if not isinstance(node, document.Mapping):
            self.problems.add(messages.wrong_shape(node, f"a mapping of names, each with {what},"))
            return
        for entry in node:
            if is_name(entry.key.text):
                yield Named(entry.key.text, f"{path}.{entry.key.text}", entry.key.span, entry.value)
            else:
                self.problems.add(messages.not_a_name(entry.key, what))

    def entries(
        self,
        node: document.Node | None,
        path: str,
        what: str,
        read: Callable[[Reader, Named, Fields], Made | None],
    ) -> dict[str, Made]:
        """The entries of a mapping by their ids, made by `read` from their keys; without those that it cannot read."""
        found: dict[str, Made] = {}
        for named in self.named(node, path, what):
            fields = self.fields(named.value, what)
            made = read(self, named, fields) if fields is not None else None
            if made is not None:
                found[named.id] = made
        return found

    def parameters(self, node: document.Node | None) -> tuple[nodes.Parameter, ...]:
        """`{id: DOMAIN}` of `of` and `choose`."""
        found: list[nodes.Parameter] = []
        for entry in self.named(node, "", "a domain"):
            domain = self.domain(entry.value)
            if domain is not None:
                found.append(nodes.Parameter(name=entry.id, domain=domain, span=entry.span))
        return tuple(found)

    def expressions(self, node: document.Node) -> tuple[syntax.Expression, ...]:
        """An expression, or a list of them."""
        items = node.items if isinstance(node, document.Sequence) else (node,)
        return tuple(made for item in items if (made := self.expression(item)) is not None)

    def attributes(self, node: document.Node | None, what: str) -> dict[str, syntax.Expression]:
        """`{id: EXPRESSION}`."""
        read = ((entry.id, self.expression(entry.value)) for entry in self.named(node, "", what))
        return {id: value for id, value in read if value is not None}

    def fields(self, node: document.Node, what: str) -> Fields | None:
        """A mapping whose keys the schema has checked; None and a problem for any other node."""
        if not isinstance(node, document.Mapping):
            self.problems.add(messages.wrong_shape(node, what))
            return None
        return Fields(self, node, what)

    def _slice(self, node: document.Node, what: str) -> Span | None:
        """The place of an expression; None and a problem if YAML read its characters as others, by an escape."""
        scalar = self.scalar(node, what)
        if scalar is None:
            return None
        if scalar.style == "quoted" and scalar.text.split() != scalar.span.text.split():
            self.problems.add(messages.escaped_expression(scalar.span))
            return None
        return scalar.span if self._has_room(scalar.span) else None

    def _has_room(self, span: Span) -> bool:
        """Whether one more expression is within the limit for all of them; the first one beyond is reported."""
        before = self.written[0]
        self.written[0] += span.end - span.start
        if before <= MOST_WRITTEN < self.written[0]:
            self.problems.add(messages.too_much_written(span, MOST_WRITTEN))
        return self.written[0] <= MOST_WRITTEN


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping with known keys. Each method reads the value of a key; None if the key is missing."""

    reader: Reader
    mapping: document.Mapping
    what: str

    @property
    def span(self) -> Span:
        return self.mapping.span

    def has(self, key: str) -> bool:
        return self.mapping.get(key) is not None

    def get(self, key: str) -> document.Node | None:
        return self.mapping.get(key)

    def expression(self, key: str) -> syntax.Expression | None:
        node = self.mapping.get(key)
        return None if node is None else self.reader.expression(node)

    def domain(self, key: str) -> syntax.Domain | None:
        node = self.mapping.get(key)
        return None if node is None else self.reader.domain(node)

    def place(self, key: str) -> syntax.Expression | None:
        node = self.mapping.get(key)
        return None if node is None else self.reader.place(node)

    def text(self, key: str) -> nodes.Text | None:
        return self._read(key, self.reader.text)

    def sheet(self) -> nodes.Text | None:
        """The value of `sheet`: words for the rule sheet, or `false`, which is a text without parts."""
        found = self.text("sheet")
        return nodes.Text((), found.span) if found is not None and found.span.text == "false" else found

    def name(self, key: str, what: str) -> syntax.Name | None:
        return self._read(key, lambda node: self.reader.name(node, what))

    def id(self, key: str, what: str) -> nodes.ActionName | None:
        return self._read(key, lambda node: self.reader.id(node, what))

    def ids(self, key: str, what: str) -> tuple[nodes.ActionName, ...]:
        return self.reader.each(self.get(key), lambda node: self.reader.id(node, what))

    def outcomes(self, key: str) -> tuple[nodes.Outcome, ...]:
        return self.reader.each(self.get(key), self.reader.outcome)

    def scalar(self, key: str, what: str) -> document.Scalar | None:
        return self._read(key, lambda node: self.reader.scalar(node, what))

    def truth(self, key: str) -> bool:
        """`true` or `false`; false if the key is absent."""
        return self.choice(key, ("true", "false"), "false") == "true"

    def choice(self, key: str, allowed: tuple[Chosen, ...], default: Chosen) -> Chosen:
        """One of a few words."""
        words = "one of " + ", ".join(f"`{word}`" for word in allowed)
        scalar = self.scalar(key, words)
        if scalar is None:
            return default
        for word in allowed:
            if scalar.text == word:
                return word
        self.reader.problems.add(messages.not_among(scalar, key, allowed))
        return default

    def exactly_one(self, keys: tuple[str, ...], at: Span) -> str | None:
        """The key of these that the mapping has; None and a problem if it has none or several."""
        there = [key for key in keys if self.has(key)]
        if len(there) == 1:
            return there[0]
        if there:
            second = self.mapping.entry(there[1])
            assert second is not None
            self.reader.problems.add(messages.exclude_each_other(second.key, there, self.what))
        else:
            self.reader.problems.add(messages.one_of_missing(at, self.what, keys))
        return None

    def _read(self, key: str, read: Callable[[document.Node], Made | None]) -> Made | None:
        node = self.mapping.get(key)
        return None if node is None else read(node)


SeenBy = Literal["all", "owner", "team", "nobody"]
SEEN_BY: tuple[SeenBy, ...] = ("all", "owner", "team", "nobody")
