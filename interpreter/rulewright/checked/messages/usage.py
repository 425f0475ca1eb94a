"""The checker's warnings about names that are not used, cases that are not reached, and repeated numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.checked.references import NAMED
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import quoted
from rulewright.problems.templates import Parts, message
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

MOST_PLACES = 4
"""At most this number of places of one problem are shown; the rest are counted."""


def what_it_is(entry: rulebook.Entry) -> str:
    """The word for a sort of entry."""
    return next((word for _, node, word in NAMED if isinstance(entry, node)), "name")


@message
def unused(entry: rulebook.Entry, in_examples: bool) -> Parts:
    what = what_it_is(entry)
    verb = "runs" if what == "step" else "uses"
    nobody = "only examples ask for it" if in_examples else f"no rule {verb} it"
    return {"what": what, "label": nobody, "help": _remedy(entry)}


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


@message
def unused_part(what: str, name: str, span: Span, path: str) -> Parts:
    """A part of a board; `what` is "attribute", "lines" or "route"."""
    several = what == "lines"
    return {"are": "are" if several else "is", "them": "them" if several else "it"}


@message
def unused_kind(entry: rulebook.Kind, zones: Sequence[rulebook.Zone], in_examples: bool) -> Parts:
    return {
        "label": "only examples ask for them" if in_examples else "no rule moves them or looks at them",
        "notes": tuple(Note(zone.span, f"no rule uses `{zone.id}` either") for zone in zones[:1]),
    }


@message
def never_read(entry: rulebook.Variable, in_examples: bool) -> Parts:
    return {"label": "only examples ask for it" if in_examples else "no rule, result or text asks for it"}


@message
def never_set(entry: rulebook.Variable) -> Parts:
    return {"help": _constant(entry)}


@message
def never_filled(entry: rulebook.Zone) -> None: ...


def _constant(entry: rulebook.Variable) -> str:
    value = f"`{entry.id}: {entry.start.span.text}`" if entry.start is not None else "its value"
    if entry.per:
        return "say which effect sets it; what never changes is an entry of `define:` instead of a variable"
    return f"say which effect sets it; what never changes is an entry of `define:`, {value}, or an option if tables may choose it"


@message
def never_reset(entry: rulebook.Variable, what: str, said: Span) -> None: ...


@message
def never_again(part: syntax.Name, position: rulebook.NotedPosition) -> None: ...


@message
def begins_anew(phase: rulebook.Phase, others: Sequence[str], shown: Span, what: str, set_up: bool) -> Parts:
    """A first phase that is meant for the beginning of a game or a hand; `shown` is the place that shows this, `set_up`
    whether set-up leads there."""
    named = " or ".join(f"`phase: {name}`" for name in others)
    return {"named": named, "also": "" if set_up else f", and `{{go: {phase.id}}}` at the end of `setup`"}


@message
def short_round(passes: rulebook.TurnOf | rulebook.EndTurn, go: rulebook.Go, at: Span) -> None:
    """An effect that passes the turn on before anybody plays; `go` leads there from set-up, and `at` depends on rounds."""


@message
def unused_binding(name: str, span: Span, where: str, help_: str) -> Parts:
    return {"uses": f"{where} never uses" if where else "nothing here depends on"}


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


@message
def sheet_never_printed(place: Span, path: str, above: str) -> None: ...


@message
def sheet_outdated(place: Span, path: str, sheet: rulebook.Text) -> Parts:
    """A house rule changes a rule, and the words that its rulebook gives for the rule sheet stay as they are."""
    return {"notes": (Note(sheet.span, "these words are no longer printed"),)}


@message
def sheet_outdated_elsewhere(place: Span, changed: str, path: str, sheet: rulebook.Text) -> Parts:
    """A house rule changes something that the words for another rule describe."""
    return {"notes": (Note(sheet.span, "these words are no longer printed"),)}


@message
def count_in_prose(now: Span, said: Sequence[Span], held: Sequence[Span], certain: bool) -> Parts:
    """`held` are comparisons with the old number; words are not `certain` if they may be about something else."""
    notes = [Note(place, f"says {quoted(place.text)}") for place in said[:MOST_PLACES]]
    notes += [Note(place, "compares with the old number") for place in held[:MOST_PLACES]]
    still = "still" if certain else "may still"
    more = f" (and {len(said) - MOST_PLACES} more)" if len(said) > MOST_PLACES else ""
    words = f"words of the rulebook below {still} say {quoted(said[0].text)}{more}" if said else ""
    compared = f"{len(held)} of its comparisons may" if len(held) > 1 else "a comparison may"
    rules = f"{', and' if said else 'in the rulebook below,'} {compared} go by the old number" if held else ""
    again = "say those words again in this file with the new number, those of rules under `change`"
    look = "look whether the comparisons must be other ones, and change them too"
    help_ = "; ".join([*([again] if said else []), *([look] if held else [])])
    return {"text": words + rules, "notes": tuple(notes), "help": help_}


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
