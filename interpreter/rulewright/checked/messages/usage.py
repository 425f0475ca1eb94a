"""The checker's warnings about names that are not used, cases that are not reached, and repeated numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import quoted
from rulewright.problems.templates import message
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

MOST_PLACES = 4
"""At most this number of places of one problem are shown; the rest are counted."""

WORDS: tuple[tuple[type[rulebook.Entry], str], ...] = (
    (rulebook.Option, "option"),
    (rulebook.Enum, "enum"),
    (rulebook.Kind, "kind of pieces"),
    (rulebook.Board, "board"),
    (rulebook.Zone, "zone"),
    (rulebook.Variable, "variable"),
    (rulebook.Table, "table"),
    (rulebook.Definition, "definition"),
    (rulebook.Step, "step"),
)


def what_it_is(entry: rulebook.Entry) -> str:
    """The word for a sort of entry."""
    return next((word for sort, word in WORDS if isinstance(entry, sort)), "name")


def unused(entry: rulebook.Entry, in_examples: bool) -> Problem:
    what = what_it_is(entry)
    nobody = (
        "only examples ask for it" if in_examples else f"no rule {'runs' if what == 'step' else 'uses'} it"
    )
    return Problem("unused", f"the {what} `{entry.id}` is never used", entry.span, "warning", nobody,
                   help=_remedy(entry), path=entry.path)  # fmt: skip


def _remedy(entry: rulebook.Entry) -> str:
    match entry:
        case rulebook.Option():
            return "whatever a table agrees on, nothing changes: let a rule read it, or leave it out"
        case rulebook.Step():
            return f"run it in a list of effects, `- {entry.id}`, or leave it out"
        case rulebook.Zone():
            return "nothing lies in it at the start and no rule moves anything there: leave it out, or use it"
        case _:
            return "leave it out, or use it"


def unused_part(what: str, name: str, span: Span, path: str) -> Problem:
    """A part of a board; `what` is "attribute", "lines" or "route"."""
    is_ = "are" if what == "lines" else "is"
    them = "them" if what == "lines" else "it"
    return Problem("unused", f"the {what} `{name}` {is_} never used", span, "warning", f"no rule uses {them}",
                   help=f"leave {them} out, or use {them}", path=path)  # fmt: skip


def unused_kind(entry: rulebook.Kind, zones: Sequence[rulebook.Zone], in_examples: bool) -> Problem:
    notes = tuple(Note(zone.span, f"no rule uses `{zone.id}` either") for zone in zones[:1])
    nobody = "only examples ask for them" if in_examples else "no rule moves them or looks at them"
    return Problem("unused", f"the pieces `{entry.id}` are never used", entry.span, "warning", nobody, notes,
                   "leave them out, or use them", entry.path)  # fmt: skip


def never_read(entry: rulebook.Variable, in_examples: bool) -> Problem:
    nobody = "only examples ask for it" if in_examples else "no rule, result or text asks for it"
    return Problem("never-read", f"`{entry.id}` is set and never read", entry.span, "warning", nobody,
                   help="leave it out with the effects that set it, or let a rule, a result or a text ask for it; what only people at the "
                   "table are to see has a `label`",
                   path=entry.path)  # fmt: skip


def never_set(entry: rulebook.Variable) -> Problem:
    return Problem("never-set", f"`{entry.id}` is read and never set", entry.span, "warning", "is always what it is at the start",
                   help=_constant(entry), path=entry.path)  # fmt: skip


@message
def never_filled(entry: rulebook.Zone) -> None: ...


def _constant(entry: rulebook.Variable) -> str:
    value = f"`{entry.id}: {entry.start.span.text}`" if entry.start is not None else "its value"
    if entry.per:
        return "say which effect sets it; what never changes is an entry of `define:` instead of a variable"
    return f"say which effect sets it; what never changes is an entry of `define:`, {value}, or an option if tables may choose it"


@message
def never_reset(entry: rulebook.Variable, what: str, said: Span) -> None: ...


def begins_anew(
    phase: rulebook.Phase, others: Sequence[str], shown: Span, what: str, set_up: bool
) -> Problem:
    """A first phase that is meant for the beginning of a game or a hand; `shown` is the place that shows this, `set_up`
    whether set-up leads there."""
    named = " or ".join(f"`phase: {name}`" for name in others)
    also = "" if set_up else f", and `{{go: {phase.id}}}` at the end of `setup`"
    return Problem("begins-anew", f"every turn begins with `{phase.id}`", phase.span, "warning",
                   "the first phase, and `turns` names no other", (Note(shown, what),),
                   f"if only the game or a hand begins with it, write {named} under `turns`{also}", phase.path)  # fmt: skip


@message
def short_round(passes: rulebook.TurnOf | rulebook.EndTurn, go: rulebook.Go, at: Span) -> None:
    """An effect that passes the turn on before anybody plays; `go` leads there from set-up, and `at` depends on rounds."""


def unused_binding(name: str, span: Span, where: str, help_: str) -> Problem:
    message = f"{where} never uses `{name}`" if where else f"nothing here depends on `{name}`"
    return Problem("unused-binding", message, span, "warning", "never used", help=help_)


@message
def unreachable(span: Span, what: str, above: str, taken: Span) -> None: ...


@message
def needless_otherwise(span: Span, name: str) -> None: ...


@message
def repeats_a_count(
    node: syntax.Compare, number: syntax.Number, instead: str, declared: Span, what: str
) -> None: ...


@message
def digit_in_prose(place: Span, option: rulebook.Option) -> None: ...


def count_in_prose(now: Span, said: Sequence[Span], held: Sequence[Span], certain: bool) -> Problem:
    """`held` are comparisons with the old number; words are not `certain` if they may be about something else."""
    notes = [Note(place, f"says {quoted(place.text)}") for place in said[:MOST_PLACES]]
    notes += [Note(place, "compares with the old number") for place in held[:MOST_PLACES]]
    still = "still" if certain else "may still"
    more = f" (and {len(said) - MOST_PLACES} more)" if len(said) > MOST_PLACES else ""
    what = f"words of the rulebook below {still} say {quoted(said[0].text)}{more}" if said else ""
    compared = f"{len(held)} of its comparisons may" if len(held) > 1 else "a comparison may"
    if held:
        what += (
            f", and {compared} go by the old number"
            if said
            else f"in the rulebook below, {compared} go by the old number"
        )
    again = (
        "say those words again in this file with the new number, those of rules under `change`"
        if said
        else ""
    )
    rules = "look whether the comparisons must be other ones, and change them too" if held else ""
    return Problem(
        "count-in-prose",
        what,
        now,
        "warning",
        "changed here",
        tuple(notes),
        "; ".join(filter(None, (again, rules))),
    )


def taken_away(entry: rulebook.Entry, code: str, at: Span) -> Problem:
    """A house rule removed the last use of a declaration of another file."""
    what = what_it_is(entry)
    words = {"never-read": "reads", "never-set": "sets"}.get(code, "runs" if what == "step" else "uses")
    if code == "never-set" and what == "zone":
        words = "moves anything into"
    return Problem(code, f"because of this change, nothing {words} the {what} `{entry.id}` any more", at, "warning",
                   f"the last one that {words} it was here", (Note(entry.span, "declared here"),),
                   f"if that is meant, take it away too: {_removal(entry, code)}")  # fmt: skip


def _removal(entry: rulebook.Entry, code: str) -> str:
    also = {"never-read": ", with the effects that set it", "never-set": ", with what asks for it"}.get(
        code, ""
    )
    return f"`remove: [{entry.path}]`{also}"
