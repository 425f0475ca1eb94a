"""The verdict on the health of a game: alarms, each a sentence with its interval, and a few sentences that say how the game is.

    alarms(found)       [Alarm("seats", "Seat 1 gets 57.7 to 67.1 of 100 wins between players by `bold`; at level 6, 52.0 to 56.4.")]
    verdict(found)      ["One thing to look at.", "Seat 1 gets ...", "A game takes 12 minutes ...", ...]

An alarm is no opinion: it is raised where an interval that holds for everything that was looked at leaves out what is healthy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.play.comparing.verdicts import MOST_FAILED
from rulewright.play.figures.statistics import Z95
from rulewright.play.health import idle, knobs
from rulewright.play.health.results import Ends, Health, Rate, SeatShare
from rulewright.play.health.shares import Share, distance_for
from rulewright.play.health.words import HUNDRED, between, capital, minutes, of_hundred, one, rounded, who
from rulewright.problems.quoting import counted, listed
from rulewright.source.dataclass import dataclass

RUNAWAY: Final = 0.9
"""It is an alarm if the side that is ahead in the middle of the game surely wins more of the games than this."""
OFTEN_FORCED: Final = 0.5
"""It is an alarm if surely more of the decisions than this have a single choice."""
NOTHING: Final = 0.005
"""It is an alarm if the best choice surely wins less of the games more than this, compared with a random one."""
RARELY: Final = 0.01
"""It is an alarm if an action is surely taken in less than this share of the decisions where it might be, or not taken."""
ENOUGH_LEGAL: Final = 200
"""The fewest of these decisions."""
VAGUE: Final = 0.6
"""An interval that is wider says nothing."""
OFTEN: Final = 0.25
"""Games that nobody wins, or several, are an alarm if they are surely more than this share."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something to look at: what it is about, and a sentence."""

    about: str
    words: str


def alarms(found: Health) -> list[Alarm]:
    """What to look at, the gravest first."""
    return [*_failures(found), *_seats(found), *_undecided(found), *_course(found), *_choices(found)]


def verdict(found: Health) -> list[str]:
    """The health of the game in a few sentences."""
    raised = alarms(found)
    if not found.length:
        first = "No game was finished, so there is little to say."
    elif raised:
        first = f"{['One thing', 'Two things', 'Three things'][len(raised) - 1] if len(raised) < 4 else f'{len(raised)} things'} to look at."
    else:
        first = "Nothing alarming was found."
    return [
        first,
        *(each.words for each in raised),
        *_length(found),
        *_fair(found),
        *_close(found),
        *_needed(found),
        *_luck(found),
        *(knobs.said_of(found.knobs) if found.knobs else ()),
        *(idle.said_of(found.idle) if found.idle else ()),
    ]


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
    distance = distance_for(found.looks)
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


def _course(found: Health) -> Iterator[Alarm]:
    """Games that are surely decided early."""
    lead = found.lead
    if lead is not None and lead.half_time.widened(_factor(found))[0] > RUNAWAY:
        yield Alarm(
            "runaway",
            f"The side that is ahead in the middle of the game wins {_wide(found, lead.half_time)} of 100 games between {who(lead.players)}, so the second "
            "half is seldom exciting.",
        )


def _choices(found: Health) -> Iterator[Alarm]:
    """Too little to choose, choices that do not matter, and actions that nobody or everybody takes."""
    choices, factor = found.choices, _factor(found)
    if choices is not None:
        if choices.forced.widened(factor)[0] > OFTEN_FORCED:
            yield Alarm(
                "forced",
                f"{_wide(found, choices.forced)} of 100 decisions between {who(choices.players)} have a single choice.",
            )
        if choices.gain is not None and choices.gain_high is not None and not choices.in_points:
            most = choices.gain + factor * (choices.gain_high - choices.gain)
            if most < NOTHING:
                yield Alarm(
                    "choices",
                    f"It hardly matters what is chosen: the best choice wins at most {HUNDRED * most:.1f} of 100 games more than one at random.",
                )
    for trial in found.restricted:
        if trial.pays:
            always_ = "always takes" if trial.must else "never takes"
            yield Alarm(
                "actions",
                f"A strong player who {always_} `{trial.action}` wins {' to '.join(of_hundred(trial.sure_low, trial.sure_high))} of 100 games against equal "
                f"players who are free to choose; a fair part is {rounded(HUNDRED * trial.fair)}.",
            )
    never, always = (
        [each for each in found.usage if extreme(*each.taken.widened(factor))]
        for extreme in (_is_rare, _is_usual)
    )
    for actions, words in ((never, "hardly ever"), (always, "nearly always")):
        if actions:
            are = "is" if len(actions) == 1 else "are"
            low = min(each.taken.widened(factor)[0] for each in actions)
            high = max(each.taken.widened(factor)[1] for each in actions)
            yield Alarm(
                "actions",
                f"{listed([each.action for each in actions], most=4)} {are} {words} taken where another action is legal, too: "
                f"{' to '.join(of_hundred(low, high))} times in 100, between {who(found.main)}.",
            )


def _is_rare(low: float, high: float) -> bool:
    return high < RARELY


def _is_usual(low: float, high: float) -> bool:
    return low > 1 - RARELY


def _factor(found: Health) -> float:
    """By how much intervals are longer that hold for all figures together."""
    return distance_for(found.looks) / Z95


def _wide(found: Health, each: Rate) -> str:
    return " to ".join(of_hundred(*each.widened(_factor(found))))


def _close(found: Health) -> Iterator[str]:
    """How close games are."""
    lead = found.lead
    if lead is not None and lead.decided is not None:
        changes = (
            f"The lead changes {rounded(lead.changes)} times in a game"
            if lead.by_score or lead.changes
            else ""
        )
        decided = f"half of the games are decided after {HUNDRED * lead.decided:.0f} % of their decisions"
        yield capital(f"{changes}{', and ' if changes else ''}{decided}, between {who(lead.players)}.")


def _needed(found: Health) -> Iterator[str]:
    """The actions without which a strong player wins less."""
    needed = [each for each in found.restricted if not each.must and each.costs]
    if needed:
        worst = min(needed, key=lambda each: each.share)
        yield (
            f"A strong player cannot do without {listed([each.action for each in needed], most=4)}: without `{worst.action}` "
            f"{' to '.join(of_hundred(worst.sure_low, worst.sure_high))} of 100 games are won, of a fair part of {rounded(HUNDRED * worst.fair)}."
        )


def _luck(found: Health) -> Iterator[str]:
    """How much is skill, and how much is luck."""
    for match in found.matches[:1]:
        low, high = of_hundred(match.low, match.high)
        rivals = "one" if found.players == 2 else f"{found.players - 1}"
        weak = one(match.weak).removeprefix("a player ") if found.players == 2 else who(match.weak)
        yield (
            f"Skill: {one(match.strong)} wins {low} to {high} of 100 games against {rivals} {weak}; without skill it would be {rounded(HUNDRED * match.fair)}."
        )
    fortune = found.fortune
    if fortune is not None and fortune.high == 0:
        yield "Nothing is left to luck."
    elif fortune is not None and fortune.high - fortune.low < VAGUE:
        low, high = of_hundred(fortune.low, fortune.high)
        yield f"Luck makes {low} to {high} % of what decides games between players at random; their choices make the rest."


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
        score = found.scores.get(found.main)
        won = ""
        if score is not None:
            won = f"; {who(found.main)} get {rounded(score.mean)} points"
        elif main is not None:
            won = f"; {who(found.main)} win {HUNDRED * main.won:.3g} of 100 games"
        yield f"{alone}, so no seat has an advantage{won}."
        return
    if found.main and not any(each.is_unfair for each in found.seats):
        farthest = max(
            max(each.sure_high - each.fair, each.fair - each.sure_low)
            for each in found.seats
            if each.players == found.main
        )
        yield f"No seat has a clear advantage; between {who(found.main)} each wins its fair part within {HUNDRED * farthest:.0f} of 100 games."
    if found.never:
        yield f"No game ended by {listed(found.never, 'or', most=4)}."


def _of(ends: Sequence[Ends], players: str) -> Ends | None:
    return next((each for each in ends if each.players == players), None)
