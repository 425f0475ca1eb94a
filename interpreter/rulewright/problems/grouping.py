"""The same mistake at several places, reported once.

    nothing is called `rack`      in lines 71, 119 and 168      ->      one problem, with the other places as notes

A name that is no longer declared is unknown wherever it is used.  That is one mistake, and an author who gets twenty
reports looks for twenty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.problems.fix import Fix
from rulewright.problems.overlay_changes import with_new_name, with_removal
from rulewright.problems.problem import Note, Problem, Problems
from rulewright.source.text import Span

ABOUT_A_NAME = frozenset(
    {
        "unknown-name", "unknown-attribute", "unknown-member", "unknown-action", "unknown-step", "unknown-phase",
        "unknown-condition", "whose", "not-owned", "wrong-count", "nothing-stands", "name-taken",
    }
)  # fmt: skip
"""Codes of problems whose message contains the wrong name, so that equal messages are one mistake."""
MISREAD = ("yaml-syntax", "null-value", "unknown-key", "wrong-shape", "missing-key", "bad-id")
"""Codes of problems of a text as YAML reads it. Where YAML misreads it, reported with the first two codes, the others at
that place are left out."""
HERE_TOO = "here too"
"""The beginning of the note at another place with the same mistake."""
SHOWN = 3
"""The number of other places that are shown; for the rest only the line numbers are given."""


def gathered(problems: Problems) -> list[Problem]:
    """The problems in their order. Those with the same message about a name are joined into the first of them, with a note
    where an overlay removed that name; those of a missing key in an entry that an overlay added have a note about the entry."""
    groups: dict[object, list[Problem]] = {}
    names = {_word(problem): _said(problem) for problem in problems if problem.code == "unknown-name"}
    misread = _misread(problems)
    for number, problem in enumerate(problems):
        if problem.code in MISREAD and MISREAD.index(problem.code) > misread.get(
            _place(problem), len(MISREAD)
        ):
            continue
        key: object = _said(problem) if problem.code in ABOUT_A_NAME else _may_be_none(problem) or number
        if problem.code == "unknown-member":
            key = names.get(_word(problem), key)  # no name at all, so no member either
        groups.setdefault(key, []).append(problem)
    told = [_one(group) for group in groups.values()]
    told = [with_new_name(problem, problems) or _with_removal(problem, problems.removed) for problem in told]
    return [_with_addition(problem, problems.added) for problem in told]


def _misread(problems: Problems) -> dict[tuple[str, int], int]:
    """The places (file, offset) that YAML misreads, with the index in `MISREAD` of the first code reported there."""
    found: dict[tuple[str, int], int] = {}
    for problem in problems:
        if problem.code in MISREAD[:2]:
            rank = MISREAD.index(problem.code)
            found[_place(problem)] = min(rank, found.get(_place(problem), rank))
    return found


def _place(problem: Problem) -> tuple[str, int]:
    return problem.file, problem.span.start


def _said(problem: Problem) -> tuple[str, ...]:
    return problem.code, problem.severity, problem.file, problem.message


def _may_be_none(problem: Problem) -> tuple[object, ...]:
    """What problems have in common about a name that may be none in attributes of the spaces of one board, which is one mistake; empty
    for others."""
    if problem.code != "maybe-none" or not problem.path.startswith("boards."):
        return ()
    return problem.code, problem.severity, problem.file, problem.span.text, problem.path.split(".")[1]


def _word(problem: Problem) -> tuple[str, str]:
    return problem.file, problem.span.text


def _with_removal(problem: Problem, removed: Mapping[str, Span]) -> Problem:
    there = removed.get(problem.span.text) if problem.code in ABOUT_A_NAME else None
    return problem if there is None else with_removal(problem, there)


def _with_addition(problem: Problem, added: Mapping[str, tuple[Note, ...]]) -> Problem:
    """A problem of a missing key, with notes if an overlay added the entry: its name may be misspelled."""
    if problem.code != "missing-key":
        return problem
    above = next((place for place in added if problem.path.startswith(place + ".")), None)
    return problem if above is None else replace(problem, notes=(*problem.notes, *added[above]))


def _one(group: list[Problem]) -> Problem:
    first = next((problem for problem in group if problem.code != "unknown-member"), group[0])
    others = [problem for problem in group if problem is not first]
    if not others:
        return first
    shown, rest = others[:SHOWN], others[SHOWN:]
    more = f" (and in line{'s' if len(rest) > 1 else ''} {_lines(rest)})" if rest else ""
    notes = [Note(other.span, HERE_TOO + (more if other is shown[-1] else "")) for other in shown]
    return replace(first, notes=(*first.notes, *notes), fix=_fix(group))


def _lines(problems: list[Problem]) -> str:
    numbers = list(dict.fromkeys(str(problem.line) for problem in problems))
    return " and ".join(part for part in (", ".join(numbers[:-1]), numbers[-1]) if part)


def _fix(group: list[Problem]) -> Fix | None:
    """The fix of all of them, if each has the same."""
    fixes = [problem.fix for problem in group]
    first = fixes[0]
    if first is None or any(fix is None or fix.title != first.title for fix in fixes):
        return None
    edits = sorted(
        (edit for fix in fixes if fix is not None for edit in fix.edits), key=lambda e: e.span.start
    )
    return Fix(first.title, tuple(edits))
