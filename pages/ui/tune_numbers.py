"""The current setting against the pinned one: the finding, its picture, and the figures."""

from typing import Any

import streamlit as st

from evaluation.bill import Rate
from evaluation.interval_words import interval_kind
from evaluation.plain_words import chance_words, changed_words, detectable_words
from evaluation.tune_compare import Compared, compared
from evaluation.tune_setting import Setting
from golden_sets.language import joined, marked, tr
from pages.ui import tune_charts
from pages.ui.export_charts import chart_config
from pages.ui.tune_controls import described
from pages.ui.tune_stored import Benched
from pages.ui.tune_widgets import term
from pages.ui.tune_words import aligned_words, cautions, finding, rank_words, same, tried_words

RATES = {
    "hit_rate": (marked("Hit rate"), "hit rate"),
    "complete_rate": (marked("Complete rate"), "complete rate"),
    "document_hit_rate": (marked("Document hit rate"), "document hit rate"),
}


def show(on: Benched, pinned: Setting, current: Setting) -> Compared:
    """Everything about the difference but the questions themselves."""
    bench = on.bench
    found = compared(bench.result(pinned), bench.result(current), bench.questions)
    index = bench.index(pinned.variant), bench.index(current.variant)
    alike = index[0]["fingerprint"] == index[1]["fingerprint"]
    st.markdown(f"## {finding(pinned, current, found, alike)}")
    _tried(on, current)
    told = cautions(pinned, current)
    for one, figures in zip((pinned, current), index, strict=True):
        told += aligned_words(one, figures)
    for caution in dict.fromkeys(told):
        st.caption(f":material/warning: {caution}")
    # An interval around a difference that cannot be would say that it might.
    differs = not same(pinned, current, alike)
    if differs:
        _chart(current, found)
    _caption(on, pinned, current, found if differs else None)
    _figures(found, index)
    if differs:
        _words(found, len(bench.questions))
    return found


def _chart(current: Setting, found: Compared) -> None:
    drawn = [
        (tr(RATES[name][0]), change.interval)
        for name, change in found.rates.items()
        if change.interval is not None
    ]
    figure = tune_charts.difference_chart(current.strategy, drawn)
    st.plotly_chart(figure, config=chart_config("tune-differences"), key="tune_difference")


def _tried(on: Benched, current: Setting) -> None:
    """Counts this setting, and says how many were looked at on the same questions."""
    tried: set[tuple[str, str, str]] = st.session_state.setdefault("tune_tried", set())
    model = on.key if current.needs_vectors else ""
    asked = on.bench.golden.digest
    tried.add((asked, model, current.name))
    st.caption(tried_words(sum(one[0] == asked for one in tried)))


def _caption(on: Benched, pinned: Setting, current: Setting, found: Compared | None) -> None:
    """What is held against what, by which model; with the intervals where a chart has some."""
    ends = [one.interval for one in found.rates.values() if one.interval] if found else []
    said = [tr("{current} against {pinned}", current=described(current), pinned=described(pinned))]
    if ends:
        kinds = tr(", ").join(dict.fromkeys(interval_kind(one.kind) for one in ends))
        said.append(
            tr(
                "n = {n} questions, paired; lines are 95 % intervals ({kind})",
                n=ends[0].n,
                kind=kinds,
            )
        )
    if on.bench.embedder is not None and (pinned.needs_vectors or current.needs_vectors):
        said.append(tr("vectors by {model}", model=on.bench.embedder.name))
    st.caption(tr("; ").join(said), help=term("interval"))


def _figures(found: Compared, index: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """What both settings reach, the pinned one beneath."""
    now, before = found.current, found.pinned
    with st.container(horizontal=True, gap="medium"):
        for name, (label, said) in RATES.items():
            _metric(tr(label), _percent(now[name]), _percent(before[name]), said)
        ranks = found.ranks
        label = tr("Mean rank, n = {n}", n=ranks.n)
        _metric(label, _one(ranks.after), _one(ranks.before), "mean rank")
        tokens = _count(now["context_tokens"]), _count(before["context_tokens"])
        _metric(tr("Context tokens"), *tokens, said="context tokens")
        whole = f"{index[1]['tokens']:,}", f"{index[0]['tokens']:,}"
        _metric(tr("Index tokens"), *whole, said="index tokens")


def _metric(label: str, current: str, pinned: str, said: str) -> None:
    st.metric(
        label,
        current,
        tr("pinned: {value}", value=pinned),
        delta_color="off",
        delta_arrow="off",
        help=term(said),
        width="content",
    )


def _percent(found: Rate) -> str:
    return "–" if found is None else f"{100 * found['value']:.0f} %"


def _one(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _count(found: Rate) -> str:
    return "–" if found is None else f"{found['value']:,.0f}"


def _words(found: Compared, questions: int) -> None:
    hit = found.comparison
    if hit["difference"] is None:
        return
    said = [
        changed_words(len(hit["gained"]), len(hit["lost"]), questions),
        rank_words(found.ranks),
        chance_words(hit["p"]),
        detectable_words(hit["detectable"], questions),
    ]
    st.markdown(tr(joined(said)))
