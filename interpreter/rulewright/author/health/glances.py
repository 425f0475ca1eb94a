"""The health of a game at a glance: a few large figures, each with a line that says what it means.

glances(found)      [Glance("Time", "12 minutes", "7.5 to 18 minutes in nine games of ten"), ...]
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.play.health.results import Health
from rulewright.play.health.verdict import VAGUE, seat_named
from rulewright.play.health.words import HUNDRED, between, capital, minutes, of_hundred, rounded, who
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Glance:
    """A large figure. `alarm`: whether there is an alarm about it."""

    name: str
    value: str
    words: str
    alarm: bool = False


def glances(found: Health, about: set[str]) -> list[Glance]:
    """What there is to see at a glance; `about` are the subjects of alarms."""
    return [
        *_time(found),
        *_seats(found, about),
        *_close(found, about),
        *_choices(found, about),
        *_luck(found),
    ]


def _time(found: Health) -> Iterator[Glance]:
    length = found.length
    if length is not None:
        yield Glance(
            "Time",
            minutes(length.minutes),
            f"{between(length.shortest, length.longest)} in nine games of ten",
        )


def _seats(found: Health, about: set[str]) -> Iterator[Glance]:
    seats = [each for each in found.seats if each.players == found.main]
    if seats:
        best = max(seats, key=lambda each: each.share)
        low, high = of_hundred(best.low, best.high)
        yield Glance(
            "Best seat",
            f"{HUNDRED * best.share:.0f} of 100",
            f"{capital(seat_named(best))}: {low} to {high}; a fair part is {rounded(HUNDRED * best.fair)}",
            "seats" in about,
        )


def _close(found: Health, about: set[str]) -> Iterator[Glance]:
    lead = found.lead
    if lead is not None and lead.decided is not None:
        yield Glance(
            "Decided",
            f"after {HUNDRED * lead.decided:.0f} %",
            f"of its decisions, half of the games; the lead changes {rounded(lead.changes)} times",
            "runaway" in about,
        )


def _choices(found: Health, about: set[str]) -> Iterator[Glance]:
    choices = found.choices
    if choices is None:
        return
    forced = f"{HUNDRED * choices.forced.share:.0f} of 100 decisions have a single choice"
    alarm = bool({"forced", "choices"} & about)
    yield Glance("Choices", f"{choices.options:.3g}", f"in a decision; {forced}", alarm)


def _luck(found: Health) -> Iterator[Glance]:
    if found.fortune is not None and found.fortune.high - found.fortune.low < VAGUE:
        low, high = of_hundred(found.fortune.low, found.fortune.high)
        words = (
            "no chance in it" if not found.fortune.high else f"{low} to {high} %, between players at random"
        )
        yield Glance("Luck", f"{HUNDRED * found.fortune.luck:.0f} %", words)
    for match in found.matches[:1]:
        low, high = of_hundred(match.low, match.high)
        yield Glance(
            "Skill",
            f"{HUNDRED * match.share:.0f} of 100",
            f"{who(match.strong)} against {who(match.weak)}: {low} to {high}; {rounded(HUNDRED * match.fair)} without skill",
        )
