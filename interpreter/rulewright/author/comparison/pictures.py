"""Pictures of a comparison, drawn by matplotlib as SVG for a page: intervals, distributions, scores over time.

    pictures(found, ("my-game", "my-game --set target=90"))         [Picture("intervals", "...", "<svg ...")]

The two sides differ in colour (from the palette of Okabe and Ito, which is safe for colour-blind readers) and in line style, so
that a print in black and white shows them too.  matplotlib and scipy come with the extra `report` and are loaded with this module.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from scipy.stats import t

from rulewright.author.comparison.text import Names
from rulewright.author.comparison.verdict import label
from rulewright.play.comparing.figures import SCORES
from rulewright.play.comparing.histogram import Histogram
from rulewright.play.comparing.result import Comparison, Line, Side
from rulewright.play.comparing.verdicts import LEVEL
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0072b2", "#d55e00")
LINES: tuple[Literal["-"], Literal["--"]] = ("-", "--")
WIDTH = 9.0
"""The width of a picture, in inches of 72 points."""
MOST_BARS = 30
FARTHEST = 4.0
"""Differences that are this many times as far from none as half of the others are drawn as an arrow at the edge."""
STYLE: Any = {  # its keys are names of settings, which matplotlib's types list one by one
    "svg.fonttype": "none", "text.parse_math": False, "font.family": "sans-serif", "font.size": 10.5, "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": "#8a8f96", "axes.labelcolor": "#3c4248", "xtick.color": "#3c4248",
    "ytick.color": "#1d2125", "axes.grid": True, "axes.grid.axis": "y", "grid.color": "#e4e6e8", "axes.axisbelow": True,
}  # fmt: skip
"""Few lines, pale ones for reading off."""
FEWEST = 0.05
"""Scores over time are drawn as long as this share of the games goes on."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as SVG; `told` describes it for readers who cannot see it."""

    name: str
    title: str
    told: str
    svg: str


def pictures(found: Comparison, names: Names) -> list[Picture]:
    """All pictures of a comparison that has games."""
    with rc_context(STYLE):
        return [*_intervals(found), *_distributions(found, names), *_scores(found, names)]


# --------------------------------------------------------------------------------------------------- intervals


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines that share an axis; a difference is drawn times `scale`."""

    title: str
    lines: Sequence[Line]
    scale: Callable[[Line], float]


def _intervals(found: Comparison) -> Iterator[Picture]:
    """A forest plot: each difference with its own interval (thick) and the one that holds for all lines together (thin)."""
    panels = [panel for panel in _panels(found) if panel.lines]
    if not panels:
        return
    rows = [len(panel.lines) for panel in panels]
    figure = _figure(0.9 * len(panels) + 0.24 * sum(rows))
    together = _together(found)
    axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=[row + 1.5 for row in rows])[:, 0]
    for panel, axis in zip(panels, axes, strict=True):
        _draw_panel(axis, panel, together)
    effects = [
        f"{line.name}: {line.words}" for panel in panels for line in panel.lines if line.verdict == "effect"
    ]
    yield Picture(
        "intervals",
        "What differs, and how surely",
        f"Differences of {sum(rows)} figures with their intervals. {'. '.join(effects) or 'None is an effect'}.",
        _svg(figure, "intervals"),
    )


def _panels(found: Comparison) -> Iterator[Panel]:
    """Lines that share an axis: for counts the change in per cent, for rates and scores the change itself."""
    there = [line for line in found.rows if line.verdict in ("effect", "perhaps", "none")]
    counted = [line for line in there if line.kind != "rate" and line.section != SCORES and line.a]
    yield Panel("difference, in per cent of A", counted, lambda line: 100 / line.a if line.a else 1.0)
    yield Panel("difference, in 100 games", [line for line in there if line.kind == "rate"], lambda line: 1.0)
    yield Panel("difference, in points", [line for line in there if line.section == SCORES], lambda line: 1.0)


def _together(found: Comparison) -> float:
    """The factor by which intervals are widened so that with 95 % all of them contain their true values (Bonferroni)."""
    degrees = max(found.games - 1, 1)
    return float(t.ppf(1 - LEVEL / (2 * max(found.tests, 1)), degrees) / t.ppf(1 - LEVEL / 2, degrees))


def _draw_panel(axis: Axes, panel: Panel, together: float) -> None:
    edge = _edge(panel, together)
    axis.grid(False)
    for place, line in enumerate(panel.lines):
        scale = panel.scale(line)
        middle, low, high = (scale * value for value in (line.difference, line.low, line.high))
        center, reach = (low + high) / 2, together * (high - low) / 2
        if place % 2:
            axis.axhspan(place - 0.5, place + 0.5, color="#f4f5f6", zorder=0)
        if abs(middle) > edge:
            there = edge if middle > 0 else -edge
            axis.plot(there, place, marker=">" if middle > 0 else "<", color=COLOURS[1], clip_on=False)
            axis.annotate(f"{middle:+,.0f}", (there, place), (-8 if middle > 0 else 8, 0), textcoords="offset points",
                          ha="right" if middle > 0 else "left", va="center", color="#1d2125")  # fmt: skip
            continue
        axis.plot((center - reach, center + reach), (place, place), color="#55606b", linewidth=0.9)
        axis.plot((low, high), (place, place), color=COLOURS[0], linewidth=3.5, solid_capstyle="round")
        filled = line.verdict == "effect"
        axis.plot(
            middle,
            place,
            "o",
            color="#1d2125",
            markerfacecolor="#1d2125" if filled else "white",
            markersize=6,
        )
    axis.axvline(0, color="#55606b", linewidth=0.9)
    axis.set_yticks(range(len(panel.lines)), [label(line.name) for line in panel.lines])
    axis.tick_params(axis="y", length=0)
    axis.spines["left"].set_visible(False)
    axis.set_ylim(len(panel.lines) - 0.4, -0.6)
    axis.set_xlim(-1.05 * edge, 1.05 * edge)
    axis.set_xlabel(panel.title)


def _edge(panel: Panel, together: float) -> float:
    """How far the axis goes: to the farthest interval, unless that is far beyond the others."""
    reaches = []
    for line in panel.lines:
        low, high = (panel.scale(line) * value for value in (line.low, line.high))
        reaches.append(abs(low + high) / 2 + together * (high - low) / 2)
    usual = sorted(reaches)[len(reaches) // 2]
    near = [reach for reach in reaches if reach <= FARTHEST * usual]
    return max(near, default=0.0) or max(reaches) or 1.0


# ----------------------------------------------------------------------------------------------- distributions


def _distributions(found: Comparison, names: Names) -> Iterator[Picture]:
    """Histograms of lengths, scores and lead changes, both sides in one."""
    both = [name for name in found.a.distributions if name in found.b.distributions and name != "rounds"]
    there = [name for name in both if _bins(found.a.distributions[name], found.b.distributions[name])]
    if not there:
        return
    rows = (len(there) + 1) // 2
    figure = _figure(2.5 * rows + 0.3)
    axes = figure.subplots(rows, 2, squeeze=False).flatten()
    for name, axis in zip(there, axes, strict=False):
        _draw_distribution(axis, name, found)
    for axis in axes[len(there) :]:
        axis.set_axis_off()
    _legend(figure, axes[0], names)
    yield Picture(
        "distributions",
        "Games one by one",
        "; ".join(_told(name, found) for name in there) + ".",
        _svg(figure, "distributions"),
    )


TITLES = {"score": "score of a seat", "lead_changes": "lead changes"}


def _bins(a: Histogram, b: Histogram) -> range:
    """The edges of bins that suit both sides; empty if there is only one value."""
    width = max(a.width, b.width)
    values = [place * side.width for side in (a, b) for place in side.counts]
    if not values or min(values) == max(values):
        return range(0)
    while (max(values) - min(values)) // width >= MOST_BARS:
        width *= 2
    first = min(values) // width * width
    return range(first, max(values) // width * width + 2 * width, width)


def _draw_distribution(axis: Axes, name: str, found: Comparison) -> None:
    bins = _bins(found.a.distributions[name], found.b.distributions[name])
    for side, colour, style in zip((found.a, found.b), COLOURS, LINES, strict=True):
        seen = side.distributions[name]
        heights = [0.0] * (len(bins) - 1)
        for place, many in seen.counts.items():
            heights[(place * seen.width - bins.start) // bins.step] += 100 * many / seen.counts.total()
        edges = [edge - 0.5 for edge in bins]
        axis.stairs(heights, edges, color=colour, linestyle=style, linewidth=1.6)
        axis.stairs(heights, edges, color=colour, fill=True, alpha=0.1)
    axis.xaxis.set_major_locator(MaxNLocator(integer=True))
    axis.set_xlabel(TITLES.get(name, name))
    axis.set_ylabel("per cent" if bins.step == 1 else f"per cent, by {bins.step}")
    axis.set_ylim(bottom=0)


def _told(name: str, found: Comparison) -> str:
    a, b = (_middle(side.distributions[name]) for side in (found.a, found.b))
    return f"{TITLES.get(name, name)}: half of A are at most {a:,}, half of B at most {b:,}"


def _middle(seen: Histogram) -> int:
    """The median, or the least number of the bin that contains it."""
    left = seen.counts.total() / 2
    for place in sorted(seen.counts):
        left -= seen.counts[place]
        if left <= 0:
            break
    return place * seen.width


# -------------------------------------------------------------------------------------------- scores over time


def _scores(found: Comparison, names: Names) -> Iterator[Picture]:
    """The mean score at the end of each round, and the share of games that are still being played."""
    sides = (found.a, found.b)
    if not all("score" in side.distributions and len(_rounds(side)) > 1 for side in sides):
        return
    figure = _figure(4.2)
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    for side, colour, style in zip(sides, COLOURS, LINES, strict=True):
        rounds = _rounds(side)
        numbers = [number + 1 for number in rounds]
        above.plot(numbers, [_mean_score(side, number) for number in rounds], color=colour, linestyle=style)
        going = [100 * side.curve.games[number] / side.curve.games[0] for number in rounds]
        below.plot(numbers, going, color=colour, linestyle=style)
    above.set_ylabel("mean score")
    below.set_ylabel("games, %")
    below.set_ylim(0, 105)
    below.set_xlabel("after round")
    _legend(figure, above, names)
    yield Picture(
        "scores",
        "Scores over time",
        f"Mean score of a seat in the games that come to the end of a round. {_ends_told(found)}.",
        _svg(figure, "scores"),
    )


def _rounds(side: Side) -> range:
    """The rounds, from 0, that enough games reach."""
    games = side.curve.games
    return range(sum(1 for many in games if many >= FEWEST * games[0]))


def _mean_score(side: Side, number: int) -> float:
    sums = side.curve.sums[number]
    return sum(sums) / len(sums) / side.curve.games[number]


def _ends_told(found: Comparison) -> str:
    return ", ".join(
        f"{letter} {_mean_score(side, 0):.3g} after round 1 and {_mean_score(side, _rounds(side)[-1]):.3g} after "
        f"round {len(_rounds(side))}"
        for letter, side in (("A", found.a), ("B", found.b))
    )


# ---------------------------------------------------------------------------------------------------- drawing


def _figure(height: float) -> Figure:
    return Figure(figsize=(WIDTH, height), layout="constrained")


def _legend(figure: Figure, axis: Axes, names: Names) -> None:
    handles = [
        Line2D([], [], color=COLOURS[0], linestyle=LINES[0]),
        Line2D([], [], color=COLOURS[1], linestyle=LINES[1]),
    ]
    labels = [f"{letter}: {_short(name)}" for letter, name in zip("AB", names, strict=True)]
    figure.legend(handles, labels, loc="outside upper left", ncols=2, frameon=False)


def _short(name: str) -> str:
    return name if len(name) <= 44 else f"{name[:20]}…{name[-23:]}"


def _svg(figure: Figure, name: str) -> str:
    """The picture as an element of a page, the same at each run; its ids are unique on the page."""
    written = io.StringIO()
    with rc_context({"svg.hashsalt": name}):
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    text = written.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    return re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", text)
