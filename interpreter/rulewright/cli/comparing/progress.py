"""What is said while games of two rulebooks are played: how far it is, and at once where a rule fails.

In B a rule failed in game 2: six-dice.overlay.yaml:7:12: the row has 6 entries; going on (Ctrl-C stops)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.cli.common.output import Progress, note

if TYPE_CHECKING:
    from rulewright.play.compare import Comparing


class Told:
    """Called with the games done and those that are wanted.

    with Progress("games on each side") as line:
        comparing.play(progress=Told(comparing, line))
    """

    def __init__(self, comparing: Comparing, line: Progress) -> None:
        self._comparing, self._line = comparing, line
        self._failed = [False, False]

    def __call__(self, done: int, of: int) -> None:
        self._tell_failures()
        self._line(done, of)

    def _tell_failures(self) -> None:
        """The first of each side, as soon as it is there."""
        for side, failed in enumerate(self._comparing.first_failures()):
            if failed is None or self._failed[side]:
                continue
            self._failed[side] = True
            self._line.clear()
            note(
                f"In {'AB'[side]} a rule failed in game {failed.number + 1}: {failed.place}: {failed.message}; "
                "going on (Ctrl-C stops)"
            )
