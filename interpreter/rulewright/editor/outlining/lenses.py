"""Examples that can be run where they are written."""

from __future__ import annotations

from pathlib import Path

from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.editor.desk import Desk
from rulewright.editor.texts import path_of
from rulewright.problems.problem import Problem, RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


def examples(desk: Desk, path: Path) -> list[tuple[str, Span]]:
    """The names of the examples that are written in a text, with their places."""
    path = path.resolve()
    analysis = desk.analysis(path)
    book = analysis.rulebook if analysis is not None else None
    every = book.examples.values() if book is not None else ()
    return [(each.id, each.span) for each in every if path_of(each.span.source) == path]


@dataclass(frozen=True, slots=True)
class Ran:
    """An example that was run: whether it holds, and what does not."""

    name: str
    holds: bool
    reason: str = ""


def run(desk: Desk, path: Path, name: str = "") -> list[Ran]:
    """Run the examples of a text as it is, or one by its name. An example of a rulebook with mistakes does not hold."""
    analysis = desk.analysis(path)
    if analysis is None:
        return []
    book = desk.book(analysis)
    if book is None:
        return [Ran(name, False, "the rulebook has mistakes")]
    found: list[Ran] = []
    for example in RulebookTests(book.at).examples():
        if not name or example.example.id == name:
            try:
                result = example.run()
            except RulebookError as error:
                found.append(Ran(example.name, False, error.problems[0].message))
                continue
            reasons = "; ".join(map(said, result.problems))
            found.append(Ran(example.name, result.passed, reasons))
    return found


def said(problem: Problem) -> str:
    """What does not hold, and where."""
    label = f" ({problem.label})" if problem.label else ""
    return f"{problem.span.place}: {problem.message}{label}"
