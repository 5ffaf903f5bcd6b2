"""Sections on budget, rank, duplication and outcomes; see `compare_sections`."""

import streamlit as st

from evaluation.interval_words import interval_kind
from golden_sets.language import tr
from pages.ui import compare_words as words
from pages.ui import compare_words_more as more
from pages.ui.charts import retriever_name
from pages.ui.compare_charts import budget_chart, outcome_chart
from pages.ui.compare_lines import drawn, figure, ordered
from pages.ui.compare_marks import Mark, forest
from pages.ui.compare_outcomes import OUTCOMES, key_html
from pages.ui.compare_scope import Scope
from pages.ui.compare_sections import ends_of, picture, sure
from pages.ui.compare_url import explained, literal
from pages.ui.export_charts import chart_config
from pages.ui.results import Row


def budget(scope: Scope) -> None:
    """Hit rate by budget, or how to get it."""
    heading = st.empty()
    curves = _curves(scope)
    if not curves:
        heading.markdown("## " + tr("This run has one budget, so there is no curve to draw"))
        st.markdown(tr("A run of several budgets draws one:"))
        name = scope.report["run"]["golden_set"]["name"]
        st.code(
            f"python -m evaluation run {name} --budget 300,600,1200", language=None, wrap_lines=True
        )
        return
    units = scope.report["run"]["fill"] == "top_k"
    axis = tr("Budget, units") if units else tr("Budget, context tokens")
    base = curves[0]
    picture(heading, more.budget_finding(scope, base), budget_chart(scope, curves, axis), "budget")
    st.caption(
        tr(
            "n = {n:,} questions under {by}; lines are 95 % intervals ({kind}), side by side at "
            "each budget. Shown are the baseline and, of each strategy, the highest at {budget:,}; "
            "dotted with headers.",
            n=scope.part.n,
            by=retriever_name(base[0].retriever),
            kind=literal(interval_kind(scope.part.interval_kind())),
            budget=scope.budget,
        ),
        help=explained("budget"),
    )


def _curves(scope: Scope) -> list[list[Row]]:
    """A row a budget, of the baseline and of each strategy's highest result under the retriever
    with the highest; empty for a run of one budget."""
    found = ordered(scope)
    mine = [row for row in found if row.retriever == found[0].retriever]
    chosen = {row.variant: row for row in mine if row.variant == scope.baseline}
    highest: dict[str, Row] = {}
    for row in mine:
        highest.setdefault(row.strategy, row)
    chosen |= {row.variant: row for row in highest.values()}
    curves = [
        sorted(
            (r for r in scope.every if (r.variant, r.retriever) == (row.variant, row.retriever)),
            key=lambda r: r.budget_tokens,
        )
        for row in chosen.values()
    ]
    return [curve for curve in curves if len(curve) > 1]


def rank(scope: Scope) -> None:
    """How high the answers come, over all questions."""
    heading = st.empty()
    shown = drawn(scope)
    rated = [(row, rate) for row in shown if (rate := figure(scope, row, "mrr")) is not None]
    rated.sort(key=lambda one: -one[1]["value"])
    marks = [
        Mark(
            scope.label(row),
            row.strategy,
            ends_of(rate, 1),
            f"{rate['value']:.2f}",
            _rank_hover(scope, row),
            hollow=row.headers,
        )
        for row, rate in rated
    ]
    chart = forest(marks, tr("Mean reciprocal rank"), (0, 1))
    picture(heading, more.rank_finding(scope, shown), chart, "rank")
    told = tr(
        "1 where the first unit completes the answer, ½ where it takes two, 0 where it never "
        "comes; over all questions, so that results can be compared."
    )
    st.caption(
        f"{sure(scope)} {told} {more.paired_ranks(scope, shown)}", help=explained("mean rank")
    )


def _rank_hover(scope: Scope, row: Row) -> tuple[str, ...]:
    mean = figure(scope, row, "mean_rank")
    if mean is None:
        return (tr("never ranked"),)
    return (
        tr(
            "mean rank {value:.1f} over the {n:,} questions ranked",
            value=mean["value"],
            n=mean["n"],
        ),
    )


def duplication(scope: Scope) -> None:
    """What is repeated, in the context and in the index."""
    heading = st.empty()
    shown = drawn(scope)
    marks = [_duplication_mark(scope, row) for row in shown]
    ends = [*(end for mark in marks for end in (*mark.ends, *(mark.second or ())))]
    most = max(5, *(end for end in ends if end is not None))
    chart = forest(marks, tr("% of the text repeated"), (0, min(100, most * 1.12)))
    picture(heading, more.duplication_finding(scope, shown), chart, "duplication")
    st.caption(
        tr(
            "Marks are the context as handed over, with 95 % intervals; the tick under a mark is "
            "the index, which is counted and has none. Where no context of the run repeats "
            "anything, the interval is what so few questions leave open. All of it is of all "
            "questions, whatever the filters: a run does not hold it by question."
        ),
        help=explained("duplication"),
    )


def _duplication_mark(scope: Scope, row: Row) -> Mark:
    context, index = row.result["context_duplication"], 100 * row.index["duplication"]
    return Mark(
        scope.label(row),
        row.strategy,
        ends_of(context),
        f"{100 * context['value']:.0f} %" if context else "–",
        (
            tr("context {share}", share=words.share(context)),
            tr("index {percent:.1f} %", percent=index),
            tr(
                "{percent:.1f} % of the answers stand whole in two chunks or more",
                percent=100 * (row.index["blurred_citations"] or 0),
            ),
        ),
        (index, None, None),
        row.headers,
    )


def outcomes(scope: Scope) -> None:
    """What became of the questions, as shares."""
    heading = st.empty()
    shown = drawn(scope)
    base = next((row for row in shown if row.variant == scope.baseline), shown[0])
    present = {name for row in shown for name in scope.part.outcomes(row.result)}
    heading.markdown(f"## {more.outcome_finding(scope, base)}")
    st.html(key_html([name for name in OUTCOMES if name in present]))
    st.plotly_chart(
        outcome_chart(scope, shown),
        config=chart_config("compare-outcomes"),
        key="compare_outcomes_chart",
    )
    weighted = len(set(scope.part.ordered.weights)) > 1
    st.caption(
        tr(
            "n = {n:,} questions, each counted once; from left to right what was found, then what "
            "was missed by ever more. Whether two results differ is told under Differences, not "
            "by these bars.",
            n=scope.part.n,
        )
        + (" " + tr("The title's share counts them by weight.") if weighted else ""),
        help=explained("outcome"),
    )
