"""The figures of courses: who is ahead, how much there is to choose, which actions are taken, and how much is luck.

    lead_of(game, played), choices_of(game, played), usage_of(game, played), fortune_of(played)

Games are independent, decisions of one game are not.  So intervals of ratios of sums over decisions are those of sums over games (Cochran,
"Sampling Techniques", 1977).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

from rulewright.game.game import Game
from rulewright.game.results.measure import measure_of
from rulewright.game.results.standing import keeps_score
from rulewright.play.figures.margins import sides_of
from rulewright.play.figures.statistics import student, wilson
from rulewright.play.health.results import Choices, Fortune, Lead, Played, Rate, Usage, total
from rulewright.play.health.shares import Share

ALIKE = 0.1
"""How much decisions of one game are taken to be alike at least: the correlation between two of them."""
FEWEST = 10
"""The number of games below which nothing is said of who is ahead, of how much a choice matters, and of luck."""
EARLY, LATE = 0.5, 0.9
"""The places in a game before which, or after which, it is decided early or late."""


def lead_of(game: Game, played: Played) -> Lead | None:
    """Who is ahead until when; None where nobody plays against anybody, it is not known, or games are too few."""
    courses = [course for course in played.courses if course.ahead]
    if len(courses) < FEWEST:
        return None
    decided = [place for course in courses if (place := course.decided) is not None]
    leaders = [
        (leader, course.winner)
        for course in courses
        if (leader := course.leader_at(EARLY)) >= 0 and course.winner >= 0
    ]
    return Lead(
        played.players, len(courses), keeps_score(game.program), sum(course.lead_changes for course in courses) / len(courses),
        median(decided) if decided else None, rate(sum(place < EARLY for place in decided), len(decided)),
        rate(sum(place > LATE for place in decided), len(decided)), rate(sum(one == other for one, other in leaders), len(leaders)),
    )  # fmt: skip


def rate(hits: int, count: int) -> Rate:
    """A rate with Wilson's interval."""
    return Rate(count, hits / count if count else 0.0, *wilson(hits, count))


def choices_of(game: Game, played: Played) -> Choices | None:
    """How much there is to choose; None without notes of games."""
    courses = [course for course in played.courses if course.decisions]
    if not courses:
        return None
    options = total([course.options for course in courses])
    decisions = options.total()
    forced = ratio([(course.options[1], course.decisions) for course in courses])
    free = [[each for each in course.weighed if each.options > 1] for course in courses]
    weighed = [each for some in free for each in some] if sum(map(bool, free)) >= FEWEST else []
    gain, low, high = ratio([(sum(each.gain for each in some), len(some)) for some in free])
    sides = len(sides_of(game.program.teams))
    return Choices(
        players=played.players,
        games=len(courses),
        options=sum(many * times for many, times in options.items()) / decisions,
        forced=Rate(decisions, *_within(forced)),
        gain=gain if weighed else None,
        gain_low=low if weighed else None,
        gain_high=high if weighed else None,
        in_points=measure_of(game).kind == "points",
        clear=rate(sum(each.clear for each in weighed), len(weighed)) if weighed else None,
        king=rate(sum(each.king for each in weighed), len(weighed)) if weighed and sides > 2 else None,
    )


def usage_of(game: Game, played: Played) -> Iterator[Usage]:
    """How often each action is taken where another one was legal, too."""
    for number, action in enumerate(game.program.actions):
        pairs = [
            (course.taken[number], course.legal[number]) for course in played.courses if course.legal[number]
        ]
        if pairs:
            share, low, high = _within(ratio(pairs))
            legal = sum(each for _, each in pairs)
            alike = legal / (1 + ALIKE * (legal / len(pairs) - 1))
            least, most = Share(round(alike), share, 1.0).interval()
            yield Usage(action, Rate(legal, share, min(low, least), max(high, most)))


def fortune_of(game: Game, played: Played) -> Fortune | None:
    """The share of luck: of the deal, and of what comes after decisions, in addition to what the choices of players at random do.

    A result is the sum of changes of worth, by luck and by choices, which are not correlated where a worth is that between the same players.  So their
    variances add up.  The index is (K - L) / (K + L) of the leverages K of skill and L of luck (Silver, "Quantifying skill and chance", arXiv 2511.11611, 2025);
    here these are the standard deviations of what choices and luck do in a game."""
    courses = [course for course in played.courses if course.weighed and course.start]
    if len(courses) < FEWEST:
        return None
    if not game.has_chance:
        return Fortune(len(courses), 0.0, 0.0, 0.0, 1.0)
    starts = [course.start for course in courses if course.start]
    means = [sum(each[half] for each in starts) / len(starts) for half in range(2)]
    pairs = []
    for course, start in zip(courses, starts, strict=True):
        luck = sum(each.luck * each.weight for each in course.weighed)
        luck += (start[0] - means[0]) * (start[1] - means[1])
        choice = sum(each.choice * each.weight for each in course.weighed)
        pairs.append((luck, luck + choice))
    if sum(both for _, both in pairs) <= 0:
        return None
    share, low, high = _within(ratio(pairs))
    skill, luck = math.sqrt(1 - share), math.sqrt(share)
    return Fortune(len(courses), share, low, high, (skill - luck) / (skill + luck))


def ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The ratio of two sums over games with its 95 % interval, by the linear part of each game's share."""
    over, under = (sum(pair[place] for pair in pairs) for place in range(2))
    many = len(pairs)
    if not under:
        return 0.0, 0.0, 0.0
    share = over / under
    if many < 2:
        return share, -math.inf, math.inf
    squares = sum((one - share * other) ** 2 for one, other in pairs)
    error = math.sqrt(squares * many / (many - 1)) / abs(under)
    half = student(many - 1) * error
    return share, share - half, share + half


def _within(found: tuple[float, float, float]) -> tuple[float, float, float]:
    """A share and its interval, between 0 and 1."""
    share, low, high = (min(max(value, 0.0), 1.0) for value in found)
    return share, low, high
