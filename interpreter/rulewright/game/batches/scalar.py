"""A batch that is stepped game by game, with any executor."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

from rulewright.game.batches.single_games import Games, Shown
from rulewright.game.errors import BatchFailure, FailedGame
from rulewright.game.playouts.players import RandomChooser
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import SINGLY, STEPS, WIDE_IDS, GaveUp, note
from rulewright.runtime.fast import RANDOM, STAY, Seats, Together


class OneByOne(Games):
    """Steps game by game, with any executor."""

    def __init__(self, table: Table, shown: Shown, anew: bool) -> None:
        super().__init__(table, shown, anew)
        self._positions: dict[int, Position] = {}
        self._choosers: dict[int, RandomChooser] = {}
        self._legal: dict[int, list[Choice]] = {}
        """The legal choices of games that were listed since their last move."""
        self._singly = isinstance(table.executor, Together)
        """Whether the executor steps the games of other rulebooks all at once."""

    def begun(self, seed: int) -> Position:
        quick = self.table.quick
        started = None if quick is None else quick.start(seed)
        position = started if isinstance(started, Position) else super().begun(seed)
        if isinstance(started, GaveUp):
            note(STEPS, started.reason)
        elif self._singly:
            note(SINGLY, WIDE_IDS)
        return position

    def begin(self, seeds: Mapping[int, int]) -> None:
        begun, failures = dict[int, Position](), list[FailedGame]()
        for place, seed in seeds.items():
            try:
                begun[place] = self.begun(seed)
            except RuleFailure as failure:
                failures.append(self.not_begun(place, seed, failure))
        if failures:
            raise BatchFailure(failures)
        for place, position in begun.items():
            self._stand(place, position, seeds[place])

    def stand(self, positions: Mapping[int, Position]) -> None:
        for place, position in positions.items():
            self._stand(place, position.copy(), position.luck.seed)

    def apply(self, given: array[int]) -> None:
        moving = [place for place, number in enumerate(given) if number != STAY]
        stuck = self._stuck(place for place in moving if not self.shown.terminal[place])
        going = [place for place in moving if not self.shown.terminal[place] and place not in stuck]
        chosen = {
            place: self.meant(self._positions[place], place, given[place], self._choices(place))
            for place in going
            if given[place] != RANDOM
        }
        for place in going:
            if given[place] == RANDOM:
                chosen[place] = self._drawn(place)
            else:
                position = self._positions[place]
                self._choosers[place].passed(position.luck, position.cells[CURRENT])
        failures = [self._step(place, chosen.get(place), stuck.get(place)) for place in moving]
        failed = [each for each in failures if each is not None]
        if failed:
            raise BatchFailure(failed)

    def legal_ids(self, place: int) -> list[int]:
        stuck = self._stuck((place,))
        if stuck:
            raise BatchFailure([stuck[place]])
        return self.ids(self._choices(place))

    def fill(self, mask: memoryview, actions: int) -> None:
        stuck = self._stuck(self._positions)
        for place in range(len(self._positions)):
            start = place * actions
            mask[start : start + actions] = bytes(actions)
            for number in self.legal_ids(place) if place not in stuck else ():
                mask[start + number] = 1
        if stuck:
            raise BatchFailure(list(stuck.values()))

    def prefer(self, strategies: Seats) -> array[int]:
        ids, failures = array("q", (RANDOM,)) * len(self._positions), list[FailedGame]()
        for place, position in self._positions.items():
            player = position.cells[CURRENT]
            strategy = None if self.shown.terminal[place] else strategies[player]
            if strategy is None:
                continue
            stuck = self._stuck((place,))
            if stuck:
                failures.append(stuck[place])
                continue
            found = self.preferred(place, position, strategy, self._choices(place))
            if isinstance(found, FailedGame):
                failures.append(found)
            else:
                number = self._choosers[place].foreseen(position.luck, player, found.total)
                (ids[place],) = self.ids([found.at(number)])
        if failures:
            raise BatchFailure(failures)
        return ids

    def position(self, place: int) -> Position:
        return self._positions[place]

    def observe(self, seen: memoryview, viewer: int | None) -> None:
        rows = seen.cast("i")
        for place, position in self._positions.items():
            cells = position.cells
            shown = self.table.sight.masked(cells, max(cells[CURRENT], 0) if viewer is None else viewer)
            rows[place * len(cells) : (place + 1) * len(cells)] = memoryview(shown)

    def _stuck(self, places: Iterable[int]) -> dict[int, FailedGame]:
        """Those of these games in which a rule fails while legal choices are listed."""
        stuck = dict[int, FailedGame]()
        for place in places:
            try:
                self._choices(place)
            except RuleFailure as failure:
                stuck[place] = self.unasked(place, self._positions[place], failure)
        return stuck

    def _step(self, place: int, choice: Choice | None, failed: FailedGame | None) -> FailedGame | None:
        """Carry out a choice (None: start again, if games are reset). Returns the failure, of this step or the given one."""
        before = self._positions[place]
        if choice is not None:
            try:
                self._stand(place, self.stepped(before, choice))
                if self._singly:
                    note(SINGLY, WIDE_IDS)
                return None
            except RuleFailure as failure:
                failed = self.failed(place, before, choice, failure)
        if not self.anew:
            return failed
        seed, position, not_begun = self.begun_anew(place, self.shown.seeds[place])
        if position is not None:
            self._stand(place, position, seed)
        return failed or not_begun

    def _stand(self, place: int, position: Position, seed: int | None = None) -> None:
        """Replace the game at a place by a position; `seed` is given when the game has just started."""
        if seed is not None:
            self._choosers[place] = RandomChooser(seed)
            self.shown.seeds[place] = seed & MASK
        self._positions[place] = position
        self._legal.pop(place, None)
        self.show(place, position)

    def _drawn(self, place: int) -> Choice:
        legal, position = self._choices(place), self._positions[place]
        return legal[self._choosers[place].index(position.luck, position.cells[CURRENT], len(legal))]

    def _choices(self, place: int) -> list[Choice]:
        if place not in self._legal:
            over = self.shown.terminal[place]
            self._legal[place] = [] if over else self.table.executor.legal(self._positions[place].cells)
        return self._legal[place]
