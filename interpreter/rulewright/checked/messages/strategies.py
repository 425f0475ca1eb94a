"""The checker's messages about strategies."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.context import Context
from rulewright.checked.messages import names as name_messages
from rulewright.checked.messages.types import reported, words_of
from rulewright.expression import nodes as syntax
from rulewright.language.types import Nothing, Optional, Type
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace
from rulewright.source.text import Span

MOST_LIKELY = 1_000_000
"""A larger bound of a preference is not mentioned: it only follows from the ranges of its parts."""
SEEN_ONLY = "a strategy is for a player, so it may look only at what this player sees. How many there are is always seen"


@reported
def reserved(c: Context, strategy: rulebook.Strategy, names: Sequence[str]) -> None: ...


def no_such_action(c: Context, strategy: rulebook.Strategy, preference: rulebook.Preference) -> None:
    """A preference for an action that is in no phase, or for something else of that name."""
    name, span = preference.action.id, preference.action.span
    found = _something_else(c, name)
    if found is None:
        name_messages.unknown_action(c, span, name)
    else:
        _not_an_action(c, span, name, strategy, *found)


@reported
def _not_an_action(
    c: Context, span: Span, name: str, strategy: rulebook.Strategy, what: str, entry: rulebook.Entry
) -> None: ...


def _something_else(c: Context, name: str) -> tuple[str, rulebook.Entry] | None:
    book = c.book
    triggers = {id: each for phase in book.phases.values() for id, each in phase.triggers.items()}
    entries: tuple[tuple[str, rulebook.Entry | None], ...] = (
        ("a phase", book.phases.get(name)),
        ("a step", book.steps.get(name)),
        ("a rule under `as_soon_as`", triggers.get(name)),
        ("a definition", book.definitions.get(name)),
    )
    return next(((what, entry) for what, entry in entries if entry is not None), None)


@reported
def no_preference(c: Context, preference: rulebook.Preference, type_: Type) -> Parts:
    of = words_of(type_.of if isinstance(type_, Optional) else type_)
    return {"actual": f"{of} or none" if isinstance(type_, (Optional, Nothing)) else of}


@reported
def no_weight(c: Context, preference: rulebook.Preference, type_: Type) -> Parts:
    of = words_of(type_.of if isinstance(type_, Optional) else type_)
    return {"actual": f"{of} or none" if isinstance(type_, Optional) else of}


@reported
def weight_beyond(c: Context, preference: rulebook.Preference, low: int, high: int, most: int) -> Parts:
    text = " ".join(preference.value.span.text.split())
    kept = f"min({most}, {text})" if high > most else text
    kept = f"max(0, {kept})" if low < 0 else kept
    return {
        "range": f"from {low} to {high}" if low != high else f"{low}",
        "help": "divide all weights by the same number" if low == high else f"write `{kept}`",
    }


@reported
def condition_among_numbers(
    c: Context, preference: rulebook.Preference, rivals: Sequence[tuple[rulebook.Preference, int]]
) -> Parts:
    """`rivals`: the preferences that can be more than 1, each with its largest value."""
    return {
        "others": listed([other.action.id for other, _ in rivals]),
        "worth": min(max(most for _, most in rivals) + 1, MOST_LIKELY),
        "condition": " ".join(preference.value.span.text.split()),
        "notes": tuple(Note(other.value.span, _up_to(most)) for other, most in rivals),
    }


def _up_to(most: int) -> str:
    return f"worth up to {most}" if most < MOST_LIKELY else "worth any number"


def of_preference(
    problem: Problem, preference: rulebook.Preference, actions: Sequence[rulebook.Action]
) -> Problem:
    """A problem in a preference, with its path; if it is about a parameter of the action that another file declares, with a
    note on that place."""
    name, here = problem.span.text, problem.span.source
    chosen = (each.domain.span for action in actions for each in action.choose if each.name == name)
    notes = tuple(Note(span, "chosen of this") for span in chosen if span.source != here)
    return replace(problem, path=preference.path, notes=(*problem.notes, *notes[:1]))


@reported
def let_of_the_action(
    c: Context, node: syntax.Name, preference: rulebook.Preference, let: rulebook.LetEntry
) -> Parts:
    return {"value": " ".join(let.value.span.text.split())}


@reported
def differs(
    c: Context, node: syntax.Name, preference: rulebook.Preference, actions: Sequence[rulebook.Action]
) -> Parts:
    return {"notes": tuple(Note(action.span, "one of them") for action in actions)}
