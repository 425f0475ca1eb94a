"""The checker's messages about declarations: pieces, zones, variables, tables, definitions, and how they look."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulewright.checked.bindings import Fixed
from rulewright.checked.context import Context
from rulewright.checked.messages import missing_fragments, related_places
from rulewright.checked.messages.types import listed, nearest_or, reported, spelled
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
from rulewright.problems.quoting import counted
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

FEW_NAMES = 12
"""At most this number of names are listed."""


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


@reported
def no_value_of(c: Context, option: rulebook.Option, type_: Type) -> Parts:
    """`default: maybe` for an option of type `bool`."""
    notes = (Note(option.type.span, "declared here"),) if option.type is not None else ()
    return {"notes": notes, "help": f"it is {expected(type_)}"}


@reported
def circle(c: Context, path: str, span: Span) -> Parts:
    c.circular = True
    return {"label": " -> ".join([*c.open[c.open.index(path) :], path])}


@reported
def attribute_types_differ(
    c: Context, node: syntax.Expression, name: str, one: Type, other: Type
) -> None: ...


@reported
def owner_of_kind(c: Context, node: syntax.Expression) -> None: ...


@reported
def owner_of_zone(c: Context, zone: rulebook.Zone) -> Parts:
    owners, span = ("players", "teams"), zone.per.span if zone.per is not None else zone.span
    near = nearest(span.text, owners)
    return {
        "label": nearest_or(span.text, owners, ""),
        "help": f"write `per: {near}`" if near else "leave `per` out for one shared zone",
        "fix": respelled(span, owners),
    }


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


@reported
def unknown_kind(c: Context, node: syntax.Name) -> Parts:
    name, kinds = node.text, c.book.kinds
    return spelled(c, name, node.span, kinds, related_places.spans(kinds), lambda: _no_kind(c, node))


def _no_kind(c: Context, node: syntax.Name) -> str:
    return _face_not_kind(c, node.text) or missing_fragments.brought(c, node.text, node.span)


def _face_not_kind(c: Context, name: str) -> str:
    """The help for the name of a face where a kind is wanted: a board holds one kind, and its pieces differ by their faces."""
    for kind in c.book.kinds.values():
        if isinstance(kind.faces, tuple) and any(face.id == name for face in kind.faces):
            return f"`{name}` is a face of `{kind.id}`: name `{kind.id}` here, and set what it shows, `{{set: s.face, to: {name}}}`"
    return ""


def no_kind_to_place(c: Context, node: syntax.Name, scope: Scope) -> None:
    """`place` with a name that is not a kind; for a piece the help is to `move` it."""
    is_piece = isinstance(scope.names.get(node.text), Piece)
    (_placed_piece if is_piece else unknown_kind)(c, node)


@reported
def _placed_piece(c: Context, node: syntax.Name) -> None: ...


@reported
def kept_needs_identity(c: Context, declared: rulebook.Zone, kind: str) -> None: ...


@reported
def cannot_store(c: Context, declared: rulebook.Variable, type_: Type) -> Parts:
    chosen = isinstance(type_, (Piece, Several))
    return {"help": "pieces that cannot be told apart and sets are chosen, not stored" if chosen else ""}


@reported
def needs_start(c: Context, declared: rulebook.Variable, type_: Type) -> Parts:
    return {"start": _start_words(type_)}


def _start_words(type_: Type) -> str:
    match type_:
        case Player():
            return "for example `start: seat(1)`,"
        case Team():
            return "for example `start: team(1)`,"
        case _:
            return "the piece after `start:`,"


@reported
def cases_incomplete(
    c: Context, declared: rulebook.Definition, subject: Type | None, seen: Sequence[Fixed]
) -> Parts:
    missing = ""
    if isinstance(subject, (Enum, Face)):
        missing = listed([m for i, m in enumerate(subject.members) if i not in seen])
    elif isinstance(subject, Integer) and subject.high - subject.low < 100:
        missing = listed(_runs([n for n in range(subject.low, subject.high + 1) if n not in seen]))
    when = f"for {missing}" if missing else "when no case holds"
    return {"when": when, "notes": _behind(declared, subject, seen)}


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


@reported
def table_incomplete(
    c: Context,
    declared: rulebook.Table,
    axis: Value,
    missing: Sequence[Fixed],
    previous: rulebook.TableRow | None,
) -> Parts:
    """`previous` is the row after which the first missing one belongs."""
    far = previous is not None and previous.span.line != declared.span.line
    names = _runs(missing) if isinstance(axis, Integer) else [_value_words(v, axis) for v in missing]
    return {
        "names": names,
        "notes": (Note(previous.span, f"`{names[0]}` would come next"),) if previous and far else (),
    }


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


@reported
def too_many_domains(c: Context, declared: rulebook.Table) -> Parts:
    return {"given": len(declared.of)}


@reported
def attribute_taken(c: Context, span: Span, whose: str, name: str) -> None:
    """A declaration for players, teams or pieces that can never be used, since the dot finds the built-in attribute."""


@reported
def attribute_twice(c: Context, span: Span, name: str, first: Span) -> None: ...


@reported
def row_outside(c: Context, row: rulebook.TableRow, axis: Value, declared: rulebook.Table) -> None: ...


@reported
def rows_overlap(c: Context, row: rulebook.TableRow, other: rulebook.TableRow) -> None: ...


@reported
def no_zone_to_start(c: Context, kind: rulebook.Kind) -> Parts:
    holding = [zone for zone in c.book.zones.values() if zone.holds.text == kind.id]
    return {"notes": tuple(Note(zone.span, "holds them, and has no `start`") for zone in holding[:3])}


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


@reported
def wrong_players(c: Context, book: rulebook.Rulebook, players: object) -> Parts:
    number = f"the number of players is a whole number, as in `players={book.players[0]}`"
    help_ = "" if type(players) is int else number
    return {
        "help": help_,
        "game": seated(book),
        "given": counted(repr(players), "player"),
        "numbers": ", ".join(map(str, book.players)),
    }


def seated(book: rulebook.Rulebook) -> str:
    """What is for some numbers of players, in words: the variant if it decides this, else the rulebook."""
    variant = book.variants.get(book.variant or "")
    if variant is not None and variant.whole.has(book.players_span):
        return f"the variant `{variant.id}` of `{book.name}`"
    return f"`{book.name}`"


@reported
def seats_differ(c: Context, seat: rulebook.ActionName) -> Parts:
    return {
        "named": counted(len(c.book.seats), "seat is named", "seats are named"),
        "numbers": " or ".join(map(str, c.book.players)),
    }


# --------------------------------------------------------------------------------------------------- views


@reported
def unknown_in_view(c: Context, name: str, span: Span, what: str, known: Sequence[str]) -> Parts:
    near, distinct = nearest(name, known), list(dict.fromkeys(known))
    some = f"there are {listed(distinct)}" if 0 < len(distinct) <= FEW_NAMES else ""
    return {"help": f"did you mean `{near}`?" if near else some, "fix": renamed(span, distinct, ())}


@reported
def not_on_every_board(
    c: Context, position: rulebook.Position, board: str, by: str, known: Sequence[str]
) -> Parts:
    near = nearest(position.space, known)
    guess = f"did you mean `{near}`? Otherwise give" if near else "give"
    return {"help": f"{guess} each size of the board a plan of its own: `plan: {{by: {by}, cases: {{...}}}}`"}


@reported
def drawn_twice(c: Context, position: rulebook.Position) -> None: ...


@reported
def unknown_colour(c: Context, written: rulebook.Worded, known: Collection[str]) -> Parts:
    near = nearest(written.text, known)
    return {"help": f"did you mean `{near}`?" if near else f"colours are {listed(sorted(known))}"}


@reported
def long_symbol(c: Context, written: rulebook.Worded) -> None: ...


@reported
def listed_twice(c: Context, member: syntax.Expression, first: syntax.Expression) -> Parts:
    return {"notes": (Note(first.span, "here already"),)}


@reported
def none_listed(c: Context, member: syntax.Expression) -> None: ...
