"""Ways of searching, each as an iterator over what it would recommend by now, with the games of a `Trials`.

`tune` is ours. `at_random` plays settings drawn at random. `ntbea` is the N-tuple bandit evolutionary algorithm (Lucas, Liu and
Perez-Liebana, "The N-tuple bandit evolutionary algorithm for game agent optimisation", 2018): tuples of one, two and all knobs, 50
neighbours a step, each knob of which changes with a chance of one in their number and one always, epsilon 0.5.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from rulewright.play.tuning.knobs import Setting, Space
from rulewright.play.tuning.modelled import best, modelled
from rulewright.play.tuning.trials import Trials
from tests.benchmarks.tuning.contest import Contest, score

Search = Callable[[Contest, int, int], Iterator[tuple[Setting, int]]]
"""From a contest, the most games and a seed: a recommendation and the games played so far, again and again."""
NEIGHBOURS, EPSILON = 50, 0.5


def tune(contest: Contest, most: int, seed: int) -> Iterator[tuple[Setting, int]]:
    """What `tune` does before its fresh games."""
    trials, luck = contest.trials(seed), random.Random(seed)
    for _ in modelled(trials, contest.space, most, luck):
        ranked = best(trials, contest.space, random.Random(seed))
        if ranked:
            yield ranked[0], trials.played


def at_random(contest: Contest, most: int, seed: int, games: int) -> Iterator[tuple[Setting, int]]:
    """So many games of each pair of players at each setting."""
    trials, luck = contest.trials(seed), random.Random(seed)
    while trials.played < most:
        trials.play(contest.space.at_random(luck), games)
        yield trials.playable()[0], trials.played


def ntbea(
    contest: Contest, most: int, seed: int, games: int, explore: float
) -> Iterator[tuple[Setting, int]]:
    """A fitness from 0 to 1 from so many games of each pair of players; `explore` is the constant of exploration."""
    space, luck = contest.space, random.Random(seed)
    model, current, played = _Tuples(space, explore), space.at_random(luck), 0
    while played < most:
        trials: Trials = contest.trials(luck.getrandbits(32))
        trials.play(current, games)
        played += trials.played
        model.add(current, score(trials.loss(current)) / 1000 if not trials.tried[current].refused else 0.0)
        yield max(model.seen, key=model.mean), played
        around = {_mutated(space, current, luck) for _ in range(NEIGHBOURS)}
        current = max(sorted(around), key=lambda setting: model.bound(setting) + 1e-6 * luck.random())


class _Tuples:
    """The statistics of all tuples of knobs."""

    def __init__(self, space: Space, explore: float) -> None:
        knobs = range(len(space.knobs))
        self._tuples = [*((one,) for one in knobs), *combinations(knobs, 2), tuple(knobs)]
        self._found: dict[tuple[int, ...], dict[Setting, list[float]]] = {
            each: defaultdict(lambda: [0, 0.0]) for each in self._tuples
        }
        self._explore = explore
        self._all = 0
        self.seen: dict[Setting, None] = {}

    def add(self, setting: Setting, fitness: float) -> None:
        self._all += 1
        self.seen[setting] = None
        for each in self._tuples:
            entry = self._found[each][tuple(setting[knob] for knob in each)]
            entry[0] += 1
            entry[1] += fitness

    def _entries(self, setting: Setting) -> Iterator[list[float]]:
        for each in self._tuples:
            yield self._found[each].get(tuple(setting[knob] for knob in each), [0, 0.0])

    def mean(self, setting: Setting) -> float:
        known = [total / count for count, total in self._entries(setting) if count]
        return sum(known) / len(known) if known else 0.0

    def bound(self, setting: Setting) -> float:
        """The mean and the exploration of all tuples."""
        more = [math.sqrt(math.log(1 + self._all) / (count + EPSILON)) for count, _ in self._entries(setting)]
        return self.mean(setting) + self._explore * sum(more) / len(more)


def _mutated(space: Space, setting: Setting, luck: random.Random) -> Setting:
    sure = luck.randrange(len(setting))
    return tuple(
        luck.choice([other for other in range(len(knob.values)) if other != here] or [here])
        if place == sure or luck.random() < 1 / len(setting)
        else here
        for place, (here, knob) in enumerate(zip(setting, space.knobs, strict=True))
    )


WAYS: dict[str, Search] = {
    "tune": tune,
    "at random, 50 games": partial(at_random, games=50),
    "at random, 200 games": partial(at_random, games=200),
    "NTBEA, 50 games, k = 1": partial(ntbea, games=50, explore=1.0),
    "NTBEA, 50 games, k = 0.1": partial(ntbea, games=50, explore=0.1),
    "NTBEA, 10 games, k = 1": partial(ntbea, games=10, explore=1.0),
    "NTBEA, 10 games, k = 0.1": partial(ntbea, games=10, explore=0.1),
}
