"""How the names, values and words of a rulebook are used: warnings that need only its text.

`check` runs these checks, and `load` does not.  A rulebook is checked with all of its variants, as a layer above what it
was made from: declarations of its parent, or of the rulebook below a house rule, are reported only if it removed the last
rule that used them.

    remove: [phases.turn.actions.hold.when.rolled_once]      ->      nothing uses the option `roll_first` any more
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from rulewright.checked.messages import usage as usage_messages
from rulewright.checked.references import edition_of
from rulewright.checked.usage.never_again import never_again
from rulewright.checked.usage.never_reset import never_reset
from rulewright.checked.usage.outdated_counts import counts_that_stay
from rulewright.checked.usage.repeated_counts import digits_in_prose, repeated_counts
from rulewright.checked.usage.sheets import outdated_sheets, unprinted_sheets
from rulewright.checked.usage.short_rounds import short_rounds
from rulewright.checked.usage.turns import begins_anew
from rulewright.checked.usage.unreachable import unreachable
from rulewright.checked.usage.unused import Needless, Usage, lost_in, needless, usage_of
from rulewright.checked.usage.unused_bindings import unused_bindings
from rulewright.checked.usage.unused_on_boards import unused_on_boards
from rulewright.problems.problem import Problem, Problems
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Places: TypeAlias = tuple[tuple[str, Span], ...]
"""Paths of a rulebook, each with the place where a house rule or a variant writes it."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A rulebook made of some of its files, the lowest layer of the fewest.

    `books` are the rulebook itself and its variants, `files` the names of the files that are new in this layer and to be
    reported on, `changes` the paths that these change or remove and the place of each, `added` those of what they add to entries,
    `variants` the part of the file that contains the variants, `of_variants` what each of them changes, removes or adds.
    """

    books: tuple[rulebook.Rulebook, ...]
    files: frozenset[str]
    changes: Places = ()
    variants: Span | None = None
    added: Places = ()
    of_variants: tuple[Places, ...] = ()


def check_usage(layers: Sequence[Layer], problems: Problems) -> None:
    """Add the warnings about the rulebook of the last layer, and those below it."""
    for problem in (*_names(layers), *(p for layer in layers for p in _texts(layer))):
        problems.add(problem)
    for below, layer in pairwise(layers):
        for problem in counts_that_stay(below.books[0], layer.books[0], layer.files):
            problems.add(problem)
        for problem in outdated_sheets(layer.books[0], (*layer.changes, *layer.added), layer.files):
            problems.add(problem)
    for changes in layers[-1].of_variants:
        for problem in outdated_sheets(layers[-1].books[0], changes, frozenset()):
            problems.add(problem)


def _names(layers: Sequence[Layer]) -> Iterator[Problem]:
    usages = [usage_of(layer.books) for layer in layers]
    guilty = [needless(usage) for usage in usages]
    own = frozenset(file for layer in layers for file in layer.files)
    for name, found in guilty[-1].items():
        taken = _taken_away(name, found, layers, usages, guilty)
        if taken is not None:
            yield taken
        elif found.entry.span.file in own:
            yield found.says()


def _taken_away(
    name: str,
    found: Needless,
    layers: Sequence[Layer],
    usages: Sequence[Usage],
    guilty: Sequence[dict[str, Needless]],
) -> Problem | None:
    """The problem that a layer removed the last use of a name that a layer below declares; None if none did."""
    for at in range(len(layers) - 1, 0, -1):
        if name in usages[at - 1].declared and name not in guilty[at - 1]:
            return usage_messages.taken_away(
                found.entry, found.says().code, _culprit(layers[at], lost_in(usages[at - 1], name))
            )
    return None


def _culprit(layer: Layer, paths: Iterator[str]) -> Span:
    """The place of the change that concerns one of the paths where a name was used."""
    used = list(paths)
    for changed, span in layer.changes:
        if any(_concerns(changed, path) for path in used):
            return span
    return layer.changes[0][1] if layer.changes else layer.books[0].span


def _concerns(changed: str, path: str) -> bool:
    return path == changed or path.startswith(changed + ".") or changed.startswith(path + ".")


def _texts(layer: Layer) -> Iterator[Problem]:
    """The problems of a layer's own files, rule by rule; of a variant, only those in its part of the file."""
    if not layer.files:
        return
    editions = [edition_of(book) for book in layer.books]
    together = (
        *unused_bindings(editions), *unused_on_boards(editions), *never_reset(editions), *never_again(editions), *begins_anew(editions),
        *short_rounds(editions),
    )  # fmt: skip
    yield from (problem for problem in together if problem.file in layer.files)
    yield from (each for each in unprinted_sheets(layer.books[0]) if each.file in layer.files)
    for index, edition in enumerate(editions):
        for problem in (*unreachable(edition), *repeated_counts(edition), *digits_in_prose(edition)):
            if problem.file in layer.files and (index == 0 or _inside(problem.span, layer.variants)):
                yield problem


def _inside(span: Span, whole: Span | None) -> bool:
    return whole is not None and span.file == whole.file and whole.start <= span.start < whole.end
