"""Where in a rulebook's text a slip of the hand can happen: its keys, its names, its lists, its expressions.

    zones: {tray: {holds: dice}}      ->      the keys `zones` and `holds`, the declaration `tray`, the use `dice`

The schema tells the language's own keys from names that authors give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.document import from_yaml
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.shape import schema, shapes
from rulewright.document.shape.shapes import Shape
from rulewright.expression.words import RESERVED
from rulewright.problems.problem import Problems
from rulewright.source.text import Source, Span

PROSE = frozenset({"about", "label", "says", "title", "plural"})
"""Keys behind which words for people stand; only what they hold between `<` and `>` is a name."""
TOP = frozenset({"rulebook", "name", "extends", "use"})
"""Keys whose values name files and versions."""
WORD = re.compile(r"[A-Za-z_]\w*")
_SHOWN = re.compile(r"<[^<>]*>")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\n]*", re.MULTILINE)
_USING = ("rows", "cases", "given", "rolled", "drawn", "options")
"""Mappings whose keys name what is declared elsewhere."""


@dataclass(frozen=True, slots=True)
class Place:
    """An entry, the mapping it stands in, the key above that, and the way to it."""

    entry: Entry
    mapping: Mapping
    owner: Scalar | None
    path: tuple[str, ...]

    @property
    def flow(self) -> bool:
        return self.mapping.span.text.startswith("{")

    @property
    def parent(self) -> int:
        """Where the line of the key above begins that would be shown if this entry were missed."""
        return self.owner.span.start if self.owner is not None else self.mapping.span.start


@dataclass(slots=True)
class Sites:
    """The places of one file. `uses` are single words; `expressions` are whole texts that the language reads."""

    source: Source
    entries: list[Place] = field(default_factory=list)
    keys: list[Place] = field(default_factory=list)
    declarations: list[Scalar] = field(default_factory=list)
    uses: list[Span] = field(default_factory=list)
    expressions: list[Scalar] = field(default_factory=list)
    values: list[tuple[Node, Scalar | None]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    examples: list[Span] = field(default_factory=list)

    def in_example(self, offset: int) -> bool:
        return any(span.start <= offset < span.end for span in self.examples)

    def comment_at(self, offset: int) -> bool:
        return any(start <= offset < end for start, end in self._comments())

    def _comments(self) -> list[tuple[int, int]]:
        quoted = [s for s, _ in self.values if isinstance(s, Scalar) and s.style == "quoted"]
        found = [match.span() for match in _COMMENT.finditer(self.source.text)]
        return [c for c in found if not any(q.span.start <= c[0] < q.span.end for q in quoted)]


def sites(source: Source) -> Sites:
    """Everything in a text that reads without a mistake."""
    problems = Problems()
    tree = from_yaml.read(source, problems)
    assert tree is not None, f"{source.name} can be read"
    found = Sites(source)
    _look(found, tree, shapes.schema(schema.kind_of(tree)), (), None)
    found.names |= {scalar.text for scalar in found.declarations} | {span.text for span in found.uses}
    return found


def _look(found: Sites, node: Node, shape: Shape | None, path: tuple[str, ...], owner: Scalar | None) -> None:
    match node:
        case Mapping():
            for entry in node:
                _look_at_entry(found, Place(entry, node, owner, path), shape)
        case Sequence():
            for item in node:
                if isinstance(item, Scalar) and _lists_declarations(path):
                    found.declarations.append(item)
                else:
                    found.values.append((item, owner))
                    _look(found, item, shape.items if shape else None, path, owner)
        case Scalar():
            _look_at_text(found, node, path)


def _look_at_entry(found: Sites, place: Place, shape: Shape | None) -> None:
    key, path = place.entry.key, place.path
    known = shape.properties.get(key.text) if shape else None
    found.entries.append(place)
    if key.text == "examples" and set(path) <= {"add", "change"}:
        found.examples.append(place.entry.value.span)
    found.values.append((place.entry.value, key))
    if known is not None:
        found.keys.append(place)
    elif _names_what_is_elsewhere(path):
        found.uses += _words(key.span)
    elif path[:1] != ("examples",):
        found.declarations.append(key)
    _look(found, place.entry.value, known or (shape.others if shape else None), (*path, key.text), key)


def _look_at_text(found: Sites, scalar: Scalar, path: tuple[str, ...]) -> None:
    if path[-1] in PROSE:
        for shown in _SHOWN.finditer(scalar.span.text):
            start = scalar.span.start
            found.uses += _words(Span(scalar.span.source, start + shown.start(), start + shown.end()))
    elif path[-1] not in TOP and scalar.style != "quoted":
        found.uses += _words(scalar.span)
        found.expressions.append(scalar)


def _words(span: Span) -> Iterator[Span]:
    for word in WORD.finditer(span.text):
        if word[0] not in RESERVED and word[0] not in ("end_turn", "extra_turn"):
            yield Span(span.source, span.start + word.start(), span.start + word.end())


def _lists_declarations(path: tuple[str, ...]) -> bool:
    return path[-2:-1] == ("enums",) or path[-1] in ("faces", "one_of", "seats")


def _names_what_is_elsewhere(path: tuple[str, ...]) -> bool:
    inherited = "change" in path and len(path) <= path.index("change") + 3
    return inherited or (path[-1] in _USING and "examples" in path) or path[-1] in ("rows", "cases")
