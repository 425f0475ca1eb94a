"""Games of one player that are solved turn by turn: far larger than what can be looked at position by position.

    solution = solve_by_turns(game)
    solution.answer.worths[0]              Worth(low=245.870775, high=245.870776)

What is kept between turns is a situation of few variables, and what can happen within a turn is the same in all of them (`game.turns`). So the positions
of a turn are found once. Situations are worked out from the last ones backwards: the worth of all positions of a turn from those of the situations that
can follow, and all of them but the first are forgotten again.

Numbers are floats; by how much they can be wrong at most is counted from the operations.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain, takewhile
from queue import SimpleQueue

from rulewright.game.game import Game, State
from rulewright.game.turns.between import END, Between, Finder, cases_of, places
from rulewright.game.turns.payoff import Payoff, payoff_of
from rulewright.game.turns.slow_cells import Kept, kept_between_turns
from rulewright.game.turns.turn import MEAN, Explorer, MightLeaveRange, Turn
from rulewright.play.running.crews import Crew
from rulewright.play.solving.answers import Answer, MoveWorth, Worth
from rulewright.play.solving.keeping import Keeping, WrongParts, text_of
from rulewright.runtime import sweeps
from rulewright.runtime.by_turns import ExplainsTurns, NotByTurns
from rulewright.runtime.executor import Choice
from rulewright.runtime.sweeps import Plain, Row, Sweep, Sweeping, padded
from rulewright.source.dataclass import dataclass

Report = Callable[[str, int, int], None]
TOGETHER = 128
"""The most cases that are worked out side by side, so that the rows fit into the caches of a processor."""
AT_ONCE = 16
"""How many situations are worked out in one task of a thread."""
KEPT = "turns"
"""The name under which worths are kept."""
ROUNDING = 2.0**-53
"""The most by which a float operation is wrong, as a part of its result."""


@dataclass(frozen=True, slots=True)
class TurnsSize:
    """What was worked out: how many `turns` differ in what was left before them, and how many positions one has in which somebody chooses."""

    turns: int
    positions_of_a_turn: int

    @property
    def positions(self) -> int:
        """The number of positions. Some of them may never come up, since not every turn can go in every way."""
        return self.turns * self.positions_of_a_turn

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "positions": self.positions, "turns": self.turns, "positions_of_a_turn": self.positions_of_a_turn,
            "every_position": True,
        }  # fmt: skip


class TurnsSolution:
    """A game that was solved turn by turn. It answers as `solve.Solution` does."""

    players: tuple[str, ...] = ()
    wins_or_loses = False
    has_chance = True
    is_exact = False

    def __init__(self, game: Game, worked_out: _WorkedOut) -> None:
        self.game = game
        self._of = worked_out
        turn = worked_out.turn
        self.starts = len(turn.begins[turn.first])
        self.size = TurnsSize(worked_out.between.reached(0), len(turn.positions))
        self.answer = Answer((worked_out.start(),), None, ())

    def worths_of_starts(self) -> array[float]:
        """What each situation is worth where a turn begins, in the order in which they are worked out."""
        return self._of.kept_worths()

    def at(self, state: State) -> Answer:
        """The answer for a position at a decision. Raises ValueError for one that was not looked at."""
        moves = self._of.moves(state.cells)
        if moves is None:
            raise ValueError("this position was not looked at when the game was solved")
        worth, choices = moves
        legal = {self.game.action_of(choice): value for choice, value in choices}
        shown = [(str(action), legal[action]) for action in state.legal_actions()]
        bound = max(value.low for _, value in shown)
        return Answer(
            (worth,), 0, tuple(MoveWorth(action, value, value.high >= bound) for action, value in shown)
        )


def may_go_by_turns(game: Game) -> bool:
    """Whether a game looks as if its turns were alike, which is found out by its rules alone."""
    try:
        _kept(game)
    except NotByTurns:
        return False
    return True


def _kept(game: Game) -> tuple[Kept, Payoff]:
    if game.num_players != 1 or game.utility != "points" or not game.perfect_information:
        raise NotByTurns("only games of points for one player are solved turn by turn")
    kept = kept_between_turns(game.program)
    return kept, payoff_of(game.executor, kept.slow.cells)


def solve_by_turns(
    game: Game,
    report: Report | None = None,
    known: array[float] | None = None,
    go_on: Keeping | None = None,
    jobs: int = 1,
) -> TurnsSolution:
    """The solution of a game of points for one player; with what is `known` of it (`worths_of_starts`) nothing has to be worked out. It goes on from
    what was kept (`go_on`), and keeps more; `jobs` threads work side by side, on whose number it does not depend. Raises NotByTurns; WrongParts if what is known or was kept does not fit."""
    kept, payoff = _kept(game)
    if not isinstance(game.executor, ExplainsTurns):
        raise NotByTurns("this executor does not explain turns")
    told = None if report is None else partial(report, "turn")
    turns = game.executor.by_turns(kept.slow)
    explorer = Explorer(game, kept, turns, told)
    try:
        turn = explorer.explored()
    except MightLeaveRange:
        explorer = Explorer(game, kept, turns, told, capped=False)
        turn = explorer.explored()
    told = None if report is None else partial(report, "situations")
    between = Finder(kept, payoff, turn, turns).situations(told)
    of = _WorkedOut(game, kept, payoff, explorer, turn, between)
    if known is not None:
        of.take(known)
    else:
        with Crew(jobs if isinstance(game.executor, sweeps.Sweeps) else 1) as crew:
            of.work_out(report, go_on, crew)
    return TurnsSolution(game, of)


class _WorkedOut:
    """What each situation is worth where a turn begins."""

    def __init__(
        self,
        game: Game,
        kept: Kept,
        payoff: Payoff,
        explorer: Explorer,
        turn: Turn,
        between: Between,
    ) -> None:
        self._game, self._kept, self._payoff, self._explorer = game, kept, payoff, explorer
        self.turn, self.between = turn, between
        self._first = payoff.gain.total(kept.start)
        self._sweep = _sweep(turn)
        self._sweeping = self._new_sweeping()
        self._places: dict[tuple[object, ...], array[int]] = {}
        cases = cases_of(between.ends)
        self._ends = array("d", (float(between.beyond[case]) for case in cases))
        self._worths: list[array[float]] = [array("d")] * len(between.ways)
        """By situation: for each start of a turn what it is worth in each case."""
        self._most = max(map(abs, self._ends), default=0.0)

    def work_out(self, progress: Report | None, kept: Keeping | None, crew: Crew) -> None:
        """Work out all situations but those that were kept, and keep more."""
        order = self.between.deepest_first
        done, new = 0, array("d")
        if kept is not None:
            done = self._take(kept.numbers(KEPT), order)
        free = SimpleQueue[Sweeping]()
        for _ in range(crew.jobs):
            free.put(self._new_sweeping())
        while done < len(order):
            some = self._side_by_side(order, done, crew.jobs * AT_ONCE)
            parts = [some[first : first + AT_ONCE] for first in range(0, len(some), AT_ONCE)]
            tasks = [partial(self._work_out_all, part, free) for part in parts]
            for number, worths in zip(some, chain.from_iterable(crew.all(tasks)), strict=True):
                self._keep(number, worths)
                if kept is not None:
                    new += worths
            before, done = done, done + len(some)
            if progress is not None and done // 100 > before // 100:
                progress("worths", done, len(order))
            if kept is not None and (kept.due() or done == len(order)):
                kept.add(KEPT, text_of(new))
                new = array("d")

    def start(self) -> Worth:
        """What the game is worth."""
        case = tuple(each.total(self._kept.start) for each in self._payoff.sums)
        return self._worth(self._worths[0][self._place(0, self.turn.first, case)] + self._first)

    def moves(self, cells: array[int]) -> tuple[Worth, list[tuple[Choice, Worth]]] | None:
        """What a position is worth, and each of its choices."""
        held = {cell: cells[cell] for cell in self.between.cells}
        number = self.between.numbers.get(
            tuple(self._kept.stands_for(cell, value) for cell, value in held.items())
        )
        key = self._explorer.key(cells)
        if number is None or key not in self.turn.positions:
            return None
        sizes = self.between.sizes[number]
        case = tuple(
            min(each.total(held), size - 1) for each, size in zip(self._payoff.sums, sizes, strict=True)
        )
        rows, wide = self._rows(number), padded(len(cases_of(sizes)))
        worths = self._sweeping.work_out(rows, len(cases_of(sizes)))
        place, so_far = self._in_row(sizes, case), self._payoff.gain.total(held)

        def worth(value: int) -> Worth:
            return self._worth(worths[value * wide + place] + so_far)

        choices: list[tuple[Choice, Worth]] = [
            (choice, worth(value)) for choice, value in self.turn.choices[key]
        ]
        return worth(self.turn.positions[key]), choices

    # ----------------------------------------------------------------------------------------------- private

    def _new_sweeping(self) -> Sweeping:
        executor = self._game.executor
        return executor.sweeping(self._sweep) if isinstance(executor, sweeps.Sweeps) else Plain(self._sweep)

    def _side_by_side(self, order: Sequence[int], first: int, most: int) -> Sequence[int]:
        """Situations from one on that do not follow each other."""
        turns = self.between.turns
        some = order[first : first + most]
        return list(takewhile(lambda number: turns[number] == turns[some[0]], some))

    def _work_out_all(self, numbers: Sequence[int], free: SimpleQueue[Sweeping]) -> list[array[float]]:
        sweeping = free.get()
        try:
            return [self._work_out(number, sweeping) for number in numbers]
        finally:
            free.put(sweeping)

    def _work_out(self, number: int, sweeping: Sweeping) -> array[float]:
        cases = len(cases_of(self.between.sizes[number]))
        parts: list[array[float]] = [array("d") for _ in self.turn.starts]
        rows = self._rows(number)
        for first in range(0, cases, TOGETHER):
            some = min(cases - first, TOGETHER)
            wide = padded(some)
            worths = sweeping.work_out([_part(row, first, wide) for row in rows], some)
            for part, value in zip(parts, self.turn.starts, strict=True):
                part += worths[value * wide : value * wide + some]
        kept = sum(parts[1:], parts[0])
        if min(kept) == sweeps.NEVER:
            raise NotByTurns("there is a position in which nothing is legal")
        return kept

    def _keep(self, number: int, kept: array[float]) -> None:
        self._most = max(self._most, max(map(abs, kept)))
        self._worths[number] = kept

    def kept_worths(self) -> array[float]:
        """All worths where turns begin, one situation after the other."""
        found = array("d")
        for number in self.between.last_first:
            found += self._worths[number]
        return found

    def take(self, known: array[float]) -> None:
        """Take all worths as `kept_worths` has them. Raises WrongParts."""
        if self._take(known, self.between.last_first) < len(self.between.last_first):
            raise WrongParts("these are not the worths of this game")

    def _take(self, known: array[float], order: Sequence[int]) -> int:
        """Take worths from the first situation of an order on, and return of how many they are. Raises WrongParts."""
        at, starts = 0, len(self.turn.starts)
        for done, number in enumerate(order):
            if at == len(known):
                return done
            end = at + starts * len(cases_of(self.between.sizes[number]))
            if end > len(known):
                break
            self._keep(number, known[at:end])
            at = end
        if at != len(known):
            raise WrongParts("these are not the worths of this game")
        return len(order)

    def _rows(self, number: int) -> list[Row | None]:
        between = self.between
        sizes = between.sizes[number]
        rows: list[Row | None] = []
        for way in between.ways[number]:
            if way is None:
                rows.append(None)
                continue
            situation, start, gain, adds = way
            if situation == END:
                rows.append(Row(self._ends, 0, self._moved(sizes, adds, between.ends), float(gain)))
                continue
            to = between.sizes[situation]
            row = self._worths[situation]
            first = start * (len(row) // len(self.turn.starts))
            rows.append(Row(row, first, self._moved(sizes, adds, to), float(gain)))
        return rows

    def _moved(self, sizes: tuple[int, ...], adds: tuple[int, ...], to: tuple[int, ...]) -> array[int]:
        key = sizes, adds, to
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = places(sizes, adds, to, padded(len(cases_of(sizes))))
        return known

    def _place(self, number: int, start: int, case: Sequence[int]) -> int:
        sizes = self.between.sizes[number]
        return start * (len(self._worths[number]) // len(self.turn.starts)) + self._in_row(sizes, case)

    def _in_row(self, sizes: tuple[int, ...], case: Sequence[int]) -> int:
        at = 0
        for value, size in zip(case, sizes, strict=True):
            at = at * size + min(value, size - 1)
        return at

    def _worth(self, value: float) -> Worth:
        error = self._error
        return Worth(value - error, value + error)

    @cached_property
    def _error(self) -> float:
        """The most by which a worth can be wrong, once all are known: in each turn the roundings on the longest way through its steps, times the greatest number."""
        lost = [1.0] * len(self.turn.leaves)
        for step in self.turn.steps:
            before = max(lost[value] for value in step.values)
            lost.append(before + (len(step.values) + 3 if step.what == MEAN else 0))
        gains = max(
            (abs(way.gain) for ways in self.between.ways for way in ways if way is not None), default=0
        )
        most = self._most + gains + abs(self._first)
        return 1.01 * (self.between.longest * max(lost) + 2) * ROUNDING * most


def _part(row: Row | None, first: int, wide: int) -> Row | None:
    """The cases of a row from one on."""
    return (
        row
        if row is None or wide == len(row.places)
        else row._replace(places=row.places[first : first + wide])
    )


def _sweep(turn: Turn) -> Sweep:
    steps, weights = array("i"), array("d")
    for what, values, shares in turn.steps:
        steps.extend((sweeps.MEAN if what == MEAN else sweeps.GREATEST, len(values), *values))
        weights.extend(map(_float, shares))
    return Sweep(len(turn.leaves), steps, weights, len(turn.steps))


def _float(share: Fraction) -> float:
    return float(share)
