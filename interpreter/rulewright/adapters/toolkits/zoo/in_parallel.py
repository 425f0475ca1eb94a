"""`parallel_env`: all agents act at once, in games of simultaneous choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from pettingzoo import ParallelEnv

import rulewright as rw
from rulewright.adapters.toolkits.actions import Mask
from rulewright.adapters.toolkits.pictures import MODES
from rulewright.adapters.toolkits.rows import seen
from rulewright.adapters.toolkits.zoo.agents import Agents, Played


class parallel_env(Played, ParallelEnv[str, dict[str, Any], Any]):
    """A game of simultaneous choices, in which every agent gives an action at each step.

    Arguments, observations and rewards are those of `raw_env`. In a phase of simultaneous choices the masks of all who choose are
    filled, and none knows of another's choice; elsewhere only that of the agent to act is. An agent whose mask is empty has
    nothing to choose: whatever it gives is ignored. ValueError for a game without simultaneous choices, which `env` plays.
    """

    metadata: dict[str, Any] = {"name": "rulewright_v0", "render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(self, *args: Any, **options: Any) -> None:
        self._of = of = Agents(*args, **options)
        if not of.game.simultaneous:
            raise ValueError(
                f"in {of.game.title} players never choose simultaneously: `env` asks one agent after another"
            )
        self._set_up(of)
        self._masks: dict[str, Mask] = {}

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin a game: that of the seed, or without one the next of the series that the last seed began."""
        self._state = self._of.begun(seed)
        self._steps = 0
        self.agents = [] if self.now.is_terminal() else list(self._of.names)
        infos = self._look()
        return self._seen(), infos

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """One action of each agent. IllegalAction if one is not legal and KeyError if one is missing; then nothing has
        changed."""
        names = self._of.names
        if not self.agents:
            return {}, {}, {}, {}, {}
        for name in self._masks:
            if name not in actions:
                raise KeyError(f"`{name}` chooses now, and no action of it is given")
        self._state = state = self._after({name: actions[name] for name in self._masks})
        self._steps += 1
        over = state.is_terminal()
        most = self._of.max_steps
        cut_off = not over and most is not None and self._steps >= most
        if over or cut_off:
            self.agents = []
        infos = self._look()
        rewards = dict(zip(names, state.returns(), strict=True)) if over else dict.fromkeys(names, 0.0)
        return self._seen(), rewards, dict.fromkeys(names, over), dict.fromkeys(names, cut_off), infos

    # ------------------------------------------------------------------------------------------------- private

    def _after(self, given: dict[str, Any]) -> rw.State:
        """The position after the actions of those who choose now. One that nobody asks for any more, since the choices before it ended
        the phase or the game, is left out."""
        state, of = self.now.clone(), self._of
        together = state.is_simultaneous()
        while given:
            seat = state.current_player()
            agent = None if seat is None else of.names[seat]
            if agent not in given or state.is_simultaneous() != together:
                break
            state.apply_action(of.actions.id(state, given.pop(agent)))
            if not together:
                break
        return state

    def _look(self) -> dict[str, dict[str, Any]]:
        """Who chooses now, with masks; returns the infos. In a phase of simultaneous choices the others are found by trying
        the first legal action of each, on a copy: what somebody may choose does not depend on what others choose in secret."""
        of, state = self._of, self.now
        infos: dict[str, dict[str, Any]] = {name: {} for name in of.names}
        self._masks = {}
        seat = state.current_player()
        if seat is None or not self.agents:
            return infos
        ahead = state.clone() if state.is_simultaneous() else state
        while seat is not None and of.names[seat] not in self._masks:
            name = of.names[seat]
            self._masks[name] = of.actions.mask(ahead)
            infos[name] = dict(of.actions.listed(ahead))
            if ahead is state:
                break
            ahead.apply_action(ahead.legal_ids()[0])
            seat = ahead.current_player() if ahead.is_simultaneous() else None
        return infos

    def _seen(self) -> dict[str, dict[str, Any]]:
        state, of = self.now, self._of
        none = numpy.zeros(of.actions.count, numpy.int8)
        return {
            name: {"observation": seen(state, seat), "action_mask": self._masks.get(name, none).copy()}
            for name, seat in of.seats.items()
        }
