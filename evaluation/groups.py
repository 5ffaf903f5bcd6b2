"""A weighted mean over groups of questions that are not independent, and how far it could be off.

The variance is cluster-robust with a correction for few groups of unequal size, after Bell and
McCaffrey (2002), "Bias reduction in standard errors for linear regression with multi-stage
samples": each group's squared residual is scaled so that it would be unbiased were questions
independent, and the degrees of freedom are Satterthwaite's under the same assumption. A weight
counts as that many questions. With groups of one size this is `G / (G - 1)` and `G - 1`; the more
of all one group weighs, the larger the error and the fewer the degrees.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from evaluation.samples import Sample

Floats = NDArray[np.float64]
EPSILON = 1e-12


@dataclass(frozen=True, slots=True)
class Groups:
    """Weighted sums of values and of weights, one a group, shape (groups,)."""

    sums: Floats
    weights: Floats

    @property
    def count(self) -> int:
        return len(self.sums)

    @property
    def mean(self) -> float:
        return float(self.sums.sum() / self.weights.sum())

    @property
    def effective(self) -> float:
        """How many groups of equal weight would say as much."""
        return float(self.weights.sum() ** 2 / np.square(self.weights).sum())

    def residuals(self) -> Floats:
        """How far each group's sum is from the mean's share; noise is 0."""
        residuals: Floats = self.sums - self.mean * self.weights
        noise = EPSILON * max(1.0, abs(self.mean)) * self.weights.sum()
        return np.where(np.abs(residuals) <= noise, 0.0, residuals)

    def plain_error(self) -> float:
        """The error without a correction: what a bootstrap over the groups comes out at."""
        return float(np.sqrt(np.square(self.residuals()).sum()) / self.weights.sum())

    def standard_error(self) -> float:
        """`sqrt(sum of squared residuals, each over 1 - its group's share) / sum of weights`."""
        scaled = _over(np.square(self.residuals()), 1 - self._shares())
        return float(np.sqrt(scaled.sum()) / self.weights.sum())

    def freedom(self) -> float:
        """Satterthwaite's degrees of freedom of `standard_error`, from 1 to G - 1.

        `tr(B)^2 / tr(B^2)`, B the covariance of the scaled residuals were questions independent:
        with shares p, `p_g` on its diagonal and `-p_g p_h / sqrt((1 - p_g)(1 - p_h))` beside it.
        """
        shares = self._shares()
        pulls = _over(np.square(shares), 1 - shares)
        beside = pulls.sum() ** 2 - np.square(pulls).sum()
        found = 1 / float(np.square(shares).sum() + beside)
        return min(self.count - 1.0, max(1.0, found))

    def _shares(self) -> Floats:
        """Of all weight."""
        shares: Floats = self.weights / self.weights.sum()
        return shares


def _over(above: Floats, below: Floats) -> Floats:
    # A group that weighs as good as all leaves nothing to divide by, and no residual either.
    found: Floats = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    return found


def by_question(data: Sample) -> Groups:
    """Every question a group of its own."""
    weights = np.array(data.weights, dtype=np.float64)
    return Groups(np.array(data.values) * weights, weights)


def by_cluster(data: Sample) -> Groups:
    """A group a cluster, in order of their names."""
    group, weights, sums = _structure(data.clusters, data.weights)
    values = np.array(data.values) * weights
    return Groups(np.bincount(group, values).astype(np.float64), sums)


@lru_cache(maxsize=32)
def _structure(
    clusters: tuple[str, ...], weights: tuple[float, ...]
) -> tuple[NDArray[np.intp], Floats, Floats]:
    """Each question's group and weight, and each group's: the same for all figures of a run."""
    number = {name: at for at, name in enumerate(sorted(set(clusters)))}
    group = np.array([number[name] for name in clusters], dtype=np.intp)
    each = np.array(weights, dtype=np.float64)
    return group, each, np.bincount(group, each).astype(np.float64)
