"""Names for `gymnasium.make` and `gymnasium.make_vec`."""

from __future__ import annotations

import gymnasium

import rulewright as rw
from rulewright.adapters.toolkits.games import words

ADAPTER = "rulewright.adapters.gymnasium"


def register() -> None:
    """Give every bundled game a name, such as `rulewright/My-Game-v0`. A second call changes nothing."""
    for name in rw.bundled_games():
        called = f"rulewright/{words(name)}-v0"
        if called not in gymnasium.registry:
            gymnasium.register(
                called,
                entry_point=f"{ADAPTER}:GameEnv",
                vector_entry_point=f"{ADAPTER}:GameVectorEnv",
                kwargs={"game": name},
            )
