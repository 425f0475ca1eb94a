"""Finds the wrongly indented line where a text's indentation makes no sense, and the line it disagrees with.

      take:
         when: ready         three spaces deeper
        do: [end_turn]       two: YAML gives up here, and the line above is the odd one

YAML only reports where it gave up.  An author needs both lines, first the one that disagrees with the other lines of
the file.
"""

from __future__ import annotations

import re

from rulewright.document import messages
from rulewright.problems.problem import Problem
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span

_KEY = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s:#{}\[\],&*!|>'"%@`][^:#]*?):(?=\s|$)""")
_BLOCK_TEXT = re.compile(r":[ \t]+[|>][-+1-9]*$")
_DASHES = re.compile(r"^(?:- +)+")
_TIGHT_DASH = re.compile(r"-(?=[A-Za-z_{\[\"'])")
_STEP = 2


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that is not empty: its place without indentation and comment, and its indentation in spaces."""

    span: Span
    indent: int

    @property
    def mark(self) -> Span:
        """The part that a message points at: the key of the line, or the whole line."""
        key = _KEY.match(self.span.text)
        return (
            self.span if key is None else Span(self.span.source, self.span.start, self.span.start + key.end())
        )

    @property
    def is_item(self) -> bool:
        return self.span.text.startswith("- ") or self.span.text == "-"

    @property
    def is_key(self) -> bool:
        return _KEY.match(self._after_dashes) is not None

    @property
    def opens(self) -> bool:
        """Whether it is a key without a value on this line, so that its value begins below."""
        return self.span.text.endswith(":")

    @property
    def is_bare(self) -> bool:
        """A plain text that is neither a key nor an entry of a list, nor in brackets or quotes."""
        return not self.is_key and not self.is_item and self.span.text[:1] not in "{[\"'|>"

    @property
    def _after_dashes(self) -> str:
        return _DASHES.sub("", self.span.text)

    def odd_below(self, above: _Line | None) -> bool:
        """Whether its indentation relative to a line above (None: to the margin) is no multiple of a step."""
        return (self.indent - (above.indent if above is not None else 0)) % _STEP != 0


def problem(source: Source, place: int) -> Problem | None:
    """The problem of a line at whose beginning YAML gave up; None if it gave up further on, or the lines do not show why."""
    lines = _lines(source, place)
    if not lines or lines[-1].span.start != place or len(lines) == 1:
        return None
    *before, here = lines
    previous = before[-1]
    if previous.is_bare and here.indent >= previous.indent:
        return messages.no_colon_in_line(previous.span)
    if here.indent > previous.indent:
        return messages.wrong_indent(here.mark, previous.mark)
    if here.indent == previous.indent:
        return _not_alike(here, previous)
    if here.is_item and previous.opens and not previous.is_item:
        return messages.odd_indent(_place(here), _place(previous))
    deeper, above = _shallowest_deeper(before, here)
    if above is not None and above.indent == here.indent:
        return messages.no_colon_in_line(above.span) if above.is_bare else _not_alike(here, above)
    if above is not None and _BLOCK_TEXT.search(above.span.text):
        return messages.first_row_indented(deeper.mark, here.mark)
    if deeper.odd_below(above) and not here.odd_below(above):
        return messages.odd_indent(_place(deeper), _place(here))
    if above is not None and above.odd_below(_parent(before, above)):
        return messages.odd_indent(_place(above), _place(here))
    others = [line for line in (above, deeper) if line is not None]
    return messages.odd_indent(_place(here), *map(_place, others))


def opener(source: Source, place: int) -> Span | None:
    """The line right above that of a place, if its value begins below it and the line at the place is not indented more."""
    *before, here = _lines(source, place)
    if not before or before[-1].indent < here.indent:
        return None
    previous = before[-1]
    return previous.mark if previous.opens or _BLOCK_TEXT.search(previous.span.text) else None


def _place(line: _Line) -> tuple[Span, int]:
    return line.mark, line.indent


def _parent(before: list[_Line], line: _Line) -> _Line | None:
    """The nearest line above that is indented less."""
    above = [each for each in before if each.span.start < line.span.start and each.indent < line.indent]
    return above[-1] if above else None


def _not_alike(here: _Line, there: _Line) -> Problem | None:
    """The problem of two lines with the same indentation that cannot be in one block."""
    if here.is_item != there.is_item:
        missing, item = (there, here) if here.is_item else (here, there)
        if _TIGHT_DASH.match(missing.span.text):
            dash = Span(missing.span.source, missing.span.start, missing.span.start + 1)
            return messages.dash_without_space(dash)
        return messages.dash_missing(missing.mark, item.mark)
    return None


def _shallowest_deeper(before: list[_Line], here: _Line) -> tuple[_Line, _Line | None]:
    """The line that opened the level just inside a line's own, and the line above that. The last line before must be deeper."""
    deeper = before[-1]
    for line in reversed(before):
        if line.indent <= here.indent:
            return deeper, line
        if line.indent <= deeper.indent:
            deeper = line
    return deeper, None


def _lines(source: Source, place: int) -> list[_Line]:
    """The lines that are not empty, up to the one that contains a place."""
    found = []
    last, _ = source.position(place)
    start = 0
    for text in source.text.split("\n")[:last]:
        content = re.sub(r"(?:^|\s)#.*$", "", text).rstrip()
        indent = len(content) - len(content.lstrip(" "))
        if content.strip():
            found.append(_Line(Span(source, start + indent, start + len(content)), indent))
        start += len(text) + 1
    return found
