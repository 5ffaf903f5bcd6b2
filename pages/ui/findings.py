"""What a chart shows, in words, with its uncertainty. Never claims what an interval denies."""

from typing import Any

from evaluation.identical import told
from evaluation.naming import strategy_name, variant_name
from evaluation.plain_words import is_clear, points, signed
from golden_sets.language import tr
from pages.ui.results import RETRIEVER_NAMES, Row, retriever_name

Comparison = dict[str, Any]
COMPARED = ("candidate", "retriever", "budget_tokens")


def _measured(row: Row) -> str:
    """`56 % (46 to 66)`."""
    value, low, high = (round(100 * row.hit[key]) for key in ("value", "low", "high"))
    return tr("{value} % ({low} to {high})", value=value, low=low, high=high)


def _described(row: Row, baseline: str, base_strategy: str) -> str:
    """The variant, by no more than sets it apart from the baseline."""
    name = tr(row.name or strategy_name(row.strategy))
    if row.overlap and row.headers:
        return tr("{name} with {n} % overlap and headers", name=name, n=row.overlap_percent)
    if row.overlap:
        return tr("{name} with {n} % overlap", name=name, n=row.overlap_percent)
    return tr("{name} with headers", name=name) if row.headers else name


def _cut(row: Row) -> str | None:
    """The same for rows with identical chunks; None in runs of earlier versions."""
    found: str | None = row.index.get("fingerprint")
    return found


def _twins(row: Row, shown: list[Row]) -> str:
    """What else is shown with the row's own chunks, in brackets: no winner among them."""
    same = [r.variant for r in shown if _cut(r) is not None and _cut(r) == _cut(row)]
    others = [name for name in dict.fromkeys(same) if name != row.variant]
    if not others:
        return ""
    return tr(" (as {names}, with identical chunks)", names=tr(" and ").join(others))


def _all_alike(shown: list[Row]) -> str | None:
    """Says so where all that is shown was cut alike."""
    names = list(dict.fromkeys(row.variant for row in shown))
    cuts = {_cut(row) for row in shown}
    if len(names) < 2 or len(cuts) > 1 or None in cuts:
        return None
    return tr(told(names)).removesuffix(".").removesuffix("。")


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
        return tr("Hit rate by strategy and retriever")
    baseline = compared[0][0]["baseline"]
    strategies = {v["id"]: v["strategy"] for v in report["variants"]}
    base = next(tr(variant_name(v)) for v in report["variants"] if v["id"] == baseline)

    def reach(pair: tuple[Comparison, Row]) -> float:
        return abs(float(pair[0]["difference"]))

    clear = [pair for pair in compared if is_clear(pair[0])]
    found, row = max(clear or compared, key=reach)
    name = _described(row, baseline, strategies[baseline]) + _twins(row, shown)
    by = RETRIEVER_NAMES[row.retriever]
    between = tr("95 %: {low} to {high}", low=signed(found["low"]), high=signed(found["high"]))
    if clear and found["difference"] > 0:
        return tr(
            "{name} hits {points} more than {base} under {by} ({between})",
            name=name,
            points=points(found["difference"]),
            base=base,
            by=by,
            between=between,
        )
    if clear:
        return tr(
            "{name} hits {points} fewer than {base} under {by} ({between})",
            name=name,
            points=points(found["difference"]),
            base=base,
            by=by,
            between=between,
        )
    if found["low"] > 0 or found["high"] < 0:
        # The interval alone would say the opposite of the sentence.
        between = tr(
            "{between}, but p = {p:.2f} by the sign-flip test", between=between, p=found["p"]
        )
    return tr(
        "No strategy can be told apart from {base}: the largest difference, {name} under {by}, is "
        "{difference} points ({between})",
        base=base,
        name=name,
        by=by,
        difference=signed(found["difference"]),
        between=between,
    )


def cost_finding(shown: list[Row]) -> str:
    """The highest hit rate and the smallest index, each with its 95 % interval and its cost."""
    if not shown:
        return tr("Hit rate against index tokens")
    if alike := _all_alike(shown):
        return alike
    best = max(shown, key=lambda row: (row.hit["value"], -row.index["tokens"]))
    small = min(shown, key=lambda row: (row.index["tokens"], -row.hit["value"]))
    first = tr(
        "Highest measured under {by}: {variant}{twins}, {measured} for {tokens:,} index tokens",
        by=retriever_name(best.retriever),
        variant=best.variant,
        twins=_twins(best, shown),
        measured=_measured(best),
        tokens=best.index["tokens"],
    )
    if best is small:
        return tr("{first}, which is also the smallest index", first=first)
    return tr(
        "{first}. Smallest index: {variant}{twins}, {measured} for {tokens:,}",
        first=first,
        variant=small.variant,
        twins=_twins(small, shown),
        measured=_measured(small),
        tokens=small.index["tokens"],
    )
