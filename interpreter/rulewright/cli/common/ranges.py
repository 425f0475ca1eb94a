"""How many players, as people type it."""

from __future__ import annotations

import click


def read_players(text: str) -> tuple[int, int]:
    """`2..6` -> (2, 6), `4` -> (4, 4)."""
    low, dots, high = text.replace(" to ", "..").replace("-", "..").partition("..")
    low, high = low.strip(), high.strip() if dots else low.strip()
    if not (low.isdecimal() and high.isdecimal()) or len(low + high) > 8:
        raise click.BadParameter(f"`{text}` should look like 2..6, or like 4")
    return int(low), int(high)
