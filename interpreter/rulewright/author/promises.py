"""Random games of a rulebook at every table it can be played at, against every promise of the engine.

    check_promises([Table(2, None, open_game), Table(3, None, open_larger_game), ...], games=40, seed=1)

Games go round the tables, so that a small number already visits each of them.  A table whose games do not end is left
after the first of them, since each takes as long as games may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.play.conformance import Broken, check_game

if TYPE_CHECKING:
    from rulewright.game.game import Game

MOST_BROKEN = 10
MOST_ACTIONS = 10_000

BREACHES = {
    "games end": "games do not end",
    "no rule fails": "a rule failed",
    "pieces are conserved": "a piece got lost or doubled",
    "legal actions differ": "a move is listed twice",
    "legal actions are stable": "the list of moves changed by itself",
    "actions read back": "a move is not understood when it is typed",
    "ids are stable": "a move's id changed",
    "legal actions apply": "a move that is listed was refused",
    "other actions are refused with a reason": "a move that is not allowed was not refused with a reason",
    "refused actions change nothing": "a refused move changed something",
    "serialising is exact": "a saved game was not restored as it was",
    "observations are plain data": "what a player sees cannot be written down",
    "what cannot be told apart is the same": "something hidden showed",
    "the same seed gives the same game": "the same seed gave another game",
    "the record replays the game": "the record did not replay the game",
}
"""A promise -> what happened when it was broken."""


@dataclass(frozen=True, slots=True)
class Table:
    """A way to sit down to a game; `open` gives the game."""

    players: int
    variant: str | None
    open: Callable[[], Game] = field(repr=False)

    def __str__(self) -> str:
        people = f"{self.players} player{'' if self.players == 1 else 's'}"
        return f"{people}, variant {self.variant}" if self.variant else people


@dataclass(frozen=True, slots=True)
class BrokenAt:
    """A broken promise and the table where it was broken."""

    table: Table
    broken: Broken

    def told(self, max_actions: int = MOST_ACTIONS) -> str:
        """What happened and where, in a sentence; `max_actions` is when games were broken off."""
        said = BREACHES.get(self.broken.promise, f"not true: {self.broken.promise}")
        what = self.broken.message
        if self.broken.promise == "games end":
            what = (
                f"after {max_actions} actions nobody had won; does something end the turn (`end_turn`), "
                "can the `end` ever hold?"
            )
        return f"{said}: {what} ({self.table}, seed {self.broken.seed})"

    def to_json(self) -> dict[str, object]:
        """Plain data; seats count from 1 and the record replays the game up to there."""
        return {
            "promise": self.broken.promise,
            "message": self.broken.message,
            "players": self.table.players,
            "variant": self.table.variant,
            "seed": self.broken.seed,
            "step": self.broken.step,
            "record": self.broken.record,
        }


@dataclass(frozen=True, slots=True)
class Promises:
    """What came of it: games played, and what was broken (at most `MOST_BROKEN`, then no more is played)."""

    games: int
    broken: tuple[BrokenAt, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """How far it is: games played, how many there will be, and what the last one broke."""

    done: int
    wanted: int
    broken: tuple[BrokenAt, ...]


def check_promises(
    tables: Sequence[Table],
    games: int,
    seed: int = 0,
    max_actions: int = MOST_ACTIONS,
    progress: Callable[[int, int], None] | None = None,
) -> Promises:
    """Play so many games, at least one a table if any, with the seeds from `seed` on."""
    done = 0
    broken: list[BrokenAt] = []
    for checked in checking(tables, games, seed, max_actions):
        done = checked.done
        broken += checked.broken
        if progress is not None:
            progress(checked.done, checked.wanted)
    return Promises(done, tuple(broken[:MOST_BROKEN]))


def checking(
    tables: Sequence[Table], games: int, seed: int = 0, max_actions: int = MOST_ACTIONS
) -> Iterator[Checked]:
    """`check_promises` game by game, from none on, for those who may stop before the end."""
    wanted = max(games, len(tables)) if games else 0
    shares = (
        [range(seed + first, seed + wanted, len(tables)) for first in range(len(tables))] if wanted else []
    )
    done = many = 0
    yield Checked(0, wanted, ())
    for table, seeds in zip(tables, shares, strict=False):
        game = table.open()
        for position, each in enumerate(seeds):
            found = tuple(BrokenAt(table, broken) for broken in check_game(game, [each], max_actions))
            endless = any(at.broken.promise == "games end" for at in found)
            done += 1
            many += len(found)
            wanted -= len(seeds) - position - 1 if endless else 0
            yield Checked(done, wanted, found)
            if many >= MOST_BROKEN:
                return
            if endless:
                break
