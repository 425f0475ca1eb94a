"""What would hold afterwards: effects carried out on a copy of the position, and an expression evaluated there.

    leaves: not me.in_check      After(the effects of the action, ...)      ->      true, and the position is as before

Everything that effects change belongs to the machine: cells, names, notes and events. All of it is set aside before them and
put back when the expression has its value, also if something fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.evaluate.effects import carry_out
from rulewright.evaluate.machine import Machine, register
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Value


def eval_after(machine: Machine, node: ir.After) -> Value:
    with afterwards(machine, node.do):
        return machine.evaluate(node.value)


@contextmanager
def afterwards(machine: Machine, effects: ir.Effects) -> Iterator[None]:
    """Within it the machine is in the position that effects leave."""
    cells, frame, memo, events = machine.cells, machine.locals, machine.memo, machine.events
    notes, aside, rules = (machine.who, machine.where, machine.path), machine.aside, len(machine.carried_out)
    machine.cells, machine.locals = machine.copied(), [*frame]
    machine.memo, machine.events, machine.aside = {}, [], True
    try:
        carry_out(machine, effects)
        machine.aside = aside
        yield
    finally:
        machine.cells, machine.locals, machine.memo, machine.events = cells, frame, memo, events
        (machine.who, machine.where, machine.path), machine.aside = notes, aside
        del machine.carried_out[rules:]


register(globals())
