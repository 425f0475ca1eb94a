"""`GameEnv`: one agent in one seat, and bots in the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

import rulewright as rw
from rulewright.adapters.toolkits.actions import Mask, actions_of
from rulewright.adapters.toolkits.games import Options, table_of
from rulewright.adapters.toolkits.opponents import Given, Opponents
from rulewright.adapters.toolkits.pictures import MODES, check_mode, rendered
from rulewright.adapters.toolkits.rows import Numbers, bounds, seen

MOST_TRIES = 1000
"""The most games that are begun until one is not over before the agent acts."""
MOST_SEED = 2**63


class GameEnv(gymnasium.Env[Numbers, Any]):
    """A game for an agent in a seat; `opponents` play the others: bots by name, or with `begin` and `choose`.

    `game` is a name, a path or a `Game`; `players`, `variant`, `options`, `overlays` and `engine` are those of `rulewright.load`.
    `ranks` numbers the legal actions of each position from 0, in place of ids; `render_mode` is `ansi`, a text, or `rgb_array`, a
    picture, of what the seat may see.

    An observation is the row that the seat may see, -2 where it sees nothing; `info["action_mask"]` has a 1 for each legal action,
    and so has `action_masks()`. The reward is 0 before the end, and then what the game is worth to the seat. An action that is not
    legal ends the game with `illegal_reward`, or raises IllegalAction if that is None.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path | rw.Game,
        opponents: Given = "random",
        seat: int = 0,
        *,
        players: int | None = None,
        variant: str | None = None,
        options: Options | None = None,
        overlays: Sequence[str] = (),
        engine: str = "auto",
        ranks: int | None = None,
        illegal_reward: float | None = -1.0,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.game = table_of(game, players, variant, options, overlays, engine)
        self.seat = self.game.check_seat(seat)
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self._actions = actions_of(self.game, ranks)
        self._others = Opponents(self.game, opponents, self.seat)
        low, high = bounds(self.game)
        self.observation_space = spaces.Box(low, high, dtype=numpy.int32)
        self.action_space: spaces.Space[Any] = spaces.Discrete(self._actions.count)
        self._state: rw.State | None = None
        self._ended = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin a game where the agent is to act. With a seed it is the first of a series, without one the next."""
        super().reset(seed=seed)
        for _ in range(MOST_TRIES):
            luck, bots = (int(self.np_random.integers(MOST_SEED)) for _ in range(2))
            self._state = state = self.game.new_initial_state(seed=luck)
            self._others.begin(bots)
            self._others.play(state)
            self._ended = False
            if not state.is_terminal():
                return seen(state, self.seat), self._info()
        raise RuntimeError(f"seat {self.seat} never acts in {MOST_TRIES} games of {self.game.title}")

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Carry out an action of the agent, and the moves of the others until it is to act again."""
        state = self.now
        if self._ended:
            raise RuntimeError("the game is over: call `reset`")
        try:
            state.apply_action(self._actions.id(state, action))
        except (rw.IllegalAction, rw.UnknownMove) as refused:
            if self.illegal_reward is None:
                raise
            self._ended = True
            illegal = {**self._info(), "illegal_action": str(refused)}
            return seen(state, self.seat), self.illegal_reward, True, False, illegal
        self._others.play(state)
        self._ended = over = state.is_terminal()
        reward = state.returns()[self.seat] if over else 0.0
        return seen(state, self.seat), reward, over, False, self._info()

    def action_masks(self) -> Mask:
        """The mask of legal actions, under the name by which learners with masks ask for it."""
        state = self.now
        return numpy.zeros(self._actions.count, numpy.int8) if self._ended else self._actions.mask(state)

    def render(self) -> Any:
        """The table as a text or as an array of red, green and blue."""
        return rendered(self.now, self.render_mode, self.seat)

    @property
    def now(self) -> rw.State:
        """The position. RuntimeError before the first `reset`."""
        if self._state is None:
            raise RuntimeError("there is no game yet: call `reset` first")
        return self._state

    def _info(self) -> dict[str, Any]:
        listed = {} if self._ended else self._actions.listed(self.now)
        return {"action_mask": self.action_masks(), **listed}
