"""Names that are declared and never needed: nothing mentions them, or they are only set, or only read.

    variables: {pot: {type: 0..9}}      without any rule about `pot`      ->      unused
    - {add: 1, to: pot}                 and nothing asks for `pot`        ->      never-read
    when: pot > 3                       and nothing sets `pot`            ->      never-set
    when: not rack.empty                and nothing moves there           ->      never-set

All variants of a rulebook count together.  A name that only examples use is not used by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from typing import assert_never

from rulewright.checked import references
from rulewright.checked.messages import usage as usage_messages
from rulewright.checked.messages.related_places import is_of_a_fragment
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass

SPACE = re.compile("[a-z]{1,3}[0-9]+")


@dataclass(frozen=True, slots=True)
class Needless:
    """A declared name that the rules do not need; `says` makes the problem."""

    entry: rulebook.Entry
    says: Callable[[], Problem]


@dataclass(slots=True)
class Usage:
    """The names that several editions of one rulebook (itself and its variants) declare and mention."""

    declared: dict[str, rulebook.Entry] = field(default_factory=dict)
    read: dict[str, list[str]] = field(default_factory=dict)
    """By name: the paths of the entries in which it is read; likewise for `written` and `filled`."""
    written: dict[str, list[str]] = field(default_factory=dict)
    filled: dict[str, list[str]] = field(default_factory=dict)
    zones_of: dict[str, dict[str, rulebook.Zone]] = field(default_factory=dict)
    """Kind -> the zones that hold it."""
    members: dict[str, frozenset[str]] = field(default_factory=dict)
    """Enum -> its members."""
    in_examples: frozenset[str] = frozenset()

    def mentioned(self, name: str) -> bool:
        return name in self.read or name in self.written


def usage_of(books: Sequence[rulebook.Rulebook]) -> Usage:
    """The names that some editions of a rulebook declare and mention, taken together."""
    found = Usage()
    for book in books:
        _declare(found, book)
        found.in_examples |= references.in_examples(book)
        for mention in references.mentions(book):
            paths = {"read": found.read, "written": found.written, "filled": found.filled}.get(mention.how)
            if paths is not None:
                paths.setdefault(mention.name, []).append(mention.path)
    return found


def needless(usage: Usage) -> dict[str, Needless]:
    """Every declared name that is not needed, by name."""
    kinds = frozenset(kind for kind in usage.zones_of if _is_needless_kind(usage, kind))
    found = (_needless(usage, name, entry, kinds) for name, entry in usage.declared.items())
    return {one.entry.id: one for one in found if one is not None}


_MEETS_NOBODY = (rulebook.Option, rulebook.Variable, rulebook.Definition, rulebook.Table, rulebook.Step)
"""Entries that have no effect on play unless something mentions them."""


def idle_names(book: rulebook.Rulebook, never: Collection[str] = ()) -> frozenset[str]:
    """Options, variables and the like that this edition of a rulebook does not use: only idle names mention them, or the entries
    in `never` (by path), which have no effect here."""
    usage = usage_of((book,))
    asked = [(name, entry.path) for name, entry in usage.declared.items() if isinstance(entry, _MEETS_NOBODY)]
    idle: dict[str, str] = {}
    while new := {
        name: path
        for name, path in asked
        if name not in idle and all(is_within(at, (*never, *idle.values())) for at in lost_in(usage, name))
    }:
        idle.update(new)
    return frozenset(idle)


def brought_for_nothing(book: rulebook.Rulebook) -> frozenset[str]:
    """The names that fragments declare and this edition of a rulebook does not use."""
    groups: tuple[Mapping[str, rulebook.Entry], ...] = (book.tables, book.definitions, book.steps)
    brought = {name for group in groups for name, entry in group.items() if is_of_a_fragment(entry.span)}
    return idle_names(book) & brought if brought else frozenset()


def is_within(path: str, entries: Collection[str]) -> bool:
    """Whether a path is that of one of some entries, or of something inside one."""
    return any(path == entry or path.startswith(f"{entry}.") for entry in entries)


def lost_in(usage: Usage, name: str) -> Iterator[str]:
    """The paths of all entries that mention a name."""
    yield from usage.read.get(name, ())
    yield from usage.written.get(name, ())


def _declare(found: Usage, book: rulebook.Rulebook) -> None:
    for _, group in references.declarations_of(book):
        for name, entry in group.items():
            found.declared.setdefault(name, entry)
    for zone in book.zones.values():
        found.zones_of.setdefault(zone.holds.text, {}).setdefault(zone.id, zone)
    for enum in book.enums.values():
        members = frozenset(member.id for member in enum.members)
        found.members[enum.id] = found.members.get(enum.id, frozenset()) | members


def _needless(usage: Usage, name: str, entry: rulebook.Entry, kinds: frozenset[str]) -> Needless | None:
    """`kinds` are those that are not needed: these are reported instead of their zones."""
    examples = name in usage.in_examples
    match entry:
        case rulebook.Variable():
            return _variable(usage, entry)
        case rulebook.Kind():
            if name not in kinds and (name in usage.zones_of or usage.mentioned(name)):
                return None
            zones = tuple(usage.zones_of.get(name, {}).values())
            return Needless(entry, lambda: usage_messages.unused_kind(entry, zones, examples))
        case rulebook.Zone():
            if entry.start is not None or entry.holds.text in kinds or name in usage.filled:
                return None
            if usage.mentioned(name):
                return Needless(entry, lambda: usage_messages.never_filled(entry))
        case rulebook.Board():
            if usage.mentioned(name) or any(_may_be_space(entry, read) for read in usage.read):
                return None
        case rulebook.Enum():
            if usage.mentioned(name) or any(usage.mentioned(m) for m in usage.members[name]):
                return None
        case _:
            if usage.mentioned(name):
                return None
    return Needless(entry, lambda: usage_messages.unused(entry, examples))


def _variable(usage: Usage, entry: rulebook.Variable) -> Needless | None:
    name, examples = entry.id, entry.id in usage.in_examples
    if not usage.mentioned(name):
        return Needless(entry, lambda: usage_messages.unused(entry, examples))
    if name not in usage.read and not _is_for_people(entry):
        return Needless(entry, lambda: usage_messages.never_read(entry, examples))
    if name not in usage.written:
        return Needless(entry, lambda: usage_messages.never_set(entry))
    return None


def _is_for_people(entry: rulebook.Variable) -> bool:
    """Whether a variable is shown at the table, so that people read it."""
    return entry.label is not None or bool(entry.denominations)


def _is_needless_kind(usage: Usage, kind: str) -> bool:
    return not usage.mentioned(kind) and not any(usage.mentioned(zone) for zone in usage.zones_of[kind])


def _may_be_space(board: rulebook.Board, name: str) -> bool:
    """Whether a name may be that of a space: one of those listed, or `a1` on a board that numbers rows and columns."""
    match board.shape:
        case rulebook.Track(listed=listed) | rulebook.Graph(spaces=listed):
            return name in {space.text for space in listed}
        case rulebook.Grid() | rulebook.Sided() | rulebook.Unbounded():
            return board.label is not None or SPACE.fullmatch(name) is not None
        case _:
            assert_never(board.shape)
