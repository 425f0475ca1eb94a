"""Words of a report: who plays, and shares of a hundred games.

who("level:6")                      "level 6"
of_hundred(0.577, 0.671)            ("57.7", "67.1")
"""

from __future__ import annotations

from rulewright.language.players import LEVELS, RANDOM

HUNDRED = 100
WIDE = 0.1
"""The width of an interval from which on decimals say nothing."""


def who(players: str) -> str:
    """The players of a kind."""
    if players == RANDOM:
        return "players at random"
    return players.replace(":", " ") if players in LEVELS else f"players by `{players}`"


def one(players: str) -> str:
    """One player of a kind."""
    if players == RANDOM:
        return "a player at random"
    return f"a player of {who(players)}" if players in LEVELS else f"a player by `{players}`"


def of_hundred(*shares: float) -> tuple[str, ...]:
    """Shares in a hundred games, with as many decimals as their distance allows."""
    decimals = 1 if max(shares) - min(shares) < WIDE else 0
    return tuple(f"{HUNDRED * share:.{decimals}f}" for share in shares)


def rounded(value: float) -> str:
    """A number as people say it: `0.8`, `12`, `1,240`."""
    return f"{value:,.0f}" if abs(value) >= 10 else f"{value:.1f}".removesuffix(".0")


def minutes(value: float) -> str:
    """A time in minutes, or in hours if it is long."""
    if value < 1:
        return f"{60 * value:.0f} seconds"
    if value < 120:
        return f"{rounded(value)} minute{'' if rounded(value) == '1' else 's'}"
    return f"{value / 60:.1f} hours"


def between(low: float, high: float) -> str:
    """Two times in minutes: `4.4 to 9.5 minutes`."""
    one, other = minutes(low), minutes(high)
    return f"{one.partition(' ')[0] if one.partition(' ')[2] == other.partition(' ')[2] else one} to {other}"


def capital(text: str) -> str:
    """A sentence with a capital letter."""
    return text[:1].upper() + text[1:]
