"""What the page Compare finds, in words, with its uncertainty; Markdown, names escaped."""

from collections.abc import Sequence
from typing import Any

from evaluation.plain_words import points, signed
from golden_sets.language import tr, trn
from pages.ui.charts import retriever_name
from pages.ui.compare_lines import (
    Rate,
    base_of,
    clear,
    difference,
    figure,
    holds,
    key_of,
    means,
    same_cut,
)
from pages.ui.compare_scope import Scope
from pages.ui.compare_url import literal
from pages.ui.results import Row

Told = tuple[Row, Row, dict[str, Any]]


def share(rate: Rate) -> str:
    """`56 % (46 to 66)`."""
    if rate is None:
        return "–"
    value, low, high = (round(100 * rate[key]) for key in ("value", "low", "high"))
    return tr("{value} % ({low} to {high})", value=value, low=low, high=high)


def between(scope: Scope, found: dict[str, Any]) -> str:
    """`95 %: +2 to +10`, in points, and whether it speaks for other documents too."""
    ends = {"low": signed(found["low"]), "high": signed(found["high"])}
    if scope.part.local:
        return tr("95 %: {low} to {high}, for these documents only", **ends)
    return tr("95 %: {low} to {high}", **ends)


def named(scope: Scope, row: Row) -> str:
    return literal(scope.label(row))


def compared(scope: Scope, shown: Sequence[Row], name: str = "hit_rate") -> list[Told]:
    """Each of these with the baseline's result and the difference to it, where there is one to
    tell: not of results with the baseline's own chunks."""
    pairs = ((row, base_of(scope, row)) for row in shown)
    found = [
        (row, base, difference(scope, row, base, name))
        for row, base in pairs
        if base is not None and not same_cut(row, base)
    ]
    return [one for one in found if one[2]["difference"] is not None]


def comparisons(scope: Scope) -> int:
    """How many results could have been compared with the baseline here: the choice of the
    largest is among all of them."""
    return sum(row.variant != scope.baseline for row in scope.found)


def rates_finding(scope: Scope, shown: Sequence[Row]) -> str:
    """The highest measured, and how many of those shown it can be told from."""
    best, *others = shown
    if len({row.variant for row in shown}) > 1 and all(same_cut(best, row) for row in others):
        return tr("All variants shown have identical chunks: there is nothing to compare")
    told = tr(
        "Highest measured: {name}, hits {share}",
        name=named(scope, best),
        share=share(figure(scope, best)),
    )
    mine = [row for row in others if row.retriever == best.retriever]
    if twins := [literal(row.variant) for row in mine if same_cut(best, row)]:
        told += tr(" (identical chunks: {names})", names=", ".join(twins[:3]))
    rest = [row for row in mine if not same_cut(best, row)]
    if not rest:
        return told
    apart = sum(holds(difference(scope, best, row), len(rest)) for row in rest)
    by = retriever_name(best.retriever)
    n = len(rest) - apart
    if not n:
        return told + tr("; it is told apart from every other shown under {by}", by=by)
    if not apart:
        return told + trn(
            "; the other one shown under {by} cannot be told apart from it",
            "; none of the {n} others shown under {by} can be told apart from it",
            n,
            by=by,
        )
    return told + trn(
        "; {n} of {of} others shown under {by} cannot be told apart from it",
        "; {n} of {of} others shown under {by} cannot be told apart from it",
        n,
        of=len(rest),
        by=by,
    )


def leading(found: Sequence[Told]) -> Told:
    """The largest clear difference, else the largest."""
    sure = [one for one in found if clear(one[2])]
    return max(sure or found, key=lambda each: abs(each[2]["difference"]))


def difference_finding(scope: Scope, found: Sequence[Told], complete: bool) -> str:
    """The leading difference to the baseline, and whether it is clear."""
    base = literal(scope.baseline)
    if not found:
        return tr("Nothing shown here can be compared with {base}", base=base)
    row, _, one = leading(found)
    values = {
        "name": literal(row.variant),
        "base": base,
        "by": retriever_name(row.retriever),
        "points": points(one["difference"]),
        "signed": signed(one["difference"]),
        "between": between(scope, one),
    }
    if not clear(one):
        return tr(
            "Nothing shown can be told apart from {base}: the largest difference, {name} under "
            "{by}, is {signed} points ({between})",
            **values,
        )
    return _sentence(one["difference"] > 0, complete).format(**values) + _shared(scope, one)


def _sentence(more: bool, complete: bool) -> str:
    if complete:
        if more:
            return tr("{name} is complete {points} more often than {base} under {by} ({between})")
        return tr("{name} is complete {points} less often than {base} under {by} ({between})")
    if more:
        return tr("{name} hits {points} more than {base} under {by} ({between})")
    return tr("{name} hits {points} fewer than {base} under {by} ({between})")


def _shared(scope: Scope, one: dict[str, Any]) -> str:
    """What is left of it where the error is shared over all that could have been picked."""
    n = comparisons(scope)
    if n < 2:
        return ""
    if holds(one, n):
        return tr("; it holds with the error shared over all {n:,} comparisons", n=n)
    return tr("; taken alone: of {n:,} comparisons one may look so by chance", n=n)


def cost_finding(scope: Scope, shown: Sequence[Row]) -> str:
    """The highest measured and the smallest index, and the paired difference between them."""
    value = means(scope)
    best = max(shown, key=lambda row: (value[key_of(row)], -row.index["tokens"]))
    mine = [row for row in shown if row.retriever == best.retriever]
    small = min(mine, key=lambda row: (row.index["tokens"], -value[key_of(row)]))
    told = tr(
        "Highest measured: {name}, {share} for {tokens:,} index tokens",
        name=named(scope, best),
        share=share(figure(scope, best)),
        tokens=best.index["tokens"],
    )
    if small.index["tokens"] == best.index["tokens"]:
        return tr("{told}, which is also the smallest index", told=told)
    found = difference(scope, small, best)
    percent = 100 * (1 - small.index["tokens"] / best.index["tokens"])
    values = {
        "told": told,
        "small": literal(small.variant),
        "percent": f"{percent:.0f}" if percent >= 1 else f"{percent:.2f}",
        "signed": signed(found["difference"]),
        "between": between(scope, found),
    }
    if clear(found):
        return tr("{told}; {small} has {percent} % fewer, at {signed} points ({between})", **values)
    return tr(
        "{told}; {small} has {percent} % fewer and cannot be told apart from it "
        "({signed} points, {between})",
        **values,
    )
