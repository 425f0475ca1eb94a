"""Outcomes: everything that chance can lead to, with exact probabilities, one by one or merged where nobody can tell them apart.

    found = every_result(run, step_to, limit)       [Result(Fraction(1, 36), <Step>), ...]
    merged(found, sight)                            [(Fraction(1, 36), <Step>), (Fraction(1, 18), <Step>), ...]

Steps are merged only if they lead to the same cells and every player and spectator saw the same and knows the same: if
a card was shown and put back, the results differ although the cells are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rulewright.game.history.record_chance import Listening
from rulewright.game.history.steps import Step
from rulewright.game.knowledge.events import Json
from rulewright.game.knowledge.visibility import Sight
from rulewright.runtime import whole_numbers
from rulewright.runtime.chance.enumerated import enumerate_outcomes
from rulewright.runtime.executor import Chance, Event, Position
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One result of chance: its probability and the step that it leads to."""

    weight: Fraction
    step: Step

    @property
    def chance(self) -> tuple[dict[str, Json], ...]:
        """The results of chance in this step, hidden ones included."""
        return tuple(
            happening.whole
            for happening in self.step.happenings
            if happening.is_chance and happening.whole is not None
        )

    @property
    def id(self) -> str:
        """`rolled dice: 3, 5; drawn cards: ten of hearts`"""
        return "; ".join(map(words, self.chance))


def every_result(
    run: Callable[[Chance], tuple[Position, list[Event]]],
    step_of: Callable[[Position, list[Event], Listening], Step],
    limit: int,
) -> list[Result]:
    """The steps that `run` leads to, one for every sequence of results of chance.

    Raises TooManyOutcomes if there are more than `limit`, TypeError and ValueError for a limit that is no number of results."""
    most = whole_numbers.count("limit", limit, 0)

    def heard(chance: Chance) -> Step:
        listening = Listening(chance)
        return step_of(*run(listening), listening)

    return [Result(weight, step) for weight, step in enumerate_outcomes(heard, most)]


def merged(results: Iterable[Result], sight: Sight) -> list[tuple[Fraction, Step]]:
    """The steps that somebody can tell apart, each with the sum of its probabilities."""
    found: dict[object, tuple[Fraction, Step]] = {}
    for result in results:
        key = result.step.seen_key(sight)
        weight, step = found.get(key, (Fraction(0), result.step))
        found[key] = weight + result.weight, step
    return list(found.values())


def apart(results: Iterable[Result]) -> list[Result]:
    """Each result of chance, with its probability and one of its steps. Sequences that differ only in which of several
    identical dice shows a face are the same result."""
    found: dict[str, Result] = {}
    for result in results:
        first = found.get(result.id)
        found[result.id] = result if first is None else replace(first, weight=first.weight + result.weight)
    return list(found.values())


def words(told: dict[str, Json]) -> str:
    """One event of chance in words: what happened, to which pieces, and the result."""
    what, kind = next(iter(told.items()))
    return f"{what} {kind}: {', '.join(_parts(told))}"


def _parts(told: dict[str, Json]) -> Iterator[str]:
    faces, pieces = told.get("faces"), told.get("pieces")
    if isinstance(faces, list) and isinstance(pieces, list):
        yield from (f"{piece} {face}" for piece, face in zip(pieces, faces, strict=True))
    elif isinstance(faces, list):
        yield from map(str, faces)
    elif isinstance(pieces, list):
        yield from map(str, pieces)
    else:
        yield str(told.get("value"))
