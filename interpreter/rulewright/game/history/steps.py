"""Steps: the chain of actions that led to a position, each with the position after it.

Steps are immutable, so states share them and copies of states are cheap.  `told` gives the part of a step that one player saw.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Callable
from typing import Any

from rulewright.game.knowledge.events import Happening, Json
from rulewright.game.knowledge.tracked_pieces import Known
from rulewright.game.knowledge.unordered import told
from rulewright.game.knowledge.visibility import Sight
from rulewright.runtime.executor import Choice, Luck
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Details:
    """What a step was, apart from the position after it."""

    text: str
    """The text of the action; only its name if it is secret in a masked step."""
    secret: bool
    name: str
    happenings: tuple[Happening, ...]
    known: tuple[Known, ...]
    """The knowledge of each player after the step, by seat; empty in games that hide nothing."""


class Step:
    """One action, or the set-up (`player` -1, `choice` None, `before` None), and the position after it. Immutable.

    `details` may be a function that computes them from the step, which is then done when they are first needed: a
    position that machine code has reached can be explained later by the reference. With `explain`, such a function, details that
    are there can be shed, and computed again. A `masked` step belongs to a
    resampled state: cells that the player cannot see are masked, and it cannot be undone to.
    """

    __slots__ = (
        "_details",
        "_digests",
        "_entries",
        "_explain",
        "_masked",
        "before",
        "cells",
        "choice",
        "luck",
        "masked",
        "player",
    )

    def __init__(
        self,
        before: Step | None,
        player: int,
        choice: Choice | None,
        details: Details | Callable[[Step], Details],
        cells: array[int],
        luck: Luck,
        masked: bool = False,
        explain: Callable[[Step], Details] | None = None,
    ) -> None:
        self.before = before
        self.player = player
        self.choice = choice
        self.cells = cells
        self.luck = luck
        self.masked = masked
        self._details = details
        self._explain = explain if isinstance(details, Details) else details
        self._digests: dict[int, str] | None = None
        self._entries: dict[int | None, Entry] | None = None
        self._masked: dict[int, Step] | None = None

    @property
    def details(self) -> Details:
        """The details, computed now if they were not needed before."""
        found = self._details
        if not isinstance(found, Details):
            found = self._details = found(self)
        return found

    def shed(self) -> None:
        """Forget the details if they can be computed again, which takes a quarter of the memory."""
        if self._explain is not None:
            self._details = self._explain
            self._digests = self._entries = self._masked = None

    @property
    def is_explained(self) -> bool:
        """Whether the details are there already."""
        return isinstance(self._details, Details)

    @property
    def is_played(self) -> bool:
        """Whether the position comes from playing the game: not from cells that were given, nor from a guess."""
        return not self.masked and (self.before is not None or not self.is_explained or self.name == "")

    @property
    def text(self) -> str:
        """See `Details`."""
        return self.details.text

    @property
    def secret(self) -> bool:
        """See `Details`."""
        return self.details.secret

    @property
    def name(self) -> str:
        """The id of the action, or what the first step is called in records."""
        return self.details.name

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What happened in this step, in order."""
        return self.details.happenings

    @property
    def known(self) -> tuple[Known, ...]:
        """See `Details`."""
        return self.details.known

    def with_luck(self, luck: Luck) -> Step:
        """The same step, after which other luck follows."""
        return Step(
            self.before, self.player, self.choice, self._details, self.cells, luck, self.masked, self._explain
        )

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
        return [*self.entry(player).happened]

    def entry(self, player: int | None) -> Entry:
        """The step as a player saw it; everything for None. It is kept, since a history is asked for again after each step."""
        if self._entries is None:
            self._entries = {}
        found = self._entries.get(player)
        if found is None:
            who, happened = self.player if self.player >= 0 else None, told(self.happenings, player)
            found = self._entries[player] = Entry(who, self.action_for(player), tuple(happened))
        return found

    def digest(self, sight: Sight, player: int) -> str:
        """A digest of everything that a player sees after this step."""
        if self._digests is None:
            self._digests = {}
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

    def masked_for(self, sight: Sight, player: int) -> Step:
        """This step and all before it without what a player did not see. They are kept, since each sample of a game has the same."""
        missing: list[Step] = []
        step: Step | None = self
        while step is not None and (step._masked is None or player not in step._masked):
            missing.append(step)
            step = step.before
        masked = step._masked[player] if step is not None and step._masked is not None else None
        for step in reversed(missing):
            if step._masked is None:
                step._masked = {}
            masked = step._masked[player] = step._masked_after(masked, sight, player)
        assert masked is not None
        return masked

    def _masked_after(self, before: Step | None, sight: Sight, player: int) -> Step:
        text = self.action_for(player) or ""
        happenings = tuple(happening.only_for(player) for happening in self.happenings)
        return Step(
            before,
            self.player,
            self.choice if text == self.text else None,
            Details(text, self.secret, self.name, happenings, ()),
            self.cells if sight.sees_all(player) else sight.masked(self.cells, player),
            Luck(0, list(self.luck.turns)),
            masked=True,
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of `state.history`: the player who acted (None: the set-up), the action's text, and what happened, as plain data."""

    player: int | None
    action: str | None
    happened: tuple[dict[str, Any], ...]  # Any: JSON


def entries(tip: Step, player: int | None) -> tuple[Entry, ...]:
    """All steps up to this one as a player saw them; everything for None."""
    return tuple([step.entry(player) for step in tip.chain()])
