"""Texts with values inside, as people read them.

    Words(("You may roll ", (Constant(3), Integer(3, 3)), " times."))      ->      You may roll 3 times.

Values are printed by the labels of the rulebook; seats and teams count from 1.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.evaluate.machine import Machine
from rulewright.evaluate.pieces import face_of
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime.executor import Value


def in_words(
    machine: Machine, words: ir.Words, hidden: Callable[[Machine, ir.Expression], bool] | None = None
) -> str:
    """A text with its values printed by their labels, in the present frame; `?` for those that are hidden."""
    texts: list[str] = []
    for part in words.parts:
        if isinstance(part, str):
            texts.append(part)
        elif hidden is not None and hidden(machine, part[0]):
            texts.append("?")
        else:
            texts.append(printed(machine, part[1], machine.evaluate(part[0])))
    return "".join(texts)


def printed(machine: Machine, type_: types.Type, value: Value) -> str:
    """A value by its label; seats and teams count from 1."""
    labels = machine.program.labels
    if value is None:
        return "none"
    match type_:
        case types.Optional():
            return printed(machine, type_.of, value)
        case types.Several() if isinstance(value, tuple):
            return ", ".join(printed(machine, type_.of, item) for item in value)
        case types.Enum() if isinstance(value, int):
            known = labels.enums.get(type_.name)
            return known[value][1] if known else type_.members[value]
        case types.Player() if isinstance(value, int):
            return (
                labels.seats[value] if value < len(labels.seats) and labels.seats[value] else str(value + 1)
            )
        case types.Team() if isinstance(value, int):
            return str(value + 1)
        case types.Face() if isinstance(value, int):
            return _face(machine, type_.kind, value, 0)
        case types.Piece() if isinstance(value, int):
            return _piece(machine, type_.kind, value)
        case _ if isinstance(value, bool):
            return "true" if value else "false"
        case _:
            return str(value)


def _piece(machine: Machine, kind: str, piece: int) -> str:
    layout = machine.kinds[kind]
    if not layout.identical:
        return machine.program.labels.pieces[kind][piece][1]
    face = face_of(machine, layout, piece)
    return (
        machine.program.labels.kinds.get(kind, (kind, kind))[0]
        if face is None
        else _face(machine, kind, face, 0)
    )


def _face(machine: Machine, kind: str, face: int, piece: int) -> str:
    low = machine.kinds[kind].face_low
    if low is not None:
        return str(low[piece if len(low) > 1 else 0] + face)
    return machine.program.labels.faces[kind][face][1]
