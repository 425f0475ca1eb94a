"""The pieces of a kind with `one_per`: every combination of its attributes, except for those that `if` leaves out.

    one_per: {low: 0..6, high: 0..6}        49 combinations
    if: low <= high                         28 of them: the tiles of a double-six set

A combination is a tuple of values in the order of the attributes; the first attribute changes slowest.
"""

from __future__ import annotations

from itertools import product
from math import prod

from rulewright.checked.bindings import Fixed
from rulewright.checked.context import Context
from rulewright.checked.declarations.declarations import LARGEST_AXIS, NOBODY, axis_of
from rulewright.checked.declarations.lookup import owners_of
from rulewright.checked.infer import condition
from rulewright.checked.messages import declarations
from rulewright.checked.messages import types as messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import Unknown, Value
from rulewright.rulebook import nodes as rulebook

Coordinate = tuple[str, Value, tuple[Fixed, ...]]
"""(name, type, values of the domain) of an attribute of `one_per`."""
Combination = tuple[Fixed, ...]


def coordinates(c: Context, declared: rulebook.Kind) -> list[Coordinate]:
    """The attributes of `one_per`, without those whose domain is wrong."""
    found = []
    for parameter in declared.one_per:
        axis = axis_of(c, parameter.domain, f"`one_per` of {declared.id}")
        if axis is not None:
            found.append((parameter.name, axis.type, axis.values))
    return found


def combinations(c: Context, declared: rulebook.Kind) -> tuple[Combination, ...]:
    """The combinations of one owner's pieces; none after a problem, and the empty combination for a kind without `one_per`."""
    if declared.id not in c.combinations:
        c.combinations[declared.id] = _combinations(c, declared)
    return c.combinations[declared.id]


def _combinations(c: Context, declared: rulebook.Kind) -> tuple[Combination, ...]:
    axes = coordinates(c, declared)
    if len(axes) < len(declared.one_per):
        return ()
    every = prod(len(values) for _, _, values in axes)
    if every > LARGEST_AXIS:
        declarations.too_many_combinations(c, declared, every)
        return ()
    found = tuple(product(*(values for _, _, values in axes)))
    if declared.filter is None or not axes:
        return found
    return _filtered(c, declared, declared.filter, axes, found)


def _filtered(
    c: Context,
    declared: rulebook.Kind,
    node: syntax.Expression,
    axes: list[Coordinate],
    every: tuple[Combination, ...],
) -> tuple[Combination, ...]:
    path = f"{declared.path}.if"
    if path in c.open:
        declarations.circle(c, path, node.span)
        return ()
    c.open.append(path)
    frozen = c.frozen
    try:
        kept = _kept(c, declared, node, axes, every)
    finally:
        c.open.pop()
        c.frozen = frozen
    if kept == ():
        declarations.no_combination(c, declared, node, len(every))
    return kept or ()


def _kept(
    c: Context,
    declared: rulebook.Kind,
    node: syntax.Expression,
    axes: list[Coordinate],
    every: tuple[Combination, ...],
) -> tuple[Combination, ...] | None:
    """The combinations for which the condition holds; None after a problem in it."""
    types = {name: type_ for name, type_, _ in axes}
    kept = []
    for combination in every:
        scope = Scope(types, NOBODY, values=dict(zip(types, combination, strict=True)))
        before = len(c.problems.found)
        with c.only_constants():
            info = condition(c, node, scope, f"`if` of {declared.id}")
        if len(c.problems.found) > before or isinstance(info.type, Unknown):
            return None
        if not info.fixed:
            messages.not_constant(c, node, f"`if` of {declared.id}")
            return None
        if info.known:
            kept.append(combination)
    return tuple(kept)


def told_apart(c: Context, name: str) -> int:
    """The number of pieces of a kind with `one_per`, 0 for other kinds. It does not need the facts of the kind: these may
    depend on the directions of a table without an edge, the size of which depends on this number."""
    declared = c.book.kinds[name]
    return c.owners(owners_of(declared.of)) * len(combinations(c, declared)) if declared.one_per else 0
