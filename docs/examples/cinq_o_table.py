"""A table learns Cinq-O by playing turns against itself (Q-learning), in a minute on one core. NumPy is all that it needs.

    python docs/examples/cinq_o_table.py [--steps 12000] [--seed 1]

A turn is decided between its rolls: which scoring dice are kept, and whether the Hi/Lo die is rolled with the others. The table has
an entry for each way to go on: after how many rolls, with which dice kept, and with what on the Hi/Lo die. Its number is the points
that the turn brings from there. After each roll, the entry that was chosen before it is moved towards the best one that there is now,
and after the turn towards the points that it brought. The luck of the dice is never looked at: it is learnt.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import rulewright as rw

Array: TypeAlias = NDArray[Any]
GAMES = 1024  # side by side
DICE, FACES, ROLLS = 5, 6, 5
SETS = 6**FACES  # a set of at most five dice as a number: a digit for each face says how many there are
WEIGHTS = 6 ** np.arange(FACES + 1) * (np.arange(FACES + 1) < FACES)  # of a die of each face; no die has none
KEEP = np.arange(2**DICE)[:, None] >> np.arange(DICE) & 1  # the ways to keep some of five loose dice
ROLLED = 0  # as the face of a Hi/Lo die that is rolled with the others
CURIOUS = 0.2  # how often a way to go on is chosen at random, in the beginning
SETTLED = (
    300  # the most turns that an entry is the mean of, so that it forgets how badly the others went once
)


class Seen(NamedTuple):
    """What there is to see in each of some games, of the turn of the player to act."""

    rolls: Array
    racked: Array
    kept: Array
    """How many dice of each face are in the Bank or the Rack."""
    banked: Array
    loose: Array
    hilo: Array
    hilo_loose: Array


class Table:
    """What each way to go on is worth, and which action begins it."""

    def __init__(self, game: rw.Game) -> None:
        self.worth = np.zeros((ROLLS + 1) * (FACES + 1) * SETS, np.float32)
        self.often = np.zeros(len(self.worth), np.float32)
        self.columns = {name: game.column(name) for name in ("rolls", "racked", "dice.count", "hilo.face")}
        numbers = {str(game.action_from_id(number)): number for number in range(game.num_distinct_actions)}
        self.roll = np.array([numbers["roll everything"], numbers["roll dice_only"]])
        self.ways = {
            way: np.array([numbers[way.format(face)] for face in range(1, FACES + 1)])
            for way in ("rack {}", "rack {} from bank", "bank_die {}")
        }

    def see(self, rows: Array) -> Seen:
        first = {name: column.start for name, column in self.columns.items()}
        counts = rows[:, first["dice.count"] : first["dice.count"] + 3 * (FACES + 1)]
        bank, rack, tray = counts.reshape(-1, 3, FACES + 1)[:, :, 1:].transpose(1, 0, 2)
        hilo = rows[:, first["hilo.face"]]
        return Seen(
            rows[:, first["rolls"]], rows[:, first["racked"]], bank + rack, bank, tray, hilo, hilo > 0
        )

    def ways_on(self, seen: Seen) -> tuple[Array, Array, Array]:
        """The entries of all ways to go on, the sets of dice that they keep, and which of them there are.

        Each has a row for a game and 64 columns: first those that leave the Hi/Lo die as it is, then those that roll it.
        """
        faces = (seen.loose.cumsum(axis=1)[:, None, :] <= np.arange(DICE)[None, :, None]).sum(axis=2)
        sets = (seen.kept @ WEIGHTS[:FACES])[:, None] + WEIGHTS[faces] @ KEEP.T
        many = seen.kept.sum(axis=1)[:, None] + (faces < FACES) @ KEEP.T
        some = (seen.racked > 0) | (seen.banked.sum(axis=1) > 0)
        there = (many > seen.kept.sum(axis=1)[:, None]) | some[:, None]
        first = seen.rolls[:, None] * (FACES + 1) * SETS
        stays = first + seen.hilo[:, None] * SETS + sets
        rolled = first + ROLLED * SETS + sets
        return (
            np.concatenate([stays, rolled], axis=1),
            np.concatenate([sets, sets], axis=1),
            np.concatenate([there, there & (many < DICE)], axis=1),
        )

    def actions(self, seen: Seen, sets: Array, hilo_rolled: Array) -> Array:
        """The next action on the way to keep these sets of dice: rack or bank a die, or roll."""
        games = np.arange(len(sets))
        wanted = sets[:, None] // WEIGHTS[:FACES] % 6 - seen.kept
        missing, banked = wanted.argmax(axis=1), seen.banked.argmax(axis=1)
        all_kept = wanted.max(axis=1) <= 0
        ends = seen.kept.sum(axis=1) + wanted.sum(axis=1) == DICE
        rack = (seen.racked == 0) | ends
        found = np.where(rack, self.ways["rack {}"][missing], self.ways["bank_die {}"][missing])
        from_bank = all_kept & rack & (seen.banked[games, banked] > 0)
        found = np.where(all_kept, self.roll[np.where(hilo_rolled, 0, 1)], found)
        found = np.where(from_bank, self.ways["rack {} from bank"][banked], found)
        return np.where(seen.rolls == 0, self.roll[0], found)

    def learn(self, entries: Array, points: Array) -> None:
        """Move entries towards points."""
        self.often[entries] = np.minimum(self.often[entries] + 1, SETTLED)
        self.worth[entries] += (points - self.worth[entries]) / self.often[entries]


def learn(game: rw.Game, steps: int, seed: int) -> Table:
    """Play against itself, and learn after each roll. A step is an action in each of the games."""
    draw, table = np.random.default_rng(seed), Table(game)
    batch = game.batch(GAMES, auto_reset=True)
    batch.reset(seed=seed)
    player, over = np.asarray(batch.current_player), np.frombuffer(batch.terminal, np.bool_)
    rows = np.asarray(batch.observations(copy=False))
    games, score = np.arange(GAMES), game.column("score").start
    who, before = player.copy(), rows[games, score + player].copy()
    chosen = np.full(GAMES, -1)  # the entry of the way that a game is on
    sets, hilo_rolled, since = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.bool_), np.zeros(GAMES, np.int64)
    for step in range(steps):
        seen = table.see(rows)
        ended = np.flatnonzero(((seen.rolls == 0) | over) & (chosen >= 0))
        table.learn(chosen[ended], rows[ended, score + who[ended]] - before[ended])
        chosen[ended] = -1
        begins = (seen.rolls == 0) & ~over
        since[begins], who[begins] = 0, player[begins]
        before[begins] = rows[begins, score + player[begins]]
        fresh = np.flatnonzero((seen.rolls > since) & ~over)  # those that have rolled and chosen nothing yet
        if len(fresh):
            entries, kept, there = table.ways_on(Seen(*(each[fresh] for each in seen)))
            worth = np.where(there, table.worth[entries], -1)
            best = worth.argmax(axis=1)
            rows_of = np.arange(len(fresh))
            known = chosen[fresh] >= 0
            table.learn(chosen[fresh][known], worth[rows_of, best][known])
            anything = (draw.random(there.shape) * there).argmax(axis=1)
            curious = draw.random(len(fresh)) < CURIOUS * (1 - step / steps)
            way = np.where(curious, anything, best)
            chosen[fresh], sets[fresh] = entries[rows_of, way], kept[rows_of, way]
            hilo_rolled[fresh], since[fresh] = way >= 2**DICE, seen.rolls[fresh]
        batch.apply(table.actions(seen, sets, hilo_rolled))
        batch.observations(copy=False)
    return table


class Player:
    """Goes the way on that the table thinks most of."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def begin(self, seed: int) -> None:
        """There is no chance in what it does."""

    def choose(self, state: rw.State, player: int) -> rw.Action:
        seen = self.table.see(np.array([state.observation_row(player)]))
        entries, sets, there = self.table.ways_on(seen)
        best = np.where(there, self.table.worth[entries], -1).argmax(axis=1)
        action = self.table.actions(seen, sets[[0], best], best >= 2**DICE)
        return state.game.action_from_id(int(action[0]))


def measure(game: rw.Game, table: Table, other: str, games: int) -> float:
    """How many of its games the table wins, each player in each seat equally often."""
    found = rw.simulate(game, games, bots=[Player(table), other], rotated=True)
    return found.by_player[0].win_rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=12000, help="actions in each of the games side by side")
    parser.add_argument("--games", type=int, default=1000, help="games against each opponent afterwards")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = rw.load("cinq-o", players=2, engine="native")
    table = learn(game, given.steps, given.seed)
    for other in "greedy", "bold", "cautious":
        print(f"against {other}: {measure(game, table, other, given.games):.0%} of {given.games} games won")


if __name__ == "__main__":
    main()
