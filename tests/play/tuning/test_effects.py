"""What knobs do: planted effects are found, and their intervals cover what they should."""

from __future__ import annotations

import random

import pytest

from rulewright.play.tuning.effects import MOST_BANDS, Effect, effects
from rulewright.play.tuning.knobs import Knob, Setting, Space, Value
from rulewright.play.tuning.samples import Sample
from rulewright.play.tuning.searching import Answer, Found
from rulewright.play.tuning.trials import Conditions, Trial, Trials
from rulewright.play.tuning.wishes import Measure, Wish

WISH = Wish("rounds at most 5", Measure("rounds"), float("-inf"), 5)


def found(space: Space, tried: dict[Setting, list[int]], answer: Setting, wish: Wish = WISH) -> Found:
    """A search in which settings had these figures in their games."""
    trials = Trials([wish], lambda _: pytest.fail("no game is played for this"), Conditions())
    for setting, values in tried.items():
        sample = Sample()
        sample.add(values)
        trials.tried[setting] = Trial([sample], [len(values)])
    best = Answer(answer, space.values(answer), (), 100)
    return Found(
        (wish,), None, best, (), (), len(tried), space.size, 0, {}, "model", False, trials, space
    )  # fmt: skip


def by_name(every: list[list[Effect]]) -> dict[str, Effect]:
    return {own[0].knob.name: own[0] for own in every}


def test_intervals_cover_effects_that_add_up() -> None:
    """40 searches of 40 of 60 settings: of 520 intervals 95 % should cover, and none of a search is independent of the others."""
    luck = random.Random(5)
    space = Space((Knob("a", (1, 2, 3, 4, 5)), Knob("b", ("x", "y", "z")), Knob("c", (False, True, None, 7))))
    answer, missed, many = (2, 1, 0), 0, 0
    for _ in range(40):
        parts = [[luck.uniform(-20, 20) for _ in knob.values] for knob in space.knobs]
        tried: dict[Setting, list[int]] = {}
        for setting in space.some(40, luck):
            mean = 100 + sum(part[place] for part, place in zip(parts, setting, strict=True))
            tried[setting] = [round(luck.gauss(mean, 15)) for _ in range(luck.randint(5, 60))]
        for name, effect in by_name(effects(found(space, tried, answer))).items():
            at = [knob.name for knob in space.knobs].index(name)
            rest = 100 + sum(part[answer[place]] for place, part in enumerate(parts) if place != at)
            for point in effect.points:
                missed += not point.low <= rest + parts[at][point.places[0]] <= point.high
                many += 1
    assert many == 40 * 12
    assert 0.02 * many < missed < 0.1 * many, missed


def test_where_settings_differ_from_the_sum_intervals_are_wider() -> None:
    space = Space((Knob("a", (1, 2, 3)), Knob("b", (1, 2, 3))))
    plain: dict[Setting, list[int]] = {
        (a, b): [10 * a + 10 * b + luck for luck in (-1, 0, 1)] for a in range(3) for b in range(3)
    }
    bent = {setting: [each * setting[0] for each in values] for setting, values in plain.items()}
    narrow, wide = (by_name(effects(found(space, tried, (0, 0))))["a"].points[0] for tried in (plain, bent))
    assert wide.high - wide.low > 5 * (narrow.high - narrow.low)


def test_the_knob_that_moves_most_comes_first_and_neighbours_are_taken_together() -> None:
    values: tuple[Value, ...] = tuple(range(30))
    space = Space((Knob("idle", (1, 2)), Knob("busy", values), Knob("fixed", (1, 2))))
    tried: dict[Setting, list[int]] = {(a, b, 0): [b, b + a] * 5 for a in range(2) for b in range(30)}
    every = effects(found(space, tried, (0, 4, 0)))
    assert [own[0].knob.name for own in every] == ["busy", "idle"]
    assert [len(own[0].points) for own in every] == [MOST_BANDS, 2]
    assert sorted(place for point in every[0][0].points for place in point.places) == list(range(30))
    assert every[0][0].points[0].games == 10 * 2 * len(every[0][0].points[0].places)


def test_an_answer_that_was_never_tried_is_taken_for_its_nearest_neighbour() -> None:
    space = Space((Knob("a", (1, 2, 3)), Knob("b", (1, 2))))
    tried: dict[Setting, list[int]] = {(a, b): [10 * a, 10 * a + b] for a in (0, 1) for b in (0, 1)}
    assert by_name(effects(found(space, tried, (2, 0))))["b"].points[0].value == pytest.approx(10, abs=1)


def test_nothing_is_said_without_figures() -> None:
    space = Space((Knob("a", (1, 2)),))
    assert effects(found(space, {(0,): [1, 2]}, (0,))) == []
