"""The single changes of a house rule, and the same house rule without some of them.

    remove: [tables.lo.rows.5]                       ->      remove tables.lo.rows.5
    change: {pieces: {dice: {count: 6}}}             ->      change pieces.dice.count

A removal and an addition at the same path are one change, and so is an entry that is new as a whole: without a part of
it, the rest would no longer be a valid house rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Literal

from rulewright.document.expand import Path, expanded
from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span

Word = Literal["remove", "add", "change"]
TRIAL = "<trial>"


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a house rule at a path; `spans` are the places where it is written, the last one the main one."""

    word: Word
    path: str
    spans: tuple[Span, ...]

    @property
    def span(self) -> Span:
        return self.spans[-1]


@dataclass(frozen=True, slots=True)
class Trial:
    """Modified house rules: without the changes at these places, and with more removals."""

    without: frozenset[Span] = frozenset()
    removed: tuple[str, ...] = ()

    def overlay(self, extends: str) -> tuple[Source, ...]:
        """The additional removals as an overlay; none if there are no removals."""
        paths = ", ".join(map(in_flow, self.removed))
        lines = ("rulebook: 1", "name: trial", f"extends: {extends}", f"remove: [{paths}]")
        return (Source(TRIAL, "\n".join(lines) + "\n"),) if self.removed else ()


AS_WRITTEN = Trial()


def changes_of(base: Mapping, overlay: Mapping) -> list[Change]:
    """All changes that an overlay makes to a rulebook, in the order in which it makes them."""
    removed = overlay.get("remove")
    taken = [item for item in removed if isinstance(item, Scalar)] if isinstance(removed, Sequence) else []
    added, changed = overlay.get("add"), overlay.get("change")
    new = [
        *(_below("add", base, added, ()) if isinstance(added, Mapping) else ()),
        *(_below("change", base, changed, ()) if isinstance(changed, Mapping) else ()),
    ]
    anew = [Change("remove", path.text, (path.span,)) for path in taken]
    return _joined([*anew, *new])


def _joined(changes: list[Change]) -> list[Change]:
    """The changes, with each addition joined to the removal at the same path."""
    found: list[Change] = []
    for change in changes:
        first = next((each for each in found if _replaces(change, each)), None)
        if first is None:
            found.append(change)
        else:
            found[found.index(first)] = replace(change, spans=(*first.spans, *change.spans))
    return found


def _replaces(change: Change, earlier: Change) -> bool:
    return change.word == "add" and f"{change.path}.".startswith(f"{earlier.path}.")


def _below(word: Word, base: Mapping, new: Mapping, path: Path) -> Iterator[Change]:
    for entry in new:
        here = (*path, entry.key.text)
        there = base.get(entry.key.text)
        inside = expanded(there, here) if there is not None else None
        if _goes_on(word, inside, entry.value):
            assert isinstance(inside, Mapping)  # `_goes_on` says so
            assert isinstance(entry.value, Mapping)
            yield from _below(word, inside, entry.value, here)
        else:
            yield Change(word, ".".join(here), (entry.key.span,))


def _goes_on(word: Word, there: Node | None, new: Node) -> bool:
    """Whether the parts of an entry are separate changes: not if the entry is new, or written in another form."""
    if not isinstance(there, Mapping) or not isinstance(new, Mapping) or not new.entries:
        return False
    return word == "add" or all(there.entry(entry.key.text) for entry in new)


def without(overlay: Mapping, spans: Collection[Span]) -> Mapping:
    """An overlay without the changes at these places."""
    if not spans:
        return overlay
    kept = []
    for entry in overlay:
        value = _without(entry.value, spans) if entry.key.text in ("remove", "add", "change") else entry.value
        if value is not None:
            kept.append(Entry(entry.key, value))
    return Mapping(tuple(kept), overlay.span)


def _without(node: Node, spans: Collection[Span]) -> Node | None:
    """A node without the parts at these places; None if nothing is left of it."""
    match node:
        case Sequence(items=items):
            left = tuple(item for item in items if item.span not in spans)
            return replace(node, items=left) if left else None
        case Mapping(entries=entries):
            kept = [
                Entry(entry.key, value)
                for entry in entries
                if entry.key.span not in spans and (value := _inside(entry.value, spans)) is not None
            ]
            return Mapping(tuple(kept), node.span) if kept else None
        case Scalar():
            return node


def _inside(node: Node, spans: Collection[Span]) -> Node | None:
    return _without(node, spans) if isinstance(node, Mapping) and node.entries else node


def in_flow(text: str) -> str:
    """A path or key as a text inside brackets of YAML, in quotes if it needs them."""
    return f'"{text}"' if any(sign in text for sign in ",[]{}#:'&*!|>%@`") else text
