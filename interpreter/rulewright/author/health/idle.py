"""Which rules never mattered: games are played by the reference executor, which counts, and the report of coverage says what is missing.

counting = IdleRules(book, games=200, seed=0)
counting.play(until=time.perf_counter() + 5)        may be interrupted
counting.idle()                                     an `Idle` of the games so far
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence

from rulewright.author.coverage.places import Place, Seen
from rulewright.author.coverage.report import Coverage, Covered, reason, times
from rulewright.ir import nodes as ir
from rulewright.ir.reads import reached
from rulewright.pipeline import Book
from rulewright.play.figures.tally import Tally
from rulewright.play.health.idle import Idle, IdleRule
from rulewright.play.running.games import Plan
from rulewright.play.running.jobs import workers
from rulewright.play.simulate import add_games


class IdleRules:
    """Plays games of a book and counts which rules matter in them, by each of these kinds of players in turn."""

    def __init__(
        self, book: Book, players: Sequence[str], games: int, seed: int = 0, max_actions: int = 10_000
    ) -> None:
        self._coverage = Coverage()
        self._game = self._coverage.watch(book).game
        self._players, self.games = tuple(players), games
        self._seed, self._max_actions = seed, max_actions
        self.played = 0
        """The number of games that were counted, without those in which a rule failed."""

    def play(self, until: float, progress: Callable[[int, int], None]) -> None:
        """Play the games, or as many as a time allows; one at least, since without any nothing is known."""
        plans = [
            Plan(self._seed, self._max_actions, (name,) * self._game.num_players, rotated=False)
            for name in self._players
        ]
        with workers((self._game,), self._players, 1) as here:
            for number in range(self.games):
                plan = plans[number % len(plans)]
                tally = Tally(self._game, self._seed, None, plan.players)
                for done in add_games(tally, [range(number, number + 1)], plan, here):
                    self.played += len(done) - tally.simulation().failed
                progress(self.played, self.games)
                if time.perf_counter() > until:
                    return

    def idle(self) -> Idle:
        """What never mattered in the games so far."""
        report, off = self._coverage.report(), frozenset(_switched_off(self._game.program))
        open_ = [each for each in report.places if not _is_settled(each, off)]
        missing = [each for each in report.missing if not _is_settled(each, off)]
        return Idle(
            self._players[: self.played], self.played, len(open_), tuple(map(_rule, missing)), len(report.places) - len(open_)
        )  # fmt: skip


def _rule(each: Covered) -> IdleRule:
    place = each.place
    return IdleRule(
        place.name, place.sort, place.span.source.title, place.span.line, _reason(place, each.seen), each.holds_back
    )  # fmt: skip


def _reason(place: Place, seen: Seen) -> str:
    """The reason in the report of coverage, for a condition in words of moves."""
    if place.sort == "condition" and (seen.yes or seen.no):
        what = "never refused anything" if seen.yes else "refused everything"
        return f"{what} (asked {times(seen.yes + seen.no)})"
    return reason(place, seen)


def _is_settled(each: Covered, off: Collection[str]) -> bool:
    """Whether options or the number of players decide before play that it cannot matter, or has to."""
    place, seen = each.place, each.seen
    if any(place.path == path or place.path.startswith(f"{path}.") for path in off):
        return True
    if place.both_ways:
        return seen.could_no != seen.could_yes or not seen.could_yes
    return not seen.could_yes and not seen.could_no


def _switched_off(program: ir.Program) -> Iterator[str]:
    """The paths of rules of which nothing is left at this table, and of steps that none of the others runs."""
    turns = program.turns
    yield from (rule.path for rule in (program.setup, turns.begin, turns.end, turns.round_end) if not rule.do)
    yield from (action.path for action in program.actions.values() if action.switched_off)
    run = {
        id(each)
        for each in reached(program, (program.phases, turns, program.setup, tuple(program.actions.values())))
    }
    yield from (step.path for step in program.steps.values() if not any(id(each) in run for each in step.do))
