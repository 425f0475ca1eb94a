"""What effects can write, by region: enough to know that an answer still stands.

writes(program, program.turns.begin.do)      ->      {"var.rolls", "piece.dice.counts", ...}

Whole groups and whole kinds count as written; what is not said here is not written.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import nodes as ir
from rulewright.native.regions import regions

FLOW = {"current", "phase", "round", "round_first", "ended", "winners"}


def writes(program: ir.Program, effects: ir.Effects) -> set[str]:
    """The regions that effects, and the steps they run, can write."""
    found: set[str] = set()
    steps: set[str] = set()
    kinds: set[str] = set()
    for node in inside(effects):
        match node:
            case ir.SetCell() | ir.AddCell():
                found.add(f"var.{node.group}")
            case ir.Pay():
                found |= {f"var.{node.source[0]}", f"var.{node.to[0]}"}
            case ir.RunStep() if node.step not in steps:
                steps.add(node.step)
                found |= writes(program, program.steps[node.step].do)
            case (
                ir.Roll() | ir.Return() | ir.Shuffle() | ir.MovePieces() | ir.MoveCount() | ir.LayPieces()
                | ir.PlacePiece() | ir.RemovePieces() | ir.SetOwner() | ir.SetFace()
            ):  # fmt: skip
                kinds.add(node.kind)
            case _:
                pass
    every = regions(program)
    touched = {name for name in every if name.startswith(tuple(f"piece.{kind}." for kind in kinds))}
    return found | touched | {f"bits.{kind}" for kind in kinds}


def draws(program: ir.Program, effects: ir.Effects) -> bool:
    """Whether chance may have a part in effects, and in the steps they run."""
    steps: set[str] = set()

    def any_chance(do: ir.Effects) -> bool:
        for node in inside(do):
            if isinstance(node, ir.Roll | ir.Shuffle | ir.MoveCount | ir.Pick):
                return True
            if isinstance(node, ir.RunStep) and node.step not in steps:
                steps.add(node.step)
                if any_chance(program.steps[node.step].do):
                    return True
        return False

    return any_chance(effects)


def written_between_turns(program: ir.Program) -> set[str]:
    """The regions that carrying out a note can write, the order of play's own cells and those of luck included."""
    turns = program.turns
    found = set(FLOW)
    for rule in (turns.begin, turns.end, turns.round_end):
        found |= writes(program, rule.do)
    for phase in program.phases:
        if phase.automatic is not None:
            found |= writes(program, phase.automatic.do)
    found |= {f"var.{name}" for name, group in program.layout.groups.items() if group.lasts != "game"}
    return found | {name for name in regions(program) if name.startswith(("luck.", "note."))}


def inside(node: object) -> Iterator[object]:
    """Effects, and the effects inside them; what a step does is not inside of who runs it."""
    parts = [node]
    while parts:
        part = parts.pop()
        if isinstance(part, tuple):
            parts.extend(part)
        elif hasattr(part, "__dataclass_fields__"):
            yield part
            match part:
                case ir.If():
                    parts += [part.do, part.otherwise]
                case ir.For():
                    parts.append(part.do)
                case ir.Pick():
                    parts += [part.do, part.otherwise]
                case ir.Switch():
                    parts += [do for _, do in part.cases]
                case _:
                    pass
