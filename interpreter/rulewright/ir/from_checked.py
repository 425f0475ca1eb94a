"""Checked rulebook -> IR: names become cells, tables and slots; options and the number of players are folded in.

me.score >= target      ->      Compare(">=", Cell("score", (Me(),)), Constant(100))
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product

from rulewright.checked.bindings import Fixed
from rulewright.checked.context import Context
from rulewright.checked.declarations.lookup import option
from rulewright.checked.facts import AxisFacts
from rulewright.checked.labels import fixed_text
from rulewright.checked.options import written
from rulewright.checked.rules.strategies_only import strategies_apart
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.fingerprint import fingerprint
from rulewright.ir.lower.boards import static_tables
from rulewright.ir.lower.context import Lowering, frame_of
from rulewright.ir.lower.expressions import lower
from rulewright.ir.lower.labels import condition_words, lower_labels
from rulewright.ir.lower.layout import axis_of, lower_layout
from rulewright.ir.lower.positions import lower_positions, with_notes
from rulewright.ir.lower.rules import (
    lower_action,
    lower_asked,
    lower_best,
    lower_definition,
    lower_end,
    lower_outcome,
    lower_phase,
    lower_rule,
    lower_step,
)
from rulewright.ir.lower.strategies import lower_strategy
from rulewright.ir.lower.view import lower_view
from rulewright.ir.strategies_only import only_for_strategies
from rulewright.language.types import Way
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace
from rulewright.source.text import NOWHERE


def from_checked(c: Context, open: Mapping[syntax.Node, Fixed] | None = None) -> tuple[ir.Program, Lowering]:
    """The program of a rulebook without errors, and the `Lowering` with which `ask` can lower further expressions.

    With `open` (see `Lowering`) the program is for analysis, not for play, and has no fingerprint.
    """
    layout, codes = lower_layout(c)
    w = Lowering(c, layout, codes, lower, streams=sorted(c.kinds), open=open or {})
    _name_actions(w)
    _static_tables(w)
    static_tables(w)
    always = [name for name in w.tables if not name.startswith("table.")]
    book, apart = c.book, strategies_apart(c.book)
    actions = {}
    for phase in book.phases.values():
        for action in phase.actions.values():
            actions[w.action_names[action.path]] = lower_action(w, action)
    program = ir.Program(
        name=book.name,
        title=book.title,
        about=fixed_text(c, book.about, ""),
        fingerprint="",
        players=c.players,
        player_counts=tuple(book.players),
        variant=book.variant,
        options={name: written(option(c, name)[1], option(c, name)[0]) for name in book.options},
        teams=c.teams,
        layout=layout,
        labels=lower_labels(c, layout.kinds),
        tables=w.tables,
        definitions={d.id: lower_definition(w, d) for d in book.definitions.values()},
        steps={s.id: lower_step(w, s) for s in book.steps.values()},
        actions=actions,
        phases=tuple(lower_phase(w, phase) for phase in book.phases.values()),
        turns=_turns(w, book.turns),
        setup=lower_rule(w, "setup", book.setup),
        ends=tuple(lower_end(w, end) for end in book.ends.values()),
        standing=tuple(lower_outcome(w, outcome, frame_of()) for outcome in book.standing),
        utility=_utility(w, book.utility),
        utility_sum=_utility_sum(c, book.utility),
        invariants=tuple(_invariant(w, i) for i in book.invariants.values()),
        streams=tuple(w.streams),
        shown=(*book.boards, *book.variables, *book.zones),
        strategies={s.id: lower_strategy(w, s, apart.written[s.id]) for s in book.strategies.values()},
        view=lower_view(c),
    )
    program = with_notes(program, lower_positions(w, book))
    if open is None:
        idle = _idle(apart.names, program, always)
        program = replace(program, fingerprint=fingerprint(program, idle), idle=tuple(sorted(idle)))
    return program, w


def _idle(named: frozenset[str], program: ir.Program, always: Collection[str]) -> frozenset[str]:
    """Definitions and tables that only strategies use. `named` are those of the rulebook, which include names that were folded
    away; tables that were made on demand are known only here. `always` are those that exist even if nothing uses them."""
    made = only_for_strategies(program) - frozenset(always)
    return made | named | frozenset(f"table.{name}" for name in named)


def _name_actions(w: Lowering) -> None:
    taken: set[str] = set()
    for phase in w.c.book.phases.values():
        for action in phase.actions.values():
            name = action.id if action.id not in taken else f"{phase.id}.{action.id}"
            taken.add(name)
            w.action_names[action.path] = name


def _turns(w: Lowering, turns: rulebook.Turns) -> ir.Turns:
    span = turns.span or NOWHERE
    phases = list(w.c.book.phases)
    round_first = None
    if turns.round_first is not None:
        round_first = lower_asked(w, "turns.round_first", turns.round_first, span, ir.Me(span))
    return ir.Turns(
        lower_asked(w, "turns.first", turns.first, span, ir.Constant(0, span)),
        lower_asked(w, "turns.next", turns.next, span, ir.Seat(ir.Me(span), 1, span)),
        phases.index(turns.phase.id) if turns.phase is not None else 0,
        lower_rule(w, "turns.begin", turns.begin),
        lower_rule(w, "turns.end", turns.end),
        lower_rule(w, "turns.round_end", turns.round_end),
        round_first,
    )


def _utility(w: Lowering, declared: rulebook.Utility | None) -> tuple[ir.Best, ...]:
    points = declared.points if declared is not None else ()
    return tuple(lower_best(w, best) for best in points if isinstance(best, syntax.Best))


def _utility_sum(c: Context, declared: rulebook.Utility | None) -> ir.UtilitySum | None:
    if declared is None or declared.sum is None or c.utility_sum is None:
        return None
    return ir.UtilitySum(c.utility_sum, declared.sum.span)


def _invariant(w: Lowering, declared: rulebook.Condition) -> ir.Invariant:
    frame = frame_of()
    value = lower(w, declared.holds, frame)
    asked = ir.Asked(declared.path, value, frame.size[0], declared.holds.span)
    return ir.Invariant(declared.id, declared.path, asked, condition_words(w, declared, frame))


# --------------------------------------------------------------------------------------------- static tables


def _static_tables(w: Lowering) -> None:
    """Tables of the rulebook, attributes of members, faces and pieces, and the tables of the table's seats."""
    c = w.c
    for name, table in c.tables.items():
        _add(w, f"table.{name}", table.axes, table.values)
    for name, attributes in c.enums.items():
        for attribute, (_, values) in attributes.table.items():
            w.tables[f"enum.{name}.{attribute}"] = _plain(f"enum.{name}.{attribute}", values)
    for kind in c.kinds.values():
        for attribute, (_, values) in kind.attributes.table.items():
            w.tables[f"piece.{kind.name}.{attribute}"] = _plain(f"piece.{kind.name}.{attribute}", values)
        if kind.sides is not None:
            for attribute, (_, values) in kind.sides.table.items():
                w.tables[f"side.{kind.name}.{attribute}"] = _plain(f"side.{kind.name}.{attribute}", values)
        for attribute, (_, values) in kind.face_attributes.table.items():
            w.tables[f"face.{kind.name}.{attribute}"] = _plain(f"face.{kind.name}.{attribute}", values)
        _face_numbers(w, kind.name)
        if kind.one_per:
            axes = tuple(AxisFacts(type_, values) for _, type_, values in kind.one_per)
            numbers = {combination: number for number, combination in enumerate(c.combinations[kind.name])}
            every = product(*(axis.values for axis in axes))
            _add(w, f"number.{kind.name}", axes, tuple(numbers.get(key) for key in every))
    w.tables["player.team"] = _plain("player.team", c.teams)
    partners = tuple(
        next((other for other in range(c.players) if other != seat and c.teams[other] == c.teams[seat]), seat)
        for seat in range(c.players)
    )
    w.tables["player.partner"] = _plain("player.partner", partners)


def _face_numbers(w: Lowering, name: str) -> None:
    facts = w.c.kinds[name]
    if facts.lows is None or not facts.faces:
        return
    if len(set(facts.lows)) == 1:
        numbers = tuple(facts.lows[0] + i for i in range(facts.faces))
        w.tables[f"face.{name}"] = _plain(f"face.{name}", numbers)
        return
    numbers = tuple(low + i for low in facts.lows for i in range(facts.faces))
    w.tables[f"face.{name}"] = ir.Table(f"face.{name}", (0, 0), (len(facts.lows), facts.faces), numbers)
    w.tables[f"low.{name}"] = _plain(f"low.{name}", facts.lows)


def _plain(name: str, values: tuple[int | bool | tuple[int, ...] | None, ...]) -> ir.Table:
    return ir.Table(name, (0,), (len(values),), values)


def _add(
    w: Lowering,
    name: str,
    axes: tuple[AxisFacts, ...],
    values: tuple[int | bool | tuple[int, ...] | None, ...],
) -> None:
    ways = tuple(_ways(axis) for axis in axes)
    shapes = [axis_of(axis.type, len(axis.values), axis.values[0]) for axis in axes]
    lows, sizes = tuple(s.low for s in shapes), tuple(s.size for s in shapes)
    w.tables[name] = ir.Table(name, lows, sizes, values, ways if any(ways) else ())


def _ways(axis: AxisFacts) -> tuple[int, ...]:
    """The directions of an axis; empty for an axis of another sort."""
    if not isinstance(axis.type, Way):
        return ()
    return tuple(way for way in axis.values if isinstance(way, int))
