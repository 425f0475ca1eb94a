"""The checker's messages about types, values and domains, and the mechanism of all of its messages, `reported`.

Each says what is wrong, what requires it, and what to do; names come from the author's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from rulewright.checked.bindings import AttributeMeaning, Fixed, ProjectionMeaning
from rulewright.checked.context import Context
from rulewright.checked.messages import alternatives, related_places
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.language.types import (
    Boolean,
    Enum,
    Integer,
    Nothing,
    Optional,
    Several,
    Type,
    Unknown,
)
from rulewright.problems import quoting
from rulewright.problems.fix import Edit, Fix
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.problems.templates import FORMATS, Filling, Format, parameters, template_of
from rulewright.rulebook import nodes as rulebook
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


_FORMATS: Mapping[str, Format] = {**FORMATS, "words": words_of, "or": listed}


def reported(stub: Callable[Concatenate[Context, P], None]) -> Callable[Concatenate[Context, P], None]:
    """The function that reports the problem whose words are in the table of this name (see `problems.templates`)."""
    names = parameters(stub)[1:]

    @wraps(stub)
    def report(c: Context, /, *args: P.args, **kwargs: P.kwargs) -> None:
        template = template_of(stub)
        filling = Filling({**dict(zip(names, args, strict=False)), **kwargs, "c": c}, _FORMATS)
        problem = filling.problem(template)
        notes = [*problem.notes]
        for name, words in template.declared.items():
            notes += declared_note(c, cast("str | None", filling.value(name)), filling.text(words))
        if template.origin:
            notes += related_places.origin(c, cast(syntax.Node, filling.value(template.origin)))
        c.add(replace(problem, notes=tuple(notes)))

    return report


def wrong_type(c: Context, node: syntax.Node, actual: Type, wanted: Type, role: str) -> None:
    if isinstance(actual, Unknown) or isinstance(wanted, Unknown):
        return
    if isinstance(actual, (Optional, Nothing)) and not isinstance(wanted, Optional):
        maybe_none(c, node, actual, role)
        return
    c.report(
        "wrong-type",
        node.span,
        f"{role} must be {_wanted(wanted)}, but this is {words_of(actual)}",
        label=words_of(actual),
        notes=related_places.origin(c, node),
        help=alternatives.converted(node, actual, wanted)
        or alternatives.in_place_of(c, node, actual, wanted),
    )


def _wanted(type_: Type) -> str:
    return words_of(Integer() if isinstance(type_, Integer) else type_)


def maybe_none(c: Context, node: syntax.Node, actual: Type, role: str) -> None:
    node = node.element if isinstance(node, syntax.Comprehension) else node
    text = node.span.text
    if isinstance(actual, Nothing):
        c.report("maybe-none", node.span, f"{role} needs a value, but this is none", label="never a value")
        return
    lost = c.lost.get(" ".join(text.split()))
    if lost is not None and lost.end <= node.span.start:
        c.report(
            "maybe-none",
            node.span,
            f"{role} needs a value, but this may be none",
            label="may be none by now",
            notes=(Note(lost, "the condition above holds only up to here"),),
            help=f"if you mean the earlier value, give it a name first, `- {{let: before, be: {text}}}`, and write `before` here; "
            f"otherwise test `{text} != none` again",
        )
        return
    c.report(
        "maybe-none",
        node.span,
        f"{role} needs a value, but this may be none",
        label="may be none",
        notes=_why_none(c, node),
        help=_instead_of_none(c, node),
    )


def none_for_variable(c: Context, node: syntax.Node, name: str) -> None:
    """`{set: led, to: none}` for a variable that always has a value."""
    declared = c.book.variables[name].type
    c.report(
        "maybe-none",
        node.span,
        f"`{name}` always has a value, but this is none",
        label="never a value",
        notes=(Note(declared.span, "declared without `or none`"),),
        help=f"if `{name}` may have no value, declare it as `{declared.span.text} or none`",
    )


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
    if isinstance(counted.element, syntax.Name) or len(counted.clauses) > 1:
        return
    clause, test = counted.clauses[0], counted.element.span.text
    if clause.if_ is not None:
        test = f"... and {test}"
    through = clause.domain.span.text
    if clause.while_ is not None:
        through += f" while {clause.while_.span.text}"
    c.report(
        "wrong-type",
        counted.element.span,
        "`count` counts what it goes through, whether a condition holds or not",
        label="a condition",
        help=f"write `count({clause.name.text} for {clause.name.text} in {through} if {test})`",
    )


def maybe_none_changed(c: Context, node: syntax.Node) -> None:
    """The place of `add` or `pay` that may be none, where `otherwise` is not possible."""
    text = node.span.text
    c.report(
        "maybe-none",
        node.span,
        f"only a number can be added to, but `{text}` may be none",
        label="may be none",
        notes=_why_none(c, node),
        help=f"test `{text} != none` first, or leave `or none` out where it is declared",
    )


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


def no_number(c: Context, node: syntax.Arithmetic, side: syntax.Expression, left: Type, right: Type) -> None:
    """`at + way`: an operand that is not a number."""
    actual = left if side is node.left else right
    c.report(
        "wrong-type",
        side.span,
        f"each side of `{node.sign}` must be a number, but this is {words_of(actual)}",
        label=words_of(actual),
        notes=related_places.origin(c, side),
        help=alternatives.walked(node, left, right)
        or alternatives.converted(side, actual, Integer())
        or alternatives.in_place_of(c, side, actual, Integer()),
    )


def nothing_to_join(
    c: Context, node: syntax.Arithmetic, side: syntax.Expression, left: Type, right: Type
) -> None:
    """`tray + 1`: zones are joined to zones, and numbers are added."""
    type_, other = (left, right) if side is node.left else (right, left)
    if isinstance(type_, (Optional, Nothing, Unknown)):
        wrong_type(c, side, type_, other, "each side of `+`")
        return
    c.report(
        "wrong-type",
        side.span,
        f"{words_of(type_)} cannot be added to {words_of(other)}",
        label=words_of(type_),
        notes=related_places.origin(c, side),
        help=alternatives.walked(node, left, right)
        or "`+` adds numbers (`tray.count + 1`) or joins zones (`tray + rack`)",
    )


def branches_differ(c: Context, node: syntax.Node, one: Type, other: Type) -> None:
    c.report(
        "branches-differ",
        node.span,
        f"one side is {_sort(one)}, the other is {_sort(other)}",
        notes=_origins(c, node),
        help="this must be the same sort of thing on both sides, such as two numbers",
    )


def cases_differ(c: Context, node: syntax.Node, one: Type, other: Type) -> None:
    c.report(
        "branches-differ",
        node.span,
        f"this is {_sort(other)}, but the one above is {_sort(one)}",
        help="all of them must be the same sort of thing, such as numbers",
    )


def _sort(type_: Type) -> str:
    """A type in words, without the range of numbers."""
    return "a number" if isinstance(type_, Integer) else words_of(type_)


def cannot_compare(c: Context, node: syntax.Compare, left: Type, right: Type) -> None:
    if isinstance(left, Several) or isinstance(right, Several):
        c.report(
            "cannot-compare",
            node.span,
            f"{words_of(left)} and {words_of(right)} cannot be compared",
            notes=_origins(c, node),
            help=alternatives.membership(node, left, right),
        )
    else:
        c.report(
            "cannot-compare",
            node.span,
            f"{words_of(left)} {_never(node.sign)} {words_of(right)}",
            label=f"{words_of(left)} on the left, {words_of(right)} on the right",
            notes=_origins(c, node),
            help=alternatives.in_place_of(c, node.left, left, right)
            or alternatives.in_place_of(c, node.right, right, left),
        )


def _never(sign: str) -> str:
    return "is never equal to" if sign in ("==", "!=") else "cannot be compared with"


def _origins(c: Context, node: syntax.Node) -> tuple[Note, ...]:
    """Notes on the declarations of the sides of an operator."""
    return tuple(note for side in children(node) for note in related_places.origin(c, side))


def no_order(c: Context, node: syntax.Compare, type_: Type) -> None:
    c.report(
        "cannot-compare",
        node.span,
        f"`{node.sign}` needs an order, but {words_of(type_)} has none",
        notes=_origins(c, node),
        help="numbers, enums and faces are ordered",
    )


def unequal_to_maybe_none(c: Context, node: syntax.Compare, maybe: syntax.Expression) -> None:
    text = maybe.span.text
    c.report(
        "unequal-to-none",
        node.span,
        f"`!=` is also true when `{text}` is none",
        label="may be none",
        notes=_why_none(c, maybe),
        help=f"write `{text} != none and {node.span.text}`, or `not {node.left.span.text} == "
        f"{node.right.span.text}` if none counts as different",
    )


def never_none(c: Context, node: syntax.Otherwise, type_: Type) -> None:
    c.report(
        "never-none",
        node.value.span,
        "this is never none, so `otherwise` is never used",
        warning=True,
        label=words_of(type_),
        help="leave `otherwise` out",
        fix=Fix(
            "leave `otherwise` out", (Edit(Span(node.span.source, node.value.span.end, node.span.end), ""),)
        ),
    )


@reported
def empty_range(c: Context, node: syntax.Range, low: int, high: int) -> None: ...


def division_by_zero(c: Context, node: syntax.Arithmetic) -> None:
    by = node.right.span.text
    c.report("division-by-zero", node.right.span, f"`{node.sign}` by zero has no value", label="always 0",
             help="" if isinstance(node.right, syntax.Number) else f"give an alternative: `... if {by} != 0 else ...`")  # fmt: skip


@reported
def number_too_small(c: Context, node: syntax.Expression, role: str, value: int, least: int) -> None: ...


def outside_type(
    c: Context, node: syntax.Expression, value: Fixed, type_: Type, role: str, declared: Span | None = None
) -> None:
    notes = (
        (Note(declared, "declared here"),)
        if declared is not None and not _on_one_line(declared, node)
        else ()
    )
    c.report(
        "outside-range", node.span, f"{role} must be {words_of(type_)}", label=f"is {value}", notes=notes
    )


def _on_one_line(span: Span, node: syntax.Node) -> bool:
    return span.file == node.span.file and span.line == node.span.line


@reported
def always_outside(
    c: Context, node: syntax.Expression, actual: Type, wanted: Type, name: str, declared: Span
) -> None: ...


@reported
def not_constant(c: Context, node: syntax.Node, what: str) -> None: ...


def compared_once(c: Context, node: syntax.Expression, before: syntax.Expression, word: str) -> None:
    """`pot == 1 or 2`, where `before` is the comparison."""
    assert isinstance(before, syntax.Compare)
    asked = before.left.span.text
    c.report(
        "wrong-type",
        node.span,
        f"`{word}` joins conditions, but `{node.span.text}` is not a condition",
        label="what is compared with it?",
        help=f"repeat it: `{before.span.text} {word} {asked} {before.sign} {node.span.text}`",
    )


def not_a_domain(c: Context, node: syntax.Node, type_: Type) -> None:
    text = node.span.text
    dashed = re.fullmatch(r"([0-9]+) *- *([0-9]+)", text)
    c.report(
        "not-a-domain",
        node.span,
        f"`{text}` does not say what there is to choose from",
        label=words_of(type_),
        notes=related_places.origin(c, node),
        help=f"a range has two dots: `{dashed[1]}..{dashed[2]}`"
        if dashed
        else "write a range such as `0..6`, `players`, an enum, a kind, a zone, `some of ZONE`, or zones joined by `+`",
    )


def goes_through_none(c: Context, node: syntax.Or) -> None:
    """`for: p in players or none`: `or none` is only for choices and declarations."""
    others = " or ".join(item.span.text for item in node.items if not isinstance(item, syntax.NoneLiteral))
    c.report(
        "not-a-domain",
        node.span,
        "a domain to go through is never none",
        help=f"write just `{others}`; `or none` is for domains of choices and types of variables",
    )


def range_of_members(c: Context, node: syntax.Range, enum: str) -> None:
    """`clubs..hearts`, as if the members were numbers."""
    low, high = node.low.span.text, node.high.span.text
    c.report(
        "wrong-type",
        node.span,
        f"a range goes from number to number, but these belong to `{enum}`",
        label="not numbers",
        help=f"name the whole `{enum}`, and after `if`, or under `when` where it is chosen, write `x >= {low} and x <= {high}`",
    )


@reported
def set_or_none(c: Context, node: syntax.OrNone) -> None: ...


@reported
def some_of_no_pieces(c: Context, node: syntax.SomeOf, type_: Type) -> None: ...


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


def while_without_ray(c: Context, clause: syntax.Clause) -> None:
    span = clause.while_.span if clause.while_ is not None else clause.span
    c.report(
        "while-without-ray",
        span,
        "`while` stops a ray or bounds a flood, but this is neither",
        help="write `if` to leave elements out",
    )


@reported
def no_index_type(c: Context, node: syntax.Node, type_: Type, role: str) -> None: ...


def declared_note(c: Context, name: str | None, text: str = "did you mean this one?") -> tuple[Note, ...]:
    for entries in (c.book.options, c.book.enums, c.book.kinds, c.book.zones, c.book.variables, c.book.tables,
                    c.book.definitions, c.book.steps):  # fmt: skip
        if name is not None and name in entries:
            return (Note(entries[name].span, text),)
    return ()


def nearest_or(word: str, known: Sequence[str], otherwise: str) -> str:
    """The help that proposes the nearest of some names; `otherwise` if none is near."""
    near = nearest(word, list(known))
    return f"did you mean `{near}`?" if near else otherwise
