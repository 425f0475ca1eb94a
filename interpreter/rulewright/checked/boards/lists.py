"""Lists of spaces by name, as rulebooks have them."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations
from rulewright.checked.messages import boards
from rulewright.expression import nodes as syntax
from rulewright.expression.words import is_name
from rulewright.problems.limits import MOST_SPACES
from rulewright.rulebook import nodes as rulebook

FAILED = -1
"""Instead of a number that cannot be worked out, which is a problem of its own."""


def listed_names(
    c: Context, declared: rulebook.Board, listed: tuple[rulebook.SpaceName, ...]
) -> tuple[str, ...]:
    """The names in a list, ranges of numbers written out (`24..1` counts down)."""
    names: list[str] = []
    for space in listed:
        ends = _ends(c, space)
        if ends is not None and FAILED in ends:
            return ()
        if ends is not None and abs(ends[0] - ends[1]) < MOST_SPACES:
            first, last = ends
            names += [str(n) for n in range(first, last + 1)] or [str(n) for n in range(first, last - 1, -1)]
        elif is_name(space.text) or space.text.isdigit():
            names.append(space.text)
        else:
            boards.no_space_name(c, space)
    if too_large(c, declared, len(names)):
        return ()
    return tuple(names)


def _ends(c: Context, space: rulebook.SpaceName) -> tuple[int, int] | None:
    """The first and the last number of a range; none if it has names that are no options, `a..f`."""
    if space.ends is not None:
        ends = (space.ends.low, space.ends.high)
        if any(isinstance(end, syntax.Name) and end.text not in c.book.options for end in ends):
            return None
        first, last = (
            declarations.constant_number(c, end, "the number of a space", default=FAILED) for end in ends
        )
        return first, last
    low, dots, high = (part.strip() for part in space.text.partition(".."))
    return (int(low), int(high)) if dots and low.isdigit() and high.isdigit() else None


def find(
    c: Context, declared: rulebook.Board, space: rulebook.SpaceName, names: tuple[str, ...]
) -> int | None:
    if space.text not in names:
        boards.unknown_space(c, space, declared.id, names)
        return None
    return names.index(space.text)


def too_large(c: Context, declared: rulebook.Board, spaces: int) -> bool:
    if spaces > MOST_SPACES:
        boards.too_many_spaces(c, declared, spaces, MOST_SPACES)
    return spaces > MOST_SPACES
