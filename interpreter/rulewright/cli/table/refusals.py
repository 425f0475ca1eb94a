"""Why a move is refused, in the words of the table: players by their names, variables by their labels.

refusals(state, move, names)        [Reason("higher", "Bob has bid more.", inside=(Inside("many > bid_count", ...), ...))]
parts_of(state.game.program, reason)        ["many > bid count: false", "bid count: 3"]
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.author.story.moves import at_table
from rulewright.author.story.variables import variable_name
from rulewright.game.errors import Reason
from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.game.moves.legal import reasons
from rulewright.ir import nodes as ir

NAME = re.compile(r"(?<![\w.])(?:me\.)?([a-z_][a-z0-9_]*)(?![\w(])")


def refusals(state: State, move: Action, names: Sequence[str]) -> list[Reason]:
    """Every requirement that a move does not meet now; [] if it is allowed."""
    if not state.why_not(move):
        return []
    table = at_table(state.game.program, tuple(names))
    return reasons(state.game, state.cells, state.as_action(move).choice, table)


def parts_of(program: ir.Program, reason: Reason) -> list[str]:
    """What a requirement rests on, each part with its value."""
    return [
        f"{_named(program, part.text)}: {'hidden from you' if part.hidden else part.shown}"
        for part in reason.inside
    ]


def _named(program: ir.Program, text: str) -> str:
    """A part of a condition with the variables in it by their labels; `your ...` for one's own."""

    def called(found: re.Match[str]) -> str:
        name = found[1]
        if name not in program.layout.groups or '"' in text:
            return found[0]
        own = "your " if found[0].startswith("me.") else ""
        return own + variable_name(program, name)

    return NAME.sub(called, text)
