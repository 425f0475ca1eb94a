"""Names for `pettingzoo.make`, in versions of PettingZoo that have it."""

from __future__ import annotations

import pettingzoo

import rulewright as rw
from rulewright.adapters.toolkits.games import words


def register() -> None:
    """Give every bundled game a name for `pettingzoo.make`, such as `rulewright/My-Game-v0`. A second call changes nothing."""
    for name in rw.bundled_games():
        called = f"rulewright/{words(name)}-v0"
        if called not in pettingzoo.aec_registry:
            pettingzoo.register("aec", called, "rulewright.adapters.pettingzoo:env", kwargs={"game": name})
