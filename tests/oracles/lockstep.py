"""A rulebook and its oracle, played side by side: the same actions, the same dice, and nothing may differ.

    play(Match("cinq-o", 2, "rounds", {"ties": "playoff"}), seed=7)        41 actions; Disagreement if they differ

The engine chooses at random and throws the dice; the oracle is told both.  After every step the texts of the legal
actions are compared, and all that lies on the table; at the end who has won.  Half of the games are played with
`Loaded` dice, since five of a kind and rainbows are rare.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import rulewright as rw
from tests.oracles.loaded import Loaded
from tests.oracles.sides import Pair, Side, side_of

Setting = int | bool | str | None


@dataclass(frozen=True)
class Match:
    """A game at one table."""

    name: str
    players: int
    variant: str | None = None
    options: Mapping[str, Setting] = field(default_factory=dict)

    def __str__(self) -> str:
        told = [self.name, str(self.players), *([self.variant] if self.variant else [])]
        return " ".join([*told, *(f"{name}={value}" for name, value in self.options.items())])

    def load(self) -> rw.Game:
        return rw.load(self.name, players=self.players, variant=self.variant, options=dict(self.options))

    def side(self) -> Side[Any]:
        return side_of(self.name, self.players, self.variant, self.options)


class Disagreement(AssertionError):
    """The engine and the oracle differ; the message has both, and the actions that lead there."""


Style = Callable[[rw.State, Side[Any], Random], rw.Action]
"""How a player chooses."""


def play(
    match: Match, seed: int, game: rw.Game | None = None, most: int = 5000, style: Style | None = None
) -> Counter[str]:
    """One game in lockstep, at random without a style; how often each action was done, and how it ended.
    Raises Disagreement."""
    game = game or match.load()
    side = match.side()
    chooser = Random(f"lockstep {seed}")
    chance = Loaded(game.program.streams, seed) if seed % 2 else None
    state = game.new_initial_state(seed, chance)
    side.start(state)
    done: Counter[str] = Counter()
    compare(match, seed, state, side)
    while not state.is_terminal():
        action = style(state, side, chooser) if style else choose(state, chooser)
        state.apply_action(action)
        side.apply(action, state)
        compare(match, seed, state, side)
        done[action.name] += 1
        assert sum(done.values()) < most, f"{match}, seed {seed}: not over after {most} actions"
    done[f"ended by {state.observation(None)['ended_by']}"] += 1
    return done


def choose(state: rw.State, chooser: Random) -> rw.Action:
    """Any legal action; first what to do, then with which pieces, so that rare kinds are not drowned."""
    legal = state.legal_actions()
    name = chooser.choice(sorted({action.name for action in legal}))
    return chooser.choice([action for action in legal if action.name == name])


def compare(match: Match, seed: int, state: rw.State, side: Side[Any]) -> None:
    """Everything that both can say about the same moment."""
    for what, engine, by_hand in differences(state, side):
        actions = [entry.action for entry in state.history[1:]]
        raise Disagreement(
            f"{match}, seed {seed}, {what}: the engine has {engine!r}, the oracle {by_hand!r}\nafter {actions}"
        )


def told_winners(state: rw.State) -> list[int]:
    winners = state.observation(None)["winners"]
    assert isinstance(winners, list)
    return winners


def differences(state: rw.State, side: Side[Any]) -> Iterator[Pair]:
    oracle = side.oracle
    pairs: list[Pair] = [
        ("legal actions", sorted(map(str, state.legal_actions())), sorted(oracle.legal())),
        ("player to move", state.current_player(), oracle.current),
        ("winners", set(told_winners(state)), oracle.winners()),
        *side.pairs(state),
    ]
    yield from (pair for pair in pairs if pair[1] != pair[2])
