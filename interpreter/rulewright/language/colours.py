"""The colours that have names, in rulebooks and where a word of a game names one."""

from __future__ import annotations

COLOURS = frozenset(
    [
        "red",
        "green",
        "blue",
        "yellow",
        "white",
        "black",
        "orange",
        "purple",
        "violet",
        "pink",
        "brown",
        "grey",
        "gray",
        "cyan",
        "magenta",
        "gold",
        "silver",
    ]
)
