"""Lines of a formatted document, before values and comments are aligned."""

from __future__ import annotations

from rulewright.source.dataclass import dataclass


@dataclass(slots=True)
class Line:
    """A line without the comment at its end.

    `indent` is the column of the key, `value` that of the value after the key if the entry is whole on this line, else -1;
    `was` is the column of the value in the text before, and `padded` says that more than one space came before it.
    """

    text: str
    comment: str = ""
    at: int = -1
    """The column of the comment in the text before; -1 if the line was broken, so that it does not count."""
    indent: int = -1
    value: int = -1
    was: int = -1
    padded: bool = False
    begins: bool = False
    """Whether it begins an item of a list, so that it is in another mapping than the lines above."""
