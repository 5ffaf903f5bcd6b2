"""The start page's parts, in order."""

from typing import Any

import streamlit as st

from evaluation.interval_words import interval_kind
from evaluation.notes import notes
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr
from pages.ui import change_runs, charts, people, progress, set_choice, stored
from pages.ui.bound import segmented
from pages.ui.export_charts import chart_config
from pages.ui.findings import cost_finding, hit_finding
from pages.ui.question_section import telling
from pages.ui.results import (
    Row,
    budget_label,
    budget_number,
    budget_words,
    chosen,
    of_budget,
    retriever_name,
    rows,
    table,
    table_columns,
    usual_budget,
)
from pages.ui.terms import TERMS

Report = dict[str, Any]
MOST_LINES = 40


def run_or_progress(name: str) -> Report | None:
    """The last run's report, or the report so far of the run that is being made.

    The first visit starts the run of `handbook`; other sets, and a run that ended badly, wait for
    the person. None while there is nothing to show.
    """
    progress.late()
    jobs = stored.jobs()
    runs = stored.store().runs(name)
    live = jobs.live(name)
    if live is None:
        bad = progress.last_ended_badly(name, runs[0].created if runs else None)
        if bad is not None and not progress.ended(bad):
            return stored.report(runs[0].id) if runs else jobs.partial(bad.id)
        if bad is not None:
            live = change_runs.go_on(bad.id)
        elif not runs:
            golden = set_choice.read_or_stop(name)
            # The first visit alone evaluates unasked: later it would be somebody else's turn.
            first = name == set_choice.FIRST and not stored.store().runs()
            first = first and people.person().may_edit
            if not first and not _asked_to_run(golden):
                return None
            live = change_runs.start_run(name)
            if not first:
                st.rerun()
    if live is not None:
        partial = jobs.partial(live.id)
        st.info(
            tr(
                "Evaluating {name}. This goes on if you leave; everyone who opens this page sees "
                "it.",
                name=name,
            )
            if partial
            else tr(
                "Evaluating {name}. This goes on if you leave; everyone who opens this page sees "
                "it. The first results appear in a few seconds.",
                name=name,
            ),
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
            tr(
                "No question of this set has an answer marked in its documents, so there is "
                "nothing "
                "to evaluate yet."
            ),
            icon=":material/info:",
        )
        st.page_link(
            "pages/views/write.py",
            label=tr("Write its first questions"),
            icon=":material/edit:",
            query_params={"set": golden.name},
        )
        return False
    st.info(
        tr(
            "{name} has not been evaluated yet: {documents:,} documents, {questions:,} answerable "
            "questions. BM25 results show within seconds; vectors take longer, and are made once.",
            name=golden.name,
            documents=len(golden.documents),
            questions=len(golden.answerable),
        ),
        icon=":material/info:",
    )
    return st.button(
        tr("Run"),
        key="first_run",
        type="primary",
        icon=":material/play_arrow:",
        **people.locked(),
    )


def heading(report: Report) -> list[Row]:
    """What was evaluated, and a button to do it again; the rows of its results."""
    run = report["run"]
    golden = run["golden_set"]
    found = rows(report)
    st.header(
        tr("{name}: {documents} documents", name=golden["name"], documents=golden["documents"]),
        divider="gray",
    )
    left, right = st.columns([5, 1], vertical_alignment="center")
    made = run["created"].replace("T", " ").replace("Z", " UTC")
    complete = stored.is_stored(report)
    if golden.get("split"):
        st.info(
            tr("This run asked only the questions to tune on.")
            if golden["split"] == "tune"
            else tr("This run asked only the questions to decide on."),
            icon=":material/info:",
        )
    left.caption(
        tr(
            "{answerable} of {questions} questions answerable · run {run} of {made}",
            answerable=golden["answerable"],
            questions=golden["questions"],
            run=run["id"],
            made=made,
        )
        if complete
        else tr(
            "{answerable} of {questions} questions answerable · results so far, {made}",
            answerable=golden["answerable"],
            questions=golden["questions"],
            made=made,
        )
    )
    busy = stored.jobs().live(golden["name"]) is not None
    # Where the last job ended badly, or goes on, what stands above offers the next step.
    bad = progress.last_ended_badly(golden["name"], run["created"])
    if (
        complete
        and bad is None
        and right.button(
            tr("Run again"),
            key="rerun",
            **people.locked(
                busy,
                tr("Evaluates the files as they are now. Vectors are made only for new text."),
            ),
        )
    ):
        change_runs.start_run(golden["name"])
        st.rerun()
    return found


def one_budget(report: Report, found: list[Row]) -> list[Row]:
    """The rows of one budget, which the person chooses where the run has several."""
    budgets = sorted({row.budget_tokens for row in found})
    if len(budgets) < 2:
        return found
    names, usual = [str(budget) for budget in budgets], str(usual_budget(report, budgets))
    label = budget_label(report)
    picked = segmented(label, "budget", names, usual, budget_number, help=TERMS["budget"])
    return of_budget(found, int(picked))


def controls(found: list[Row]) -> list[Row]:
    """Headers and overlap, kept in the URL; the rows they choose."""
    overlaps = [str(one) for one in sorted({row.overlap_percent for row in found})] or ["0"]
    left, right = st.columns(2)
    switch = {"off": tr("off"), "on": tr("on")}
    with left:
        headers = segmented(
            tr("Headers"),
            "headers",
            list(switch),
            "off",
            switch.__getitem__,
            help=TERMS["headers"],
        )
    with right:
        overlap = segmented(
            tr("Overlap, % of the size"),
            "overlap",
            overlaps,
            overlaps[0],
            help=TERMS["overlap"],
        )
    return chosen(found, headers == "on", int(overlap))


def hit_section(report: Report, shown: list[Row]) -> None:
    if not shown:
        st.info(tr("No variant was run with this pair of settings. Choose another overlap."))
        return
    finding = hit_finding(report, shown)
    if not stored.is_stored(report):
        finding = tr("So far: {finding}", finding=finding)
    st.markdown(f"### {finding}")
    config = chart_config(f"{report['run']['golden_set']['name']}-hit-rate")
    best = sorted(shown, key=lambda row: -row.hit["value"])[:MOST_LINES]
    drawn = shown if len(shown) <= MOST_LINES else best
    st.plotly_chart(charts.hit_chart(drawn), config=config, key="hit_chart")
    st.caption(
        tr(
            "n = {n} questions; {budget}; lines are 95 % intervals ({interval}), each for itself, "
            "not shared over the comparisons.",
            n=shown[0].hit["n"],
            budget=budget_words(report, shown[0]),
            interval=interval_kind(report["run"]["interval"]),
        ),
        help=TERMS["hit rate"],
    )
    if len(shown) > MOST_LINES:
        st.caption(
            tr(
                "Drawn are the {n:,} highest of {total:,}: the highest of many is partly luck. All "
                "stand in the table below.",
                n=MOST_LINES,
                total=len(shown),
            )
        )
    for note in notes(report):
        st.caption(f":material/warning: {note}")


def cost_section(report: Report, found: list[Row]) -> None:
    names = list(dict.fromkeys(row.retriever for row in found))
    if not names:
        return
    st.divider()
    title = st.empty()
    retriever = segmented(
        tr("Retriever"),
        "cost_retriever",
        names,
        names[0],
        retriever_name,
        help=TERMS["retriever"],
    )
    shown = [row for row in found if row.retriever == retriever]
    title.markdown(f"### {cost_finding(shown)}")
    config = chart_config(f"{report['run']['golden_set']['name']}-cost")
    st.plotly_chart(charts.cost_chart(shown), config=config, key="cost_chart")
    st.caption(
        tr(
            "A point a variant; hollow with headers. The grey line joins those that no other beats "
            "on both. Differences between points may be chance: see the intervals in the table."
        ),
        help=TERMS["index tokens"],
    )


def table_section(report: Report, found: list[Row]) -> None:
    with st.expander(tr("The numbers behind both charts"), icon=":material/table:"):
        run = report["run"]["id"] if stored.is_stored(report) else ""
        numbers = table(found, run, telling(found) or "")
        st.dataframe(numbers, column_config=table_columns(), hide_index=True, key="numbers")
