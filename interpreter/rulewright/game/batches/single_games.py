"""Single games of a batch: starting one, playing one, writing its position into the buffers (`Shown`), and reporting a
rule that fails.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from rulewright.game.batches.buffers import no_action
from rulewright.game.errors import FailedGame, IllegalAction
from rulewright.game.moves.legal import legal, preferred_of, reasons
from rulewright.game.moves.step import begun, moved, placed
from rulewright.game.playouts.players import Preferred, preferred
from rulewright.game.results import standing
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED
from rulewright.runtime.chance.random_words import MASK, seed_of
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Executor, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Bulk
from rulewright.source.dataclass import dataclass

NOBODY = -1
"""The player to act in a game that is over."""
TRIES = 8
"""The most seeds that are tried to restart a game whose set-up fails with some of them."""


@dataclass(slots=True)
class Shown:
    """The buffers of a batch that show the position of each game."""

    cells: array[int]
    current: array[int]
    terminal: bytearray
    returns: array[float]
    seeds: array[int]


class Games:
    """Operations on single games, used by both implementations of a batch."""

    def __init__(self, table: Table, shown: Shown, anew: bool) -> None:
        self.table = table
        self.shown = shown
        self.anew = anew
        self.chance = Sampled(table.program.streams)
        self._quick = table.executor if isinstance(table.executor, Bulk) else None

    def begun(self, seed: int) -> Position:
        position = new_position(self.table.program, seed)
        self.table.executor.begin(position, self.chance)
        return position

    def stepped(self, before: Position, choice: Choice) -> Position:
        position = before.copy()
        if self._quick is not None:
            self._quick.carry_out(position, choice)
        else:
            self.table.executor.apply(position, choice, self.chance)
        return position

    def failed(self, place: int, before: Position, choice: Choice, failure: RuleFailure) -> FailedGame:
        """The report of an action that failed, with a record that starts at the position before it."""
        return _reported(
            place,
            before.luck.seed,
            failure,
            lambda: moved(self.table, placed(self.table, before), choice, self.chance),
        )

    def not_begun(self, place: int, seed: int, failure: RuleFailure) -> FailedGame:
        """The report of a set-up that failed."""
        return _reported(place, seed, failure, lambda: begun(self.table, seed, self.chance))

    def unasked(self, place: int, position: Position, failure: RuleFailure) -> FailedGame:
        """The report of a failure while legal actions are listed."""
        return _reported(
            place, position.luck.seed, failure, lambda: legal(self.table, placed(self.table, position))
        )

    def begun_anew(self, place: int, seed: int) -> tuple[int, Position | None, FailedGame | None]:
        """A game started with the first seed after this one whose set-up does not fail. Returns that seed, the position
        (None if all seeds tried fail), and the report of the first failure, if there was one."""
        failed: FailedGame | None = None
        for _ in range(TRIES):
            seed = seed_of(seed, 0)
            try:
                return seed, self.begun(seed), failed
            except RuleFailure as failure:
                failed = failed or self.not_begun(place, seed, failure)
        return seed, None, failed

    def preferred(
        self,
        place: int,
        position: Position,
        strategy: str,
        legal: Sequence[Choice],
        found: Callable[[Executor, ir.Strategy, array[int], Sequence[Choice]], Preferred] = preferred,
    ) -> Preferred | FailedGame:
        """The legal choices that a strategy prefers, with their weights, as `found` finds them, or the report of the preference that failed."""
        try:
            return found(self.table.executor, self.table.program.strategies[strategy], position.cells, legal)
        except RuleFailure as failure:
            tip = placed(self.table, position)
            return _reported(
                place,
                position.luck.seed,
                failure,
                lambda: preferred_of(self.table, tip, strategy, legal),
            )

    def meant(self, position: Position, place: int, number: int, legal: Sequence[Choice]) -> Choice:
        """The legal choice with this id at the position of the game at a place. Raises IllegalAction."""
        try:
            choice = self.table.numbering.choice(number)
        except ValueError as error:
            raise no_action(place, f"{error}.", number) from error
        if choice not in legal:
            found = reasons(self.table, position.cells, choice)
            raise IllegalAction(str(self.table.action_of(choice)), found, place)
        return choice

    def show_all(self) -> None:
        """Bring the buffers up to date that are not after each step."""

    def ids(self, legal: Sequence[Choice]) -> list[int]:
        return self.table.numbering.numbers(legal)

    def show(self, place: int, position: Position) -> None:
        """Write the position of a game into the buffers."""
        cells, players, shown = position.cells, self.table.num_players, self.shown
        over = bool(cells[ENDED])
        shown.terminal[place] = over
        shown.current[place] = NOBODY if over else cells[CURRENT]
        shown.cells[place * len(cells) : (place + 1) * len(cells)] = cells
        results = standing.returns(self.table.executor, cells) if over else [0.0] * players
        shown.returns[place * players : (place + 1) * players] = array("d", results)


def _reported(place: int, seed: int, failure: RuleFailure, again: Callable[[], object]) -> FailedGame:
    """The report of a failure, with the record that it has when the same is done `again` in steps."""
    try:
        again()
    except RuleFailure as recorded:
        failure = recorded
    return FailedGame(place, seed & MASK, failure)
