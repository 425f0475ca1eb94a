"""Places in the pictures of a health report: seats with their intervals, and figures among those of the bundled games.

seats = seat_picture(found)         rows with the places of dots and intervals
ranks = rank_rows(compared)         where the game is among the others, from 0 to 1
knobs = knob_rows(found.knobs)      what each house rule and option moves, up or down
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from rulewright.play.health.compared import Compared
from rulewright.play.health.knobs import GROUPS, Knobs, Moved, Turned, group_of
from rulewright.play.health.results import Health
from rulewright.play.health.verdict import seat_named
from rulewright.play.health.words import HUNDRED, capital, rounded, who
from rulewright.source.dataclass import dataclass

WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 900, 300, 30, 26, 14, 34
"""The size of the picture and of what is around it."""
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of the seats; safe for readers who are colour-blind."""
TICKS: Final = (1, 2, 5, 10, 20, 25)
"""The steps between numbers on the axis."""
MOST_TICKS: Final = 8
"""The most numbers on it."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A line of the picture."""

    label: str
    y: float
    dot: float
    low: float
    high: float
    sure_low: float
    sure_high: float
    colour: str
    unfair: bool
    words: str


@dataclass(frozen=True, slots=True)
class SeatPicture:
    """Seats with their intervals."""

    rows: Sequence[SeatRow]
    fair: float
    ticks: Sequence[tuple[float, str]]
    width: int
    height: int
    top: int
    bottom: int
    left: int


def seat_picture(found: Health) -> SeatPicture | None:
    """The picture of all seats; of two sides only the first, since the other has the rest. None where seats have no meaning."""
    names = list(dict.fromkeys(each.seats for each in found.seats))
    shown = [each for each in found.seats if each.games and (len(names) != 2 or each.seats == names[0])]
    if not shown:
        return None
    low = floor(HUNDRED * min(shown[0].fair, *(each.sure_low for each in shown)))
    high = ceil(HUNDRED * max(shown[0].fair, *(each.sure_high for each in shown)))
    low, high = max(low - 1, 0), min(high + 1, HUNDRED)

    def across(share: float) -> float:
        return round(LEFT + (HUNDRED * share - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)

    step = next(step for step in TICKS if (high - low) / step <= MOST_TICKS or step == TICKS[-1])
    rows = [
        SeatRow(
            f"{capital(who(each.players)).replace('`', '')}: {seat_named(each)}", TOP + ROW * (place + 0.5), across(each.share), across(each.low),
            across(each.high), across(each.sure_low), across(each.sure_high), COLOURS[names.index(each.seats) % len(COLOURS)], each.is_unfair,
            f"{HUNDRED * each.share:.1f} of 100 in {each.games:,} games",
        )
        for place, each in enumerate(shown)
    ]  # fmt: skip
    ticks = [(across(value / HUNDRED), str(value)) for value in range(-(-low // step) * step, high + 1, step)]
    bottom = TOP + ROW * len(rows)
    return SeatPicture(rows, across(shown[0].fair), ticks, WIDTH, bottom + BOTTOM, TOP, bottom, LEFT)


@dataclass(frozen=True, slots=True)
class Rank:
    """A figure among those of the bundled games. `place`: from 0, less than all of them, to 100."""

    name: str
    value: str
    median: str
    place: float
    words: str


def rank_rows(compared: Sequence[Compared]) -> list[Rank]:
    """Where each figure is among those of the bundled games."""
    return [
        Rank(
            capital(each.name),
            f"{each.value:,.3g}",
            f"{each.median:,.3g}",
            HUNDRED * each.more / each.of,
            each.words,
        )
        for each in compared
    ]


MOST_KNOBS: Final = 20
"""The most knobs in the picture."""
MIDDLE: Final = 50.0


@dataclass(frozen=True, slots=True)
class Strip:
    """How far a figure is moved, on a strip from 0 to 100 with nothing in the middle."""

    dot: float
    low: float
    high: float
    sure: bool
    words: str


@dataclass(frozen=True, slots=True)
class KnobRow:
    """A knob with a strip for each group of figures, None where it has no figure of it."""

    name: str
    sort: str
    strips: Sequence[Strip | None]


@dataclass(frozen=True, slots=True)
class KnobPicture:
    """What the knobs move, the one that moves most first; by group its name, and the unit with the ends of its strips."""

    groups: Sequence[tuple[str, str]]
    rows: Sequence[KnobRow]


def knob_picture(knobs: Knobs | None) -> KnobPicture | None:
    """The picture of all knobs; None if there is none."""
    if knobs is None:
        return None
    turned = [*knobs.ranked, *(each for each in knobs.turned if each.figures and not each.moves)][:MOST_KNOBS]
    found = {name: [_of_group(each, name) for each in turned] for name, _ in GROUPS}
    shown = {name: moved for name, moved in found.items() if any(each and each.sure for each in moved)}
    if not shown:
        return None
    ends = {name: max(map(_reach, filter(None, moved))) for name, moved in shown.items()}
    rows = [
        KnobRow(each.name, each.sort, [_strip(shown[name][place], ends[name]) for name in shown])
        for place, each in enumerate(turned)
    ]
    rates = {name: any(each.is_rate for each in moved if each) for name, moved in shown.items()}
    groups = [(name, f"±{rounded(ends[name])}{' of 100' if rates[name] else ' %'}") for name in shown]
    return KnobPicture(groups, rows)


def _reach(moved: Moved) -> float:
    """How far it is drawn from the middle."""
    return max(map(abs, (moved.moved, moved.low, moved.high))) if moved.sure else abs(moved.moved)


def _of_group(turned: Turned, group: str) -> Moved | None:
    """The figure of a group that a knob moves most."""
    own = [each for each in turned.figures if group_of(each.id) == group]
    return max(own, key=lambda each: (each.surely, abs(each.moved)), default=None)


def _strip(moved: Moved | None, end: float) -> Strip | None:
    if moved is None:
        return None
    dot, low, high = (
        round(MIDDLE + MIDDLE * min(max(value / end, -1.0), 1.0), 1)
        for value in (moved.moved, moved.low, moved.high)
    )
    words = f"{moved.name}: {moved.words}" if moved.sure else f"{moved.name}: no effect found"
    return Strip(dot, low, high, moved.sure, words)
