"""References: every name that a rule or a text uses, where, and whether it is read or written.

    {add: tray.face, to: pot}      ->      Mention("tray", "read", ...), Mention("pot", "written", ...)

It goes by names alone: nothing shadows a name of the rulebook, so a name means the same everywhere.  After a dot
(`me.score`) only declarations that belong to players or teams are mentioned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Literal, TypeAlias

from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.places import place_parts
from rulewright.language.node_fields import field_values
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS, footprint
from rulewright.source.dataclass import dataclass

How: TypeAlias = Literal["read", "written", "held", "filled"]
"""`held`: a zone declares that it holds a kind of pieces; `filled`: pieces are moved or put into a zone, which reads its name too."""

NAMED: tuple[tuple[str, type[rulebook.Entry], str], ...] = (
    ("options", rulebook.Option, "option"),
    ("enums", rulebook.Enum, "enum"),
    ("kinds", rulebook.Kind, "kind of pieces"),
    ("boards", rulebook.Board, "board"),
    ("zones", rulebook.Zone, "zone"),
    ("variables", rulebook.Variable, "variable"),
    ("tables", rulebook.Table, "table"),
    ("definitions", rulebook.Definition, "definition"),
    ("positions", rulebook.NotedPosition, "position"),
    ("steps", rulebook.Step, "step"),
)
"""The sections of a rulebook whose entries expressions and effects name: attribute, node and word."""

OUTSIDE_THE_RULES = ("examples", "variants")
"""Parts of a rulebook that have no effect on play."""


DECLARED = tuple(node for _, node, _ in NAMED if node not in (rulebook.Zone, rulebook.Board))
"""Entries that expressions name, zones and boards aside; the names of all others (actions, conditions, ...) are separate."""


PLACES = frozenset({"span", "whole", "name_span", "step_span", "id", "path"})
"""Fields of nodes that have their place and their name."""


@dataclass(frozen=True, slots=True)
class Mention:
    """`path` is that of the entry (or the part of the rulebook) that contains the name."""

    name: str
    how: How
    path: str


@dataclass(frozen=True, slots=True)
class Edition:
    """A rulebook, or one of its variants, with all nodes that matter in play."""

    book: rulebook.Rulebook
    nodes: tuple[object, ...]


def declarations_of(book: rulebook.Rulebook) -> Iterator[tuple[str, Mapping[str, rulebook.Entry]]]:
    """The word and the entries of each section whose entries expressions and effects name."""
    return ((word, getattr(book, section)) for section, _, word in NAMED)


def edition_of(book: rulebook.Rulebook) -> Edition:
    """A rulebook with the list of its nodes, which is made once."""
    return Edition(book, tuple(node for _, part in rules_of(book) for node in everything(part)))


def mentions(book: rulebook.Rulebook, words: bool = True) -> Iterator[Mention]:
    """The names that rules mention, with `words` also in texts for people; an entry that mentions itself does not count."""
    owned = owned_names(book)
    for name, part in rules_of(book):
        yield from _below(book, part, name, owned, words)


def rules_of(book: rulebook.Rulebook) -> Iterator[tuple[str, object]]:
    """The parts of a rulebook that matter in play, by name."""
    for part in fields(book):
        if part.name not in OUTSIDE_THE_RULES:
            yield part.name, getattr(book, part.name)


def in_examples(book: rulebook.Rulebook) -> frozenset[str]:
    """Every name that an example expects something of or gives a value."""
    found: set[str] = set()
    for example in book.examples.values():
        places = [each for each in (*example.given, *example.expect) if isinstance(each, rulebook.Given)]
        asked = [each for each in example.expect if not isinstance(each, rulebook.Given)]
        asked += [each.place for each in places]
        asked += [step.choices for step in example.play if step.choices is not None]
        found |= mentioned(asked) | example.options.keys()
    return frozenset(found)


def owned_names(book: rulebook.Rulebook) -> frozenset[str]:
    """Names that are reached through a player or a team."""
    first: dict[str, Sequence[syntax.Domain | None]] = {z.id: (z.per,) for z in book.zones.values()}
    first.update({b.id: (b.per,) for b in book.boards.values()})
    first.update({v.id: v.per for v in book.variables.values()})
    first.update({d.id: [p.domain for p in d.parameters] for d in book.definitions.values()})
    first.update({t.id: [p.domain for p in t.of] for t in book.tables.values()})
    return frozenset(
        name
        for name, domains in first.items()
        if domains and isinstance(domains[0], syntax.Name) and domains[0].text in ("players", "teams")
    )


def everything(node: object) -> Iterator[object]:
    """Every node of a rulebook below one, itself first: entries, effects, texts and expressions, and lists of them."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(parts(current)))


def parts(node: object) -> Sequence[object]:
    """The direct parts of a node or a list of nodes, without words and numbers that are no nodes."""
    if isinstance(node, (tuple, list)):
        return node
    if isinstance(node, dict):
        return list(node.values())
    return [
        part for part in field_values(node, PLACES) if part is not None and not isinstance(part, (str, int))
    ]


def expressions_in(node: object) -> Iterator[syntax.Node]:
    """The expressions directly in a node of a rulebook."""
    for value in parts(node):
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, syntax.Node):
                yield each


def names_in(*nodes: object) -> frozenset[str]:
    """Every name in expressions and texts below some nodes, but for names after a dot."""
    return frozenset(
        part.text for node in nodes for part in everything(node) if isinstance(part, syntax.Name)
    )


def mentioned(node: object) -> frozenset[str]:
    """Every name and every attribute (`me.hand`) below a node."""
    return frozenset(
        part.text if isinstance(part, syntax.Name) else part.name
        for part in everything(node)
        if isinstance(part, syntax.Name | syntax.Attribute)
    )


@dataclass(frozen=True, slots=True)
class _Inside:
    """The entry around a node: its path, and the name that it declares, which does not count as a mention in it."""

    path: str
    itself: str = ""


def _below(
    book: rulebook.Rulebook, top: object, path: str, owned: frozenset[str], words: bool
) -> Iterator[Mention]:
    waiting: list[tuple[object, _Inside]] = [(top, _Inside(path))]
    while waiting:
        node, inside = waiting.pop()
        match node:
            case rulebook.Text() if not words:
                continue
            case syntax.Name(text=name) if name != inside.itself:
                yield Mention(name, "read", inside.path)
            case syntax.Attribute(of=of, name=name):
                if name in owned and name != inside.itself:
                    yield Mention(name, "read", inside.path)
                waiting.append((of, inside))
            case _ if isinstance(node, EFFECTS):
                found = footprint(node)
                waiting += [(part, inside) for part in (found.asks, found.pieces, found.to, found.inside)]
                for place in found.places:
                    name, owner, arguments = place_parts(place)
                    if name in book.variables:
                        yield Mention(name, "written", inside.path)
                        waiting += [(owner, inside), (arguments, inside)]
                    else:
                        waiting.append((place, inside))
                if found.to is not None:
                    yield from (Mention(name, "filled", inside.path) for name in _zones_in(book, found.to))
                if found.step is not None:
                    yield Mention(found.step, "read", inside.path)
            case rulebook.Zone(holds=holds):
                yield Mention(holds.text, "held", node.path)
                said = (node.per, node.start, node.size, node.label, node.about, node.sheet)
                waiting += [(part, _Inside(node.path)) for part in said if part is not None]
            case rulebook.Entry():
                itself = node.id if isinstance(node, DECLARED) else inside.itself
                waiting += [(part, _Inside(node.path, itself)) for part in parts(node)]
            case _:
                waiting += [(part, inside) for part in parts(node)]


def _zones_in(book: rulebook.Rulebook, to: syntax.Expression) -> Iterator[str]:
    """The zones to which pieces may be moved; `die.place` may be any."""
    for part in walk(to):
        match part:
            case syntax.Attribute(name="place"):
                yield from book.zones
            case syntax.Name(text=name) | syntax.Attribute(name=name) if name in book.zones:
                yield name
            case _:
                continue
