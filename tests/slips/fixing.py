"""Whether the fixes that are offered for a slip are certain: what each makes of the text, carried out by itself.

A fix gives back what the text meant before the slip, or leaves mistakes that it did not write itself; it never makes
another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import yaml

from rulewright.pipeline import check_source, open_source
from rulewright.problems.fix import carried_out
from rulewright.problems.problem import RulebookError
from rulewright.source.text import Source, Span
from tests.slips.slips import Slip


def wrong_fixes(slip: Slip, text: str) -> Iterator[str]:
    """What is wrong with each fix that is offered for the slip."""
    source = Source(slip.file, slip.of(text))
    for problem in check_source(source):
        fix = problem.fix
        if fix is None or not fix.is_in(source):
            continue
        after, places = carried_out(source, [fix])
        if after.text == text:
            continue
        meaning = _meaning(after)
        if meaning is None and not _is_told_of(after, places):
            continue
        if meaning != _usual(slip.file, text):
            made = "no rulebook" if meaning is None else "another game"
            yield f"{slip}\n  {problem}\n  the fix makes {made}: {fix.title} in line {fix.edits[0].span.line}"


def _meaning(source: Source) -> tuple[str, str] | None:
    """The compiled game and the examples; None for what is no rulebook."""
    try:
        game = open_source(source).game
    except RulebookError:
        return None
    return game.fingerprint, repr(yaml.safe_load(source.text).get("examples"))


@cache
def _usual(file: str, text: str) -> tuple[str, str] | None:
    return _meaning(Source(file, text))


def _is_told_of(source: Source, places: list[Span]) -> bool:
    """Whether something is wrong with the characters that a fix wrote."""
    return any(
        problem.span.source == source and problem.span.start < place.end and place.start < problem.span.end
        for problem in check_source(source)
        if problem.severity == "error"
        for place in places
    )
