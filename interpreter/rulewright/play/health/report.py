"""The report on the health of a game as sections of sentences and tables, for every form in which it is printed.

for heading, parts in report(found): ...        a part is a sentence, or headings with rows
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulewright.play.figures.simulation import Table
from rulewright.play.figures.statistics import FEW, Summary
from rulewright.play.figures.texts import aligned
from rulewright.play.health import idle, knobs
from rulewright.play.health.compared import compared
from rulewright.play.health.results import Health, Rate
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


BESIDE = "next to the bundled games"
"""The section that compares figures with those of other games."""


def report(found: Health) -> list[Section]:
    """All sections that have something to say."""
    sections: list[Section] = [
        ("length", list(_length(found))),
        ("seats", list(_seats(found))),
        ("how it ends", list(_ends(found))),
        ("who is ahead", list(_lead(found))),
        ("choices", list(_choices(found))),
        ("what an action is worth", list(_restricted(found))),
        ("skill and luck", list(_skill(found))),
        ("what house rules and options move", list(knobs.section_of(found.knobs)) if found.knobs else []),
        ("rules that never mattered", list(idle.section_of(found.idle)) if found.idle else []),
        (BESIDE, list(_beside(found))),
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


def _beside(found: Health) -> Iterator[str | Table]:
    rows: list[tuple[str, ...]] = [
        (each.name, f"{each.value:,.3g}", f"{each.median:,.3g}", each.words) for each in compared(found)
    ]
    if rows:
        yield ("figure", "here", "usual", ""), rows
        yield "Usual is the median. The other games were played by players at random, by a strategy, or of level 2."


def _lead(found: Health) -> Iterator[str | Table]:
    lead = found.lead
    if lead is None:
        return
    how = "by the score" if lead.by_score else "by games that are played on from positions along the way"
    yield f"Between {who(lead.players)}, {counted(lead.games, 'game')}; who is ahead goes {how}."
    rows: list[tuple[str, ...]] = [("lead changes in a game", rounded(lead.changes), "")]
    if lead.decided is not None:
        rows.append(("decided after, of 100 decisions", f"{HUNDRED * lead.decided:.0f}", ""))
    for name, each in (
        ("decided in the first half", lead.early),
        ("decided in the last tenth", lead.late),
        ("won by the side that is ahead in the middle", lead.half_time),
    ):
        if each.count:
            rows.append(_rate(name, each))
    yield ("of 100 games", "", "95 %"), rows


def _rate(name: str, each: Rate) -> tuple[str, ...]:
    return name, f"{HUNDRED * each.share:.1f}", " to ".join(of_hundred(each.low, each.high))


def _choices(found: Health) -> Iterator[str | Table]:
    choices = found.choices
    if choices is None:
        return
    yield f"Between {who(choices.players)}, {counted(choices.games, 'game')}."
    rows: list[tuple[str, ...]] = [
        ("choices in a decision", f"{choices.options:.3g}", ""),
        _rate("decisions with a single choice, of 100", choices.forced),
    ]
    if choices.gain is not None and choices.gain_low is not None and choices.gain_high is not None:
        scale, unit = (1, "points") if choices.in_points else (HUNDRED, "wins of 100")
        low, high = (f"{scale * each:.1f}" for each in (choices.gain_low, choices.gain_high))
        rows.append(
            (
                f"the best choice against one at random, {unit}",
                f"{scale * choices.gain:.1f}",
                f"{low} to {high}",
            )
        )
    if choices.clear is not None:
        rows.append(_rate("decisions that clearly matter, of 100 with several choices", choices.clear))
    if choices.king is not None:
        rows.append(_rate("decisions that make somebody else win, of 100", choices.king))
    yield ("", "", "95 %"), rows
    if found.usage:
        used = sorted(found.usage, key=lambda each: -each.taken.share)
        yield (
            ("action", "taken in 100", "95 %", "decisions with it and another action"),
            [(*_rate(each.action, each.taken), f"{each.taken.count:,}") for each in used],
        )  # fmt: skip


def _restricted(found: Health) -> Iterator[str | Table]:
    if not found.restricted:
        return
    rows: list[tuple[str, ...]] = [
        (f"{'always' if each.must else 'never'} {each.action}", f"{each.games:,}", f"{HUNDRED * each.share:.1f}",
         " to ".join(of_hundred(each.low, each.high)), " to ".join(of_hundred(each.sure_low, each.sure_high)),
         "costs wins" if each.costs else "wins games" if each.pays else "")
        for each in found.restricted
    ]  # fmt: skip
    yield ("strong player who takes", "games", "wins of 100", "95 %", "for all lines", ""), rows
    yield (
        f"One strong player is not allowed to take an action, or has to take it wherever it is legal; the others are as strong, and free. "
        f"If it makes no difference, the share is {rounded(HUNDRED * found.restricted[0].fair)}."
    )


def _skill(found: Health) -> Iterator[str | Table]:
    if found.matches:
        rows: list[tuple[str, ...]] = [
            (f"{each.strong} against {each.weak}", f"{each.games:,}", f"{HUNDRED * each.share:.1f}", " to ".join(of_hundred(each.low, each.high)),
             rounded(HUNDRED * each.fair))
            for each in found.matches
        ]  # fmt: skip
        yield ("one strong player", "games", "wins of 100", "95 %", "without skill"), rows
    if found.scores:
        yield (
            ("score", "mean", "95 %", "5 % lower", "median", "5 % higher"),
            [(who(name), *_row(each)) for name, each in found.scores.items()],
        )
    fortune = found.fortune
    if fortune is not None and fortune.high == 0:
        yield "There is no chance in this game: nothing is left to luck."
    elif fortune is not None:
        low, high = of_hundred(fortune.low, fortune.high)
        yield (
            f"Between players at random, luck makes {HUNDRED * fortune.luck:.0f} % of the variance of results ({low} to {high}), and choices make the rest; "
            f"the index of skill and luck, from -1 to 1, is {fortune.index:.2f}."
        )
