"""How often a 95 % interval holds a truth that is known, and how often chance passes for a find.

    python -m tests.benchmarks.bench_coverage [REPEATS]

Golden sets are made up: clusters of unequal sizes (1 to about 15 questions, 3.4 on average), each
with an ease of its own and a taste of its own for the candidate, so that the outcomes of a pair,
hits and misses, go together within a cluster. `before` is the interval without the correction for
few and unequal clusters: a t interval with G - 1 degrees of freedom, percentiles from 30 clusters
on. A verdict is `adopt` where the interval is above 0 and the difference at least 5 points, and
`pilot` from 3 points; without a real difference each of them is a mistake.
"""

import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from scipy import stats

from evaluation.draws import times_drawn
from evaluation.groups import by_cluster, by_question
from evaluation.statistics import DIFFERENCE, RATE, Sample, interval, sign_flip

CLUSTERS = (5, 8, 12, 36, 200)
EASE, TASTE, QUESTION, NOISE = 0.6, 0.8, 0.8, 0.5
BEFORE_SPREAD = (EASE**2 + QUESTION**2 + NOISE**2) ** 0.5
AFTER_SPREAD = (BEFORE_SPREAD**2 + TASTE**2) ** 0.5
HEAVY = "one of 1,000"
WEIGHTS = ("1", "1, 2, 5", HEAVY)
RATES = (0.6, 0.9, 0.97)
LEAN = 0.3
ADOPT_AT, PILOT_AT = 0.05, 0.03


class Drawn(NamedTuple):
    """One made-up golden set: before and after, 0 or 1, with weights and clusters."""

    before: NDArray[np.float64]
    after: NDArray[np.float64]
    weights: NDArray[np.float64]
    clusters: NDArray[np.int64]


def drawn(
    count: int,
    weighted: str,
    lean: tuple[float, float],
    random: np.random.Generator,
    largest: int = 0,
) -> Drawn:
    """Questions that are hit where a sum of normal parts is above 0, `lean` before and after.

    Args:
        largest: Questions of the first cluster, where it is to be larger than all others.
    """
    sizes = 1 + random.poisson(random.gamma(1.2, 2.0, size=count))
    sizes[0] = largest or sizes[0]
    group = np.repeat(np.arange(count), sizes)
    total = len(group)
    shared = (EASE * random.normal(size=count))[group] + QUESTION * random.normal(size=total)
    taste = (TASTE * random.normal(size=count))[group]
    noise = NOISE * random.normal(size=(2, total))
    before = lean[0] + shared + noise[0] > 0
    after = lean[1] + shared + taste + noise[1] > 0
    weights = random.choice([1.0, 2.0, 5.0], total, p=[0.6, 0.3, 0.1])
    if weighted != "1, 2, 5":
        weights = np.ones(total)
    if weighted == HEAVY:
        weights[0] = 1_000.0
    return Drawn(before.astype(float), after.astype(float), weights, group)


def sample_of(values: NDArray[np.float64], found: Drawn) -> Sample:
    names = tuple(f"c{at:03}" for at in found.clusters)
    numbers = tuple(f"q{n:04}" for n in range(len(values)))
    return Sample(numbers, tuple(values.tolist()), tuple(found.weights.tolist()), names)


def uncorrected(data: Sample) -> tuple[float, float]:
    """The interval without a correction; as the product's where nothing varies."""
    groups = by_cluster(data)
    groups = groups if groups.count >= 8 else by_question(data)
    error, mean = groups.plain_error(), groups.mean
    if not error:
        found = interval(data, DIFFERENCE)
        assert found is not None
        return found.low, found.high
    if groups.count >= 30 and data.cluster_count >= 8:
        times = times_drawn(groups.count, 0)
        low, high = np.quantile((times @ groups.sums) / (times @ groups.weights), (0.025, 0.975))
        return float(low), float(high)
    scale = (groups.count / (groups.count - 1)) ** 0.5
    reach = float(stats.t.ppf(0.975, groups.count - 1)) * scale * error
    return mean - reach, mean + reach


def within_cluster(found: Drawn) -> float:
    """The product of two questions' deviations in one cluster, over the variance."""
    change = found.after - found.before
    change = change - change.mean()
    sums = np.bincount(found.clusters, change)
    sizes = np.bincount(found.clusters)
    pairs = float((sizes * (sizes - 1)).sum())
    shared = np.square(sums).sum() - np.square(change).sum()
    return float(shared / pairs / change.var()) if change.any() and pairs else float("nan")


def differences(repeats: int) -> Table:
    table = Table(title=f"Paired differences, in % of {repeats:,} golden sets (200: half as many)")
    table.add_column("clusters", justify="right")
    for column in ("weights", "true difference", "within cluster", "95 % holds it", "before"):
        table.add_column(column, justify="right")
    for column in ("interval off 0", "sign flip p <= 5 %", "adopt", "pilot"):
        table.add_column(column, justify="right")
    for count in CLUSTERS:
        for number, weighted in enumerate(WEIGHTS):
            for shift in (0.0, 0.35):
                lean = LEAN, LEAN * AFTER_SPREAD / BEFORE_SPREAD + shift
                ends = stats.norm.cdf(lean[1] / AFTER_SPREAD), stats.norm.cdf(LEAN / BEFORE_SPREAD)
                truth = float(ends[0] - ends[1])
                random = np.random.default_rng(1000 * count + 2 * number + bool(shift))
                rows, alike = [], []
                for _ in range(repeats if count < 200 else repeats // 2):
                    one = drawn(count, weighted, lean, random)
                    alike.append(within_cluster(one))
                    rows.append(judged(sample_of(one.after - one.before, one), truth))
                shares = [f"{100 * share:.1f}" for share in np.mean(rows, axis=0)]
                first = weighted, f"{100 * truth:.1f}"
                table.add_row(str(count), *first, f"{np.nanmean(alike):.2f}", *shares)
    return table


def judged(data: Sample, truth: float) -> list[bool]:
    found, p = interval(data, DIFFERENCE), sign_flip(data)
    assert found is not None
    assert p is not None
    low, high = uncorrected(data)
    # Under 8 clusters there is no verdict but to keep the baseline.
    above = found.low > 0 and not found.local
    return [
        found.low <= truth <= found.high,
        low <= truth <= high,
        found.low > 0 or found.high < 0,
        p <= 0.05,
        above and found.value >= ADOPT_AT,
        above and PILOT_AT <= found.value < ADOPT_AT,
    ]


def rates(repeats: int) -> Table:
    table = Table(title="Hit rates: 95 % holds the true rate, in %")
    table.add_column("clusters", justify="right")
    for rate in RATES:
        table.add_column(f"of {100 * rate:.0f} %", justify="right")
    for count in CLUSTERS:
        shares = []
        for rate in RATES:
            random = np.random.default_rng(count)
            lean = BEFORE_SPREAD * float(stats.norm.ppf(rate))
            held = 0
            for _ in range(repeats):
                one = drawn(count, "1", (lean, lean), random)
                found = interval(sample_of(one.before, one), RATE)
                held += found is not None and found.low <= rate <= found.high
            shares.append(f"{100 * held / repeats:.1f}")
        table.add_row(str(count), *shares)
    return table


def lopsided(repeats: int) -> Table:
    """Where one cluster holds about half of all questions; without a difference."""
    table = Table(title="One cluster with about half of the questions, no true difference, in %")
    for column in ("clusters", "95 % holds it", "before", "sign flip p <= 5 %", "adopt"):
        table.add_column(column, justify="right")
    lean = LEAN, LEAN * AFTER_SPREAD / BEFORE_SPREAD
    for count in (8, 12, 36):
        random = np.random.default_rng(count)
        rows = []
        for _ in range(repeats):
            one = drawn(count, "1", lean, random, largest=round(3.4 * count))
            rows.append(judged(sample_of(one.after - one.before, one), 0.0))
        held, before, _, flipped, adopted, _ = np.mean(rows, axis=0)
        figures = [f"{100 * share:.1f}" for share in (held, before, flipped, adopted)]
        table.add_row(str(count), *figures)
    return table


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    console = Console(width=140)
    console.print(differences(repeats))
    console.print(lopsided(repeats))
    console.print(rates(repeats))


if __name__ == "__main__":
    main()
