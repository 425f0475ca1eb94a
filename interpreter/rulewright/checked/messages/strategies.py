"""The checker's messages about strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.checked.context import Context
from rulewright.checked.messages import names as name_messages
from rulewright.checked.messages import related_places, types
from rulewright.expression import nodes as syntax
from rulewright.language.types import Nothing, Optional, Type
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import listed
from rulewright.rulebook import nodes as rulebook

MOST_LIKELY = 1_000_000
"""A larger bound of a preference is not mentioned: it only follows from the ranges of its parts."""
SEEN_ONLY = "a strategy is for a player, so it may look only at what this player sees. How many there are is always seen"


def reserved(c: Context, strategy: rulebook.Strategy, names: Sequence[str]) -> None:
    c.report(
        "name-taken",
        strategy.span,
        f"`{strategy.id}` cannot be the name of a strategy: every game has this player already",
        label="choose another name",
        help=f"{listed(names)} are reserved for people and for the bots of every game",
    )


def no_such_action(c: Context, strategy: rulebook.Strategy, preference: rulebook.Preference) -> None:
    """A preference for an action that is in no phase, or for something else of that name."""
    name, span = preference.action.id, preference.action.span
    found = _something_else(c, name)
    if found is None:
        name_messages.unknown_action(c, span, name)
        return
    what, where = found
    c.report(
        "unknown-action",
        span,
        f"`{name}` is {what}, but `{strategy.id}` can prefer only actions",
        label="not an action",
        notes=(where,),
        help="name what a player may choose to do: an entry of `actions` in a phase",
    )


def _something_else(c: Context, name: str) -> tuple[str, Note] | None:
    book = c.book
    triggers = {id: each for phase in book.phases.values() for id, each in phase.triggers.items()}
    entries: tuple[tuple[str, rulebook.Entry | None], ...] = (
        ("a phase", book.phases.get(name)),
        ("a step", book.steps.get(name)),
        ("a rule under `as_soon_as`", triggers.get(name)),
        ("a definition", book.definitions.get(name)),
    )
    for what, entry in entries:
        if entry is not None:
            return what, Note(entry.span, "declared here")
    return None


def no_preference(c: Context, preference: rulebook.Preference, type_: Type) -> None:
    node = preference.value
    maybe = isinstance(type_, (Optional, Nothing))
    of = type_.of if isinstance(type_, Optional) else type_
    told = f"{types.words_of(of)} or none" if maybe else types.words_of(type_)
    c.report(
        "wrong-type",
        node.span,
        f"the preference for `{preference.action.id}` must be a number or a condition, but this is {told}",
        label=told,
        notes=related_places.origin(c, node),
        help="the higher the number the sooner it is done; a condition counts 1 where it holds, and makes the action the "
        "last resort where it does not",
    )


def condition_among_numbers(
    c: Context, preference: rulebook.Preference, rivals: Sequence[tuple[rulebook.Preference, int]]
) -> None:
    """`rivals`: the preferences that can be more than 1, each with its largest value."""
    name, condition = preference.action.id, " ".join(preference.value.span.text.split())
    most = max(most for _, most in rivals)
    worth = most + 1 if most < MOST_LIKELY else MOST_LIKELY
    c.report(
        "condition-among-numbers",
        preference.value.span,
        f"`{name}` is worth only 1 where this condition holds, and {_others(rivals)}",
        label="worth 1, or the last resort",
        notes=tuple(Note(other.value.span, _up_to(most)) for other, most in rivals),
        help=f"say how much it is worth where the condition holds, e.g. `{name}: {worth} if {condition} else none`",
        path=preference.path,
        warning=True,
    )


def _others(rivals: Sequence[tuple[rulebook.Preference, int]]) -> str:
    names = listed([other.action.id for other, _ in rivals])
    return f"{names} can be worth more"


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


def let_of_the_action(
    c: Context, node: syntax.Name, preference: rulebook.Preference, let: rulebook.LetEntry
) -> None:
    c.report(
        "let-of-the-action",
        node.span,
        f"a preference cannot use `{node.text}`, which `{preference.action.id}` itself lets",
        label="not known here",
        notes=(Note(let.span, "known in `when`, `do` and `after` only"),),
        help=f"write out what it is, `{' '.join(let.value.span.text.split())}`, or give that a name under `define`",
    )


def differs(
    c: Context, node: syntax.Name, preference: rulebook.Preference, actions: Sequence[rulebook.Action]
) -> None:
    name = preference.action.id
    c.report(
        "after-differs",
        node.span,
        f"`{node.text}` is not the same in all the actions called `{name}`",
        label="which one?",
        notes=tuple(Note(action.span, "one of them") for action in actions),
        help=f"`{node.text}` must have the same position and the same domain under `choose` in each of them; or "
        "give one of these actions another name",
    )
