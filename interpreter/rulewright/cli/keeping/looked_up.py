"""The names of files that were looked up for what is kept, each with a hash of the text that was found: what is kept holds as long as
they lead to the same texts.

    with library.noting() as found: ...
    looked_up(found)                        [["pig", None, "3f0a..."]], as JSON data
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from rulewright.document import library
from rulewright.problems.problem import RulebookError
from rulewright.problems.shapes import Either, Many, Nothing, Row, Text
from rulewright.source.text import Source

Names = Sequence[tuple[str, str | None, str]]
"""Each name, the file in which it is (None: a person gave it), and a hash of what was found."""
LOOKED_UP = Many(Row((Text(), Either((Nothing(), Text())), Text())))
"""The shape of `Names` as data."""


def looked_up(found: Iterable[library.LookedUp]) -> Names:
    """What was looked up, as JSON data."""
    return sorted({(name, asking, _hash(source)) for name, asking, source in found}, key=str)


def lead_to_the_same(names: Names) -> bool:
    """Whether all names lead to the same texts as when they were looked up."""
    try:
        return all(_found(name, asking) == text for name, asking, text in names)
    except (RulebookError, ValueError):
        return False


def hashed(*parts: str) -> str:
    """64 hexadecimal digits for several texts."""
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _found(name: str, asking: str | None) -> str:
    """The hash of the text that a name leads to now."""
    return _hash(library.find(name, None if asking is None else Source(asking, "")))


def _hash(source: Source | None) -> str:
    """Empty if a name leads nowhere."""
    return hashed(source.name, source.short, source.text) if source is not None else ""
