"""Short and long forms of entries, written alike where an overlay changes one.

    define: {total: a + b}          an overlay's  {total: {about: ...}}  meets  {total: {is: a + b}}
    options: {target: {...}}        an overlay's  {target: 50}           means  {target: {default: 50}}
    enums: {Suit: [clubs]}          an overlay's  {Suit: {stars: {}}}    meets  {Suit: {clubs: {}}}
    choose: {at: D if C}            an overlay's  {at: {if: B}}          meets  {at: {in: D, if: C}}

Only entries that an overlay changes are expanded; the rest of a rulebook keeps the form its author gave it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.language.choices import filter_at
from rulewright.language.shapes import SHAPES
from rulewright.source.text import Span

Path = tuple[str, ...]

_BARE: dict[Path, str] = {
    ("options", "*"): "default",
    ("enums", "*", "*"): "label",
    ("define", "*"): "is",
    ("define", "*", "cases", "*"): "is",
    ("define", "*", "sum_of", "*"): "is",
    ("phases", "*", "actions", "*", "when", "*"): "holds",
    ("invariants", "*"): "holds",
    ("utility",): "points",
}
"""The key that a bare text is short for, by path; `*` is any id."""

_LISTS: frozenset[Path] = frozenset({("enums", "*"), ("pieces", "*", "faces"), ("options", "*", "one_of")})
"""Lists of ids that may also be mappings."""

_CHOICE: Path = ("phases", "*", "actions", "*", "choose", "*")
_LINES = ("boards", "*", "lines", "*")
_FORMS: dict[Path, tuple[tuple[frozenset[str], ...], ...]] = {
    ("options", "*"): (
        (frozenset({"type"}), frozenset({"one_of"})),
        (frozenset({"default"}), frozenset({"fixed"})),
    ),
    ("define", "*"): ((frozenset({"is"}), frozenset({"cases", "by", "otherwise"}), frozenset({"sum_of"})),),
    ("steps", "*"): ((frozenset({"do"}), frozenset({"by", "cases"})),),
    ("phases", "*", "actions", "*", "when", "*"): ((frozenset({"holds"}), frozenset({"leaves"})),),
    ("phases", "*"): ((frozenset({"do"}), frozenset({"actions", "as_soon_as"})),),
    ("boards", "*"): (tuple(frozenset({name}) for name in SHAPES),),
    _CHOICE: ((frozenset({"in"}), frozenset({"one_of", "of"})),),
    _LINES: ((frozenset({"length", "over_gaps"}), frozenset({"by"}), frozenset({"listed"})),),
}
"""Keys that exclude each other, by path: each tuple lists forms of which an entry has one."""


def aligned(old: Node, new: Node, path: Path) -> tuple[Node, Node]:
    """Two values for one path, the shorter form of either written out if the other has the long one."""
    if isinstance(old, Mapping) != isinstance(new, Mapping):
        return expanded(old, path), expanded(new, path)
    return old, new


def expanded(node: Node, path: Path) -> Node:
    """The long form of the node at a path; the node itself if it has no long form or is in it already."""
    if isinstance(node, Scalar) and _pattern(path, (_CHOICE,)):
        domain, condition = parted(node)
        long = [Entry(Scalar("in", "plain", domain.span), domain)]
        if condition is not None:
            long.append(Entry(Scalar("if", "plain", condition.span), condition))
        return Mapping(tuple(long), node.span)
    if isinstance(node, Scalar):
        key = _at(_BARE, path)
        return node if key is None else Mapping((Entry(Scalar(key, "plain", node.span), node),), node.span)
    if isinstance(node, Sequence) and _pattern(path, _LISTS) is not None:
        return Mapping(tuple(_member(item, path) for item in node if isinstance(item, Scalar)), node.span)
    return node


def parted(choice: Scalar) -> tuple[Scalar, Scalar | None]:
    """The domain of a choice and its filter, `D if C`; None if it has no filter."""
    span = choice.span
    at = filter_at(span.text)
    if at is None:
        return choice, None
    domain, condition = span.text[: at[0]].rstrip(), span.text[at[1] :].lstrip()
    if not domain or not condition:
        return choice, None
    before = Span(span.source, span.start, span.start + len(domain))
    after = Span(span.source, span.end - len(condition), span.end)
    return Scalar(domain, choice.style, before), Scalar(condition, choice.style, after)


def other_forms(keys: set[str], path: Path) -> tuple[set[str], set[str]]:
    """For keys that are set at a path: keys of the same form, and keys of forms which that form replaces."""
    same: set[str] = set()
    others: set[str] = set()
    pattern = _pattern(path, _FORMS)
    for forms in _FORMS[pattern] if pattern is not None else ():
        chosen = next((form for form in forms if form & keys), None)
        if chosen is not None:
            same |= chosen
            others |= set().union(*forms) - chosen
    return same, others


def _member(item: Scalar, path: Path) -> Entry:
    if path[-1] == "one_of":
        return Entry(item, Scalar(item.text.replace("_", " "), "quoted", item.span))
    return Entry(item, Mapping((), item.span))


def _at(table: dict[Path, str], path: Path) -> str | None:
    pattern = _pattern(path, table)
    return table[pattern] if pattern is not None else None


def _pattern(path: Path, patterns: Iterable[Path]) -> Path | None:
    for pattern in patterns:
        if len(pattern) == len(path) and all(p in ("*", q) for p, q in zip(pattern, path, strict=True)):
            return pattern
    return None
