"""What a text comes to in a position: a plain place, or an expression where the rulebook is at hand.

asked(game, cells, "me.score")                            12
asked(game, cells, "max(p.score for p in players)")       30        not in a game from `load_compiled`
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from rulewright.game.errors import UnknownPlace
from rulewright.game.questions import places
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.language.types import Zone
from rulewright.problems.quoting import shown

if TYPE_CHECKING:
    from rulewright.game.game import Game


def asked(game: Game, cells: array[int], text: str) -> object:
    """The value for Python. Raises UnknownPlace, RulebookError for a mistake in an expression, or RuleFailure where it fails."""
    if not isinstance(text, str):
        raise TypeError(f"a place or an expression is asked for as a text, and this is {shown(text)}")
    try:
        return places.plain(game.wording, cells, text)
    except places.NotPlain:
        pass
    if game.compile_hook is None:
        raise UnknownPlace(
            f"`{text}` is no plain place of {game.name} (a variable or a zone, with its owner); a compiled "
            "game answers nothing else, so load the rulebook for expressions"
        )
    question, type_ = game.compile_hook(text)
    value = game.executor.value(cells, question, max(cells[CURRENT], 0))
    if isinstance(question.value, ir.PlaceOf) and isinstance(type_, Zone) and isinstance(value, int):
        return places.lying(game.wording, cells, type_.kind, value)
    return game.wording.friendly(type_, value)
