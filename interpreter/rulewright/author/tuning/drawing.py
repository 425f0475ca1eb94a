"""Places in the pictures of a tuning page: figures in the ranges of their wishes, and what each knob does to them.

strips(found)       a strip for each wish: its range, the figure of today and that of the answer
charts(found)       for each knob a small chart for each wish
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import Final

from rulewright.author.tuning.report import values_of, with_half
from rulewright.play.tuning.effects import Effect, effects
from rulewright.play.tuning.searching import Found, Measured
from rulewright.play.tuning.wishes import Wish
from rulewright.source.dataclass import dataclass

STRIP: Final = 240
"""The width of a strip; it ends 8 before."""
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 320, 190, 52, 12, 12, 30
"""The size of a chart and of what is around it."""
MOST_TICKS: Final = 5
LETTER: Final = 6.6
"""The width of a letter below a chart."""
NEAR: Final = 1.5
"""An end of a range that is farther away than this many times the reach of the figures is left out of the picture."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure with its interval, on a strip."""

    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Strip:
    """A wish: the range from `low` to `high`, and the figures in it."""

    low: float
    high: float
    now: Mark | None
    answer: Mark
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Dot:
    """A figure at a value of a knob. `now` and `answer`: whether the game of today or the answer has this value."""

    x: float
    y: float
    low: float
    high: float
    now: bool
    answer: bool
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What a knob does to a wish. `band`: the upper end and the height of the range."""

    title: str
    words: str
    dots: Sequence[Dot]
    line: str
    band: tuple[float, float]
    ticks: Sequence[tuple[float, str]]
    labels: Sequence[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def strips(found: Found) -> list[Strip]:
    """A strip for each wish of an answer."""
    if found.answer is None:
        return []
    today = found.today.figures if found.today else (None,) * len(found.wishes)
    return [
        _strip(wish, now, then)
        for wish, now, then in zip(found.wishes, today, found.answer.figures, strict=True)
    ]


def charts(found: Found, today: dict[str, str]) -> list[tuple[str, list[Chart]]]:
    """For each knob a chart for each wish; `today` has the values of the game as it is, as texts."""
    every = effects(found)
    return [
        (
            own[0].knob.name,
            [
                _chart(found, each, [others[place] for others in every], today)
                for place, each in enumerate(own)
            ],
        )
        for own in every
    ]


# ------------------------------------------------------------------------------------------------- private


def _strip(wish: Wish, now: Measured | None, then: Measured) -> Strip:
    ends = [
        end for each in (now, then) if each and not math.isnan(each.value) for end in (each.low, each.high)
    ]
    low, high = _reach(wish, ends)

    def across(value: float) -> float:
        return round(8 + (min(max(value, low), high) - low) / (high - low) * (STRIP - 16), 1)

    def mark(each: Measured | None) -> Mark | None:
        if each is None or math.isnan(each.value):
            return None
        return Mark(across(each.value), across(each.low), across(each.high))

    answer = mark(then) or Mark(8, 8, 8)
    return Strip(
        across(wish.ends[0]),
        across(wish.ends[1]),
        mark(now),
        answer,
        (_short(wish, low, high - low), _short(wish, high, high - low)),
    )


def _reach(wish: Wish, values: Sequence[float]) -> tuple[float, float]:
    """What a picture shows: all values, and the ends of the range that are not far from them."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    width = (high - low) or max(abs(high), 1.0) / 10
    for end in wish.ends:
        if math.isfinite(end) and low - NEAR * width <= end <= high + NEAR * width:
            values = [*values, end]
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low or width) * 0.08
    low, high = low - room, high + room
    if wish.measure.is_share:
        low, high = max(low, 0.0), min(high, 1.0)
    return low, high


def _short(wish: Wish, value: float, width: float) -> str:
    """A number on a scale of this width, with as many digits as tell its ends apart."""
    times, unit = (100, " %") if wish.measure.is_share else (1, "")
    digits = max(-floor(log10(times * width / 3)), 0)
    return f"{times * value:,.{digits}f}{unit}"


def _chart(found: Found, effect: Effect, alike: Sequence[Effect], today: dict[str, str]) -> Chart:
    """The chart of an effect; those on the same wish, which are `alike`, have the same scale."""
    wish, knob = effect.wish, effect.knob
    least, most = _reach(wish, [end for each in alike for end in _ends(each)])

    def down(value: float) -> float:
        share = (min(max(value, least), most) - least) / (most - least)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    places = list(_across(effect))
    answer = found.answer.setting[found.space.knobs.index(knob)] if found.answer else -1
    dots = [
        Dot(
            x, down(point.value), down(point.low), down(point.high), today.get(knob.name) in _texts(effect, place),
            answer in point.places, f"{values_of(knob, point)}: {with_half(wish, point)} ({point.games:,} games)",
        )
        for place, (x, point) in enumerate(zip(places, effect.points, strict=True))
    ]  # fmt: skip
    upper, lower = down(wish.ends[1]), down(wish.ends[0])
    words = "; ".join(dot.words for dot in dots)
    return Chart(
        wish.text, f"{wish.text}, by {knob.name}. {words}", dots,
        " ".join(f"{dot.x},{dot.y}" for dot in dots) if knob.in_order else "",
        (upper, max(round(lower - upper, 1), 2.0)),
        [(down(tick), _short(wish, tick, most - least)) for tick in _ticks(wish, least, most)],
        _labels([(dot.x, values_of(knob, point).replace(" to ", "–")) for dot, point in zip(dots, effect.points, strict=True)]),
    )  # fmt: skip


def _labels(every: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """The first and the last label, and those between for which there is room; a label at the edge is moved inwards."""
    shown: list[tuple[float, str, float]] = []
    for at, text in (every[0], every[-1], *every[1:-1]):
        half = LETTER * len(text) / 2
        at = min(max(at, half), WIDTH - half - 1)
        if all(abs(at - other) > half + reach + LETTER for other, _, reach in shown):
            shown.append((at, text, half))
    return [(at, text) for at, text, _ in shown]


def _ends(effect: Effect) -> Iterator[float]:
    """What a chart shows of an effect: intervals up to twice the reach of the figures, beyond which nothing is known."""
    values = [point.value for point in effect.points]
    known = sorted((point.high - point.low) / 2 for point in effect.points)[len(effect.points) // 2]
    most = max(effect.span, 2 * known)
    for point in effect.points:
        yield max(point.low, min(values) - most)
        yield min(point.high, max(values) + most)


def _across(effect: Effect) -> Iterator[float]:
    """The places of points: numbers by their size, other values at equal distances."""
    left, right, many = LEFT + 14, WIDTH - RIGHT - 14, len(effect.points)
    at = [sum(point.places) / len(point.places) for point in effect.points]
    if not effect.knob.in_order:
        at = [float(place) for place in range(many)]
    else:
        numbers = [int(value or 0) for value in effect.knob.values]
        at = [sum(numbers[place] for place in point.places) / len(point.places) for point in effect.points]
    low, high = min(at), max(at)
    for each in at:
        yield round(left + (each - low) / ((high - low) or 1) * (right - left), 1)


def _texts(effect: Effect, place: int) -> set[str]:
    """The values of a point as texts."""
    point = effect.points[place]
    return {
        values_of(effect.knob, type(point)((each,), point.value, point.low, point.high, point.games))
        for each in point.places
    }


def _ticks(wish: Wish, low: float, high: float) -> Iterator[float]:
    """Round numbers from `low` to `high`."""
    scale = 10 ** floor(log10((high - low) / MOST_TICKS))
    step = next(times * scale for times in (1, 2, 5, 10, 20) if (high - low) / (times * scale) <= MOST_TICKS)
    first = ceil(low / step - 1e-9)
    for at in range(first, floor(high / step + 1e-9) + 1):
        yield at * step
