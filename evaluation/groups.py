"""A weighted mean over groups of questions that are not independent, and how far it could be off.

The variance is cluster-robust with a correction for few groups of unequal weight, after Bell and
McCaffrey (2002), "Bias reduction in standard errors for linear regression with multi-stage
samples": each group's squared residual is scaled so that it would be unbiased were questions
independent and equally uncertain, and the degrees of freedom are Satterthwaite's under the same
assumption. A weight says how much a question counts, not how often it was asked: a question of
weight 100 tells as little about the others as any. With equal weights and groups of one size this
is `G / (G - 1)` and `G - 1`; the more of all one group weighs, the larger the error and the fewer
the degrees.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from evaluation.samples import Sample

Floats = NDArray[np.float64]
EPSILON = 1e-12
# Rows of a covariance at a time: of 2,000 questions the whole would be 32 MB.
BLOCK = 256


@dataclass(frozen=True)
class Shape:
    """What the weights of groups alone say, the same for all figures of a run.

    Attributes:
        weights: Sums of weights, one a group, shape (groups,).
        squares: Sums of squared weights: the variance of a group's sum in that of a question.
    """

    weights: Floats
    squares: Floats

    @cached_property
    def shares(self) -> Floats:
        """Of all weight."""
        found: Floats = self.weights / self.weights.sum()
        return found

    @cached_property
    def variances(self) -> Floats:
        """Of the residuals, `(1 - p_g)^2 V_g + p_g^2 (sum(V) - V_g)`: p shares, V squares."""
        rest = _of_the_others(self.weights) / self.weights.sum()
        found: Floats = np.square(rest) * self.squares
        return found + np.square(self.shares) * _of_the_others(self.squares)

    @cached_property
    def scales(self) -> Floats:
        """What a group's squared residual is multiplied by, so that its mean is `squares`: the
        more of the mean is the group's, the smaller its residual comes out."""
        return _over(self.squares, self.variances)

    @cached_property
    def freedom(self) -> float:
        """Satterthwaite's degrees of freedom of the corrected error, from 1 to G - 1.

        `tr(B)^2 / tr(B^2)`, B the covariance of the scaled residuals; before they are scaled it
        is `diag(V) - V p' - p V' + p p' sum(V)`.
        """
        p, squares, scales, count = self.shares, self.squares, self.scales, len(self.shares)
        rest = _of_the_others(self.weights) / self.weights.sum()
        others = _of_the_others(squares)
        entries = 0.0
        for start in range(0, count, BLOCK):
            some = slice(start, start + BLOCK)
            # What is large and cancels is taken out beforehand: one group may weigh as good as all.
            found = np.outer(p[some], p) * (others[some, None] - squares)
            found -= np.outer(squares[some] * rest[some], p) + np.outer(p[some], squares * rest)
            at = np.arange(start, min(start + BLOCK, count))
            found[at - start, at] = self.variances[some]
            entries += float(scales[some] @ np.square(found) @ scales)
        trace = float(scales @ self.variances)
        return min(count - 1.0, max(1.0, trace**2 / entries if entries else 1.0))

    @property
    def effective(self) -> float:
        """How many groups of equal weight would say as much."""
        return float(self.weights.sum() ** 2 / np.square(self.weights).sum())


@dataclass(frozen=True, slots=True)
class Groups:
    """Weighted sums of values, one a group, shape (groups,)."""

    sums: Floats
    shape: Shape

    @property
    def count(self) -> int:
        return len(self.sums)

    @property
    def weights(self) -> Floats:
        return self.shape.weights

    @property
    def mean(self) -> float:
        return float(self.sums.sum() / self.weights.sum())

    def residuals(self) -> Floats:
        """How far each group's sum is from the mean's share; noise is 0."""
        residuals: Floats = self.sums - self.mean * self.weights
        noise = EPSILON * max(1.0, abs(self.mean)) * self.weights.sum()
        return np.where(np.abs(residuals) <= noise, 0.0, residuals)

    def plain_error(self) -> float:
        """The error without a correction: what a bootstrap over the groups comes out at."""
        return float(np.sqrt(np.square(self.residuals()).sum()) / self.weights.sum())

    def standard_error(self) -> float:
        """`sqrt(sum of squared residuals, each scaled) / sum of weights`; see `Shape.scales`."""
        scaled = np.square(self.residuals()) * self.shape.scales
        return float(np.sqrt(scaled.sum()) / self.weights.sum())


def _of_the_others(found: Floats) -> Floats:
    """Of each group the sum of all others, exact however small they are beside it."""
    before = np.concatenate([[0.0], np.cumsum(found)[:-1]])
    after = np.concatenate([np.cumsum(found[::-1])[-2::-1], [0.0]])
    summed: Floats = before + after
    return summed


def _over(above: Floats, below: Floats) -> Floats:
    # A group that weighs as good as all leaves nothing to divide by, and no residual either.
    found: Floats = np.divide(above, below, out=np.zeros_like(above), where=below > 0)
    return found


def by_question(data: Sample) -> Groups:
    """Every question a group of its own."""
    shape = _questions(data.weights)
    return Groups(np.array(data.values) * shape.weights, shape)


def by_cluster(data: Sample) -> Groups:
    """A group a cluster, in order of their names."""
    group, weights, shape = _structure(data.clusters, data.weights)
    values = np.array(data.values) * weights
    return Groups(np.bincount(group, values).astype(np.float64), shape)


@lru_cache(maxsize=32)
def _questions(weights: tuple[float, ...]) -> Shape:
    each = np.array(weights, dtype=np.float64)
    return Shape(each, np.square(each))


@lru_cache(maxsize=32)
def _structure(
    clusters: tuple[str, ...], weights: tuple[float, ...]
) -> tuple[NDArray[np.intp], Floats, Shape]:
    """Each question's group and weight, and the groups: the same for all figures of a run."""
    number = {name: at for at, name in enumerate(sorted(set(clusters)))}
    group = np.array([number[name] for name in clusters], dtype=np.intp)
    each = np.array(weights, dtype=np.float64)
    sums = (np.bincount(group, one).astype(np.float64) for one in (each, np.square(each)))
    return group, each, Shape(*sums)
