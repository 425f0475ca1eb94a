"""Secret actions: which actions the other players know by name alone.

    has_secrets(program)         whether there is such an action
    simultaneous_phases(program) the phases in which players make secret choices at the same time: their actions are all secret

Actions that are never allowed at this table do not count.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir


def has_secrets(program: ir.Program) -> bool:
    """Whether some action is secret."""
    return any(action.secret for action in program.actions.values() if not action.switched_off)


def simultaneous_phases(program: ir.Program) -> frozenset[int]:
    """The phases in which several players choose simultaneously."""
    if program.players == 1:
        return frozenset()
    return frozenset(number for number, phase in enumerate(program.phases) if _is_secret(program, phase))


def _is_secret(program: ir.Program, phase: ir.Phase) -> bool:
    actions = [program.actions[name] for name in phase.actions]
    allowed = [action for action in actions if not action.switched_off]
    return bool(allowed) and all(action.secret for action in allowed)
