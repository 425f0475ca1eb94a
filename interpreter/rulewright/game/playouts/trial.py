"""Trials: games as texts of moves and numbers for results of chance, which can be changed and played again quickly.

    trials = Trials(game)
    tried = trials.play(chooser, Fair(Random(7)), most=500)        a game with these choices and this chance
    trials.replay(tried.trial)                                     the same again
    trials.replay(Trial((), tried.trial.moves[3:]))                without its first three moves

A `Trial` need not fit: a move that is not legal is skipped, missing results are the first possible ones, and an index
that is too large is reduced modulo the number of results.  `replay` returns what fitted.  So a trial from which parts
are removed can still be played, as the search for a short one requires.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from rulewright.game.errors import UnknownMove
from rulewright.game.game import Game, State
from rulewright.game.history.record_chance import replayed
from rulewright.game.moves.action import choice_text
from rulewright.game.playouts.chance_codes import Given, Noted, Numbers, Overheard, Results
from rulewright.ir.chance import has_chance
from rulewright.ir.layout import ENDED
from rulewright.runtime.chance.sampled import new_position
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import Bulk
from rulewright.source.dataclass import dataclass

Chooser = Callable[[Sequence[Choice]], int]
"""Returns the index of the choice to make among the legal ones."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action as text, and the results of chance that followed."""

    text: str
    chance: Numbers


@dataclass(frozen=True, slots=True)
class Trial:
    """The results of chance in the set-up, and the moves."""

    opening: Numbers
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of a trial: the part that fitted, the cells after the set-up and after each move, whether the game is
    over, and the rule failure that ended it, if one did.

    The last move is the one that failed, unless listing the legal moves after it failed (`asking`).
    """

    trial: Trial
    cells: tuple[array[int], ...]
    over: bool
    failure: RuleFailure | None = None
    asking: bool = False


class Trials:
    """Plays and replays trials of one game. Keeps the positions of the last `settled` trial, from which trials with the
    same first moves continue."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._quick = (
            game.executor if isinstance(game.executor, Bulk) and not has_chance(game.program) else None
        )
        self._choices: dict[str, Choice | None] = {}
        self._settled: Attempt | None = None

    def play(self, chooser: Chooser, results: Results, most: int) -> Tried:
        """Play a game of at most `most` moves."""
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
        """A game to be played move by move, after a set-up with these results."""
        chance = Noted(results)
        position, failure = self._begun(chance)
        return Attempt(self, chance.taken(), [position], [], failure)

    def settle(self, tried: Tried) -> None:
        """Keep the positions of this trial for trials with the same first moves."""
        self._settled = None
        whole = tried.trial.moves if tried.failure is None or tried.asking else tried.trial.moves[:-1]
        attempt = self.attempt(Given(tried.trial.opening))
        for move in whole:
            attempt.do(move.text, Given(move.chance))
        self._settled = attempt

    def legal_texts(self, trial: Trial) -> list[str]:
        """Every move that was legal at some point of a trial, in the order in which it first was."""
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
        """A move whose legality cannot be checked because a rule fails; None if there is none."""
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
        """The trial of a full record, up to its rule failure if it has one; None if it is not a record of this game."""
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
            if self._quick is not None:
                self._quick.carry_out(position, choice)
            else:
                self.game.executor.apply(position, choice, chance)
        except RuleFailure as failure:
            return before, failure
        return position, None

    def meant(self, text: str, position: Position) -> Choice | None:
        """The choice that a text means, if it is legal."""
        if text not in self._choices:
            try:
                self._choices[text] = self.game.action(text).choice
            except UnknownMove:
                self._choices[text] = None
        choice = self._choices[text]
        return choice if choice and self.game.executor.is_legal(position.cells, choice) else None

    def asked(self, position: Position) -> RuleFailure | None:
        """The failure of a rule while legal moves are listed here, if one fails."""
        if position.cells[ENDED]:
            return None
        try:
            self.game.executor.legal(position.cells)
        except RuleFailure as failure:
            return failure
        return None

    def _resumed(self, trial: Trial) -> Attempt | None:
        """An attempt in which the moves that a trial shares with the settled one are already made."""
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
    """A trial in progress: its positions and moves so far."""

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
        """An independent copy."""
        return Attempt(self.trials, self.opening, self.way[:], self.moves[:], self.failure, self.asking)

    def texts(self) -> list[str]:
        """The texts of the legal moves."""
        if not self.goes_on:
            return []
        try:
            legal = self.trials.game.executor.legal(self.way[-1].cells)
        except RuleFailure as found:
            self.failure, self.asking = found, True
            return []
        return [choice_text(self.trials.game.wording, choice) for choice in legal]

    def do(self, text: str, results: Results) -> None:
        """Make a move if it is legal; returns whether it was."""
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
        """The result so far; legal moves of the last position are listed too, in case that fails."""
        if self.failure is None:
            self.failure = self.trials.asked(self.way[-1])
            self.asking = self.failure is not None
        cells = tuple(position.cells for position in self.way)
        trial = Trial(self.opening, tuple(self.moves))
        return Tried(trial, cells, bool(cells[-1][ENDED]), self.failure, self.asking)
