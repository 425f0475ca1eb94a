"""Texts of an author, names and numbers inside a message.

listed(["hand", "deck", "pile"]) == "`hand`, `deck` and `pile`"
"""

from __future__ import annotations

from collections.abc import Sequence

_LONGEST_QUOTED = 60


def quoted(text: str) -> str:
    """An author's text between backticks, on one line and shortened."""
    return f"`{shortened(' '.join(text.split()), _LONGEST_QUOTED)}`"


def shortened(text: str, longest: int = 40) -> str:
    """A text, cut if it is too long for a message."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shown(value: object) -> str:
    """A value as Python writes it, cut short."""
    try:
        return shortened(repr(value), _LONGEST_QUOTED)
    except ValueError:  # whole numbers of thousands of digits have no text
        return "a number of too many digits"


def listed(names: Sequence[str], last: str = "and", most: int | None = None) -> str:
    """`a`, `b` and `c`; of more than `most` names the first ones and the number of the others. Empty for no names."""
    marked = [f"`{name}`" for name in names]
    if most is not None and len(marked) > most:
        return f"{', '.join(marked[:most])} and {len(marked) - most} more"
    return series(marked, last)


def series(words: Sequence[str], last: str = "and") -> str:
    """Words in a sentence: `a, b and c`; empty for no words."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def counted(count: int | str, one: str, many: str = "") -> str:
    """A number with its noun: `1 game`, `2,000 games`, `3 boxes`; the number may be a text."""
    said = f"{count:,}" if isinstance(count, int) else count
    return f"{said} {one if said == '1' else many or f'{one}s'}"
