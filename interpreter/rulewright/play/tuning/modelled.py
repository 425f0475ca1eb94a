"""Search with a model: each wish's figure is a smooth function of the settings, learnt from the games played so far.

The figures, not the loss, are modelled, each by a Gaussian process with the error of each estimate as its noise: a figure is smooth
where its miss has corners, and one game teaches something about every wish. The setting that plays next is the one from which the
largest improvement on the best is to be expected (Jones, Schonlau and Welch, "Efficient global optimization of expensive black-box
functions", 1998), by draws from the joint distribution. Every third time the wishes get other weights, so that the compromises between
wishes that conflict are found too (Knowles, "ParEGO", 2006). The Gaussian processes are scikit-learn's (extra `tune`), which is
loaded with this module.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel
from threadpoolctl import threadpool_limits

from rulewright.play.tuning.knobs import Setting, Space
from rulewright.play.tuning.trials import Trials

MOST_CANDIDATES: Final = 1000
"""The number of settings among which the next one is chosen; the neighbours of the best ones are always among them."""
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


def modelled(trials: Trials, space: Space, games: int, luck: random.Random) -> Iterator[Setting]:
    """Play about this number of games in all. Yields each setting after it has played."""
    groups = len(trials.groups)
    first = min(2 * len(space.knobs) + 3, space.size)
    for setting in space.some(first, luck)[:first]:
        trials.play(setting, FIRST)
        yield setting
    in_vain = turn = 0
    while trials.played < 4 * games // 5:
        turn += 1
        chosen_next = _next(trials, space, luck, any_weights=turn % 3 == 0)
        if chosen_next is None:
            return
        before = trials.played
        trials.play(chosen_next, trials.games_of(chosen_next) + max(before // (groups * SHARE), FIRST))
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
    candidates = _candidates(trials, space, luck, playable)
    losses = _losses(trials, space, playable, candidates, luck)
    order = sorted(range(len(candidates)), key=losses.mean(axis=0).__getitem__)
    return [candidates[place] for place in order]


def _next(trials: Trials, space: Space, luck: random.Random, any_weights: bool) -> Setting | None:
    playable = trials.playable()
    if len(playable) < 3:
        fresh = [setting for setting in space.some(MOST_CANDIDATES, luck) if setting not in trials.tried]
        return luck.choice(fresh) if fresh else None
    candidates = _candidates(trials, space, luck, playable)
    weights = [luck.expovariate(1) for _ in trials.wishes] if any_weights else None
    losses = _losses(trials, space, playable, candidates, luck, weights)
    means = losses.mean(axis=0)
    leader = min(range(len(candidates)), key=means.__getitem__)
    gains = (losses[:, [leader]] - losses).clip(min=0).mean(axis=0)
    place = max(range(len(candidates)), key=gains.__getitem__)
    return candidates[place if gains[place] > 0 else leader]


def _candidates(
    trials: Trials, space: Space, luck: random.Random, playable: Sequence[Setting]
) -> list[Setting]:
    refused = {setting for setting, trial in trials.tried.items() if trial.refused}
    near = [other for setting in playable[:8] for other in space.neighbours(setting)]
    some = [*playable, *near, *space.some(MOST_CANDIDATES, luck)]
    return [setting for setting in dict.fromkeys(some) if setting not in refused]


def _losses(
    trials: Trials,
    space: Space,
    playable: Sequence[Setting],
    candidates: Sequence[Setting],
    luck: random.Random,
    weights: Sequence[float] | None = None,
) -> NDArray[Any]:
    """The loss of each candidate (columns) in each draw of the figures (rows); `weights` of the wishes, their own by default."""
    known = np.array([space.coordinates(setting) for setting in playable])
    asked = np.array([space.coordinates(setting) for setting in candidates])
    found = [trials.estimates(setting) for setting in playable]
    weights = weights or [wish.weight for wish in trials.wishes]
    total = np.zeros((DRAWS, len(candidates)))
    for place, wish in enumerate(trials.wishes):
        values = np.array([each[place].value for each in found])
        errors = np.array([each[place].error for each in found])
        draws = _draws(known, values, errors, asked, luck.getrandbits(32))
        total += weights[place] / sum(weights) * wish.miss(draws)
    return total


def _draws(
    known: NDArray[Any], values: NDArray[Any], errors: NDArray[Any], asked: NDArray[Any], seed: int
) -> NDArray[Any]:
    """Draws of a figure at the asked points (rows: draws), from its values and their errors at the known ones."""
    middle, spread = values.mean(), max(values.std(), float(errors.mean()), 1e-9)
    smooth = ConstantKernel(1.0, (0.05, 20)) * Matern(np.ones(known.shape[1]), (0.1, 30), nu=2.5)
    model = GaussianProcessRegressor(
        smooth + WhiteKernel(1e-3, (1e-6, 0.3)), alpha=(errors / spread) ** 2 + 1e-8, random_state=seed
    )
    with (
        threadpool_limits(1),
        warnings.catch_warnings(),
    ):  # matrices are small, and threads would wait for each other
        warnings.simplefilter(
            "ignore", ConvergenceWarning
        )  # a length at the end of its range is an answer too
        model.fit(known, (values - middle) / spread)
        means, covariance = model.predict(asked, return_cov=True)
        covariance[np.diag_indices_from(covariance)] += 1e-8
        luck = np.random.default_rng(seed)
        draws = luck.multivariate_normal(means, covariance, DRAWS, method="cholesky", check_valid="ignore")
    found: NDArray[Any] = draws * spread + middle
    return found
