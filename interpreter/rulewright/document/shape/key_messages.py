"""Messages about keys that do not fit the schema: unknown, missing, or too many of them; one function for each mistake."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Items

from rulewright.document.nodes import Mapping, Scalar
from rulewright.document.shape.schema_messages import first_line, uncapitalised
from rulewright.document.shape.shapes import Shape
from rulewright.problems.fix import respelled
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, quoted
from rulewright.problems.templates import Parts, message
from rulewright.source.text import Span

_MANY_KEYS = 12
_SAME_KEYS = {
    "action": ("actions",),
    "condition": ("when",),
    "conditions": ("when",),
    "contains": ("holds",),
    "default": ("start",),
    "description": ("about",),
    "effect": ("do",),
    "effects": ("do",),
    "if": ("when",),
    "initial": ("start", "default"),
    "max": ("size",),
    "name": ("title", "label"),
    "owner": ("per", "of"),
    "requires": ("when",),
    "then": ("do", "is"),
    "number": ("count",),
    "amount": ("count",),
    "reset": ("lasts",),
    "resets": ("lasts",),
    "shuffled": ("order",),
    "ordered": ("order",),
    "value": ("is", "default", "start"),
    "visible": ("seen_by",),
    "winner": ("wins", "result"),
    "wins": ("result",),
}
"""Words of other languages, with the keys that they may mean; the first key that is allowed counts."""


def unknown_key(key: Scalar, shape: Shape, path: str) -> Problem:
    keys = [k for k in shape.properties if k != "before"]
    here = called(key.text, keys)
    deeper = _deeper(key.text, shape) if here is None else ""
    meant = nearest(key.text, keys) if not deeper else None
    label = f"did you mean `{meant}`?" if meant else f"not a key of {shape.title}"
    return Problem(
        "unknown-key",
        f"{shape.title} has no key {quoted(key.text)}",
        key.span,
        label=f"this is called `{here}` here" if here and not meant else label,
        help=deeper
        or ("e.g. `result: {wins: me}`" if here == "result" else "")
        or _dotted(key.text, shape)
        or _of_the_game(key.text, shape)
        or takes(shape.title, keys, meant),
        path=path,
        fix=respelled(key.span, keys) if not deeper else None,
    )


def called(word: str, keys: Items[str]) -> str | None:
    """The key for a word of other languages, among these keys."""
    return next((key for key in _SAME_KEYS.get(word.lower(), ()) if key in keys), None)


def nothing_of(owner: Scalar, key: Scalar, shape: Shape, path: str) -> Problem:
    """A mapping whose keys all belong to something else."""
    keys = [k for k in shape.properties if k != "before"]
    here = called(key.text, keys)
    return Problem(
        "unknown-key",
        f"{shape.title} has no {quoted(key.text)}"
        if here
        else f"{quoted(owner.text)} has no key that {shape.title} can have",
        key.span,
        label=f"this is called `{here}` here" if here else f"not a key of {shape.title}",
        notes=(Note(owner.span, f"read as {shape.title}"),) if owner.span.line != key.span.line else (),
        help=(f"write `{here}` for `{key.text}`" if here else "")
        or _deeper(key.text, shape)
        or _dotted(key.text, shape)
        or takes(shape.title, keys, None),
        path=path,
    )


@message
def missing_key(
    place: Scalar | Mapping, key: str, shape: Shape, path: str, stray: tuple[Scalar, str] | None
) -> Parts:
    """`stray` is a key of this name that is indented too much or too little, and the direction: `right` or `left`. The path is that of
    what has to have the key; for a whole file, of the section that it lacks."""
    wanted = shape.properties.get(key)
    return {
        "path": path or key,
        "text": f"{_subject(place, shape)} needs the key `{key}`",
        "place": _head(place),
        "help": f"`{key}`: {uncapitalised(wanted.description)}" if wanted and wanted.description else "",
        "notes": _stray(stray),
    }


@message
def one_is_missing(
    place: Scalar | Mapping, keys: Items[str], shape: Shape, path: str, stray: tuple[Scalar, str] | None
) -> Parts:
    """Like `missing_key`, where one of several keys would do."""
    return {
        "text": f"{_subject(place, shape)} needs {_alternatives(keys)}",
        "place": _head(place),
        "notes": _stray(stray),
    }


@message
def excludes(first: Scalar, second: Scalar, shape: Shape, path: str) -> None: ...


@message
def case_needs_when(key: Scalar, owner: Scalar | None, path: str) -> Parts:
    return {"notes": (Note(owner.span, "has no `by`"),) if owner is not None else ()}


@message
def case_lacks(key: Scalar, missing: str, path: str) -> None: ...


def takes(subject: str, keys: Items[str], meant: str | None) -> str:
    """The keys that are allowed; only the one that is `meant`, if there are many."""
    if not keys:
        return f"{subject} takes nothing else"
    if meant is not None and len(keys) > _MANY_KEYS:
        return f"write `{meant}`"
    return f"{subject} takes {listed(keys)}"


def _dotted(key: str, shape: Shape) -> str:
    """`change: {phases.turn: ...}`, a path as `remove:` takes it."""
    parts = key.split(".")
    if len(parts) == 1 or parts[0] not in shape.properties:
        return ""
    nested = ": {".join(parts) + ": ..." + "}" * (len(parts) - 1)
    return f"go down key by key: `{nested}`; only `remove:` takes paths with dots"


def _deeper(key: str, shape: Shape) -> str:
    """`change: {actions: ...}`, a key that only phases have, written without the phase."""
    first, *rest = key.split(".")
    owners = [] if first in shape.properties else list(_owners(first, shape, 2))
    if len(owners) != 1 or len(owners[0][0]) > 1:
        return ""
    (section,), title = owners[0]
    nested = ": {".join([section, "NAME", first, *rest]) + ": ..." + "}" * (len(rest) + 2)
    return f"{quoted(first)} is a key of {title}: write `{nested}`, with the name of the one that is meant"


def _owners(key: str, shape: Shape, levels: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """The paths of sections whose entries have a key, and the title of such an entry."""
    for section, named in shape.properties.items() if levels else ():
        entry = named.others
        if entry is not None and key in entry.properties:
            yield (section,), entry.title
        elif entry is not None:
            for path, title in _owners(key, entry, levels - 1):
                yield (section, *path), title


def _of_the_game(key: str, shape: Shape) -> str:
    """Help for a key of the rulebook at the top of an overlay."""
    changes = shape.properties.get("change") if shape.title == "an overlay" else None
    if changes is None or key not in changes.properties:
        return ""
    return f"put it under `change:` if the game has it already (`change: {{{key}: ...}}`), or under `add:` if it is new"


def _stray(stray: tuple[Scalar, str] | None) -> tuple[Note, ...]:
    return (Note(stray[0].span, f"this one is too far to the {stray[1]}"),) if stray is not None else ()


def _subject(place: Scalar | Mapping, shape: Shape) -> str:
    return f"`{place.text}`" if isinstance(place, Scalar) else shape.title


def _head(place: Scalar | Mapping) -> Span:
    if isinstance(place, Mapping) and place.entries and not place.span.text.startswith("{"):
        first = place.entries[0]
        return (
            first.key.span.to(first_line(first.value)) if isinstance(first.value, Scalar) else first.key.span
        )
    return place.span if isinstance(place, Scalar) else first_line(place)


def _alternatives(keys: Items[str]) -> str:
    return f"one of {listed(keys, 'and')}"
