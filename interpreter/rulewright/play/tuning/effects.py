"""What each knob does: the figure of each wish at the values of a knob, with the other knobs as in the answer.

    for effect in effects(found): effect.knob, effect.wish, effect.points

No games are played for this: all settings of the search are used. As few of them differ in one knob alone, the knobs are taken to add up: a figure is
the sum of a part for each knob, which are found by weighted least squares. Effects that are not known at all are taken to be small, by a prior with
three times the spread of the figure, and intervals are widened by as much as settings differ from the sum (McCullagh and Nelder,
"Generalized linear models", 1989, 9.2.4).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.play.figures.statistics import Z95
from rulewright.play.tuning.knobs import Knob, Setting, Space
from rulewright.play.tuning.samples import Estimate
from rulewright.play.tuning.searching import Found
from rulewright.play.tuning.wishes import Wish
from rulewright.source.dataclass import dataclass

MOST_BANDS: Final = 9
"""Of a knob with more values, neighbours are taken together."""
WIDE: Final = 3.0
"""The standard deviation of the prior, in those of the figure."""


@dataclass(frozen=True, slots=True)
class Point:
    """The figure at some values of a knob, given by their places, with its 95 % interval and the number of games with these values."""

    places: tuple[int, ...]
    value: float
    low: float
    high: float
    games: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a knob does to the figure of a wish."""

    knob: Knob
    wish: Wish
    points: tuple[Point, ...]

    @property
    def span(self) -> float:
        """How far apart the figures of all values are."""
        values = [point.value for point in self.points]
        return max(values) - min(values)


def effects(found: Found) -> list[list[Effect]]:
    """For each knob of which several values were tried an effect on each wish; the knob that moves most comes first."""
    answer = found.answer
    settings = [setting for setting in found.trials.playable() if setting]
    if answer is None or len(settings) < 2:
        return []
    parts = _parts(found.space, settings)
    by_knob: list[list[Effect]] = [[] for _ in parts]
    for number, wish in enumerate(found.wishes):
        there = [setting for setting in settings if found.trials.tried[setting].samples[number].over]
        if not there:
            continue
        known = [(setting, found.trials.estimates(setting)[number]) for setting in there]
        for own, effect in zip(
            by_knob, _effects(found.space, wish, parts, answer.setting, known), strict=True
        ):
            own.append(effect)
    shown = [own for own, part in zip(by_knob, parts, strict=True) if len(part.bands) > 1]
    if not shown:
        return []
    most = [max(each.span for each in alike) or 1.0 for alike in zip(*shown, strict=True)]
    return sorted(shown, key=lambda own: -sum(each.span / of for each, of in zip(own, most, strict=True)))


# ------------------------------------------------------------------------------------------------- private


@dataclass(frozen=True, slots=True)
class _Part:
    """The values of a knob that were tried, in bands of places; `band`: the number of the band by place. `first`: the number of its first
    coefficient."""

    knob: int
    bands: tuple[tuple[int, ...], ...]
    band: dict[int, int]
    first: int

    def nearest(self, place: int) -> int:
        """The number of the coefficient for a value, or for the nearest one that was tried."""
        return self.first + self.band[min(self.band, key=lambda tried: abs(tried - place))]


def _parts(space: Space, settings: Sequence[Setting]) -> list[_Part]:
    found: list[_Part] = []
    first = 1
    for number, knob in enumerate(space.knobs):
        tried = sorted({setting[number] for setting in settings})
        many = len(tried) if not knob.in_order else min(len(tried), MOST_BANDS)
        bands = [tuple(tried[at * len(tried) // many : (at + 1) * len(tried) // many]) for at in range(many)]
        band = {place: at for at, each in enumerate(bands) for place in each}
        found.append(_Part(number, tuple(bands), band, first))
        first += many
    return found


def _effects(
    space: Space,
    wish: Wish,
    parts: Sequence[_Part],
    answer: Setting,
    known: Sequence[tuple[Setting, Estimate]],
) -> Iterator[Effect]:
    """The effect of each knob on a wish."""
    fit = _fit(parts, known)
    for part in parts:
        points: list[Point] = []
        for number, places in enumerate(part.bands):
            games = sum(each.games for setting, each in known if setting[part.knob] in places)
            at = [0, *(other.nearest(answer[other.knob]) for other in parts if other is not part)]
            value, half = fit.at([*at, part.first + number])
            low, high = value - half, value + half
            if wish.measure.is_share:
                value, low, high = (min(max(end, 0.0), 1.0) for end in (value, low, high))
            points.append(Point(places, value, low, high, games))
        yield Effect(space.knobs[part.knob], wish, tuple(points))


@dataclass(frozen=True, slots=True)
class _Fit:
    """Coefficients, and their covariances."""

    values: list[float]
    covariances: list[list[float]]

    def at(self, places: Sequence[int]) -> tuple[float, float]:
        """The sum of some coefficients, and half of its 95 % interval."""
        variance = sum(self.covariances[one][other] for one in places for other in places)
        return sum(self.values[place] for place in places), Z95 * math.sqrt(max(variance, 0.0))


def _fit(parts: Sequence[_Part], known: Sequence[tuple[Setting, Estimate]]) -> _Fit:
    """The parts that add up to the figures, each weighted by its games: all games of a wish are taken to vary alike."""
    size = 1 + sum(len(part.bands) for part in parts)
    games = sum(each.games for _, each in known)
    middle = sum(each.value * each.games for _, each in known) / games
    spread = math.sqrt(sum(each.games * (each.value - middle) ** 2 for _, each in known) / games)
    variance = sum((each.error * each.games) ** 2 for _, each in known) / games
    variance = max(variance, 1e-6 * spread**2, 1e-12)
    prior = 1 / max(WIDE * spread, math.sqrt(variance / games)) ** 2
    precision = [[0.0] * size for _ in range(size)]
    for place in range(1, size):
        precision[place][place] = prior
    right = [0.0] * size
    places = [[0, *(part.first + part.band[setting[part.knob]] for part in parts)] for setting, _ in known]
    for own, (_, each) in zip(places, known, strict=True):
        weight = each.games / variance
        for one in own:
            right[one] += weight * (each.value - middle)
            for other in own:
                precision[one][other] += weight
    covariances = _inverse(precision)
    values = [sum(map(float.__mul__, row, right)) for row in covariances]
    off = sum(
        each.games / variance * (each.value - middle - sum(values[place] for place in own)) ** 2
        for own, (_, each) in zip(places, known, strict=True)
    )
    free = len(known) - 1 - sum(len(part.bands) - 1 for part in parts)
    scale = max(off / free, 1.0) if free > 0 else 1.0
    values[0] += middle
    return _Fit(values, [[scale * each for each in row] for row in covariances])


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(place == at) for at in range(size))] for place, row in enumerate(matrix)]
    for place in range(size):
        pivot = max(range(place, size), key=lambda at: abs(rows[at][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        head = rows[place][place]
        rows[place] = [each / head for each in rows[place]]
        for at in range(size):
            factor = rows[at][place]
            if at != place and factor:
                rows[at] = [each - factor * own for each, own in zip(rows[at], rows[place], strict=True)]
    return [row[size:] for row in rows]
