"""Exceptions of the game interface; their messages say what to do.

A rule of the rulebook that fails while it is carried out is a `RuleFailure` (see `runtime.failures`), and in games of a
batch a `BatchFailure`, which lists all of them in `games`; the others are about a move, a record or a saved game that
does not fit. In their messages, characters that would control a terminal are visible symbols. `TooManyOutcomes` comes from `runtime.chance.enumerated`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from rulewright.problems.terminal import visible
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(frozen=True, slots=True)
class Inside:
    """A part of a condition and its value; `value` is None and `hidden` is true if the player may not see it. `shown`
    is the value as text."""

    text: str
    value: object
    hidden: bool = False
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """One requirement that an action does not meet.

    `id` is the condition's, or `impossible` when the action cannot even be asked for (not now, or no such value),
    `not_your_turn` for a player whose turn it is not, `chance` at a chance node, and `game_over` at the end; `says` is a sentence; `path` and
    `span` name the rule, where there is one.
    """

    id: str
    says: str
    path: str = ""
    span: Span | None = field(default=None, repr=False)
    inside: tuple[Inside, ...] = ()

    def __str__(self) -> str:
        return self.says


class IllegalAction(ValueError):
    """The rules do not allow this action now. `reasons` lists every requirement that it does not meet; `place` is the number of
    the game in a batch, None elsewhere."""

    def __init__(self, action: str, reasons: list[Reason], place: int | None = None) -> None:
        where = "" if place is None else f"game {place}: "
        super().__init__(
            f"{where}`{visible(action)}` is not allowed now: " + " ".join(reason.says for reason in reasons)
        )
        self.action = action
        self.reasons = reasons
        self.place = place

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.action, self.reasons, self.place), self.__dict__


class UnknownMove(ValueError):
    """A text that is no action of the game, or that may mean several. `candidates` lists these actions as texts;
    `reason` says in a few words which part of the text is wrong, if one is."""

    def __init__(self, message: str, candidates: tuple[str, ...] = (), reason: str = "") -> None:
        super().__init__(visible(message))
        self.candidates = candidates
        self.reason = reason
        self.read_as: tuple[str, tuple[str, ...]] | None = None
        """The action that the text names, by its id, and the words after it that do not fit."""


class RecordError(ValueError):
    """A record that does not fit the game. `step` is the step that does not fit (from 1), None for the whole."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message if step is None else f"step {step} of the record does not fit: {message}")
        self.step = step


class SavedStateError(ValueError):
    """A saved state that is damaged or belongs to another game."""


class UnknownPlace(ValueError):
    """A text given to `state.get` that names nothing in this game."""


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game in which a rule failed: its place in the batch (from 0), its seed, and the failure. The failure's `record`
    starts at the position before the step, or with the set-up if that failed, and replays to the failure."""

    place: int
    seed: int
    failure: RuleFailure


class BatchFailure(RuleFailure):
    """A rule failed in some games of a batch, listed in `games`; all others have moved. `code`, `message`, `path` and `record` are
    those of the first."""

    def __init__(self, games: Sequence[FailedGame]) -> None:
        first = games[0].failure
        super().__init__(first.code, first.message, first.span, first.path, first.help)
        self.record = first.record
        self.games = tuple(games)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.games,), self.__dict__

    def __str__(self) -> str:
        first, others = self.games[0], len(self.games) - 1
        more = f", and {others} more (`games` lists them)" if others else ""
        return f"{super().__str__()}; in game {first.place} of the batch, seed {first.seed}{more}"
