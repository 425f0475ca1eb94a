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

from rulewright.game.errors import UnknownMove
from rulewright.game.game import Game, State
from rulewright.game.history.record_chance import replayed
from rulewright.game.moves.action import choice_text
from rulewright.game.playouts.chance_codes import Given, Noted, Numbers, Overheard, Results
from rulewright.ir.layout import ENDED
from rulewright.runtime.chance.sampled import new_position
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure

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
        chance = Overheard(replayed(self.game.wording, record["start"]["chance"]))
        moves: list[Move] = []
        try:
            state = self.game.new_initial_state(0, chance)
        except RuleFailure:
            return Trial(chance.taken(), ())
        opening = chance.taken()
        for step in record["steps"]:
            chance = Overheard(replayed(self.game.wording, step["chance"]))
            failed = False
            try:
                state.apply_action(self.game.action(step["action"]), chance)
            except RuleFailure:
                failed = True
            moves.append(Move(step["action"], chance.taken()))
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
