"""Sections on rates, differences and cost: a finding, a picture, and how sure it is."""

from typing import Any

import streamlit as st

from evaluation.interval_words import interval_kind
from evaluation.notes import notes
from evaluation.plain_words import detectable_words, signed
from golden_sets.language import tr
from pages.ui import compare_words as words
from pages.ui.charts import retriever_name
from pages.ui.compare_charts import cost_chart
from pages.ui.compare_lines import Rate, drawn, figure, ordered
from pages.ui.compare_marks import Ends, Mark, forest
from pages.ui.compare_numbers import numbers
from pages.ui.compare_scope import Scope
from pages.ui.compare_url import explained, literal, one_of
from pages.ui.export_charts import chart_config
from pages.ui.results import Row, budget_words


def picture(heading: Any, finding: str, chart: Any, key: str) -> None:
    """The finding, at its place above the section's controls, and the chart that shows it."""
    heading.markdown(f"## {finding}")
    st.plotly_chart(chart, config=chart_config(f"compare-{key}"), key=f"compare_{key}_chart")


def ends_of(rate: Rate, scale: float = 100) -> Ends:
    """Value, low and high in the unit of an axis."""
    if rate is None:
        return (0.0, None, None)
    low, high = (None if rate[end] is None else scale * rate[end] for end in ("low", "high"))
    return (scale * rate["value"], low, high)


def sure(scope: Scope) -> str:
    """n, the budget and the kind of interval."""
    return tr(
        "n = {n:,} questions; {budget}; lines are 95 % intervals ({kind}), each for itself.",
        n=scope.part.n,
        budget=budget_words(scope.report, scope.found[0]),
        kind=literal(interval_kind(scope.part.interval_kind())),
    )


def rates(scope: Scope) -> None:
    """Hit and complete rate of each result."""
    heading = st.empty()
    shown = drawn(scope)
    marks = [_rate_mark(scope, row) for row in shown]
    lines = zip(marks, shown, strict=True)
    base = [mark.ends[0] for mark, row in lines if row.variant == scope.baseline]
    # Under several retrievers there is no one rate of the baseline to hold the others against.
    rule = base[0] if len(base) == 1 else None
    chart = forest(marks, tr("% of the questions"), (0, 100), rule)
    picture(heading, words.rates_finding(scope, shown), chart, "rates")
    told = tr(
        "Marks are hits, hollow with headers; the tick under a mark is the complete rate. The "
        "highest of many is in part luck."
    )
    if rule is not None:
        told += " " + tr("The dotted line is the baseline's hit rate.")
    terms = "\n\n".join(explained(term) for term in ("hit rate", "complete rate", "interval"))
    st.caption(f"{sure(scope)} {told}", help=terms)
    numbers(scope, shown)
    found = list(notes(scope.report))
    if found:
        with st.expander(tr("What to know about this run ({n})", n=len(found))):
            st.text("\n\n".join(found))


def _rate_mark(scope: Scope, row: Row) -> Mark:
    hit, complete = figure(scope, row), figure(scope, row, "complete_rate")
    return Mark(
        scope.label(row),
        row.strategy,
        ends_of(hit),
        f"{100 * hit['value']:.0f} %" if hit else "–",
        (
            tr("hits {share}", share=words.share(hit)),
            tr("complete {share}", share=words.share(complete)),
            tr("{tokens:,} index tokens", tokens=row.index["tokens"]),
        ),
        ends_of(complete) if complete else None,
        row.headers,
    )


def differences(scope: Scope) -> None:
    """The paired difference of each result to the baseline."""
    heading = st.empty()
    metric = one_of(
        st.segmented_control,
        tr("Difference in"),
        "metric",
        ["hit", "complete"],
        "hit",
        lambda one: tr("hit rate") if one == "hit" else tr("complete rate"),
        help=explained("hit rate") + "\n\n" + explained("complete rate"),
    )
    found = words.compared(scope, drawn(scope), f"{metric}_rate")
    found.sort(key=lambda one: -one[2]["difference"])
    finding = words.difference_finding(scope, found, metric == "complete")
    if not found:
        heading.markdown(f"## {finding}")
        return
    marks = [_difference_mark(scope, row, one) for row, _, one in found]
    ends = [end for mark in marks for end in mark.ends if end is not None]
    span = (min(0, *ends) - 3, max(0, *ends) + 3)
    axis = tr("Points more than {base}", base=scope.baseline)
    picture(heading, finding, forest(marks, axis, span, 0), "differences")
    told = tr(
        "Differences are paired by question, to {base} under the same retriever; what has its "
        "chunks is left out.",
        base=literal(scope.baseline),
    )
    one = words.leading(found)[2]
    least = detectable_words(one["detectable"], one["n"])
    st.caption(f"{sure(scope)} {told} {least}", help=explained("interval"))


def _difference_mark(scope: Scope, row: Row, found: dict[str, Any]) -> Mark:
    value, low, high = (100 * found[key] for key in ("difference", "low", "high"))
    by = tr(
        "{signed} points ({between})",
        signed=signed(value / 100),
        between=words.between(scope, found),
    )
    return Mark(
        scope.label(row),
        row.strategy,
        (value, low, high),
        signed(found["difference"]),
        (
            by,
            tr("p = {p:.3f} by the sign-flip test", p=found["p"]),
            tr(
                "{gained:,} questions gained, {lost:,} lost",
                gained=len(found["gained"]),
                lost=len(found["lost"]),
            ),
        ),
        hollow=row.headers,
    )


def cost(scope: Scope) -> None:
    """Hit rate against index tokens, under the retriever with the highest."""
    heading = st.empty()
    found = ordered(scope)
    shown = [row for row in found if row.retriever == found[0].retriever]
    picture(heading, words.cost_finding(scope, shown), cost_chart(scope, shown), "cost")
    told = tr(
        "A point a variant, hollow with headers. The grey line joins those that no other beats on "
        "both; they are drawn with their intervals, and others may differ from them by chance."
    )
    if len(scope.retrievers) > 1:
        told = (
            tr(
                "Under {by}, which has the highest; choose another above.",
                by=retriever_name(shown[0].retriever),
            )
            + f" {told}"
        )
    st.caption(f"{sure(scope)} {told}", help=explained("index tokens"))
