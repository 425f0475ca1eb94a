"""Programs written by hand, without a rulebook: short names for IR nodes.

number("+", cell("score", me), 1)      ->      Arithmetic("+", Cell("score", (Me(),)), Constant(1))
"""

from __future__ import annotations

from typing import Any, Literal

from rulewright.ir import nodes as ir
from rulewright.ir.layout import FLOW_CELLS, Axis, Group, KindLayout, Layout, PlaceInfo, Seen
from rulewright.language import types
from rulewright.source.text import NOWHERE, Source, Span

Written = ir.Expression | int | bool | None
me = ir.Me(NOWHERE)


def span(text: str) -> Span:
    return Span(Source("<by hand>", text), 0, len(text))


def const(value: int | bool | tuple[int, ...] | None) -> ir.Constant:
    return ir.Constant(value, NOWHERE)


def ex(value: Written) -> ir.Expression:
    return const(value) if value is None or isinstance(value, int) else value


def local(slot: int, name: str = "x") -> ir.Local:
    return ir.Local(slot, name, NOWHERE)


def cell(group: str, *indices: Written) -> ir.Cell:
    return ir.Cell(group, tuple(map(ex, indices)), span(group))


def number(sign: Any, left: Written, right: Written) -> ir.Arithmetic:
    return ir.Arithmetic(sign, ex(left), ex(right), NOWHERE)


def compare(left: Written, sign: Any, right: Written, text: str = "") -> ir.Compare:
    return ir.Compare(sign, ex(left), ex(right), span(text))


def every(*items: ir.Expression) -> ir.And:
    return ir.And(items, NOWHERE)


def either(*items: ir.Expression) -> ir.Or:
    return ir.Or(items, NOWHERE)


def no(item: ir.Expression) -> ir.Not:
    return ir.Not(item, NOWHERE)


def choose(condition: ir.Expression, value: Written, otherwise: Written) -> ir.IfElse:
    return ir.IfElse(condition, ex(value), ex(otherwise), NOWHERE)


def call(name: str, *arguments: Written) -> ir.Call:
    return ir.Call(name, tuple(map(ex, arguments)), span(name))


def over(name: Any, element: Written, *clauses: ir.Clause) -> ir.Aggregate:
    return ir.Aggregate(name, ex(element), clauses, NOWHERE)


def clause(slot: int, domain: ir.Domain, condition: ir.Expression | None = None) -> ir.Clause:
    return ir.Clause(slot, domain, condition, NOWHERE)


def members(*values: int) -> ir.Members:
    return ir.Members(values, NOWHERE)


def between(low: Written, high: Written) -> ir.Between:
    return ir.Between(ex(low), ex(high), NOWHERE)


def at(kind: str, place: Written) -> ir.PiecesAt:
    return ir.PiecesAt(kind, ex(place), NOWHERE)


def face(kind: str, piece: Written) -> ir.PieceFace:
    return ir.PieceFace(kind, ex(piece), NOWHERE)


def count_at(kind: str, place: Written) -> ir.PieceCount:
    return ir.PieceCount(kind, ex(place), NOWHERE)


def place(kind: str, first: int, owner: Written = None) -> ir.PlaceOf:
    return ir.PlaceOf(kind, first, None if owner is None else ex(owner), NOWHERE)


def lookup(table: str, *indices: Written, lenient: bool = False) -> ir.Lookup:
    return ir.Lookup(table, tuple(map(ex, indices)), lenient, NOWHERE)


# ------------------------------------------------------------------------------------------------ effects


def put(group: str, value: Written, *indices: Written) -> ir.SetCell:
    return ir.SetCell(group, tuple(map(ex, indices)), ex(value), NOWHERE)


def add(group: str, amount: Written, *indices: Written) -> ir.AddCell:
    return ir.AddCell(group, tuple(map(ex, indices)), ex(amount), NOWHERE)


def when(condition: ir.Expression, *do: ir.Effect, otherwise: tuple[ir.Effect, ...] = ()) -> ir.If:
    return ir.If(condition, do, otherwise, NOWHERE)


def move(kind: str, pieces: ir.Domain, to: Written, from_top: bool = False) -> ir.MovePieces:
    return ir.MovePieces(kind, pieces, ex(to), from_top, NOWHERE)


def take(kind: str, count: Written, source: Written, to: Written, stream: int = 0) -> ir.MoveCount:
    return ir.MoveCount(kind, ex(count), ex(source), ex(to), stream, NOWHERE)


def note(what: Literal["end_turn", "extra_turn", "turn_of"], player: Written = None) -> ir.NoteTurn:
    return ir.NoteTurn(what, None if player is None else ex(player), NOWHERE)


def one(value: ir.Expression) -> ir.Elements:
    return ir.Elements(value, True, NOWHERE)


def each_of(value: ir.Expression) -> ir.Elements:
    return ir.Elements(value, False, NOWHERE)


# ------------------------------------------------------------------------------------------------- layout


class Cells:
    """Lays out variables and kinds one after the other."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.size = FLOW_CELLS
        self.groups: dict[str, Group] = {}
        self.kinds: dict[str, KindLayout] = {}

    def variable(
        self,
        name: str,
        low: int,
        high: int,
        *axes: Axis,
        start: int | None = 0,
        optional: bool = False,
        lasts: Literal["game", "round", "turn"] = "game",
        sort: Any = "integer",
        of: str = "",
        seen_by: Seen = "all",
    ) -> None:
        none = low - 1 if sort == "integer" else -1
        group = Group(
            name,
            self.size,
            axes,
            sort,
            of,
            low,
            high,
            optional,
            none if start is None else start,
            lasts,
            seen_by,
        )
        self.groups[name] = group
        self.size += group.size

    def identical(
        self, name: str, faces: int, places: tuple[PlaceInfo, ...], owners: int = 1, low: int | None = 1
    ) -> None:
        pieces = sum(info.start for info in places) * owners
        owned: Literal["", "players"] = "players" if owners > 1 else ""
        face_low = None if low is None else (low,)
        self.kinds[name] = KindLayout(
            name, True, pieces, owners, owned, faces, face_low, places, self.size, -1, -1, -1, {}, (),
            first_spot=len(places), spots=self.size + len(places) * owners * (faces + 1),
        )  # fmt: skip
        self.size += len(places) * owners * (faces + 1)

    def distinct(
        self, name: str, pieces: int, faces: int, places: tuple[PlaceInfo, ...], home: int = 0
    ) -> None:
        where = self.size
        shown = where + pieces if faces else -1
        held = where + pieces * (2 if faces else 1)
        self.size = held + len(places)
        order: dict[int, int] = {}
        for code, info in enumerate(places):
            if info.order == "kept":
                order[code] = self.size
                self.size += info.size
        self.kinds[name] = KindLayout(
            name, False, pieces, 1, "", faces, (1,) if faces else None, places, -1, where, shown, held, order,
            (home,) * pieces, first_spot=len(places), spots=self.size,
        )  # fmt: skip

    def layout(self) -> Layout:
        return Layout(self.size, self.players, self.groups, self.kinds)


def zone(
    name: str,
    size: int,
    start: int = 0,
    owner: int | None = None,
    order: Literal["none", "shuffled", "kept"] = "none",
    seen_by: Seen = "all",
) -> PlaceInfo:
    return PlaceInfo(name, owner, False, size, order, seen_by, start)


def per_players(players: int) -> Axis:
    return Axis("players", "", 0, players)


# -------------------------------------------------------------------------------------------------- rules


def rule(path: str, *do: ir.Effect, locals: int = 8) -> ir.Rule:
    return ir.Rule(path, do, locals)


def asked(path: str, value: Written) -> ir.Asked:
    return ir.Asked(path, ex(value), 8, span(path))


def condition(
    id: str, holds: ir.Expression, level: int = 0, only: int | None = None, says: str = ""
) -> ir.Condition:
    return ir.Condition(id, f"when.{id}", holds, ir.Words((says,) if says else ()), level, only, NOWHERE)


def parameter(name: str, domain: ir.Domain, type: types.Type, after: int = -1) -> ir.Parameter:
    return ir.Parameter(name, domain, type, after, NOWHERE)


def action(
    name: str,
    *do: ir.Effect,
    parameters: tuple[ir.Parameter, ...] = (),
    conditions: tuple[ir.Condition, ...] = (),
    lets: tuple[ir.ActionLet, ...] = (),
) -> ir.Action:
    path = f"phases.turn.actions.{name}"
    return ir.Action(name, path, name, parameters, lets, conditions, do, None, None, False, 12, span(name))


def trigger(id: str, holds: ir.Expression | None, *do: ir.Effect, after: tuple[str, ...] = ()) -> ir.Trigger:
    return ir.Trigger(id, f"phases.turn.as_soon_as.{id}", after, holds, do, 12, span(id))


def phase(
    name: str,
    *actions: str,
    triggers: tuple[ir.Trigger, ...] = (),
    automatic: tuple[ir.Effect, ...] | None = None,
) -> ir.Phase:
    path = f"phases.{name}"
    run = None if automatic is None else rule(f"{path}.do", *automatic)
    return ir.Phase(name, path, name, actions, triggers, run, span(name))


def end(
    id: str,
    holds: ir.Expression | None,
    *result: ir.Outcome,
    after: tuple[str, ...] = (),
    at: Literal["action", "turn", "round"] = "action",
) -> ir.End:
    return ir.End(id, f"end.{id}", id, after, at, holds, result, 12, span(id))


def best(name: str, value: ir.Expression, highest: bool = True) -> ir.Best:
    return ir.Best(highest, name, value, False, 8, types.Integer(), NOWHERE)


def wins(who: ir.Domain) -> ir.Wins:
    return ir.Wins(who, False, NOWHERE)


def definition(name: str, body: Written, parameters: int = 0, uses_me: bool = False) -> ir.Definition:
    names = tuple((f"a{i}", types.Integer()) for i in range(parameters))
    return ir.Definition(name, f"define.{name}", names, 10, ex(body), types.Integer(), uses_me, span(name))


def step(name: str, parameters: int, *do: ir.Effect) -> ir.Step:
    names = tuple((f"a{i}", types.Integer()) for i in range(parameters))
    return ir.Step(name, f"steps.{name}", names, 10, do, NOWHERE)


def turns(
    *,
    first: Written = 0,
    next: Written = None,
    begin: tuple[ir.Effect, ...] = (),
    end: tuple[ir.Effect, ...] = (),
    round_end: tuple[ir.Effect, ...] = (),
    round_first: Written = None,
    phase: int = 0,
) -> ir.Turns:
    following = ir.Seat(me, 1, NOWHERE) if next is None else next
    return ir.Turns(
        asked("turns.first", first),
        asked("turns.next", following),
        phase,
        rule("turns.begin", *begin),
        rule("turns.end", *end),
        rule("turns.round_end", *round_end),
        None if round_first is None else asked("turns.round_first", round_first),
    )


def program(
    cells: Cells,
    *,
    actions: tuple[ir.Action, ...],
    phases: tuple[ir.Phase, ...],
    ends: tuple[ir.End, ...] = (),
    turns: ir.Turns,
    setup: tuple[ir.Effect, ...] = (),
    definitions: tuple[ir.Definition, ...] = (),
    steps: tuple[ir.Step, ...] = (),
    tables: tuple[ir.Table, ...] = (),
    invariants: tuple[ir.Invariant, ...] = (),
    streams: tuple[str, ...] = ("dice",),
    teams: tuple[int, ...] | None = None,
) -> ir.Program:
    return ir.Program(
        name="by-hand",
        title="By hand",
        about="",
        fingerprint="",
        players=cells.players,
        variant=None,
        options={},
        teams=tuple(range(cells.players)) if teams is None else teams,
        layout=cells.layout(),
        labels=ir.Labels({}, {}, {}, {}, {}, ("",) * cells.players),
        tables={table.name: table for table in tables},
        definitions={each.name: each for each in definitions},
        steps={each.name: each for each in steps},
        actions={each.name: each for each in actions},
        phases=phases,
        turns=turns,
        setup=rule("setup", *setup),
        ends=ends,
        standing=(),
        invariants=invariants,
        streams=streams,
    )
