"""Counters: what is only added to, and what of it decides when the game is over.

    found = counters(game)
    found.level                  (8,): the ends of the game ask for the points in this cell
    found.rounds                 whether they ask for the number of the round
    found.gain                   the result as a sum of counters; None if the result is the number of the round

No rule but an end reads a counter, so that the same can happen whatever it holds, until the game is over.  Amounts are never negative, so that an
end which holds for a number can be asked once, with all that an action has added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from rulewright.game.game import Game
from rulewright.game.turns.payoff import Sum, payoff_of
from rulewright.game.turns.slow_cells import OF_CELLS, deciding_rules
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.layout import Group
from rulewright.ir.reads import reached
from rulewright.ir.utility import points_of
from rulewright.ir.walking import automatic_rules, everything
from rulewright.language.types import HIGHEST
from rulewright.runtime.by_turns import NotByTurns
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Counters:
    """See the page of the module. `start`: by cell what each counter holds at the beginning; `most`: the greatest number that it can hold."""

    start: dict[int, int]
    most: dict[int, int]
    level: tuple[int, ...]
    rounds: bool
    gain: Sum | None
    sign: Literal[1, -1]
    """-1 if the fewest rounds are best."""
    program: ir.Program
    """The program without ends and invariants: in it play goes on for ever."""
    ends: tuple[ir.End, ...]


def counters(game: Game) -> Counters:
    """The counters of a game for one player. Raises NotByTurns if its ends or its result depend on anything else."""
    program = game.program
    if game.num_players != 1 or game.utility != "points" or not game.perfect_information:
        raise NotByTurns("only games of points or rounds for one player are solved level by level")
    if program.positions:
        raise NotByTurns("positions are noted, so that earlier ones matter")
    endless = replace(program, ends=(), invariants=())
    groups = _only_added_to(endless)
    for end in program.ends:
        if end.condition is None or end.after or not _reads_only(program, end.condition, set(groups)):
            raise NotByTurns("an end of the game depends on more than what is counted")
    asked = {node for end in program.ends for node in _read(program, end.condition)}
    cells = {cell: group for name, group in groups.items() for cell in _cells(group)}
    level = tuple(sorted(cell for name, group in groups.items() if name in asked for cell in _cells(group)))
    gain, sign = _result(game, frozenset(cells))
    if any(group.high < HIGHEST for cell, group in cells.items() if cell not in level):
        raise NotByTurns("a counter that ends no game might leave its range")
    if gain is None and any(
        end.at == "action" and ROUND in _read(program, end.condition) for end in program.ends
    ):
        raise NotByTurns("the number of the round is the result, and ends the game within a turn")
    if gain is not None and set(level) & set(gain.terms):
        raise NotByTurns("the points are the result, and end the game")
    return Counters(
        {cell: group.start for cell, group in cells.items()},
        {cell: group.high for cell, group in cells.items()},
        level,
        ROUND in asked,
        gain,
        sign,
        endless,
        program.ends,
    )


ROUND = "round"
"""Stands for the number of the round among the names of variables."""


def _cells(group: Group) -> range:
    return range(group.offset, group.offset + group.size)


def _result(game: Game, cells: frozenset[int]) -> tuple[Sum | None, Literal[1, -1]]:
    """The result as a sum of counters and 1, or None and whether many rounds are wanted, or few."""
    program = game.program
    points = [points_of(program, end) for end in program.ends]
    best = points[0] if points else None
    if best is None or len({repr(each) for each in points}) > 1:
        raise NotByTurns("the result is not the same number at each end")
    if isinstance(best.value, ir.Flow) and best.value.what == "round":
        if program.utility:
            raise NotByTurns("the number of the round is declared as the payoff")
        return None, 1 if best.highest else -1
    payoff = payoff_of(game.executor, cells)
    if payoff.sums:
        raise NotByTurns("the result is no sum of what is counted")
    return payoff.gain, 1


def _only_added_to(program: ir.Program) -> dict[str, Group]:
    """The variables that rules only add to, and never read."""
    rules = deciding_rules(program)
    nodes = [*reached(program, rules), *everything(rules)]
    read = {node.group for node in nodes if isinstance(node, ir.Cell)}
    if any(isinstance(node, ir.Flow) and node.what == "round" for node in nodes):
        raise NotByTurns("the number of the round decides what can happen")
    written: dict[str, bool] = {}
    for effect in effects_below(program.setup.do, program):
        written.update((name, False) for name, _ in footprint(effect).cells)
    for number, effect in _effects(program):
        for name, _ in footprint(effect).cells:
            adds = isinstance(effect, ir.AddCell) and number and never_negative(program, effect.amount)
            written[name] = written.get(name, True) and bool(adds)
    return {
        name: group
        for name, group in program.layout.groups.items()
        if group.lasts == "game" and group.sort == "integer" and not group.optional
        if name not in read and written.get(name, False)
    }


def _effects(program: ir.Program) -> Iterator[tuple[bool, ir.Effect]]:
    """All effects, each with whether it belongs to an action or a rule that follows one, in the turn."""
    for action in program.actions.values():
        yield from ((True, effect) for effect in effects_below(action.do, program))
    for rule in automatic_rules(program):
        yield from ((isinstance(rule, ir.Trigger), effect) for effect in effects_below(rule.do, program))


def _read(program: ir.Program, node: object) -> set[str]:
    found: set[str] = set()
    for each in (*reached(program, node), *everything(node)):
        if isinstance(each, ir.Cell):
            found.add(each.group)
        elif isinstance(each, ir.Flow):
            found.add(each.what)
    return found


def _reads_only(program: ir.Program, condition: ir.Expression, groups: set[str]) -> bool:
    return all(
        node.group in groups
        if isinstance(node, ir.Cell)
        else node.what == ROUND
        if isinstance(node, ir.Flow)
        else isinstance(node, OF_CELLS)
        for node in (*reached(program, condition), *everything(condition))
    )


def never_negative(program: ir.Program, node: object, inside: frozenset[str] = frozenset()) -> bool:
    """Whether an expression is surely a number of 0 or more, or fails."""

    def all_of(*nodes: object) -> bool:
        return all(each is None or never_negative(program, each, inside) for each in nodes)

    match node:
        case ir.Constant(value=value):
            return isinstance(value, int) and value >= 0
        case ir.Lookup(table=table):
            return all(
                value is None or (isinstance(value, int) and value >= 0)
                for value in program.tables[table].values
            )
        case ir.Cell(group=name):
            group = program.layout.groups[name]
            return group.sort == "integer" and group.low >= 0
        case ir.Arithmetic(sign="+" | "*", left=left, right=right):
            return all_of(left, right)
        case ir.Call(definition=name) if name not in inside:
            return never_negative(program, program.definitions[name].body, inside | {name})
        case ir.IfElse(value=value, otherwise=otherwise):
            return all_of(value, otherwise)
        case ir.Cases(cases=cases, otherwise=otherwise):
            return all_of(*(each.value for each in cases), otherwise)
        case ir.Otherwise(value=value, default=default):
            return all_of(value, default)
        case ir.Extreme(items=items):
            return all_of(*items)
        case ir.SumLines(lines=lines):
            return all_of(*(value for _, _, value in lines))
        case ir.Aggregate(name="sum" | "min" | "max", element=element):
            return all_of(element)
        case ir.Aggregate(name="count") | ir.PieceCount() | ir.Length() | ir.BoardCount():
            return True
        case _:
            return False
