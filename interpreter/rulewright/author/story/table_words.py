"""What is said at a table in the words of a rulebook: its automatic rules and its ends, as plain texts, which are known without the rulebook.

    words.rules["phases.turn.as_soon_as.bust"]      RuleWords("Bust", "If nothing can be set aside, the points of the turn are lost.")
    words.end("end.enough")                         "The game is over: it ends when somebody has 100 points."

`automatic_rules.words_of` makes them of a rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A rule in words. `title`: its printed name, or its id as words; `words`: the first sentence of its `about`, empty if it has none."""

    title: str
    words: str = ""

    def __str__(self) -> str:
        return f"{self.title}: {self.words}" if self.words else f"{self.title}."


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words of a rulebook at one table."""

    rules: Mapping[str, RuleWords] = field(default_factory=dict)
    """The automatic rules that players are informed about, by the path in their event `rule`."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """That the game is over and why, by the path of the end."""

    def end(self, path: str) -> str:
        """That the game is over and why, from the path of the end that applied; empty if the rulebook has no such end."""
        return self.ends.get(path, "")
