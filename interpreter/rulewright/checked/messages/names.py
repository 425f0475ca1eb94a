"""The checker's messages about names, attributes and look-ups in parentheses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from rulewright.checked.boards.directions import way_names
from rulewright.checked.context import Context
from rulewright.checked.messages import related_places
from rulewright.checked.messages.types import Spanned, declared_note, listed, reported, spelled, words_of
from rulewright.checked.scope import Scope
from rulewright.expression import everyday
from rulewright.expression import nodes as syntax
from rulewright.language.builtins import AGGREGATES, BUILT_IN_ATTRIBUTES, NO_VALUE, SAME_WORDS, attributes_of
from rulewright.language.directions import WAYS
from rulewright.language.types import Enum, Face, Kind, Piece, Space, Type, Unknown, Value, Way
from rulewright.problems.fix import Fix, rewritten
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Note
from rulewright.problems.quoting import counted
from rulewright.problems.templates import Parts
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


@reported
def function_alone(c: Context, node: syntax.Name) -> Parts:
    return {"help": of_a_result(node) or f"write `{node.text}(...)`; a name of yours must be another one"}


@reported
def unknown_member(c: Context, node: syntax.Name, wanted: Enum | Face | Space | Way) -> Parts:
    owner, names = _owner_and_names(c, wanted)
    members: dict[str, Span] = {}
    if isinstance(wanted, (Enum, Face)):
        members = related_places.members_of(c, wanted.name if isinstance(wanted, Enum) else wanted.kind)
    # the default of an option uses no value, so an unused one is not what was meant
    unused = {} if any(option.value is node for option in c.book.options.values()) else members
    near = spelled(
        c, node.text, node.span, names, unused, lambda: f"they are {listed(names)}", others=members
    )
    own = _of_a_space(node, wanted) or _of_nothing(node.text) or _of_a_route(c, node, wanted)
    elsewhere = related_places.elsewhere(c, node.text)
    is_none = node.text.lower() in ("null", "nil", "none")
    return {
        "owner": owner,
        "notes": elsewhere or near["notes"],
        "help": own or near["help"],
        "fix": kindred(node.span) if is_none else near["fix"],
    }


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


@reported
def no_such_direction(c: Context, node: syntax.Name) -> Parts:
    """A direction that no board has: `forward` on a grid, `north` on hexagons."""
    has = [WAYS[way] for way in sorted({way for facts in c.boards.values() for way in facts.geometry.ways})]
    has_none = f"`{next(iter(c.boards))}` has no" if len(c.boards) == 1 else "no board has the"
    return {
        "has_none": has_none,
        "help": f"there are {listed(has)}" if has else "a map of spaces has neighbours, and no directions",
    }


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


@reported
def ambiguous_member(c: Context, node: syntax.Name, owners: Sequence[Type]) -> Parts:
    names = [o.name if isinstance(o, Enum) else o.board if isinstance(o, Space) else str(o) for o in owners]
    if c.wanted.get(node) == "listed":
        whose = [o.kind if isinstance(o, Face) else name for o, name in zip(owners, names, strict=True)]
        return {"names": names, "help": f"say which: `{{one_of: [{node.text}, ...], of: {whose[0]}}}`"}
    return {"names": names, "help": _which(node.text, owners)}


def _which(name: str, owners: Sequence[Type]) -> str:
    boards = [owner.board for owner in owners if isinstance(owner, Space)]
    if boards:
        return f"write `{boards[0]}.{name}`, or compare it with a space of one of them"
    return "compare it with something of one of them, say a variable, or rename one of the members"


@reported
def name_taken(c: Context, node: syntax.Name) -> None: ...


@reported
def name_twice(c: Context, name: str, span: Span, first: Span, what: str, first_what: str) -> Parts:
    return {"notes": (Note(first, "first used here"),) if first != span else ()}


@reported
def whose(c: Context, node: syntax.Expression, owner: str, scope: Scope | None = None) -> Parts:
    name = node.function.span.text if isinstance(node, syntax.Call) else node.span.text
    per = related_places.per(c, name)
    one, mine = ("t", f"me.team.{name}") if owner == "teams" else ("p", f"me.{name}")
    help_ = f"write `{mine}` for the acting player's, or `{one}.{name}` where a rule goes through all: `for {one} in {owner}`"
    if scope is not None and scope.acting:
        help_ = f"nobody acts here: go through all, `any({one}.{name} ... for {one} in {owner})`"
    notes = (Note(per, f"declared for each of the {owner}"),) if per is not None else ()
    return {"name": name, "notes": notes, "help": help_}


@reported
def not_owned(c: Context, node: syntax.Attribute, owner: str) -> Parts:
    name, of = node.name, node.of.span.text
    if not owner:
        return {
            "text": f"`{name}` belongs to nobody",
            "notes": declared_note(c, name, "declared without `per: players`"),
            "help": f"write just `{name}`, or give it `per: players`",
        }
    return {
        "text": f"`{name}` belongs to {owner}",
        "notes": declared_note(c, name, "declared here"),
        "help": f"write `{of}.team.{name}`"
        if owner == "teams"
        else f"write `p.{name}`, where `p` is a player",
    }


def no_attribute(c: Context, node: syntax.Attribute, type_: Type, names: Sequence[str]) -> None:
    if isinstance(type_, Unknown):
        return
    whole = _of_the_whole(c, node)
    of_zone = whole and isinstance(type_, Piece) and _is_zone(c, node)
    what = f"a zone of {type_.kind}" if of_zone and isinstance(type_, Piece) else words_of(type_)
    no_attribute_named(c, node, what, [*names, *whole], _lacks(c, node.name, type_, names))


def _is_lost(c: Context, attribute: str) -> bool:
    """Whether a board declares an attribute of spaces that has an error, which was reported."""
    return any(
        attribute in declared.attributes
        and name in c.boards
        and attribute not in c.boards[name].attributes.table
        for name, declared in c.book.boards.items()
    )


def _lacks(c: Context, attribute: str, type_: Type, names: Sequence[str]) -> tuple[Note, ...]:
    """A note on a kind or a board that is declared without the key that gives its pieces or spaces this attribute."""
    if isinstance(type_, Space) and attribute not in BUILT_IN_ATTRIBUTES and not nearest(attribute, names):
        return declared_note(c, type_.board, f"declared without `{attribute}`")
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


_LENGTH = frozenset({"length", "len", "amount", "number_of", "total", "size"})
_NOT_ON_TOP = frozenset({"bottom", "last"})
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
    if not _is_lost(c, node.name):
        _no_attribute(c, node, what, names, notes)


@reported
def _no_attribute(
    c: Context, node: syntax.Attribute, what: str, names: Sequence[str], notes: tuple[Note, ...]
) -> Parts:
    instead = _instead_of_attribute(c, node, names)
    every = {**related_places.attributes(c), **related_places.declared(c)}
    places = {name: span for name, span in every.items() if name in names}
    there = f"it has {listed(sorted(names))}" if names else ""
    near = spelled(
        c,
        node.name,
        node.name_span,
        names,
        places,
        lambda: there,
        built_in=BUILT_IN_ATTRIBUTES,
        instead=instead,
    )
    return {**near, "notes": (*notes, *cast(tuple[Note, ...], near.get("notes", ())))}


def _instead_of_attribute(c: Context, node: syntax.Attribute, names: Sequence[str]) -> str:
    """The help for an attribute that is not just misspelled; empty if it may be."""
    if isinstance(node.of, syntax.Number):
        return everyday.after_number(node.of.span, node.name)
    if looked_up := _looked_up(c, node):
        return looked_up
    if node.name in _LENGTH and "count" in names:
        return "write `.count`"
    if gathered := _gathered(node, names):
        return gathered
    if node.name in _NOT_ON_TOP and _is_zone(c, node):
        return f"only the top of a zone with `order: kept` has a name: write `{node.of.span.text}.top`"
    if node.name in _SIGHT and (_is_zone(c, node) or "place" in names):
        return _WHO_SEES
    return "the next player round the table is `left`" if node.name == "next" and "left" in names else ""


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


@reported
def size_not_declared(c: Context, node: syntax.Attribute, zone: str, kind: str, size: int) -> None:
    """`tray.size` of a zone without a declared size, probably instead of `tray.count`."""


@reported
def several_zones(c: Context, node: syntax.Attribute, name: str) -> None: ...


@reported
def step_in_expression(c: Context, node: syntax.Expression) -> None: ...


@reported
def zone_called(c: Context, node: syntax.Call, name: str) -> Parts:
    owned = c.book.zones[name].per
    return {"help": f"write `me.{name}` for the zone of a player" if owned else f"write just `{name}`"}


@reported
def not_callable(c: Context, node: syntax.Call) -> None: ...


@reported
def wrong_count(c: Context, node: Spanned, name: str, given: int, wanted: int) -> Parts:
    call = f"`{name}({', '.join(['...'] * wanted)})`"
    return {
        "things": "value" if wanted == 1 else "values",
        "here": "1 is given" if given == 1 else f"{given} are given",
        "help": f"write {call}" if wanted else f"write `{name}` without parentheses",
    }


@reported
def index_outside(c: Context, node: syntax.Expression, actual: Type, axis: Value, name: str) -> None: ...


@reported
def no_entry_for_direction(
    c: Context, node: syntax.Expression, way: int, has: Sequence[object], name: str
) -> Parts:
    """`went(north)`, where `went` is declared for the directions of a hexagon, and another board has a north."""
    names = way_names(c)
    return {"direction": names[way], "names": [names[each] for each in has if isinstance(each, int)]}


@reported
def no_comprehension(c: Context, node: syntax.Comprehension, name: str) -> None: ...


@reported
def not_values(c: Context, node: syntax.Expression, type_: Type, name: str) -> None: ...


@reported
def seat_not_constant(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def beyond_the_table(
    c: Context, node: syntax.Call | syntax.Name, name: str, number: int, count: int
) -> Parts:
    most = max(c.book.players)
    things = "teams" if name == "team" else "players"
    help_ = f"ask for it only where there is one: `... if {things}.count >= {number} else ...`"
    if number < 1:
        help_ = f"{name}s are counted from 1: the first is `{name}(1)`"
    elif number > most:
        many = f"{most} players" if most == min(c.book.players) else f"{most} players at most"
        help_ = f"the game is for {many}" + (", each of whom is in one team" if name == "team" else "")
    return {"help": help_}


@reported
def only_with(c: Context, node: syntax.Attribute, what: str, players: int) -> Parts:
    return {"table": counted(players, "player")}


@reported
def pieces_alike(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def no_such_piece(c: Context, node: syntax.Call, name: str) -> None: ...


@reported
def can_shape(c: Context, node: syntax.Call) -> None: ...


@reported
def after_shape(c: Context, node: syntax.Call) -> None: ...


@reported
def unknown_action(c: Context, span: Span, name: str) -> Parts:
    names = [a for phase in c.book.phases.values() for a in phase.actions]
    there = f"actions are {listed(names)}" if names else "no phase has `actions:` yet"
    return spelled(c, name, span, names, related_places.actions(c), lambda: there)


@reported
def top_not_kept(c: Context, node: syntax.Attribute, zone: str, order: str) -> Parts:
    shuffled = "its top is decided when it is taken; use `pick`"
    return {"help": shuffled if order == "shuffled" else "give it `order: kept`"}


@reported
def not_a_pile(c: Context, node: syntax.Attribute, zone: str, order: str) -> Parts:
    if not zone:
        return {"what": "a zone that is not known before play", "help": "ask a zone by its name"}
    shuffled = "its order is decided when its cards are drawn"
    kept = "give it `order: kept`, or ask for its pieces without order"
    return {"what": f"the zone `{zone}`", "help": shuffled if order == "shuffled" else kept}


@reported
def as_many_as_needed(c: Context, node: syntax.Attribute, kind: str) -> None: ...
