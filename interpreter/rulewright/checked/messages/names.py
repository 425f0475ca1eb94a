"""The checker's messages about names, attributes and look-ups in parentheses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.checked.boards.directions import way_names
from rulewright.checked.context import Context
from rulewright.checked.messages import related_places
from rulewright.checked.messages.types import Spanned, declared_note, listed, reported, words_of
from rulewright.checked.scope import Scope
from rulewright.expression import everyday
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import AGGREGATES, BUILT_IN_ATTRIBUTES, NO_VALUE, SAME_WORDS, attributes_of
from rulewright.language.directions import WAYS
from rulewright.language.types import Enum, Face, Kind, Piece, Space, Type, Unknown, Value, Way
from rulewright.problems.fix import Fix, renamed, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.problems.quoting import counted
from rulewright.source.text import Span

_WINS = re.compile(r"\bwins:\s*[\"']?$")
_EVERYBODY = frozenset({"all", "everybody", "everyone", "both", "every", "any"})
_OTHER_RESULTS = {
    "draw": "draw",
    "tie": "draw",
    "tied": "draw",
    "lost": "lost",
    "nobody": "draw",
    "none": "draw",
}


def of_a_result(node: syntax.Name) -> str:
    """The help for a word of results in the wrong place: `wins: draw`, and `wins: all`."""
    source = node.span.source
    if not _WINS.search(source.text[max(node.span.start - 20, 0) : node.span.start]):
        return ""
    if node.text in _OTHER_RESULTS:
        return f"leave `wins` out: `result: {_OTHER_RESULTS[node.text]}`"
    return "write `wins: players`" if node.text in _EVERYBODY else ""


def function_alone(c: Context, node: syntax.Name) -> None:
    c.report(
        "wrong-count",
        node.span,
        f"`{node.text}` needs arguments in parentheses",
        label="of what?",
        help=of_a_result(node) or f"write `{node.text}(...)`; a name of yours must be another one",
    )


def unknown_member(c: Context, node: syntax.Name, wanted: Enum | Face | Space | Way) -> None:
    owner, names = _owner_and_names(c, wanted)
    near = nearest(node.text, names)
    members: dict[str, Span] = {}
    if isinstance(wanted, (Enum, Face)):
        members = related_places.members_of(c, wanted.name if isinstance(wanted, Enum) else wanted.kind)
    default = any(
        option.value is node for option in c.book.options.values()
    )  # which no value is forgotten by
    c.report(
        "unknown-member",
        node.span,
        f"`{node.text}` is not one of {owner}",
        label="unknown",
        notes=related_places.elsewhere(c, node.text)
        or related_places.meant(c, near, {} if default else members, members),
        help=_of_a_space(node, wanted)
        or _of_nothing(node.text)
        or _of_a_route(c, node, wanted)
        or (f"did you mean `{near}`?" if near else f"they are {listed(names)}"),
        fix=kindred(node.span)
        if node.text.lower() in ("null", "nil", "none")
        else renamed(node.span, names, ()),
    )


def kindred(span: Span) -> Fix | None:
    """The fix of a word of another language that has exactly one equivalent here."""
    here = SAME_WORDS.get(span.text.lower())
    return rewritten(span, here) if here else None


def _of_nothing(name: str) -> str:
    """The help for `led == null`, and `led == nobody`."""
    return (
        f"no value is `none`, where a type says `or none`: write `none` for `{name}`"
        if name.lower() in NO_VALUE
        else ""
    )


def _of_a_space(node: syntax.Name, wanted: Enum | Face | Space | Way) -> str:
    """The help for `s == empty`, instead of `s.empty`."""
    asked = isinstance(wanted, Space) and node.text in attributes_of("space")
    return f"ask the space itself: `s.{node.text}`" if asked else ""


def _of_a_route(c: Context, node: syntax.Name, wanted: Enum | Face | Space | Way) -> str:
    """The help for a route without its owner or its board."""
    for name, facts in c.boards.items():
        if isinstance(wanted, Way) and node.text in facts.routes:
            of = "me" if facts.routes[node.text].owned else name
            return f"write `{of}.{node.text}` for the route"
    return ""


def no_such_direction(c: Context, node: syntax.Name) -> None:
    """A direction that no board has: `forward` on a grid, `north` on hexagons."""
    has = [WAYS[way] for way in sorted({way for facts in c.boards.values() for way in facts.geometry.ways})]
    one = next(iter(c.boards)) if len(c.boards) == 1 else ""
    c.report(
        "unknown-member",
        node.span,
        f"`{one}` has no direction `{node.text}`" if one else f"no board has the direction `{node.text}`",
        label="leads nowhere",
        help=f"there are {listed(has)}" if has else "a map of spaces has neighbours, and no directions",
    )


def _owner_and_names(c: Context, wanted: Enum | Face | Space | Way) -> tuple[str, Sequence[str]]:
    """The owner of members, in words, and their names."""
    match wanted:
        case Enum():
            return wanted.name, wanted.members
        case Face():
            return f"the faces of {wanted.kind}", wanted.members
        case Space():
            return f"the spaces of {wanted.board}", c.boards[wanted.board].names
        case Way():
            return "the directions", WAYS


def ambiguous_member(c: Context, node: syntax.Name, owners: Sequence[Type]) -> None:
    names = [o.name if isinstance(o, Enum) else o.board if isinstance(o, Space) else str(o) for o in owners]
    c.report(
        "ambiguous-member",
        node.span,
        f"it is unclear which `{node.text}` is meant: it is a member of {listed(names)}",
        help=_which(node.text, owners),
    )


def _which(name: str, owners: Sequence[Type]) -> str:
    boards = [owner.board for owner in owners if isinstance(owner, Space)]
    if boards:
        return f"write `{boards[0]}.{name}`, or compare it with a space of one of them"
    return "compare it with something of one of them, say a variable, or rename one of the members"


@reported
def name_taken(c: Context, node: syntax.Name) -> None: ...


def name_twice(c: Context, name: str, span: Span, first: Span, what: str, first_what: str) -> None:
    c.report(
        "name-taken",
        span,
        f"`{name}` is the name of {first_what} already, and of {what} here",
        notes=(Note(first, "first used here"),) if first != span else (),
        help="rename one of them: options, enums, pieces, zones, variables, tables and so on share one namespace",
    )


def whose(c: Context, node: syntax.Expression, owner: str, scope: Scope | None = None) -> None:
    name = node.function.span.text if isinstance(node, syntax.Call) else node.span.text
    per = related_places.per(c, name)
    one = "t" if owner == "teams" else "p"
    mine = f"me.team.{name}" if owner == "teams" else f"me.{name}"
    c.report(
        "whose",
        node.span,
        f"whose `{name}` is meant?",
        label=f"each of the {owner} has one",
        notes=(Note(per, f"declared for each of the {owner}"),) if per is not None else (),
        help=f"nobody acts here: go through all, `any({one}.{name} ... for {one} in {owner})`"
        if scope is not None and scope.acting
        else f"write `{mine}` for the acting player's, or `{one}.{name}` where a rule goes through all: `for {one} in {owner}`",
    )


def not_owned(c: Context, node: syntax.Attribute, owner: str) -> None:
    name = node.name
    if owner:
        c.report(
            "not-owned",
            node.name_span,
            f"`{name}` belongs to {owner}",
            notes=declared_note(c, name, "declared here"),
            help=f"write `{node.of.span.text}.team.{name}`"
            if owner == "teams"
            else f"write `p.{name}`, where `p` is a player",
        )
    else:
        c.report("not-owned", node.name_span, f"`{name}` belongs to nobody",
                 notes=declared_note(c, name, "declared without `per: players`"),
                 help=f"write just `{name}`, or give it `per: players`")  # fmt: skip


def no_attribute(c: Context, node: syntax.Attribute, type_: Type, names: Sequence[str]) -> None:
    if isinstance(type_, Unknown):
        return
    whole = _of_the_whole(c, node)
    what = (
        f"a zone of {type_.kind}"
        if whole and isinstance(type_, Piece) and _is_zone(c, node)
        else words_of(type_)
    )
    no_attribute_named(c, node, what, [*names, *whole], _lacks(c, node.name, type_))


def _is_lost(c: Context, attribute: str) -> bool:
    """Whether a board declares an attribute of spaces that has an error, which was reported."""
    return any(
        attribute in declared.attributes
        and name in c.boards
        and attribute not in c.boards[name].attributes.table
        for name, declared in c.book.boards.items()
    )


def _lacks(c: Context, attribute: str, type_: Type) -> tuple[Note, ...]:
    """A note on a kind that is declared without the key that gives its pieces this attribute."""
    key = {"owner": "of: players", "face": "faces"}.get(attribute)
    if key is None or not isinstance(type_, Piece | Kind):
        return ()
    return declared_note(c, type_.kind, f"declared without `{key}`")


def _of_the_whole(c: Context, node: syntax.Attribute) -> list[str]:
    """The attributes of a zone or a set as a whole, where an attribute of each element was looked for."""
    if not (isinstance(node.of, syntax.Name) and node.of.text == "<each>"):
        return []
    return attributes_of("zone" if _is_zone(c, node) else "set")


def _is_zone(c: Context, node: syntax.Attribute) -> bool:
    return node.of.span.text.split(".")[-1] in c.book.zones


_LENGTH = frozenset({"length", "len", "amount", "number_of", "total"})
_SIGHT = frozenset(
    {"seen_by", "visible", "hidden", "revealed", "face_up", "faceup", "face_down", "shown", "open"}
)
_WHO_SEES = (
    "who sees pieces is decided by where they lie, and a zone is seen by the same players for the whole game: to show or hide them, "
    "move them to another zone"
)


def no_attribute_named(
    c: Context, node: syntax.Attribute, what: str, names: Sequence[str], notes: tuple[Note, ...] = ()
) -> None:
    if _is_lost(c, node.name):
        return
    near = nearest(node.name, names)
    told = (
        _looked_up(c, node)
        or ("write `.count`" if node.name in _LENGTH | {"size"} and "count" in names else "")
        or _gathered(node, names)
        or (_WHO_SEES if node.name in _SIGHT and (_is_zone(c, node) or "place" in names) else "")
    ) or ("the next player round the table is `left`" if node.name == "next" and "left" in names else "")
    if isinstance(node.of, syntax.Number):
        told = everyday.after_number(node.of.span, node.name)
    help_ = told or (
        f"did you mean `{near}`?" if near else f"it has {listed(sorted(names))}" if names else ""
    )
    places = {
        k: v for k, v in {**related_places.attributes(c), **related_places.declared(c)}.items() if k in names
    }
    c.report("unknown-attribute", node.name_span, f"{what} has no `{node.name}`", label="unknown",
             notes=notes if told else (*notes, *related_places.meant(c, near, places)), help=help_,
             fix=renamed(node.name_span, names, BUILT_IN_ATTRIBUTES) if not told else None)  # fmt: skip


def _gathered(node: syntax.Attribute, names: Sequence[str]) -> str:
    """The help for an aggregate that is written as an attribute: `tray.sum`, `tray.any` and `tray.first`."""
    if node.name not in {each.name for each in AGGREGATES} or "count" not in names:
        return ""
    of = node.of.span.text
    asked = (
        "CONDITION for x"
        if node.name in ("any", "all")
        else "x"
        if node.name in ("first", "only")
        else "... for x"
    )
    return f"write `{node.name}({asked}{' for x' if asked == 'x' else ''} in {of})`"


def _looked_up(c: Context, node: syntax.Attribute) -> str:
    """The help for a table or a definition that is written as an attribute: `c.rank.pips`, where `pips` is a table."""
    name, of = node.name, node.of.span.text
    table, definition = c.book.tables.get(name), c.book.definitions.get(name)
    wanted = table.of if table is not None else definition.parameters if definition is not None else ()
    return f"write `{name}({of})`" if len(wanted) == 1 else ""


def size_not_declared(c: Context, node: syntax.Attribute, zone: str, kind: str, size: int) -> None:
    """`tray.size` of a zone without a declared size, probably instead of `tray.count`."""
    of = node.of.span.text
    c.report(
        "undeclared-size",
        node.span,
        f"`{zone}` declares no `size`, so this is {size}, however many {kind} lie there",
        label="the most it can hold: every piece there is",
        notes=declared_note(c, zone, "declared without `size`"),
        help=f"write `{of}.count` for how many lie there, or declare the `size` of the zone",
        warning=True,
    )


@reported
def several_zones(c: Context, node: syntax.Attribute, name: str) -> None: ...


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
        f"there is nothing to look up in the zone `{name}` with parentheses",
        notes=declared_note(c, name, "declared here"),
        help=f"write `me.{name}` for the zone of a player"
        if c.book.zones[name].per
        else f"write just `{name}`",
    )


@reported
def not_callable(c: Context, node: syntax.Call) -> None: ...


def wrong_count(c: Context, node: Spanned, name: str, given: int, wanted: int) -> None:
    things = "value" if wanted == 1 else "values"
    here = "1 is given" if given == 1 else f"{given} are given"
    c.report("wrong-count", node.span, f"`{name}` takes {wanted} {things} in parentheses, and {here}",
             notes=declared_note(c, name, "declared here"), help=_so_many(name, wanted))  # fmt: skip


def _so_many(name: str, wanted: int) -> str:
    values = ", ".join(["..."] * wanted)
    return f"write `{name}({values})`" if wanted else f"write `{name}` without parentheses"


def index_outside(c: Context, node: syntax.Expression, actual: Type, axis: Value, name: str) -> None:
    c.report(
        "outside-range",
        node.span,
        f"`{name}` has nothing for this",
        label=str(actual),
        notes=declared_note(c, name, f"declared for {axis}"),
        help=f"it is declared for {axis}",
    )


def no_entry_for_direction(
    c: Context, node: syntax.Expression, way: int, has: Sequence[object], name: str
) -> None:
    """`went(north)`, where `went` is declared for the directions of a hexagon, and another board has a north."""
    names = way_names(c)
    there = listed([names[each] for each in has if isinstance(each, int)])
    c.report(
        "outside-range",
        node.span,
        f"`{name}` has nothing for the direction `{names[way]}`",
        label="a direction of another board",
        notes=declared_note(c, name, "declared here"),
        help=f"it is declared for {there}",
    )


@reported
def no_comprehension(c: Context, node: syntax.Comprehension, name: str) -> None: ...


@reported
def not_values(c: Context, node: syntax.Expression, type_: Type, name: str) -> None: ...


@reported
def seat_not_constant(c: Context, node: syntax.Call, name: str) -> None: ...


def beyond_the_table(c: Context, node: syntax.Call, name: str, number: int, count: int) -> None:
    most = max(c.book.players)
    if number < 1:
        help_ = f"{name}s are counted from 1: the first is `{name}(1)`"
    elif number > most:
        many = f"{most} players" if most == min(c.book.players) else f"{most} players at most"
        help_ = f"the game is for {many}" + (", each of whom is in one team" if name == "team" else "")
    else:
        things = "teams" if name == "team" else "players"
        help_ = f"ask for it only where there is one: `... if {things}.count >= {number} else ...`"
    c.report("beyond-the-table", node.span, f"there is no {name} {number} at a table of {count}", help=help_)


def only_with(c: Context, node: syntax.Attribute, what: str, players: int) -> None:
    c.report(
        "only-with",
        node.name_span,
        f"`{node.name}` exists only with {what}",
        label=f"{counted(players, 'player')} here",
        help="use `me.left`, `me.others` or `me.team.members`",
    )


@reported
def pieces_alike(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def no_such_piece(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def can_shape(c: Context, node: syntax.Call) -> None: ...


def unknown_action(c: Context, span: Span, name: str) -> None:
    names = [a for phase in c.book.phases.values() for a in phase.actions]
    near = nearest(name, names)
    c.report(
        "unknown-action",
        span,
        f"there is no action called `{name}`",
        label="not an action",
        notes=related_places.meant(c, near, related_places.actions(c)),
        help=f"did you mean `{near}`?"
        if near
        else f"actions are {listed(names)}"
        if names
        else "no phase has `actions:` yet",
        fix=renamed(span, names, ()),
    )


def top_not_kept(c: Context, node: syntax.Attribute, zone: str, order: str) -> None:
    help_ = (
        "its top is decided when it is taken; use `pick`" if order == "shuffled" else "give it `order: kept`"
    )
    c.report("no-top", node.name_span, f"the zone `{zone}` has no top", help=help_)


@reported
def as_many_as_needed(c: Context, node: syntax.Attribute, kind: str) -> None: ...
