"""The checker's messages about types, values and domains, and the mechanism of all of its messages, `reported`.

Each says what is wrong, what requires it, and what to do; names come from the author's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from rulewright.checked.bindings import AttributeMeaning, Fixed, ProjectionMeaning
from rulewright.checked.context import Context
from rulewright.checked.messages import alternatives, related_places
from rulewright.checked.references import declarations_of
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.expression.replacing import fact_text
from rulewright.language.choices import ENOUGH
from rulewright.language.types import (
    Boolean,
    Enum,
    Face,
    Integer,
    Nothing,
    Optional,
    Several,
    Type,
    Unknown,
)
from rulewright.problems import quoting
from rulewright.problems.fix import Edit, Fix, renamed
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.problems.templates import FORMATS, Filling, Format, Parts, parameters, template_of
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace
from rulewright.source.text import Span

Spanned = syntax.Node | rulebook.Effect
"""A node with a place."""
P = ParamSpec("P")


def words_of(type_: Type) -> str:
    if isinstance(type_, Boolean):
        return "a condition"
    if isinstance(type_, Enum):
        return f"one of `{type_.name}`"
    return str(type_)


def listed(names: Sequence[str], most: int = 12) -> str:
    return quoting.listed(names, "or", most) or "nothing"


def few(names: Sequence[str]) -> str:
    """The first eight names."""
    return listed(names[:8])


def sort_of(type_: Type) -> str:
    """A type in words, without the range of numbers."""
    return "a number" if isinstance(type_, Integer) else words_of(type_)


_FORMATS: Mapping[str, Format] = {**FORMATS, "words": words_of, "sort": sort_of, "or": listed, "few": few}


def reported(
    stub: Callable[Concatenate[Context, P], Parts | None],
) -> Callable[Concatenate[Context, P], None]:
    """The function that reports the problem whose words are in the table of this name (see `problems.templates`).

    Nothing is reported about the argument that a table calls `known` if its type is unknown: the reason has been reported.
    """
    names = parameters(stub)[1:]

    @wraps(stub)
    def report(c: Context, /, *args: P.args, **kwargs: P.kwargs) -> None:
        template = template_of(stub)
        arguments = {**dict(zip(names, args, strict=False)), **kwargs, "c": c}
        if template.known and isinstance(arguments[template.known], Unknown):
            return
        if not c.problems.hears("warning" if template.warning else "error"):
            return
        filling = Filling(arguments, _FORMATS, stub(c, *args, **kwargs))
        problem = filling.problem(template)
        notes = [*problem.notes]
        for name, words in template.declared.items():
            notes += declared_note(c, cast("str | None", filling.value(name)), filling.text(words))
        if template.origin:
            notes += related_places.origin(c, cast(syntax.Node, filling.value(template.origin)))
        c.add(replace(problem, notes=tuple(notes)))

    return report


def spelled(
    c: Context,
    name: str,
    span: Span,
    known: Collection[str],
    places: Mapping[str, Span],
    otherwise: Callable[[], str],
    *,
    others: Mapping[str, Span] | None = None,
    built_in: Collection[str] = (),
    instead: str = "",
) -> Parts:
    """The parts of a message about an unknown name: "did you mean", the place of the nearest name, and the fix if it is certain.

    `places` are those of the declarations, one of which may be unused and meant, `others` are of further ones; `otherwise`
    makes the help if no name is near, `instead` is a help that is better than any name.
    """
    if instead:
        return {"help": instead}
    near = nearest(name, known)
    return {
        "help": f"did you mean `{near}`?" if near else otherwise(),
        "notes": related_places.meant(c, near, places, others),
        "fix": renamed(span, known, built_in),
    }


def wrong_type(c: Context, node: syntax.Node, actual: Type, wanted: Type, role: str) -> None:
    if isinstance(actual, Unknown) or isinstance(wanted, Unknown):
        return
    if isinstance(actual, (Optional, Nothing)) and not isinstance(wanted, Optional):
        maybe_none(c, node, actual, role)
    else:
        _another_type(c, node, actual, wanted, role)


@reported
def _another_type(c: Context, node: syntax.Node, actual: Type, wanted: Type, role: str) -> Parts:
    help_ = alternatives.converted(node, actual, wanted)
    return {"help": help_ or alternatives.in_place_of(c, node, actual, wanted)}


def maybe_none(c: Context, node: syntax.Node, actual: Type, role: str) -> None:
    node = node.element if isinstance(node, syntax.Comprehension) else node
    lost = c.lost.get(" ".join(node.span.text.split())) or c.lost.get(fact_text(node))
    if isinstance(actual, Nothing):
        _always_none(c, node, role)
    elif lost is not None and lost.end <= node.span.start:
        _none_by_now(c, node, role, lost)
    else:
        _perhaps_none(c, node, role)


@reported
def _always_none(c: Context, node: syntax.Node, role: str) -> None: ...


@reported
def _none_by_now(c: Context, node: syntax.Node, role: str, lost: Span) -> None: ...


@reported
def _perhaps_none(c: Context, node: syntax.Node, role: str) -> Parts:
    return {"notes": _why_none(c, node), "help": _instead_of_none(c, node)}


@reported
def none_for_variable(c: Context, node: syntax.Node, name: str) -> Parts:
    """`{set: led, to: none}` for a variable that always has a value."""
    return {"declared": c.book.variables[name].type}


def _instead_of_none(c: Context, node: syntax.Node) -> str:
    text = node.span.text
    info = c.infos.get(node)
    if info is not None and isinstance(info.type, Several):
        one = "x" if "x" not in c.book.variables else "each_one"
        return (
            f"go through them with an alternative, `{one} otherwise ... for {one} in {text}`, or leave those out, "
            f"`{one} for {one} in {text} if {one} != none`"
        )
    return f"give an alternative, `({text} otherwise ...)`, or test `{text} != none` first"


def counts_a_condition(c: Context, node: syntax.Call, counted: syntax.Comprehension) -> None:
    """`count(d.face == 6 for d in tray)` counts all dice; a bare name that holds or not may be counted."""
    if not isinstance(counted.element, syntax.Name) and len(counted.clauses) == 1:
        _counted_condition(c, counted.element, counted.clauses[0])


@reported
def _counted_condition(c: Context, node: syntax.Expression, clause: syntax.Clause) -> Parts:
    also = "... and " if clause.if_ is not None else ""
    stop = f" while {clause.while_.span.text}" if clause.while_ is not None else ""
    return {"also": also, "stop": stop}


@reported
def maybe_none_changed(c: Context, node: syntax.Node) -> Parts:
    """The place of `add` or `pay` that may be none, where `otherwise` is not possible."""
    return {"notes": _why_none(c, node)}


def _why_none(c: Context, node: syntax.Node) -> tuple[Note, ...]:
    """Notes on the members that lack an attribute, or on the declaration."""
    info = c.infos.get(node)
    meaning = info.meaning if info is not None else None
    if isinstance(meaning, ProjectionMeaning):
        return _why_none(c, meaning.element)
    if isinstance(meaning, AttributeMeaning):
        _, owner, attribute = meaning.table.split(".", 2)
        return related_places.without(c, owner, attribute)
    return related_places.origin(c, node)


@reported
def not_a_value(c: Context, node: syntax.Node, type_: Type, role: str) -> None: ...


@reported
def no_number(c: Context, node: syntax.Arithmetic, side: syntax.Expression, left: Type, right: Type) -> Parts:
    """`at + way`: an operand that is not a number."""
    actual = left if side is node.left else right
    return {
        "actual": actual,
        "help": alternatives.walked(node, left, right)
        or alternatives.converted(side, actual, Integer())
        or alternatives.in_place_of(c, side, actual, Integer()),
    }


def nothing_to_join(
    c: Context, node: syntax.Arithmetic, side: syntax.Expression, left: Type, right: Type
) -> None:
    """`tray + 1`: zones are joined to zones, and numbers are added."""
    type_, other = (left, right) if side is node.left else (right, left)
    if isinstance(type_, (Optional, Nothing, Unknown)):
        wrong_type(c, side, type_, other, "each side of `+`")
    else:
        _not_added(c, side, type_, other, alternatives.walked(node, left, right))


@reported
def _not_added(c: Context, side: syntax.Expression, type_: Type, other: Type, walked: str) -> Parts:
    return {
        "help": walked or "`+` adds numbers (`tray.count + 1`) or joins zones (`tray + rack`)",
    }


@reported
def branches_differ(c: Context, node: syntax.Node, one: Type, other: Type) -> Parts:
    return {"notes": _origins(c, node)}


@reported
def cases_differ(c: Context, node: syntax.Node, one: Type, other: Type) -> None: ...


def cannot_compare(c: Context, node: syntax.Compare, left: Type, right: Type) -> None:
    several = isinstance(left, Several) or isinstance(right, Several)
    (_sets_compared if several else _never_equal)(c, node, left, right)


@reported
def _sets_compared(c: Context, node: syntax.Compare, left: Type, right: Type) -> Parts:
    return {"notes": _origins(c, node), "help": alternatives.membership(node, left, right)}


@reported
def _never_equal(c: Context, node: syntax.Compare, left: Type, right: Type) -> Parts:
    return {
        "never": "is never equal to" if node.sign in ("==", "!=") else "cannot be compared with",
        "notes": _origins(c, node),
        "help": alternatives.in_place_of(c, node.left, left, right)
        or alternatives.in_place_of(c, node.right, right, left),
    }


def _origins(c: Context, node: syntax.Node) -> tuple[Note, ...]:
    """Notes on the declarations of the sides of an operator."""
    return tuple(note for side in children(node) for note in related_places.origin(c, side))


@reported
def no_order(c: Context, node: syntax.Compare, type_: Type) -> Parts:
    return {"notes": _origins(c, node)}


@reported
def before_of_alike(c: Context, node: syntax.Before, kind: str) -> None: ...


@reported
def before_of_different(c: Context, node: syntax.Before, left: Type, right: Type) -> None: ...


@reported
def not_before(c: Context, node: syntax.Expression, type_: Type) -> Parts:
    ordered = isinstance(type_, (Integer, Face))
    help_ = (
        "numbers and faces are compared with `<`"
        if ordered
        else "one of them has to be named, such as `c` in `for c in hand`"
    )
    return {"help": help_}


@reported
def unequal_to_maybe_none(c: Context, node: syntax.Compare, maybe: syntax.Expression) -> Parts:
    return {"notes": _why_none(c, maybe)}


@reported
def never_none(c: Context, node: syntax.Otherwise, type_: Type) -> Parts:
    rest = Span(node.span.source, node.value.span.end, node.span.end)
    return {"fix": Fix("leave `otherwise` out", (Edit(rest, ""),))}


@reported
def empty_range(c: Context, node: syntax.Range, low: int, high: int) -> None: ...


@reported
def division_by_zero(c: Context, node: syntax.Arithmetic) -> Parts:
    written = isinstance(node.right, syntax.Number)
    return {"help": "" if written else f"give an alternative: `... if {node.right.span.text} != 0 else ...`"}


@reported
def number_too_large(c: Context, node: syntax.Number, largest: int) -> None: ...


@reported
def leaves_range(c: Context, node: syntax.Arithmetic) -> None: ...


@reported
def number_too_small(c: Context, node: syntax.Expression, role: str, value: int, least: int) -> None: ...


@reported
def outside_type(
    c: Context, node: syntax.Expression, value: Fixed, type_: Type, role: str, declared: Span
) -> Parts:
    near = declared.file == node.span.file and declared.line == node.span.line
    return {"notes": () if near else (Note(declared, "declared here"),)}


@reported
def always_outside(
    c: Context, node: syntax.Expression, actual: Type, wanted: Type, name: str, declared: Span
) -> None: ...


@reported
def not_constant(c: Context, node: syntax.Node, what: str) -> None: ...


@reported
def given_place_not_constant(c: Context, node: syntax.Node) -> None: ...


@reported
def compared_once(c: Context, node: syntax.Expression, before: syntax.Compare, word: str) -> None:
    """`pot == 1 or 2`, where `before` is the comparison."""


@reported
def not_a_domain(c: Context, node: syntax.Node, type_: Type) -> Parts:
    dashed = re.fullmatch(r"([0-9]+) *- *([0-9]+)", node.span.text)
    if dashed is not None:
        return {"help": f"a range has two dots: `{dashed[1]}..{dashed[2]}`"}
    return {
        "help": "write a range such as `0..6`, `players`, an enum, a kind, a zone, `some of ZONE`, or zones joined by `+`"
    }


@reported
def goes_through_none(c: Context, node: syntax.Or) -> Parts:
    """`for: p in players or none`: `or none` is only for choices and declarations."""
    others = " or ".join(item.span.text for item in node.items if not isinstance(item, syntax.NoneLiteral))
    return {"others": others}


@reported
def range_of_members(c: Context, node: syntax.Range, enum: str) -> None:
    """`clubs..hearts`, as if the members were numbers."""


@reported
def set_or_none(c: Context, node: syntax.OrNone) -> None: ...


@reported
def some_of_no_pieces(c: Context, node: syntax.SomeOf, type_: Type) -> None: ...


@reported
def too_many_sets(c: Context, node: syntax.SomeOf, many: int, bound: str) -> Parts:
    pool = node.pool.span.text
    smaller = f"bound their size, `{bound} of {pool}`" if bound else f"choose from fewer pieces than `{pool}`"
    return {"many": f"up to {many:,}" if many < ENOUGH else f"more than {ENOUGH:,}", "smaller": smaller}


@reported
def sets_alike(c: Context, node: syntax.SomeOf, name: str, kind: str) -> Parts:
    amount = "some" if node.counts is None else node.counts.span.text
    return {"each": f"each {amount} of {node.pool.span.text}"}


@reported
def set_as_value(c: Context, node: syntax.Expression, name: str) -> None: ...


@reported
def sets_gone_through(c: Context, node: syntax.SomeOf, verb: str) -> None: ...


@reported
def domain_too_large(c: Context, node: syntax.Node, most: int) -> None: ...


@reported
def too_many_values(c: Context, name: str, span: Span, values: int, most: int) -> None: ...


@reported
def too_many_stored(c: Context, name: str, span: Span, most: int) -> None: ...


@reported
def too_many_faces(c: Context, declared: rulebook.Kind, faces: int, most: int) -> None: ...


@reported
def too_deep(c: Context, path: str, span: Span) -> None: ...


@reported
def while_without_ray(c: Context, clause: syntax.Clause) -> None: ...


@reported
def no_index_type(c: Context, node: syntax.Node, type_: Type, role: str) -> None: ...


def declared_note(c: Context, name: str | None, text: str = "did you mean this one?") -> tuple[Note, ...]:
    found = (entries[name] for _, entries in declarations_of(c.book) if name is not None and name in entries)
    return tuple(Note(entry.span, text) for entry in found)[:1]


def nearest_or(word: str, known: Collection[str], otherwise: str) -> str:
    """The help that proposes the nearest of some names; `otherwise` if none is near."""
    near = nearest(word, known)
    return f"did you mean `{near}`?" if near else otherwise
