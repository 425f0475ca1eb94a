"""Renamed entries: the name with which a house rule replaced another one, or the only entry that a change fits.

remove: [options.target]
add: {options: {goal: {type: 1..9, default: 3}}}         ->      later house rules must call `target` `goal`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright.document.expand import Path, expanded
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.problems.problem import Note, Problem
from rulewright.source.text import Span

_NUMBER = re.compile(r"-?[0-9]+")


def names(base: Mapping, overlay: Mapping) -> Iterator[tuple[str, tuple[str, Span]]]:
    """Old names, each with the new one and its place, where an overlay removes one entry of a section and adds one."""
    taken, added = overlay.get("remove"), overlay.get("add")
    paths = [item.text for item in taken if isinstance(item, Scalar)] if isinstance(taken, Sequence) else []
    for section in added if isinstance(added, Mapping) else ():
        there, entries = set(base.section(section.key.text).keys()), section.value
        old = [path.partition(".")[2] for path in paths if path.startswith(f"{section.key.text}.")]
        keys = [entry.key for entry in entries] if isinstance(entries, Mapping) else []
        new = [key for key in keys if key.text not in there]
        if len(old) == len(new) == 1 and old[0] in there:
            yield old[0], (new[0].text, new[0].span)


def with_the_only_fitting(problem: Problem, base: Mapping, entry: Entry, path: Path) -> Problem:
    """The problem of a change to an entry that does not exist, with the only entry that the change fits, if no name is near."""
    if problem.code != "unknown-path" or problem.notes or len(path) != 1:
        return problem
    fitting = [each for each in base if _fits(each.value, entry.value, (*path, each.key.text))]
    if len(fitting) != 1:
        return problem
    key = fitting[0].key
    note = Note(key.span, "only this one can be changed so: is it this one?")
    return replace(problem, label=f"did you mean `{key.text}`?", notes=(note,))


def _fits(there: Node, change: Node, path: Path) -> bool:
    """Whether an entry has the keys of a change, or a value of the same sort."""
    there, change = expanded(there, path), expanded(change, path)
    if isinstance(there, Mapping) and isinstance(change, Mapping):
        return bool(change.entries) and all(
            (old := there.get(each.key.text)) is not None and _is_alike(old, each.value) for each in change
        )
    return _is_alike(there, change)


def _is_alike(one: Node, other: Node) -> bool:
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return _sort(one.text) == _sort(other.text)
    return type(one) is type(other)


def _sort(text: str) -> str:
    return "number" if _NUMBER.fullmatch(text) else "truth" if text in ("true", "false") else "words"
