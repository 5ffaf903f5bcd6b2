"""All statistics of a run of 60 variants x 500 questions.

    python -m tests.benchmarks.bench_statistics

Every interval of every mean, then every variant's paired comparison with the baseline, its
sign-flip test and the difference it could have shown; over 200 clusters of unequal sizes and over
25. Beside it the same figures by `plain_statistics`, which does each by itself in plain loops, and
the largest difference between the two.
"""

import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from evaluation.report import MEANS, PER_QUESTION, comparisons, result_of
from evaluation.settings import RunSettings
from evaluation.statistics import paired, sample
from golden_sets.document import Span
from golden_sets.golden_set import GoldenSet
from golden_sets.question import Passage, Question
from strategies.registry import make_strategy
from strategies.variant import Variant
from tests.evaluation import plain_statistics

VARIANTS, QUESTIONS = 60, 500
SETTINGS = RunSettings((Variant(make_strategy("fixed", size=400)),))
METRICS = sorted({metric for metric, _ in MEANS.values()} | set(PER_QUESTION))


def golden_of(clusters: int, random: np.random.Generator) -> GoldenSet:
    """Questions on that many documents, of which some are asked about much more than others."""
    share = random.gamma(1.5, size=clusters)
    asked = [*range(clusters), *random.choice(clusters, QUESTIONS - clusters, p=share / sum(share))]
    questions = tuple(
        Question(
            f"q{n:03}", "?", "single", ((Passage(f"d{at:03}", Span(0, 1)),),), weight=1 + n % 3
        )
        for n, at in enumerate(asked)
    )
    return GoldenSet("made", "", (), questions)


def scores_of(golden: GoldenSet, random: np.random.Generator) -> dict[str, dict[str, Any]]:
    """One variant's values: rates and counts, some of them undefined."""
    found: dict[str, dict[str, Any]] = {}
    for question in golden.questions:
        hit = float(random.random() < 0.6)
        row: dict[str, Any] = {name: float(random.random()) for name in METRICS}
        row |= dict.fromkeys(("hit", "complete", "self_contained", "document_hit"), hit)
        row |= {"rank": float(random.integers(1, 50)) if hit else None, "outcome": "complete"}
        row |= {"tokens_to_hit": 60 * row["rank"] if hit else None}
        row |= {"context_kept": float(random.random() < 0.8) if hit and hit > 0.5 else None}
        found[question.id] = row
    return found


def timed(golden: GoldenSet, made: list[dict[str, dict[str, Any]]]) -> tuple[Any, list[float]]:
    """The results and comparisons as a run makes them, and the seconds of each of both."""
    at = time.perf_counter()
    results = [result_of(golden, "bm25", 600, scores, SETTINGS) for scores in made]
    middle = time.perf_counter()
    variants = [
        {
            "id": f"v{n}",
            "strategy": "recursive",
            "overlap": 0,
            "headers": "none",
            "expansion": None,
            "results": [result],
        }
        for n, result in enumerate(results)
    ]
    compared = comparisons(golden, SETTINGS, variants)
    return (results, compared), [middle - at, time.perf_counter() - middle]


def plain(golden: GoldenSet, made: list[dict[str, dict[str, Any]]]) -> tuple[Any, list[float]]:
    """The same, each by itself."""
    at = time.perf_counter()
    results = []
    for scores in made:
        means = {}
        for name, (metric, bounds) in MEANS.items():
            values = {question: row[metric] for question, row in scores.items()}
            data = sample(values, golden.questions)
            means[name] = plain_statistics.interval(data, bounds)
        results.append(means)
    middle = time.perf_counter()
    hits = [{question: row["hit"] for question, row in scores.items()} for scores in made]
    compared = []
    for after in hits[1:]:
        data = paired(hits[0], after, golden.questions)
        low_high = plain_statistics.interval(data, (-1.0, 1.0))
        p, could = plain_statistics.sign_flip(data), plain_statistics.detectable(data)
        compared.append((*low_high, p, could))
    return (results, compared), [middle - at, time.perf_counter() - middle]


def farthest(fast: Any, slow: Any) -> float:
    """The largest difference of any figure."""
    worst = 0.0
    for result, means in zip(fast[0], slow[0], strict=True):
        for name, (value, low, high) in means.items():
            ends = [result[name][key] for key in ("value", "low", "high")]
            pairs = zip(ends, (value, low, high), strict=True)
            worst = max([worst, *(abs(a - b) for a, b in pairs)])
    for row, figures in zip(fast[1], slow[1], strict=True):
        names = ("difference", "low", "high", "p", "detectable")
        worst = max([worst, *(abs(row[n] - f) for n, f in zip(names, figures, strict=True))])
    return worst


def main() -> None:
    table = Table(title=f"Seconds, {VARIANTS} variants x {QUESTIONS} questions")
    table.add_column("clusters", justify="right")
    for column in ("all means", "all comparisons", "together", "each by itself", "farthest apart"):
        table.add_column(column, justify="right")
    for clusters in (200, 25):
        random = np.random.default_rng(clusters)
        golden = golden_of(clusters, random)
        made = [scores_of(golden, random) for _ in range(VARIANTS)]
        fast, seconds = timed(golden, made)
        slow, spent = plain(golden, made)
        figures = [*seconds, sum(seconds), sum(spent)]
        row = [f"{figure:.2f}" for figure in figures]
        table.add_row(str(clusters), *row, f"{farthest(fast, slow):.0e}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
