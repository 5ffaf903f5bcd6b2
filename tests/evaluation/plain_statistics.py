"""The statistics as their definitions read, slow and each by itself, to check the fast ones by.

Shares no code with `evaluation`; it draws the same random numbers in the same order.
"""

from itertools import product
from statistics import NormalDist

import numpy as np
from scipy import stats


def _grouped(data):
    """Sums of weight times value and sums of weight, by cluster, or by question under eight."""
    local = len(set(data.clusters)) < 8
    sums, weights, squares = {}, {}, {}
    for at, (value, weight) in enumerate(zip(data.values, data.weights, strict=True)):
        name = at if local else data.clusters[at]
        sums[name] = sums.get(name, 0.0) + weight * value
        weights[name] = weights.get(name, 0.0) + weight
        squares[name] = squares.get(name, 0.0) + weight**2
    order = sorted(sums)
    return local, *(np.array([one[n] for n in order]) for one in (sums, weights, squares))


def corrected(sums, weights, squares):
    """The corrected error and its degrees of freedom, by matrices as large as the groups."""
    count, total = len(sums), weights.sum()
    residuals = sums - sums.sum() / total * weights
    # Values of one variance, so sums of variance `squares`.
    made = np.eye(count) - np.outer(weights, np.ones(count)) / total
    covariance = made @ np.diag(squares) @ made.T
    scale = np.sqrt(squares / np.diag(covariance))
    error = np.sqrt(np.sum((scale * residuals) ** 2)) / total
    scaled = np.diag(scale) @ covariance @ np.diag(scale)
    return error, np.trace(scaled) ** 2 / np.trace(scaled @ scaled)


def interval(data, bounds, level=0.95, seed=0):
    """Value, low and high."""
    local, sums, weights, squares = _grouped(data)
    mean = sums.sum() / weights.sum()
    residuals = sums - mean * weights
    if np.all(np.abs(residuals) < 1e-9):
        effective = weights.sum() ** 2 / np.sum(weights**2)
        square = NormalDist().inv_cdf((1 + level) / 2) ** 2
        unseen = square / (effective + square)
        low, high = (mean + unseen * (bound - mean) for bound in bounds)
        return mean, max(low, bounds[0]), min(high, bounds[1])
    error, freedom = corrected(sums, weights, squares)
    reach = stats.t.ppf((1 + level) / 2, freedom) * error
    low, high = mean - reach, mean + reach
    tail = NormalDist().cdf(-reach / (np.sqrt(np.sum(residuals**2)) / weights.sum()))
    if len(sums) >= 30 and not local and tail >= 1 / 2_000:
        random = np.random.default_rng(seed)
        means = []
        for _ in range(20):
            drawn = random.integers(0, len(sums), size=(100, len(sums)))
            means += list(sums[drawn].sum(axis=1) / weights[drawn].sum(axis=1))
        low, high = np.quantile(means, (tail, 1 - tail))
    return mean, max(low, bounds[0]), min(high, bounds[1])


def sign_flip(data, seed=0):
    """The two-sided p of the cluster sums."""
    found = {}
    for value, weight, name in zip(data.values, data.weights, data.clusters, strict=True):
        found[name] = found.get(name, 0.0) + weight * value
    sums = np.array([found[name] for name in sorted(found)])
    sums = sums[np.abs(sums) > 1e-12 * np.abs(sums).max()]
    if not len(sums):
        return 1.0
    limit = abs(sums.sum()) - 1e-12 * np.abs(sums).sum()
    if len(sums) <= 12:
        ways = [abs(np.dot(way, sums)) >= limit for way in product((-1, 1), repeat=len(sums))]
        return sum(ways) / len(ways)
    random = np.random.default_rng(seed)
    farther = 0
    for _ in range(20):
        signs = random.choice((-1.0, 1.0), size=(500, len(sums)))
        farther += np.count_nonzero(np.abs(signs @ sums) >= limit)
    return (1 + farther) / 10_001


def detectable(data, level=0.95, power=0.8):
    """The smallest true difference that would have been shown."""
    _, sums, weights, squares = _grouped(data)
    if np.all(np.abs(sums - sums.sum() / weights.sum() * weights) < 1e-9):
        return None
    error, freedom = corrected(sums, weights, squares)
    return (stats.t.ppf((1 + level) / 2, freedom) + stats.t.ppf(power, freedom)) * error
