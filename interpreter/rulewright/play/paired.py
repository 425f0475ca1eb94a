"""Two rulebooks on the same luck: what a change of rules does, with far fewer games.

    paired(game, changed, games=400, seed=1).ratio        0.1: a tenth of the games say as much

Both play the games of the same seeds.  Chance and random players are addressed by turn, so what one turn does
differently does not shift the luck of the next, and the difference of the two scores varies less than the scores do.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from rulewright.game.game import Game
from rulewright.play.simulate import Progress, chunks
from rulewright.play.statistics import mean, mean_interval, variance


@dataclass(frozen=True, slots=True)
class Paired:
    """`difference` is b - a, `low`..`high` its 95 % interval from the pairs. `ratio` is the variance of the paired
    difference over that of an unpaired one (1: pairing does not help; 0: both do the same)."""

    games: int
    mean_a: float
    mean_b: float
    difference: float
    low: float
    high: float
    paired_variance: float
    unpaired_variance: float
    ratio: float

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def paired(
    game_a: Game,
    game_b: Game,
    games: int,
    seed: int = 0,
    jobs: int = 1,
    rounds: int | None = None,
    max_actions: int = 10_000,
    progress: Progress | None = None,
) -> Paired:
    """Compare the scores (the mean of the seats) of two games on the same seeds.

    `rounds` looks at the scores when so many rounds have been played. Games in which a rule fails, and those broken
    off after `max_actions`, are left out of both. ValueError if nothing is left.
    """
    firsts = _scores(game_a, games, seed, jobs, max_actions, rounds, None)
    seconds = _scores(game_b, games, seed, jobs, max_actions, rounds, progress)
    pairs = [(a, b) for a, b in zip(firsts, seconds, strict=True) if a is not None and b is not None]
    if not pairs:
        raise ValueError("no game was played to its end in both rulebooks")
    ones, others = [a for a, _ in pairs], [b for _, b in pairs]
    differences = [b - a for a, b in pairs]
    low, high = mean_interval(differences)
    apart = variance(ones) + variance(others)
    together = variance(differences)
    return Paired(
        len(pairs), mean(ones), mean(others), mean(differences), low, high, together, apart,
        together / apart if apart else 0.0,
    )  # fmt: skip


def _scores(
    game: Game,
    games: int,
    seed: int,
    jobs: int,
    max_actions: int,
    rounds: int | None,
    progress: Progress | None,
) -> list[float | None]:
    """For each game the mean score of the seats, None where it did not come to its end."""
    scores: list[float | None] = []
    for chunk in chunks(game, games, seed, jobs, max_actions, None, rounds):
        found: list[float | None] = [None] * chunk.count
        for place, number in enumerate(chunk.numbers):
            if chunk.ended[place] or chunk.decisions[place] < max_actions:
                found[number - len(scores)] = mean([column[place] for column in chunk.scores])
        scores += found
        if progress is not None:
            progress(len(scores), games)
    return scores
