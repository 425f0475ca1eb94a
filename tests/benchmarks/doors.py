"""Steps a second through the doors of other toolkits, beside the games that these toolkits have themselves.

    python -m tests.benchmarks.doors                 PettingZoo, Gymnasium and OpenSpiel, in turn
    python -m tests.benchmarks.doors --processor     by processor time, on a machine that does other things as well
    python -m tests.benchmarks.doors --quick         a short look, as the tests take it

PettingZoo: connect four by the loop of its manual (`agent_iter`, `last`, an action sampled with the mask, `step`), ours and its own
`connect_four_v3`, both as `env()` is; and the same with `raw_env`, and once with an action that is drawn without its space, whose
sampling takes longer than the game.  Its games need pygame.

Gymnasium: 1,024 games of connect four at once in `GameVectorEnv`, both sides by a random policy in NumPy that sees masks and rows; and
the same where the batch draws the actions.  An agent step is one action in one game.

OpenSpiel: random games of connect four through `pyspiel`, ours and its own, which is C++ and has no Python in its steps.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy

from rulewright.adapters import openspiel, pettingzoo
from rulewright.adapters.gymnasium import GameVectorEnv
from tests.benchmarks.sitting import arguments, ratios, sitting, table

GAME = "connect-four"
SIZE = 1024
WANTED_ZOO, WANTED_MANY = 1.5, 5.0
Clock: TypeAlias = Callable[[], float]
Any_: TypeAlias = Any  # environments of several toolkits


def main(given: Sequence[str]) -> None:
    options = arguments(__doc__, 9, 1, given)
    seconds = 0.02 if options.quick else 1.0
    clock = time.process_time if options.processor else time.perf_counter
    zoo(options.rounds, seconds, clock)
    many(options.rounds, seconds, clock)
    spiel(options.rounds, seconds, clock)


def steps_a_second(steps: Callable[[], int], seconds: float, clock: Clock) -> float:
    """Steps a second of something that makes some steps at a time."""
    begun, made = clock(), 0
    while clock() - begun < seconds:
        made += steps()
    return made / (clock() - begun)


# ------------------------------------------------------------------------------------------------------ PettingZoo


def zoo(rounds: int, seconds: float, clock: Clock) -> None:
    theirs = _their_connect_four()
    if theirs is None:
        print("pygame is not installed, which PettingZoo's own games need (pip install pygame)")
        return
    ways = {}
    for name, ours, its in (
        ("env", pettingzoo.env, theirs.env),
        ("raw_env", pettingzoo.raw_env, theirs.raw_env),
    ):
        for sampled in (True, False):
            note = name if sampled else f"{name}, drawn without its space"
            ways[f"ours, {note}"] = _aec(ours(GAME, engine="native"), sampled, seconds, clock)
            ways[f"its own, {note}"] = _aec(its(), sampled, seconds, clock)
    measured = sitting(ways, rounds)
    rows = [(name, figures, "") for name, figures in measured.items()]
    for name in [name.removeprefix("ours, ") for name in measured if name.startswith("ours, ")]:
        over = ratios(measured[f"ours, {name}"], measured[f"its own, {name}"])
        rows.append(
            (f"ours / its own, {name}", over, f"at least {WANTED_ZOO} is wanted" if name == "env" else "")
        )
    table(f"PettingZoo, {GAME}: steps a second", rows)


def _their_connect_four() -> Any_:
    if not find_spec("pygame"):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3
    return connect_four_v3


def _aec(env: Any_, sampled: bool, seconds: float, clock: Clock) -> Callable[[], float]:
    choose, seeds = random.Random(1), iter(range(1_000_000_000))
    columns = list(range(env.action_space("player_0").n))

    def game() -> int:
        steps = 0
        env.reset(seed=next(seeds))
        for agent in env.agent_iter():
            seen, _, over, cut_off, _ = env.last()
            if over or cut_off:
                action = None
            elif sampled:
                action = env.action_space(agent).sample(seen["action_mask"])
            else:
                mask = seen["action_mask"].tolist()
                action = choose.choice([column for column in columns if mask[column]])
            env.step(action)
            steps += 1
        return steps

    return lambda: steps_a_second(game, seconds, clock)


# ------------------------------------------------------------------------------------------------------- Gymnasium


def many(rounds: int, seconds: float, clock: Clock) -> None:
    def way(drawn: bool, copy: bool) -> Callable[[], float]:
        env = GameVectorEnv(GAME, SIZE, engine="native", copy=copy)
        choose, chosen = numpy.random.default_rng(1), numpy.full(SIZE, env.batch.RANDOM)
        _, info = env.reset(seed=1)
        known = [info]

        def step() -> int:
            mask = known[0]["action_mask"]
            odds = chosen if drawn else (choose.random(mask.shape, numpy.float32) * mask).argmax(axis=1)
            *_, known[0] = env.step(odds)
            return SIZE

        return lambda: steps_a_second(step, seconds, clock) / 1e6

    measured = sitting(
        {
            "masked policy in NumPy": way(False, False),
            "the same, copied (the default)": way(False, True),
            "actions drawn by the batch": way(True, False),
        },
        rounds,
    )
    notes = {"masked policy in NumPy": f"at least {WANTED_MANY} is wanted"}
    table(
        f"Gymnasium, {SIZE} games of {GAME}: M agent steps a second",
        [(name, figures, notes.get(name, "")) for name, figures in measured.items()],
    )


# ------------------------------------------------------------------------------------------------------- OpenSpiel


def spiel(rounds: int, seconds: float, clock: Clock) -> None:
    if not find_spec("pyspiel"):
        print("OpenSpiel is not installed (pip install open_spiel)")
        return
    import pyspiel

    def way(game: Any_) -> Callable[[], float]:
        choose = random.Random(1)

        def play() -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
                steps += 1
            return steps

        return lambda: steps_a_second(play, seconds, clock)

    measured = sitting(
        {
            "ours": way(openspiel.game(GAME, engine="native")),
            "its own, C++": way(pyspiel.load_game("connect_four")),
        },
        rounds,
    )
    over = ratios(measured["ours"], measured["its own, C++"])
    table(
        f"OpenSpiel, {GAME}: steps a second",
        [*((name, figures, "") for name, figures in measured.items()), ("ours / its own", over, "")],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
