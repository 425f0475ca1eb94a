"""The report on the health of a game as sections of sentences and tables, for every form in which it is printed.

for heading, parts in report(found): ...        a part is a sentence, or headings with rows
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulewright.play.figures.simulation import Table
from rulewright.play.figures.statistics import FEW, Summary
from rulewright.play.figures.texts import aligned
from rulewright.play.health.results import Health
from rulewright.play.health.verdict import seat_named, verdict
from rulewright.play.health.words import HUNDRED, capital, minutes, of_hundred, rounded, who
from rulewright.problems.quoting import counted, series

Section: TypeAlias = tuple[str, list[str | Table]]


def as_text(found: Health) -> str:
    """The whole report as text."""
    parts = ["\n".join([heading(found), *verdict(found)])]
    for name, content in report(found):
        lines = [each if isinstance(each, str) else aligned(each[0], *each[1]) for each in content]
        parts.append("\n".join([name.upper(), *lines]))
    return "\n\n".join(parts)


def heading(found: Health) -> str:
    """The game and its table, in one line."""
    variant = f", variant {found.variant}" if found.variant else ""
    rules = f", with {series(found.overlays)}" if found.overlays else ""
    return f"{found.title}: {counted(found.players, 'player')}{variant}{rules}, seed {found.seed}"


def report(found: Health) -> list[Section]:
    """All sections that have something to say."""
    sections: list[Section] = [
        ("length", list(_length(found))),
        ("seats", list(_seats(found))),
        ("how it ends", list(_ends(found))),
        ("what was left out", [f"{capital(each)}." for each in found.cut]),
    ]
    return [section for section in sections if section[1]]


def _length(found: Health) -> Iterator[str | Table]:
    length = found.length
    if length is None:
        return
    yield f"Between {who(length.players)}, at {rounded(length.seconds_per_decision)} seconds a decision:"
    rows: list[tuple[str, ...]] = [("decisions", *_row(length.decisions))]
    if length.rounds is not None:
        rows.append(("rounds", *_row(length.rounds)))
    rows.append(("time", minutes(length.minutes), "", minutes(length.shortest), "", minutes(length.longest)))
    yield ("a game", "mean", "95 %", "5 % shorter", "median", "5 % longer"), rows
    if length.wait is not None and length.longest_wait is not None:
        wait, longest = (
            each * length.seconds_per_decision / 60 for each in (length.wait, length.longest_wait)
        )
        yield (
            f"Between two turns of their own players wait for {counted(rounded(length.wait), 'decision')} of others, {minutes(wait)}; one wait in "
            f"twenty is longer than {counted(rounded(length.longest_wait), 'decision')}, {minutes(longest)}."
        )


def _row(each: Summary) -> tuple[str, ...]:
    between = "" if each.low is None or each.high is None else f"{each.low:,.4g} to {each.high:,.4g}"
    quantiles = each.quantiles
    return (
        f"{each.mean:,.4g}",
        between,
        f"{quantiles[5]:,.4g}",
        f"{quantiles[50]:,.4g}",
        f"{quantiles[95]:,.4g}",
    )


def _seats(found: Health) -> Iterator[str | Table]:
    if found.together:
        yield "Nobody plays against anybody, so seats have no meaning here."
        return
    rows: list[tuple[str, ...]] = []
    for each in found.seats:
        if each.games:
            low, high = of_hundred(each.low, each.high)
            sure = of_hundred(each.sure_low, each.sure_high)
            rows.append(
                (who(each.players), seat_named(each), f"{each.games:,}", f"{HUNDRED * each.share:.1f}", f"{low} to {high}",
                 " to ".join(sure), "not fair" if each.is_unfair else "")
            )  # fmt: skip
    yield ("players", "seat", "games", "wins of 100", "95 %", "for all lines", ""), rows
    yield (
        f"A shared win counts for its part, and a game that nobody wins for an equal part for all; a fair part is {rounded(HUNDRED / max(len({each.seats for each in found.seats}), 1))}. "
        "The wider interval holds for all lines together."
    )
    if any(0 < each.games < FEW for each in found.seats):
        yield f"With fewer than {FEW} games intervals are rough."


def _ends(found: Health) -> Iterator[str | Table]:
    names = list(dict.fromkeys(name for each in found.ends for name in each.ends))
    rows: list[tuple[str, ...]] = []
    for each in found.ends:
        if each.games:
            shares = [f"{HUNDRED * each.ends.get(name, 0.0):.1f}" for name in names]
            rows.append(
                (who(each.players), *shares, f"{HUNDRED * each.shared:.1f}", f"{HUNDRED * each.nobody:.1f}", f"{HUNDRED * each.broken_off:.1f}")
            )  # fmt: skip
    yield ("of 100 games", *names, "shared win", "nobody wins", "broken off"), rows
    if found.never:
        yield f"Never: {series(found.never)}."
