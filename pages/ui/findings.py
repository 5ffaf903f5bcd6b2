"""What a chart shows, in words, with its uncertainty. Never claims what an interval denies."""

from typing import Any

from evaluation.identical import told
from evaluation.naming import strategy_name, variant_name
from evaluation.plain_words import is_clear, points, signed
from pages.ui.results import RETRIEVER_NAMES, Row

Comparison = dict[str, Any]
COMPARED = ("candidate", "retriever", "budget_tokens")


def _measured(row: Row) -> str:
    """`56 % (46 to 66)`."""
    value, low, high = (round(100 * row.hit[key]) for key in ("value", "low", "high"))
    return f"{value} % ({low} to {high})"


def _described(row: Row, baseline: str, base_strategy: str) -> str:
    """The variant, by no more than sets it apart from the baseline."""
    extras = [f"{row.overlap_percent} % overlap"] if row.overlap else []
    extras += ["headers"] if row.headers else []
    name = row.name or strategy_name(row.strategy)
    return f"{name} with {' and '.join(extras)}" if extras else name


def _cut(row: Row) -> str | None:
    """The same for rows with identical chunks; None in runs of earlier versions."""
    found: str | None = row.index.get("fingerprint")
    return found


def _twins(row: Row, shown: list[Row]) -> str:
    """What else is shown with the row's own chunks, in brackets: no winner among them."""
    same = [r.variant for r in shown if _cut(r) is not None and _cut(r) == _cut(row)]
    others = [name for name in dict.fromkeys(same) if name != row.variant]
    return f" (as {' and '.join(others)}, with identical chunks)" if others else ""


def _all_alike(shown: list[Row]) -> str | None:
    """Says so where all that is shown was cut alike."""
    names = list(dict.fromkeys(row.variant for row in shown))
    cuts = {_cut(row) for row in shown}
    if len(names) < 2 or len(cuts) > 1 or None in cuts:
        return None
    return told(names).removesuffix(".")


def hit_finding(report: dict[str, Any], shown: list[Row]) -> str:
    """How the shown variants compare with the baseline, the largest clear difference first."""
    if alike := _all_alike(shown):
        return alike
    keys = {(row.variant, row.retriever, row.budget_tokens): row for row in shown}
    cuts = {v["id"]: v.get("index", {}).get("fingerprint") for v in report["variants"]}
    compared = [
        (comparison, keys[key])
        for comparison in report["comparisons"]
        if (key := tuple(comparison[part] for part in COMPARED)) in keys
        and comparison["difference"] is not None
        and (_cut(keys[key]) is None or _cut(keys[key]) != cuts[comparison["baseline"]])
    ]
    if not compared:
        return "Hit rate by strategy and retriever"
    baseline = compared[0][0]["baseline"]
    strategies = {v["id"]: v["strategy"] for v in report["variants"]}
    base = next(variant_name(v) for v in report["variants"] if v["id"] == baseline)

    def reach(pair: tuple[Comparison, Row]) -> float:
        return abs(float(pair[0]["difference"]))

    clear = [pair for pair in compared if is_clear(pair[0])]
    found, row = max(clear or compared, key=reach)
    name = _described(row, baseline, strategies[baseline]) + _twins(row, shown)
    by = RETRIEVER_NAMES[row.retriever]
    between = f"95 %: {signed(found['low'])} to {signed(found['high'])}"
    if clear:
        more = "more" if found["difference"] > 0 else "fewer"
        return (
            f"{name} hits {points(found['difference'])} {more} than {base} under {by} ({between})"
        )
    if found["low"] > 0 or found["high"] < 0:
        # The interval alone would say the opposite of the sentence.
        between += f", but p = {found['p']:.2f} by the sign-flip test"
    return (
        f"No strategy can be told apart from {base}: the largest difference, {name} under {by}, "
        f"is {signed(found['difference'])} points ({between})"
    )


def cost_finding(shown: list[Row]) -> str:
    """The highest hit rate and the smallest index, each with its 95 % interval and its cost."""
    if not shown:
        return "Hit rate against index tokens"
    if alike := _all_alike(shown):
        return alike
    best = max(shown, key=lambda row: (row.hit["value"], -row.index["tokens"]))
    small = min(shown, key=lambda row: (row.index["tokens"], -row.hit["value"]))
    first = (
        f"Highest measured: {best.variant}{_twins(best, shown)}, {_measured(best)} for "
        f"{best.index['tokens']:,} index tokens"
    )
    if best is small:
        return f"{first}, which is also the smallest index"
    return (
        f"{first}. Smallest index: {small.variant}{_twins(small, shown)}, {_measured(small)} "
        f"for {small.index['tokens']:,}"
    )
