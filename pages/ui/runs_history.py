"""The picture of the history: the baseline's hit rate in each run that measured it alike."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import streamlit as st

from evaluation.compare_lines import split_words
from evaluation.run_brief import Hits
from evaluation.run_history import Listed
from golden_sets.language import tr
from pages.ui.charts import GREY, error_bars, figure_of, style_of
from pages.ui.compare_url import literal
from pages.ui.export_charts import chart_config
from pages.ui.results import RETRIEVER_NAMES
from pages.ui.terms import TERMS

LEAST = 2
MOST = 60


class Measured(NamedTuple):
    """One run's measurement of what others measured too."""

    run: Listed
    hits: Hits


def alike(runs: Sequence[Listed]) -> list[Measured]:
    """Measurements of the same variant, retriever, model, budget and fill rule on the same
    questions: the largest group of them, the oldest first."""
    found: dict[tuple[object, ...], list[Measured]] = {}
    for run in runs:
        if run.brief is None:
            continue
        for hits in run.brief.hits:
            asked = run.golden_set, run.brief.digest, run.brief.split, run.brief.questions, hits.n
            key = hits.variant, hits.retriever, hits.budget_tokens
            more = (run.brief.fill, "" if hits.retriever == "bm25" else run.brief.model)
            found.setdefault((*asked, *key, *more), []).append(Measured(run, hits))
    sizes = Counter({key: len(group) for key, group in found.items()})
    if not sizes:
        return []
    # Of groups as large, the one that the newest run is in.
    largest = sizes.most_common(1)[0][0]
    return found[largest][:MOST][::-1]


def section(shown: Sequence[Listed]) -> None:
    """The picture; nothing where no two runs measured the same."""
    group = alike(shown)
    if len(group) < LEAST:
        return
    title = finding(group)
    st.markdown(f"## {literal(title)}")
    st.plotly_chart(
        history_chart(group),
        config=chart_config(f"{group[0].run.golden_set}-history"),
        key="runs_history",
        alt=title,
    )
    st.caption(
        tr(
            "The baseline of these runs, which asked the same questions, budget {budget:,}; n = "
            "{n:,}; lines are 95 % intervals. Whether one run differs from another is told by "
            "comparing the two, question by question.",
            budget=group[0].hits.budget_tokens,
            n=group[-1].hits.n,
        ),
        help=TERMS["hit rate"],
    )


def finding(group: Sequence[Measured]) -> str:
    """The newest rate with its interval and on which questions, and the range over all."""
    run, newest = group[-1]
    rates = [100 * one.hits.value for one in group]
    values = {
        "variant": newest.variant,
        "retriever": RETRIEVER_NAMES.get(newest.retriever, newest.retriever),
        "value": 100 * newest.value,
        "low": 100 * newest.low,
        "high": 100 * newest.high,
        "n": len(group),
        "asked": newest.n,
        "golden": _asked(run),
    }
    if f"{min(rates):.0f}" == f"{max(rates):.0f}":
        return tr(
            "{golden}: {variant} hits {value:.0f} % ({low:.0f} to {high:.0f}, n = {asked:,}) under "
            "{retriever}, as measured in each of {n} runs",
            **values,
        )
    return tr(
        "{golden}: {variant} hits {value:.0f} % ({low:.0f} to {high:.0f}, n = {asked:,}) under "
        "{retriever} in the newest of {n} runs, {least:.0f} to {most:.0f} % over all",
        **values,
        least=min(rates),
        most=max(rates),
    )


def _asked(run: Listed) -> str:
    """The golden set, and the split where the run kept to one."""
    split = run.brief.split if run.brief else ""
    return f"{run.golden_set} ({tr(split_words(split))})" if split else run.golden_set


def history_chart(group: Sequence[Measured]) -> Any:
    """A point a run in the order of time, with its interval."""
    colour, symbol = style_of(group[0].hits.strategy)
    rates = [100 * one.hits.value for one in group]
    trace = {
        "type": "scatter",
        "mode": "markers",
        "x": [one.run.id for one in group],
        "y": rates,
        "marker": {"color": colour, "symbol": symbol, "size": 10},
        "error_y": error_bars(
            rates,
            [100 * one.hits.low for one in group],
            [100 * one.hits.high for one in group],
            colour,
        ),
        "customdata": [one.run.created[:16].replace("T", " ") for one in group],
        "hovertemplate": "%{x}<br>%{customdata} UTC<br>%{y:.1f} %<extra></extra>",
        "showlegend": False,
    }
    ends = [one.hits.low for one in group] + [one.hits.high for one in group]
    return figure_of(
        [trace],
        height=240,
        xaxis={
            "type": "category",
            "title": {"text": tr("Runs, the oldest first")},
            "showticklabels": False,
            "fixedrange": True,
            "showgrid": False,
        },
        yaxis={
            "title": {"text": tr("Hit rate, %")},
            "range": [max(0, 100 * min(ends) - 5), min(100, 100 * max(ends) + 5)],
            "gridcolor": GREY,
            "zeroline": False,
            "automargin": True,
            "fixedrange": True,
        },
    )
