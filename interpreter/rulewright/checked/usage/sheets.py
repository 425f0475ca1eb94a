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
            yield from _never_printed(action.requirements, action)
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
    entries, known, paths = dict(_described(book)), set[str](), {path for path, _ in changes}
    for path, place in changes:
        above = _nearest(entries, path)
        elsewhere = [
            each for each in told_elsewhere(book, path) if each.sheet is not None and each.sheet.parts
        ]
        found = [(each, path_of(each)) for each in elsewhere]
        if (described := entries.get(above)) is not None and not (found and _hides(described)):
            found.append((described, above))
        for entry, at in found:
            sheet = entry.sheet
            if (
                at in known
                or sheet is None
                or sheet.span.file in files
                or _is_up_to_date(entry, at, path, paths)
            ):
                continue
            known.add(at)  # once is enough
            yield (
                usage.sheet_outdated(place, at, sheet)
                if at == above
                else usage.sheet_outdated_elsewhere(place, above, at, sheet)
            )


def told_elsewhere(book: rulebook.Rulebook, path: str) -> Iterator[Described]:
    """Other entries whose words describe what is at a path: an action, for its conditions that the sheet does not print; a definition, for
    its cases and lines; the rules that run a step, unless the sheet has words for the step itself."""
    for action in book.actions:
        if any(_hides(each) and _is_at(path, each.path) for each in action.requirements):
            yield action
    for definition in book.definitions.values():
        if definition.sheet is not None and definition.sheet.parts and _is_at(path, definition.path):
            yield definition
    step = next((each for each in book.steps.values() if _is_at(path, each.path)), None)
    if step is not None:
        yield from (rule for rule, run in _runs(book) if _tells_of(book, rule, run, step))


def path_of(entry: Described) -> str:
    """The path of an entry, or of the turns."""
    return entry.path if isinstance(entry, rulebook.Entry) else "turns"


# ----------------------------------------------------------------------------------------------- private


def _hides(entry: Described) -> bool:
    """Whether the sheet prints nothing for an entry, `sheet: false`."""
    return entry.sheet is not None and not entry.sheet.parts


def _is_at(path: str, above: str) -> bool:
    return f"{path}.".startswith(f"{above}.")


def _is_up_to_date(entry: Described, at: str, changed: str, paths: set[str]) -> bool:
    """Whether the words for an entry are right although what is at the path `changed` is different: they only name or hide it, or
    were written again."""
    if _is_value(entry, changed) or only_hides(entry):
        return True
    said = {f"{at}.{words}" for words in ("sheet", "about", "says")}
    return changed in (at, f"{at}.label") or not said.isdisjoint(paths)


def _runs(book: rulebook.Rulebook) -> Iterator[tuple[Described, rulebook.Effects]]:
    """Every rule with its effects."""
    for rule in _rules(book):
        yield rule, (rule.automatic or ()) if isinstance(rule, rulebook.Phase) else rule.do
    yield book.turns, (*book.turns.begin, *book.turns.end, *book.turns.round_end)


def _tells_of(book: rulebook.Rulebook, rule: Described, run: rulebook.Effects, step: rulebook.Step) -> bool:
    """Whether the words of a rule say what a step does: a `sheet` does, of all steps without a section; an `about`, of steps without words
    that the rule runs directly or by such steps."""
    spoken = not _hides(step) and bool(step.sheet or step.about)
    if rule.sheet is not None:
        told = bool(rule.sheet.parts) and not (spoken and _has_a_section(book, step))
        return told and step.id in _steps_in([*all_effects(book, run)])
    if spoken or isinstance(rule, rulebook.Turns) or rule.about is None or rule is step:
        return False
    return step.id in _silent_steps(book, run)


def _silent_steps(book: rulebook.Rulebook, run: rulebook.Effects) -> set[str]:
    """The steps without words that effects run, directly or by other such steps."""
    found, waiting = set[str](), _steps_in(run)
    while waiting:
        step = book.steps.get(waiting.pop())
        if step is not None and step.id not in found and (_hides(step) or not (step.sheet or step.about)):
            found.add(step.id)
            waiting |= _steps_in(step.do)
    return found


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
    """Whether a path is the value of a case, whose words describe only when it applies, or that of an option, whose words name it."""
    if isinstance(entry, rulebook.Option):
        return True
    return isinstance(entry, rulebook.Case) and entry.when is not None and path == f"{entry.path}.is"


def _has_words(entry: Described) -> bool:
    return bool(entry.sheet or entry.about or getattr(entry, "says", None))
