"""Verdicts: an estimate in words for game designers.

    effect     longer by 2.1 turns, 95 % interval 1.8 to 2.4
    perhaps    perhaps longer by 0.4 turns, 95 % interval 0.1 to 0.7
    none       no effect found (between -0.3 and 0.4 turns)
    same       the same in all 2,000 games
    withheld   no verdict: too many games failed

A line is an effect if it is significant among all lines (`adjusted`), and *perhaps* one if only its own interval excludes 0.
If a rule fails in many games, the remaining games are not like all games, and no interval covers that bias.

    adjusted([0.001, 0.04, 0.3])        [0.003, 0.08, 0.3]

Of a hundred lines that a change does not affect, five have a 95 % interval that excludes 0.  By Holm's procedure ("A
simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics, 1979) with 95 %
probability the whole table has no false effect, however its lines depend on one another.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

from rulewright.play.comparing.figures import A_GAME, Figure
from rulewright.play.comparing.sums import Estimate

Verdict: TypeAlias = Literal[
    "effect", "perhaps", "none", "same", "never", "only_a", "only_b", "too_few", "withheld"
]

MOST_FAILED = 0.01
"""The largest share of failed games at which the remaining games still represent all."""
MOST_DECIMALS = 6


def verdict_of(figure: Figure, estimate: Estimate, adjusted: float | None, sound: bool) -> Verdict:
    """The verdict on a figure. `adjusted`: the level at which it is an effect among all lines. Not `sound`: too many games failed."""
    if figure.a is None or figure.b is None:
        return "only_b" if figure.a is None else "only_a"
    if not estimate.differing or not (estimate.error or estimate.difference):
        return "same" if estimate.a else "never"
    if estimate.games < 2:
        return "too_few"
    if not sound:
        return "withheld"
    if estimate.low <= 0 <= estimate.high:
        return "none"
    return "effect" if adjusted is not None and adjusted <= LEVEL else "perhaps"


def words_of(figure: Figure, estimate: Estimate, verdict: Verdict) -> str:
    """The verdict as a phrase without a full stop."""
    match verdict:
        case "only_a" | "only_b":
            return f"only {verdict[-1].upper()} has it"
        case "same":
            return _same(estimate)
        case "never":
            return "0 on both sides"
        case "too_few":
            return "one game says nothing"
        case "withheld":
            return "no verdict: too many games failed"
        case "none":
            low, high = around_zero(estimate.low, estimate.high)
            return f"no effect found (between {low} and {high} {figure.unit})"
        case "effect":
            return _moved(figure, estimate)
        case "perhaps":
            return f"perhaps {_moved(figure, estimate)}"
    assert_never(verdict)


def _same(estimate: Estimate) -> str:
    if estimate.differing:
        return "the same on both sides"
    return f"the same in all {estimate.games:,} games" if estimate.games > 1 else "the same in the one game"


def _moved(figure: Figure, estimate: Estimate) -> str:
    word = figure.up if estimate.difference > 0 else figure.down
    ends = sorted((abs(estimate.low), abs(estimate.high)))
    by, low, high = numbers((estimate.low, estimate.high), abs(estimate.difference), *ends)
    if not estimate.error:
        return f"{word} by {_counted(by, figure.unit)} in every game"
    return f"{word} by {by} {figure.unit}, 95 % interval {low} to {high}"


def _counted(number: str, unit: str) -> str:
    """A difference that is the same in every game: `2 turns`, `1 turn`, `1` if the unit is once a game."""
    if unit == A_GAME:
        return number
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def around_zero(low: float, high: float) -> tuple[str, str]:
    """The ends of an interval that contains 0, rounded to a number of decimals that suits its width. An end that
    is not 0, but would be printed as 0, is rounded outwards, so that the interval visibly extends to both sides of 0."""
    decimals = _decimals((high - low) / 2, (low, high))
    ends = (round(end, decimals) or math.copysign(bool(end) * 10.0**-decimals, end) for end in (low, high))
    least, most = (f"{end + 0.0:,.{decimals}f}" for end in ends)
    return least, most


def numbers(interval: tuple[float, float], *values: float, rounded: bool = False) -> list[str]:
    """Values with a number of decimals that suits their interval: as many as show one digit of half its width, or two
    if the first is a 1. Only with `rounded` may a value other than 0 be printed as 0."""
    decimals = _decimals((interval[1] - interval[0]) / 2, values)
    while (
        not rounded
        and decimals < MOST_DECIMALS
        and any(value and not round(value, decimals) for value in values)
    ):
        decimals += 1
    return [f"{round(value, decimals) + 0.0:,.{decimals}f}" for value in values]


def _decimals(half: float, values: tuple[float, ...]) -> int:
    if not half:
        return 0 if all(float(value).is_integer() for value in values) else 2
    size = math.floor(math.log10(half))
    decimals = 1 - size if half < 2 * 10.0**size else -size
    return min(max(decimals, 0), MOST_DECIMALS)


LEVEL = 0.05
"""The highest allowed probability that a table reports an effect if nothing was changed."""


def adjusted(probabilities: Sequence[float]) -> list[float]:
    """The adjusted level of each line (Holm): it is an effect if this is at most LEVEL."""
    order = sorted(range(len(probabilities)), key=probabilities.__getitem__)
    found = [1.0] * len(probabilities)
    least = 0.0
    for rank, place in enumerate(order):
        least = max(least, min((len(order) - rank) * probabilities[place], 1.0))
        found[place] = least
    return found
