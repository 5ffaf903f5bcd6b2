"""What a chart shows, in words, with its uncertainty. Never claims what an interval denies."""

from typing import Any

from pages.ui.results import RETRIEVER_NAMES, Row, strategy_name

Comparison = dict[str, Any]


def points(share: float) -> str:
    """`6 points`, `1 point`, from a share."""
    number = round(100 * abs(share))
    return f"{number} point{'' if number == 1 else 's'}"


def signed(share: float) -> str:
    number = round(100 * share)
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def _described(row: Row, baseline: str, base_strategy: str) -> str:
    """The variant, by no more than sets it apart from the baseline."""
    extras = [f"{row.overlap_percent} % overlap"] if row.overlap else []
    extras += ["headers"] if row.headers else []
    name = strategy_name(row.strategy)
    return f"{name} with {' and '.join(extras)}" if extras else name


def _is_clear(found: Comparison) -> bool:
    """Whether interval and test both tell the difference from chance; with few clusters of
    unequal size the interval alone says so too easily."""
    apart = found["low"] > 0 or found["high"] < 0
    return bool(apart and found["p"] is not None and found["p"] <= 0.05)


def hit_finding(report: dict[str, Any], shown: list[Row]) -> str:
    """How the shown variants compare with the baseline, the largest clear difference first."""
    keys = {(row.variant, row.retriever): row for row in shown}
    compared = [
        (comparison, keys[comparison["candidate"], comparison["retriever"]])
        for comparison in report["comparisons"]
        if (comparison["candidate"], comparison["retriever"]) in keys
        and comparison["difference"] is not None
    ]
    if not compared:
        return "Hit rate by strategy and retriever"
    baseline = compared[0][0]["baseline"]
    strategies = {v["id"]: v["strategy"] for v in report["variants"]}
    base = strategy_name(strategies[baseline])

    def reach(pair: tuple[Comparison, Row]) -> float:
        return abs(float(pair[0]["difference"]))

    clear = [pair for pair in compared if _is_clear(pair[0])]
    found, row = max(clear or compared, key=reach)
    name = _described(row, baseline, strategies[baseline])
    by = RETRIEVER_NAMES[row.retriever]
    between = f"95 %: {signed(found['low'])} to {signed(found['high'])}"
    if clear:
        more = "more" if found["difference"] > 0 else "fewer"
        return (
            f"{name} hits {points(found['difference'])} {more} than {base} under {by} ({between})"
        )
    return (
        f"No strategy can be told apart from {base}: the largest difference, {name} under {by}, "
        f"is {signed(found['difference'])} points ({between})"
    )


def cost_finding(shown: list[Row]) -> str:
    """The highest hit rate and the smallest index, each with what it costs."""
    if not shown:
        return "Hit rate against index tokens"
    best = max(shown, key=lambda row: (row.hit["value"], -row.index["tokens"]))
    small = min(shown, key=lambda row: (row.index["tokens"], -row.hit["value"]))
    first = (
        f"Highest: {best.variant}, {100 * best.hit['value']:.0f} % for "
        f"{best.index['tokens']:,} index tokens"
    )
    if best is small:
        return f"{first}, which is also the smallest index"
    return (
        f"{first}. Smallest: {small.variant}, {100 * small.hit['value']:.0f} % for "
        f"{small.index['tokens']:,}"
    )
