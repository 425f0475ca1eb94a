"""Environments of Gymnasium: one agent against bots, and many games at once.

    import gymnasium
    import rulewright.adapters.gymnasium

    env = gymnasium.make("rulewright/My-Game-v0", opponents="greedy")
    seen, info = env.reset(seed=7)
    seen, reward, over, cut_off, info = env.step(env.action_space.sample(info["action_mask"]))

Importing this module registers the bundled games, if Gymnasium is there. The other names are imported on use, since they need the
extra `gymnasium`: see `toolkits.gym`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rulewright.adapters.toolkits.needed import offered

if TYPE_CHECKING:
    from rulewright.adapters.toolkits.gym.many import GameVectorEnv as GameVectorEnv
    from rulewright.adapters.toolkits.gym.one import GameEnv as GameEnv
    from rulewright.adapters.toolkits.gym.registered import register as register

__all__ = ["GameEnv", "GameVectorEnv", "register"]

_HOMES = {"GameEnv": "gym.one", "GameVectorEnv": "gym.many", "register": "gym.registered"}

if not TYPE_CHECKING:
    __getattr__ = offered(__name__, "gymnasium", "Gymnasium", _HOMES)

if find_spec("gymnasium") is not None:
    import_module("rulewright.adapters.toolkits.gym.registered").register()
