"""The start page's parts, in order."""

from typing import Any

import streamlit as st

from evaluation.notes import notes
from golden_sets.golden_set import GoldenSet
from pages.ui import charts, progress, set_choice, stored
from pages.ui.export_charts import chart_config
from pages.ui.findings import cost_finding, hit_finding
from pages.ui.question_section import telling
from pages.ui.results import COLUMN_TERMS, Row, budget_words, chosen, of_budget, rows, table
from pages.ui.terms import TERMS

Report = dict[str, Any]


def run_or_progress(name: str) -> Report | None:
    """The last run's report, or the report so far of the run that is being made.

    The first visit starts the run of `handbook`; other sets, and a run that ended badly, wait for
    the person. None while there is nothing to show.
    """
    jobs = stored.jobs()
    runs = stored.store().runs(name)
    live = jobs.live(name)
    if live is None:
        bad = progress.last_ended_badly(name, runs[0].created if runs else None)
        if bad is not None and not progress.ended(bad):
            return stored.report(runs[0].id) if runs else jobs.partial(bad.id)
        if bad is not None:
            live = stored.go_on(bad.id)
        elif not runs:
            golden = set_choice.read_or_stop(name)
            if name != set_choice.FIRST and not _asked_to_run(golden):
                return None
            live = stored.start(name)
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


def _asked_to_run(golden: GoldenSet) -> bool:
    """Says that this set has no run yet; whether the person asks for one."""
    if not golden.answerable:
        st.info(
            "No question of this set has an answer marked in its documents, so there is nothing "
            "to evaluate yet.",
            icon=":material/info:",
        )
        st.page_link(
            "pages/views/write.py",
            label="Write its first questions",
            icon=":material/edit:",
            query_params={"set": golden.name},
        )
        return False
    st.info(
        f"{golden.name} has not been evaluated yet: {len(golden.documents):,} documents, "
        f"{len(golden.answerable):,} answerable questions. BM25 results show within seconds; "
        "vectors take minutes, and are made once.",
        icon=":material/info:",
    )
    return st.button("Run", key="first_run", type="primary", icon=":material/play_arrow:")


def heading(report: Report) -> list[Row]:
    """What was evaluated, and a button to do it again; the rows of its results."""
    run = report["run"]
    golden = run["golden_set"]
    found = rows(report)
    st.subheader(f"{golden['name']}: {golden['documents']} documents", divider="gray")
    left, right = st.columns([5, 1], vertical_alignment="center")
    made = run["created"].replace("T", " ").replace("Z", " UTC")
    complete = stored.is_stored(report)
    left.caption(
        f"{golden['answerable']} answerable questions of {golden['questions']} · "
        + (f"run {run['id']} of {made}" if complete else f"results so far, {made}")
    )
    busy = stored.jobs().live(golden["name"]) is not None
    # Where the last job ended badly, or goes on, what stands above offers the next step.
    bad = progress.last_ended_badly(golden["name"], run["created"])
    if (
        complete
        and bad is None
        and right.button(
            "Run again",
            disabled=busy,
            key="rerun",
            help="Evaluates the files as they are now. Vectors are made only for new text.",
        )
    ):
        stored.start(golden["name"])
        st.rerun()
    return found


def one_budget(found: list[Row]) -> list[Row]:
    """The rows of one budget, which the person chooses where the run has several."""
    budgets = sorted({row.budget_tokens for row in found})
    if len(budgets) < 2:
        return found
    picked = st.segmented_control(
        "Budget, context tokens",
        [str(budget) for budget in budgets],
        default=str(budgets[0]),
        key="budget",
        bind="query-params",
        help=TERMS["budget"],
    )
    return of_budget(found, int(picked or budgets[0]))


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
    so_far = "" if stored.is_stored(report) else "So far: "
    st.markdown(f"#### {so_far}{hit_finding(report, shown)}")
    config = chart_config(f"{report['run']['golden_set']['name']}-hit-rate")
    st.plotly_chart(charts.hit_chart(shown), config=config, key="hit_chart")
    st.caption(
        f"n = {shown[0].hit['n']} questions; {budget_words(report, shown[0])}; "
        f"lines are 95 % intervals ({report['run']['interval']}), each for itself, not shared "
        "over the comparisons.",
        help=TERMS["hit rate"],
    )
    for note in notes(report):
        st.caption(f":material/warning: {note}")


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
    config = chart_config(f"{report['run']['golden_set']['name']}-cost")
    st.plotly_chart(charts.cost_chart(shown), config=config, key="cost_chart")
    st.caption(
        "A point a variant; hollow with headers. The grey line joins those that no other beats "
        "on both. Differences between points may be chance: see the intervals in the table.",
        help=TERMS["index tokens"],
    )


def table_section(report: Report, found: list[Row]) -> None:
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
        columns["Context"] = st.column_config.LinkColumn(
            help="One question, opened to what the reader is handed under this row.",
            display_text="open",
        )
        run = report["run"]["id"] if stored.is_stored(report) else ""
        numbers = table(found, run, telling(found) or "")
        st.dataframe(numbers, column_config=columns, hide_index=True, key="numbers")
