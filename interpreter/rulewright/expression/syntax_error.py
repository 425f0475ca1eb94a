"""A text that cannot be parsed: its words, the first one that does not fit, and the words that would be allowed there."""

from __future__ import annotations

import re
from typing import Final

from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

WORD: Final = re.compile(
    r"#[^\n]*|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|\.\.|[=!<>]=+|[=-]>|=<|<>|&&|\|\||//|\*\*|[-+*/:]=|[^ \t\r\n]"
)
_WANTED: Final = {"HIGHEST": "a result", "NONE": "`none`", "NAME": "a name"}


@dataclass(frozen=True, slots=True)
class Mistake:
    """The words of a text, the index of the first that does not fit (the number of words if the text ends too early), and the
    terminals that would be allowed there."""

    words: tuple[Span, ...]
    at: int
    start: str
    expected: frozenset[str]

    def text(self, offset: int = 0) -> str:
        """The word at an offset from the mistake; empty beyond the ends."""
        index = self.at + offset
        return self.words[index].text if 0 <= index < len(self.words) else ""

    @property
    def span(self) -> Span:
        return self.words[self.at]

    @property
    def wanted(self) -> str:
        """The words that would be allowed at the mistake, in an author's terms."""
        if "INT" in self.expected:
            return "a value (a name, a number or a parenthesis)"
        for terminal, words in _WANTED.items():
            if terminal in self.expected:
                return words
        if self.expected == {"IN"}:
            return "`in`"
        if "ELSE" in self.expected and unfinished_if(self):
            return "`else`"
        return "an operator" if self.expected - {"$END"} else "the end"


def open_parentheses(mistake: Mistake) -> list[Span]:
    opened: list[Span] = []
    for word in mistake.words[: mistake.at]:
        if word.text == "(":
            opened.append(word)
        elif word.text == ")" and opened:
            opened.pop()
    return opened


def same_level(mistake: Mistake) -> list[Span]:
    """The words before the mistake, nearest first, in the same parentheses as it."""
    depth, found = 0, []
    for word in reversed(mistake.words[: mistake.at]):
        if word.text == ")":
            depth += 1
        elif word.text == "(":
            depth -= 1
            if depth < 0:
                break
        elif depth == 0:
            found.append(word)
    return found


def unfinished_if(mistake: Mistake) -> Span | None:
    """The `if` in the same parentheses before the mistake that has no `else` yet and is no filter."""
    for word in same_level(mistake):
        if word.text in ("else", "for", ","):
            return None
        if word.text == "if":
            return word
    return None


def is_value(text: str) -> bool:
    return text[:1].isalnum() or text[:1] == "_"


def words_of(span: Span) -> list[Span]:
    found = WORD.finditer(span.source.text, span.start, span.end)
    return [Span(span.source, m.start(), m.end()) for m in found if not m.group().startswith("#")]
