"""Values as a rulebook writes them.

literal(True), literal(None), literal(50), literal("straight")        "true", "none", "50", "straight"
"""

from __future__ import annotations


def literal(value: object) -> str:
    """A number, a truth value, none, or the id of a member, as rulebooks write it and people type it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
