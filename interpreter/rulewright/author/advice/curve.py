"""The curve of a reviewed game: what it was worth to the players before each decision, as data from which a page draws it.

    found = curve(reviewed)
    found.lines[0].points          "40,20 58,24 ...", in the units of the drawing
    found.marks                    the turning points, and the luckiest events

Of two sides that are opposed only the first has a line: the other has the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, log10

from rulewright.author.advice.reasons import capital
from rulewright.author.advice.reviewed import Reviewed
from rulewright.play.advising.valuing import CLEAR
from rulewright.source.dataclass import dataclass

WIDTH, HEIGHT = 900, 320
"""The size of the drawing."""
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 16, 34
"""What lies around the curve."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of the lines; safe for readers who are colour-blind."""
TICKS = 5
"""About how many numbers are written along an axis."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line with the band in which the true values lie."""

    name: str
    colour: str
    points: str
    band: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A step that is marked; `sort`: a decision, or chance."""

    x: float
    y: float
    sort: str
    step: int
    words: str


@dataclass(frozen=True, slots=True)
class Curve:
    """A drawing. `across` and `up`: the numbers along the axes, with their places."""

    lines: Sequence[Drawn]
    marks: Sequence[Mark]
    across: Sequence[tuple[float, str]]
    up: Sequence[tuple[float, str]]
    title: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


@dataclass(frozen=True, slots=True)
class _Point:
    step: float
    low: float
    value: float
    high: float


def curve(found: Reviewed) -> Curve | None:
    """The curve; None of a game of which nothing is known."""
    seats = [found.review.seat or 0] if found.measure.opposed else list(range(len(found.names)))
    series = [list(_points(found, seat)) for seat in seats]
    if not series[0]:
        return None
    low, high = _range(found, series)
    last = max(found.review.steps, 1)

    def x(step: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * step / last, 1)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low), 1)

    def drawn(seat: int, points: Sequence[_Point]) -> Drawn:
        there = " ".join(f"{x(each.step)},{y(each.value)}" for each in points)
        above = [f"{x(each.step)},{y(min(each.high, high))}" for each in points]
        below = [f"{x(each.step)},{y(max(each.low, low))}" for each in reversed(points)]
        return Drawn(found.names[seat], COLOURS[seat % len(COLOURS)], there, " ".join([*above, *below]))

    def mark(step: int, sort: str, words: str) -> Mark:
        near = min(series[0], key=lambda each: abs(each.step - (step - 1)))
        return Mark(x(near.step), y(near.value), sort, step, words)

    marks = [
        *(mark(luck.step, "chance", f"Step {luck.step}: {words}") for luck, words in found.luckiest),
        *(
            mark(
                each.decision.step,
                "decision",
                f"Step {each.decision.step}: {found.names[each.decision.player]}, {each.move}",
            )
            for each in found.turning_points
        ),
    ]
    return Curve(
        [drawn(seat, points) for seat, points in zip(seats, series, strict=True)], marks,
        [(x(step - 1), str(int(step))) for step in _ticks(1, last) if step == int(step) and step >= 1],
        [(y(value), _number(found, value)) for value in _ticks(low, high)], _title(found),
    )  # fmt: skip


def _points(found: Reviewed, seat: int) -> Iterator[_Point]:
    """What the game was worth to a seat before each decision, and at its end. The places of steps count from 0."""
    shown = found.measure.shown
    for each in found.review.decisions:
        if each.worth is not None:
            worth = each.worth[seat]
            margin = CLEAR * worth.error
            ends = sorted((shown(worth.value - margin), shown(worth.value + margin)))
            yield _Point(each.step - 1, ends[0], shown(worth.value), ends[1])
    if found.review.ended is not None:
        value = shown(found.measure.of(found.review.ended[seat]))
        yield _Point(found.review.steps, value, value, value)


def _range(found: Reviewed, series: Sequence[Sequence[_Point]]) -> tuple[float, float]:
    if found.measure.kind == "wins":
        return 0.0, 100.0
    low = min(each.low for points in series for each in points)
    high = max(each.high for points in series for each in points)
    room = 0.05 * (high - low) or 1.0
    return low - room, high + room


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers between two."""
    step = 10.0 ** floor(log10((high - low) / TICKS or 1))
    step *= next((factor for factor in (1, 2, 5, 10) if (high - low) / (factor * step) <= TICKS + 1), 10)
    first = -(-low // step)
    return [number * step for number in range(int(first), int(high // step) + 1)]


def _number(found: Reviewed, value: float) -> str:
    return f"{value:.0f} %" if found.measure.kind == "wins" else f"{value:g}"


def _title(found: Reviewed) -> str:
    what = {"wins": "chance to win", "points": "expected points", "result": "expected result"}[
        found.measure.kind
    ]
    alone = len(found.names) == 1 or found.measure.opposed
    return f"{found.names[found.review.seat or 0]}'s {what}" if alone else capital(what)
