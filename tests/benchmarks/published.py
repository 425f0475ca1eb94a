"""What other compilers of game descriptions were said to reach: random games a second, as their authors published them.

They were measured by others, years apart and on other machines, and are printed beside ours for the order of magnitude
only.  A ratio of two such figures says nothing about the compilers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BOARDGAMES = "Regular Boardgames (RBG)"
GAMES = "Regular Games (RG)"
SOURCES = {
    BOARDGAMES: "Kowalski et al., Efficient Reasoning in Regular Boardgames, 2020, arXiv:2006.08295",
    GAMES: "Miernik et al., Regular Games: an Automata-Based General Game Playing Language, 2025, arXiv:2511.10593",
}
"""The systems, with the papers that describe their compilers and measure them."""


@dataclass(frozen=True, slots=True)
class Published:
    """Random games a second of one game, in the form that our rulebook has too."""

    system: str
    form: str
    games_a_second: float


PUBLISHED = {
    "hex": Published(BOARDGAMES, "11 x 11", 19_200),
    "gomoku": Published(BOARDGAMES, "15 x 15", 17_800),
    "connect-four": Published(GAMES, "7 x 6", 1_300_000),
    "reversi": Published(GAMES, "8 x 8", 28_400),
}


def published_rows(game: str) -> list[tuple[str, Sequence[float], str]]:
    """The rows of a table about a game: one if somebody published a figure, otherwise none."""
    found = PUBLISHED.get(game)
    if found is None:
        return []
    note = f"published for {found.form}, on another machine: {SOURCES[found.system]}"
    return [(found.system, [found.games_a_second], note)]
