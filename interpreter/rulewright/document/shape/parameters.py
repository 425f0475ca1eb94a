"""Parameters of definitions that have no name: a definition is declared `per` player, as a variable is, or `of` a domain.

    held: {per: players, is: p.hand.count}      ->      held: {of: {p: players}, is: p.hand.count}
    held: {of: players, is: p.hand.count}       ->      held: {of: {p: players}, is: p.hand.count}

There is a fix where the domain has its name with it (`p in players`), or where one letter is used in the definition that nothing
in it binds: such a letter is no zone and no variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.shape.shapes import Shape
from rulewright.problems.fix import Edit, Fix
from rulewright.problems.problem import Problem
from rulewright.source.text import Span

_DOMAIN = re.compile(r"(?:(?P<name>[a-z_]\w*) (?:in|of) )?(?P<domain>[A-Za-z_]\w*(?:\.\w+)*)", re.ASCII)
_LETTER = re.compile(r"(?<![\w.])[a-z](?![\w(:])", re.ASCII)
_BOUND = re.compile(r"\b(?:for|any|all|count|every) ([a-z])\b|\b([a-z]) in\b", re.ASCII)
_VALUES = frozenset({"is", "by", "cases", "otherwise", "sum_of", "when"})
_TEXTS = frozenset({"about", "label", "sheet"})


def unnamed(mapping: Mapping, shape: Shape, path: str) -> tuple[Entry, Problem] | None:
    """The entry of a definition that says of what it is without a name, and its problem."""
    if shape.title != "a definition":
        return None
    entry = mapping.entry("of") or mapping.entry("per")
    value = entry.value if entry is not None else None
    if entry is None or not isinstance(value, Scalar) or value.style != "plain":
        return None
    read = _DOMAIN.fullmatch(value.text)
    return (entry, _problem(entry.key, value, read, mapping, path)) if read is not None else None


def _problem(key: Scalar, value: Scalar, read: re.Match[str], mapping: Mapping, path: str) -> Problem:
    domain = read["domain"]
    used = _letters(mapping)
    name = read["name"] or (next(iter(used)) if len(used) == 1 else None)
    called = name or domain.rpartition(".")[2][0].lower()
    written = f"{{{called}: {domain}}}"
    is_own_key = key.text == "of"
    return Problem(
        "wrong-shape" if is_own_key else "unknown-key",
        f"`of` gives each parameter a name: `{written}`" if is_own_key else "a definition has no key `per`",
        value.span if is_own_key else key.span,
        label="a domain without a name" if is_own_key else "this is called `of` here, with a name",
        help=f"write `of: {written}`: in the definition, `{called}` names one of them",
        path=path,
        fix=_fix(key, value, written) if name is not None else None,
    )


def _fix(key: Scalar, value: Scalar, written: str) -> Fix:
    whole = Span(key.span.source, key.span.start, value.span.end)
    return Fix(f"write `of: {written}`", (Edit(whole, f"of: {written}"),))


def _letters(mapping: Mapping) -> set[str]:
    """The names of one letter that are used in the values of a definition and that they do not bind."""
    used: set[str] = set()
    bound: set[str] = set()
    for entry in mapping:
        for scalar in _scalars(entry.value) if entry.key.text in _VALUES else ():
            used.update(_LETTER.findall(scalar.text))
            bound.update(name for pair in _BOUND.findall(scalar.text) for name in pair)
    return used - bound


def _scalars(node: Node) -> Iterator[Scalar]:
    """The texts in a value, without those for people."""
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node:
                yield from _scalars(item)
        case Mapping():
            for entry in node:
                if entry.key.text not in _TEXTS:
                    yield from _scalars(entry.value)
