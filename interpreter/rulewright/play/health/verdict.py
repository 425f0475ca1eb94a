"""The verdict on the health of a game: alarms, each a sentence with its interval, and a few sentences that say how the game is.

    alarms(found)       [Alarm("seats", "Seat 1 gets 57.7 to 67.1 of 100 wins between players by `bold`; at level 6, 52.0 to 56.4.")]
    verdict(found)      ["One thing to look at.", "Seat 1 gets ...", "A game takes 12 minutes ...", ...]

An alarm is no opinion: it is raised where an interval that holds for everything that was looked at leaves out what is healthy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.play.comparing.verdicts import MOST_FAILED
from rulewright.play.health.results import Ends, Health, SeatShare
from rulewright.play.health.shares import Share, distance_for
from rulewright.play.health.words import HUNDRED, between, capital, minutes, of_hundred, rounded, who
from rulewright.problems.quoting import counted, listed

OFTEN: Final = 0.25
"""Games that nobody wins, or several, are an alarm if they are surely more than this share."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something to look at: what it is about, and a sentence."""

    about: str
    words: str


def alarms(found: Health) -> list[Alarm]:
    """What to look at, the gravest first."""
    return [*_failures(found), *_seats(found), *_undecided(found)]


def verdict(found: Health) -> list[str]:
    """The health of the game in a few sentences."""
    raised = alarms(found)
    if not found.length:
        first = "No game was finished, so there is little to say."
    elif raised:
        first = f"{['One thing', 'Two things', 'Three things'][len(raised) - 1] if len(raised) < 4 else f'{len(raised)} things'} to look at."
    else:
        first = "Nothing alarming was found."
    return [first, *(each.words for each in raised), *_length(found), *_fair(found)]


def _failures(found: Health) -> Iterator[Alarm]:
    for each in found.ends:
        if each.failed > MOST_FAILED:
            yield Alarm(
                "failed",
                f"A rule fails in {HUNDRED * each.failed:.3g} of 100 games between {who(each.players)}, so no figure of theirs can be relied on.",
            )
        if each.broken_off > MOST_FAILED:
            yield Alarm(
                "endless",
                f"{HUNDRED * each.broken_off:.3g} of 100 games between {who(each.players)} did not end and were broken off; all figures leave them out.",
            )


def _seats(found: Health) -> Iterator[Alarm]:
    """The seats that get more than their part between some players; the sentence says how it is between the strongest players, too."""
    best = list(
        dict.fromkeys(each.seats for each in found.seats if each.is_unfair and each.share > each.fair)
    )
    for seats in best:
        all_ = [each for each in found.seats if each.seats == seats]
        unfair = [each for each in all_ if each.is_unfair and each.share > each.fair]
        first, others = unfair[-1], [each for each in all_[-1:] if each is not unfair[-1]]
        words = f"{capital(seat_named(first))} {'get' if ' and ' in seats else 'gets'} {_sure(first)} of 100 wins between {who(first.players)}"
        for each in others:
            words += f"; between {who(each.players)}, {_sure(each)}"
        yield Alarm("seats", f"{words}. A fair part is {rounded(HUNDRED * first.fair)}.")


def seat_named(share: SeatShare) -> str:
    """A seat in a sentence."""
    return (
        f"seat{'s' if ' and ' in share.seats else ''} {share.seats}"
        if share.seats[:1].isdigit()
        else share.seats
    )


def _sure(share: SeatShare) -> str:
    return " to ".join(of_hundred(share.sure_low, share.sure_high))


def _undecided(found: Health) -> Iterator[Alarm]:
    """Games that often end without a winner, or with several; by the strongest players."""
    if found.together:
        return
    distance = distance_for(2 * len(found.ends))
    for each in [end for end in found.ends if end.players == found.main]:
        games = round(each.games * (1 - each.broken_off - each.failed))
        for rate, what in (
            (each.nobody, "are won by nobody"),
            (each.shared, "are won by several who share the win"),
        ):
            low, high = Share(games, rate, 1.0).interval(distance)
            if low > OFTEN:
                yield Alarm(
                    "undecided",
                    f"{' to '.join(of_hundred(low, high))} of 100 games between {who(each.players)} {what}.",
                )


def _length(found: Health) -> Iterator[str]:
    length = found.length
    if length is None:
        return
    spread = (
        ""
        if length.longest == length.shortest
        else f", nine games of ten {between(length.shortest, length.longest)}"
    )
    rounds = f" in {rounded(length.rounds.mean)} rounds" if length.rounds and length.rounds.mean > 1 else ""
    yield (
        f"A game takes {minutes(length.minutes)}{spread}, at {rounded(length.seconds_per_decision)} seconds a decision: "
        f"{rounded(length.decisions.mean)} decisions{rounds}, between {who(length.players)}."
    )
    if length.wait:
        yield (
            f"Between two turns of their own, players wait for {counted(rounded(length.wait), 'decision')} of others, which is "
            f"{minutes(length.wait * length.seconds_per_decision / 60)}."
        )


def _fair(found: Health) -> Iterator[str]:
    """What is known about seats where no alarm says it."""
    if found.together:
        alone = "One player plays" if found.players == 1 else "All play together"
        main = _of(found.ends, found.main)
        won = f"; {who(main.players)} win {HUNDRED * main.won:.3g} of 100 games" if main is not None else ""
        yield f"{alone}, so no seat has an advantage{won}."
        return
    if found.main and not any(each.is_unfair for each in found.seats):
        farthest = max(
            max(each.sure_high - each.fair, each.fair - each.sure_low)
            for each in found.seats
            if each.players == found.main
        )
        yield f"No seat has a clear advantage; between {who(found.main)} it is at most {HUNDRED * farthest:.0f} of 100 games."
    if found.never:
        yield f"No game ended by {listed(found.never, 'or', most=4)}."


def _of(ends: Sequence[Ends], players: str) -> Ends | None:
    return next((each for each in ends if each.players == players), None)
