"""Games of OpenSpiel: `pyspiel.load_game("rulewright_my_game(players=3)")`.

    import pyspiel
    from rulewright.adapters import openspiel

    openspiel.register()
    game = pyspiel.load_game("rulewright(game=my-game.rulebook.yaml)")

`register` gives every bundled game a name. The names here are imported on use, since they need the extra `openspiel`: see
`toolkits.spiel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.adapters.toolkits.needed import offered

if TYPE_CHECKING:
    from rulewright.adapters.toolkits.spiel.games import SpielGame as SpielGame
    from rulewright.adapters.toolkits.spiel.games import game as game
    from rulewright.adapters.toolkits.spiel.games import register as register
    from rulewright.adapters.toolkits.spiel.states import SpielState as SpielState

__all__ = ["SpielGame", "SpielState", "game", "register"]

_HOMES = {
    "SpielGame": "spiel.games",
    "SpielState": "spiel.states",
    "game": "spiel.games",
    "register": "spiel.games",
}

if not TYPE_CHECKING:
    __getattr__ = offered(__name__, "openspiel", "OpenSpiel", _HOMES, module="pyspiel")
