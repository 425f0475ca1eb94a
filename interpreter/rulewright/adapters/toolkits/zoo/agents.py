"""What both kinds of environments have: the game, agents and their spaces, seeds, and pictures."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
from gymnasium import spaces

import rulewright as rw
from rulewright.adapters.toolkits.actions import actions_of
from rulewright.adapters.toolkits.games import Options, identifier, table_of
from rulewright.adapters.toolkits.pictures import MODES, check_mode, rendered
from rulewright.adapters.toolkits.rows import Numbers, bounds

RANDOM_BITS = 64


class Agents:
    """The game of an environment, with an agent in each seat: `player_0`, `player_1` and so on."""

    def __init__(
        self,
        game: str | Path | rw.Game,
        players: int | None = None,
        variant: str | None = None,
        options: Options | None = None,
        overlays: Sequence[str] = (),
        engine: str = "auto",
        ranks: int | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = table_of(game, players, variant, options, overlays, engine)
        self.actions = actions_of(self.game, ranks)
        check_mode(render_mode)
        self.render_mode = render_mode
        self.max_steps = max_steps
        self.names = [f"player_{seat}" for seat in range(self.game.num_players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        low, high = bounds(self.game)
        self.box = spaces.Box(low, high, dtype=numpy.int32)
        masks = spaces.Box(0, 1, (self.actions.count,), numpy.int8)
        self.observed = {
            name: spaces.Dict({"observation": spaces.Box(low, high, dtype=numpy.int32), "action_mask": masks})
            for name in self.names
        }
        self.acted = {name: spaces.Discrete(self.actions.count) for name in self.names}
        self._random = random.Random()

    def metadata(self) -> dict[str, Any]:
        """What PettingZoo wants to know about an environment."""
        return {
            "name": f"rulewright_{identifier(self.game.name)}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": self.game.simultaneous,
        }

    def begun(self, seed: int | None) -> rw.State:
        """A new game: that of the seed, or after a game without one the next of a series."""
        if seed is not None:
            self._random = random.Random(int(seed))
        return self.game.new_initial_state(seed=self._random.getrandbits(RANDOM_BITS))

    def everything(self, state: rw.State) -> Numbers:
        """The whole state, hidden values included."""
        return numpy.frombuffer(state.cells, numpy.int32)

    def drawn(self, state: rw.State) -> object:
        """The picture of a state in the mode of the environment: what everybody may see."""
        return rendered(state, self.render_mode)


class Played:
    """What an environment of either kind has: its spaces, and the game that is played."""

    def _set_up(self, of: Agents) -> None:
        self._of = of
        self.game: rw.Game = of.game
        self.metadata = of.metadata()
        self.render_mode = of.render_mode
        self.possible_agents = list(of.names)
        self.agents = list(of.names)
        self.observation_spaces = of.observed
        self.action_spaces = of.acted
        self.state_space = of.box
        self._state: rw.State | None = None
        self._steps = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def state(self) -> Numbers:
        """The whole position as a row, hidden values included: for a critic, never for an agent."""
        return self._of.everything(self.now)

    def render(self) -> Any:
        """The table as everybody may see it: a text, or an array of red, green and blue."""
        return self._of.drawn(self.now)

    def close(self) -> None:
        """Nothing has to be closed."""

    @property
    def now(self) -> rw.State:
        """The position. RuntimeError before the first `reset`."""
        if self._state is None:
            raise RuntimeError("there is no game yet: call `reset` first")
        return self._state
