"""A rulebook as a tree of parts that are compared by meaning, each with its place in a file.

    hold: {when: {rolled_once: (pot) > 0}, do: [end_turn]}

    phases.turn.actions.hold.when.rolled_once.holds      Leaf("pot > 0")
    phases.turn.actions.hold.do                          Listing("end_turn")

Keys are those of the file, so a house rule refers to a part by the same path.  Short forms are expanded, expressions are canonical
text, and keys that were left out have their defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, is_dataclass, replace
from typing import TypeAlias, assert_never

from rulewright.author.changes.effects import Line, effect_lines
from rulewright.document import nodes as document
from rulewright.document.expand import expanded
from rulewright.expression import nodes as syntax
from rulewright.expression.to_text import to_text
from rulewright.language.literals import literal
from rulewright.language.node_fields import node_fields
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Path: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value. `words` are for people and have no effect on play; an `implied` value is the default of a key that was left out."""

    text: str
    span: Span = field(repr=False, compare=False)
    words: bool = False
    implied: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Listing:
    """The effects of a rule."""

    lines: tuple[Line, ...]
    span: Span = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """Parts by key. `ordered`: their order matters. `form`: which of several forms an entry has; entries of different forms are
    compared as wholes. `node` is the entry in the file."""

    parts: dict[str, Part]
    span: Span = field(repr=False, compare=False)
    ordered: bool = field(default=False, compare=False)
    form: str = ""
    node: document.Node | None = field(default=None, repr=False, compare=False)


Part: TypeAlias = Leaf | Listing | Branch


def parts_of(book: rules.Rulebook, tree: document.Mapping) -> Branch:
    """The parts of a rulebook without its name, examples and variants. `tree` is the document that it was read from."""
    found = _fields(book, tree, (), book.span, _BOOK_WITHOUT)
    turns = found.get("turns")
    inside = turns.parts if isinstance(turns, Branch) else {}
    first = next(iter(book.phases.values()), None)
    if first is not None and "phase" not in inside:
        phase = Leaf(first.id, first.span, implied=True)
        span = turns.span if isinstance(turns, Branch) else first.span
        found["turns"] = Branch({**inside, "phase": phase}, span)
    if book.team_count is not None:
        count = Leaf(to_text(book.team_count), book.team_count.span)
        found["teams"] = Branch({"count": count}, count.span, node=tree.get("teams"))
    return Branch(found, book.span)


def leaves(part: Part, path: Path = ()) -> Iterator[tuple[Path, Leaf | Listing]]:
    """The leaves and listings below a part, with their paths."""
    if isinstance(part, Branch):
        for key, below in part.parts.items():
            yield from leaves(below, (*path, key))
    else:
        yield path, part


_BOOK_WITHOUT = frozenset({"name", "players_span", "variant", "variants", "examples", "span", "team_count"})
_WITHOUT = frozenset({"id", "path", "span", "whole", "name_span", "key", "afterwards"})
"""Fields for places in a file, and for what keys say already."""
_KEYS = {
    "kinds": "pieces",
    "definitions": "define",
    "ends": "end",
    "triggers": "as_soon_as",
    "automatic": "do",
    "filter": "if",
    "is_": "is",
    "parameters": "of",
    "attributes": "spaces",
    "preferences": "prefer",
    "along": "path",
}
"""Fields whose key in the file has another name."""
_ORDERED = frozenset({"actions", "as_soon_as", "end", "when", "choose", "of", "one_per", "faces", "cases"})
"""Keys of lists whose order matters: for what is checked first, or for how moves are typed and numbered."""
_NAMED = (
    rules.Entry | rules.Parameter | rules.LetEntry | rules.Member | rules.Choice | rules.Denomination
    | rules.Preference | rules.TableRow
)  # fmt: skip
"""Nodes with a name: a list of them is a mapping in the file."""


def _fields(
    node: object, tree: document.Node | None, path: Path, at: Span, without: frozenset[str] = _WITHOUT
) -> dict[str, Part]:
    """The fields of a node as parts, by key."""
    found: dict[str, Part] = {}
    for name in node_fields(type(node), without):
        key = "leaves" if name == "holds" and getattr(node, "afterwards", False) else _KEYS.get(name, name)
        part = _part(getattr(node, name), _below(tree, key, path), (*path, key), at)
        if part is not None:
            found[key] = part
    return found


def _below(tree: document.Node | None, key: str, path: Path) -> document.Node | None:
    if tree is None:
        return None
    long = expanded(tree, path)
    return long.get(key) if isinstance(long, document.Mapping) else None


def _part(value: object, tree: document.Node | None, path: Path, at: Span) -> Part | None:
    """The value of a field as a part; None if it is empty."""
    match value:
        case None | ():
            return None
        case rules.Text():
            return _words(value)
        case bool() | str() | int():
            words = path[-1] == "title"
            return Leaf(literal(value), tree.span if tree is not None else at, words, implied=tree is None)
        case Mapping():
            return _named(value.items(), tree, path, at) if value else None
        case tuple():
            return _list(value, tree, path, at)
        case (
            rules.Option() | rules.Enum() | rules.Board() | rules.Definition() | rules.Step() | rules.Phase()
        ):
            return _in_its_form(value, tree, path)
        case rules.Parameter(filter=rules.Condition()) | rules.Parameter(domain=syntax.Listed()):
            return _long_form(value)
        case (
            rules.Parameter(domain=one) | rules.LetEntry(value=one)
            | rules.Preference(value=one) | rules.Denomination(worth=one)
        ):  # fmt: skip
            return Leaf(to_text(one), one.span)
        case rules.View(span=span):
            return _looks(tree, span)
        case rules.Choice(text=text, span=span):
            return Branch({} if text is None else {"label": _words(text)}, span, node=tree)
        case rules.TableRow(values=values):
            # where a house rule changes a row, the key is still in its old place
            return Leaf(", ".join(map(to_text, values)), values[0].span)
        case rules.Member(label=label, values=values, span=span):
            inside: dict[str, Part] = {name: Leaf(to_text(each), each.span) for name, each in values.items()}
            if label is not None:
                inside["label"] = _words(label)
            return Branch(inside, span, node=tree)
        case _:
            span, said = _span(value, at), _text(value)
            if said is not None:
                return Leaf(said, span)
            return Branch(_fields(value, tree, path, span), span, node=tree)


def _long_form(choice: rules.Parameter) -> Branch:
    """A choice with a list or a filter, whose words are those of the choice."""
    filter_, domain, found = choice.filter, choice.domain, dict[str, Part]()
    if isinstance(domain, syntax.Listed):
        found["one_of"] = Leaf(", ".join(map(to_text, domain.members)), domain.span)
        if domain.of is not None:
            found["of"] = Leaf(to_text(domain.of), domain.of.span)
    else:
        found["in"] = Leaf(to_text(domain), domain.span)
    if filter_ is not None:
        found["if"] = Leaf(to_text(filter_.holds), filter_.holds.span)
        words = {"says": filter_.says, "about": filter_.about, "sheet": filter_.sheet}
        found |= {key: _words(text) for key, text in words.items() if text is not None}
    return Branch(found, choice.span)


def in_long_form(choice: Leaf) -> Branch:
    """A choice without list or filter, to be compared with one that has them."""
    return Branch({"in": choice}, choice.span)


def _looks(tree: document.Node | None, at: Span) -> Part:
    """How things look, as written: no rule depends on it."""
    match tree:
        case document.Mapping():
            return Branch(
                {entry.key.text: _looks(entry.value, entry.key.span) for entry in tree}, tree.span, node=tree
            )
        case document.Sequence(items=items):
            return Leaf(
                ", ".join(each.text for each in items if isinstance(each, document.Scalar)),
                tree.span,
                words=True,
            )
        case document.Scalar():
            return Leaf(tree.text, tree.span, words=True)
        case None:
            return Leaf("", at, words=True)


def _list(value: tuple[object, ...], tree: document.Node | None, path: Path, at: Span) -> Part | None:
    first = value[0]
    span = tree.span if tree is not None else _span(first, at)
    match first:
        case rules.Effect():
            return Listing(tuple(effect_lines(value)), span)  # type: ignore[arg-type]  # all are effects if one is
        case int():
            return Leaf(_numbers([each for each in value if isinstance(each, int)]), span)
        case rules.Parameter(name="", domain=domain):
            return Leaf(to_text(domain), domain.span)
        case _ if isinstance(first, _NAMED):
            return _named(((_name(each), each) for each in value), tree, path, at)
        case _:
            return Leaf(_joined(value), span)


def _named(items: Iterable[tuple[str, object]], tree: document.Node | None, path: Path, at: Span) -> Branch:
    """Named entries as a branch."""
    found: dict[str, Part] = {}
    for name, value in items:
        part = _part(value, _below(tree, name, path), (*path, name), _span(value, at))
        if part is not None:
            found[name] = part
    return Branch(found, tree.span if tree is not None else at, path[-1] in _ORDERED, node=tree)


def _name(value: object) -> str:
    match value:
        case rules.TableRow(key=key) | rules.Case(key=key):
            return to_text(key)
        case rules.Preference():
            return value.action.id
        case rules.Parameter() | rules.LetEntry() | rules.Denomination():
            return value.name
        case rules.Entry() | rules.Member() | rules.Choice():
            return value.id
        case _:
            return str(value)


# ------------------------------------------------------------------------------------------- several forms


def _in_its_form(
    node: rules.Option | rules.Enum | rules.Board | rules.Definition | rules.Step | rules.Phase,
    tree: document.Node | None,
    path: Path,
) -> Branch:
    """An entry that can have one of several forms."""
    common = _WITHOUT | {"type", "one_of", "value", "fixed", "members", "shape", "body", "do", "automatic"}
    found = _fields(node, tree, path, node.span, common)
    values: dict[str, object]
    match node:
        case rules.Option():
            form = "type" if node.type is not None else "one_of"
            values = {"type": node.type, "one_of": node.one_of}
            fixed = "fixed: " if node.fixed else ""
            found["default"] = Leaf(f"{fixed}{to_text(node.value)}", node.value.span)
        case rules.Enum():
            members = _named(((member.id, member) for member in node.members), tree, path, node.span)
            return Branch({**found, **members.parts}, node.span, ordered=True, node=tree)
        case rules.Board(shape=shape):
            form = shape.shape if isinstance(shape, rules.Sided) else type(shape).__name__.lower()
            values = {form: shape}
        case rules.Definition(body=rules.Cases(by=by, cases=cases, otherwise=otherwise)):
            form = "cases by" if by is not None else "cases"
            values = {"by": by, "cases": cases, "otherwise": otherwise}
        case rules.Definition(body=rules.SumOf(lines=lines)):
            form, values = "sum_of", {"sum_of": lines}
        case rules.Definition(body=body):
            form, values = "is", {"is": body}
        case rules.Step(do=(rules.By(subject=subject, cases=branches, span=span),)) if span == node.whole:
            form, values = "by", {"by": subject}
            found["cases"] = Branch(
                {to_text(case.key): Listing(tuple(effect_lines(case.do)), case.span) for case in branches},
                span,
            )
        case rules.Step(do=do):
            form, values = "do", {"do": do}
        case rules.Phase(automatic=automatic):
            form, values = "actions" if automatic is None else "do", {"do": automatic}
        case _:
            assert_never(node)
    for key, value in values.items():
        if (part := _part(value, _below(tree, key, path), (*path, key), node.span)) is not None:
            by_value = (form, key) == ("cases by", "cases")
            found[key] = replace(part, ordered=False) if isinstance(part, Branch) and by_value else part
    return Branch(found, node.span, form=form, node=tree)


# --------------------------------------------------------------------------------------------------- texts


def _text(value: object) -> str | None:
    """The text of a value that is one scalar in the file; None for others."""
    match value:
        case rules.Wins(who=who):
            return f"wins: {to_text(who)}"
        case rules.ActionName(id=name):
            return name
        case rules.SpaceName(text=text):
            return text
        case rules.Side(count=count, coordinate=None) if count is not None:
            return to_text(count)
        case rules.Side(coordinate=coordinate) if coordinate is not None:
            return f"{coordinate.name}: {to_text(coordinate.domain)}"
        case rules.Unbounded():
            return "squares"
        case rules.Sided(side=side):
            return to_text(side)
        case _ if is_dataclass(value) and type(value).__module__ == syntax.__name__:
            return to_text(value)  # type: ignore[arg-type]  # every class of that module is a node
        case _:
            return None


def _joined(values: Iterable[object]) -> str:
    return ", ".join(
        f"({_joined(value)})" if isinstance(value, tuple) else _text(value) or str(value) for value in values
    )


def _words(text: rules.Text) -> Leaf:
    return Leaf(" ".join(text.plain.split()), text.span, words=True)


def _numbers(values: list[int]) -> str:
    """A list of numbers: `2..6`, or `2, 3, 4, 6`."""
    if len(values) > 1 and values == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return ", ".join(map(str, values))


def _span(value: object, at: Span) -> Span:
    span = getattr(value, "span", None)
    return span if isinstance(span, Span) else at
