"""Variables that only grow within a turn, and beyond some value make no difference any more.

    growing(program)             {7: Growing(most=3, step=1, high=100)}: three rolls are as good as four

Of such a variable rules only ask how it compares with constants, and actions only add constants to it; it lasts a turn.  So a value that is
beyond all of these constants stands for all that are greater.
"""

from __future__ import annotations

from typing import NamedTuple

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.reads import reached
from rulewright.ir.walking import automatic_rules, everything

BEYOND = {"<": 0, ">=": 0, "<=": 1, ">": 1, "==": 1, "!=": 1}
"""How far beyond a constant a value must be to compare with it as all greater ones do."""


class Growing(NamedTuple):
    """`most`: the value that stands for itself and all greater ones; `step`: the most that is added at once; `high`: the end of the range."""

    most: int
    step: int
    high: int


def growing(program: ir.Program, rules: object) -> dict[int, Growing]:
    """By cell the variables that grow. `rules`: all that decides how play goes on."""
    steps, other = dict[str, int](), set[str]()
    for do in (*(action.do for action in program.actions.values()), program.turns.begin.do):
        for group, amount in _added(program, do).items():
            if amount is None:
                other.add(group)
            else:
                steps[group] = max(steps.get(group, 0), amount)
    automatic = [rule for rule in automatic_rules(program) if rule is not program.turns.begin]
    for rule in (*automatic, program.setup):
        other.update(_added(program, rule.do))
    most = _compared(program, rules)
    found: dict[int, Growing] = {}
    for name, variable in program.layout.groups.items():
        if variable.lasts != "turn" or variable.optional or variable.sort != "integer" or name in other:
            continue
        value = most.get(name, variable.start)
        if name in steps and value is not None and value < variable.high:
            kind = Growing(max(value, variable.start), steps[name], variable.high)
            found |= dict.fromkeys(range(variable.offset, variable.offset + variable.size), kind)
    return found


def _added(program: ir.Program, do: ir.Effects) -> dict[str, int | None]:
    """By variable how much effects add to it at most; None where they may do something else with it, or do it again and again."""
    effects = list(effects_below(do, program))
    run = [step for each in effects if (step := footprint(each).step) is not None]
    again = {step for step in run if run.count(step) > 1}
    repeated = {
        id(inside)
        for each in effects
        if footprint(each).inside and footprint(each).slot is not None
        for inside in effects_below(tuple(part for do in footprint(each).inside for part in do), program)
    }
    repeated |= {id(inside) for step in again for inside in effects_below(program.steps[step].do, program)}
    found: dict[str, int | None] = {}
    for effect in effects:
        amount = effect.amount if isinstance(effect, ir.AddCell) else None
        for group, _ in footprint(effect).cells:
            known = isinstance(amount, ir.Constant) and isinstance(amount.value, int) and amount.value >= 0
            before = found.get(group, 0)
            if before is None or not known or id(effect) in repeated:
                found[group] = None
            else:
                assert isinstance(amount, ir.Constant)
                assert isinstance(amount.value, int)
                found[group] = before + amount.value
    return found


def _compared(program: ir.Program, rules: object) -> dict[str, int | None]:
    """By variable the least value beyond all constants with which it is compared; None for one that is read in another way."""
    found: dict[str, int | None] = {}
    compared: set[int] = set()
    nodes = [*reached(program, rules), *everything(rules)]
    turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
    for node in nodes:
        if not isinstance(node, ir.Compare):
            continue
        for cell, constant, sign in (
            (node.left, node.right, node.sign),
            (node.right, node.left, turned[node.sign]),
        ):
            if (
                isinstance(cell, ir.Cell)
                and isinstance(constant, ir.Constant)
                and isinstance(constant.value, int)
            ):
                compared.add(id(cell))
                beyond = int(constant.value) + BEYOND[sign]
                before = found.get(cell.group, beyond)
                found[cell.group] = None if before is None else max(before, beyond)
    for node in nodes:
        if isinstance(node, ir.Cell) and id(node) not in compared:
            found[node.group] = None
    return found
