"""What effects can write, by region: enough to know that an answer still stands.

writes(program, program.turns.begin.do)      ->      {"var.rolls", "piece.dice.counts", ...}

Whole groups and whole kinds count as written; what is not said here is not written.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.native.llvm.regions import regions

FLOW = {"current", "phase", "round", "round_first", "ended", "winners"}


def writes(program: ir.Program, effects: ir.Effects) -> set[str]:
    """The regions that effects, and the steps they run, can write."""
    prints = [footprint(effect) for effect in effects_below(effects, program)]
    kinds = {each.kind for each in prints if each.kind is not None}
    touched = {
        name for name in regions(program) if name.startswith(tuple(f"piece.{kind}." for kind in kinds))
    }
    variables = {f"var.{group}" for each in prints for group, _ in each.cells}
    return variables | touched | {f"bits.{kind}" for kind in kinds}


def draws(program: ir.Program, effects: ir.Effects) -> bool:
    """Whether chance may have a part in effects, and in the steps they run."""
    return any(footprint(effect).stream is not None for effect in effects_below(effects, program))


def written_between_turns(program: ir.Program) -> set[str]:
    """The regions that carrying out a note can write, the order of play's own cells and those of luck included."""
    return set().union(*(part(program) for part in BETWEEN_TURNS.values()))


def _automatic(program: ir.Program) -> set[str]:
    rules = [phase.automatic for phase in program.phases if phase.automatic is not None]
    return set().union(*(writes(program, rule.do) for rule in rules))


def _set_back(program: ir.Program) -> set[str]:
    return {f"var.{name}" for name, group in program.layout.groups.items() if group.lasts != "game"}


def _luck_and_notes(program: ir.Program) -> set[str]:
    return {name for name in regions(program) if name.startswith(("luck.", "note."))}


BETWEEN_TURNS: dict[str, Callable[[ir.Program], set[str]]] = {
    "the order of play": lambda _: set(FLOW),
    "as turns begin": lambda program: writes(program, program.turns.begin.do),
    "as turns end": lambda program: writes(program, program.turns.end.do),
    "as rounds end": lambda program: writes(program, program.turns.round_end.do),
    "in automatic phases": _automatic,
    "what is set back": _set_back,
    "luck and notes": _luck_and_notes,
}
"""The parts of what is written between two turns."""
