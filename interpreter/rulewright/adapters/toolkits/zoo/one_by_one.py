"""`env` and `raw_env`: one agent after another acts (AEC)."""

from __future__ import annotations

from typing import Any

import numpy
from pettingzoo import AECEnv

import rulewright as rw
from rulewright.adapters.toolkits.actions import NOTHING, Mask
from rulewright.adapters.toolkits.pictures import MODES
from rulewright.adapters.toolkits.rows import seen
from rulewright.adapters.toolkits.zoo.agents import Agents, Played


def env(*args: Any, illegal_reward: float | None = -1.0, **options: Any) -> raw_env:
    """`raw_env` in which an action that is not legal ends the game, as is usual for board games: who chose it gets
    `illegal_reward`, and the others 0. The environment does this itself, since wrappers would take longer than the game."""
    return raw_env(*args, illegal_reward=illegal_reward, **options)


class raw_env(Played, AECEnv[str, dict[str, Any], Any]):
    """A game for agents that act one after another.

    `game` is a name, a path or a `Game`; `players`, `variant`, `options`, `overlays` and `engine` are those of `rulewright.load`.
    `ranks` numbers the legal actions of each position from 0, in place of ids; `max_steps` cuts a game off after that number of actions;
    `render_mode` is `ansi` or `rgb_array`.

    An observation is `{"observation": row, "action_mask": mask}`: what the seat may see, -2 where it sees nothing, and the actions
    that it may choose, none while another agent is to act. Rewards are 0 before the end, and then `state.returns()`. An action
    that is not legal raises IllegalAction, and nothing has changed; with `illegal_reward` it ends the game, which then is terminated
    and truncated, and `infos` says why. `env.state()` is everything, for training with a central critic.
    """

    metadata: dict[str, Any] = {"name": "rulewright_v0", "render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(self, *args: Any, illegal_reward: float | None = None, **options: Any) -> None:
        super().__init__()
        self.illegal_reward = illegal_reward
        self._of = of = Agents(*args, **options)
        self._set_up(of)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: that of the seed, or without one the next of the series that the last seed began."""
        names = self._of.names
        self._state = self._of.begun(seed)
        self._steps = 0
        self.agents = list(names)
        self.rewards = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations = dict.fromkeys(names, False)
        self.truncations = dict.fromkeys(names, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in names}
        self._skip_agent_selection = None
        self.agent_selection = names[0]
        self._go_on()

    def step(self, action: Any) -> None:
        """Carry out an action of the agent to act; None for an agent whose game is over."""
        state = self.now
        agent = self.agent_selection
        if not self.agents:
            raise RuntimeError("all agents are done: call `reset`")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            state.apply_action(self._of.actions.id(state, action))
        except (rw.IllegalAction, rw.UnknownMove) as refused:
            if self.illegal_reward is None:
                raise
            self._end_illegally(agent, self.illegal_reward, str(refused))
            return
        self._steps += 1
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may see now, and its mask."""
        state, of = self.now, self._of
        mask: Mask
        if agent == self.agent_selection and not (self.terminations[agent] or self.truncations[agent]):
            mask = of.actions.mask(state)
        else:
            mask = numpy.zeros(of.actions.count, numpy.int8)
        return {"observation": seen(state, of.seats[agent]), "action_mask": mask}

    def _go_on(self) -> None:
        """Whose turn it is, or how the game ended."""
        state, of = self.now, self._of
        seat = state.current_player()
        if seat is None:
            for agent, reward in zip(of.names, state.returns(), strict=True):
                self.rewards[agent] = self._cumulative_rewards[agent] = reward
                self.terminations[agent] = True
            self.agent_selection = of.names[0]
            self.infos = {name: {} for name in of.names}
            return
        self.agent_selection = agent = of.names[seat]
        if of.max_steps is not None and self._steps >= of.max_steps:
            self.truncations = dict.fromkeys(of.names, True)
        listed = of.actions.listed(state)
        if listed is not NOTHING:
            self.infos = {name: {} for name in of.names}
            self.infos[agent] = listed

    def _end_illegally(self, agent: str, reward: float, why: str) -> None:
        names = self._of.names
        self.rewards[agent] = self._cumulative_rewards[agent] = reward
        self.terminations, self.truncations = dict.fromkeys(names, True), dict.fromkeys(names, True)
        self.infos = {name: {} for name in names}
        self.infos[agent] = {"illegal_action": why}
        self.agent_selection = names[0]
