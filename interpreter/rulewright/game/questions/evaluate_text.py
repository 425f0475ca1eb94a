"""What a text comes to in a position: a plain place, or an expression where the rulebook is at hand.

asked(table, cells, "me.score")                            12
asked(table, cells, "max(p.score for p in players)")       30        not in a game from `load_compiled`
"""

from __future__ import annotations

from array import array

from rulewright.game.errors import UnknownPlace
from rulewright.game.questions import places
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.language.types import Zone
from rulewright.problems.quoting import shown


def asked(table: Table, cells: array[int], text: str) -> object:
    """The value for Python. Raises UnknownPlace, RulebookError for a mistake in an expression, or RuleFailure where it fails."""
    if not isinstance(text, str):
        raise TypeError(f"a place or an expression is asked for as a text, and this is {shown(text)}")
    try:
        return places.plain(table.wording, cells, text)
    except places.NotPlain:
        pass
    if table.compile_hook is None:
        raise UnknownPlace(
            f"`{text}` is no plain place of {table.name} (a variable or a zone, with its owner); a compiled "
            "game answers nothing else, so load the rulebook for expressions"
        )
    question, type_ = table.compile_hook(text)
    value = table.executor.value(cells, question, max(cells[CURRENT], 0))
    if isinstance(question.value, ir.PlaceOf) and isinstance(type_, Zone) and isinstance(value, int):
        return places.lying(table.wording, cells, type_.kind, value)
    return table.wording.friendly(type_, value)
