"""The table as a text, and as a picture of red, green and blue, as everybody or a seat may see it.

    rendered(state, "ansi")             what `print(state)` prints
    rendered(state, "ansi", 0)          the same with what seat 0 sees
    rendered(state, "rgb_array")        an array of 600 × 800 × 3 bytes: boards, zones and values of the scene

Pictures are drawn by Matplotlib, which comes with the extra `report`.
"""

from __future__ import annotations

from importlib import import_module

import rulewright as rw
from rulewright.adapters.toolkits.needed import need
from rulewright.game.knowledge.drawing import drawing

MODES = ("ansi", "rgb_array")


def check_mode(mode: str | None) -> None:
    """ValueError for a mode that there is not; ModuleNotFoundError if pictures cannot be drawn here."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"`render_mode` is {' or '.join(map(repr, MODES))}, not {mode!r}")
    if mode == "rgb_array":
        need("matplotlib", "report", '`render_mode="rgb_array"`', "Matplotlib")


def rendered(state: rw.State, mode: str | None, viewer: int | None = None) -> object:
    """The table in a mode, as `viewer` sees it, None being a spectator; None without a mode."""
    if mode is None:
        return None
    if mode == "ansi":
        return drawing(state.game.wording, state.game.sight, state.cells, state.is_chance_node(), viewer)
    return import_module("rulewright.adapters.toolkits.drawing").picture(state, viewer)
