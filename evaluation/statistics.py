"""How sure a figure is: intervals, a test, and what a golden set could have shown.

Questions about the same documents are not independent, so everything is counted by cluster.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from evaluation.draws import FLIPS, signs, times_drawn
from evaluation.groups import EPSILON, Floats, Groups, by_cluster, by_question
from evaluation.samples import Layout, Sample, clusters, layout, paired, sample
from golden_sets.question import Question

__all__ = [
    "Interval",
    "Layout",
    "Sample",
    "assumed_detectable",
    "clusters",
    "detectable",
    "interval",
    "layout",
    "paired",
    "sample",
    "sign_flip",
]

Bounds = tuple[float, float]

RATE: Bounds = (0.0, 1.0)
DIFFERENCE: Bounds = (-1.0, 1.0)
UNBOUNDED: Bounds = (-np.inf, np.inf)

BOOTSTRAP_FROM = 30
CLUSTERS_FROM = 8
EXACT_UP_TO = 12
# One resample of 2,000.
LEAST = 1 / 2_000
LOCAL = "for these documents only"


class Interval(NamedTuple):
    """A mean or a mean difference and how far it could be off.

    Attributes:
        value: The weighted mean.
        n: The questions it covers.
        kind: How it was made, for a caption: "bootstrap over 42 clusters".
    """

    value: float
    low: float
    high: float
    n: int
    kind: str

    @property
    def local(self) -> bool:
        """True where too few clusters let it speak for other documents than these."""
        return self.kind.endswith(LOCAL)


def interval(
    data: Sample, bounds: Bounds = RATE, level: float = 0.95, seed: int = 0
) -> Interval | None:
    """The weighted mean with its interval, None without values.

    From 30 clusters on, percentiles of a bootstrap over clusters (2,000 resamples); from 8 on, a
    t interval with cluster-robust variance; under 8, the same by question, `local`. Both are as
    wide as few clusters of unequal size ask for (see `groups`): the t interval by its error and
    degrees of freedom, the bootstrap by taking the percentiles as far out as that t interval
    reaches against the bootstrap's own error, after Hesterberg (2015), "What teachers should know
    about the bootstrap"; where that is further than its resamples can tell, under one of them,
    the t interval stands. Where the groups do not differ at all, these would have no width: a
    share of z^2 / (m + z^2) unseen outcomes at either bound is allowed for instead, m the
    effective number of groups, which for a rate of 0 or 1 is Wilson's interval.

    Args:
        bounds: What a value can be: `RATE`, `DIFFERENCE` (of rates), or others; the interval is
            clipped to them. An infinite one gives an infinite end where nothing varies.
        level: 0.95 shared over m comparisons is `1 - 0.05 / m`.
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level!r}; allowed is above 0 and under 1")
    if not data.values:
        return None
    groups, local = _groups(data)
    if not groups.residuals().any():
        method, low, high = "Wilson", *_wilson(groups, bounds, level)
    elif groups.count >= BOOTSTRAP_FROM and not local and (tail := _tail(groups, level)) >= LEAST:
        method, low, high = "bootstrap", *_bootstrap(groups, tail, seed)
    else:
        reach = _reach(groups, level)
        method, low, high = "t interval", groups.mean - reach, groups.mean + reach
    unit = "question" if local else "cluster"
    over = f"{groups.count} {unit}{'' if groups.count == 1 else 's'}"
    return Interval(
        groups.mean,
        max(low, bounds[0]),
        min(high, bounds[1]),
        len(data.values),
        f"{method} over {over}{f', {LOCAL}' if local else ''}",
    )


def sign_flip(data: Sample, seed: int = 0) -> float | None:
    """p, two-sided, that cluster sums of differences are this far from 0 by chance; None if empty.

    Signs of the cluster sums are flipped: all ways up to 12 sums that are not 0, else 10,000
    seeded ways, `p = (1 + as far or farther) / (1 + ways)`. Sums of 0 change nothing.
    """
    if not data.values:
        return None
    sums = by_cluster(data).sums
    sums = sums[np.abs(sums) > EPSILON * np.abs(sums).max()]
    if not len(sums):
        return 1.0
    limit = abs(float(sums.sum())) - EPSILON * float(np.abs(sums).sum())
    if len(sums) <= EXACT_UP_TO:
        ways = np.array(list(product((-1.0, 1.0), repeat=len(sums))))
        return float(np.mean(np.abs(ways @ sums) >= limit))
    made = signs(len(sums), seed)
    # In blocks, so that the signs as floats stay in the processor's cache.
    blocks = (made[at : at + 500].astype(np.float64) for at in range(0, FLIPS, 500))
    farther = sum(int(np.count_nonzero(np.abs(block @ sums) >= limit)) for block in blocks)
    return (1 + farther) / (1 + FLIPS)


def detectable(data: Sample, level: float = 0.95, power: float = 0.8) -> float | None:
    """The smallest true difference these questions would have shown, in the values' own unit.

    `(t(1 - (1 - level) / 2) + t(power)) * standard error`, with the variance and the degrees of
    freedom of the t interval; under 8 clusters by question. None where nothing varies.
    """
    if not data.values:
        return None
    groups, _ = _groups(data)
    if not groups.residuals().any():
        return None
    return _both_quantiles(groups, level, power) * groups.standard_error()


def assumed_detectable(
    questions: Iterable[Question],
    changed: float,
    level: float = 0.95,
    power: float = 0.8,
    cluster: Mapping[str, str] | None = None,
) -> float | None:
    """What `detectable` would be if `changed`, from 0 to 1, of the questions came out differently
    under two variants, each by itself; None under two answerable questions.

    The variance of a difference that is -1, 0 or 1 is then at most `changed`. Where questions
    about the same documents change together, it takes a larger difference than this.

    Args:
        cluster: `clusters` of a larger set that these are of, where it links them.
    """
    asked = tuple(questions)
    data = sample({question.id: 0.0 for question in asked}, asked, cluster)
    if len(data.values) < 2:
        return None
    groups, _ = _groups(data)
    weights = np.array(data.weights)
    error = np.sqrt(changed * np.square(weights).sum()) / weights.sum()
    return min(1.0, float(_both_quantiles(groups, level, power) * error))


def _groups(data: Sample) -> tuple[Groups, bool]:
    """The clusters; the questions, and True, where there are too few clusters."""
    groups = by_cluster(data)
    local = groups.count < CLUSTERS_FROM
    return (by_question(data) if local else groups), local


def _reach(groups: Groups, level: float) -> float:
    """Half the width of the t interval."""
    return _t_quantile((1 + level) / 2, groups.shape.freedom) * groups.standard_error()


def _both_quantiles(groups: Groups, level: float, power: float) -> float:
    freedom = groups.shape.freedom
    return _t_quantile((1 + level) / 2, freedom) + _t_quantile(power, freedom)


def _tail(groups: Groups, level: float) -> float:
    """The share of resamples beyond either end of an interval as wide as the t interval."""
    return NormalDist().cdf(-_reach(groups, level) / groups.plain_error())


def _bootstrap(groups: Groups, tail: float, seed: int) -> Bounds:
    # Matrix products over counts that every figure of these clusters shares.
    drawn = times_drawn(groups.count, seed)
    sums, weights = (drawn @ np.stack([groups.sums, groups.weights], axis=1)).T
    means = np.sort(sums / weights)
    return _between(means, tail), _between(means, 1 - tail)


def _between(ordered: Floats, share: float) -> float:
    """The quantile, linear between neighbours: NumPy's own at a tenth of its overhead."""
    place = share * (len(ordered) - 1)
    below = min(int(place), len(ordered) - 2)
    low, high = float(ordered[below]), float(ordered[below + 1])
    return low + (place - below) * (high - low)


def _wilson(groups: Groups, bounds: Bounds, level: float) -> Bounds:
    """The mean moved towards either bound by `z^2 / (m + z^2)` of its distance to it."""
    square = NormalDist().inv_cdf((1 + level) / 2) ** 2
    unseen = square / (groups.shape.effective + square)
    mean = groups.mean
    return mean + unseen * (bounds[0] - mean), mean + unseen * (bounds[1] - mean)


def _t_quantile(share: float, freedom: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))
