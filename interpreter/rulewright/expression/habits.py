"""Habits from other languages as data: patterns of what people write, and how to write it in Lark.

    [[negation]]
    pattern = "(?P<whole>¦not in)"             x not in tray   ->   `not in` is not part of the language; write `not x in y`
    message = "`not in` is not part of the language"
    help = "write `not x in y`"

`habits.toml` has them by group, and tables of words. A pattern is searched for among the words of a text, with one space
between them and `¦` before the one that does not fit, and matches whole words. `<VALUE>` is a word that may be a value, `<FREE>`
one that is not reserved either, and `<NAME>` one that is no number either.  `{whole}` is the part that is underlined: the group of
that name, or the word that does not fit.  The other fields are groups of the pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from rulewright.expression import messages
from rulewright.expression.syntax_error import Mistake
from rulewright.expression.words import RESERVED
from rulewright.problems.problem import Problem
from rulewright.source.dataclass import dataclass

Look = Callable[[Mistake], Problem | None]
_MARK: Final = "¦"
_RESERVED: Final = rf"(?!(?:{'|'.join(sorted(RESERVED))})(?![^ ]))"
_PARTS: Final = {"<VALUE>": r"\w\S*", "<FREE>": rf"{_RESERVED}\w\S*", "<NAME>": rf"{_RESERVED}(?![0-9])\w\S*"}


@dataclass(frozen=True, slots=True)
class Habit:
    """A pattern of words and its message, for texts that are parsed by the rules in `start`, or by any."""

    pattern: str
    message: str
    help: str
    start: Sequence[str] = ()

    def problem(self, mistake: Mistake) -> Problem | None:
        words = " ".join(_MARK * (at == mistake.at) + word.text for at, word in enumerate(mistake.words))
        found = _compiled(self.pattern).search(words)
        if found is None or (self.start and mistake.start not in self.start):
            return None
        group = "whole" if "whole" in found.re.groupindex else 0
        first, last = (words.count(" ", 0, place) for place in found.span(group))
        whole = mistake.words[first].to(mistake.words[last]) if group else mistake.span
        fields = {**found.groupdict(), "whole": whole.text}
        return messages.slip(whole, self.message.format(**fields), self.help.format(**fields))


def habit(group: str) -> Look:
    """A function that returns the problem of the first habit of a group that matches a mistake, or None."""

    def look(mistake: Mistake) -> Problem | None:
        found = (Habit(**each).problem(mistake) for each in table()[group])
        return next((problem for problem in found if problem is not None), None)

    return look


@lru_cache(maxsize=1)
def table() -> Mapping[str, Any]:  # Any: lists of habits, and words by other words
    """The contents of `habits.toml`: groups of habits, and tables of words."""
    import tomllib  # to start sooner: only a text that does not parse needs them

    return tomllib.loads(files("rulewright.expression").joinpath("habits.toml").read_text(encoding="utf-8"))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        pattern = pattern.replace(name, part)
    return re.compile(rf"(?<![^ ])(?:{pattern})(?![^ ])")
