"""How the strategies of a game are written, to tell whether players of one name think alike in two games.

differing(game, changed, "bold")        ("define.pairs", "strategies.bold.prefer.reroll")
"""

from __future__ import annotations

from rulewright.game.game import Game


def differing(a: Game, b: Game, strategy: str) -> tuple[str, ...]:
    """The places of what two rulebooks write differently for a strategy, none if players who follow it think alike: its preferences,
    and definitions and tables that only strategies ask, as far as this one does. `strategies.X` if one game has no such strategy."""
    one, other = (game.program.strategies.get(strategy) for game in (a, b))
    if one is None or other is None:
        return () if one is other else (f"strategies.{strategy}",)
    preferences = f"{one.path}."  # what else one game has not, rules ask there
    return tuple(
        place
        for place in one.written | other.written
        if one.written.get(place) != other.written.get(place)
        and (place.startswith(preferences) or (place in one.written and place in other.written))
    )
