"""The words for what goes wrong when rulebooks, overlays, variants and fragments are put together."""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import replace

from rulewright.document.expand import Path
from rulewright.document.nodes import Mapping, Scalar
from rulewright.document.shape.schema_messages import first_line
from rulewright.problems.fix import Fix, renamed, respelled, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed, quoted
from rulewright.problems.templates import Parts, message
from rulewright.source.text import Span

_SHOWN = 12
_NOTED = 3


def nothing_to_change(key: Scalar, base: Mapping, path: Path, book: str) -> Problem:
    where = f"`{'.'.join((*path, key.text))}`"
    if _leads_somewhere(key.text, base):
        return _dotted(key, path)
    return _absent(
        key.span,
        key.text,
        base,
        path,
        f"there is no {where} in {book} to change",
        "to have it, put it under `add:`",
    )


def other_rows(keys: Items[Scalar], base: Mapping, path: Path, book: str) -> Problem:
    """Several rows that the table to be changed does not have: the author wrote a whole new table."""
    table = ".".join(path[:-1])
    return Problem(
        "unknown-path",
        f"`{table}` in {book} has no rows {listed([key.text for key in keys], most=_SHOWN)} to change",
        keys[0].span,
        label="not there",
        notes=(Note(base.entries[0].key.span, f"the rows there are {_some(base.keys())}"),)
        if base.entries
        else (),
        help="`change:` keeps all other rows; to replace the whole table, take it away with "
        f"`remove: [{table}]` and write it under `add:`",
        path=".".join((*path, keys[0].text)),
    )


def _leads_somewhere(written: str, base: Mapping) -> bool:
    """Whether a key with dots is a path, or at least begins like one."""
    first, *rest = written.split(".")
    return bool(rest) and all(rest) and base.get(first) is not None


@message
def _dotted(key: Scalar, path: Path) -> Parts:
    """`change: {phases.turn: ...}`, a path as `remove:` takes it."""
    parts = key.text.split(".")
    nested = ": {".join(parts) + ": ..." + "}" * (len(parts) - 1)
    return {"nested": nested, "path": ".".join((*path, key.text))}


@message
def part_of_a_place(span: Span, places: Items[str], book: str) -> Parts:
    """`remove: [actions.light]`, which is only the end of a path. A single word may mean something else, so it has no fix."""
    one = places[0] if len(places) == 1 else None
    return {
        "label": f"did you mean `{one}`?" if one else f"there are {len(places)} that end like this",
        "help": f"write the whole path: {listed(places, 'or', most=_SHOWN)}",
        "fix": rewritten(span, one) if one and "." in span.text else None,
    }


def nothing_to_remove(span: Span, base: Mapping, path: Path, book: str) -> Problem:
    where = f"`{'.'.join((*path, span.text))}`"
    return _absent(span, span.text, base, path, f"there is no {where} in {book} to remove", "")


def with_new_name(problem: Problem, name: str, span: Span) -> Problem:
    """A problem about a name that a house rule below replaced, with its new name."""
    return replace(
        problem,
        label=f"called `{name}` now",
        notes=(Note(span, "this has replaced it"),),
        fix=rewritten(problem.span, name),
    )


def new_here(key: Scalar, base: Mapping, book: str) -> tuple[Note, ...]:
    """Notes for a problem inside an entry that an overlay adds: all of it is new, or another entry was meant."""
    meant = nearest(key.text, base.keys())
    entry = base.entry(meant) if meant is not None else None
    new = f"{quoted(key.text)} is not in {book} yet, so all of it is new"
    if entry is None:
        return (Note(key.span, f"{new}; there is {_some(base.keys())}" if base.entries else new),)
    return (Note(key.span, new), Note(entry.key.span, "or is it this one?"))


@message
def entry_too_deep(span: Span, above: Scalar) -> Parts:
    """An entry of `remove:` that is indented more than the one above it."""
    return {"notes": (Note(first_line(above), "this entry goes on below"),)}


def nothing_to_precede(span: Span, name: str, base: Mapping, path: Path, book: str) -> Problem:
    return _absent(
        span, name, base, path, f"there is no `{'.'.join((*path, name))}` in {book} to come before", ""
    )


@message
def _absent(span: Span, name: str, base: Mapping, path: Path, message: str, else_help: str) -> Parts:
    names = list(filter(_is_name, base.keys())) if _is_name(name) else []
    near = nearest(name, names)
    meant = near or _longer(name, names)
    entry = base.entry(meant) if meant is not None else None
    place = f"`{'.'.join(path)}`" if path else "the rulebook"
    has = f"{place} has {_some(base.keys())}" if base.entries else f"{place} has no entries"
    return {
        "label": f"did you mean `{meant}`?" if meant else "not there",
        "help": f"{else_help}; {has}" if else_help and near is None else has,
        "path": ".".join((*path, name)),
        "notes": (Note(entry.key.span, "this one?"),) if entry is not None else (),
        "fix": renamed(span, names, ()) if span.text == name else None,
    }


def _longer(name: str, names: Items[str]) -> str | None:
    """`trumps_now` for `trump`: the only name that begins with this one, as renamed entries often do."""
    found = [other for other in names if len(name) >= 4 and other.startswith(name)]
    return found[0] if len(found) == 1 else None


def _is_name(key: str) -> bool:
    """Whether a key is a word, which can be misspelled, and not a number or range such as `22..`."""
    return any(letter.isalpha() for letter in key)


def _some(keys: list[str]) -> str:
    return listed(keys, most=_SHOWN)


@message
def already_there(key: Scalar, there: Scalar, path: Path, book: str) -> None: ...


@message
def other_form_there(key: Scalar, there: Scalar, path: Path) -> Parts:
    return {"path": ".".join((*path, key.text))}


@message
def before_in_change(key: Scalar, path: Path) -> None: ...


@message
def no_list_to_extend(key: Scalar, there: Scalar, path: Path) -> None: ...


@message
def conflict(path: Path, span: Span, name: str, other: Span, other_name: str) -> None: ...


@message
def changes_nothing(path: Path, span: Span, there: Span, book: str) -> None:
    """A change to the value that is there already: the parent may have made the same change since."""


@message
def variants_win(path: Path, span: Span, those: Items[tuple[str, Span]]) -> Parts:
    """Variants of the game that set what a house rule sets, and win because they are carried out last."""
    name = those[0][0]
    keys = ("change", "variants", name, "change", *path)
    change = ": {".join(keys) + ": ..." + "}" * (len(keys) - 1)
    one = len(those) == 1
    named = f"the variant{'' if one else 's'} {listed([name for name, _ in those])}"
    return {
        "text": f"this has no effect in {named}: {'it sets' if one else 'they set'} `{'.'.join(path)}` as well",
        "label": f"not in {'this variant' if one else 'these variants'}",
        "change": change,
        "notes": tuple(Note(there, f"what counts in `{name}`") for name, there in those[:_NOTED]),
    }


# ------------------------------------------------------------------------------------------ other rulebooks


@message
def unknown_rulebook(span: Span, name: str, known: Items[str], what: str = "rulebook") -> Parts:
    meant = nearest(name, known)
    return {
        "what": what,
        "label": f"did you mean `{meant}`?" if meant else "not found",
        "fix": respelled(span, known) if span.text == name else None,
    }


@message
def leads_out(span: Span, name: str, link: str, what: str) -> None: ...


@message
def house_rule_twice(span: Span, name: str) -> None: ...


@message
def extends_cycle(span: Span, names: Items[str]) -> Parts:
    return {"text": f"`{names[0]}` would extend itself: {' -> '.join(names)}"}


@message
def too_many_parents(span: Span, maximum: int) -> None: ...


@message
def wrong_parent(span: Span, extends: str, book: str, *, is_variant: bool = False) -> Parts:
    what = "but it is played in another variant" if is_variant else f"but the game is `{book}`"
    return {"what": what}


@message
def not_a_fragment(span: Span, name: str, tree: Mapping) -> Parts:
    keys = tree.keys()
    what = "an overlay" if "extends" in keys else "a whole rulebook" if "phases" in keys else ""
    return {"label": what or "it has keys that fragments cannot have"}


@message
def fragment_clash(key: Scalar, section: str, fragment: str, there: Span, other: str) -> None: ...


@message
def fragment_twice(name: Scalar, first: Span) -> None: ...


@message
def unknown_variant(span: Span, name: str, variants: Items[str], book: str) -> Parts:
    meant = nearest(name, variants)
    return {
        "label": f"did you mean `{meant}`?" if meant else "",
        "help": f"{book} has {_some(list(variants))}" if variants else f"{book} has no variants",
        "fix": _variant(span, name, variants),
    }


@message
def lost_variant(name: str, there: Span, taken: Span, *, asked: bool = False) -> Parts:
    """A variant that changes something that a house rule removed."""
    return {"severity": "error" if asked else "warning"}


@message
def empty_variant(name: str, there: Span, taken: Span) -> None:
    """A variant that only removes what a house rule removed already."""


def _variant(span: Span, name: str, variants: Items[str]) -> Fix | None:
    """A fix for the part after `#` in `extends: race#shrot`."""
    if not span.text.endswith(f"#{name}"):
        return None
    return respelled(Span(span.source, span.end - len(name), span.end), variants)
