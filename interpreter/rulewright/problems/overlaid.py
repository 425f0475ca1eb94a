"""What a house rule changed or took away under a rule that stays: the way out is in the house rule, not where the problem is.

    error[unknown-name]: nothing is called `mood`
      base.rulebook.yaml:26:62          prefer: {reroll: sum(d.face for d in those) - mood}
      quick.overlay.yaml:4:20           remove: [variables.mood]          taken away here

Whoever wrote the house rule may not touch the rulebook: what still asks for the name is changed in the house rule as well.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.problems.problem import Note, Problem, Problems
from rulewright.source.text import Span

STRATEGIES = "strategies."


def with_removal(problem: Problem, there: Span) -> Problem:
    """A problem about a name, with the place where a house rule (or a variant) took it away."""
    noted = replace(problem, notes=(*problem.notes, Note(there, "taken away here")))
    if there.source == problem.span.source:
        return noted
    preference = _preference(problem)
    if preference is None:
        told = "change what asks for it there as well, under `change:`, or take that away too"
        told = f"{problem.help}; {told}" if problem.help and problem.code != "unknown-name" else told
    else:
        change, remove = preference
        told = f"change what {_strategy(problem)} prefers there as well, {change}, or leave it out, {remove}"
    return replace(noted, help=told)


def with_new_name(problem: Problem, problems: Problems) -> Problem | None:
    """A rule of a house rule that asks for what another one below it gave a new name; None for any other problem."""
    name, there = problems.renamed.get(problem.span.text, ("", problem.span))
    asks = problem.code == "unknown-name" and problem.file in problems.house_rules
    if not name or not asks or there.source == problem.span.source:
        return None
    note = Note(there, "this stands in its place")
    return replace(problem, notes=(*problem.notes, note), help=f"it is called `{name}` now: write that")


def with_way_out(problem: Problem, problems: Problems) -> Problem:
    """A problem of a strategy whose other end is in a house rule, with what to write there."""
    preference = _preference(problem)
    there = next((note.span for note in problem.notes if _overlays(note.span, problem, problems)), None)
    if preference is None or there is None:
        return problem
    told = f"change what {_strategy(problem)} prefers in {there.source.title} as well: {preference[0]}"
    return replace(problem, help=f"{problem.help}; {told}" if problem.help else told)


def _overlays(span: Span, problem: Problem, problems: Problems) -> bool:
    return span.source != problem.span.source and span.source.name in problems.house_rules


def _preference(problem: Problem) -> tuple[str, str] | None:
    """How a house rule changes and takes away the preference in which a problem lies; None if it lies in none."""
    if not problem.path.startswith(STRATEGIES):
        return None
    strategy, _, action = problem.path.removeprefix(STRATEGIES).partition(".prefer.")
    return (
        f"`change: {{strategies: {{{strategy}: {{prefer: {{{action}: ...}}}}}}}}`",
        f"`remove: [{problem.path}]`",
    )


def _strategy(problem: Problem) -> str:
    return f"`{problem.path.removeprefix(STRATEGIES).partition('.')[0]}`"
