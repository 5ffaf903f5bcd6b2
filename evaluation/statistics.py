"""How sure a figure is: intervals, a test, and what a golden set could have shown.

Questions about the same documents are not independent, so everything is counted by cluster.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from golden_sets.question import Question

Floats = NDArray[np.float64]
Bounds = tuple[float, float]

RATE: Bounds = (0.0, 1.0)
DIFFERENCE: Bounds = (-1.0, 1.0)
UNBOUNDED: Bounds = (-np.inf, np.inf)

BOOTSTRAP_FROM = 30
CLUSTERS_FROM = 8
RESAMPLES = 2_000
FLIPS = 10_000
EXACT_UP_TO = 12
LOCAL = "for these documents only"

_EPSILON = 1e-12


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


@dataclass(frozen=True, slots=True)
class Sample:
    """One value a question, by (cluster, question id), so that input order changes nothing."""

    questions: tuple[str, ...]
    values: tuple[float, ...]
    weights: tuple[float, ...]
    clusters: tuple[str, ...]

    def __post_init__(self) -> None:
        for question, value in zip(self.questions, self.values, strict=True):
            if not np.isfinite(value):
                raise ValueError(f"question {question!r} has value {value!r}; undefined is None")

    @property
    def cluster_count(self) -> int:
        return len(set(self.clusters))


def clusters(questions: Iterable[Question]) -> dict[str, str]:
    """Each answerable question's cluster: documents linked by shared evidence.

    A question links all documents its evidence names, in every alternative and role. A cluster
    is named by its first document. Unanswerable questions are in none.
    """
    parent: dict[str, str] = {}

    def root(document: str) -> str:
        while parent.setdefault(document, document) != document:
            parent[document] = parent[parent[document]]
            document = parent[document]
        return document

    first: dict[str, str] = {}
    for question in questions:
        documents = [passage.document for way in question.evidence for passage in way]
        for document in documents:
            one, other = sorted((root(documents[0]), root(document)))
            parent[other] = one
        if documents:
            first[question.id] = documents[0]
    return {question: root(document) for question, document in first.items()}


def sample(
    values: Mapping[str, float | None],
    questions: Iterable[Question],
    cluster: Mapping[str, str] | None = None,
) -> Sample:
    """The values of the answerable questions that have one.

    Args:
        cluster: `clusters(questions)` where the caller has it already.
    """
    asked = tuple(questions)
    if cluster is None:
        cluster = clusters(asked)
    rows = sorted(
        (cluster[question.id], question.id, value, question.weight)
        for question in asked
        if question.id in cluster and (value := values.get(question.id)) is not None
    )
    return Sample(
        questions=tuple(row[1] for row in rows),
        values=tuple(float(row[2]) for row in rows),
        weights=tuple(row[3] for row in rows),
        clusters=tuple(row[0] for row in rows),
    )


def paired(
    baseline: Mapping[str, float | None],
    candidate: Mapping[str, float | None],
    questions: Iterable[Question],
) -> Sample:
    """Candidate minus baseline, over the questions that have a value under both."""
    differences: dict[str, float | None] = {}
    for question, before in baseline.items():
        after = candidate.get(question)
        if before is not None and after is not None:
            differences[question] = after - before
    return sample(differences, questions)


def interval(
    data: Sample, bounds: Bounds = RATE, level: float = 0.95, seed: int = 0
) -> Interval | None:
    """The weighted mean with its interval, None without values.

    From 30 clusters on, percentiles of a bootstrap over clusters (2,000 resamples); from 8 on, a
    t interval with cluster-robust variance and G - 1 degrees of freedom; under 8, the same by
    question, `local`. Where the groups do not differ at all, these would have no width: a share
    of z^2 / (m + z^2) unseen outcomes at either bound is allowed for instead, m the effective
    number of groups, which for a rate of 0 or 1 is Wilson's interval.

    Args:
        bounds: What a value can be: `RATE`, `DIFFERENCE` (of rates), or others; the interval is
            clipped to them. An infinite one gives an infinite end where nothing varies.
        level: 0.95 shared over m comparisons is `1 - 0.05 / m`.
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level!r}; allowed is above 0 and under 1")
    if not data.values:
        return None
    groups = _groups(data)
    local = data.cluster_count < CLUSTERS_FROM
    if not groups.residuals().any():
        method, low, high = "Wilson", *_wilson(groups, bounds, level)
    elif groups.count >= BOOTSTRAP_FROM and not local:
        method, low, high = "bootstrap", *_bootstrap(groups, level, seed)
    else:
        reach = _t_quantile((1 + level) / 2, groups.count - 1) * groups.standard_error()
        method, low, high = "t interval", groups.mean - reach, groups.mean + reach
    over = f"questions, {LOCAL}" if local else "clusters"
    return Interval(
        groups.mean,
        max(low, bounds[0]),
        min(high, bounds[1]),
        len(data.values),
        f"{method} over {groups.count} {over}",
    )


def sign_flip(data: Sample, seed: int = 0) -> float | None:
    """p, two-sided, that cluster sums of differences are this far from 0 by chance; None if empty.

    Signs of the cluster sums are flipped: all ways up to 12 sums that are not 0, else 10,000
    seeded ways, `p = (1 + as far or farther) / (1 + ways)`. Sums of 0 change nothing.
    """
    if not data.values:
        return None
    sums = _by_cluster(data).sums
    sums = sums[np.abs(sums) > _EPSILON]
    if not len(sums):
        return 1.0
    limit = abs(float(sums.sum())) - _EPSILON * float(np.abs(sums).sum())
    if len(sums) <= EXACT_UP_TO:
        signs = np.array(list(product((-1.0, 1.0), repeat=len(sums))))
        return float(np.mean(np.abs(signs @ sums) >= limit))
    random = np.random.default_rng(seed)
    farther = 0
    for _ in range(FLIPS // 500):
        signs = random.choice((-1.0, 1.0), size=(500, len(sums)))
        farther += int(np.count_nonzero(np.abs(signs @ sums) >= limit))
    return (1 + farther) / (1 + FLIPS)


def detectable(data: Sample, level: float = 0.95, power: float = 0.8) -> float | None:
    """The smallest true difference these questions would have shown, in the values' own unit.

    `(t(1 - (1 - level) / 2) + t(power)) * standard error`, with cluster-robust variance and G - 1
    degrees of freedom; under 8 clusters by question. None where nothing varies.
    """
    if not data.values:
        return None
    groups = _groups(data)
    if not groups.residuals().any():
        return None
    freedom = groups.count - 1
    factor = _t_quantile((1 + level) / 2, freedom) + _t_quantile(power, freedom)
    return factor * groups.standard_error()


def assumed_detectable(
    questions: Iterable[Question], changed: float, level: float = 0.95, power: float = 0.8
) -> float | None:
    """What `detectable` would be if `changed`, from 0 to 1, of the questions came out differently
    under two variants, each by itself; None under two answerable questions.

    The variance of a difference that is -1, 0 or 1 is then at most `changed`. Where questions
    about the same documents change together, it takes a larger difference than this.
    """
    asked = tuple(questions)
    data = sample({question.id: 0.0 for question in asked}, asked)
    if len(data.values) < 2:
        return None
    freedom = _groups(data).count - 1
    factor = _t_quantile((1 + level) / 2, freedom) + _t_quantile(power, freedom)
    weights = np.array(data.weights)
    error = np.sqrt(changed * np.square(weights).sum()) / weights.sum()
    return min(1.0, float(factor * error))


@dataclass(frozen=True, slots=True)
class _Groups:
    """Weighted sums of values and of weights, one a group, shape (groups,)."""

    sums: Floats
    weights: Floats

    @property
    def count(self) -> int:
        return len(self.sums)

    @property
    def mean(self) -> float:
        return float(self.sums.sum() / self.weights.sum())

    def residuals(self) -> Floats:
        """How far each group's sum is from the mean's share; noise is 0."""
        residuals: Floats = self.sums - self.mean * self.weights
        noise = _EPSILON * max(1.0, abs(self.mean)) * self.weights.sum()
        return np.where(np.abs(residuals) <= noise, 0.0, residuals)

    def standard_error(self) -> float:
        """`sqrt(G / (G - 1) * sum of squared residuals) / sum of weights`."""
        squares = float(np.square(self.residuals()).sum())
        scale = self.count / (self.count - 1)
        return float(np.sqrt(scale * squares) / self.weights.sum())


def _groups(data: Sample) -> _Groups:
    if data.cluster_count >= CLUSTERS_FROM:
        return _by_cluster(data)
    weights = np.array(data.weights)
    return _Groups(np.array(data.values) * weights, weights)


def _by_cluster(data: Sample) -> _Groups:
    _, group = np.unique(np.array(data.clusters), return_inverse=True)
    weights = np.array(data.weights)
    sums = np.bincount(group, np.array(data.values) * weights)
    return _Groups(sums.astype(np.float64), np.bincount(group, weights).astype(np.float64))


def _bootstrap(groups: _Groups, level: float, seed: int) -> Bounds:
    random = np.random.default_rng(seed)
    means: list[Floats] = []
    for _ in range(RESAMPLES // 100):
        drawn = random.integers(0, groups.count, size=(100, groups.count))
        means.append(groups.sums[drawn].sum(axis=1) / groups.weights[drawn].sum(axis=1))
    tail = (1 - level) / 2
    low, high = np.quantile(np.concatenate(means), (tail, 1 - tail))
    return float(low), float(high)


def _wilson(groups: _Groups, bounds: Bounds, level: float) -> Bounds:
    """The mean moved towards either bound by `z^2 / (m + z^2)` of its distance to it."""
    effective = float(groups.weights.sum() ** 2 / np.square(groups.weights).sum())
    square = NormalDist().inv_cdf((1 + level) / 2) ** 2
    unseen = square / (effective + square)
    mean = groups.mean
    return mean + unseen * (bounds[0] - mean), mean + unseen * (bounds[1] - mean)


def _t_quantile(share: float, freedom: int) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))
