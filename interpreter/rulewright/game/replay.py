"""The state that a record leads to."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.game.errors import RecordError
from rulewright.game.game import Game, State
from rulewright.game.history.replay import followed, replayed


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record goes by rules that may have changed since: the state after `steps` of them, and what does not fit.

    `state` is None if not even the set-up fits, `differs` if everything does.
    """

    state: State | None
    steps: int
    differs: RecordError | None


def replay(record: object, game: Game) -> State:
    """The state that a record leads to. RecordError names the step that does not fit.

    The result in the record has to be the one that its moves lead to. A record of a rule failure raises that
    RuleFailure again; that of a preference unless the strategy has been changed since, or is gone.
    """
    return game.state_after(replayed(record, game))


def follow(record: object, game: Game) -> Followed:
    """Go through a record as far as it goes, whatever its fingerprint. RecordError for what is no record of this game."""
    found = followed(record, game)
    state = None if found.tip is None else game.state_after(found.tip)
    return Followed(state, found.steps, found.differs)
