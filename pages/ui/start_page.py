"""The start page's parts, in order."""

from typing import Any

import streamlit as st

from evaluation.jobs import LIVE
from golden_sets.golden_set import GoldenSet
from golden_sets.reading import GoldenSetError
from pages.ui import charts, progress, stored
from pages.ui.findings import cost_finding, hit_finding
from pages.ui.question_view import show_context
from pages.ui.results import COLUMN_TERMS, RETRIEVER_NAMES, Row, chosen, rows, table
from pages.ui.terms import TERMS

Report = dict[str, Any]
PLOT = {"displayModeBar": False}


def run_or_progress(name: str) -> Report | None:
    """The last run's report, or the report so far of the run that is being made.

    The first visit starts the run. None while there is nothing to show.
    """
    jobs = stored.jobs()
    runs = stored.store().runs(name)
    live = jobs.live(name)
    if live is None and not runs:
        last = next((s for s in jobs.all() if s.golden_set == name and s.status not in LIVE), None)
        if last is not None and last.status in progress.WORDS and not progress.ended(last):
            return jobs.partial(last.id)
        live = jobs.start(name)
    if live is not None:
        partial = jobs.partial(live.id)
        st.info(
            f"Evaluating {name}. This goes on if you leave; everyone who opens this page sees it."
            + ("" if partial else " The first results appear in a few seconds."),
            icon=":material/hourglass_top:",
        )
        progress.watch(live.id, partial["run"]["id"] if partial else "")
        if not runs:
            return partial
    return stored.report(runs[0].id)


def heading(report: Report) -> list[Row]:
    """What was evaluated; the rows of its results."""
    run = report["run"]
    golden = run["golden_set"]
    found = rows(report)
    st.subheader(f"{golden['name']}: {golden['documents']} documents", divider="gray")
    left, right = st.columns([5, 1], vertical_alignment="center")
    left.caption(
        f"{golden['answerable']} answerable questions of {golden['questions']} · "
        f"run {run['id']} of {run['created'].replace('T', ' ').replace('Z', ' UTC')}"
    )
    busy = stored.jobs().live(golden["name"]) is not None
    if right.button(
        "Run again",
        disabled=busy,
        key="rerun",
        help="Evaluates the golden set as its files are now. Vectors are made only for new text.",
    ):
        stored.jobs().start(golden["name"])
        st.rerun()
    return found


def controls(found: list[Row]) -> list[Row]:
    """Headers and overlap, kept in the URL; the rows they choose."""
    overlaps = sorted({row.overlap_percent for row in found})
    left, right = st.columns(2)
    headers = left.segmented_control(
        "Headers",
        ["off", "on"],
        default="off",
        key="headers",
        bind="query-params",
        help=TERMS["headers"],
    )
    overlap = right.segmented_control(
        "Overlap, % of the size",
        [str(percent) for percent in overlaps],
        default=str(overlaps[0]) if overlaps else None,
        key="overlap",
        bind="query-params",
        help=TERMS["overlap"],
    )
    return chosen(found, headers == "on", int(overlap or 0))


def hit_section(report: Report, shown: list[Row]) -> None:
    if not shown:
        st.info("No variant was run with this pair of settings. Choose another overlap.")
        return
    st.markdown(f"#### {hit_finding(report, shown)}")
    st.plotly_chart(charts.hit_chart(shown), config=PLOT, key="hit_chart")
    st.caption(
        f"n = {shown[0].hit['n']} questions; {shown[0].budget_tokens:,} context tokens for "
        f"every variant; lines are 95 % intervals ({report['run']['interval']}), each for "
        "itself, not shared over the comparisons.",
        help=TERMS["hit rate"],
    )


def cost_section(report: Report, found: list[Row]) -> None:
    names = list(dict.fromkeys(row.retriever for row in found))
    if not names:
        return
    st.divider()
    title = st.empty()
    retriever = st.segmented_control(
        "Retriever",
        names,
        default=names[0],
        format_func=charts.retriever_name,
        key="cost_retriever",
        bind="query-params",
        help=TERMS["retriever"],
    )
    shown = [row for row in found if row.retriever == (retriever or names[0])]
    title.markdown(f"#### {cost_finding(shown)}")
    st.plotly_chart(charts.cost_chart(shown), config=PLOT, key="cost_chart")
    st.caption(
        "A point a variant; hollow with headers. The grey line joins those that no other beats "
        "on both. Differences between points may be chance: see the intervals in the table.",
        help=TERMS["index tokens"],
    )


def table_section(found: list[Row]) -> None:
    with st.expander("The numbers behind both charts", icon=":material/table:"):
        columns: dict[str, Any] = {
            name: st.column_config.Column(help=TERMS[term]) for name, term in COLUMN_TERMS.items()
        }
        for name in ("Hit %", "95 % low", "95 % high", "Complete %", "Document hit %"):
            columns[name] = st.column_config.NumberColumn(
                help=TERMS[COLUMN_TERMS[name]], format="%.1f"
            )
        for name in ("Mean rank", "Units"):
            columns[name] = st.column_config.NumberColumn(
                help=TERMS[COLUMN_TERMS[name]], format="%.1f"
            )
        columns["Index tokens"] = st.column_config.NumberColumn(
            help=TERMS["index tokens"], format="localized"
        )
        st.dataframe(table(found), column_config=columns, hide_index=True, key="numbers")


def _golden_set(report: Report) -> GoldenSet | None:
    """The golden set the run was made on; None, with a sentence, where it has changed since."""
    try:
        golden = stored.golden_set(report["run"]["golden_set"]["name"])
    except GoldenSetError as error:
        st.info(f"The golden set cannot be read now, so its text is not shown: {error}")
        return None
    if golden.digest != report["run"]["golden_set"]["digest"]:
        st.info("The golden set has changed since this run. Run it again to see its questions.")
        return None
    return golden


def _telling(found: list[Row]) -> str | None:
    """The first question that some variants hit and others miss."""
    hits: dict[str, set[float]] = {}
    for row in found:
        for question in row.result["per_question"]:
            hits.setdefault(question["id"], set()).add(question["hit"])
    return next((name for name, values in hits.items() if len(values) > 1), next(iter(hits), None))


def question_section(report: Report, found: list[Row]) -> None:
    """One question opened to its context."""
    st.divider()
    st.markdown("#### One question, opened to what the reader is handed")
    run = report["run"]["id"]
    if run not in {row.id for row in stored.store().runs(report["run"]["golden_set"]["name"])}:
        st.caption("Questions can be opened when the run is complete.")
        return
    golden = _golden_set(report)
    if golden is None or not found:
        return
    names = [question.id for question in golden.answerable]
    texts = {question.id: question.text for question in golden.answerable}
    first = _telling(found)
    question = st.selectbox(
        "Question",
        names,
        index=names.index(first) if first in names else 0,
        format_func=lambda name: f"{name} · {texts[name]}",
        key="question",
    )
    keys = [(row.variant, row.retriever) for row in found]
    left, right = st.columns(2)
    for side, column, at in (("a", left, 0), ("b", right, _other(found))):
        with column:
            variant, retriever = st.selectbox(
                "First variant" if side == "a" else "Second variant",
                keys,
                index=at,
                format_func=lambda key: f"{key[0]} · {RETRIEVER_NAMES[key[1]]}",
                key=f"variant_{side}",
            )
            row = found[keys.index((variant, retriever))]
            score = next(q for q in row.result["per_question"] if q["id"] == question)
            st.page_link(
                "pages/views/question.py",
                label="Open on a page of its own",
                icon=":material/open_in_new:",
                query_params={
                    "run": run,
                    "question": question,
                    "variant": variant,
                    "retriever": retriever,
                },
            )
            context = stored.context(run, variant, retriever, row.budget_tokens, question)
            asked = next(q for q in golden.questions if q.id == question)
            show_context(asked, score["outcome"], context, golden)


def _other(found: list[Row]) -> int:
    """The first row of `structure` without overlap and headers, to stand beside the first row."""
    plain = (
        number
        for number, row in enumerate(found)
        if row.strategy == "structure" and not row.headers and not row.overlap
    )
    return next(plain, len(found) - 1)
