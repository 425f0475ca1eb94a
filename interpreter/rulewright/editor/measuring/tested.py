"""The tests of a text as it is on the screen: its examples, and some random games at every table, checked against every promise.

tested(Path("race.rulebook.yaml"), {}, games=20, seconds=10)      ->      Tested(examples=3, games=20, failures=())
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.author.testing import invariants
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.editor.measuring.simulated import MOST_ACTIONS, SEED, source_of
from rulewright.editor.outlining.lenses import said
from rulewright.editor.texts import OpenTexts
from rulewright.pipeline import open_source
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted

MOST_BROKEN = 3


@dataclass(frozen=True, slots=True)
class Tested:
    """How much was tested, and what failed, in sentences."""

    examples: int = 0
    games: int = 0
    failures: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The result in a line."""
        if self.failures:
            return "; ".join(self.failures)
        return f"{counted(self.examples, 'example')} and {counted(self.games, 'random game')} hold"


def tested(path: Path, texts: Mapping[Path, str], games: int, seconds: float) -> Tested:
    """Run all examples, and some random games, or as many as a time allows after that, but one at least."""
    files = OpenTexts(texts)
    try:
        book = open_source(source_of(path, files), engine="reference", files=files)
        tests = RulebookTests(book.at)
        failures: list[str] = []
        examples = list(tests.examples())
        for example in examples:
            result = example.run()
            if not result.passed:
                failures.append(f"{example.name}: {'; '.join(map(said, result.problems))}")
        played, until = 0, time.monotonic() + seconds
        for checked in invariants.checking(tests.tables(), games, SEED, MOST_ACTIONS, MOST_BROKEN):
            played = checked.done
            failures += [f"{each.seen_at}: {each.told(MOST_ACTIONS)}" for each in checked.broken]
            if played and time.monotonic() > until:
                break
    except RulebookError as error:
        return Tested(failures=(f"the rulebook has mistakes: {error.problems[0].message}",))
    return Tested(len(examples), played, tuple(failures))
