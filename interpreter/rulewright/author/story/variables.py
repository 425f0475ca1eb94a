"""The variables that are shown to players, and their printed names.

    in_sight(program)                   {"score", "bid", ...}        not `touched`, which only remembers whether a king has moved
    variable_name(program, "bid_count")     "bid count", or its label

A variable with a `label` is shown, and so is one by which players are ranked. A variable with a number or a name is also shown if
it has an `about`, if it is read by an end or by a condition that has a sentence, if it stores an argument of a move, or if it is read
by rules that score. Variables that store spaces, lines, directions or truth values are bookkeeping, and so are those whose names
are no words: `w1s1`.

A shared number that only counts events and is read only between moves (a number of passes ends the round, a number of hands the
game) is bookkeeping too, even with an `about`, since everybody saw the events. It is shown if a condition of an action reads it, if
an effect moves or pays that amount, if scoring depends on it, or if it is read by an end that makes a player win.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rulewright.game.questions.effects import all_effects, read_groups, written_groups
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, footprint
from rulewright.ir.layout import Group
from rulewright.ir.ranking import standing_of
from rulewright.ir.reads import deciding
from rulewright.ir.walking import automatic_rules, everything

COUNTED = ("integer", "enum", "player", "team", "piece", "face")
NAMED = ("enum", "player", "team", "piece", "face")
ABBREVIATION = re.compile(r"[a-z]\d|\d[a-z]", re.IGNORECASE)
"""Letters mixed with digits, which no player would say: `w1s1`, but not `round_2`."""


@lru_cache(maxsize=32)
def in_sight(program: ir.Program) -> frozenset[str]:
    """The names of the variables that are shown at a table and in stories."""
    scored = _scored(program)
    used = _chosen(program) | _said(program) | _of_ends(program) | _counting(program, scored)
    plain = set(program.labels.described) | {name for name in used if not ABBREVIATION.search(name)}
    plain -= _clocks(program, scored)
    return frozenset(
        name
        for name, group in program.layout.groups.items()
        if name in program.labels.variables
        or name in program.labels.denominations
        or name in scored
        or (name in plain and _is_plain(group))
        or (_is_the_board(program, group) and (name in used or not _others_show(program, group, used)))
    )


def points_of(program: ir.Program) -> str:
    """The variable by which players are ranked first; empty if they are ranked by something else."""
    best = next(iter(standing_of(program)), None)
    return best.value.group if best is not None and isinstance(best.value, ir.Cell) else ""


def variable_name(program: ir.Program, name: str) -> str:
    """The label of a variable, or else its name as words."""
    return program.labels.variables.get(name, name.replace("_", " "))


def key_names(program: ir.Program, group: Group) -> dict[str, str]:
    """The printed names of a variable's indices, by what is typed, where the two differ."""
    labels = program.labels
    known = {
        "enum": labels.enums,
        "pieces": labels.pieces,
        "faces": labels.faces,
        "spaces": labels.spaces,
        "lines": labels.lines,
    }
    return {
        typed: printed
        for axis in group.axes
        for typed, printed in known.get(axis.kind, {}).get(axis.name, ())
        if typed != printed
    }


def _is_plain(group: Group) -> bool:
    return group.sort in COUNTED and not any(axis.kind in ("spaces", "lines", "ways") for axis in group.axes)


def _is_the_board(program: ir.Program, group: Group) -> bool:
    """Whether a variable holds the contents of a board that has no pieces."""
    boards = [program.layout.boards[axis.name] for axis in group.axes if axis.kind in ("spaces", "lines")]
    return any(not board.kind for board in boards)


def _others_show(program: ir.Program, group: Group, used: set[str]) -> bool:
    """Whether another of the used variables holds the contents of the same board."""
    boards = {axis.name for axis in group.axes}
    others = (program.layout.groups[name] for name in used if name != group.name)
    return any(boards & {axis.name for axis in other.axes} for other in others)


def _clocks(program: ir.Program, scored: set[str]) -> set[str]:
    """Shared numbers that only count, and that are read by automatic rules alone."""
    groups = program.layout.groups
    counts = {name for name, group in groups.items() if not group.axes and group.sort == "integer"}
    needed = _counting(program, scored) | {
        name
        for action in program.actions.values()
        for asked in (action.conditions, action.parameters)
        for name in _read(program, asked)
    }
    for end in program.ends:
        if any(isinstance(outcome, ir.Wins) for outcome in end.result):
            needed |= _read(program, end.condition)
        needed |= _read(program, end.worth)
    for effect in (each for each in everything(_every_effect(program)) if isinstance(each, EFFECTS)):
        mark = footprint(effect)
        if not mark.inside:
            needed |= _read(program, deciding(effect))
        if mark.amount is None or not isinstance(mark.amount, ir.Constant):
            needed |= {name for name, _ in mark.cells}
    return counts - needed


def _every_effect(program: ir.Program) -> tuple[object, ...]:
    return (all_effects(program), tuple(step.do for step in program.steps.values()))


def _scored(program: ir.Program) -> set[str]:
    """The variables by which players are ranked or win."""
    results = (program.standing, *(end.result for end in program.ends))
    return {name for result in results for outcome in result for name in _read(program, outcome)}


def _of_ends(program: ir.Program) -> set[str]:
    return {name for end in program.ends for name in _read(program, end.condition)}


def _read(program: ir.Program, node: object) -> set[str]:
    """The variables that a node reads, directly or through definitions."""
    calls = [each.definition for each in everything(node) if isinstance(each, ir.Call)]
    cells = {each.group for each in everything(node) if isinstance(each, ir.Cell)}
    return cells.union(*(read_groups(program, program.definitions[name].body) for name in calls))


def _said(program: ir.Program) -> set[str]:
    """The variables that are read by conditions of actions: all of them if the condition has a sentence, otherwise those with names."""
    found: set[str] = set()
    for condition in (each for action in program.actions.values() for each in action.conditions):
        read = _read(program, condition.holds)
        if condition.says.parts == (condition.id.replace("_", " "),):
            read = {name for name in read if program.layout.groups[name].sort in NAMED}
        found |= read
    return found


def _chosen(program: ir.Program) -> set[str]:
    """The variables that an action sets to one of its arguments."""
    return {
        node.group
        for action in program.actions.values()
        for node in everything(action.do)
        if isinstance(node, ir.SetCell)
        and isinstance(node.value, ir.Local)
        and node.value.slot < len(action.parameters)
    }


def _counting(program: ir.Program, scored: set[str]) -> set[str]:
    """The variables that are read by rules which write to the `scored` ones."""
    found: set[str] = set()
    for rule in _rules(program):
        if scored & {name for name, _ in written_groups(program, rule.do)}:
            found |= read_groups(program, rule.do)
    return found


def _rules(program: ir.Program) -> Iterator[ir.Action | ir.Trigger | ir.Rule]:
    yield from program.actions.values()
    yield from automatic_rules(program)
