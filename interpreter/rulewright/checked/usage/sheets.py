"""Words for the rule sheet (`sheet:`) that nothing prints, and those of a rule that a house rule changes without its words.

define: {straight: {sheet: Five in a row., cases: {small: {sheet: four, ...}}}}      ->      the words of `small` are never printed
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from rulewright.checked.messages import usage
from rulewright.checked.references import everything
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS, footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.text import Span

_RULES = (
    rulebook.Action, rulebook.Condition, rulebook.Trigger, rulebook.End, rulebook.Step, rulebook.Phase, rulebook.Turns
)  # fmt: skip
_PARTS = (rulebook.Condition, rulebook.Case, rulebook.SumLine)
"""Entries that are part of a rule."""

Described: TypeAlias = rulebook.Entry | rulebook.Turns


def only_hides(entry: Described) -> bool:
    """Whether `sheet: false` of an entry leaves out an explanation, and not a rule: that stays right whatever a house rule changes."""
    hidden = entry.sheet is not None and not entry.sheet.parts
    return hidden and not isinstance(entry, _RULES)


def unprinted_sheets(book: rulebook.Rulebook) -> Iterator[Problem]:
    """Report words for the sheet inside an entry whose own words are printed instead, and those of steps that only such rules run."""
    for definition in book.definitions.values():
        if definition.sheet is not None:
            yield from _never_printed(_inside(definition), definition)
    for action in book.actions:
        if action.sheet is not None and not action.sheet.parts:
            yield from _never_printed(action.when, action)
    for step in book.steps.values():
        runners = [rule for rule in _rules(book) if step.id in _run_by(rule)]
        runs_itself = [*book.setup, *book.turns.begin, *book.turns.end, *book.turns.round_end]
        silent = (
            runners
            and step.id not in _steps_in(runs_itself)
            and all(rule.sheet is not None for rule in runners)
        )
        if step.sheet is not None and silent and not _has_a_section(book, step):
            yield usage.sheet_never_printed(step.sheet.span, step.path, runners[0].path)


def outdated_sheets(
    book: rulebook.Rulebook, changes: Sequence[tuple[str, Span]], files: frozenset[str]
) -> Iterator[Problem]:
    """Report words for the sheet from a rulebook below, if a house rule in `files` changes their rule: the sheet drops them."""
    entries = dict(_described(book))
    for path, place in changes:
        above = _nearest(entries, path)
        described = entries.get(above)
        if described is None or _is_value(described, path) or only_hides(described):
            continue
        sheet = described.sheet
        if sheet is None or sheet.span.file in files or path in (above, f"{above}.about", f"{above}.label"):
            continue
        yield usage.sheet_outdated(place, above, sheet)
        del entries[above]  # once is enough


# ----------------------------------------------------------------------------------------------- private


def _never_printed(entries: Iterable[rulebook.Entry], above: rulebook.Entry) -> Iterator[Problem]:
    for entry in entries:
        if entry.sheet is not None:
            yield usage.sheet_never_printed(entry.sheet.span, entry.path, above.path)


def _inside(definition: rulebook.Definition) -> tuple[rulebook.Entry, ...]:
    match definition.body:
        case rulebook.Cases(cases=cases):
            return cases
        case rulebook.SumOf(lines=lines):
            return lines
    return ()


def _rules(
    book: rulebook.Rulebook,
) -> Iterator[rulebook.Action | rulebook.Trigger | rulebook.Step | rulebook.Phase]:
    yield from book.actions
    yield from book.triggers
    yield from book.steps.values()
    yield from book.phases.values()


def _has_a_section(book: rulebook.Rulebook, step: rulebook.Step) -> bool:
    """Whether the sheet describes a step in a section of its own, since more than one rule runs it."""
    effects = [*(action.do for action in book.actions), *(trigger.do for trigger in book.triggers)]
    run = (all_effects(book, each) for each in effects)
    return sum(any(footprint(each).step == step.id for each in effects) for effects in run) > 1


def _run_by(rule: rulebook.Action | rulebook.Trigger | rulebook.Step | rulebook.Phase) -> set[str]:
    """The steps that the effects of a rule run directly."""
    return _steps_in((rule.automatic or ()) if isinstance(rule, rulebook.Phase) else rule.do)


def _steps_in(effects: Sequence[rulebook.AnyEffect]) -> set[str]:
    found = (footprint(each).step for each in everything(effects) if isinstance(each, EFFECTS))
    return {step for step in found if step is not None}


def _described(book: rulebook.Rulebook) -> Iterator[tuple[str, Described]]:
    """All entries of a rulebook by path, and its turns."""
    yield "turns", book.turns
    yield from ((node.path, node) for node in everything(book) if isinstance(node, rulebook.Entry))


def _nearest(entries: dict[str, Described], path: str) -> str:
    """The path of the entry whose words describe what is at a path; empty if there is none. The parts of a rule that have no words of
    their own are described by those of the rule."""
    while path:
        entry = entries.get(path)
        if entry is not None and (_has_words(entry) or not isinstance(entry, _PARTS)):
            return path
        path = path.rpartition(".")[0]
    return ""


def _is_value(entry: Described, path: str) -> bool:
    """Whether a path is the value of a case, whose words describe only when it applies."""
    return isinstance(entry, rulebook.Case) and entry.when is not None and path == f"{entry.path}.is"


def _has_words(entry: Described) -> bool:
    return bool(entry.sheet or entry.about or getattr(entry, "says", None))
