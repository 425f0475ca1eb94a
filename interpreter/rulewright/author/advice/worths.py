"""Worths in words: `63 % ± 2`, `246.3 points ± 1.2`.

worth_text(measure, estimate)           "63 % ± 2"
difference_text(measure, estimate)      "5 % ± 1", of a loss
"""

from __future__ import annotations

from math import ceil

from rulewright.game.results.measure import Measure
from rulewright.play.advising.valuing import CLEAR, Estimate


def worth_text(measure: Measure, worth: Estimate) -> str:
    """A worth with how far it may be wrong, twice the standard error; without, where it is certain."""
    return _text(measure, measure.shown(worth.value), worth.error, "+.2f")


def difference_text(measure: Measure, lost: Estimate, plain: bool = False) -> str:
    """How much less a move is worth; never below 0. `plain`: without how far it may be wrong."""
    scale = 100 if measure.kind == "wins" else 1
    return _text(measure, scale * max(lost.value, 0.0), 0.0 if plain else lost.error, ".2f")


def change_text(measure: Measure, change: Estimate) -> str:
    """How much more or less something is worth, with its sign."""
    sign = "+" if change.value >= 0 else "-"
    told = _text(measure, (100 if measure.kind == "wins" else 1) * abs(change.value), change.error, ".2f")
    return f"{sign}{told}"


def unit_of(measure: Measure) -> str:
    """What the numbers are, in words."""
    match measure.kind:
        case "wins":
            return "chances to win"
        case "points":
            return "expected points"
    return "expected results"


def draws_of(measure: Measure) -> str:
    """How results that are neither won nor lost count, as the end of a sentence."""
    match measure.kind:
        case "wins":
            return "; a draw counts half" if measure.sides == 2 else "; a shared win counts in part"
        case "points":
            return "; the fewest are best" if measure.fewest else ""
    return "; a plain win is +1, a loss -1"


def _text(measure: Measure, value: float, error: float, form: str) -> str:
    if measure.kind == "wins":
        return f"{_whole(value)} %{f' ± {ceil(100 * CLEAR * error)}' if error else ''}"
    digits = 1 if measure.kind == "points" else 2
    margin = f" ± {_at_least(CLEAR * error, digits)}" if error else ""
    if measure.kind == "points":
        return f"{value:.1f} points{margin}"
    return f"{value:{form}}{margin}"


def _whole(percent: float) -> str:
    """Percent in whole numbers; 0 and 100 only for what never happened, or always did."""
    if 0 < percent < 1:
        return "under 1"
    if 99 < percent < 100:
        return "over 99"
    return f"{percent:.0f}"


def _at_least(margin: float, digits: int) -> str:
    """A margin with this many digits after the point, and never 0."""
    step = 10**-digits
    return f"{max(ceil(margin / step) * step, step):.{digits}f}"
