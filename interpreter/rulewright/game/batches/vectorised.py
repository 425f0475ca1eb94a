"""A batch whose games are all stepped in one call, where the executor can (`runtime.fast`)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from itertools import compress
from typing import TypeAlias

from rulewright.game.batches.single_games import Games, Shown
from rulewright.game.errors import BatchFailure, FailedGame
from rulewright.game.playouts.players import STREAM, evaluated
from rulewright.game.results import standing
from rulewright.game.table import Table
from rulewright.ir.layout import CURRENT
from rulewright.ir.utility import utility
from rulewright.runtime.chance import random_words
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.executor import Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import PREFERENCE, STEPS, note
from rulewright.runtime.fast import (
    BEGIN,
    BEGIN_NEXT,
    BOT,
    NOT_KNOWN,
    RANDOM,
    STAY,
    WAIT,
    Seats,
    States,
    Together,
)

Decision: TypeAlias = tuple[int, int, int]
"""A decision: player, turn, and its index within the turn."""


class AtOnce(Games):
    """Steps all games in one call. Games in which a rule fails, or whose choices cannot be listed in buffers, are
    stepped one by one."""

    def __init__(self, table: Table, executor: Together, states: States, shown: Shown, anew: bool) -> None:
        super().__init__(table, shown, anew)
        self._executor = executor
        self._states = states
        self._luck = len(states.luck) // states.size
        self._wide = len(states.cells) // states.size
        self._none_failed = bytes(4 * states.size)
        self._behind = True
        """Whether the cells that callers see are those before the last step."""
        self._unlisted: dict[int, list[Choice] | None] = {}
        """Games whose choices are not listed in `states`, with their choices once these were needed."""
        self._points = utility(table.program) == "points"
        self._unseen = table.sight.unseen()
        shown.current, shown.terminal = states.current, states.terminal
        shown.returns, shown.seeds = states.returns, states.seeds

    def begin(self, seeds: Mapping[int, int]) -> None:
        states = self._states
        self._executor.fetch(states, changing=True)
        kept = states.cells[:], states.luck[:], states.seeds[:], states.players[:]
        states.chosen[:] = array("i", (WAIT,)) * states.size
        for place, seed in seeds.items():
            states.seeds[place] = seed & MASK
            states.chosen[place] = BEGIN
        failures = self._go({})
        if failures:
            self._executor.fetch(states, changing=True)
            states.cells[:], states.luck[:], states.seeds[:], states.players[:] = kept
            states.chosen[:] = array("i", (WAIT,)) * states.size
            self._go({})
            raise BatchFailure(failures)

    def stand(self, positions: Mapping[int, Position]) -> None:
        for place, position in positions.items():
            self._put(place, position, begun=True)
        self._states.chosen[:] = array("i", (WAIT,)) * self._states.size
        self._go({})

    def apply(self, given: array[int]) -> None:
        states = self._states
        unlisted = [place for place in self._unlisted if given[place] != STAY]
        stuck = self._stuck(unlisted)
        apart = sorted({*unlisted} - stuck.keys())
        chosen = {
            place: self.meant(self.position(place), place, given[place], self._choices(place))
            for place in apart
            if given[place] != RANDOM
        }
        refused = self._executor.choose_all(states, given, self.anew)
        if refused:
            place = refused - 1
            position = self.position(place)
            self.meant(position, place, given[place], self.table.executor.legal(position.cells))
            raise AssertionError(f"id {given[place]} of game {place} is legal, and is not listed")
        for place in apart:
            position = self.position(place)
            decision = self._decision(place, position)
            if given[place] == RANDOM:
                legal = self._choices(place)
                chosen[place] = legal[_drawn(position, decision, len(legal))]
            states.players[place * BOT : (place + 1) * BOT] = array("i", decision)
        for place in stuck if self.anew else ():
            states.chosen[place] = BEGIN_NEXT
        failures = {each.place: each for each in self._go(chosen)} | stuck
        if failures:
            raise BatchFailure([failures[place] for place in sorted(failures)])

    def legal_ids(self, place: int) -> list[int]:
        if place in self._unlisted:
            stuck = self._stuck((place,))
            if stuck:
                raise BatchFailure([stuck[place]])
            return self.ids(self._choices(place))
        return self._executor.ids_of(self._states, place)

    def fill(self, mask: memoryview, actions: int) -> None:
        self._executor.mask_all(self._states, mask, actions)
        stuck = self._stuck(self._unlisted)
        for place in self._unlisted.keys() - stuck.keys():
            for number in self.legal_ids(place):
                mask[place * actions + number] = 1
        if stuck:
            raise BatchFailure([stuck[place] for place in sorted(stuck)])

    def observe(self, seen: memoryview, viewer: int | None) -> None:
        self._executor.observe_all(self._states, seen, -1 if viewer is None else viewer, self._unseen)

    def prefer(self, strategies: Seats) -> array[int]:
        ids = array("q", (RANDOM,)) * self._states.size
        if self._executor.prefer_all(self._states, strategies, ids):
            self._prefer_apart(strategies, ids)
        return ids

    def show_all(self) -> None:
        if self._behind:
            self._executor.fetch(self._states)
            self.shown.cells[:] = self._states.cells
            self._behind = False

    def position(self, place: int) -> Position:
        states, turns = self._states, self.table.num_players + 1
        self._executor.fetch(states)
        luck = states.luck[place * self._luck : (place + 1) * self._luck]
        used = {stream: many for stream, many in enumerate(luck[turns:]) if many}
        cells = states.cells[place * self._wide : (place + 1) * self._wide]
        return Position(cells, Luck(states.seeds[place], luck[:turns].tolist(), used))

    # ------------------------------------------------------------------------------------------------- private

    def _stuck(self, places: Iterable[int]) -> dict[int, FailedGame]:
        """Those of these unlisted games in which a rule fails while legal choices are listed, with reports."""
        stuck = dict[int, FailedGame]()
        for place in places:
            try:
                self._choices(place)
            except RuleFailure as failure:
                stuck[place] = self.unasked(place, self.position(place), failure)
        return stuck

    def _go(self, apart: dict[int, Choice]) -> list[FailedGame]:
        """Carry out the choices in `states`, and those of `apart` one by one; then update the buffers that callers see.
        Returns the failures."""
        states = self._states
        states.failed[:] = array("i", self._none_failed)
        self._executor.step_all(states)
        failures = list[FailedGame]()
        if apart or self._some_failed():
            failures = self._gone_apart(apart, states.chosen[:])
        self._unlisted = (
            dict.fromkeys(compress(range(states.size), states.failed)) if self._some_failed() else {}
        )
        self._behind = True
        if not states.elsewhere:
            self.show_all()
        if self._points and 1 in states.terminal:
            self._show_points()
        return failures

    def _some_failed(self) -> bool:
        return self._states.failed.tobytes() != self._none_failed

    def _gone_apart(self, apart: dict[int, Choice], chosen: array[int]) -> list[FailedGame]:
        """Carry out the choices of `apart`, and of the games in which machine code failed, one by one. Returns the failures."""
        states, again = self._states, dict[int, Choice | None](apart)
        for place in compress(range(states.size), states.failed):
            number = chosen[place]
            if number >= 0:
                before = self._executor.ids_of(states, place, before=True)
                again[place] = self.table.numbering.choice(before[number])
            elif number in (BEGIN, BEGIN_NEXT):
                again[place] = None
        return self._played_apart(again, chosen)

    def _played_apart(self, again: dict[int, Choice | None], chosen: array[int]) -> list[FailedGame]:
        """Step some games one by one. Returns the failures."""
        states, failures = self._states, list[FailedGame]()
        if not again:
            return failures
        for place, choice in sorted(again.items()):
            failed = self._begin_again(place, chosen[place]) if choice is None else self._step(place, choice)
            if failed is not None:
                failures.append(failed)
            elif choice is None:
                note(STEPS, states.reason(states.failed[place]))
        states.chosen[:] = array("i", (WAIT,)) * states.size
        states.failed[:] = array("i", bytes(4 * states.size))
        self._executor.step_all(states)
        return failures

    def _step(self, place: int, choice: Choice) -> FailedGame | None:
        """Carry out a choice in one game; if it fails and games are reset, the game starts again. Returns the failure."""
        before = self.position(place)
        try:
            self._put(place, self.stepped(before, choice))
        except RuleFailure as failure:
            failed = self.failed(place, before, choice, failure)
            if self.anew:
                self._begin_again(place, BEGIN_NEXT)
            return failed
        return None

    def _begin_again(self, place: int, how: int) -> FailedGame | None:
        """Start one game with its seed, or with a seed after that. Returns the failure, if a set-up failed."""
        self._executor.fetch(self._states)
        seed, failed = self._states.seeds[place], None
        position: Position | None = None
        if how == BEGIN:
            try:
                position = self.begun(seed)
            except RuleFailure as failure:
                failed = self.not_begun(place, seed, failure)
        else:
            seed, position, failed = self.begun_anew(place, seed)
        if position is not None:
            self._put(place, position, begun=True)
        return failed

    def _put(self, place: int, position: Position, begun: bool = False) -> None:
        """Replace the game at a place by a position; if it has just `begun`, the decisions of random players count from 0."""
        states, luck = self._states, position.luck
        self._executor.fetch(states, changing=True)
        used = (luck.used.get(stream, 0) for stream in range(self._luck - len(luck.turns)))
        states.cells[place * self._wide : (place + 1) * self._wide] = position.cells
        states.luck[place * self._luck : (place + 1) * self._luck] = array("i", [*luck.turns, *used])
        states.seeds[place] = luck.seed & MASK
        if begun:
            states.players[place * BOT : (place + 1) * BOT] = array("i", (-1,)) * BOT

    def _choices(self, place: int) -> list[Choice]:
        """The legal choices of a game whose choices are not listed in buffers."""
        known = self._unlisted[place]
        if known is None:
            known = self._unlisted[place] = self.table.executor.legal(self.position(place).cells)
        return known

    def _prefer_apart(self, strategies: Seats, ids: array[int]) -> None:
        """Evaluate strategies one by one for the games that machine code left out."""
        failures, stuck = list[FailedGame](), self._stuck(self._unlisted)
        for place in (place for place, number in enumerate(ids) if number == NOT_KNOWN):
            position = self.position(place)
            strategy = strategies[position.cells[CURRENT]]
            if strategy is None:
                ids[place] = RANDOM
                continue
            if place in stuck:
                failures.append(stuck[place])
                continue
            listed = place not in self._unlisted
            legal = self.table.executor.legal(position.cells) if listed else self._choices(place)
            found = self.preferred(place, position, strategy, legal, evaluated)
            if isinstance(found, FailedGame):
                failures.append(found)
            else:
                number = _drawn(position, self._decision(place, position), found.total)
                (ids[place],) = self.ids([found.at(number)])
                note(STEPS, PREFERENCE)
        if failures:
            raise BatchFailure(failures)

    def _decision(self, place: int, position: Position) -> Decision:
        """The decision that is due in a game."""
        self._executor.fetch(self._states)
        player = position.cells[CURRENT]
        turn = player, position.luck.turns[player + 1]
        last = self._states.players[place * BOT : (place + 1) * BOT]
        return (*turn, last[2] + 1 if (last[0], last[1]) == turn else 0)

    def _show_points(self) -> None:
        """Write the returns of finished games whose utility is points."""
        self._executor.fetch(self._states)
        for place in compress(range(len(self.shown.terminal)), self.shown.terminal):
            cells = self._states.cells[place * self._wide : (place + 1) * self._wide]
            players = self.table.num_players
            came_to = standing.returns(self.table.executor, cells)
            self.shown.returns[place * players : (place + 1) * players] = array("d", came_to)


def _drawn(position: Position, decision: Decision, count: int) -> int:
    """The number of the choice of a random player, the same as `RandomChooser` makes."""
    player, turn, index = decision
    key = random_words.turn_key(position.luck.seed, STREAM, player, turn)
    return random_words.numbers(key, index, (count,))[0]
