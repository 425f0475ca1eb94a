"""Figures as smooth functions of the settings: Gaussian processes that have their lengths in common.

    model = Smooth(known, values, errors)       points; a row of figures for each, with the standard errors of these
    model.means(asked)                          a row of figures for each asked point
    model.draws(asked, 48, luck)                draws from what they may be (an array by figure, draw, point)

All figures are of the same games, so a knob to which one of them is sensitive matters to the others too. So the lengths, over which a
figure changes, are learnt from all figures together, which takes far fewer settings than for each alone. They have a prior, as the
likelihood of a few settings with few games each says little (Rasmussen and Williams, "Gaussian processes for machine learning", 2006, 5.4;
lengths grow with the square root of the number of knobs: Hvarfner, Hellsten and Nardi, "Vanilla Bayesian optimization performs great in
high dimensions", 2024). The functions are twice differentiable (Matérn 5/2).
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve, solve_triangular
from scipy.optimize import minimize
from threadpoolctl import threadpool_limits

Floats: TypeAlias = NDArray[np.float64]

LENGTH: Final = 0.7
"""The median of the prior of a length, times the square root of the number of coordinates; knobs go from 0 to 1."""
SPREADS: Final = (1.0, 0.7, 1.5)
"""How far the logarithms of lengths, of the size of the function, and of its rough part vary (standard deviations of the prior)."""
ROUGH: Final = 1e-3
"""The median of the variance of what no smooth function says."""
LEAST: Final = 0.25
"""The least share of the variance of a figure that is taken for differences of settings, and not for luck."""
STEPS: Final = 40
TINY: Final = 1e-8


class Smooth:
    """Figures at all points, from those at the known ones."""

    def __init__(self, known: Floats, values: Floats, errors: Floats) -> None:
        self._known = known
        self._middle = values.mean(axis=0)
        variance = values.var(axis=0)
        between = np.maximum(variance - (errors**2).mean(axis=0), LEAST * variance)
        self._spread = np.sqrt(np.maximum(between, TINY**2))
        self._found = (values - self._middle) / self._spread
        self._noise = (errors / self._spread) ** 2
        self._apart = (known[:, None, :] - known[None, :, :]) ** 2
        with threadpool_limits(1):  # matrices are small, and threads would wait for each other
            self._learn()

    def means(self, asked: Floats) -> Floats:
        """The figures that are to be expected."""
        across = self._across(asked)
        means = np.stack([across @ weights for weights in self._weights], axis=1)
        return np.asarray(means * self._spread + self._middle)

    def uncertain(self, asked: Floats) -> Floats:
        """The standard deviations of the figures at the asked points."""
        across = self._across(asked)
        found = np.empty((len(asked), self._found.shape[1]))
        with threadpool_limits(1):
            for figure, (lower, _) in enumerate(self._factors):
                half = solve_triangular(lower, across.T, lower=True, check_finite=False)
                known = (half**2).sum(axis=0)
                found[:, figure] = np.sqrt(np.maximum(self._size - known, TINY)) * self._spread[figure]
        return found

    def draws(self, asked: Floats, many: int, luck: np.random.Generator) -> Floats:
        """Draws of all figures."""
        with threadpool_limits(1):
            across, means = self._across(asked), self.means(asked)
            prior = self._size * _matern(
                ((asked[:, None, :] - asked[None, :, :]) ** 2 / self._lengths**2).sum(axis=2)
            )
            drawn = np.empty((means.shape[1], many, len(asked)))
            for figure, (lower, _) in enumerate(self._factors):
                half = solve_triangular(lower, across.T, lower=True, check_finite=False)
                covariance = prior - half.T @ half
                covariance[np.diag_indices_from(covariance)] += 1e-6
                root = np.linalg.cholesky(covariance)
                noise = luck.standard_normal((many, len(asked))) @ root.T
                drawn[figure] = noise * self._spread[figure] + means[:, figure]
            return drawn

    # ------------------------------------------------------------------------------------------------- private

    def _learn(self) -> None:
        """The lengths, the size and the rough part that are most likely by the figures and the prior."""
        coordinates = self._known.shape[1]
        middle = np.array([math.log(LENGTH * math.sqrt(coordinates))] * coordinates + [0.0, math.log(ROUGH)])
        spreads = np.array([SPREADS[0]] * coordinates + list(SPREADS[1:]))

        def unlikely(logs: Floats) -> tuple[float, Floats]:
            found, slopes = self._unlikely(logs)
            off = (logs - middle) / spreads
            return found + float(off @ off) / 2, slopes + off / spreads

        bounds = [
            (each - 4 * spread, each + 4 * spread) for each, spread in zip(middle, spreads, strict=True)
        ]
        best = minimize(
            unlikely, middle, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": STEPS}
        ).x
        self._lengths, self._size, self._rough = np.exp(best[:-2]), math.exp(best[-2]), math.exp(best[-1])
        shape = _matern((self._apart / self._lengths**2).sum(axis=2))
        self._factors = [
            cho_factor(self._size * shape + np.diag(noise + self._rough + TINY), lower=True)
            for noise in self._noise.T
        ]
        self._weights = [
            cho_solve(factor, found) for factor, found in zip(self._factors, self._found.T, strict=True)
        ]

    def _unlikely(self, logs: Floats) -> tuple[float, Floats]:
        """The negative logarithm of the likelihood, and its slopes."""
        lengths, size, rough = np.exp(logs[:-2]), math.exp(logs[-2]), math.exp(logs[-1])
        scaled = self._apart / lengths**2
        squares = scaled.sum(axis=2)
        far = np.sqrt(5 * squares)
        falling = np.exp(-far)
        shape = (1 + far + 5 * squares / 3) * falling
        total, excess = 0.0, np.zeros_like(shape)
        for noise, found in zip(self._noise.T, self._found.T, strict=True):
            factor = cho_factor(size * shape + np.diag(noise + rough + TINY), lower=True, check_finite=False)
            weights = cho_solve(factor, found, check_finite=False)
            inverse = cho_solve(factor, np.eye(len(found)), check_finite=False)
            total += float(found @ weights) / 2 + float(np.log(np.diag(factor[0])).sum())
            excess += inverse - np.outer(weights, weights)
        by_length = size * 5 / 3 * (1 + far) * falling * excess
        slopes = [*(scaled * by_length[:, :, None]).sum(axis=(0, 1)) / 2]
        slopes += [float((excess * shape).sum()) * size / 2, float(np.trace(excess)) * rough / 2]
        return total, np.array(slopes)

    def _across(self, asked: Floats) -> Floats:
        apart = (asked[:, None, :] - self._known[None, :, :]) ** 2
        return np.asarray(self._size * _matern((apart / self._lengths**2).sum(axis=2)))


def _matern(squares: Floats) -> Floats:
    far = np.sqrt(5 * squares)
    return np.asarray((1 + far + 5 * squares / 3) * np.exp(-far))
