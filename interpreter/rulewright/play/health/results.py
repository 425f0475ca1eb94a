"""What was measured about the health of a game: lengths, seats, ends, and who played.

    found = health(game, seconds=60)
    found.seats[0].low, found.seats[0].high         seat 1 between random players
    found.length.minutes                            the mean time that a game takes

`report` says it in words and tables, `verdict` in a few sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from rulewright.play.figures.simulation import Simulation
from rulewright.play.figures.statistics import Summary
from rulewright.play.health.courses import Course
from rulewright.play.health.idle import Idle
from rulewright.play.health.knobs import Knobs
from rulewright.problems.plain_data import compared, json_of
from rulewright.runtime.fallbacks import NONE, Fallbacks
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Tabular


@dataclass(frozen=True, slots=True)
class Played:
    """The games of one kind of players, the same in all seats: all of them in figures, and the courses of some."""

    players: str
    simulation: Simulation
    courses: tuple[Course, ...] = ()


@dataclass(frozen=True, slots=True)
class Length:
    """How long games are. `minutes`: at the seconds per decision that were asked for, with the range of the middle nine games of ten; `wait`: how many decisions of
    others come between two turns of a player, on average and in the longest wait of nine games of ten. None where nobody waits."""

    players: str
    decisions: Summary
    rounds: Summary | None
    seconds_per_decision: float
    minutes: float
    shortest: float
    longest: float
    wait: float | None
    longest_wait: float | None


@dataclass(frozen=True, slots=True)
class SeatShare:
    """The share of the wins that a seat (or several, who play together) gets among equal players, with its 95 % interval. `sure_low`..`sure_high` is the
    interval that holds for all seats and players of the report together."""

    players: str
    seats: str
    games: int
    share: float
    fair: float
    low: float
    high: float
    sure_low: float
    sure_high: float

    @property
    def is_unfair(self) -> bool:
        """Whether it is more or less than a fair part by more than chance would explain, though many seats were looked at."""
        return not self.sure_low <= self.fair <= self.sure_high


@dataclass(frozen=True, slots=True)
class Ends:
    """How games of one kind of players end, as shares of all games that were played: by each `end`, with the win shared, with nobody winning, broken off, and
    failed. `never`: ends that no game of any players had."""

    players: str
    games: int
    ends: dict[str, float]
    shared: float
    nobody: float
    won: float
    broken_off: float
    failed: float


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of some number of cases with its 95 % interval."""

    count: int
    share: float
    low: float
    high: float

    def widened(self, by: float) -> tuple[float, float]:
        """The interval whose arms are longer by a factor."""
        return (
            max(self.share - by * (self.share - self.low), 0.0),
            min(self.share + by * (self.high - self.share), 1.0),
        )


@dataclass(frozen=True, slots=True)
class Lead:
    """Who is ahead, and until when. `by_score`: whether that goes by the score; otherwise by games that are played on. `changes`: how often the lead changes in a
    game; `decided`: the place in the game, from 0 to 1, after which the winner stays ahead, in the median game; `early`: games that are decided before their middle, `late`
    in their last tenth; `half_time`: games in which the side that is ahead in the middle wins, of those in which one is."""

    players: str
    games: int
    by_score: bool
    changes: float
    decided: float | None
    early: Rate
    late: Rate
    half_time: Rate


@dataclass(frozen=True, slots=True)
class Choices:
    """How much there is to choose. `options`: the choices of a decision, on average; `forced`: decisions with a single one. `gain`: how much more the best choice
    is worth than one at random, where there are several, with its interval: in wins, or in points (`in_points`); `clear`: how many of these decisions clearly matter.
    `king`: decisions by which a side that is out of the running moves the win to another; None with fewer than three sides, or without a quick engine."""

    players: str
    games: int
    options: float
    forced: Rate
    gain: float | None
    gain_low: float | None
    gain_high: float | None
    in_points: bool
    clear: Rate | None
    king: Rate | None


@dataclass(frozen=True, slots=True)
class Usage:
    """How often an action is taken, of the decisions in which it and another action were legal."""

    action: str
    taken: Rate


@dataclass(frozen=True, slots=True)
class Match:
    """A strong player among weak ones, in every seat in turn: the share of the wins, which is `fair` if both are equally strong."""

    strong: str
    weak: str
    games: int
    share: float
    low: float
    high: float
    fair: float


@dataclass(frozen=True, slots=True)
class Restricted:
    """The share of the wins of a strong player who `must` take an action wherever it is legal, or must not, against equal players without a restriction, in every
    seat in turn. `sure_low`..`sure_high` is the interval that holds for all figures of the report together."""

    action: str
    must: bool
    games: int
    share: float
    low: float
    high: float
    sure_low: float
    sure_high: float
    fair: float

    @property
    def costs(self) -> bool:
        """Whether the restriction surely costs wins."""
        return self.sure_high < self.fair

    @property
    def pays(self) -> bool:
        """Whether the restriction surely wins games, so that players without it overlook something."""
        return self.sure_low > self.fair


@dataclass(frozen=True, slots=True)
class Fortune:
    """The share of luck in what makes results differ, between players at random, with its interval; `index` is the index of skill and luck of Silver, from -1
    (all luck) to 1 (all choices)."""

    games: int
    luck: float
    low: float
    high: float
    index: float


@dataclass(frozen=True, slots=True, repr=False)
class Health(Tabular):
    """The health of a game. `main`: the players whose games length and course are those of, the strongest of whom enough games were played; `cut`: what was left out, and
    why, in sentences."""

    game: str
    title: str
    players: int
    variant: str | None
    options: dict[str, int | bool | str | None]
    overlays: tuple[str, ...]
    fingerprint: str
    seed: int
    games: int
    main: str
    kinds: tuple[str, ...]
    looks: int
    """The number of figures for which intervals of alarms hold together."""
    length: Length | None
    seats: tuple[SeatShare, ...]
    ends: tuple[Ends, ...]
    never: tuple[str, ...]
    lead: Lead | None
    choices: Choices | None
    usage: tuple[Usage, ...]
    matches: tuple[Match, ...]
    restricted: tuple[Restricted, ...]
    fortune: Fortune | None
    scores: dict[str, Summary]
    """By kind of players, the score of a seat where nobody plays against anybody."""
    together: bool
    """Whether all play together, or one alone, so that no seat can have an advantage."""
    cut: tuple[str, ...]
    idle: Idle | None = None
    """Which rules never mattered; None where that was not counted."""
    knobs: Knobs | None = None
    """What house rules and options move; None where they were not tried."""
    engine: str = field(default="", compare=False)
    fallbacks: Fallbacks = field(default=NONE, compare=False)

    def to_json(self) -> dict[str, Any]:  # Any: JSON
        """Plain data."""
        return json_of(self, *compared(self))

    def _in_short(self) -> str:
        return f" of {self.game} for {self.players}"


def total(counters: Sequence[Counter[int]]) -> Counter[int]:
    """The sum of counts."""
    found = Counter[int]()
    for each in counters:
        found.update(each)
    return found
