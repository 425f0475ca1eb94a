"""Adds the names of library fragments to a rulebook: `use: [standard-deck]`.

A fragment has no phases and only adds names, under the headings that it may have.  They come before the
rulebook's own, in the order in which the fragments are listed; a name that is declared twice is a problem.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.document.overlays import messages
from rulewright.problems.problem import Problems
from rulewright.source.text import Span

Load = Callable[[Scalar], Mapping | None]
"""Finds, reads and checks the fragment that a text names; None if there is no such fragment."""

_Owners = dict[tuple[str, str], tuple[Span, str]]
"""By heading and name: the place where a fragment or the rulebook declares it, and the name of that file."""


def merged(tree: Mapping, use: Node | None, load: Load, problems: Problems) -> Mapping:
    """The tree with the fragments that `use` lists."""
    owners: _Owners = {}
    names: list[Entry] = []
    listed: dict[str, Span] = {}
    for name in use.items if isinstance(use, Sequence) else ():
        if isinstance(name, Scalar) and listed.setdefault(name.text, name.span) != name.span:
            problems.add(messages.fragment_twice(name, listed[name.text]))
            continue
        fragment = load(name) if isinstance(name, Scalar) else None
        for heading in fragment if fragment is not None else ():
            if isinstance(name, Scalar) and isinstance(heading.value, Mapping):
                new = _new(tree, heading.key, heading.value, name.text, owners, problems)
                names.append(Entry(heading.key, new))
    for heading in reversed(names):
        tree = _with_names(tree, heading)
    return tree


def _new(
    tree: Mapping, heading: Scalar, names: Mapping, fragment: str, owners: _Owners, problems: Problems
) -> Mapping:
    """The names that nothing has declared yet; each of the others is a problem."""
    own = tree.section(heading.text)
    book = tree.text("name") or "the rulebook"
    new = []
    for entry in names:
        at = (heading.text, entry.key.text)
        there = own.entry(entry.key.text)
        if there is not None:
            owners.setdefault(at, (there.key.span, book))
        if at in owners:
            problems.add(messages.fragment_clash(entry.key, heading.text, fragment, *owners[at]))
        else:
            owners[at] = (entry.key.span, fragment)
            new.append(entry)
    return Mapping(tuple(new), names.span)


def _with_names(tree: Mapping, heading: Entry) -> Mapping:
    assert isinstance(heading.value, Mapping)  # `merged` makes them
    own = tree.section(heading.key.text)
    there = tree.entry(heading.key.text)
    span = own.span if there is not None else heading.value.span
    joined = Mapping((*heading.value, *own), span)
    return tree.having(Entry(there.key if there is not None else heading.key, joined))
