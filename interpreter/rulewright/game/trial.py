"""A game tried out: moves and results of chance as plain numbers, played fast and changed at will.

    trials = Trials(game)
    tried = trials.play(chooser, Fair(Random(7)), most=500)        somebody plays, some chance happens
    trials.replay(tried.trial)                                     the same again
    trials.replay(Trial((), tried.trial.moves[3:]))                without its first three moves

A `Trial` need not fit: a move that is not allowed where it would come is left out, results that are missing are the
first that there are, and a result that is too large starts again from the first.  `replay` gives back what fitted.  So whatever is
taken away from a trial, something is left that can be played, which is what looking for a short one needs.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from rulewright.game.action import choice_text
from rulewright.game.errors import UnknownMove
from rulewright.game.game import Game
from rulewright.game.recorded import chance_events
from rulewright.game.state import State
from rulewright.ir.layout import ENDED
from rulewright.runtime.chance import new_position, use_index
from rulewright.runtime.executor import Chance, Choice, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fixed import Replayed

Numbers = tuple[int, ...]
"""Results of chance in the order in which they were asked for: indices of faces; for what is drawn, the place of each
piece among those that were left."""

Chooser = Callable[[Sequence[Choice]], int]
"""Which of the legal choices is taken."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action as its player types it, and the chance that followed."""

    text: str
    chance: Numbers


@dataclass(frozen=True, slots=True)
class Trial:
    """The chance of the set-up, and the moves."""

    opening: Numbers
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a trial: as much of it as fitted, the cells after the set-up and after each move, whether the game
    is over, and the rule failure that broke it off, if one did.

    The move that failed is the last one, unless it was `asking` what is allowed after the last move that failed.
    """

    trial: Trial
    cells: tuple[array[int], ...]
    over: bool
    failure: RuleFailure | None = None
    asking: bool = False


class Results(Protocol):
    """Where the numbers come from. `of[i]` is how many possibilities the i-th result has; one call is one roll or
    draw."""

    def numbers(self, of: Sequence[int]) -> Sequence[int]: ...


@dataclass(slots=True)
class Fair:
    """Every result equally likely."""

    random: Random

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [self.random.randrange(each) for each in of]


class Given:
    """Results that are known, then the first ones there are (or those that `then` says; -1: the last ones)."""

    def __init__(self, given: Sequence[int], then: int = 0) -> None:
        self._left = iter(given)
        self._then = then

    def numbers(self, of: Sequence[int]) -> Sequence[int]:
        return [next(self._left, self._then) % each for each in of]


class Noted:
    """Results as chance for an executor or a state; notes them down."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.noted: list[int] = []

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        return tuple(self._next(sides))

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        left = list(range(len(pool)))
        return tuple(left.pop(number) for number in self._next(range(len(pool), len(pool) - count, -1)))

    def _next(self, of: Sequence[int]) -> Sequence[int]:
        found = self.results.numbers(of)
        self.noted += found
        return found

    def taken(self) -> Numbers:
        """What was noted since the last time."""
        noted, self.noted = tuple(self.noted), []
        return noted


class Overheard:
    """Another source of chance, listened to: what it says as numbers."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.noted: list[int] = []

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        faces = self._chance.roll(luck, player, stream, kind, pieces, sides, alike)
        self.noted += faces
        return faces

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        drawn = self._chance.draw(luck, player, stream, kind, pool, count, ordered)
        left = list(range(len(pool)))
        for index in drawn:
            place = left.index(index)
            left.pop(place)
            self.noted.append(place)
        return drawn

    def taken(self) -> Numbers:
        """What was noted since the last time."""
        noted, self.noted = tuple(self.noted), []
        return noted


class Trials:
    """Plays and replays trials of one game. Keeps the way of the last `settled` trial, from which others that begin
    alike go on."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._choices: dict[str, Choice | None] = {}
        self._settled: Attempt | None = None

    def play(self, chooser: Chooser, results: Results, most: int) -> Tried:
        """A game of at most so many moves."""
        executor, chance = self.game.executor, Noted(results)
        position, failure = self._begun(chance)
        opening, cells = chance.taken(), [position.cells]
        chosen: list[tuple[Choice, Numbers]] = []
        asking = False
        while failure is None and not position.cells[ENDED] and len(chosen) < most:
            try:
                legal = executor.legal(position.cells)
            except RuleFailure as found:
                failure, asking = found, True
                break
            choice = legal[chooser(legal)]
            position, failure = self.applied(position, choice, chance)
            chosen.append((choice, chance.taken()))
            cells.append(position.cells)
        moves = tuple(Move(choice_text(self.game.wording, choice), numbers) for choice, numbers in chosen)
        return Tried(Trial(opening, moves), tuple(cells), bool(position.cells[ENDED]), failure, asking)

    def replay(self, trial: Trial) -> Tried:
        """Play a trial as far as it fits; it ends with the first rule failure."""
        attempt = self._resumed(trial) or self.attempt(Given(trial.opening))
        for move in trial.moves[len(attempt.moves) :]:
            if not attempt.goes_on:
                break
            attempt.do(move.text, Given(move.chance))
        return attempt.tried()

    def attempt(self, results: Results) -> Attempt:
        """A game that is played move by move, begun with these results."""
        chance = Noted(results)
        position, failure = self._begun(chance)
        return Attempt(self, chance.taken(), [position], [], failure)

    def settle(self, tried: Tried) -> None:
        """From now on, trials that begin like this one go on from there."""
        self._settled = None
        whole = tried.trial.moves if tried.failure is None or tried.asking else tried.trial.moves[:-1]
        attempt = self.attempt(Given(tried.trial.opening))
        for move in whole:
            attempt.do(move.text, Given(move.chance))
        self._settled = attempt

    def legal_texts(self, trial: Trial) -> list[str]:
        """Every move that could have been made on the way of a trial, in the order of the first chance to."""
        found: dict[str, None] = {}
        for cells in self.replay(trial).cells:
            try:
                legal = self.game.executor.legal(cells)
            except RuleFailure:
                continue
            for choice in legal:
                found.setdefault(choice_text(self.game.wording, choice))
        return list(found)

    def asks(self, cells: array[int]) -> str | None:
        """A move of which it cannot even be asked whether it is allowed, because a rule fails."""
        for number in range(self.game.num_distinct_actions):
            choice = self.game.numbering.choice(number)
            try:
                self.game.executor.is_legal(cells, choice)
            except RuleFailure:
                return choice_text(self.game.wording, choice)
        return None

    def state(self, trial: Trial) -> State:
        """The state that a fitting trial leads to, with its history. A RuleFailure has its record."""
        state = self.game.new_initial_state(0, Noted(Given(trial.opening)))
        for move in trial.moves:
            state.apply_action(self.game.action(move.text), Noted(Given(move.chance)))
        return self.game.with_own_luck(state)

    def of_record(self, record: object) -> Trial | None:
        """The trial that a full record tells of, up to its rule failure if it ends with one; None for what is no
        record of this game."""
        if not isinstance(record, dict) or "cells" in record["start"]:
            return None
        wording, program = self.game.wording, self.game.program
        replayed = Overheard(Replayed(program, chance_events(wording, record["start"]["chance"])))
        moves: list[Move] = []
        try:
            state = self.game.new_initial_state(0, replayed)
        except RuleFailure:
            return Trial(replayed.taken(), ())
        opening = replayed.taken()
        for step in record["steps"]:
            replayed = Overheard(Replayed(program, chance_events(wording, step["chance"])))
            failed = False
            try:
                state.apply_action(self.game.action(step["action"]), replayed)
            except RuleFailure:
                failed = True
            moves.append(Move(step["action"], replayed.taken()))
            if failed:
                break
        return Trial(opening, tuple(moves))

    # ------------------------------------------------------------------------------------------------- private

    def _begun(self, chance: Noted) -> tuple[Position, RuleFailure | None]:
        position = new_position(self.game.program, 0)
        try:
            self.game.executor.begin(position, chance)
        except RuleFailure as failure:
            return position, failure
        return position, None

    def applied(self, before: Position, choice: Choice, chance: Noted) -> tuple[Position, RuleFailure | None]:
        position = before.copy()
        try:
            self.game.executor.apply(position, choice, chance)
        except RuleFailure as failure:
            return before, failure
        return position, None

    def meant(self, text: str, position: Position) -> Choice | None:
        """The choice that a text stands for, if it is allowed."""
        if text not in self._choices:
            try:
                self._choices[text] = self.game.action(text).choice
            except UnknownMove:
                self._choices[text] = None
        choice = self._choices[text]
        return choice if choice and self.game.executor.is_legal(position.cells, choice) else None

    def asked(self, position: Position) -> RuleFailure | None:
        """The rule that fails when it is asked what is allowed here."""
        if position.cells[ENDED]:
            return None
        try:
            self.game.executor.legal(position.cells)
        except RuleFailure as failure:
            return failure
        return None

    def _resumed(self, trial: Trial) -> Attempt | None:
        """An attempt with the moves that a trial shares with the settled one already made."""
        settled = self._settled
        if settled is None or settled.opening != trial.opening or settled.failure is not None:
            return None
        alike = 0
        for move, other in zip(trial.moves, settled.moves, strict=False):
            if move != other:
                break
            alike += 1
        return Attempt(self, settled.opening, settled.way[: alike + 1], settled.moves[:alike])


@dataclass(slots=True)
class Attempt:
    """A trial while it is made: the positions on the way, and the moves so far."""

    trials: Trials
    opening: Numbers
    way: list[Position]
    moves: list[Move]
    failure: RuleFailure | None = None
    asking: bool = False

    @property
    def goes_on(self) -> bool:
        return self.failure is None and not self.way[-1].cells[ENDED]

    def copy(self) -> Attempt:
        """Another one that has come as far, and goes its own way."""
        return Attempt(self.trials, self.opening, self.way[:], self.moves[:], self.failure, self.asking)

    def texts(self) -> list[str]:
        """The moves that are allowed now."""
        if not self.goes_on:
            return []
        try:
            legal = self.trials.game.executor.legal(self.way[-1].cells)
        except RuleFailure as found:
            self.failure, self.asking = found, True
            return []
        return [choice_text(self.trials.game.wording, choice) for choice in legal]

    def do(self, text: str, results: Results) -> None:
        """Make a move if it is allowed."""
        trials, before = self.trials, self.way[-1]
        try:
            choice = trials.meant(text, before)
        except RuleFailure as found:
            self.failure, self.asking = found, True
            return
        if choice is None:
            return
        chance = Noted(results)
        position, self.failure = trials.applied(before, choice, chance)
        self.way.append(position)
        self.moves.append(Move(text, chance.taken()))

    def tried(self) -> Tried:
        """What came of it; what is allowed in the end is asked too."""
        if self.failure is None:
            self.failure = self.trials.asked(self.way[-1])
            self.asking = self.failure is not None
        cells = tuple(position.cells for position in self.way)
        trial = Trial(self.opening, tuple(self.moves))
        return Tried(trial, cells, bool(cells[-1][ENDED]), self.failure, self.asking)
