"""Steps: the chain of actions that led to a position, each with the position after it.

Steps are immutable, so states share them and copies of states are cheap.  `told` gives the part of a step that one player saw.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import dataclass, field

from rulewright.game.knowledge.events import Happening, Json
from rulewright.game.knowledge.tracked_pieces import Known
from rulewright.game.knowledge.unordered import told
from rulewright.game.knowledge.visibility import Sight
from rulewright.runtime.executor import Choice, Luck


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One action, or the set-up (`player` -1, `choice` None, `before` None), and the position after it.

    A `masked` step belongs to a resampled state: cells that the player cannot see are masked, and it cannot be undone to.
    """

    before: Step | None
    player: int
    choice: Choice | None
    text: str
    """The text of the action; only its name if it is secret in a masked step."""
    secret: bool
    name: str
    happenings: tuple[Happening, ...]
    cells: array[int]
    luck: Luck
    known: tuple[Known, ...]
    """The knowledge of each player, by seat; empty in games that hide nothing."""
    masked: bool = False
    _digests: dict[int, str] = field(default_factory=dict, init=False, repr=False)

    def chain(self) -> list[Step]:
        """All steps from the set-up to this one."""
        steps: list[Step] = []
        step: Step | None = self
        while step is not None:
            steps.append(step)
            step = step.before
        steps.reverse()
        return steps

    def action_for(self, player: int | None) -> str | None:
        """The text of the action as a player sees it; None for the set-up."""
        if self.player < 0:
            return None
        return self.name if self.secret and player not in (None, self.player) else self.text

    def told(self, player: int | None) -> list[dict[str, Json]]:
        """What happened in this step, as a player saw it; everything for None."""
        return told(self.happenings, player)

    def digest(self, sight: Sight, player: int) -> str:
        """A digest of everything that a player sees after this step."""
        if player not in self._digests:
            self._digests[player] = hashlib.sha256(sight.masked(self.cells, player).tobytes()).hexdigest()[
                :16
            ]
        return self._digests[player]

    def seen_key(self, sight: Sight) -> tuple[object, ...]:
        """A key that is equal for steps from one position that neither a player nor a spectator can tell apart: they
        lead to the same cells, and everybody saw the same and knows the same."""
        return self.cells.tobytes(), self._told_key(sight), tuple([known.key() for known in self.known])

    def _told_key(self, sight: Sight) -> tuple[object, ...]:
        """A key that is equal for steps in which every player and spectator saw the same."""
        everyone = sight.everyone()
        if not any(happening.together for happening in self.happenings):
            return tuple([happening.seen_key(everyone) for happening in self.happenings])
        viewers = range(sight.spectator + 1)
        return tuple([json.dumps(self.told(viewer), sort_keys=True) for viewer in viewers])

    def masked_for(self, sight: Sight, player: int, before: Step | None) -> Step:
        """The step without what a player did not see."""
        text = self.action_for(player) or ""
        return Step(
            before,
            self.player,
            self.choice if text == self.text else None,
            text,
            self.secret,
            self.name,
            tuple(happening.only_for(player) for happening in self.happenings),
            self.cells if sight.sees_all(player) else sight.masked(self.cells, player),
            Luck(0, list(self.luck.turns)),
            (),
            masked=True,
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of `state.history`: the player who acted (None: the set-up), the action's text, and what happened, as plain data."""

    player: int | None
    action: str | None
    happened: tuple[dict[str, Json], ...]


def entries(tip: Step, player: int | None) -> tuple[Entry, ...]:
    """All steps up to this one as a player saw them; everything for None."""
    return tuple(
        Entry(step.player if step.player >= 0 else None, step.action_for(player), tuple(step.told(player)))
        for step in tip.chain()
    )
