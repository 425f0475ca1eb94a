"""The checker's words, one function a mistake.

Each says what is wrong, here, what asked for it, and what to do; names come from the author's text.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.context import Context
from rulewright.checked.meanings import Fixed, Read
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Boolean,
    Enum,
    Face,
    Integer,
    Nothing,
    Optional,
    Piece,
    Several,
    Type,
    Unknown,
    Value,
)
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

Spanned = syntax.Node | rulebook.Effect
"""What has a place."""

# ---------------------------------------------------------------------------------------------------- types


def wrong_type(c: Context, node: syntax.Node, actual: Type, wanted: Type, role: str) -> None:
    if isinstance(actual, Unknown) or isinstance(wanted, Unknown):
        return
    if isinstance(actual, (Optional, Nothing)) and not isinstance(wanted, Optional):
        maybe_none(c, node, actual, role)
        return
    c.report(
        "wrong-type",
        node.span,
        f"{role} must be {_wanted(wanted)}, and this is {_words(actual)}",
        label=_words(actual),
        help=_conversion(actual, wanted),
    )


def _words(type_: Type) -> str:
    if isinstance(type_, Boolean):
        return "a condition"
    if isinstance(type_, Enum):
        return f"one of `{type_.name}`"
    return str(type_)


def _wanted(type_: Type) -> str:
    return _words(Integer() if isinstance(type_, Integer) else type_)


def _conversion(actual: Type, wanted: Type) -> str:
    if isinstance(actual, Several) and isinstance(wanted, Integer):
        return "count them with `.count`, or add them up with `sum(...)`"
    if isinstance(actual, Integer) and isinstance(wanted, Boolean):
        return "compare it, for example with `> 0`"
    if isinstance(actual, Boolean) and isinstance(wanted, Integer):
        return "write `1 if ... else 0` to count with a condition"
    return ""


def maybe_none(c: Context, node: syntax.Node, actual: Type, role: str) -> None:
    text = node.span.text
    c.report(
        "maybe-none",
        node.span,
        f"{role} needs a value, and this may be none",
        label="may be none",
        help=f"say what counts then, `{text} otherwise ...`, or test `{text} != none` before",
    )


def branches_differ(c: Context, node: syntax.Node, one: Type, other: Type) -> None:
    c.report(
        "branches-differ",
        node.span,
        f"one side is {_words(one)}, the other is {_words(other)}",
        help="both sides must be of one type",
    )


def cases_differ(c: Context, node: syntax.Node, one: Type, other: Type) -> None:
    c.report(
        "branches-differ",
        node.span,
        f"this is {_words(other)}, the values before it are {_words(one)}",
        help="all values must be of one type",
    )


def cannot_compare(c: Context, node: syntax.Compare, left: Type, right: Type) -> None:
    if isinstance(left, Several) or isinstance(right, Several):
        c.report(
            "cannot-compare",
            node.span,
            f"{_words(left)} and {_words(right)} cannot be compared",
            help="ask `x in ...`, or compare counts",
        )
    else:
        c.report(
            "cannot-compare",
            node.span,
            f"{_words(left)} is never equal to {_words(right)}",
            label=f"{_words(left)} on the left, {_words(right)} on the right",
        )


def no_order(c: Context, node: syntax.Compare, type_: Type) -> None:
    c.report(
        "cannot-compare",
        node.span,
        f"`{node.sign}` needs an order, and {_words(type_)} has none",
        help="numbers, enums and faces are ordered",
    )


def unequal_to_maybe_none(c: Context, node: syntax.Compare, maybe: syntax.Expression, type_: Type) -> None:
    text = maybe.span.text
    c.report(
        "unequal-to-none",
        node.span,
        f"`!=` is also true when `{text}` is none",
        label="may be none",
        help=f"write `{text} != none and {node.span.text}`, or `not {node.left.span.text} == "
        f"{node.right.span.text}` if none counts as different",
    )


def never_none(c: Context, node: syntax.Otherwise, type_: Type) -> None:
    c.report(
        "never-none",
        node.value.span,
        "this is never none, so `otherwise` is never used",
        warning=True,
        label=_words(type_),
        help="leave `otherwise` out",
    )


def empty_range(c: Context, node: syntax.Range, low: int, high: int) -> None:
    c.report("empty-range", node.span, f"no number lies in {low}..{high}", help=f"write {high}..{low}")


def division_by_zero(c: Context, node: syntax.Arithmetic) -> None:
    c.report("division-by-zero", node.right.span, f"`{node.sign}` by zero has no value", label="always 0")


def number_too_small(c: Context, node: syntax.Expression, role: str, value: int, least: int) -> None:
    c.report("outside-range", node.span, f"{role} must be at least {least}", label=f"is {value}")


def outside_type(c: Context, node: syntax.Expression, value: Fixed, type_: Type, role: str) -> None:
    c.report("outside-range", node.span, f"{role} must be {_words(type_)}", label=f"is {value}")


def always_outside(
    c: Context, node: syntax.Expression, actual: Type, wanted: Type, name: str, declared: Span
) -> None:
    c.report(
        "outside-range",
        node.span,
        f"`{name}` can never hold this",
        label=_words(actual),
        notes=(Note(declared, f"declared as {_words(wanted)}"),),
        help="a range is a promise: widen it, or keep the value inside with `min(...)` or `max(...)`",
    )


def not_constant(c: Context, node: syntax.Node, what: str) -> None:
    c.report(
        "not-constant",
        node.span,
        f"{what} is not known before the game is played",
        label="must be constant",
        help="options, `players.count`, enums, tables and counts of pieces are known",
    )


# -------------------------------------------------------------------------------------------------- domains


def not_a_domain(c: Context, node: syntax.Node, type_: Type) -> None:
    text = node.span.text
    c.report(
        "not-a-domain",
        node.span,
        f"one cannot choose from `{text}`",
        label=_words(type_),
        help="a domain is a range `1..6`, `players`, an enum, a kind, a zone, `some of ZONE`, or a sum of zones",
    )


def set_or_none(c: Context, node: syntax.OrNone) -> None:
    c.report(
        "not-a-domain", node.span, "a set cannot be none", help="write `0..n of ...` to allow an empty set"
    )


def some_of_no_pieces(c: Context, node: syntax.SomeOf, type_: Type) -> None:
    c.report(
        "not-a-domain",
        node.pool.span,
        "`some of` chooses pieces",
        label=_words(type_),
        help="name a zone or a kind",
    )


def domain_too_large(c: Context, node: syntax.Node, type_: Several) -> None:
    c.report(
        "too-many",
        node.span,
        f"there are up to {type_.most} of these, too many to go through",
        help="narrow the domain to a range",
    )


def while_without_ray(c: Context, clause: syntax.Clause) -> None:
    span = clause.while_.span if clause.while_ is not None else clause.span
    c.report(
        "while-without-ray",
        span,
        "`while` stops a ray or bounds a flood, and this is neither",
        help="write `if` to leave elements out",
    )


def no_index_type(c: Context, node: syntax.Node, type_: Type, role: str) -> None:
    c.report(
        "not-an-index",
        node.span,
        f"{role} needs something that can be counted off",
        label=_words(type_),
        help="players, teams, enums, ranges, bool and kinds with `one_per` can be counted off",
    )


# ---------------------------------------------------------------------------------------------------- names


def unknown_name(c: Context, node: syntax.Name, scope: Scope, expected: Type | None) -> None:
    from rulewright.checked import declarations

    book = c.book
    known = [*scope.names, *declarations.BUILT_IN_NAMES, *book.options, *book.enums, *book.kinds, *book.zones,
             *book.variables, *book.tables, *book.definitions, *(s.id for s in book.seats),
             *declarations.members(c)]  # fmt: skip
    near = nearest(node.text, known)
    c.report(
        "unknown-name",
        node.span,
        f"nothing is called `{node.text}`",
        label="unknown",
        notes=_declared_note(c, near),
        help=f"did you mean `{near}`?" if near else "",
    )


def _declared_note(c: Context, name: str | None) -> tuple[Note, ...]:
    for entries in (c.book.options, c.book.enums, c.book.kinds, c.book.zones, c.book.variables, c.book.tables,
                    c.book.definitions, c.book.steps):  # fmt: skip
        if name is not None and name in entries:
            return (Note(entries[name].span, "did you mean this one?"),)
    return ()


def unknown_member(c: Context, node: syntax.Name, wanted: Enum | Face) -> None:
    owner = wanted.name if isinstance(wanted, Enum) else f"the faces of {wanted.kind}"
    near = nearest(node.text, wanted.members)
    c.report(
        "unknown-member",
        node.span,
        f"`{node.text}` is not one of {owner}",
        label="unknown",
        help=f"did you mean `{near}`?" if near else f"they are {_listed(wanted.members)}",
    )


def ambiguous_member(c: Context, node: syntax.Name, owners: Sequence[Type]) -> None:
    names = [o.name if isinstance(o, Enum) else str(o) for o in owners]
    c.report(
        "ambiguous-member",
        node.span,
        f"`{node.text}` is a member of {_listed(names)}",
        help="compare it with something whose type is known",
    )


def _listed(names: Sequence[str], most: int = 12) -> str:
    shown = [f"`{n}`" for n in names[:most]]
    if len(names) > most:
        return ", ".join(shown) + f" and {len(names) - most} more"
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + f" or {shown[-1]}" if shown else "nothing"


def name_taken(c: Context, node: syntax.Name) -> None:
    c.report(
        "name-taken",
        node.span,
        f"`{node.text}` means something else already",
        notes=_declared_note(c, node.text),
        help="choose another name: bound names never hide anything",
    )


def name_twice(c: Context, name: str, span: Span, first: Span, what: str, first_what: str) -> None:
    c.report(
        "name-taken",
        span,
        f"`{name}` is the name of {first_what} already, and of {what} here",
        notes=(Note(first, "first used here"),) if first != span else (),
        help="options, enums, kinds, zones, variables, tables, definitions, steps and seats share one namespace",
    )


def whose(c: Context, node: syntax.Expression, owner: str) -> None:
    name = node.function.span.text if isinstance(node, syntax.Call) else node.span.text
    one = "t" if owner == "teams" else "p"
    mine = f"me.team.{name}" if owner == "teams" else f"me.{name}"
    c.report(
        "whose",
        node.span,
        f"whose `{name}`?",
        label=f"each of the {owner} has one",
        help=f"write `{mine}`, or `{one}.{name}` where `{one}` is bound to one of the {owner}",
    )


def not_owned(c: Context, node: syntax.Attribute, owner: str) -> None:
    name = node.name
    if owner:
        c.report(
            "not-owned",
            node.name_span,
            f"`{name}` belongs to {owner}",
            help="write `p.team.` before it" if owner == "teams" else "ask a player for it",
        )
    else:
        c.report("not-owned", node.name_span, f"`{name}` belongs to nobody", help=f"write just `{name}`")


def no_attribute(c: Context, node: syntax.Attribute, type_: Type, names: Sequence[str]) -> None:
    if isinstance(type_, Unknown):
        return
    no_attribute_named(c, node, _words(type_), names)


def no_attribute_named(c: Context, node: syntax.Attribute, what: str, names: Sequence[str]) -> None:
    near = nearest(node.name, names)
    help_ = f"did you mean `{near}`?" if near else f"it has {_listed(sorted(names))}" if names else ""
    c.report("unknown-attribute", node.name_span, f"{what} has no `{node.name}`", label="unknown", help=help_)


def step_in_expression(c: Context, node: syntax.Expression) -> None:
    c.report(
        "step-as-value",
        node.span,
        "a step is something that is done, not a value",
        help="run it in a list of effects: `- " + node.span.text + "`",
    )


def zone_called(c: Context, node: syntax.Call, name: str) -> None:
    c.report(
        "not-callable",
        node.span,
        f"the zone `{name}` has no parentheses",
        help="write `p." + name + "` for the zone of a player",
    )


def not_callable(c: Context, node: syntax.Call) -> None:
    c.report(
        "not-callable",
        node.span,
        "nothing can be looked up here with parentheses",
        help="variables, tables, definitions, `seat(n)` and kinds with `one_per` are looked up so",
    )


def unknown_function(c: Context, node: syntax.Call, name: str) -> None:
    from rulewright.checked import declarations

    known = [
        *c.book.variables,
        *c.book.tables,
        *c.book.definitions,
        *c.book.kinds,
        *declarations.BUILT_IN_NAMES,
    ]
    near = nearest(name, known)
    c.report(
        "unknown-name",
        node.function.span,
        f"nothing is called `{name}`",
        label="unknown",
        notes=_declared_note(c, near),
        help=f"did you mean `{near}`?" if near else "",
    )


def wrong_count(c: Context, node: Spanned, name: str, given: int, wanted: int) -> None:
    things = "value" if wanted == 1 else "values"
    c.report(
        "wrong-count", node.span, f"`{name}` takes {wanted} {things} in parentheses, and {given} are given"
    )


def index_outside(c: Context, node: syntax.Expression, actual: Type, axis: Value, name: str) -> None:
    c.report(
        "outside-range",
        node.span,
        f"`{name}` has nothing for this",
        label=str(actual),
        help=f"it is declared for {axis}",
    )


def no_comprehension(c: Context, node: syntax.Comprehension, name: str) -> None:
    c.report(
        "comprehension-here",
        node.span,
        f"`for` cannot stand here: {name} takes plain values",
        help="put it into `sum`, `count`, `any`, `all`, `min`, `max`, `first`, `only` or `distinct`",
    )


def not_values(c: Context, node: syntax.Expression, type_: Type, name: str) -> None:
    c.report(
        "wrong-type",
        node.span,
        f"`{name}` needs several values, and this is {_words(type_)}",
        help=f"write `{name}(... for x in ...)`, or name a zone's values, as in `rack.face`",
    )


def seat_not_constant(c: Context, node: syntax.Call, name: str) -> None:
    c.report(
        "not-constant",
        node.span,
        f"the number of a {name} must be constant",
        help="use `me`, `me.left`, or bind a player with `for p in players`",
    )


def beyond_the_table(c: Context, node: syntax.Call, name: str, count: int) -> None:
    c.report("beyond-the-table", node.span, f"there is no such {name} with {count} at the table")


def only_with(c: Context, node: syntax.Attribute, what: str, players: int) -> None:
    c.report(
        "only-with",
        node.name_span,
        f"`{node.name}` exists only with {what}",
        label=f"{players} players here",
        help="use `left`, `others` or `team.members`",
    )


def pieces_alike(c: Context, node: syntax.Call, name: str) -> None:
    c.report(
        "pieces-alike",
        node.span,
        f"the pieces of `{name}` cannot be told apart, so none has a key",
        help="give the kind `one_per`, or take one from a zone",
    )


def no_such_piece(c: Context, node: syntax.Call, name: str) -> None:
    c.report("outside-range", node.span, f"`{name}` has no such piece")


def can_shape(c: Context, node: syntax.Call) -> None:
    c.report("wrong-count", node.span, "`can` asks for an action", help="write `can(play)` or `can(play, p)`")


def unknown_action(c: Context, span: Span, name: str) -> None:
    names = [a for phase in c.book.phases.values() for a in phase.actions]
    near = nearest(name, names)
    c.report(
        "unknown-action",
        span,
        f"there is no action called `{name}`",
        label="not an action",
        help=f"did you mean `{near}`?" if near else f"actions are {_listed(names)}",
    )


def top_not_kept(c: Context, node: syntax.Attribute, zone: str, order: str) -> None:
    help_ = (
        "its top is decided when it is taken; use `pick`" if order == "shuffled" else "give it `order: kept`"
    )
    c.report("no-top", node.name_span, f"the zone `{zone}` has no top", help=help_)


# ------------------------------------------------------------------------------------------------------- me


def nobody_acts(c: Context, node: Spanned, reason: str) -> None:
    c.report(
        "nobody-acts",
        node.span,
        f"nobody is acting here: {reason}",
        label="who?",
        help="say which player: `seat(1)`, or `any(p.score >= target for p in players)`",
    )


def definition_needs_me(c: Context, node: syntax.Node, name: str, reason: str) -> None:
    c.report(
        "nobody-acts",
        node.span,
        f"`{name}` uses `me`, and nobody is acting here: {reason}",
        notes=_declared_note(c, name),
        help="give the definition a player as its first parameter",
    )


def game_alone(c: Context, node: syntax.Name) -> None:
    c.report(
        "unknown-name", node.span, "`game` is only asked for something", help="`game.over` or `game.ended_by`"
    )


def game_only_in_examples(c: Context, node: syntax.Attribute) -> None:
    c.report(
        "only-in-examples", node.span, "a rule cannot know how the game ends", help="`game` is for examples"
    )


def hidden_read(c: Context, read: Read, seen_by: str, rule: str) -> None:
    zone = c.book.zones.get(read.name) or c.book.variables.get(read.name)
    notes = (Note(zone.span, f"seen by {seen_by}"),) if zone is not None else ()
    whom = {"nobody": "nobody may see", "owner": "only its owner may see", "team": "only its team may see"}[
        seen_by
    ]
    c.report(
        "hidden-from-actor",
        read.node.span,
        f"{rule} looks at `{read.name}`, which {whom}",
        label="the acting player may not see this",
        notes=notes,
        help="what is legal may depend only on what the acting player sees; effects may look at everything. "
        "How many there are is always seen",
    )


# ------------------------------------------------------------------------------------------- declarations


def not_yet(c: Context, span: Span, what: str) -> None:
    c.report("not-yet", span, f"{what} are not part of this version of the language")


def circle(c: Context, path: str, span: Span) -> None:
    c.report(
        "circle",
        span,
        f"`{path}` depends on itself",
        help="by way of " + " -> ".join([*c.open[c.open.index(path) :], path]),
    )


def attribute_types_differ(c: Context, node: syntax.Expression, name: str, one: Type, other: Type) -> None:
    c.report("branches-differ", node.span, f"`{name}` is {_words(one)} above and {_words(other)} here")


def owner_of_kind(c: Context, node: syntax.Expression) -> None:
    c.report("wrong-owner", node.span, "pieces belong to `players` or to `teams`")


def owner_of_zone(c: Context, zone: rulebook.Zone) -> None:
    span = zone.per.span if zone.per is not None else zone.span
    c.report(
        "wrong-owner",
        span,
        "a zone belongs to `players` or to `teams`",
        help="leave `per` out for one shared zone",
    )


def too_many_pieces(c: Context, declared: rulebook.Kind, pieces: int) -> None:
    c.report("too-many", declared.span, f"{pieces} pieces are too many", help="at most 10,000")


def faces_differ(c: Context, declared: rulebook.Kind) -> None:
    c.report(
        "faces-differ",
        declared.span,
        "all pieces of a kind must have the same number of faces",
        help="make two kinds",
    )


def unknown_kind(c: Context, node: syntax.Name) -> None:
    near = nearest(node.text, list(c.book.kinds))
    c.report(
        "unknown-name",
        node.span,
        f"there is no kind of pieces called `{node.text}`",
        label="not a kind",
        notes=_declared_note(c, near),
        help=f"did you mean `{near}`?" if near else "",
    )


def kept_needs_identity(c: Context, declared: rulebook.Zone, kind: str) -> None:
    c.report(
        "kept-alike",
        declared.span,
        f"the pieces of `{kind}` look alike, so their order cannot be kept",
        help="give the kind `one_per`, or leave `order` out",
    )


def cannot_store(c: Context, declared: rulebook.Variable, type_: Type) -> None:
    c.report("cannot-store", declared.type.span, f"a variable cannot hold {_words(type_)}",
             help="pieces that cannot be told apart and sets are chosen, not stored" if isinstance(type_, (Piece, Several))
             else "")  # fmt: skip


def needs_start(c: Context, declared: rulebook.Variable, type_: Type) -> None:
    c.report(
        "needs-start",
        declared.span,
        f"`{declared.id}` needs a `start`",
        label=_words(type_),
        help="write for example `start: seat(1)`, or make the type optional with `or none`",
    )


def cases_incomplete(
    c: Context,
    declared: rulebook.Definition,
    body: rulebook.Cases,
    subject: Type | None,
    seen: Sequence[Fixed],
) -> None:
    missing = ""
    if isinstance(subject, (Enum, Face)):
        missing = _listed([m for i, m in enumerate(subject.members) if i not in seen])
    c.report(
        "cases-incomplete",
        declared.span,
        f"`{declared.id}` does not say what it is " + (f"for {missing}" if missing else "when no case holds"),
        help="add the cases, or `otherwise`",
    )


def case_twice(c: Context, node: syntax.Expression) -> None:
    c.report("case-twice", node.span, "there is a case for this value above", label="never reached")


def table_incomplete(c: Context, declared: rulebook.Table, axis: Value, missing: Sequence[Fixed]) -> None:
    names = [_value_words(v, axis) for v in missing]
    c.report(
        "table-incomplete",
        declared.span,
        f"the table `{declared.id}` has no row for {_listed(names)}",
        help="add rows (a range `24..26`, `..22` or `13..` serves several), or `otherwise`",
    )


def _value_words(value: Fixed, type_: Value) -> str:
    return type_.members[value] if isinstance(type_, (Enum, Face)) and isinstance(value, int) else str(value)


def row_width(c: Context, row: rulebook.TableRow, given: int, wanted: int) -> None:
    c.report("row-width", row.span, f"this row has {given} values, and {wanted} are needed")


def row_outside(c: Context, row: rulebook.TableRow, axis: Value, declared: rulebook.Table) -> None:
    c.report(
        "row-outside",
        row.key.span,
        f"the table `{declared.id}` is never asked for this",
        label=f"it is for {axis}",
    )


def rows_overlap(c: Context, row: rulebook.TableRow, declared: rulebook.Table) -> None:
    c.report("rows-overlap", row.key.span, "a row above has a value for this already")


# --------------------------------------------------------------------------------------------------- effects


def cannot_write(c: Context, node: syntax.Expression, what: str) -> None:
    c.report(
        "cannot-write",
        node.span,
        f"{what} cannot be set",
        help="variables, and the face of a piece, can be set",
    )


def not_a_zone(c: Context, node: syntax.Expression, type_: Type, role: str) -> None:
    if not isinstance(type_, Unknown):
        c.report("not-a-zone", node.span, f"{role} must be a zone", label=_words(type_))


def not_pieces(c: Context, node: syntax.Expression, type_: Type, role: str) -> None:
    if not isinstance(type_, Unknown):
        c.report(
            "not-pieces",
            node.span,
            f"{role} needs pieces",
            label=_words(type_),
            help="name a piece, a set of pieces, a zone or a kind",
        )


def no_faces(c: Context, node: syntax.Expression, kind: str) -> None:
    c.report(
        "no-faces",
        node.span,
        f"the pieces of `{kind}` have no faces to roll",
        notes=_declared_note(c, kind),
        help="give the kind `faces`",
    )


def wrong_kind(c: Context, node: syntax.Node, actual: str, wanted: str) -> None:
    c.report("wrong-kind", node.span, f"this holds {actual}, and {wanted} are moved")


def needs_from(c: Context, span: Span) -> None:
    c.report("needs-from", span, "from where?", help="write `{move: 1 cards, from: deck, to: ...}`")


def from_not_needed(c: Context, node: syntax.Expression) -> None:
    c.report(
        "needs-from", node.span, "a piece is moved from where it is", help="leave `from` out", warning=True
    )


def looks_differ(c: Context, node: syntax.Expression, zone: str) -> None:
    c.report(
        "which-pieces",
        node.span,
        f"which pieces? Those in `{zone}` may show different things",
        help="choose them, `pick` one, or give the zone `order: shuffled` to draw at random",
    )


def not_kept(c: Context, node: syntax.Expression) -> None:
    c.report(
        "not-kept",
        node.span,
        "only a zone with `order: kept` can be shuffled",
        help="a zone with `order: shuffled` is always drawn from at random",
    )


def unknown_phase(c: Context, span: Span, name: str) -> None:
    near = nearest(name, list(c.book.phases))
    c.report(
        "unknown-phase",
        span,
        f"there is no phase called `{name}`",
        label="not a phase",
        help=f"did you mean `{near}`?" if near else f"phases are {_listed(list(c.book.phases))}",
    )


def unknown_step(c: Context, span: Span, name: str) -> None:
    near = nearest(name, [*c.book.steps, "end_turn", "extra_turn"])
    c.report(
        "unknown-step",
        span,
        f"there is no step called `{name}`",
        label="not a step",
        notes=_declared_note(c, near),
        help=f"did you mean `{near}`?" if near else "",
    )


def two_notes(c: Context, span: Span, first: Span, what: str) -> None:
    c.report(
        "two-notes",
        span,
        f"this replaces what was noted before about {what}",
        notes=(Note(first, "noted here"),),
        help="of two in one list only the later one counts; leave one out",
    )


def automatic_stays(c: Context, phase: rulebook.Phase) -> None:
    c.report(
        "automatic-stays",
        phase.span,
        f"the automatic phase `{phase.id}` never says where to go",
        help="end it with `{go: PHASE}`, `end_turn` or `{turn_of: PLAYER}`",
    )


def after_names_differ(c: Context, span: Span, name: str) -> None:
    c.report(
        "after-differs",
        span,
        f"`{name}` is not the same in all the actions of `after`",
        label="which one?",
        help=f"each of the actions has to choose `{name}` from the same domain and in the same position of `choose`; "
        "or write a rule for each action",
    )


def result_without_players(c: Context, node: syntax.Expression) -> None:
    c.report(
        "wrong-result",
        node.span,
        "this cannot be read off each player",
        help="name a variable or definition per players (or per teams), or `round` with one player",
    )


def no_zone_to_start(c: Context, kind: rulebook.Kind) -> None:
    c.report(
        "no-start",
        kind.span,
        f"the pieces of `{kind.id}` start nowhere",
        help="give a zone that holds them `start: all`, `start: rest` or a number",
    )


def starts_disagree(c: Context, kind: rulebook.Kind, placed: int, pieces: int) -> None:
    c.report(
        "start-count",
        kind.span,
        f"{placed} of {pieces} {kind.id} have a place to start",
        help="use `start: rest` for one zone, or mend the numbers",
    )


def rest_taken(c: Context, zone: rulebook.Zone, first: rulebook.Zone) -> None:
    c.report(
        "start-count",
        zone.span,
        f"all the pieces that are left start in `{first.id}` already",
        notes=(Note(first.span, "they start here"),),
        help="give one of the zones a number",
    )


def start_overfull(c: Context, zone: rulebook.Zone, count: int, size: int) -> None:
    c.report("start-count", zone.span, f"{count} pieces start here, and {size} is the most it holds")


def start_number_identity(c: Context, zone: rulebook.Zone) -> None:
    c.report("start-count", zone.span, "which pieces? They can be told apart", help="write `start: all`")
