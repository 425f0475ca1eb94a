"""The contest: wishes of its form, knobs of the game, and the score of a setting on fresh games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

from rulewright.author.tuning.opening import Base, Opener
from rulewright.author.tuning.turning import read_knobs
from rulewright.author.tuning.wishing import read_wishes
from rulewright.game.game import Game
from rulewright.play.tuning.knobs import Setting, Space
from rulewright.play.tuning.searching import TODAY
from rulewright.play.tuning.trials import Conditions, Trials
from rulewright.play.tuning.wishes import Wish

RULEBOOK = Path(__file__).with_name("columns.rulebook.yaml")
STRATEGIES = ("random", "timid", "careful", "bold")
LEVELS = ("mcts:2", "mcts:8", "mcts:24", "mcts:72")
KNOBS = (
    "options.runners=2..4",
    "options.to_win=1..4",
    *(f"tables.length.rows.{column}=2..16 step 2" for column in (4, 5, 6, 7, 8, 9, 10)),
)
FEW_KNOBS = (*KNOBS[:2], *(f"tables.length.rows.{column}=3..15 step 2" for column in (6, 7, 8)))
FRESH_SEED = 991


@dataclass(frozen=True)
class Contest:
    """What is wanted of the game: between each two players how often the first wins, and how often the first seat wins between players
    like the third."""

    players: Sequence[str]
    wanted: Sequence[float]
    knobs: Sequence[str]
    opener: Opener = field(init=False)
    wishes: list[Wish] = field(init=False)
    _opened: dict[Setting, Game] = field(default_factory=dict, init=False)
    _first: list[object] = field(default_factory=list, init=False)
    """Machine code that all games have in common, so that ways are compared without the time of making it again and again."""

    def __post_init__(self) -> None:
        opener = Opener(Base(str(RULEBOOK), 2), read_knobs(self.knobs))
        texts = [f"{one} beats {other} in 50 %" for one, other in combinations(self.players, 2)]
        texts.append(f"seat 1 wins in 50 %, at {self.players[2]}")
        read = read_wishes(texts, opener.book.game, [self.players[2]])
        object.__setattr__(self, "opener", opener)
        object.__setattr__(
            self,
            "wishes",
            [replace(wish, low=low, high=low) for wish, low in zip(read, self.wanted, strict=True)],
        )

    @property
    def space(self) -> Space:
        return self.opener.space

    def trials(self, seed: int, jobs: int = 1) -> Trials:
        """No games yet; luck of its own."""
        return Trials(
            self.wishes, self._open, Conditions(seed, (self.players[2],), jobs=jobs), first=self._first
        )

    def _open(self, setting: Setting) -> Game:
        game = self._opened.get(setting)
        if game is None:
            game = self._opened[setting] = self.opener(setting)
        return game

    def figures(self, setting: Setting, games: int, seed: int = FRESH_SEED, jobs: int = 1) -> list[float]:
        """What the setting plays like."""
        trials = self.trials(seed, jobs)
        trials.play(setting, games)
        return [each.value for each in trials.estimates(setting)]


class Scores:
    """The true scores of settings, from many fresh games each, which are played once."""

    def __init__(self, contest: Contest, games: int, jobs: int = 1) -> None:
        self.contest, self.games = contest, games
        self._trials = contest.trials(FRESH_SEED, jobs)

    def __call__(self, setting: Setting) -> float:
        trial = self._trials.play(setting, self.games)
        return 0.0 if trial.refused else score(self._trials.loss(setting))


def score(loss: float) -> float:
    """The score of a mean absolute miss in per cent."""
    return 1000 - 10 * loss


def planted(
    players: Sequence[str], knobs: Sequence[str], setting: Setting, games: int, jobs: int = 1
) -> Contest:
    """A contest that wants what this setting plays like."""
    plain = Contest(players, [0.5] * 7, knobs)
    return Contest(players, plain.figures(setting, games, seed=77, jobs=jobs), knobs)


def today(contest: Contest, games: int) -> float:
    """The score of the rules as they are."""
    return Scores(contest, games)(TODAY)
