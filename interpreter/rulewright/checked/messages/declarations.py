"""The checker's messages about declarations: pieces, zones, variables, tables, definitions."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.bindings import Fixed
from rulewright.checked.context import Context
from rulewright.checked.messages import missing_fragments, related_places
from rulewright.checked.messages.types import listed, reported, words_of
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Boolean,
    Enum,
    Face,
    Integer,
    Optional,
    Piece,
    Player,
    Several,
    Team,
    Type,
    Value,
)
from rulewright.problems.fix import renamed, respelled
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span


def expected(type_: Type) -> str:
    """The values of a setting of a type, in words."""
    match type_:
        case Boolean():
            return "`true` or `false`"
        case Enum():
            return "one of " + ", ".join(f"`{m}`" for m in type_.members)
        case Integer():
            return f"a number from {type_.low} to {type_.high}"
        case Optional():
            return f"{expected(type_.of)}, or `none`"
        case Player() | Team():
            return f"a seat from 1 to {type_.count}"
        case _:
            return str(type_)


def no_value_of(c: Context, option: rulebook.Option, type_: Type) -> None:
    """`default: maybe` for an option of type `bool`."""
    c.report(
        "wrong-type",
        option.value.span,
        f"the option `{option.id}` cannot be `{option.value.span.text}`",
        label="no value of it",
        notes=(Note(option.type.span, "declared here"),) if option.type is not None else (),
        help=f"it is {expected(type_)}",
    )


def circle(c: Context, path: str, span: Span) -> None:
    c.report(
        "circle",
        span,
        f"`{path}` depends on itself",
        label=" -> ".join([*c.open[c.open.index(path) :], path]),
        help="let one of them do without the next",
    )


def attribute_types_differ(c: Context, node: syntax.Expression, name: str, one: Type, other: Type) -> None:
    c.report("branches-differ", node.span, f"`{name}` is {_sort(one)} above and {_sort(other)} here",
             help="it must be the same sort of thing for all members")  # fmt: skip


def _sort(type_: Type) -> str:
    return "a number" if isinstance(type_, Integer) else words_of(type_)


@reported
def owner_of_kind(c: Context, node: syntax.Expression) -> None: ...


def owner_of_zone(c: Context, zone: rulebook.Zone) -> None:
    span = zone.per.span if zone.per is not None else zone.span
    near = nearest(span.text, ("players", "teams"))
    c.report(
        "wrong-owner",
        span,
        "a zone belongs to `players` or to `teams`",
        label=f"did you mean `{near}`?" if near else "",
        help=f"write `per: {near}`" if near else "leave `per` out for one shared zone",
        fix=respelled(span, ("players", "teams")),
    )


@reported
def too_many_pieces(c: Context, declared: rulebook.Kind, pieces: int) -> None: ...


@reported
def too_many_combinations(c: Context, declared: rulebook.Kind, every: int) -> None: ...


@reported
def no_combination(c: Context, declared: rulebook.Kind, node: syntax.Expression, every: int) -> None: ...


@reported
def nothing_to_leave_out(c: Context, declared: rulebook.Kind, node: syntax.Expression) -> None: ...


@reported
def nowhere_to_lie(c: Context, declared: rulebook.Kind) -> None: ...


@reported
def start_of_unlimited(c: Context, zone: rulebook.Zone, kind: str) -> None: ...


@reported
def too_many_in_all(c: Context, declared: rulebook.Kind, most: int) -> None: ...


@reported
def faces_differ(c: Context, declared: rulebook.Kind) -> None: ...


def unknown_kind(c: Context, node: syntax.Name) -> None:
    near = nearest(node.text, list(c.book.kinds))
    c.report(
        "unknown-name",
        node.span,
        f"there is no kind of pieces called `{node.text}`",
        label="not a kind",
        notes=related_places.meant(c, near, related_places.spans(c.book.kinds)),
        help=f"did you mean `{near}`?"
        if near
        else _face_not_kind(c, node.text) or missing_fragments.brought(c, node.text, node.span),
        fix=renamed(node.span, c.book.kinds, ()),
    )


def _face_not_kind(c: Context, name: str) -> str:
    """The help for the name of a face where a kind is wanted: a board holds one kind, and its pieces differ by their faces."""
    for kind in c.book.kinds.values():
        if isinstance(kind.faces, tuple) and any(face.id == name for face in kind.faces):
            return f"`{name}` is a face of `{kind.id}`: name `{kind.id}` here, and set what it shows, `{{set: s.face, to: {name}}}`"
    return ""


def no_kind_to_place(c: Context, node: syntax.Name, scope: Scope) -> None:
    """`place` with a name that is not a kind; for a piece the help is to `move` it."""
    there = scope.names.get(node.text)
    if not isinstance(there, Piece):
        unknown_kind(c, node)
        return
    c.report(
        "unknown-name",
        node.span,
        f"there is no kind of pieces called `{node.text}`",
        label="a piece that is there already",
        help=f"`place` brings a new piece; write `{{move: {node.text}, to: ...}}` for one that is there",
    )


@reported
def kept_needs_identity(c: Context, declared: rulebook.Zone, kind: str) -> None: ...


def cannot_store(c: Context, declared: rulebook.Variable, type_: Type) -> None:
    c.report("cannot-store", declared.type.span, f"a variable cannot hold {words_of(type_)}",
             help="pieces that cannot be told apart and sets are chosen, not stored" if isinstance(type_, (Piece, Several))
             else "")  # fmt: skip


def needs_start(c: Context, declared: rulebook.Variable, type_: Type) -> None:
    c.report(
        "needs-start",
        declared.span,
        f"`{declared.id}` needs a `start`",
        label=words_of(type_),
        help=f"write {_start_words(type_)} or make the type optional with `or none`",
    )


def _start_words(type_: Type) -> str:
    match type_:
        case Player():
            return "for example `start: seat(1)`,"
        case Team():
            return "for example `start: team(1)`,"
        case _:
            return "the piece after `start:`,"


def cases_incomplete(
    c: Context,
    declared: rulebook.Definition,
    subject: Type | None,
    seen: Sequence[Fixed],
) -> None:
    missing = ""
    if isinstance(subject, (Enum, Face)):
        missing = listed([m for i, m in enumerate(subject.members) if i not in seen])
    elif isinstance(subject, Integer) and subject.high - subject.low < 100:
        missing = listed(_runs([n for n in range(subject.low, subject.high + 1) if n not in seen]))
    c.report(
        "cases-incomplete",
        declared.span,
        f"`{declared.id}` does not say what it is " + (f"for {missing}" if missing else "when no case holds"),
        notes=_behind(declared, subject, seen),
        help="add the cases, or `otherwise`",
    )


def _behind(declared: rulebook.Definition, subject: Type | None, seen: Sequence[Fixed]) -> tuple[Note, ...]:
    """The case after which the first missing one belongs, if they are in the order of their values."""
    if not isinstance(declared.body, rulebook.Cases) or not declared.body.cases:
        return ()
    cases = {case.id: case for case in declared.body.cases}
    if not isinstance(subject, (Enum, Face)):
        return (Note(declared.body.cases[-1].span, "the last case"),)
    first = next((i for i in range(len(subject.members)) if i not in seen), 0)
    before = [cases[member] for member in subject.members[:first] if member in cases]
    if not before:
        return (Note(declared.body.cases[0].span, f"`{subject.members[first]}` would come before"),)
    return (Note(before[-1].span, f"`{subject.members[first]}` would come next"),)


@reported
def case_twice(c: Context, node: syntax.Expression) -> None: ...


def table_incomplete(
    c: Context,
    declared: rulebook.Table,
    axis: Value,
    missing: Sequence[Fixed],
    previous: rulebook.TableRow | None,
) -> None:
    """`previous` is the row after which the first missing one belongs."""
    far = previous is not None and previous.span.line != declared.span.line
    names = _runs(missing) if isinstance(axis, Integer) else [_value_words(v, axis) for v in missing]
    c.report(
        "table-incomplete",
        declared.span,
        f"the table `{declared.id}` has no row for {listed(names)}",
        notes=(Note(previous.span, f"`{names[0]}` would come next"),) if previous and far else (),
        help="add rows (a range `24..26`, `..22` or `13..` serves several), or `otherwise`",
    )


def _runs(numbers: Sequence[Fixed]) -> list[str]:
    """Numbers as ranges: `13..30` for thirteen to thirty."""
    runs: list[list[int]] = []
    for number in numbers:
        assert isinstance(number, int)  # values of a range
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in runs]


def _value_words(value: Fixed, type_: Value) -> str:
    return type_.members[value] if isinstance(type_, (Enum, Face)) and isinstance(value, int) else str(value)


@reported
def row_width(c: Context, row: rulebook.TableRow, given: int, wanted: int) -> None: ...


def too_many_domains(c: Context, declared: rulebook.Table) -> None:
    c.report("row-width", declared.of[2].span, f"a table has one or two domains, but `{declared.id}` has {len(declared.of)}",
             label="one too many", help="make one table for each value of one of them, and ask them in the cases of a definition")  # fmt: skip


@reported
def attribute_taken(c: Context, span: Span, whose: str, name: str) -> None:
    """A declaration for players, teams or pieces that can never be used, since the dot finds the built-in attribute."""


@reported
def attribute_twice(c: Context, span: Span, name: str, first: Span) -> None: ...


@reported
def row_outside(c: Context, row: rulebook.TableRow, axis: Value, declared: rulebook.Table) -> None: ...


@reported
def rows_overlap(c: Context, row: rulebook.TableRow, other: rulebook.TableRow) -> None: ...


def no_zone_to_start(c: Context, kind: rulebook.Kind) -> None:
    holding = [zone for zone in c.book.zones.values() if zone.holds.text == kind.id]
    c.report(
        "no-start",
        kind.span,
        f"the pieces of `{kind.id}` start nowhere",
        notes=tuple(Note(zone.span, "holds them, and has no `start`") for zone in holding[:3]),
        help="give a zone that holds them `start: all`, `start: rest` or a number",
    )


@reported
def starts_disagree(c: Context, kind: rulebook.Kind, placed: int, pieces: int) -> None: ...


@reported
def rest_taken(c: Context, zone: rulebook.Zone, first: rulebook.Zone) -> None: ...


@reported
def start_whose(c: Context, zone: rulebook.Zone, owner: str) -> None: ...


@reported
def start_overfull(c: Context, zone: rulebook.Zone, count: int, size: int) -> None: ...


@reported
def start_number_identity(c: Context, zone: rulebook.Zone) -> None: ...
