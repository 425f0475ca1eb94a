"""A problem as data, and the list that stages add to.

A stage never raises for an author's mistake: it adds to `Problems` and continues with the best reading it
can make, so that one run shows all problems.  Only the outermost layer turns problems into an
exception (`RulebookError`) or into text (`rendering`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from rulewright.problems.fix import Fix
from rulewright.problems.limits import MOST_PROBLEMS
from rulewright.source.dataclass import dataclass
from rulewright.source.text import NOWHERE, Span

Severity = Literal["error", "warning"]

MOST_SHOWN = 20
"""The most problems that the text of a RulebookError shows."""


@dataclass(frozen=True, slots=True)
class Note:
    """Another place that is related to the problem, with a text about the relation."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in a rulebook, with its place.

    `code` is stable (see `pages`), `message` is one line without a full stop, `label` the text next to the caret,
    `notes` are related places, `help` is advice, `path` the rule's path if there is one, `fix` the correction if that
    is certain.
    """

    code: str
    message: str
    span: Span
    severity: Severity = "error"
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""
    path: str = ""
    fix: Fix | None = None

    @property
    def file(self) -> str:
        """The name of the file: a path, or a word in pointed brackets for typed text (`<text>`, `<settings>`)."""
        return self.span.file

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.span.line

    @property
    def column(self) -> int:
        """The place of the first character in its line, from 1."""
        return self.span.column

    def to_json(self) -> dict[str, object]:
        """Plain data: code, severity, message, file, line, column, end_line, end_column, label, notes, help, path, fix."""
        end_line, end_column = self.span.source.position(self.span.end)
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": end_line,
            "end_column": end_column,
            "label": self.label,
            "notes": [
                {"file": n.span.file, "line": n.span.line, "column": n.span.column, "text": n.text}
                for n in self.notes
            ],
            "help": self.help,
            "path": self.path,
            "fix": self.fix.to_json() if self.fix else None,
        }

    def __str__(self) -> str:
        """One line: the place (unless the text was typed), the message and the label."""
        place = "" if self.span.source.is_typed else f"{self.span}: "
        label = f" ({self.label})" if self.label else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}{label}"


@dataclass(slots=True)
class Problems:
    """The problems that the stages have found so far; the same problem at the same place is kept once.

    A file with more problems than anybody reads is given up: the stage that finds one more raises a RulebookError
    with those found so far.
    """

    found: list[Problem] = field(default_factory=list)
    removed: dict[str, Span] = field(default_factory=dict)
    """The removals of overlays and variants by name, for notes on problems of rules that still mention the name."""
    renamed: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """Names that an overlay removed, each with the one name that replaced it, and its place."""
    house_rules: set[str] = field(default_factory=set)
    """The files of overlays and variants that were carried out, by the names of their sources."""
    added: dict[str, tuple[Note, ...]] = field(default_factory=dict)
    """Entries that an overlay or a variant added to a section, by their paths, with the notes for problems of missing keys."""
    met: set[object] = field(default_factory=set, init=False, repr=False)
    """Mistakes that were reported and need not be worked out again: declarations without facts (`checked.declarations.lookup`), and
    unknown names, each with the names bound around it."""
    _known: set[Problem] = field(default_factory=set, init=False, repr=False)

    def hears(self, severity: Severity) -> bool:
        """Whether the words of a problem of this severity are wanted; if not, it was only noted that there is one."""
        return True

    def add(self, problem: Problem) -> None:
        if problem not in self._known:
            self._known.add(problem)
            self.found.append(problem)
            if len(self.found) == MOST_PROBLEMS:
                self.found.append(_given_up(problem))
                self._known.add(self.found[-1])
                raise RulebookError(self.sorted())

    def take(self, other: Problems) -> None:
        """Add what others have found, and what they know about overlays."""
        for problem in other.found:
            self.add(problem)
        self.removed.update(other.removed)
        self.renamed.update(other.renamed)
        self.house_rules.update(other.house_rules)
        self.added.update(other.added)

    @property
    def errors(self) -> list[Problem]:
        return [p for p in self.found if p.severity == "error"]

    def sorted(self) -> list[Problem]:
        """The problems by file, then place; errors before warnings at the same place."""
        return sorted(self.found, key=lambda p: (p.file, p.span.start, p.severity, p.code))

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self.found)


@dataclass(slots=True)
class Unheard(Problems):
    """Problems of which only the number of errors counts: their words are not worked out where that takes time."""

    def hears(self, severity: Severity) -> bool:
        if severity == "error":
            self.found.append(_UNTOLD)
        return False

    def add(self, problem: Problem) -> None:
        self.hears(problem.severity)


_UNTOLD = Problem("", "", NOWHERE)


class RulebookError(Exception):
    """A rulebook, overlay or setting that cannot be used, with its `problems`, sorted by place. Its text has a line for each of
    the first problems, and their help on a line below."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        shown = [line for problem in problems[:MOST_SHOWN] for line in _lines(problem)]
        if len(problems) > MOST_SHOWN:
            shown.append(f"... and {len(problems) - MOST_SHOWN} more")
        super().__init__("\n".join(shown))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problems,), self.__dict__


def _lines(problem: Problem) -> list[str]:
    return [str(problem), *([f"  help: {problem.help}"] if problem.help else [])]


def _given_up(last: Problem) -> Problem:
    return Problem(
        "too-large",
        f"this rulebook has more than {MOST_PROBLEMS - 1} problems",
        last.span,
        label="looking for more stops here",
        help="fix the first ones; many of the others may come from these",
    )
