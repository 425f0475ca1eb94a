"""`GameVectorEnv`: many games at once, in a batch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import rulewright as rw
from rulewright.adapters.toolkits.games import Options, table_of
from rulewright.adapters.toolkits.pictures import MODES, check_mode, rendered
from rulewright.adapters.toolkits.rows import Numbers, bounds

Array: TypeAlias = NDArray[Any]
MOST_SEED = 2**63
MOST_MOVES = 100_000
"""The most moves of opponents in one step."""


class GameVectorEnv(VectorEnv[Numbers, Array, Array]):
    """`num_envs` games of a batch, stepped together.

    Without `opponents` the agent plays all seats: it acts for the seat that is to act, `info["current_player"]`, and sees what
    that seat may see; the reward is that of the seat that acted, and `info["returns"]` has those of all seats. With `opponents`,
    one strategy of the rulebook (or `random`) for all other seats, or one for each, it plays `seat` alone.

    `info["action_mask"]` has a row of bools for each game. A game that is over begins again at the next step, where its action is
    ignored; its mask is all true. An action of -1 is a random legal one. Any other action that is not legal raises IllegalAction, with
    the `place` of the game, and nothing has changed. With `copy=False` observations and masks are memory that the next step
    overwrites.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(MODES),
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: str | Path | rw.Game,
        num_envs: int = 1,
        opponents: str | Sequence[str | None] | None = None,
        seat: int = 0,
        *,
        players: int | None = None,
        variant: str | None = None,
        options: Options | None = None,
        overlays: Sequence[str] = (),
        engine: str = "auto",
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.game = table_of(game, players, variant, options, overlays, engine)
        self.seat = self.game.check_seat(seat)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.batch = self.game.batch(num_envs, auto_reset=True)
        self._strategies = None if opponents is None else self._seats(opponents)
        self._copy = copy
        low, high = bounds(self.game)
        self.single_observation_space = spaces.Box(low, high, dtype=numpy.int32)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._current = numpy.asarray(self.batch.current_player)
        self._terminal = numpy.frombuffer(self.batch.terminal, numpy.bool_)
        self._returns = numpy.asarray(self.batch.returns).reshape(num_envs, self.game.num_players)
        self._places = numpy.arange(num_envs)
        self._moves = numpy.full(num_envs, self.batch.RANDOM, numpy.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Begin all games, with seeds that follow from one. Without it they follow from the last one that was given."""
        super().reset(seed=seed)
        self.batch.reset(seed=int(self.np_random.integers(MOST_SEED)))
        self._others_move()
        return self._seen(), self._info()

    def step(self, actions: Array) -> tuple[Numbers, Array, Array, Array, dict[str, Any]]:
        """One action in each game."""
        movers = self._current.copy() if self._strategies is None else self.seat
        self.batch.apply(actions)
        self._others_move()
        rewards = self._returns[self._places, movers]
        return (
            self._seen(),
            rewards,
            self._terminal.copy(),
            numpy.zeros(self.num_envs, numpy.bool_),
            self._info(),
        )

    def render(self) -> Any:
        """A picture of each game: what everybody may see, or with opponents what the seat may see."""
        viewer = None if self._strategies is None else self.seat
        states = (self.batch.state(place) for place in range(self.num_envs))
        return (
            None
            if self.render_mode is None
            else tuple(rendered(each, self.render_mode, viewer) for each in states)
        )

    def _seats(self, opponents: str | Sequence[str | None]) -> list[str | None]:
        """The strategy of each seat; None, which is never asked, for the agent's own."""
        others = self.game.num_players - 1
        listed: list[str | None]
        listed = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(listed) != others:
            raise ValueError(f"{others} opponents are needed, {len(listed)} are given")
        known = ["random", *self.game.program.strategies]
        for each in listed:
            if each is not None and each not in known:
                raise ValueError(
                    f"a batch has no opponent {each!r}: `opponents` may be {', '.join(known)}; other bots play in `GameEnv`"
                )
        listed.insert(self.seat, None)
        return [None if each == "random" else each for each in listed]

    def _others_move(self) -> None:
        """Carry out the moves of the opponents until the agent is to act, or the game is over, everywhere."""
        if self._strategies is None:
            return
        for _ in range(MOST_MOVES):
            waiting = (self._current != self.seat) & ~self._terminal
            if not waiting.any():
                return
            if any(self._strategies):
                self.batch.choose(self._strategies, into=self._moves)
            self.batch.apply(numpy.where(waiting, self._moves, self.batch.STAY))
        raise RuntimeError(f"the agent does not act within {MOST_MOVES:,} moves of its opponents")

    def _seen(self) -> Numbers:
        viewer = None if self._strategies is None else self.seat
        if not self._copy and self.game.perfect_information:
            return numpy.asarray(self.batch.cells).reshape(self.num_envs, self.batch.width)
        if not self._copy:
            return numpy.asarray(self.batch.observations(viewer, copy=False))
        rows = numpy.empty((self.num_envs, self.batch.width), numpy.int32)
        return self.batch.observations(viewer, into=rows)

    def _info(self) -> dict[str, Any]:
        if self._copy:
            mask = numpy.empty((self.num_envs, self.game.num_distinct_actions), numpy.bool_)
            self.batch.legal_mask(mask)
        else:
            mask = numpy.asarray(self.batch.legal_mask(copy=False))
        mask[self._terminal] = True
        return {
            "action_mask": mask,
            "current_player": self._current.copy(),
            "returns": self._returns.copy(),
        }
