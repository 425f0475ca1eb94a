"""Search with a model: each wish's figure is a smooth function of the settings, learnt from the games played so far.

The figures, not the loss, are modelled (`smooth`), with the error of each estimate as its noise: a figure is smooth where its miss has corners, and
one game teaches something about every wish. The setting that plays next is the one from which the largest improvement on the best is to be
expected (Jones, Schonlau and Welch, "Efficient global optimization of expensive black-box functions", 1998), by draws from the joint
distribution. Every third time the wishes get other weights, so that the compromises between wishes that conflict are found too (Knowles,
"ParEGO", 2006). It needs the extra `tune`, which is loaded with this module.
"""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator, Sequence
from typing import Final

import numpy as np
from scipy.special import ndtr

from rulewright.play.tuning.knobs import Setting, Space
from rulewright.play.tuning.smooth import Floats, Smooth
from rulewright.play.tuning.trials import Trials
from rulewright.play.tuning.wishes import Wish

MOST_CANDIDATES: Final = 400
"""The number of settings at random among which the next one is chosen, besides those near the best ones."""
ROUNDS, LEADING = 3, 8
"""How often the neighbours of the best settings by the model are added, and of how many."""
DRAWS: Final = 48
"""The number of draws of all figures from which an improvement is estimated."""
TURNS: Final = 60
"""The number of settings in a row that cannot be played, after which the search ends."""
FIRST: Final = 10
"""The fewest games that a chosen setting plays."""
SHARE: Final = 20
"""A chosen setting plays a twentieth of the games played so far. So games are few while little is known and many where settings are nearly
alike, and the number of settings tried grows slowly with the number of games."""
FINALISTS: Final = 4
"""The number of settings that share the last fifth of the games."""
STEADY: Final = 10
"""As many games at all settings count as much as those at a setting for how much its games differ."""


def modelled(trials: Trials, space: Space, games: int, luck: random.Random) -> Iterator[Setting]:
    """Play this number of games in all. Yields each setting after it has played."""
    groups = len(trials.groups)
    first = min(2 * len(space.knobs) + 3, space.size)
    few = min(FIRST, max(games // (2 * groups * first), 1))
    for setting in space.some(first, luck)[:first]:
        trials.play(setting, few)
        yield setting
    in_vain = turn = 0
    while trials.played < 4 * games // 5:
        turn += 1
        chosen_next = _next(trials, space, luck, any_weights=turn % 3 == 0)
        if chosen_next is None:
            return
        before = trials.played
        trials.play(chosen_next, trials.games_of(chosen_next) + max(before // (groups * SHARE), few))
        yield chosen_next
        in_vain += trials.played == before
        if in_vain > TURNS:
            return  # only settings that cannot be played are left
    for setting in best(trials, space, luck)[:FINALISTS]:
        trials.play(setting, trials.games_of(setting) + max(games // (5 * FINALISTS * groups), 1))
        yield setting


def best(trials: Trials, space: Space, luck: random.Random) -> list[Setting]:
    """Settings with the smallest loss by the model, the best first; not only such as were tried."""
    playable = trials.playable()
    if len(playable) < 3:
        return playable
    known = _Known(trials, space, playable)
    candidates = _candidates(space, luck, known, _refused(trials))
    losses = known.losses(candidates)
    order = sorted(range(len(candidates)), key=losses.__getitem__)
    return [candidates[place] for place in order]


def _next(trials: Trials, space: Space, luck: random.Random, any_weights: bool) -> Setting | None:
    playable = trials.playable()
    if len(playable) < 3:
        fresh = [setting for setting in space.some(MOST_CANDIDATES, luck) if setting not in trials.tried]
        return luck.choice(fresh) if fresh else None
    known = _Known(trials, space, playable)
    candidates = _candidates(space, luck, known, _refused(trials))
    weights = [luck.expovariate(1) for _ in trials.wishes] if any_weights else None
    losses = known.drawn(candidates, luck.getrandbits(32), weights)
    leader = int(losses.mean(axis=0).argmin())
    gains = (losses[:, [leader]] - losses).clip(min=0).mean(axis=0)
    place = int(gains.argmax())
    return candidates[place if gains[place] > 0 else leader]


def _refused(trials: Trials) -> set[Setting]:
    return {setting for setting, trial in trials.tried.items() if trial.refused}


def _candidates(
    space: Space, luck: random.Random, known: _Known, refused: Collection[Setting]
) -> list[Setting]:
    """The settings that were tried, the neighbours of those that the model takes for the best ones, and some at random."""
    near = list(known.playable)
    for _ in range(ROUNDS):
        by_model = sorted(zip(known.losses(near), near, strict=True))[:LEADING]
        near = list(
            dict.fromkeys([*near, *(other for _, setting in by_model for other in space.neighbours(setting))])
        )
    some = [*near, *space.some(MOST_CANDIDATES, luck)]
    return [setting for setting in dict.fromkeys(some) if setting not in refused]


class _Known:
    """What is known of the figures of all wishes."""

    def __init__(self, trials: Trials, space: Space, playable: Sequence[Setting]) -> None:
        self.playable = playable
        self._space, self._wishes = space, trials.wishes
        found = [trials.estimates(setting) for setting in playable]
        values = np.array([[each.value for each in row] for row in found])
        games = np.array([[float(each.games) for each in row] for row in found])
        errors = np.array([[each.error for each in row] for row in found])
        self._model = Smooth(self._points(playable), *_filled(values, _steadied(errors, games)))

    def losses(self, settings: Sequence[Setting]) -> list[float]:
        """The losses that are to be expected."""
        points = self._points(settings)
        means, spreads = self._model.means(points).T, self._model.uncertain(points).T
        total = np.zeros(len(settings))
        for wish, values, sigma in zip(self._wishes, means, spreads, strict=True):
            total += wish.weight * _expected_miss(wish, values, sigma)
        return [float(each) for each in total / sum(wish.weight for wish in self._wishes)]

    def drawn(self, settings: Sequence[Setting], seed: int, weights: Sequence[float] | None = None) -> Floats:
        """The loss of each setting (columns) in each draw of the figures (rows); `weights` of the wishes, their own by default."""
        return self._lost(
            self._model.draws(self._points(settings), DRAWS, np.random.default_rng(seed)), weights
        )

    def _points(self, settings: Sequence[Setting]) -> Floats:
        return np.array([self._space.coordinates(setting) for setting in settings])

    def _lost(self, figures: Floats, weights: Sequence[float] | None = None) -> Floats:
        weights = weights or [wish.weight for wish in self._wishes]
        total = sum(
            weight * wish.miss(values)
            for weight, wish, values in zip(weights, self._wishes, figures, strict=True)
        )
        return np.asarray(total / sum(weights))


def _expected_miss(wish: Wish, values: Floats, sigma: Floats) -> Floats:
    """The mean of the misses of normal variables."""
    low, high = wish.ends
    total = np.zeros_like(values)
    for end, beyond in ((low, low - values), (high, values - high)):
        if math.isfinite(end):
            far = beyond / sigma
            total += wish.per_unit(end) * (
                sigma * np.exp(-(far**2) / 2) / math.sqrt(2 * math.pi) + beyond * ndtr(far)
            )
    return total


def _filled(values: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Where nothing is known, since what a figure counts did not happen in any game, the mean of the other settings with a large error."""
    unknown = np.isnan(values) | np.isnan(errors)
    if not unknown.any():
        return values, errors
    values, errors = np.where(unknown, np.nan, values), np.where(unknown, np.nan, errors)
    for column in range(values.shape[1]):
        there = ~unknown[:, column]
        middle, spread = (
            (values[there, column].mean(), values[there, column].std()) if there.any() else (0, 1)
        )
        values[~there, column] = middle
        errors[~there, column] = 3 * spread + (errors[there, column].max() if there.any() else 1)
    return values, errors


def _steadied(errors: Floats, games: Floats) -> Floats:
    """Standard errors of figures (columns) at settings (rows), so that a few games that happened to be alike do not count as sure knowledge: the variance
    of a game is mixed with that at all settings."""
    variances = errors**2 * games
    usual = np.where(np.isnan(variances), 0.0, variances).mean(axis=0)
    return np.asarray(np.sqrt((variances * games + usual * STEADY) / (games + STEADY) / games))
