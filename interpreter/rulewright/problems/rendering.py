"""Problems for people: an excerpt with a caret, the other ends, and what to do.

    error[unknown-name]: there is no zone called `hnad`
      hearts.rulebook.yaml:41:14
    41 |     when: me.hnad.empty
       |              ^^^^ not a zone
    12 |   hand: {per: players, holds: cards, seen_by: owner}
       |   ---- did you mean this one?
      help: rulewright explain unknown-name

Whatever an author wrote is shown with its control characters made visible, so that a file from a stranger
cannot steer a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulewright.problems.problem import Problem
from rulewright.problems.terminal import Painter, cells, visible
from rulewright.source.text import Span

WIDTH = 120
"""How many columns of a line of source are shown at most; a longer one is cut around the caret."""


def render(problem: Problem, colour: bool = False) -> str:
    """A problem as several lines of text, without a line break at the end."""
    paint = Painter(colour)
    head = paint(f"{problem.severity}[{problem.code}]", problem.severity) + ": " + visible(problem.message)
    if problem.span.source.is_typed:
        return "\n".join([head, _help(problem, paint)])
    excerpts = [_Excerpt(problem.span, problem.label, "^", problem.severity)]
    excerpts += [_Excerpt(note.span, note.text, "-", "note") for note in problem.notes]
    margin = max(len(str(e.span.line)) for e in excerpts)
    lines = [head, "  " + paint(visible(str(problem.span)), "place")]
    file = problem.file
    for excerpt in excerpts:
        if excerpt.span.file != file:
            file = excerpt.span.file
            lines.append("  " + paint(visible(str(excerpt.span)), "place"))
        lines += excerpt.lines(margin, paint)
    return "\n".join([*lines, _help(problem, paint)])


def render_all(problems: Sequence[Problem], limit: int = 50, colour: bool = False) -> str:
    """Problems one after the other with an empty line between, `limit` of them, and how many there are."""
    shown = [render(p, colour) for p in problems[:limit]]
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


def _help(problem: Problem, paint: Painter) -> str:
    more = f"rulewright explain {problem.code}"
    start = "  " + paint("help:", "help") + " "
    return start + (f"{visible(problem.help)} ({more})" if problem.help else more)


@dataclass(frozen=True, slots=True)
class _Excerpt:
    """A line of source with a mark under a part of it."""

    span: Span
    label: str
    mark: str
    style: str

    def lines(self, margin: int, paint: Painter) -> list[str]:
        text = self.span.source.line(self.span.line)
        if not text and not self.span.text:
            return []
        shown, before, width = _window(text, self.span)
        number = paint(f"{self.span.line:>{margin}} |", "margin")
        gutter = paint(" " * margin + " |", "margin")
        label = f" {visible(self.label)}" if self.label else ""
        return [f"{number} {shown}", f"{gutter} {' ' * before}{paint(self.mark * width + label, self.style)}"]


def _window(text: str, span: Span) -> tuple[str, int, int]:
    """What is shown of a line, the columns before the mark, and the columns of the mark.

    Only what may be shown is looked at closely: a line can have a megabyte, and many problems.
    """
    start = span.column - 1
    of_span = text[start : min(start + span.end - span.start, start + 2 * WIDTH)]
    length = max(1, len(of_span.rstrip()))
    end = min(start + length, max(len(text), start + 1))
    marked = cells(text[start:end]) or 1
    if len(text) <= 2 * WIDTH and cells(text) <= WIDTH:
        return visible(text), cells(text[:start]), marked
    first = max(0, min(start - WIDTH // 3, len(text) - WIDTH))
    head = "…" if first > 0 else ""
    piece = text[first : first + WIDTH]
    tail = "…" if first + WIDTH < len(text) else ""
    before = len(head) + cells(text[first:start])
    return head + visible(piece) + tail, before, min(marked, max(1, WIDTH - (before - len(head))))
