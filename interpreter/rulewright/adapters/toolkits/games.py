"""The game of an environment: loaded by name or path, or one that was loaded before; and its names in other toolkits.

table_of("my-game", players=3)         a Game
words("my-game")                       "My-Game", as in `rulewright/My-Game-v0`
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import rulewright as rw

Options = Mapping[str, int | str | bool]


def table_of(
    game: str | Path | rw.Game,
    players: int | None = None,
    variant: str | None = None,
    options: Options | None = None,
    overlays: Sequence[str] = (),
    engine: str = "auto",
) -> rw.Game:
    """The game with these settings. For a `Game` there are none to make. Raises RulebookError, NoEngine, and ValueError for
    settings together with a `Game`."""
    if not isinstance(game, rw.Game):
        return rw.load(game, players, variant, options, overlays, engine)
    given = {"players": players, "variant": variant, "options": options, "overlays": tuple(overlays) or None}
    if any(value is not None for value in given.values()):
        names = ", ".join(f"`{name}`" for name, value in given.items() if value is not None)
        raise ValueError(f"{game!r} has its settings already: pass a name or a path together with {names}")
    return game


def words(name: str) -> str:
    """The name of a game as part of an environment's name."""
    return "-".join(part[:1].upper() + part[1:] for part in name.split("-"))


def identifier(name: str) -> str:
    """The name of a game with underscores, as other toolkits write names."""
    return name.replace("-", "_")
