"""Actions with more choices than can be listed.

    choose: {those: some of me.hand}      of 24 different cards there are 16,777,215 sets

A set that is chosen piece by piece has only a handful of choices at a time, and the message shows how.  It is an error
if there are surely too many at every table: from a whole kind, or from a zone in which all of its pieces start.  Where a
zone only may hold that many, it is a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from rulewright.checked.bindings import KindMeaning, ZoneMeaning
from rulewright.checked.context import Context
from rulewright.checked.facts import KindFacts
from rulewright.checked.infer import as_several
from rulewright.checked.messages import choices
from rulewright.checked.references import names_in
from rulewright.checked.seatings import Table, found_at
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language.choices import MOST_CHOICES, how_many_sets
from rulewright.language.types import Optional, Piece, Several
from rulewright.problems.problem import Problem
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass, replace


@dataclass(frozen=True, slots=True)
class _Extent:
    """How many values a parameter has: surely at some time of the game (`certain`), and at most (`possible`)."""

    parameter: rulebook.Parameter
    certain: int
    possible: int
    low: int = 1
    alike: tuple[int, ...] = ()
    """Of sets: how many pieces there are of each look."""


def too_many_choices(c: Context) -> list[Problem]:
    """Problems about actions with too many choices, at one table that was checked and has no errors."""
    found: list[Problem] = []
    for phase in c.book.phases.values():
        for action in phase.actions.values():
            found += _action(c, action)
    return found


def at_all_tables(found: Sequence[tuple[Table, Sequence[Problem]]]) -> list[Problem]:
    """The problems found at several tables, each once; one is an error only if it is an error at every table."""
    told: dict[tuple[str, int], Problem] = {}
    severities: dict[tuple[str, int], list[str]] = {}
    for index, (table, problems) in enumerate(found):
        for problem in problems:
            place = (problem.file, problem.span.start)
            told.setdefault(place, problem if index == 0 else found_at(problem, table))
            severities.setdefault(place, []).append(problem.severity)
    return [
        problem if severities[place] == ["error"] * len(found) else replace(problem, severity="warning")
        for place, problem in told.items()
    ]


def _action(c: Context, action: rulebook.Action) -> list[Problem]:
    extents = [extent for parameter in action.choose if (extent := _extent(c, parameter)) is not None]
    sets = [e for e in extents if isinstance(e.parameter.domain, syntax.SomeOf) and e.possible > MOST_CHOICES]
    if sets:
        return [
            choices.too_many_sets(
                c, action, e.parameter, e.possible, e.certain > MOST_CHOICES, _cure(c, e, extents)
            )
            for e in sets
        ]
    possible = prod(e.possible for e in extents)
    if possible <= MOST_CHOICES:
        return []
    asked = names_in(*(condition.holds for condition in action.requirements))
    certain = prod(1 if e.parameter.name in asked else e.certain for e in extents)
    return [choices.too_many_combinations(c, action, possible, certain > MOST_CHOICES)]


def _cure(c: Context, extent: _Extent, extents: Sequence[_Extent]) -> tuple[int, int]:
    """The smallest and the largest size of sets, as large as possible, with which the action has few enough choices."""
    others = prod(
        max(other.possible, 1) for other in extents if other is not extent and other.possible <= MOST_CHOICES
    )
    low, size = min(extent.low, 1), 1
    while how_many_sets(extent.alike, low, size + 1) * others <= MOST_CHOICES and size < sum(extent.alike):
        size += 1
    return low, size


def _extent(c: Context, parameter: rulebook.Parameter) -> _Extent | None:
    node = parameter.domain
    info = c.infos.get(node)
    several = as_several(c, info) if info is not None else None
    if several is None:
        return None
    if isinstance(node, syntax.SomeOf) and isinstance(several.of, Several):
        return _sets(c, parameter, node, several.of)
    least, most = several.least, several.most
    element = several.of.of if isinstance(several.of, Optional) else several.of
    if isinstance(element, Piece):
        kind = c.kinds[element.kind]
        most = min(most, _looks(kind) if kind.identical else kind.pieces)
        least = max(least, _sure(c, node)) if not kind.identical else 1
    return _Extent(parameter, min(least, most), most)


def _sets(c: Context, parameter: rulebook.Parameter, node: syntax.SomeOf, sets: Several) -> _Extent | None:
    if not isinstance(sets.of, Piece):
        return None
    kind = c.kinds[sets.of.kind]
    pool = as_several(c, c.infos[node.pool]) if node.pool in c.infos else None
    pieces = min(pool.most if pool is not None else kind.pieces, kind.pieces)
    low, high = sets.least, min(sets.most, pieces)
    sure = 0 if kind.identical else min(_sure(c, node.pool), pieces)
    return _Extent(
        parameter,
        how_many_sets([1] * sure, low, min(high, sure)),
        how_many_sets(_spread(kind, pieces), low, high),
        low,
        tuple(_spread(kind, pieces)),
    )


def _spread(kind: KindFacts, pieces: int) -> list[int]:
    """How many pieces have each look if the looks are spread as evenly as possible, which gives the most sets."""
    if not kind.identical:
        return [1] * pieces
    each, more = divmod(pieces, _looks(kind))
    return [n for n in (each + (look < more) for look in range(_looks(kind))) if n]


def _looks(kind: KindFacts) -> int:
    """How many looks pieces of a kind may have: one for each face, one for no face, times the owners."""
    return (kind.faces + 1) * kind.owners


def _sure(c: Context, node: syntax.Domain) -> int:
    """How many pieces a domain surely contains at some time: all of a kind, also from a zone in which all of them start."""
    sure = 0
    for part in walk(node) if isinstance(node, (syntax.Name, syntax.Arithmetic)) else ():
        info = c.infos.get(part)
        match info.meaning if info is not None else None:
            case KindMeaning(kind=kind):
                sure = max(sure, c.kinds[kind].pieces)
            case ZoneMeaning(zone=zone, owner=None) if c.book.zones[zone].start == "all":
                sure = max(sure, c.kinds[c.zones[zone].kind].pieces)
    return sure
