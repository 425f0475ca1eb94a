"""A rule that many things have to follow is one test, whose message lists all that break it."""

from __future__ import annotations

from collections.abc import Iterable


def assert_none(offenders: Iterable[object], rule: str = "") -> None:
    """Fail with a line for each offender, after what the rule says. pytest itself would show only the first few."""
    found = [*map(str, offenders)]
    assert not found, "\n  ".join([rule, *found])
