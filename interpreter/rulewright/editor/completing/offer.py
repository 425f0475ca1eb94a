"""An offer: something that can be written at a place."""

from __future__ import annotations

from typing import Literal

from rulewright.source.dataclass import dataclass

Sort = Literal["key", "word", "local", "name", "member", "attribute", "function", "snippet", "file"]


@dataclass(frozen=True, slots=True)
class Offer:
    """`label` is what is chosen, `insert` what is written (with `$1`, `${1:word}` for what is typed next if `is_snippet`), `detail` its type
    in a few words, `about` more on it; the lowest `rank` comes first."""

    label: str
    sort: Sort
    detail: str = ""
    about: str = ""
    insert: str = ""
    rank: int = 5
    is_snippet: bool = False

    @property
    def text(self) -> str:
        """What is written."""
        return self.insert or self.label
