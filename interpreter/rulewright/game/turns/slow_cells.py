"""Slow cells: variables that only change where a turn ends, and of which rules only ask whether they hold certain values.

    kept = kept_between_turns(program)
    kept.slow.cells                  the boxes of a score sheet, and a bonus that nothing but the result reads
    kept.stands_for(20, 17)          0: for the rules this box is as if it held 0

Values that no rule can tell apart are one: the least of them stands for all.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.layout import Group
from rulewright.ir.reads import reached
from rulewright.ir.walking import automatic_rules, everything
from rulewright.runtime.by_turns import NotByTurns, Slow
from rulewright.source.dataclass import dataclass

OF_CELLS = (
    ir.Constant, ir.Local, ir.Lookup, ir.Arithmetic, ir.Negate, ir.Not, ir.And, ir.Or, ir.IfElse, ir.Compare, ir.Otherwise, ir.Contains, ir.Call,
    ir.Within, ir.Cases, ir.Case, ir.SumLines, ir.Aggregate, ir.Extreme, ir.Clause, ir.Between, ir.Members,
)  # fmt: skip
"""Nodes whose value depends on nothing but what is inside them, and names."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept between turns. `others`: for each slow cell the value that stands for those that no rule knows; `known`: those
    that rules know."""

    slow: Slow
    start: dict[int, int]
    others: dict[int, int | None]
    known: dict[int, frozenset[int]]
    most: dict[int, int]
    """The greatest value of each slow cell."""
    least: dict[int, int]

    def stands_for(self, cell: int, value: int) -> int:
        """The value that is the same for the rules."""
        if value in self.known[cell]:
            return value
        other = self.others[cell]
        assert other is not None
        return other

    def is_sure(self, cell: int, value: int) -> bool:
        """Whether a cell with this value in its place holds just that."""
        return value in self.known[cell]


def kept_between_turns(program: ir.Program) -> Kept:
    """The slow cells of a program. Raises NotByTurns if there are none."""
    if program.positions:
        raise NotByTurns("positions are noted, so that earlier ones matter")
    read = _values_read(program)
    groups = {
        name: group
        for name, group in program.layout.groups.items()
        if group.lasts == "game"
        and name in _written_at_ends(program)
        and read.get(name, _NOTHING) is not None
    }
    if not groups:
        raise NotByTurns("no variable is written only where a turn ends and only compared with values")
    start: dict[int, int] = {}
    others: dict[int, int | None] = {}
    known: dict[int, frozenset[int]] = {}
    unread: set[int] = set()
    most: dict[int, int] = {}
    least: dict[int, int] = {}
    for name, group in groups.items():
        values = read.get(name)
        for cell in range(group.offset, group.offset + group.size):
            start[cell], most[cell], least[cell] = group.start, group.high, group.low
            if values is None:
                unread.add(cell)
                known[cell], others[cell] = frozenset(), group.start
            else:
                known[cell], others[cell] = frozenset(values), _other(group, values)
    cells = frozenset(start)
    slow = Slow(cells, cells - unread, frozenset())
    ends = frozenset(
        number for number, end in enumerate(program.ends) if _reads_only(program, end, set(groups))
    )
    return Kept(Slow(cells, slow.kept, ends), start, others, known, most, least)


_NOTHING: set[int] = set()


def _other(group: Group, values: set[int]) -> int | None:
    """The least value of a variable that is none of these."""
    return next((value for value in range(group.low, group.high + 1) if value not in values), None)


def _written_at_ends(program: ir.Program) -> set[str]:
    """The variables that are written by actions which end a turn, and by nothing else but the set-up."""
    at_ends, elsewhere = set[str](), set[str]()
    for action in program.actions.values():
        effects = list(effects_below(action.do, program))
        ends = any(footprint(each).note in ("end_turn", "extra_turn", "turn_of") for each in effects)
        (at_ends if ends else elsewhere).update(_written(effects))
        for each in effects:
            if not isinstance(each, ir.SetCell | ir.AddCell):
                elsewhere.update(group for group, _ in footprint(each).cells)
    for rule in automatic_rules(program):
        elsewhere.update(_written(effects_below(rule.do, program)))
    return at_ends - elsewhere


def _written(effects: Iterator[ir.Effect] | list[ir.Effect]) -> Iterator[str]:
    return (group for each in effects for group, _ in footprint(each).cells)


def _values_read(program: ir.Program) -> dict[str, set[int] | None]:
    """By variable the values (as cells hold them) with which rules compare it; None for one of which they ask anything else."""
    found: dict[str, set[int] | None] = {}
    compared: set[int] = set()
    nodes = list(reached(program, deciding_rules(program)))
    groups = program.layout.groups
    for node in nodes:
        if not isinstance(node, ir.Compare) or node.sign not in ("==", "!="):
            continue
        for cell, other in ((node.left, node.right), (node.right, node.left)):
            if (
                isinstance(cell, ir.Cell)
                and isinstance(other, ir.Constant)
                and not isinstance(other.value, tuple)
            ):
                compared.add(id(cell))
                value = groups[cell.group].none if other.value is None else int(other.value)
                values = found.setdefault(cell.group, set())
                if values is not None:
                    values.add(value)
    for node in nodes:
        if isinstance(node, ir.Cell) and id(node) not in compared:
            found[node.group] = None
    return found


def deciding_rules(program: ir.Program) -> tuple[object, ...]:
    """All that decides how play goes on. Results are not asked before the end."""
    actions = tuple(
        (action.parameters, action.lets, action.do, tuple(each.holds for each in action.conditions))
        for action in program.actions.values()
    )
    turns = program.turns
    automatic = tuple((rule.do,) for rule in automatic_rules(program))
    triggers = tuple(
        rule.condition for phase in program.phases for rule in phase.triggers if rule.condition is not None
    )
    turns = program.turns
    asked = (
        turns.first.value,
        turns.next.value,
        *(() if turns.round_first is None else (turns.round_first.value,)),
    )
    ends = tuple(end.condition for end in program.ends if end.condition is not None)
    return (actions, program.setup.do, automatic, triggers, asked, ends)


def _reads_only(program: ir.Program, end: ir.End, groups: set[str]) -> bool:
    """Whether the condition of an end reads these variables alone."""
    if end.condition is None or end.after:
        return False
    return all(
        node.group in groups if isinstance(node, ir.Cell) else isinstance(node, OF_CELLS)
        for node in (*reached(program, end.condition), *everything(end.condition))
    )
