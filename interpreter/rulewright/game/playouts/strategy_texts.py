"""Comparing how a strategy is written in two games, to know whether its players decide alike.

differing(game, changed, "bold")        ("define.pairs", "strategies.bold.prefer.reroll")
"""

from __future__ import annotations

from rulewright.game.game import Game


def differing(a: Game, b: Game, strategy: str) -> tuple[str, ...]:
    """The paths at which two rulebooks differ for a strategy, empty if its players decide alike: its preferences, and
    the definitions and tables that it uses and no rule does. `strategies.X` if one of the games lacks the strategy."""
    one, other = (game.program.strategies.get(strategy) for game in (a, b))
    if one is None or other is None:
        return () if one is other else (f"strategies.{strategy}",)
    preferences = f"{one.path}."  # anything else that one game lacks is used by rules of the other
    return tuple(
        place
        for place in one.written | other.written
        if one.written.get(place) != other.written.get(place)
        and (place.startswith(preferences) or (place in one.written and place in other.written))
    )
