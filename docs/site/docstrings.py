"""Our docstrings, which are plain text with `code` and indented examples, as reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CODE = re.compile(r"(`[^`]+`)")
_SPECIAL = re.compile(r"([*|\\])|(?<=\w)(_)(?=\W|$)")


def in_rst(lines: Sequence[str]) -> list[str]:
    """The lines of a docstring: an indented paragraph is an example, and special characters outside of code mean themselves."""
    found: list[str] = []
    for number, line in enumerate(lines):
        is_example = line.startswith("    ")
        follows = number > 0 and lines[number - 1].startswith("    ")
        if is_example and not follows and not _goes_on(found):
            found += ["::", "", line]
        elif is_example:
            found.append(line)
        else:
            found.append(_escaped(line))
    return found


def _goes_on(found: Sequence[str]) -> bool:
    """Whether an example was only interrupted by an empty line."""
    before = [line for line in found if line]
    return bool(before) and before[-1].startswith("    ")


def _escaped(line: str) -> str:
    parts = _CODE.split(line)
    return "".join(
        f"`{part}`" if part.startswith("`") and len(part) > 1 else _SPECIAL.sub(r"\\\1\2", part)
        for part in parts
    )
