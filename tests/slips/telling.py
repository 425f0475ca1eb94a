"""What an author is told about a slip: on the line itself, as the other end of what is wrong, or somewhere else.

fate(slip, text)      ->      Fate("on the line", problems=..., first=True)
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from rulewright.pipeline import check_source
from rulewright.problems import rendering, reports
from rulewright.problems.problem import Problem
from rulewright.source.text import Source
from tests.slips.slips import Slip

_QUOTED = re.compile(r"`([^`\n]*)`")
"""A name, or the place of one: `phases.turn.actions.play`."""

Verdict = Literal[
    "valid",
    "warned",
    "warned elsewhere",
    "on the line",
    "other end",
    "where it is missed",
    "elsewhere",
    "traceback",
]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
TOLD: tuple[Verdict, ...] = ("on the line", "other end", "where it is missed")


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant. `errors` counts them; `first` says whether the first one told of the slip."""

    slip: Slip
    verdict: Verdict
    errors: int
    first: bool
    report: str
    codes: tuple[str, ...]


def fate(slip: Slip, text: str) -> Fate:
    """Check a text with a slip in it, show the problems in every style, and judge where they point."""
    source = Source(slip.file, slip.of(text))
    try:
        problems = check_source(source)
        report = rendering.render_all(problems)
        for style in (reports.to_json, reports.to_sarif, reports.to_github):
            style(problems)
    except Exception:  # whatever is raised is what we look for
        return Fate(slip, "traceback", 0, False, traceback.format_exc(), ())
    errors = [problem for problem in problems if problem.severity == "error"]
    known = {(problem.code, problem.message) for problem in _usual(slip.file, text)}
    new = errors or [problem for problem in problems if (problem.code, problem.message) not in known]
    codes = tuple(problem.code for problem in new)
    if not new:
        return Fate(slip, "valid", 0, True, "", ())
    lines = slip.lines(text)
    verdicts = [_told(problem, slip, lines) for problem in new]
    best = min(verdicts, key=VERDICTS.index)
    if not errors:
        best = "warned" if best != "elsewhere" else "warned elsewhere"
    return Fate(slip, best, len(errors), verdicts[0] != "elsewhere", report, codes)


def _told(problem: Problem, slip: Slip, lines: frozenset[int]) -> Verdict:
    if problem.file == slip.file and problem.line in lines:
        return "on the line"
    if any(note.span.file == slip.file and note.span.line in lines for note in problem.notes):
        return "other end"
    if any(_names(text, slip) for text in (problem.message, *(note.text for note in problem.notes))):
        return "where it is missed"
    return "elsewhere"


def _names(text: str, slip: Slip) -> bool:
    """Whether a text names something that is gone, alone or as a part of its place."""
    quoted = _QUOTED.findall(text)
    return not {*quoted, *(part for words in quoted for part in words.split("."))}.isdisjoint(slip.names)


@cache
def _usual(file: str, text: str) -> tuple[Problem, ...]:
    """What is said of the text without a slip."""
    return tuple(check_source(Source(file, text)))
