"""Tree search beside that of OpenSpiel: simulations a second, and games against each other.

    python -m tests.benchmarks.search [--quick] [--processor] [--rounds N] [GAME ...]      speed, from the start of a game
    python -m tests.benchmarks.search --against [--games 400] [--seconds 0.1] [GAME ...]   strength, with equal time for each move
    python -m tests.benchmarks.search --against --processor ...                            the same by processor time, on a machine that does other things too
    python -m tests.benchmarks.search --against --simulations 1000 [GAME ...]              strength, with equal simulations

The yardstick is `MCTSBot` with one random game a simulation, in C++.  Speed is told with the random games a second from the same position, since a
simulation should cost little more than the game in it.  In matches both sides know of each other only the moves; who begins changes from game to
game, and a draw counts half.  Its bot takes a number of simulations, not a time: it gets as many as it did in that time at its move before.
"""

from __future__ import annotations

import argparse
import sys
import time
from array import array
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import fmean, median
from typing import Any
from unittest.mock import patch

import rulewright as rw
from rulewright.game.playouts.playout import play_on
from rulewright.play.figures.statistics import interval
from rulewright.play.looking_ahead.lookahead import Outlook, luck_of, views_of
from rulewright.play.looking_ahead.tree_bot import TreeBot
from rulewright.runtime.fast import Until
from tests.benchmarks.beside_openspiel import EXPLORING, MEGABYTES, PAIRS, Counterpart
from tests.benchmarks.sitting import arguments as arguments_of
from tests.benchmarks.sitting import ratios, sitting, table
from tests.oracles.outside.twins import CHANCE, OVER, Twin, named

WANTED = 1.2
"""Of OpenSpiel's simulations a second."""
AT_ONCE = 1_000
"""Simulations of each search."""
MATCHES = (
    "connect-four", "reversi", "hex", "breakthrough", "english-draughts", "backgammon", "ultimate-tic-tac-toe", "go",
)  # fmt: skip
FIRST = 200
"""Simulations of the other side at its first move, before its speed is known."""


def main(given: Sequence[str]) -> None:
    """Print tables of speed, or results of matches."""
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed (pip install open_spiel)")
    elif "--against" in given:
        _matches([word for word in given if word != "--against"])
    else:
        _speeds(given)


# ------------------------------------------------------------------------------------------------------ speed


def _speeds(given: Sequence[str]) -> None:
    asked = arguments_of(__doc__, 5, 1, [word for word in given if word not in PAIRS])
    seconds = 0.02 if asked.quick else 1.0
    clock = time.process_time if asked.processor else time.perf_counter
    rows = []
    for name in [name for name in PAIRS if name in given] or PAIRS:
        ours, there = Ours(name, clock), Counterpart(PAIRS[name].there)
        measured = sitting(
            {
                "ours": partial(ours.simulations_a_second, seconds),
                "games": partial(ours.games_a_second, seconds),
                "OpenSpiel": partial(there.simulations_a_second, seconds, clock),
            },
            asked.rounds,
        )
        over = ratios(measured["ours"], measured["OpenSpiel"])
        cost = ratios(measured["games"], measured["ours"])
        table(
            f"simulations of {name} a second",
            [
                ("ours", measured["ours"], ""),
                ("random games alone", measured["games"], ""),
                ("OpenSpiel", measured["OpenSpiel"], ""),
                ("ours / OpenSpiel", over, f"at least {WANTED} is wanted"),
                ("random games / ours", cost, "what a simulation costs"),
            ],
        )
        figures = " | ".join(f"{median(measured[way]):,.0f}" for way in measured)
        rows.append(f"| {name} | {figures} | {median(over):.2f}, {min(over):.2f} | {median(cost):.2f} |")
    print("\n| | ours | random games | OpenSpiel | ours / OpenSpiel, least | random games / ours |")
    print("|---|---|---|---|---|---|\n" + "\n".join(rows))


class Ours:
    """Searches from the start of a bundled game."""

    def __init__(self, name: str, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._game = rw.load(name, players=2, options=dict(PAIRS[name].options), engine="native")
        state = self._game.new_initial_state(seed=1)
        player = state.current_player()
        assert player is not None
        views = views_of(state, player, 1, TreeBot.most_views)
        choices = [action.choice for action in state.legal_actions()]
        self._outlook = Outlook(self._game, player, views, choices, 1)
        self._until = Until()

    def simulations_a_second(self, seconds: float) -> float:
        return self._a_second(self._search, seconds)

    def games_a_second(self, seconds: float) -> float:
        return self._a_second(self._play, seconds)

    def _a_second(self, do: Callable[[int], int], seconds: float) -> float:
        done, begun = 0, self._clock()
        while not done or (gone := self._clock() - begun) < seconds:
            done += do(done)
        return done / gone

    def _search(self, seed: int) -> int:
        return sum(TreeBot(seed, simulations=AT_ONCE, guided=False).search(self._outlook).visits)

    def _play(self, seed: int) -> int:
        luck: array[int] = luck_of(seed, 0, AT_ONCE // 10)
        play_on(self._game, self._outlook.views[0], [-1], luck, self._until)
        return len(luck)


# --------------------------------------------------------------------------------------------------- strength


def _matches(given: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Games against the search of OpenSpiel.")
    parser.add_argument("games_named", nargs="*", metavar="GAME", help=f"by default {', '.join(MATCHES)}")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each move (default 0.1)")
    parser.add_argument("--simulations", type=int, help="for each move, instead of seconds")
    parser.add_argument("--processor", action="store_true", help="seconds of the processor")
    asked = parser.parse_args(given)
    clock = time.process_time if asked.processor else time.perf_counter
    for name in asked.games_named or MATCHES:
        results, begun = [], time.perf_counter()
        for number in range(asked.games):
            match = Match(named(name), number, asked.seconds, asked.simulations)
            with patch.object(time, "perf_counter", clock):
                results.append(match.played())
        low, high = interval(fmean(results), max(_variance(results), 1e-9), len(results))
        print(
            f"{name}: {100 * fmean(results):.1f} of 100 games ({100 * low:.1f} to {100 * high:.1f}; {len(results)} games, "
            f"{time.perf_counter() - begun:.0f} s)",
            flush=True,
        )


def _variance(results: Sequence[float]) -> float:
    mean = fmean(results)
    return fmean((result - mean) ** 2 for result in results)


class Match:
    """A game of both searches; `played` is 1, 0.5 or 0: what it came to for ours."""

    def __init__(self, twin: Twin, number: int, seconds: float, simulations: int | None) -> None:
        self._twin, self._seconds = twin, seconds
        self._seat = number % 2
        self._random = Random(f"match {number}")
        self._ours = twin.load().new_initial_state(number, explicit_chance=twin.dealt is None)
        self._theirs = twin.open()
        self._bot = TreeBot(simulations=simulations) if simulations is not None else TreeBot(seconds=seconds)
        self._bot.begin(number)
        self._fixed, self._many, self._seed = simulations, simulations or FIRST, number

    def played(self) -> float:
        made = 0
        while not self._ours.is_terminal() and made < self._twin.most:
            self._what_only_they_have()
            if self._twin.left(self._ours, self._theirs):
                break
            if self._ours.is_chance_node():
                self._chance()
            elif self._ours.current_player() == self._seat:
                self._our_turn()
            else:
                self._their_turn()
            made += 1
        returns = self._twin.returns(self._ours)
        mine, other = returns[self._seat], returns[1 - self._seat]
        return 0.5 if mine == other else float(mine > other)

    def _our_turn(self) -> None:
        twin, player = self._twin, self._ours.current_player()
        if twin.theirs:
            action = self._bot.choose(self._ours, self._seat)
            key = twin.theirs(self._ours, action)
            self._ours.apply_action(action)
            if key is not None:
                self._theirs.apply(_number(key, self._theirs.legal()))
            return
        assert twin.positions
        while self._ours.current_player() == player and not self._ours.is_chance_node():
            self._ours.apply_action(self._bot.choose(self._ours, self._seat))
        wanted = twin.positions[0](self._ours)
        self._theirs = next(each for each in _ends(self._theirs) if twin.positions[1](each) == wanted)

    def _their_turn(self) -> None:
        twin = self._twin
        if twin.theirs:
            number = self._thought()
            keys = {twin.theirs(self._ours, action): action for action in self._ours.legal_actions()}
            legal = self._theirs.legal()
            if None in keys:
                self._ours.apply_action(keys[None])
                return
            chosen = next(
                action for key, action in keys.items() if key is not None and _number(key, legal) == number
            )
            self._ours.apply_action(chosen)
            self._theirs.apply(number)
            return
        assert twin.positions
        turn = self._theirs.turn()
        while self._theirs.turn() == turn:
            self._theirs.apply(self._thought())
        wanted: Hashable = twin.positions[1](self._theirs)
        self._ours = next(each for each in _ends_of_ours(self._ours) if twin.positions[0](each) == wanted)

    def _thought(self) -> int:
        """The action that the other search takes."""
        library: Any = import_module("pyspiel")  # Any: it has no types
        state = getattr(self._theirs, "state", None) or self._theirs.game.state  # type: ignore[attr-defined]  # wrapped by the twin
        self._seed += 1
        evaluator = library.RandomRolloutEvaluator(1, self._seed)
        bot = library.MCTSBot(
            state.get_game(), evaluator, EXPLORING, self._many, MEGABYTES, False, self._seed, False
        )
        begun = time.perf_counter()
        action = int(bot.step(state))
        if self._fixed is None:
            took = max(time.perf_counter() - begun, 1e-6)
            self._many = (
                max(2, int(self._many * self._seconds / took)) if took > self._seconds / 50 else self._many
            )
        return action

    def _chance(self) -> None:
        theirs = self._theirs.chance()
        texts = {number: text for number, (text, _) in theirs.items()}
        ids = self._ours.chance_ids()
        number = self._random.choices([one for one, _ in ids], [float(share) for _, share in ids])[0]
        key = _number(self._twin.chance(self._ours.chance_text(number)), texts)
        self._ours.apply_action(number)
        self._theirs.apply(key)

    def _what_only_they_have(self) -> None:
        while self._theirs.turn() not in (OVER, CHANCE) and self._twin.alone.issuperset(
            self._theirs.legal().values()
        ):
            (number,) = self._theirs.legal()
            self._theirs.apply(number)


def _number(key: Any, texts: Any) -> int:  # Any: keys and texts of twins
    found = key if isinstance(key, int) else next(number for number, text in texts.items() if text == key)
    return int(found)


def _ends(other: Any) -> Any:  # Any: a position of the other side
    for number in other.legal():
        after = other.copy()
        after.apply(number)
        if after.turn() == other.turn():
            yield from _ends(after)
        else:
            yield after


def _ends_of_ours(state: rw.State) -> Any:
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        if after.current_player() == state.current_player() and not after.is_chance_node():
            yield from _ends_of_ours(after)
        else:
            yield after


if __name__ == "__main__":
    main(sys.argv[1:])
