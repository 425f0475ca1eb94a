"""Bots: players at random, by a strategy of the rulebook, or looking ahead.

    bot_names(game)                      ["random", "greedy", "rollouts", "mcts", "level:1", ..., "cautious", "bold"]
    seat_bots(game, "cautious,bold")     ("cautious", "bold")
    bot_named(game, "cautious").choose(state, player)
    bot_named(game, "mcts:50ms")         a tree search that thinks for 50 milliseconds

A bot uses only what its seat sees: it never reads hidden parts of its state, and bots that look ahead begin with
`state.resample(player, seed)`.  Bots have random generators of their own, so they never change the luck of the game.
"""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from itertools import accumulate
from math import lcm
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.language.players import GREEDY, HUMAN, LEVEL, LEVELS, MCTS, RANDOM, ROLLOUTS, SOLVED
from rulewright.play.running.arguments import check_game, check_turn
from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import series
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.play.looking_ahead import greedy, level_bot, rollouts, tree_bot
    from rulewright.play.solving import files as solved_files
    from rulewright.play.solving import solved_bot
else:
    greedy, level_bot, rollouts, tree_bot = (
        later(f"rulewright.play.looking_ahead.{name}")
        for name in ("greedy", "level_bot", "rollouts", "tree_bot")
    )
    solved_files, solved_bot = (
        later("rulewright.play.solving.files"),
        later("rulewright.play.solving.solved_bot"),
    )

MOST_GAMES = 1_000_000
"""The largest number of games that `rollouts` and `mcts` may play for a choice."""
MOST_SECONDS = 600
"""The longest that `mcts` may think about a choice."""
TIME = re.compile(r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,9})?)(?P<unit>ms|s)", re.ASCII)
"""A time to think: `50ms`, `2s`, `0.5s`."""


class Bot(Protocol):
    """Chooses for one seat (or for several). `begin` is called before each game with a seed of that game."""

    def begin(self, seed: int) -> None:
        """Prepare for a game with this seed."""
        ...

    def choose(self, state: State, player: int) -> Action:
        """One of the state's legal actions."""
        ...


class RandomBot:
    """Takes any legal action with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def begin(self, seed: int) -> None:
        self._random = random.Random(f"random bot {seed}")

    def choose(self, state: State, player: int) -> Action:
        """Raises ValueError if the player is not to act."""
        check_turn(state, player)
        return self._random.choice(state.legal_actions())


class StrategyBot:
    """Follows a strategy of the rulebook: takes an action that it prefers, and of equal ones any with the same
    probability, or by the weights of its `mix`. Strategies read only what the player to act may see, which the checker guarantees."""

    def __init__(self, strategy: str, seed: int = 0) -> None:
        self.strategy = strategy
        self._random = random.Random(seed)

    def begin(self, seed: int) -> None:
        self._random = random.Random(f"{self.strategy} bot {seed}")

    def choose(self, state: State, player: int) -> Action:
        """Raises RuleFailure (with a record) if the value of an action cannot be computed, ValueError if the player is not to act."""
        check_turn(state, player)
        policy = state.policy(self.strategy)
        actions, shares = [action for action, _ in policy], [share for _, share in policy]
        if len(set(shares)) == 1:
            return self._random.choice(actions)
        parts = lcm(*(share.denominator for share in shares))
        number, by = self._random.randrange(parts), list(accumulate(int(share * parts) for share in shares))
        return actions[bisect_right(by, number)]


def bot_names(game: Game) -> list[str]:
    """The names of the bots that can play a game: those for every game, and its strategies. Raises TypeError if it is not a game."""
    check_game(game)
    return [
        RANDOM,
        GREEDY,
        ROLLOUTS,
        *([] if MCTS in game.program.strategies else [MCTS]),
        *LEVELS,
        *game.program.strategies,
    ]


def bot_named(game: Game, name: str) -> Bot:
    """A bot by name. `rollouts:200` and `mcts:200` set how many games it may play for a choice, `mcts:50ms` and `mcts:2s` how long it may
    think; `level:1` to `level:6` play from weakly to strongly. Raises ValueError, with the nearest name, if there is no such bot."""
    refuse_unknown(game, name, files=True)
    if is_solved(name):
        return solved_bot.SolvedBot(name.partition(":")[2])
    if name in game.program.strategies:
        return StrategyBot(name)
    base, _, given = name.partition(":")
    if base == LEVEL:
        return level_bot.LevelBot(int(given))
    if base == ROLLOUTS:
        return rollouts.RolloutsBot(games=int(given)) if given else rollouts.RolloutsBot()
    if base == MCTS:
        seconds = _seconds(given)
        return (
            tree_bot.TreeBot(seconds=seconds)
            if seconds
            else tree_bot.TreeBot(simulations=int(given))
            if given
            else tree_bot.TreeBot()
        )
    return RandomBot() if name == RANDOM else greedy.GreedyBot()


def seat_bots(game: Game, names: str, people: bool = False) -> tuple[str, ...]:
    """The names of the players by seat: `names` is one name for all seats, or one for each with commas between them.

    With `people`, seats may be `human`, a single name is for all seats but the first, and the name of the first seat may be left
    out. Raises ValueError, with a message for the person who typed the names, if they do not fit.
    """
    given = [name.strip() for name in names.split(",")]
    for name in given:
        refuse_unknown(game, name, people, files=True)
    seats = game.num_players
    if len(given) == 1:
        return (HUMAN, *given * (seats - 1)) if people else tuple(given * seats)
    if people and len(given) == seats - 1:
        return (HUMAN, *given)
    if len(given) != seats:
        raise ValueError(
            f"{len(given)} bots are named, and {seats} play: name one for each seat, or a single one for all"
        )
    return tuple(given)


def refuse_unknown(game: Game, name: str, people: bool = False, files: bool = False) -> None:
    """Raises ValueError, with the nearest name, if no such player can play a game; with `people`, `human` can, and with `files` also
    `solved:FILE`. Files are for the person at the keyboard: a name that comes from elsewhere must not open any."""
    if files and is_solved(name):
        solved_files.read(Path(name.partition(":")[2]), game)
        return
    known = [HUMAN, *bot_names(game)] if people else bot_names(game)
    if name in known:
        return
    if is_searching(name) and (":" in name or name == LEVEL):
        _refuse_number(name)
    else:
        raise ValueError(_no_such_bot(game, name, known))


def is_solved(name: str) -> bool:
    """Whether a name is that of a bot that plays by the file of a solved game."""
    return name.startswith(f"{SOLVED}:")


def is_searching(name: str) -> bool:
    """Whether a name is that of a bot that plays many games for a choice, `rollouts`, `mcts` or a level, with or without saying how many."""
    return name.partition(":")[0] in (ROLLOUTS, MCTS, LEVEL)


def _seconds(given: str) -> float | None:
    """A time to think in seconds; None if it is none, or too short or too long."""
    time = TIME.fullmatch(given)
    seconds = float(time["number"]) / (1000 if time["unit"] == "ms" else 1) if time is not None else 0.0
    return seconds if 0.001 <= seconds <= MOST_SECONDS else None


def _refuse_number(name: str) -> None:
    base, _, number = name.partition(":")
    if base == LEVEL:
        raise ValueError(
            f"there is no `{name}`: {LEVELS[0]} is the weakest player and {LEVELS[-1]} the strongest"
        )
    if number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST_GAMES:
        return
    if base == MCTS:
        if _seconds(number) is None:
            raise ValueError(
                f"`{name}` has to say how many games may be played for a choice, 1 to {MOST_GAMES:,}, or how long it may think, 1ms to "
                f"{MOST_SECONDS}s: `{MCTS}:2000`, `{MCTS}:50ms`"
            )
        return
    raise ValueError(
        f"`{name}` has to say how many games may be played for a choice, 1 to {MOST_GAMES:,}: `{ROLLOUTS}:200`"
    )


def _no_such_bot(game: Game, name: str, known: list[str]) -> str:
    if not name:
        return f"a name is missing; {_listed(game, known)}"
    if name == HUMAN:
        return f"people sit down only at `rulewright play`; {_listed(game, known)}"
    near = nearest(name, known)
    meant = f"; did you mean `{near}`?" if near else ";"
    return f"nobody called `{name}` plays {game.program.title}{meant} {_listed(game, known)}"


def _listed(game: Game, known: list[str]) -> str:
    kept = "" if game.program.strategies else " (its rulebook has no `strategies:`)"
    levels = f"{LEVELS[0]} to {LEVELS[-1]}"
    told = [levels if name == LEVELS[0] else name for name in known if name not in LEVELS[1:]]
    return f"there are {series(told)}{kept}"
