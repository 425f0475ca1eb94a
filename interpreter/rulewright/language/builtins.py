"""Every built-in of the language, declared once: how it is written, what it takes and gives, when it is undefined, the
range of its result, its words on a rule sheet, one line of help.

    sum(values)   takes numbers, gives a number   "the sum of"   adds up; 0 of nothing

The checker, the proofs and native code take types and ranges from here, the reference in `docs/` is generated from here.
Elsewhere there is only what it computes: in `evaluate`, and as machine code in `native`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, TypeAlias

from rulewright.language import ranges
from rulewright.language.ranges import Values
from rulewright.language.shapes import CUT, RANKED
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Described:
    """A built-in: its name, the `form` in which it is written, its `result` in words, and a line of help."""

    name: str
    form: str
    result: str
    help: str


@dataclass(frozen=True, slots=True)
class Builtin(Described):
    """A built-in name or function; `undefined` describes when it is a rule failure. `phrase` is that of a function on a rule sheet, with
    its arguments by number and the first one's possessive as `{whose}`; empty where `author.phrases` has a case for it."""

    undefined: str = ""
    phrase: str = ""

    @property
    def arguments(self) -> tuple[int, int]:
        """The least and the greatest number of arguments among the forms of a function."""
        counts = [call.count(",") + 1 for call in re.findall(r"\(([^)]*)\)", self.form)]
        return min(counts), max(counts)


@dataclass(frozen=True, slots=True)
class Function(Builtin):
    """A built-in function: the sort of each argument, and that of its result.

    `checked.expressions.functions` makes types of these at a table. An `other space` is of the board of the first argument,
    `steps` are never negative, and a `piece` is one with sides, or the piece on a space.
    """

    takes: tuple[
        Literal[
            "action", "a step", "anything", "constant", "position", "player", "space", "space or none", "other space", "direction", "steps", "piece", "quarters",
        ],
        ...,
    ] = ()  # fmt: skip
    gives: Literal[
        "condition", "anything", "number", "player", "team", "players", "space or none", "spaces beyond", "spaces", "neighbours",
        "direction back", "direction or none", "number or none", "side",
    ] = "condition"  # fmt: skip


@dataclass(frozen=True, slots=True)
class Attribute(Described):
    """A built-in attribute, written after a dot."""

    of: Literal[
        "player",
        "team",
        "zone",
        "pile",
        "piece",
        "board",
        "coordinates",
        "space",
        "line",
        "kind",
        "set",
        "game",
    ]
    """The sort of value that has it."""
    gives: Literal[
        "", "condition", "count", "room", "player", "other players", "team", "members", "piece or none", "face",
        "owner", "zone", "space or none", "sides", "quarters", "open spaces", "seat",
    ] = ""  # fmt: skip
    """The sort of its type, from which `checked.expressions.built_in` makes the type at a table; empty if the type depends on
    the declarations of a board or on the piece there."""
    reads: Literal["", "pieces", "look", "contents"] = ""
    """The knowledge that it needs: the number of pieces at a place, one piece, or the contents of a zone."""
    node: str = ""
    """Its name in the checker's results, where that differs from its own."""
    phrase: str = ""
    """Its phrase on a rule sheet, if that does not depend on the rulebook: `{of}` is the owner, `{whose}` the possessive."""
    undefined: str = ""


AggregateName: TypeAlias = Literal[
    "sum", "product", "count", "any", "all", "min", "max", "distinct", "only", "first", "longest_run", "most_alike",
    "median",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Aggregate(Described):
    """An aggregate over the elements of a domain, or over the values of a comprehension."""

    name: AggregateName | Literal["nth"]
    takes: Literal["anything", "values", "conditions", "ordered", "numbers"]
    """The type of its elements. `values` are never none; `ordered` are numbers and the members of an enum or kind."""
    gives: Literal["condition", "count", "number", "element", "element or none"]
    """The type of its result; a `count` is of elements."""
    range: Callable[[Values, int, int], Values]
    """The range of the result, given that of each element and the least and the greatest number of elements. A sum may exceed
    32 bits."""
    phrase: str = ""
    """Its phrase on a rule sheet; empty if the sheet has a sentence of its own for it."""
    needs: Literal["", "some", "one"] = ""
    """`some` if it is undefined without elements, `one` if it is also undefined with more than one."""

    @property
    def undefined(self) -> str:
        if self.name == "nth":
            return "n is less than 1"
        return {"": "", "some": "of nothing", "one": "of nothing, or of more than one"}[self.needs]


NAMES: tuple[Builtin, ...] = (
    Builtin("me", "me", "a player", "the player who acts; in examples the player to move"),
    Builtin("players", "players", "players", "all players in seat order; `players.count`"),
    Builtin("teams", "teams", "teams", "all teams; without `teams:` everybody is a team alone"),
    Builtin("round", "round", "a number", "the round, from 1"),
    Builtin(
        "game",
        "game.over, game.ended_by, game.worth",
        "",
        "whether and how the game is over; only in examples",
    ),
)
IN_EXAMPLES: tuple[Builtin, ...] = (
    Builtin(
        "phase",
        "phase",
        "a phase",
        "the phase the game is in; only in examples, and only if nothing else has this name",
    ),
)
"""Names that only examples have, and that a rulebook may declare itself."""

FUNCTIONS: tuple[Function, ...] = (
    Function("seat", "seat(n)", "a player", "the player in seat n, counted from 1; n is constant",
            "beyond the table (reported when the rulebook is checked)",
             takes=("constant",), gives="player"),
    Function("team", "team(n)", "a team", "team n, counted from 1; n is constant",
            "beyond the table (reported when the rulebook is checked)",
             takes=("constant",), gives="team"),
    Function("clockwise", "clockwise(p)", "players", "all players from the left of p round to p",
            phrase="the players clockwise from {whose} left",
             takes=("player",), gives="players"),
    Function("can", "can(action), can(action, p)", "a condition",
            "whether a legal choice of the action exists now, for me or for p, whatever the phase",
             takes=("action", "player"), gives="condition"),
    Function("after", "after(step(s), e)", "what e gives",
            "what e gives once a step was run, on a copy of the position: `any(after(go(s), goes_on) for s in board.spaces)`",
             takes=("a step", "anything"), gives="anything"),
    Function("times", "times(position)", "a number",
            "how often a position under `positions:`, as it is now, was noted: after set-up, and at the end of each turn",
             takes=("position",), gives="number"),
    Function("step", "step(s, way), step(s, way, n)", "a space or none",
            "the next space that way, or the n-th, round and round on a closed route; none beyond the edge, and of none", "n is negative",
             takes=("space or none", "direction", "steps"), gives="space or none"),
    Function("ray", "ray(s, way)", "spaces",
            "the spaces beyond s that way, the nearest first; `while` may end it: "
            "`for t in ray(s, way) while t.empty`",
             takes=("space", "direction"), gives="spaces beyond"),
    Function("reach", "reach(s)", "spaces",
            "s and everything connected to it through neighbours for which `while` holds; only after `in` and with `while`",
             takes=("space",), gives="spaces"),
    Function("neighbours", "neighbours(s)", "spaces", "the spaces next to s, in the order of the board",
             takes=("space",), gives="neighbours"),
    Function("opposite", "opposite(way)", "a direction",
            "the direction back; where there are routes, none of a route", phrase="the opposite of {0}",
             takes=("direction",), gives="direction back"),
    Function("toward", "toward(s, t)", "a direction or none",
            "the direction from s straight to t; none if they are not in one line",
            phrase="the direction from {0} to {1}",
             takes=("space", "other space"), gives="direction or none"),
    Function("distance", "distance(s, t, way)", "a number or none",
            "how many steps that way lead from s to t; none if none do",
             takes=("space", "other space", "direction"), gives="number or none"),
    Function("side", "side(s, way), side(c, way, turned)", "a side, or none without a piece",
            "the side that a piece shows in that direction: the piece on a space, or any piece after that number of quarter turns "
            "to the right; has what `sides` declares",
             takes=("piece", "direction", "quarters"), gives="side"),
)  # fmt: skip

AGGREGATES: tuple[Aggregate, ...] = (
    Aggregate("sum", "sum(e for ...), sum(values)", "a number", "adds up; 0 of nothing",
              "numbers", "number", ranges.total, "the sum of"),
    Aggregate("product", "product(e for ...), product(values)", "a number", "multiplies; 1 of nothing",
              "numbers", "number", ranges.multiplied, "the product of"),
    Aggregate("count", "count(x for ...)", "a number", "how many; 0 of nothing",
              "anything", "count", ranges.length),
    Aggregate("any", "any(c for ...)", "a condition", "whether one holds; false of nothing",
              "conditions", "condition", ranges.any_holds),
    Aggregate("all", "all(c for ...)", "a condition", "whether every one holds; true of nothing",
              "conditions", "condition", ranges.all_hold),
    Aggregate("min", "min(e for ...), min(values), min(a, b)", "one of them", "the least",
              "ordered", "element", ranges.element, "the least of", "some"),
    Aggregate("max", "max(e for ...), max(values), max(a, b)", "one of them", "the greatest",
              "ordered", "element", ranges.element, "the greatest of", "some"),
    Aggregate("distinct", "distinct(values)", "a number", "how many different ones; 0 of nothing",
              "values", "count", ranges.different, "the number of different values of"),
    Aggregate("only", "only(e for ...)", "the one there is", "the single element",
              "anything", "element", ranges.element, "the only one of", "one"),
    Aggregate("first", "first(e for ...)", "an element or none", "the first in canonical order",
              "anything", "element or none", ranges.element_or_none, "the first of"),
    Aggregate("longest_run", "longest_run(values)", "a number", "the longest row of consecutive values; 0 of nothing",
              "ordered", "count", ranges.different, "the longest run of"),
    Aggregate("most_alike", "most_alike(values)", "a number", "the most equal ones; 0 of nothing",
              "values", "count", ranges.most_alike, "the number alike among"),
    Aggregate("median", "median(e for ...), median(values)", "one of them",
              "the middle one in order; of two in the middle the lower (the lower median)",
              "ordered", "element", ranges.element, "the lower median of", "some"),
)  # fmt: skip

NTH = Aggregate("nth", "nth(n, e for ...), nth(n, values)", "one of them or none",
                "the n-th largest, where equal ones count each: `nth(1, ...)` is the largest; none if there are fewer",
                "ordered", "element or none", ranges.element_or_none)  # fmt: skip
"""Like an aggregate, but with a number before its values, and a node of its own."""

AGGREGATE: dict[str, Aggregate] = {each.name: each for each in (*AGGREGATES, NTH)}
FUNCTION: dict[str, Function] = {each.name: each for each in FUNCTIONS}

ATTRIBUTES: tuple[Attribute, ...] = (
    Attribute("left", "p.left", "a player", "the next player clockwise", "player", "player",
              phrase="the player to {whose} left"),
    Attribute("right", "p.right", "a player", "the player before", "player", "player",
              phrase="the player to {whose} right"),
    Attribute("others", "p.others", "players", "the other players, from the left", "player", "other players"),
    Attribute("opponent", "p.opponent", "a player", "the other one of exactly two players", "player", "player"),
    Attribute("partner", "p.partner", "a player", "the other one of a team of exactly two", "player", "player"),
    Attribute("team", "p.team", "a team", "the team of a player", "player", "team"),
    Attribute("seat", "p.seat", "a number", "the number of a player's seat, from 1: `seat(2).seat` is 2", "player", "seat",
              phrase="the number of {whose} seat"),
    Attribute("won", "p.won", "a condition",
              "whether the player has won; only in examples and views", "player", "condition"),
    Attribute("members", "t.members", "players", "the players of a team in seat order", "team", "members"),
    Attribute("won", "t.won", "a condition",
              "whether all of the team have won", "team", "condition", node="team_won"),
    Attribute("count", "z.count", "a number",
              "how many pieces are in it; everybody sees this", "zone", "count", "pieces", node="zone_count"),
    Attribute("empty", "z.empty", "a condition",
              "whether it is empty", "zone", "condition", "pieces", node="zone_empty"),
    Attribute("full", "z.full", "a condition",
              "whether it is at its capacity", "zone", "condition", "pieces", node="zone_full"),
    Attribute("size", "z.size", "a number",
              "its capacity; the number of pieces in it is `z.count`", "zone", "room", node="zone_size",
              phrase="the size of {of}"),
    Attribute("top", "z.top", "a piece or none",
              "the top piece of a zone with `order: kept`", "zone", "piece or none", "contents"),
    Attribute("top", "z.top(n)", "a piece or none",
              "the n-th piece from the top of a zone with `order: kept`; `z.top(1)` is `z.top`", "pile", undefined="n is less than 1"),
    Attribute("last", "z.last(n)", "pieces",
              "the last n pieces put into a zone with `order: kept`, the lowest first; all if there are fewer", "pile",
              undefined="n is negative"),
    Attribute("piece", "z.piece", "a piece or none", "the piece of a zone for one", "zone"),
    Attribute("face", "d.face", "a number or a face",
              "what a piece shows",
              "piece", "face", "look", undefined="a die that was not rolled, except in `==`, `!=` and `in`"),
    Attribute("owner", "d.owner", "a player or a team", "the owner of a piece, for kinds with `of`", "piece", "owner"),
    Attribute("place", "d.place", "a zone", "the zone of a piece: `d.place == tray`", "piece", "zone", "look"),
    Attribute("space", "c.space", "a space or none",
              "the space of a piece, for kinds that are on one board",
              "piece", "space or none", "look", node="piece_space"),
    Attribute("sides", "c.sides", "sides", "the four sides of a piece, clockwise from its north", "piece", "sides"),
    Attribute("turned", "c.turned", "a number",
              "the quarter turns of a piece to the right; 0 if it is not on a table",
              "piece", "quarters", "pieces"),
    Attribute("spaces", "board.spaces", "spaces", "every space; each player's own: `me.card.spaces`", "board"),
    Attribute("lines", "board.lines", "lines", "every line that the board declares under `lines:`", "board"),
    Attribute("rows", "board.rows, board.rows(1)", "lines",
              f"the rows of {RANKED}, or one of them", "board"),
    Attribute("columns", "board.columns, board.columns(2)", "lines", "the columns, or one of them", "board"),
    Attribute("directions", "board.directions", "directions", "the directions that the board has", "board"),
    Attribute("center", "board.center", "a space",
              "the middle of a hexagon, unless it is cut out, or of an unbounded table", "board",
              phrase="the middle of {of}"),
    Attribute("open", "table.open", "spaces",
              "the free spaces next to pieces on an unbounded table; its center while the table is empty",
              "board", "open spaces", "pieces"),
    Attribute("count", "board.count", "a number",
              "how many pieces are on it", "board", "count", "pieces", node="board_count"),
    Attribute("empty", "board.empty", "a condition",
              "whether there is no piece on it", "board", "condition", "pieces", node="board_empty"),
    Attribute("full", "board.full", "a condition",
              "whether no space takes another piece", "board", "condition", "pieces", node="board_full"),
    Attribute("row", "s.row", "a number",
              f"the row of a space of {CUT}, from 1", "coordinates", phrase="the row of {of}"),
    Attribute("column", "s.column", "a number", "its column, from 1", "coordinates", phrase="the column of {of}"),
    Attribute("number", "s.number", "a number", "its number, on a track, a graph or a numbered board; none where the space has a word for a name", "coordinates",
              phrase="the number of {of}"),
    Attribute("empty", "s.empty", "a condition",
              "whether there is no piece on the space", "space", "condition", "pieces", node="space_empty"),
    Attribute("full", "s.full", "a condition",
              "whether a space takes no more pieces", "space", "condition", "pieces", node="space_full"),
    Attribute("count", "s.count", "a number",
              "how many pieces are on the space", "space", "count", "pieces", node="space_count",
              phrase="the number of pieces on {of}"),
    Attribute("piece", "s.piece", "a piece or none", "the piece on a space for one", "space",
              phrase="what is on {of}"),
    Attribute("owner", "s.owner", "a player, a team or none", "the owner of the piece there", "space",
              phrase="the owner of what is on {of}"),
    Attribute("face", "s.face", "a number or a face",
              "the face of the piece there", "space", undefined="there is no piece, except in `==`, `!=` and `in`"),
    Attribute("count", "line.count", "a number", "how many spaces a line has", "line", "count", node="length"),
    Attribute("count", "dice.count", "a number",
              "how many pieces of a kind there are", "kind", "count", node="kind_count"),
    Attribute("count", "those.count", "a number",
              "how many there are in a set or domain", "set", "count", node="length"),
    Attribute("empty", "those.empty", "a condition",
              "whether there are none", "set", "condition", node="no_elements"),
    Attribute("over", "game.over", "a condition", "whether the game is over", "game"),
    Attribute("ended_by", "game.ended_by", "an end or none", "the `end` entry that ended it", "game"),
    Attribute("worth", "game.worth", "a number", "how much its result counts; 0 before the end and in a draw", "game"),
)  # fmt: skip

DOMAINS: tuple[Builtin, ...] = (
    Builtin("number", "number", "numbers", "any whole number from -2147483647 to 2147483647, as a type"),
    Builtin("bool", "bool", "false, true", "as a type or a domain"),
    Builtin("range", "low..high", "numbers", "every number from low to high"),
    Builtin(
        "some of",
        "some of Z",
        "sets of pieces",
        "one or more pieces of a zone, kind or sum of zones",
    ),
    Builtin("of", "1..3 of Z", "sets of pieces", "that number of pieces; `0..5 of Z` may be empty"),
    Builtin("each", "each 2 of Z, each some of Z", "sets of pieces",
            "every combination of pieces, also where they look alike; only after `for x in`"),
    Builtin("directions", "north, northeast, east, southeast, south, southwest, west, northwest", "directions",
            "on a grid all eight; hexagons have the six without `north` and `south`; a track has `forward` and `backward`; a route is `lap.round`, or `me.way_home` where each player has one"),
    Builtin("through", "board.four through s", "lines", "the lines of a family (or `board.lines`) that hold s"),
    Builtin("or none", "D or none", "", "makes a type or choice optional"),
    Builtin("sum of domains", "tray + bank, me + me.partner", "", "one domain after the other"),
    Builtin("line", "for s in line", "spaces", "the spaces of a line, in order"),
    Builtin("pieces on", "for x in s, for x in board", "pieces", "the pieces on a space, or on all of a board"),
)  # fmt: skip

LATER_NAMES = frozenset(["product", "nth", "times", "after"])
"""Names that came after the first rulebooks of version 1 of the language: a rulebook may declare them, and then has its own instead."""
BUILT_IN_NAMES = frozenset(b.name for b in (*NAMES, *FUNCTIONS, *AGGREGATES, NTH)) - LATER_NAMES
"""Names of expressions that no rulebook may declare."""


BUILT_IN_ATTRIBUTES = frozenset(b.name for b in ATTRIBUTES)
"""Attributes (`zone.count`) that need no declaration."""


def attributes_of(subject: str) -> list[str]:
    """The built-in attributes of a player, team, zone, piece, kind, set or of the game."""
    return [b.name for b in ATTRIBUTES if b.of == subject]


ATTRIBUTE: dict[tuple[str, str], Attribute] = {(each.of, each.name): each for each in ATTRIBUTES}
"""The attributes by the sort of value that has them, and their name."""

TURN_ENDS = frozenset(
    {"next_player", "next_turn", "pass_turn", "finish_turn", "stop_turn", "turn_over", "end", "done", "next"}
)
"""Words of other languages for the end of a turn."""

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The numbers from 0 as words."""

KINDRED: dict[str, str] = {
    "yes": "write `true`",
    "no": "write `false`",
    "on": "write `true`",
    "off": "write `false`",
    "true": "write `true`",
    "false": "write `false`",
    "none": "write `none`",
    **{word: f"write `{number}`" for number, word in enumerate(NUMBER_WORDS)},
    "len": "write `.count`, or `count(x for x in ...)`",
    "length": "write `.count`, or `count(x for x in ...)`",
    "maximum": "write `max`",
    "minimum": "write `min`",
    "total": "write `sum`",
    "exists": "write `any(... for x in ...)`",
    "some": "write `any(... for x in ...)`",
    "every": "write `all(... for x in ...)`",
    "forall": "write `all(... for x in ...)`",
    "unique": "write `distinct(...)`, which counts the different ones",
    "abs": "write `max(x, -x)`",
    "between": "write `x in 1..6`",
    "random": "chance is an effect: `{roll: ...}`, `{pick: x in ...}`, or a move from a shuffled zone",
    "rand": "chance is an effect: `{roll: ...}`, `{pick: x in ...}`, or a move from a shuffled zone",
    "randint": "chance is an effect: `{roll: ...}`, `{pick: x in ...}`, or a move from a shuffled zone",
    "player": "the player who acts is `me`; all of them are `players`",
    "winner": "the `result` of an end says who wins: write `{wins: me}` or `highest score`; examples ask `seat(1).won`",
    "self": "the player who acts is `me`",
    "current_player": "the player who acts is `me`",
    "active_player": "the player who acts is `me`",
    "mine": "the player who acts is `me`: `x.owner == me`",
    "my": "the player who acts is `me`: `me.hand`",
    "int": "the type of any number is `number`; a range is `0..10`",
    "integer": "the type of any number is `number`; a range is `0..10`",
    "boolean": "write `bool`",
    "null": "write `none`",
    "nil": "write `none`",
    "undefined": "write `none`",
    "nobody": "write `none`",
    "nothing": "write `none`",
    "adjacent": "write `neighbours(s)`, as in `t in neighbours(s)`",
    "neighbors": "write `neighbours(s)`",
    "adjacency": "write `neighbours(s)`",
    "diagonal": "the diagonal directions are `northeast`, `southeast`, `southwest` and `northwest`",
    "diagonals": "straight lines in all directions are a family: `lines: {three: {length: 3}}`",
    "orthogonal": "the directions along rows and columns are `north`, `east`, `south` and `west`",
    "up": "the direction is `north`",
    "down": "the direction is `south`",
    "squares": "write `board.spaces`",
    "cells": "write `board.spaces`",
    "hexes": "write `board.spaces`",
    "square": "the spaces of a board are `board.spaces`; a space for one says `s.piece`, `s.owner`, `s.empty`",
    "flood": "write `for s in reach(at) while s.owner == me`",
    "connected": "write `for s in reach(at) while s.owner == me`",
    "next": "write `step(s, way)`",
    "direction": "the directions of a board are `board.directions`",
}
"""Words of other languages, and what to write here."""

SAME_WORDS: dict[str, str] = {
    "maximum": "max",
    "minimum": "min",
    "total": "sum",
    "prod": "product",
    "int": "number",
    "integer": "number",
    "boolean": "bool",
    "null": "none",
    "nil": "none",
    "neighbors": "neighbours",
    "none": "none",
    "true": "true",
    "false": "false",
    "yes": "true",
    "no": "false",
    "on": "true",
    "off": "false",
}
"""The words of other languages that can be replaced by a single word here, in the same place."""

NO_VALUE = frozenset({"null", "nil", "none", "undefined", "nobody", "nothing", "empty"})
"""Words of other languages for no value."""
