"""Notes on problems about a name that a house rule removed or renamed.

error[unknown-name]: nothing is called `mood`
  base.rulebook.yaml:26:62          prefer: {reroll: sum(d.face for d in those) - mood}
  quick.overlay.yaml:4:20           remove: [variables.mood]          taken away here
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.problems.problem import Note, Problem, Problems
from rulewright.source.text import Span


def with_removal(problem: Problem, there: Span) -> Problem:
    """A problem about a name, with a note where a house rule (or a variant) removed it; similar names are no longer suggested."""
    own = there.text.endswith(problem.span.text)
    label = problem.label if own else f"it went with `{there.text}`"
    noted = replace(problem, label=label, notes=(*problem.notes, Note(there, "taken away here")))
    meant = (own and there.source == problem.span.source) or problem.code != "unknown-name"
    return noted if meant else replace(noted, help="")


def with_new_name(problem: Problem, problems: Problems) -> Problem | None:
    """The problem of a house rule that mentions a name that another one below it replaced; None for any other problem."""
    name, there = problems.renamed.get(problem.span.text, ("", problem.span))
    asks = problem.code == "unknown-name" and problem.file in problems.house_rules
    if not name or not asks or there.source == problem.span.source:
        return None
    note = Note(there, "this has replaced it")
    return replace(problem, notes=(*problem.notes, note), help=f"it is called `{name}` now: write that")
