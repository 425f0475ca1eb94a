"""Bound names that are never used: parameters of definitions, steps and actions, `let`, and names of a `for`.

    any(me.score > 9 for p in players)      ->      nothing here depends on `p`

A `for` effect over numbers means "three times", and a `for` over players whose effects do not mention `me` means "as
often as there are players", so these are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from rulewright.checked.messages import usage
from rulewright.checked.references import Edition, everything, names_in
from rulewright.expression import nodes as syntax
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

PLAYERS = frozenset({"players", "teams", "clockwise", "others", "members"})
"""Names in domains of players and teams."""


@dataclass(frozen=True, slots=True)
class Binding:
    """A name bound at a place, and the problem if nothing uses it; None if something does."""

    span: Span
    problem: Problem | None


def unused_bindings(editions: Sequence[Edition]) -> Iterator[Problem]:
    """Report names that are bound, and used in no edition of a rulebook that contains the binding."""
    found: dict[tuple[str, int], Binding] = {}
    used: set[tuple[str, int]] = set()
    for edition in editions:
        for binding in _bindings(edition):
            place = (binding.span.file, binding.span.start)
            found.setdefault(place, binding)
            if binding.problem is None:
                used.add(place)
    for place, binding in found.items():
        if binding.problem is not None and place not in used:
            yield binding.problem


def _bindings(edition: Edition) -> Iterator[Binding]:
    after = _after(edition.book)
    for node in edition.nodes:
        match node:
            case rulebook.Definition():
                yield from _definition(node)
            case rulebook.Step():
                yield from _step(node)
            case rulebook.Action():
                yield from _action(node, after.get(node.id, ()))
            case syntax.Comprehension():
                yield from _comprehension(node)
            case rulebook.For():
                yield from _for(node)
            case rulebook.Pick():
                yield from _pick(node)
            case tuple():
                yield from _lets(node)
            case _:
                continue


def _bound(name: str, span: Span, where: str, help_: str, used: Set[str]) -> Binding:
    return Binding(span, None if name in used else usage.unused_binding(name, span, where, help_))


def _definition(node: rulebook.Definition) -> Iterator[Binding]:
    asked = names_in(node.body)
    if asked and node.parameters:  # otherwise a constant for each of them, as a house rule may want it
        used = asked | names_in(node.label, node.about, node.sheet)
        for parameter in node.parameters if _in_one_file(node.parameters, node.body) else ():
            wrong = "me" in asked and _over_players(parameter.domain)
            help_ = f"write `{parameter.name}` instead of `me`" if wrong else "leave it out, or use it"
            yield _bound(parameter.name, parameter.span, f"the definition `{node.id}`", help_, used)


def _step(node: rulebook.Step) -> Iterator[Binding]:
    if node.do and node.parameters and _in_one_file(node.parameters, node.do):
        used = names_in(node.do, node.label, node.about, node.sheet)
        for parameter in node.parameters:
            where = f"the step `{node.id}`"
            yield _bound(parameter.name, parameter.span, where, "leave it out, or use it", used)


def _in_one_file(parameters: Sequence[rulebook.Parameter], body: object) -> bool:
    """Whether a body is in the same file as its parameters: a house rule that replaces the body has to keep them."""
    files = {parameter.span.file for parameter in parameters}
    for node in everything(body):
        span = getattr(node, "span", None)
        if isinstance(span, Span):
            files.add(span.file)
    return len(files) == 1


def _action(node: rulebook.Action, later: Sequence[object]) -> Iterator[Binding]:
    """`later` are the rules that come after the action, which may use what it chose."""
    where = f"the action `{node.id}`"
    used = set(names_in(node.when, node.do, node.says, node.label, node.about, node.sheet, *later))
    for let in reversed(node.let):
        yield _bound(let.name, let.span, where, "leave it out, or use it", used)
        used |= names_in(let.value)
    for parameter in reversed(node.choose):
        help_ = "nothing depends on this choice; leave it out, or use it"
        yield _bound(parameter.name, parameter.span, where, help_, used)
        used |= names_in(parameter.domain, parameter.filter)


def _after(book: rulebook.Rulebook) -> dict[str, list[object]]:
    """Action -> the rules that come after it."""
    found: dict[str, list[object]] = {}
    rules: list[rulebook.Trigger | rulebook.End] = list(book.ends.values())
    for phase in book.phases.values():
        rules += phase.triggers.values()
    for rule in rules:
        for action in rule.after:
            found.setdefault(action.id, []).append(rule)
    return found


def _comprehension(node: syntax.Comprehension) -> Iterator[Binding]:
    used = set(names_in(node.element))
    for clause in reversed(node.clauses):
        used |= names_in(clause.while_, clause.if_)
        name, domain = clause.name.text, clause.domain.span.text
        wrong = "me" in used and _over_players(clause.domain)
        help_ = (
            f"write `{name}` instead of `me`"
            if wrong
            else f"leave out `for {name} in {domain}`, or use `{name}`"
        )
        yield _bound(name, clause.name.span, "", help_, used)
        used |= names_in(clause.domain)


def _for(node: rulebook.For) -> Iterator[Binding]:
    clause = node.clause
    used = names_in(clause.while_, clause.if_, node.do)
    if _over_players(clause.domain) and "me" in used:
        name = clause.name.text
        help_ = f"this is done for `me` again and again; write `{name}` instead of `me`"
        yield _bound(name, clause.name.span, "", help_, used)


def _over_players(domain: syntax.Domain) -> bool:
    words = {part.name for part in everything(domain) if isinstance(part, syntax.Attribute)}
    return bool((words | names_in(domain)) & PLAYERS)


def _pick(node: rulebook.Pick) -> Iterator[Binding]:
    clause = node.clause
    if not node.else_:
        used = names_in(clause.while_, clause.if_, node.do)
        help_ = "nothing depends on what is picked; use it, or leave `pick` out"
        yield _bound(clause.name.text, clause.name.span, "", help_, used)


def _lets(effects: tuple[object, ...]) -> Iterator[Binding]:
    used: set[str] = set()
    for effect in reversed(effects) if any(isinstance(e, rulebook.Let) for e in effects) else ():
        if isinstance(effect, rulebook.Let):
            yield _bound(effect.name.text, effect.name.span, "", "leave it out, or use it", used)
            used |= names_in(effect.value)
        else:
            used |= names_in(effect)
