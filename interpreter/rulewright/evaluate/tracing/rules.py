"""Traces of what happens by itself: whether the condition of a rule held, and what the rule did.

    bust: carried out once
    └ fresh and not can(pair) and not can(join) → true

A rule is called by its id, as its author wrote it below `as_soon_as:`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.evaluate.tracing.recorder import Seen
from rulewright.ir import nodes as ir
from rulewright.runtime.trace import Trace

TIMES = {1: "once", 2: "twice"}


def called(program: ir.Program, name: str, phase: int) -> list[ir.Trigger]:
    """The rules of an id, those of a phase first; nothing if none is called so."""
    phases = [program.phases[phase], *(each for i, each in enumerate(program.phases) if i != phase)]
    return [trigger for each in phases for trigger in each.triggers if trigger.id == name]


def conditions(triggers: Sequence[ir.Trigger]) -> Iterator[ir.Expression]:
    """What is asked before the rules are carried out."""
    for trigger in triggers:
        if trigger.condition is not None:
            yield trigger.condition


def at_a_position(trigger: ir.Trigger, asked: Trace | None) -> Trace:
    """Of a rule while somebody is to act; `asked` is its condition, None where it cannot be asked now."""
    if asked is None:
        after = " or ".join(f"`{action}`" for action in trigger.after)
        note = f"It is asked only right after {after}: name a step of a record by --step."
        return Trace(f"{trigger.id}: not asked here", what="list", note=note, span=trigger.span)
    shown = asked.shown if not asked.known else "holds" if asked.value else "does not hold"
    return Trace(f"{trigger.id}: {shown} here", what="list", parts=(_why(asked),), span=trigger.span)


def in_a_step(
    triggers: Sequence[ir.Trigger], done: Sequence[str], asked: Sequence[tuple[Seen, Trace]], changes: Sequence[Trace]
) -> Trace:  # fmt: skip
    """Of a rule in what followed an action. `done`: the paths of all rules that were carried out; `asked`: what its condition
    came to, time by time; `changes`: what it wrote into variables."""
    paths = {trigger.path for trigger in triggers}
    times = sum(path in paths for path in done)
    name, span = triggers[0].id, triggers[0].span
    if times:
        held = [trace for seen, trace in asked if seen.known and seen.value]
        parts = (*map(_why, held[:1]), *changes)
        often = TIMES.get(times, f"{times} times")
        return Trace(f"{name}: carried out {often}", what="list", parts=parts, span=span)
    if not asked:
        return Trace(f"{name}: not asked in this step", what="list", span=span)
    seen, last = asked[-1]
    shown = "its condition does not hold" if seen.known else "its condition has no value"
    return Trace(f"{name}: not carried out, {shown}", what="list", parts=(_why(last),), span=span)


def _why(asked: Trace) -> Trace:
    return replace(asked, label="when")
