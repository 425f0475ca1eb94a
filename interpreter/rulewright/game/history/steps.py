"""The way to a position: a chain of steps, each with the position it led to.

Steps never change, so states share them and a copy of a state costs nothing.  `told` gives the part of a step that
one player was told.
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

    A `masked` step belongs to a resampled state: its cells are blotted out where that player cannot see, and nobody
    can go back to it.
    """

    before: Step | None
    player: int
    choice: Choice | None
    text: str
    """The action as its player typed it; only its name where a masked step does not know more."""
    secret: bool
    name: str
    happenings: tuple[Happening, ...]
    cells: array[int]
    luck: Luck
    known: tuple[Known, ...]
    """What each player knows; empty in games that hide nothing."""
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
        """The action as a player was told it; None for the set-up."""
        if self.player < 0:
            return None
        return self.name if self.secret and player not in (None, self.player) else self.text

    def told(self, player: int | None) -> list[dict[str, Json]]:
        """What a player was told to have happened."""
        return told(self.happenings, player)

    def digest(self, sight: Sight, player: int) -> str:
        """A short name for all that a player saw after this step."""
        if player not in self._digests:
            self._digests[player] = hashlib.sha256(sight.masked(self.cells, player).tobytes()).hexdigest()[
                :16
            ]
        return self._digests[player]

    def seen_key(self, sight: Sight) -> tuple[object, ...]:
        """Equal for steps from one position between which nobody can tell, whether at the table or looking on: they lead to the
        same cells, and everybody was told the same and knows the same."""
        return self.cells.tobytes(), self._told_key(sight), tuple([known.key() for known in self.known])

    def _told_key(self, sight: Sight) -> tuple[object, ...]:
        """Equal where every player, and whoever looks on, was told the same."""
        everyone = sight.everyone()
        if not any(happening.together for happening in self.happenings):
            return tuple([happening.seen_key(everyone) for happening in self.happenings])
        viewers = range(sight.spectator + 1)
        return tuple([json.dumps(self.told(viewer), sort_keys=True) for viewer in viewers])

    def masked_for(self, sight: Sight, player: int, before: Step | None) -> Step:
        """The same step with all that a player was not shown left out."""
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
    """A step of `state.history`: who acted (None: the set-up), what they did, and what happened, as plain data."""

    player: int | None
    action: str | None
    happened: tuple[dict[str, Json], ...]


def entries(tip: Step, player: int | None) -> tuple[Entry, ...]:
    """All steps as a player was told them (None: whole)."""
    return tuple(
        Entry(step.player if step.player >= 0 else None, step.action_for(player), tuple(step.told(player)))
        for step in tip.chain()
    )
