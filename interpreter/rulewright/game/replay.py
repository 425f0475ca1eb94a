"""Replay of records, with states as results."""

from __future__ import annotations

from rulewright.game.errors import RecordError
from rulewright.game.game import Game, State
from rulewright.game.history.replay import followed, replayed
from rulewright.problems.quoting import shown
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record can be replayed by rules that may have changed: `state` after its first `steps` steps, and in
    `differs` what does not fit.

    `state` is None if the set-up does not fit, `differs` is None if everything does.
    """

    state: State | None
    steps: int
    differs: RecordError | None


def replay(record: object, game: object) -> State:
    """The state that a record leads to. RecordError names the step that does not fit.

    The recorded result has to be the one that the moves lead to. A record of a rule failure raises that RuleFailure
    again; if a preference failed, only while the strategy still exists and still fails. TypeError if `game` is no game.
    """
    if not isinstance(game, Game):
        loaded = f": rulewright.load({game!r})" if isinstance(game, str) else ""
        raise TypeError(
            f"`game` is a game that was loaded, and comes after the record; it is {shown(game)}{loaded}"
        )
    return game.state_after(replayed(record, game))


def follow(record: object, game: Game) -> Followed:
    """Replay a record as far as possible, whatever its fingerprint. RecordError for a damaged record, and for one of
    another game."""
    found = followed(record, game)
    state = None if found.tip is None else game.state_after(found.tip)
    return Followed(state, found.steps, found.differs)
