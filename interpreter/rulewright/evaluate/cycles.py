"""Rules that follow one another in a circle, which is known long before the work that they may do is used up.

    as_soon_as: {again: {when: pot == 1, do: [{set: pot, to: 1}]}}        holds again, however often it was carried out

What the order of play does next depends on the cells, the pending notes and chance.  So where cells and notes are as they
were some rules ago, and chance was not asked in between, the same rules follow again, without end.
"""

from __future__ import annotations

from array import array
from typing import TypeAlias

from rulewright.evaluate.machine import OFTEN, Machine
from rulewright.source.text import Span

_BY_CHANCE = ("rolled", "drawn", "shuffled", "picked")
_Standing: TypeAlias = "tuple[array[int], tuple[str, int] | None, int | None]"


class Circle:
    """Told of each rule that follows by itself between two decisions.

    How things stand is kept after 100 rules, after 200, after 400 and so on, and what follows is compared with it: that takes
    little however many rules follow, and finds every circle.
    """

    __slots__ = ("_events", "_kept", "_kept_after", "_machine", "_rules")

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._rules = 0
        self._kept: _Standing | None = None
        self._kept_after = OFTEN // 2
        self._events = 0
        """How many events were looked through."""

    def another(self, span: Span) -> None:
        """A rule was carried out. Raises RuleFailure at `span` if it closes a circle."""
        self._rules += 1
        if self._rules < OFTEN:
            return
        machine = self._machine
        if self._chance_was_asked():
            self._kept = None
        elif self._kept == (machine.cells, machine.who, machine.where):
            self._fail(span)
        if self._rules >= 2 * self._kept_after:
            self._kept = (machine.cells[:], machine.who, machine.where)
            self._kept_after = self._rules

    def _chance_was_asked(self) -> bool:
        """Since this was last called."""
        events = self._machine.events
        asked = any(event.what in _BY_CHANCE for event in events[self._events :])
        self._events = len(events)
        return asked

    def _fail(self, span: Span) -> None:
        rules = self._rules - self._kept_after
        said = (
            "this rule leaves everything as it was, so it"
            if rules == 1
            else f"this rule is the last of {rules:,} that leave everything as it was, so they"
        )
        self._machine.fail("endless", f"{said} would be carried out again and again without end", span)
