"""Notes of problems with names: the place of a declaration, or of one that was probably meant.

    zones: {lantern: {holds: dice}}        a zone that was renamed
    - {move: die, to: rack}                nothing is called `rack`   ->   "declared and never used: is it this one?"

After a renaming some uses still have the old name.  So the message about an unknown name shows where the nearest name is
declared, and if none is near, the only declaration that nothing uses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from rulewright.checked.references import declarations_of, everything
from rulewright.expression import nodes as syntax
from rulewright.language.types import Several
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import NOWHERE, Span

if TYPE_CHECKING:
    from rulewright.checked.context import Context
    from rulewright.checked.facts import ZoneFacts

THIS_ONE = "did you mean this one?"
FORGOTTEN = "declared and never used: is it this one?"

_NONE = syntax.NoneLiteral(span=NOWHERE)
Places = Mapping[str, Span]
"""The place of the declaration of each name."""


def is_of_a_fragment(span: Span) -> bool:
    """Whether a place is in a fragment, and not in the author's own file."""
    return span.file.endswith(".fragment.yaml")


def meant(c: Context, near: str | None, places: Places, others: Places | None = None) -> tuple[Note, ...]:
    """Notes on the declaration of the nearest name (also among `others`), and on the only one of `places` that nothing uses."""
    there = {**(others or {}), **places}.get(near) if near is not None else None
    unused = _unused(c.book, places)
    # names of a fragment were not renamed by the author, so they are not what was meant
    forgotten = [span for name, span in places.items() if name in unused and not is_of_a_fragment(span)]
    notes = [Note(there, THIS_ONE)] if there is not None else []
    if len(forgotten) == 1 and forgotten[0] != there:
        notes.append(Note(forgotten[0], FORGOTTEN))
    return tuple(notes)


def meant_here(
    c: Context, near: str | None, bound: Iterable[str], at: Span, known: Collection[str]
) -> tuple[Note, ...]:
    """Like `meant`, for the names that are possible in a place (`known`); names bound there come first."""
    places = _bound(c.book, frozenset(bound), at)
    if _unused(c.book, places) or near in places:
        return meant(c, near, places, {**members(c), **declared(c)})
    fitting = {name: span for name, span in declared(c).items() if name in known}
    return meant(c, near, fitting, members(c))


def declared(c: Context) -> dict[str, Span]:
    """The places of all declarations that expressions can name."""
    found = {seat.id: seat.span for seat in c.book.seats}
    for _, entries in declarations_of(c.book):
        if entries is not c.book.steps:
            found |= spans(entries)
    return found


def spans(entries: Mapping[str, rulebook.Entry]) -> dict[str, Span]:
    """The places of entries, by name."""
    return {name: entry.span for name, entry in entries.items()}


def members(c: Context) -> dict[str, Span]:
    """The places of members of enums, faces and values of options, by id."""
    found: dict[str, Span] = {}
    for part in _with_members(c.book):
        found.update({member.id: member.span for member in part})
    return found


def elsewhere(c: Context, member: str) -> tuple[Note, ...]:
    """A note on a member of this name that belongs to another enum, kind or option."""
    there = members(c).get(member)
    return (Note(there, "this one belongs to something else"),) if there is not None else ()


def members_of(c: Context, owner: str) -> dict[str, Span]:
    """The places of the members of an enum, the faces of a kind, or the values of an option."""
    book = c.book
    if owner in book.enums:
        return {member.id: member.span for member in book.enums[owner].members}
    if owner in book.options:
        return {choice.id: choice.span for choice in book.options[owner].one_of}
    faces = book.kinds[owner].faces if owner in book.kinds else None
    return {face.id: face.span for face in faces} if isinstance(faces, tuple) else {}


def attributes(c: Context) -> dict[str, Span]:
    """The attributes of members of enums and faces: by name, the first place of each."""
    found: dict[str, Span] = {}
    for part in _with_members(c.book):
        for member in part:
            for name, value in member.values.items() if isinstance(member, rulebook.Member) else ():
                found.setdefault(name, value.span)
    return found


def without(c: Context, owner: str, attribute: str) -> tuple[Note, ...]:
    """Notes on the first members of an enum, or faces of a kind, that lack an attribute of others."""
    faces = c.book.kinds[owner].faces if owner in c.book.kinds else ()
    those = (
        c.book.enums[owner].members if owner in c.book.enums else faces if isinstance(faces, tuple) else ()
    )
    silent = [m for m in those if isinstance(m.values.get(attribute, _NONE), syntax.NoneLiteral)]
    return tuple(Note(member.span, f"`{member.id}` has no `{attribute}`") for member in silent[:2])


def actions(c: Context) -> dict[str, Span]:
    return {name: a.span for phase in c.book.phases.values() for name, a in phase.actions.items()}


def conditions(c: Context) -> dict[str, Span]:
    """The places of the conditions of all actions."""
    every = [action for phase in c.book.phases.values() for action in phase.actions.values()]
    return {condition.id: condition.span for action in every for condition in action.requirements}


def per(c: Context, name: str) -> Span | None:
    """The place of the `per` of a zone or variable; None if it has none."""
    entry = c.book.zones.get(name) or c.book.variables.get(name)
    match entry:
        case rulebook.Zone(per=domain) if domain is not None:
            return domain.span
        case rulebook.Variable(per=(domain, *_)):
            return domain.span
        case _:
            return None


def where_me_is(c: Context, definition: str) -> tuple[Note, ...]:
    """A note on the `me` in a definition, or in one that it uses."""
    waiting, seen = [definition], set[str]()
    while waiting:
        name = waiting.pop(0)
        seen.add(name)
        for node in everything(c.book.definitions[name].body):
            if isinstance(node, syntax.Name) and node.text == "me":
                return (Note(node.span, f"`{name}` uses `me` here"),)
            if isinstance(node, syntax.Name | syntax.Attribute):
                used = node.text if isinstance(node, syntax.Name) else node.name
                waiting += [used] if used in c.book.definitions and used not in seen else []
    return ()


def invariant_around(c: Context, span: Span) -> str | None:
    """The id of the invariant whose condition contains a place; None if it is in no invariant."""
    for invariant in c.book.invariants.values():
        holds = invariant.holds.span
        if holds.source == span.source and holds.start <= span.start and span.end <= holds.end:
            return invariant.id
    return None


def origin(c: Context, node: syntax.Node) -> tuple[Note, ...]:
    """A note on the declaration that an expression names, if it is on another line, or on the size of a zone of which it is
    an attribute."""
    if isinstance(node, syntax.Attribute) and _named(node.of) in c.zones:
        return _held(c, node, c.zones[_named(node.of) or ""])
    name = _named(node)
    places = declared(c)
    if name in ("number", "bool") and name not in places:
        return meant(c, nearest(name, places), places)
    entry = (c.book.variables.get(name) or c.book.options.get(name) or c.book.definitions.get(name)
             or c.book.tables.get(name) or c.book.zones.get(name) or c.book.kinds.get(name)) if name else None  # fmt: skip
    if entry is None or entry.span.line == node.span.line:
        return ()
    span = entry.type.span if isinstance(entry, rulebook.Variable) else entry.span
    return (Note(span, "declared here"),)


def _held(c: Context, node: syntax.Attribute, facts: ZoneFacts) -> tuple[Note, ...]:
    """A note on the size of a zone that may hold several pieces, so that an attribute such as `face` has several values."""
    zone, kind = c.book.zones[_named(node.of) or ""], c.book.kinds[facts.kind]
    said = zone.size or kind.count or kind
    info = c.infos.get(node)
    if info is None or not isinstance(info.type, Several) or said.span.line == node.span.line:
        return ()
    return (Note(said.span, f"`{zone.id}` may hold {facts.size} {facts.kind}"),)


def _named(node: syntax.Node) -> str | None:
    match node:
        case syntax.Name(text=name) | syntax.Attribute(name=name):
            return name
        case syntax.Call(function=function):
            return _named(function)
        case _:
            return None


def _with_members(book: rulebook.Rulebook) -> Iterator[Iterable[rulebook.Member | rulebook.Choice]]:
    for enum in book.enums.values():
        yield enum.members
    for option in book.options.values():
        yield option.one_of
    for kind in book.kinds.values():
        yield kind.faces if isinstance(kind.faces, tuple) else ()


def _bound(book: rulebook.Rulebook, names: frozenset[str], at: Span) -> dict[str, Span]:
    """The places where these names are bound, for each name the one nearest to `at`."""
    found: dict[str, Span] = {}
    for name, span in _binding(book) if names else ():
        if name in names and span.source == at.source:
            there = found.get(name)
            if there is None or abs(span.start - at.start) < abs(there.start - at.start):
                found[name] = span
    return found


@lru_cache(maxsize=8)
def _binding(book: rulebook.Rulebook) -> tuple[tuple[str, Span], ...]:
    """Every name that is bound somewhere, with the place."""
    found: list[tuple[str, Span]] = []
    for node in everything(book):
        match node:
            case rulebook.Parameter(name=name, span=span) | rulebook.LetEntry(name=name, span=span):
                found.append((name, span))
            case rulebook.Let(name=syntax.Name(text=name, span=span)):
                found.append((name, span))
            case syntax.Clause(name=syntax.Name(text=name, span=span)):
                found.append((name, span))
            case _:
                continue
    return tuple(found)


def _unused(book: rulebook.Rulebook, places: Places) -> frozenset[str]:
    """The names that nothing uses, without zones in which pieces start if there are others. None is known before the rulebook has an
    end, which may use any."""
    if not book.ends:
        return frozenset()
    used = _used(book)
    used |= {name for name, enum in book.enums.items() if any(member.id in used for member in enum.members)}
    unused = frozenset(places) - used
    return (
        frozenset(name for name in unused if name not in book.zones or book.zones[name].start is None)
        or unused
    )


@lru_cache(maxsize=8)
def _used(book: rulebook.Rulebook) -> frozenset[str]:
    """Every name that rules, texts and examples use, whatever it means there."""
    found: set[str] = set()
    binding: set[syntax.Name] = set()
    for node in everything(book):
        match node:
            case rulebook.Let(name=bound) | syntax.Clause(name=bound):
                binding.add(bound)
            case syntax.Name(text=name) if node in binding:
                continue
            case syntax.Name(text=name) | syntax.Attribute(name=name):
                found.add(name)
            case rulebook.RunStep(step=name) | rulebook.ActionName(id=name):
                found.add(name)
            case rulebook.Move_(text=text):
                found.add(text.split(" ")[0])
            case _:
                continue
    return frozenset(found)
