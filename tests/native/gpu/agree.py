"""Batches of bundled games on a stand-in for the card and on the processor: are all rows the same?

python -m tests.native.gpu.agree [GAME...]          these games, or all bundled ones (ten minutes)
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from random import Random

from rulewright import BatchFailure, Game, IllegalAction, State, load
from rulewright.document.library import bundled
from rulewright.game.batches.batch import RANDOM, STAY, Batch
from tests.native.gpu.standin import standing_in

SIZE = 6
MOST_MASK = 10**6
"""Masks are compared where they are no longer than this."""


def pair(load: Callable[[str], Game], auto_reset: bool = True) -> tuple[Batch[State], Batch[State]]:
    """The same batch on the card and by the processor."""
    return load("cuda").batch(SIZE, auto_reset), load("native").batch(SIZE, auto_reset)


def same(mine: Batch[State], other: Batch[State]) -> None:
    """Everything that can be asked has the same answer."""
    assert mine.current_player == other.current_player
    assert mine.terminal == other.terminal
    assert mine.returns == other.returns
    listed = [tried(mine.legal_ids, place) for place in range(mine.size)]
    assert listed == [tried(other.legal_ids, place) for place in range(mine.size)]
    if SIZE * mine.game.num_distinct_actions <= MOST_MASK:
        assert tried(mine.legal_mask) == tried(other.legal_mask)
    assert mine.observations() == other.observations()
    assert mine.cells == other.cells
    assert mine.seeds == other.seeds


def tried(call: Callable[..., object], *given: object) -> object:
    """What comes of a call, or what failed in which games."""
    try:
        return call(*given)
    except BatchFailure as failure:
        return [(game.place, game.seed, str(game.failure)) for game in failure.games]
    except IllegalAction as refused:
        return str(refused), refused.place


def alike(mine: Batch[State], other: Batch[State], steps: int, random: Random) -> None:
    """Step both in the same way, and compare all answers each time."""
    strategies = [*mine.game.program.strategies][:1]
    for _ in range(steps):
        same(mine, other)
        listed = [tried(other.legal_ids, place) for place in range(mine.size)]
        plain = [[each for each in ids if isinstance(each, int)] for ids in listed if isinstance(ids, list)]
        ids = [random.choice([RANDOM, STAY, *legal]) for legal in plain]
        assert tried(mine.apply, ids) == tried(other.apply, ids)
        for name in strategies:
            assert tried(mine.choose, name) == tried(other.choose, name)


def load_with(name: str, engine: str) -> Game:
    return load(name, engine=engine)


def main(given: list[str]) -> None:
    parser = argparse.ArgumentParser(
        description="Whether batches are the same on a stand-in for the card and on the processor."
    )
    parser.add_argument("games_named", nargs="*", metavar="GAME")
    for name in parser.parse_args(given).games_named or [name for name, _ in bundled()]:
        with standing_in() as card:
            mine, other = pair(partial(load_with, name))
            alike(mine, other, 60, Random(name))
            print(f"{name:24}{card.launched.count('rulewright_step')} steps agree", flush=True)
            del mine, other


if __name__ == "__main__":
    main(sys.argv[1:])
