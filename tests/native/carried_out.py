"""Whole games that native code plays and the reference carries out: the cells after every decision of thousands of games.

    carried_out(Reference(program), Bare(program), range(10_000), most=1_000)      ->      None, or where and how they part

Native code lists the choices of every position and takes one as its own whole games do; both carry it out.  Compared after
every decision: the cells and the luck; at every `LOOKED_AT`th decision, each game beginning at another: the legal choices
in their order, their types and the standings; at the end: what the compiled loop over whole games says of the same seed.

What costs the reference most is to look for choices.  So between the decisions looked at it believes that the next
player can move; a game that native code plays to its end has a choice in each of its positions, and a game that fails
as a whole is left to `whole_games`, which believes nothing.  Where only single steps of native code give up, the game
goes on from the reference's position, and that is counted as needless; where it may not be (`GivenUp`), it is a difference.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.evaluate import flow, moves
from rulewright.evaluate.machine import Machine
from rulewright.evaluate.reference import Reference
from rulewright.game.playouts.players import RandomChooser
from rulewright.game.results import standing
from rulewright.ir.layout import CURRENT, ENDED, ROUND
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from tests.native.executors import Bare, Fault, Stepping
from tests.native.side_by_side import (
    Course,
    Difference,
    GivenUp,
    cells_apart,
    outcome,
    rows_of,
    types_of,
    whole_games,
)

LOOKED_AT = 16
"""One decision of so many has its legal choices and standings compared."""


def carried_out(
    one: Reference, other: Bare, seeds: Sequence[int], most: int, course: Course | None = None
) -> Difference | None:
    """Games of random players, at most so many decisions of each; the first difference."""
    course = course if course is not None else Course()
    for seed, row in zip(seeds, rows_of(one.program, other.games(seeds, most)), strict=True):
        if row.failed:
            found = whole_games(one, other, [seed], most, course=course)
        else:
            game = _Game(one, other, seed, course)
            found = game.play(most) or game.same("what came of the whole game", game.facts(), row.facts)
            course.games += 1
            course.steps += game.step
            course.ended += bool(game.here.cells[ENDED])
        if found is not None:
            return found
    return None


class _Game:
    """The same game in both."""

    def __init__(self, one: Reference, other: Bare, seed: int, course: Course) -> None:
        self.one, self.other, self.seed = one, other, seed
        self.given_up = GivenUp(course, seed)
        self.here, self.there = new_position(one.program, seed), Stepping(other, seed)
        self.chance = Sampled(one.program.streams)
        self.chooser = RandomChooser(seed)
        self.step = 0

    def play(self, most: int) -> Difference | None:
        """To the end, or so many decisions; the difference, if there is one."""
        first = outcome(lambda: self.one.begin(self.here, self.chance))
        found = self._moved(None, first, self.there.begin())
        while found is None and not self.here.cells[ENDED] and self.step < most:
            found = self._decision()
        return found or self._standings()

    def facts(self) -> tuple[object, ...]:
        """What came of it, as a row of whole games has it."""
        program, cells = self.one.program, self.here.cells
        end = standing.ended_by(program, cells)
        won = tuple(standing.winners(program, cells)) if end is not None else ()
        scores = tuple(standing.scores(self.one, cells))
        return self.step, cells[ROUND], end.id if end is not None else None, won, scores

    def same(self, what: str, first: object, second: object) -> Difference | None:
        return None if first == second else Difference(self.seed, self.step, what, f"{first} and {second}")

    def _decision(self) -> Difference | None:
        listed: Sequence[Choice] | Fault = self.there.listed()
        gave_up = isinstance(listed, Fault)
        if self._looked_at(self.step) or isinstance(listed, Fault):
            first = outcome(lambda: self.one.legal(self.here.cells))
            found = None
            if isinstance(listed, Fault) and isinstance(first, list):
                found, listed = self.given_up.at(self.step, listed), first
            found = found or self._choices(first, listed) or self._standings()
            if found is not None:
                return found
        assert not isinstance(listed, Fault), "a failure in both would have ended this game"
        if not listed:
            return Difference(self.seed, self.step, "legal choices", "none in a game that goes on")
        number = self.chooser.index(self.here.luck, self.here.cells[CURRENT], len(listed))
        choice = listed[number]
        self.step += 1
        done = self._carry_out(choice)
        return self._moved(choice, done, self.there.give(choice) if gave_up else self.there.take(number))

    def _carry_out(self, choice: Choice) -> object:
        flow.any_choice = moves.any_choice if self._looked_at(self.step) else _somebody_can  # type: ignore[attr-defined]
        try:
            return self.one.apply(self.here, choice, self.chance)
        except RuleFailure as failure:
            return failure
        finally:
            flow.any_choice = moves.any_choice  # type: ignore[attr-defined]

    def _looked_at(self, step: int) -> bool:
        return (step + self.seed) % LOOKED_AT == 0

    def _choices(self, first: object, listed: Sequence[Choice] | Fault) -> Difference | None:
        second = listed if isinstance(listed, Fault) else list(listed)
        return self.same("legal choices", first, second) or self.same(
            "types of choices", types_of(first), types_of(second)
        )

    def _standings(self) -> Difference | None:
        first = outcome(lambda: self.one.standings(self.here.cells))
        return self.same("standings", first, self.other.standings(self.there.cells))

    def _moved(self, choice: Choice | None, first: object, fault: Fault | None) -> Difference | None:
        what = "after set-up" if choice is None else "after a choice"
        if isinstance(first, RuleFailure):
            return self.same(f"{what} {choice}", first, fault)
        here, there, luck = self.here.cells, self.there.cells, self.here.luck
        if fault is not None:
            self.there.follow(here, luck)
            return self.given_up.at(self.step, fault)
        if here.tobytes() != there.tobytes():
            told = cells_apart(self.one.program, here, there)
            return Difference(self.seed, self.step, f"cells {what} {choice}", told)
        numbers = self.there.numbers(luck)
        return None if numbers == self.there.luck else self.same(f"luck {what}", numbers, self.there.luck)


def _somebody_can(machine: Machine) -> bool:
    """What the reference believes of a player between the decisions looked at."""
    return True
