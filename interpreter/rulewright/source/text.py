"""Texts and places in them.

Every text of an author keeps its place, so that a problem found ten stages later can
still point at the characters that caused it.  A `Span` is a half-open range of character offsets in a
`Source`; lines and columns are computed only when they are shown.

    Source("race.rulebook.yaml", "name: race\n")      Span(source, 6, 10).text == "race"
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from typing import Final

from rulewright.source.dataclass import dataclass

TYPED_NAMES = "<names>"
TYPED_SETTINGS = "<settings>"
TYPED_QUESTION = "<asked>"
FILES_KEPT: Final = 8
"""The number of files whose parsed contents are cached: a rulebook, its parents, its fragments."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text and its name: its path from the current folder, or `<text>`.

    `short` is a shorter name for people, if the path is long and helps nobody: that of a bundled file leads deep into an
    installed package. Data for programs contain the path.
    """

    name: str
    text: str = field(repr=False)
    short: str = field(default="", kw_only=True)
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False, hash=False)

    @property
    def is_typed(self) -> bool:
        """Whether it is a typed name or setting, rather than a text with lines to show."""
        return self.name in (TYPED_NAMES, TYPED_SETTINGS, "<built in>")

    @property
    def title(self) -> str:
        """Its name in texts for people."""
        return self.short or self.name

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts.append(0)
            self._starts.extend(i + 1 for i, character in enumerate(self.text) if character == "\n")
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of a character offset, both counted from 1."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line counted from 1, without its line break; empty beyond the end."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        start = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` up to but not including `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters."""
        return self.source.text[self.start : self.end]

    def has(self, other: Span) -> bool:
        """Whether all characters of another span are among these."""
        return self.source == other.source and self.start <= other.start and other.end <= self.end

    @property
    def file(self) -> str:
        """The name of the source."""
        return self.source.name

    @property
    def place(self) -> str:
        """`race.rulebook.yaml:9`, for people."""
        return f"{self.source.title}:{self.line}"

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.source.position(self.start)[1]

    @property
    def first_line(self) -> Span:
        """The part of the span on its first line, since carets under twenty lines help nobody."""
        end = self.source.text.find("\n", self.start, self.end)
        return self if end < 0 else Span(self.source, self.start, end)

    def within(self, text: str, start: int) -> Span:
        """Where a text is in this one, from `start` on; all of it if it is written in another way, as with `\\x2e`."""
        at = self.source.text.find(text, start, self.end)
        return self if at < 0 else Span(self.source, at, at + len(text))

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of another in the same source."""
        return Span(self.source, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.place}:{self.column}"


NOWHERE = Span(Source("<built in>", ""), 0, 0)
"""The place of nodes that no author wrote."""
