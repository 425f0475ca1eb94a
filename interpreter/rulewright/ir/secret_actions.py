"""Secret actions: which actions the other players know by name alone.

    has_secrets(program)         whether there is such an action
    is_simultaneous(program)     whether players make secret choices at the same time: in a phase whose actions are all secret

Actions that are never allowed at this table do not count.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir


def has_secrets(program: ir.Program) -> bool:
    """Whether some action is secret."""
    return any(action.secret for action in program.actions.values() if not action.switched_off)


def is_simultaneous(program: ir.Program) -> bool:
    """Whether there are several players and a phase in which they choose simultaneously: in which all actions are secret."""
    return program.players > 1 and any(_is_secret(program, phase) for phase in program.phases)


def _is_secret(program: ir.Program, phase: ir.Phase) -> bool:
    actions = [program.actions[name] for name in phase.actions]
    allowed = [action for action in actions if not action.switched_off]
    return bool(allowed) and all(action.secret for action in allowed)
