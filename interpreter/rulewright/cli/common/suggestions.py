"""Suggestions of the nearest name, as the end of a sentence.

did_you_mean("simulat", ["simulate", "show"])      ->      "; did you mean `simulate`?"
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.problems.nearest import nearest


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The end of a sentence: `; did you mean ...?`, or nothing."""
    near = nearest(name, names)
    return f"; did you mean `{near}`?" if near else ""
