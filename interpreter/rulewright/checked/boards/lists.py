"""Lists of spaces by name, as rulebooks have them."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.messages import boards
from rulewright.expression.words import is_name
from rulewright.problems.limits import MOST_SPACES
from rulewright.rulebook import nodes as rulebook


def listed_names(
    c: Context, declared: rulebook.Board, listed: tuple[rulebook.SpaceName, ...]
) -> tuple[str, ...]:
    """The names in a list, ranges of numbers written out (`24..1` counts down)."""
    names: list[str] = []
    for space in listed:
        low, dots, high = (part.strip() for part in space.text.partition(".."))
        if dots and low.isdigit() and high.isdigit() and abs(int(low) - int(high)) < MOST_SPACES:
            first, last = int(low), int(high)
            names += [str(n) for n in range(first, last + 1)] or [str(n) for n in range(first, last - 1, -1)]
        elif is_name(space.text) or space.text.isdigit():
            names.append(space.text)
        else:
            boards.no_space_name(c, space)
    if too_large(c, declared, len(names)):
        return ()
    return tuple(names)


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
