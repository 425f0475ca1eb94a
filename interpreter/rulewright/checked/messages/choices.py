"""The checker's messages about too many choices, with smaller steps to write instead."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.declarations.lookup import is_declared
from rulewright.checked.references import names_in
from rulewright.expression import nodes as syntax
from rulewright.language.choices import MOST_CHOICES
from rulewright.problems.problem import Note, Problem, Severity
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span


def too_many_sets(
    c: Context,
    action: rulebook.Action,
    parameter: rulebook.Parameter,
    sets: int,
    certain: bool,
    cure: tuple[int, int],
) -> Problem:
    """`some of ZONE`, from a zone that holds (or could hold) too many different pieces; `cure` has the smallest and the
    largest size with few enough sets."""
    node = parameter.domain
    assert isinstance(node, syntax.SomeOf), "other parameters are reported by too_many_combinations"
    pool = node.pool.span.text
    zones = [c.book.zones[name] for name in _names(node.pool) if name in c.book.zones]
    size = ""
    if zones and not certain:
        size = f"say how many it may hold (`{zones[0].id}: {{..., size: 9}}`), or "
    return _too_many(
        action,
        node.span,
        certain,
        f"{_shown(sets)} sets",
        f"at most {MOST_CHOICES:,} are listed: {size}choose fewer at a time "
        f"(`{cure[0]}..{cure[1]} of {pool}`), or one by one: {_steps(c, action, pool, zones)}",
        tuple(Note(zone.span, "with this `size`" if zone.size else "it has no `size`") for zone in zones[:1]),
    )


def too_many_combinations(c: Context, action: rulebook.Action, choices: int, certain: bool) -> Problem:
    """An action with parameters that have too many values together."""
    open_ = [board for board in c.boards.values() if board.unbounded]
    for parameter in action.choose:
        table = next((b.name for b in open_ if parameter.domain.span.text == f"{b.name}.spaces"), "")
        if table:
            here = f"write `{parameter.name}: {table}.open`: the free spaces next to pieces, or the middle of an empty table"
            return _too_many(action, parameter.domain.span, certain, f"{_shown(choices)} combinations", here)
    first, second = action.choose[0], action.choose[1]
    kept, one = _new(c, "chosen"), f"{action.id}_{first.name}"
    return _too_many(
        action,
        first.span.to(action.choose[-1].domain.span),
        certain,
        f"{_shown(choices)} combinations",
        f"at most {MOST_CHOICES:,} are listed: choose one thing at a time, in actions of their own. With the variable "
        f"`{kept}: {{type: {first.domain.span.text} or none}}`, first "
        f"`{one}: {{choose: {{{first.name}: {first.domain.span.text}}}, do: [{{set: {kept}, to: {first.name}}}]}}`, then "
        f"`{action.id}: {{choose: {{{second.name}: {second.domain.span.text}}}, when: {{{first.name}_first: {kept} != none}}, do: [...]}}`",
    )


def _too_many(
    action: rulebook.Action, span: Span, certain: bool, label: str, help_: str, notes: tuple[Note, ...] = ()
) -> Problem:
    message = f"`{action.id}` {'has' if certain else 'could have'} more choices than can be listed"
    severity: Severity = "error" if certain else "warning"
    return Problem("too-many-choices", message, span, severity, label, notes, help_, action.path)


def _shown(choices: int) -> str:
    return f"up to {choices:,}" if choices < 10**9 else "more than a thousand million"


def _names(node: syntax.Expression) -> list[str]:
    owned = [node.name] if isinstance(node, syntax.Attribute) else []
    return [*owned, *sorted(names_in(node))]


def _steps(c: Context, action: rulebook.Action, pool: str, zones: list[rulebook.Zone]) -> str:
    """The help with the same choice piece by piece, in the author's names, ready to be pasted."""
    kind = zones[0].holds.text if zones else pool
    place, piece = _new(c, "chosen"), _new(c, "piece")
    return (
        f"with the zone `{place}: {{holds: {kind}}}` and the actions "
        f"`{action.id}_one: {{choose: {{{piece}: {pool}}}, do: [{{move: {piece}, to: {place}}}]}}` and "
        f"`{action.id}_done: {{when: {{some_{place}: not {place}.empty}}, do: [...]}}`"
    )


def _new(c: Context, name: str) -> str:
    """A name that the rulebook does not use yet."""
    while is_declared(c, name):
        name += "_"
    return name
