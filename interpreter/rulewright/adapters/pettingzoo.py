"""Environments of PettingZoo: every game for agents that act one after another, and games of simultaneous choices in parallel.

    from rulewright.adapters import pettingzoo

    env = pettingzoo.env("my-game", players=3)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, over, cut_off, info = env.last()
        env.step(None if over or cut_off else env.action_space(agent).sample(seen["action_mask"]))

The names are imported on use, since they need the extra `pettingzoo`: see `toolkits.zoo`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.adapters.toolkits.needed import offered

if TYPE_CHECKING:
    from rulewright.adapters.toolkits.zoo.in_parallel import parallel_env as parallel_env
    from rulewright.adapters.toolkits.zoo.one_by_one import env as env
    from rulewright.adapters.toolkits.zoo.one_by_one import raw_env as raw_env
    from rulewright.adapters.toolkits.zoo.registered import register as register

__all__ = ["env", "parallel_env", "raw_env", "register"]

_HOMES = {
    "env": "zoo.one_by_one",
    "parallel_env": "zoo.in_parallel",
    "raw_env": "zoo.one_by_one",
    "register": "zoo.registered",
}

if not TYPE_CHECKING:
    __getattr__ = offered(__name__, "pettingzoo", "PettingZoo", _HOMES)
