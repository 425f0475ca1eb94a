"""Games of one player that are solved level by level: a level is what has been counted so far, as far as the ends of the game ask for it.

    solution = solve_by_levels(game)
    solution.answer.worths[0]              Worth(low=12.34567, high=12.34568): rounds on average, if the fewest are best

What can happen within a level is the same in all of them (`game.turns.levels`), so it is found once. Levels are worked out from the last ones
backwards: the worth of all positions from what is known of higher levels.  Where a turn can end on the level on which it began, which only adds to the result
or uses up luck, what a start is worth depends on itself.  Then it is worked out again and again; by how much it can still be wrong follows
from the greatest probability with which any play comes back.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence

from rulewright.game.game import Game, State
from rulewright.game.turns.counters import Counters, counters
from rulewright.game.turns.levels import Found, Leaf, LevelExplorer
from rulewright.game.turns.order import Level, Levels
from rulewright.play.solving.answers import Answer, MoveWorth, Worth
from rulewright.play.solving.keeping import DAMAGED, Keeping, WrongParts, text_of
from rulewright.play.solving.levels.packing import packed, unpacked
from rulewright.runtime import sweeps
from rulewright.runtime.by_turns import NotByTurns
from rulewright.runtime.executor import Choice
from rulewright.runtime.sweeps import SIDE_BY_SIDE, Plain, Row, Sweeping
from rulewright.source.dataclass import dataclass

Report = Callable[[str, int, int], None]
ROUNDING = 2.0**-53
"""The most by which a float operation is wrong, as a part of its result."""
MOST_ROUNDS = 1_000
"""The most times that a level is worked out."""
NEAR_ENOUGH = 1e-13
_PLACES = array("i", (0,)) * SIDE_BY_SIDE


@dataclass(frozen=True, slots=True)
class LevelsSize:
    """How many `levels` there are, and how many positions each has in which somebody chooses."""

    levels: int
    positions_of_a_level: int

    @property
    def positions(self) -> int:
        """The number of positions. Some of them may never come up."""
        return self.levels * self.positions_of_a_level

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "positions": self.positions, "levels": self.levels, "positions_of_a_level": self.positions_of_a_level,
            "every_position": True,
        }  # fmt: skip


class LevelsSolution:
    """A game that was solved level by level. It answers as `solve.Solution` does."""

    players: tuple[str, ...] = ()
    wins_or_loses = False
    has_chance = True
    is_exact = False

    def __init__(self, game: Game, of: _Levels) -> None:
        self.game = game
        self._of = of
        self.fewest = of.counters.sign < 0
        """Whether the least is best."""
        self.starts = len(of.inside.first)
        self.size = LevelsSize(len(of.worths), len(of.inside.positions))
        self.answer = Answer((self._worth(of.of_start(), of.first),), None, ())

    @property
    def counts_rounds(self) -> bool:
        """Whether the result is a number of rounds."""
        return self._of.counters.gain is None

    def at(self, state: State) -> Answer:
        """The answer for a position at a decision. Raises ValueError for one that was not looked at."""
        found = self._of.moves(state.cells)
        if found is None:
            raise ValueError("this position was not looked at when the game was solved")
        value, every, before = found
        worths = {self.game.action_of(choice): self._worth(each, before) for choice, each in every.items()}
        shown = [(str(action), worths[action]) for action in state.legal_actions()]
        if self.fewest:
            bound = min(worth.high for _, worth in shown)
            moves = [MoveWorth(action, worth, worth.low <= bound) for action, worth in shown]
        else:
            bound = max(worth.low for _, worth in shown)
            moves = [MoveWorth(action, worth, worth.high >= bound) for action, worth in shown]
        return Answer((self._worth(value, before),), 0, tuple(moves))

    def worths_of_starts(self) -> array[float]:
        """What is still to come from each start, level by level, in the order in which they are worked out."""
        return array("d", (value for row in self._of.worths.values() for value in row))

    def found(self) -> Found:
        """What was found within a level."""
        return self._of.found()

    def _worth(self, value: float, before: int) -> Worth:
        """`value`: what is still to come; `before`: what was counted so far."""
        error = self._of.error
        low, high = value - error, value + error
        if self.fewest:
            low, high = -high, -low
        return Worth(before + low, before + high)


def may_go_by_levels(game: Game) -> bool:
    """Whether a game looks as if it went level by level, which is found out by its rules alone."""
    try:
        counters(game)
    except NotByTurns:
        return False
    return True


def solve_by_levels(
    game: Game,
    report: Report | None = None,
    known: array[float] | None = None,
    found: Sequence[Found] = (),
    kept: Keeping | None = None,
) -> LevelsSolution:
    """The solution of a game for one player; with what is `known` of it (`worths_of_starts`) no level has to be worked out, and what was `found` within a
    level, in parts, need not be found again. It goes on from what was `kept`, and keeps more. Raises NotByTurns; WrongParts if what is known or
    was kept does not fit."""
    levels = _Levels(game, counters(game), report)
    if kept is None:
        levels.explore(found)
        levels.work_out(known, whole=known is not None)
    else:
        levels.go_on(kept)
    return LevelsSolution(game, levels)


class _Levels:
    """What is worked out."""

    def __init__(self, game: Game, counted: Counters, report: Report | None) -> None:
        self._game, self.counters, self._progress = game, counted, report
        self.worths: dict[Level, array[float]] = {}
        self.error = 0.0
        self._last: tuple[Level, array[float]] | None = None

    def go_on(self, kept: Keeping) -> None:
        """Explore and work out what was not kept. Raises WrongParts."""
        try:
            found = [unpacked(part) for part in kept.of("level")]
        except DAMAGED as error:
            raise WrongParts(str(error)) from error
        self.explore(found, kept)
        self.work_out(kept.numbers("levels"), kept)

    def explore(self, found: Sequence[Found], kept: Keeping | None = None) -> None:
        """Find what can happen within a level. Raises WrongParts."""
        done = (0, 0, 0, 0)

        def tell(positions: int, known: int) -> None:
            nonlocal done
            if self._progress is not None:
                self._progress("level", positions, known)
            if kept is not None and kept.due():
                kept.add("level", packed(explorer.found(done)))
                done = explorer.many()

        explorer = self._explorer = LevelExplorer(self._game, self.counters, tell)
        try:
            for part in found:
                explorer.take(part)
        except ValueError as error:
            raise WrongParts(str(error)) from error
        done = explorer.many()
        explorer.explored()
        if kept is not None and explorer.many() != done:
            kept.add("level", packed(explorer.found(done)))
        game, inside = self._game, explorer.finish()
        self.inside, executor = inside, game.executor
        self._sweeping: Sweeping = (
            executor.sweeping(inside.sweep) if isinstance(executor, sweeps.Sweeps) else Plain(inside.sweep)
        )
        self._values = [explorer.value_of(key) or 0 for key in inside.starts]
        self._levels = Levels(game, self.counters, inside)
        self.first = self._levels.first

    def work_out(
        self, known: array[float] | None = None, kept: Keeping | None = None, whole: bool = False
    ) -> None:
        """Work out the levels that are not known; none may be missing if the `whole` is known. Raises WrongParts."""
        order, again = self._levels.order(), self._coming_back()
        self._take(known if known is not None else array("d"), order, again, whole)
        new = array("d")
        for done, level in enumerate(order[len(self.worths) :], len(self.worths) + 1):
            self._work_out(level, again)
            new += self.worths[level]
            if self._progress is not None:
                self._progress("levels", done, len(order))
            if kept is not None and (kept.due() or done == len(order)):
                kept.add("levels", text_of(new))
                new = array("d")
        self._add_roundings(again)

    def _take(self, known: array[float], order: list[Level], again: float, whole: bool) -> None:
        """Take worths as `worths_of_starts` has them, from the first level on. Raises WrongParts."""
        many = len(self.inside.starts)
        levels, left = divmod(len(known), many)
        if left or levels > len(order) or (whole and levels < len(order)):
            raise WrongParts("these are not the worths of this game")
        for place, level in enumerate(order[:levels]):
            own = self.worths[level] = known[many * place : many * (place + 1)]
            if again:
                self.error = max(self.error, _near_enough(own))

    def found(self) -> Found:
        """What was found within a level."""
        return self._explorer.found()

    def of_start(self) -> float:
        """What play is worth at the beginning."""
        found = self.worths[self._levels.start]
        return sum(float(share) * found[number] for share, number in self.inside.first)

    def moves(self, cells: array[int]) -> tuple[float, Mapping[Choice, float], int] | None:
        """What is still to come in a position, and after each of its choices, and what was counted so far."""
        level = self._levels.of(cells)
        key = self._explorer.key(cells)
        value = self._explorer.value_of(key)
        if value is None or level not in self.worths:
            return None
        found = self._swept(level)
        every = {choice: found[SIDE_BY_SIDE * each] for choice, each in self._explorer.choices(key)}
        return found[SIDE_BY_SIDE * value], every, self._levels.before(cells)

    # ----------------------------------------------------------------------------------------------- private

    def _rows(self, level: Level, own: array[float]) -> list[Row | None]:
        """Where the values of leaves come from; those of the same level from `own`."""
        counted = self.counters
        values = array("d")
        for leaf in self.inside.leaves:
            following = self._levels.after(level, leaf)
            gain = float(leaf.gain) if counted.gain is not None else 0.0
            if following is None:
                values.append(gain)
                continue
            if counted.gain is None:
                gain = float(counted.sign * leaf.rounds)
            source = own if following == level else self.worths[following]
            values.append(gain + source[leaf.start])
        return _rows_of(values)

    def _starts_of(self, rows: list[Row | None]) -> array[float]:
        found = self._sweeping.work_out(rows, 1)
        return array("d", (found[SIDE_BY_SIDE * value] for value in self._values))

    def _coming_back(self) -> float:
        """The greatest probability with which a player can come back to the level on which a turn began."""
        stays = array("d", (float(self._stays(leaf)) for leaf in self.inside.leaves))
        return max(self._starts_of(_rows_of(stays))) if any(stays) else 0.0

    def _stays(self, leaf: Leaf) -> bool:
        return not any(leaf.adds) and not (self.counters.rounds and leaf.rounds)

    def _work_out(self, level: Level, again: float) -> None:
        own = array("d", (0.0,)) * len(self.inside.starts)
        if again >= 1 - 1e-9:
            raise NotByTurns("a player can stay on a level for ever")
        for _ in range(MOST_ROUNDS):
            found = self._starts_of(self._rows(level, own))
            moved = max(abs(one - other) for one, other in zip(found, own, strict=True))
            own = found
            if not again:
                break
            if moved * again / (1 - again) <= _near_enough(own):
                self.error = max(self.error, moved * again / (1 - again))
                break
        else:
            raise NotByTurns("a player can stay on a level for too long")
        if min(own) == sweeps.NEVER:
            raise NotByTurns("there is a position in which nothing is legal")
        self.worths[level] = own

    def _swept(self, level: Level) -> array[float]:
        """The values of all positions of a level."""
        if self._last is None or self._last[0] != level:
            own = self.worths[level]
            self._last = level, self._sweeping.work_out(self._rows(level, own), 1)
        return self._last[1]

    def _add_roundings(self, again: float) -> None:
        """Add to the error the most that roundings can make: on each level those on the longest way through its steps, times the greatest number."""
        inside = self.inside
        lost = [2.0] * len(inside.leaves)
        at = 0
        steps = inside.sweep.steps
        for _ in range(inside.sweep.many):
            what, many = steps[at], steps[at + 1]
            before = max(lost[value] for value in steps[at + 2 : at + 2 + many])
            lost.append(before + (many + 3 if what == sweeps.MEAN else 0))
            at += 2 + many
        most = max(
            abs(self.first),
            max(abs(value) for row in self.worths.values() for value in row)
            + max((abs(leaf.gain) + leaf.rounds for leaf in inside.leaves), default=0),
        )
        longest = len(self.worths)
        each = max(lost, default=0.0) / (1 - again)
        self.error = 1.01 * (longest * (self.error + each * ROUNDING * most) + 2 * ROUNDING * most)


def _near_enough(own: array[float]) -> float:
    """By how much the worths of a level may still be wrong when they are not worked out once more."""
    return NEAR_ENOUGH * max(1.0, *map(abs, own))


def _rows_of(values: array[float]) -> list[Row | None]:
    return [Row(values, place, _PLACES, 0.0) for place in range(len(values))]
