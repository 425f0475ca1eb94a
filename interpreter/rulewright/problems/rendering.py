"""Problems for people: an excerpt with a caret, related places, and help.

    error[unknown-name]: there is no zone called `hnad`
      hearts.rulebook.yaml:41:14
    41 |     when: me.hnad.empty
       |              ^^^^ not a zone
    12 |   hand: {per: players, holds: cards, seen_by: owner}
       |   ---- did you mean this one?
      help: rulewright explain unknown-name

Texts of authors are shown with their control characters made visible, so that a file from a stranger
cannot control a terminal.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from rulewright.problems.problem import Problem
from rulewright.problems.terminal import Painter, cells, visible
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

WIDTH = 120
"""The greatest number of columns of a line of source; a longer line is cut around the caret."""
NARROWEST = 40
"""The least width of the text; on a narrower screen, lines are as long as this."""
LONGEST_WORD = 24
"""The longest word, in characters, that is shown whole or not at all where a line is cut."""


def render(problem: Problem, colour: bool = False, columns: int | None = None) -> str:
    """A problem as several lines of text, without a line break at the end. `columns` is the width of the screen, at which lines
    are wrapped between words; None: they are not wrapped."""
    paint = Painter(colour)
    edge = max(columns, NARROWEST) if columns is not None else None
    kind = f"{problem.severity}[{problem.code}]"
    head = wrapped(f"{kind}: {visible(problem.message)}", edge, 2).replace(
        kind, paint(kind, problem.severity), 1
    )
    if problem.span.source.is_typed:
        return "\n".join([head, _help(problem, paint, edge)])
    excerpts = [_Excerpt(problem.span, problem.label, "^", problem.severity)]
    excerpts += [_Excerpt(note.span, note.text, "-", "note") for note in problem.notes]
    margin = max(len(str(e.span.line)) for e in excerpts)
    lines = [head, "  " + paint(visible(str(problem.span)), "place")]
    file = problem.file
    for excerpt in excerpts:
        if excerpt.span.file != file:
            file = excerpt.span.file
            lines.append("  " + paint(visible(str(excerpt.span)), "place"))
        lines += excerpt.lines(margin, paint, edge)
    return "\n".join([*lines, _help(problem, paint, edge)])


def render_all(
    problems: Sequence[Problem], limit: int = 50, colour: bool = False, columns: int | None = None
) -> str:
    """The first `limit` problems, separated by empty lines, and a summary."""
    shown = [render(p, colour, columns) for p in problems[:limit]]
    if len(problems) > limit:
        shown.append(f"... and {len(problems) - limit} more")
    if problems:
        shown.append(summary(problems))
    return "\n\n".join(shown)


def summary(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 warning`; `no problems` if there are none."""
    severities = [p.severity for p in problems]
    counts = [(severities.count("error"), "error"), (severities.count("warning"), "warning")]
    words = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n]
    return ", ".join(words) or "no problems"


def _help(problem: Problem, paint: Painter, edge: int | None) -> str:
    more = f"rulewright explain {problem.code}"
    said = f"{visible(problem.help)} ({more})" if problem.help else more
    return wrapped(f"  help: {said}", edge, 4).replace("help:", paint("help:", "help"), 1)


def wrapped(text: str, edge: int | None, indent: int) -> str:
    """A text, wrapped between words at a column (None: not wrapped); all lines but the first are indented."""
    if edge is None or cells(text) <= edge:
        return text
    lines = [
        textwrap.fill(
            line, edge, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
        )
        for line in text.split("\n")
    ]
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Excerpt:
    """Lines with an excerpt of the source and a mark under a part of it."""

    span: Span
    label: str
    mark: str
    style: str

    def lines(self, margin: int, paint: Painter, edge: int | None) -> list[str]:
        text = self.span.source.line(self.span.line)
        if not text and not self.span.text:
            return []
        room = WIDTH if edge is None else min(WIDTH, edge - margin - 7)
        shown, before, width = _window(text, self.span, room)
        number = paint(f"{self.span.line:>{margin}} |", "margin")
        gutter = paint(" " * margin + " |", "margin")
        label = f" {visible(self.label)}" if self.label else ""
        marks = f"{gutter} {' ' * before}{paint(self.mark * width + label, self.style)}"
        if edge is None or margin + 3 + before + width + cells(label) <= edge:
            return [f"{number} {shown}", marks]
        below = textwrap.wrap(label.strip(), max(room - before, NARROWEST // 2), break_long_words=False)
        before_label = min(before, max(0, room - max(map(cells, below))))
        labels = [f"{gutter} {' ' * before_label}{paint(line, self.style)}" for line in below]
        return [
            f"{number} {shown}",
            f"{gutter} {' ' * before}{paint(self.mark * width, self.style)}",
            *labels,
        ]


def _window(text: str, span: Span, room: int = WIDTH) -> tuple[str, int, int]:
    """The visible part of a line, the number of columns before the mark, and the width of the mark.

    Only this part is processed: a line can have a megabyte, and many problems.
    """
    start = span.column - 1
    of_span = text[start : min(start + span.end - span.start, start + 2 * room)]
    length = max(1, len(of_span.rstrip()))
    end = min(start + length, max(len(text), start + 1))
    marked = cells(text[start:end]) or 1
    if len(text) <= 2 * room and cells(text) <= room:
        return visible(text), cells(text[:start]), marked
    first = _word_begins(text, max(0, min(start - room // 3, len(text) - room)), start)
    last = _word_ends(text, first + room, end)
    head = "… " if text[max(first - 1, 0) : first].isspace() else "…" if first > 0 else ""
    tail = "" if last >= len(text) else " …" if text[last : last + 1].isspace() else "…"
    before = len(head) + cells(text[first:start])
    shown = head + visible(text[first:last]) + tail
    return shown, before, min(marked, max(1, room - (before - len(head))))


def _word_begins(text: str, first: int, start: int) -> int:
    """The offset at which a line that is cut at `first` begins: before `start`, and not within a word unless that is long."""
    if first == 0:
        return first
    if text[first - 1].isspace():
        return start - len(text[first:start].lstrip())
    gap = text.find(" ", first, min(first + LONGEST_WORD, start))
    return first if gap < 0 else gap + 1


def _word_ends(text: str, last: int, end: int) -> int:
    """The offset at which a line that is cut at `last` ends: after `end`, and not within a word unless that is long."""
    if last >= len(text) or text[last].isspace():
        return last
    gap = text.rfind(" ", max(last - LONGEST_WORD, end), last)
    return last if gap < 0 else gap
