"""Variants of a rulebook after house rules have removed something: the part of a variant that can still be carried out.

    variants: {dark: {remove: [phases.turn.actions.light]}, bright: {change: {phases: ... light: ...}}}
    a house rule:     remove: [phases.turn.actions.light]

`dark` removes what is gone already, so nothing is left to do and it can still be played.  `bright` changes what no longer
exists; it drops out, and the rest of the game is played without it.  Both are reported in the house rule, since its author
does not write the file of the variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.document.expand import Path
from rulewright.document.nodes import Entry, Node, Scalar, Sequence, same
from rulewright.document.nodes import Mapping as Tree
from rulewright.document.overlays import overlay
from rulewright.problems.problem import Problem, Problems
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Taken = Mapping[str, Span]
"""Paths that house rules removed, each with the place of the removal."""


Said = Mapping[Path, tuple[Node, Span]]
"""Paths that house rules set, each with the value and the place of its key."""


@dataclass(frozen=True, slots=True)
class Left:
    """The part of a variant that can still be carried out. `body` is the variant without removals of what is gone already;
    `gone` are the places of these removals, and `lost` the places that change what is gone, each with the place of the
    removal in the house rule."""

    body: Tree
    gone: tuple[tuple[Span, Span], ...] = ()
    lost: tuple[tuple[Span, Span], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether house rules have made all changes of the variant."""
        return bool(self.gone) and not any(self.body.get(key) for key in ("remove", "add", "change"))


def taken_away(house_rule: Tree) -> dict[str, Span]:
    """The paths that a house rule removes."""
    removed = house_rule.get("remove")
    items = removed.items if isinstance(removed, Sequence) else ()
    return {item.text: item.span for item in items if isinstance(item, Scalar)}


def left_of(variant: Tree, base: Tree, taken: Taken) -> Left:
    """A variant for a rulebook from which house rules removed something."""
    missing = [] if not taken else list(_missing(variant, base, taken))
    removed = variant.entry("remove")
    if not missing or removed is None or not isinstance(removed.value, Sequence):
        return Left(variant, (), tuple(missing))
    items = removed.value.items
    again = {
        id(item): [m for m in missing if item.span.start <= m[0].start < item.span.end] for item in items
    }
    kept = tuple(item for item in items if not again[id(item)])
    gone = tuple((item.span, again[id(item)][0][1]) for item in items if again[id(item)])
    lost = tuple(m for m in missing if not any(m in found for found in again.values()))
    if kept:
        body = variant.having(Entry(removed.key, Sequence(kept, removed.value.span)))
    else:
        body = variant.without("remove")
    return Left(body, gone, lost)


def overruled(variant: Tree, said: Said) -> Iterator[tuple[Path, Span, Span]]:
    """Paths that a variant and a house rule set to different values, with the places in the house rule and in the variant;
    without those of a house rule that changes the variant too."""
    for path, value, there in overlay.settings(variant):
        if path not in said or overlay.extends_list(value):
            continue
        ours, span = said[path]
        if not same(ours, value) and value.span.source != span.source:
            yield path, span, there


def _missing(variant: Tree, base: Tree, taken: Taken) -> Iterator[tuple[Span, Span]]:
    """The places in a variant that mention something that is gone, each with the place that removed it."""
    trial = Problems()
    overlay.apply(base, variant, trial)
    for problem in trial:
        there = _taker(problem, taken)
        if there is not None:
            yield problem.span, there


def _taker(problem: Problem, taken: Taken) -> Span | None:
    """The place that removed the missing entry of a problem."""
    if problem.code != "unknown-path":
        return None
    for path, there in taken.items():
        if f"{problem.path}.".startswith(f"{path}.") or path.startswith(f"{problem.path}."):
            return there
    return None
