"""How single games went: waiting, choices, who was ahead when, and which actions were taken.

    looked = Looks(plan)([game], range(100))      what a worker returns: the games in columns, and a `Course` of each

Who is ahead goes by the score where one is kept.  Where none is, games are played on from positions along the way (`odds`), and the side that wins
most of these is ahead.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random
from typing import Final

from rulewright.game.game import Game
from rulewright.game.playouts.notes import Notes, noting
from rulewright.game.results.standing import fewest_are_best, keeps_score
from rulewright.play.advising.valuing import is_quick
from rulewright.play.figures.margins import sides_of
from rulewright.play.health.odds import odds_of
from rulewright.play.health.weighing import Valuing, Weighed, start_worth, weighed
from rulewright.play.looking_ahead.lookahead import usual_players
from rulewright.play.running.games import Plan
from rulewright.play.running.measured_games import Measured, measured_singly
from rulewright.runtime.chance.random_words import seed_of
from rulewright.source.dataclass import dataclass

WEIGHED: Final = 2**41
"""The number of the first seed by which decisions are weighed, larger than that of any game."""
MOMENTS: Final = 24
"""In how many positions of a game without a score it is asked who is ahead."""


@dataclass(frozen=True, slots=True)
class Course:
    """The course of a finished game. `waits`: by number of decisions of others, how often they came between two turns of the same player; `options`: by number of choices, how
    many decisions had them; `taken` and `legal`: by action, how often it was taken and in how many decisions with several actions it could have
    been. `ahead`: the side that is ahead at moments, with their places in the game from 0 to 1; -1 for nobody. `winner`: the only side that won, or -1. `weighed`: some decisions
    (`weighing`), and `start` the worth of the beginning to the first side, by two halves of games."""

    number: int
    decisions: int
    waits: Counter[int]
    options: Counter[int]
    taken: Counter[int]
    legal: Counter[int]
    ahead: tuple[tuple[float, int], ...]
    winner: int
    weighed: tuple[Weighed, ...] = ()
    start: tuple[float, float] | None = None

    @property
    def lead_changes(self) -> int:
        """How often another side took the lead."""
        leaders = [side for _, side in self.ahead if side >= 0]
        return sum(one != other for one, other in pairwise(leaders))

    @property
    def decided(self) -> float | None:
        """The first moment, from 0 to 1, after which the winner stays ahead; None if nobody won alone or was ever ahead."""
        if self.winner < 0 or not self.ahead:
            return None
        found = 1.0
        for place, side in reversed(self.ahead):
            if side != self.winner:
                break
            found = place
        return found

    def leader_at(self, place: float) -> int:
        """The side that is ahead at a place of the game; -1 for nobody."""
        at = bisect_left(self.ahead, (place, -2))
        return self.ahead[min(at, len(self.ahead) - 1)][1] if self.ahead else -1


@dataclass(frozen=True, slots=True)
class Looked:
    """Some games, and the courses of those that were finished."""

    games: Measured
    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """Plays games and takes notes: the work of a task. With `odds` it is found out who is ahead in games without a score, too, which takes games of their own.
    `weigh`: the number of decisions of each game that are weighed, with players at random if not `guided`."""

    plan: Plan
    odds: bool = True
    weigh: int = 0
    guided: bool = True

    def __call__(self, games: Sequence[Game], numbers: range) -> Looked:
        game, notes = games[0], dict[int, Notes]()
        measured = measured_singly(
            game, numbers, self.plan, lambda number, players: noting(game, players, notes, number)
        )
        sides = sides_of(game.program.teams)
        found = []
        for place, number in enumerate(measured.numbers):
            if measured.ended[place]:
                won = [side for side, bits in enumerate(sides) if measured.winners[place] & bits]
                last = tuple(scores[place] for scores in measured.scores)
                course = course_of(game, number, notes[number], won[0] if len(won) == 1 else -1, last)
                found.append(
                    self._weighed(game, self._with_odds(game, course, notes[number], sides), notes[number])
                )
        return Looked(measured, tuple(found))

    def _with_odds(self, game: Game, course: Course, notes: Notes, sides: Sequence[int]) -> Course:
        if (
            keeps_score(game.program)
            or len(sides) < 2
            or not self.odds
            or not course.decisions
            or not is_quick(game)
        ):
            return course
        moments = _spread(len(notes.kept), MOMENTS)
        seed = seed_of(self.plan.seed, course.number)
        ahead = []
        for moment in moments:
            decision, position, _ = notes.kept[moment]
            chances = odds_of(game, position, seed_of(seed, decision))
            ahead.append((decision / course.decisions, _first(chances)))
        return replace(course, ahead=(*ahead, (1.0, course.winner)))

    def _weighed(self, game: Game, course: Course, notes: Notes) -> Course:
        if not self.weigh or not notes.kept or not is_quick(game):
            return course
        seed = seed_of(self.plan.seed, WEIGHED + course.number)
        valuing = Valuing(game, usual_players(game) if self.guided else [()])
        drawn = Random(seed).sample(notes.kept, min(self.weigh, len(notes.kept)))
        weight = course.decisions / len(drawn)
        found = [
            weighed(valuing, position, seed_of(seed, decision), decision / course.decisions, weight)
            for decision, position, _ in drawn
        ]
        start = start_worth(valuing, notes.kept[0][1], seed_of(seed, WEIGHED))
        return replace(course, weighed=tuple(each for each in found if each is not None), start=start)


def course_of(game: Game, number: int, notes: Notes, winner: int, last: Sequence[int]) -> Course:
    """The course of a game by its notes, the side that won, and the last scores."""
    taken, legal = Counter[int](), Counter[int]()
    for action, bits in zip(notes.taken, notes.legal, strict=True):
        if bits & (bits - 1):
            taken[action] += 1
            legal.update(_members(bits))
    return Course(
        number,
        len(notes.seats),
        waits_of(notes.seats),
        Counter(notes.options),
        taken,
        legal,
        tuple(_by_score(game, notes, last)),
        winner,
    )


def waits_of(seats: array[int]) -> Counter[int]:
    """By number of decisions of others, how often they came between two turns of the same player. Before the first turn nobody waits for anything that they know."""
    found, last = Counter[int](), dict[int, int]()
    for number, seat in enumerate(seats):
        if seat in last and last[seat] < number - 1:
            found[number - 1 - last[seat]] += 1
        last[seat] = number
    return found


def _by_score(game: Game, notes: Notes, last: Sequence[int]) -> Iterator[tuple[float, int]]:
    """Who is ahead at each decision and at the end; nothing where no score is kept or nobody has rivals."""
    sides = sides_of(game.program.teams)
    if not notes.scores or len(sides) < 2:
        return
    sign = -1 if fewest_are_best(game.program) else 1
    seats = [[seat for seat in range(game.num_players) if bits >> seat & 1] for bits in sides]
    many = len(notes.scores)
    by_score = partial(_leader, sign, seats)
    known: dict[tuple[int, ...], int] = {}
    for number, each in enumerate((*notes.scores, tuple(last))):
        if each not in known:
            known[each] = by_score(each)
        yield number / many, known[each]


def _leader(sign: int, sides: Sequence[Sequence[int]], scores: Sequence[int]) -> int:
    return _first([max(sign * scores[seat] for seat in side) for side in sides])


def _first(values: Sequence[float]) -> int:
    """The number of the greatest value; -1 if several are."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else -1


def _members(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _spread(many: int, most: int) -> Sequence[int]:
    """At most `most` numbers, evenly spread over those below `many`."""
    return range(many) if many <= most else [number * many // most for number in range(most)]
