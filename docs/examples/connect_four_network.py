"""A small network learns connect four by playing against itself (DQN), in about a minute on one core. NumPy is all that it needs.

    python docs/examples/connect_four_network.py [--steps 6000] [--seed 1]

The network looks at the discs of the player to act and at those of the other, and says for each column what the game is worth to the
player after a disc there, from -1 to 1. After a step, the worth of the chosen column is moved towards the result, or, where the game
goes on, towards the opposite of the best that the other player then has, as a copy of the network that lags behind judges it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import rulewright as rw

Array: TypeAlias = NDArray[Any]
SPACES, COLUMNS = 42, 7
GAMES = 256  # side by side
REMEMBERED = 200_000  # moves
SAMPLE = 256  # moves that the network learns from at a time
ROUNDS = 2  # samples after each step
LAG = 0.01  # how far the copy follows the network each time
CURIOUS = 0.05  # how often a column is chosen at random, in the end


class Network:
    """Layers with rectifiers, and a hyperbolic tangent at the end; trained by Adam."""

    def __init__(self, sizes: Sequence[int], draw: np.random.Generator) -> None:
        pairs = [*pairwise(sizes)]
        self.weights = [draw.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in pairs]
        self.biases = [np.zeros(b, np.float32) for _, b in pairs]
        self.weights[-1] *= 0.1
        self.means = [np.zeros_like(each) for each in self.numbers]
        self.squares = [np.zeros_like(each) for each in self.numbers]
        self.time = 0

    @property
    def numbers(self) -> list[Array]:
        return self.weights + self.biases

    def __call__(self, seen: Array, layers: list[Array] | None = None) -> Array:
        for number, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True), start=1):
            if layers is not None:
                layers.append(seen)
            seen = seen @ weights + bias
            seen = np.tanh(seen) if number == len(self.weights) else np.maximum(seen, 0)
        return seen

    def learn(self, seen: Array, chosen: Array, target: Array, rate: float) -> None:
        """A step towards the targets of the columns that were chosen, along the gradient of the squared error."""
        layers: list[Array] = []
        worth = self(seen, layers)
        slope, places = np.zeros_like(worth), np.arange(len(seen))
        found = worth[places, chosen]
        slope[places, chosen] = (found - target) * (1 - found**2) / len(seen)
        slopes = list[tuple[Array, Array]]()
        for number in reversed(range(len(self.weights))):
            slopes.insert(0, (layers[number].T @ slope, slope.sum(axis=0)))
            slope = (slope @ self.weights[number].T) * (layers[number] > 0)
        self.time += 1
        all_slopes = [each for each, _ in slopes] + [each for _, each in slopes]
        for numbers, each, mean, square in zip(
            self.numbers, all_slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (each - mean)
            square += 0.001 * (each**2 - square)
            spread = np.sqrt(square / (1 - 0.999**self.time)) + 1e-8
            numbers -= rate * mean / (1 - 0.9**self.time) / spread

    def follow(self, other: Network) -> None:
        for mine, theirs in zip(self.numbers, other.numbers, strict=True):
            mine += LAG * (theirs - mine)


def discs(rows: Array, players: Array, start: int) -> Array:
    """The spaces with discs of the player to act, and those with discs of the other: 0 or 1 for each."""
    spaces = rows[:, start : start + SPACES]
    return np.concatenate([spaces == players[:, None] + 1, spaces == 2 - players[:, None]], axis=1)


def learn(game: rw.Game, steps: int, seed: int) -> Network:
    """Play against itself, and learn after each step. A step is a move in each of the games."""
    draw = np.random.default_rng(seed)
    network, lagging = (
        Network([2 * SPACES, 256, 128, COLUMNS], np.random.default_rng(seed)) for _ in range(2)
    )
    start = game.column("disc.standing").start
    batch = game.batch(GAMES, auto_reset=True)
    batch.reset(seed=seed)
    player = np.asarray(batch.current_player)
    over = np.frombuffer(batch.terminal, np.bool_)
    returns = np.asarray(batch.returns).reshape(GAMES, 2)
    rows = np.asarray(batch.cells).reshape(GAMES, batch.width)  # nothing is hidden in this game
    legal = np.asarray(batch.legal_mask(copy=False, over=1))
    seen, then = (np.zeros((REMEMBERED, 2 * SPACES), np.bool_) for _ in range(2))
    allowed = np.zeros((REMEMBERED, COLUMNS), np.bool_)
    chosen, result = np.zeros(REMEMBERED, np.int64), np.zeros(REMEMBERED, np.float32)
    ended = np.zeros(REMEMBERED, np.bool_)
    kept = 0
    now = discs(rows, player, start)
    for step in range(steps):
        best = np.where(legal, network(now.astype(np.float32)), -2).argmax(axis=1)
        anything = (draw.random((GAMES, COLUMNS)) * legal).argmax(axis=1)
        curious = draw.random(GAMES) < max(CURIOUS, 1 - 3 * step / steps)
        columns = np.where(curious, anything, best)
        moved, who, before = np.flatnonzero(~over), player.copy(), now
        batch.apply(columns)  # a game that is over begins again, whatever is chosen
        batch.legal_mask(copy=False, over=1)
        now = discs(rows, player, start)
        at = np.arange(kept, kept + len(moved)) % REMEMBERED
        seen[at], chosen[at], then[at], allowed[at] = before[moved], columns[moved], now[moved], legal[moved]
        ended[at], result[at] = over[moved], returns[moved, who[moved]]
        kept += len(moved)
        for _ in range(ROUNDS):
            some = draw.integers(0, min(kept, REMEMBERED), SAMPLE)
            theirs = np.where(allowed[some], lagging(then[some].astype(np.float32)), -2).max(axis=1)
            target = np.where(ended[some], result[some], -0.99 * theirs)
            rate = 1e-3 if step < 0.7 * steps else 3e-4
            network.learn(seen[some].astype(np.float32), chosen[some], target, rate)
            lagging.follow(network)
    return network


class Player:
    """Takes the column that the network thinks most of."""

    def __init__(self, game: rw.Game, network: Network) -> None:
        self.network, self.start = network, game.column("disc.standing").start

    def begin(self, seed: int) -> None:
        """There is no chance in what it does."""

    def choose(self, state: rw.State, player: int) -> rw.Action:
        row = np.array([state.observation_row(player)])
        worth = self.network(discs(row, np.array([player]), self.start).astype(np.float32))[0]
        return state.game.action_from_id(max(state.legal_ids(), key=lambda number: float(worth[number])))


def measure(game: rw.Game, network: Network, other: str, games: int) -> float:
    """How many of its games the network wins, each player in each seat equally often."""
    found = rw.simulate(game, games, bots=[Player(game, network), other], rotated=True)
    return found.by_player[0].win_rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=6000, help="moves in each of the games side by side")
    parser.add_argument("--games", type=int, default=200, help="games against each opponent afterwards")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = rw.load("connect-four", engine="native")
    network = learn(game, given.steps, given.seed)
    for other in "random", "greedy", "alert":
        print(f"against {other}: {measure(game, network, other, given.games):.0%} of {given.games} games won")


if __name__ == "__main__":
    main()
