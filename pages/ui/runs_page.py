"""The page of runs: what was run, what is running, and what changed between two of them."""

import streamlit as st

from evaluation.run_history import Listed
from golden_sets.language import tr
from pages.ui import runs_compare, runs_history, runs_import, runs_jobs, runs_list, runs_one, stored
from pages.ui.runs_choice import choice
from pages.ui.runs_stored import history
from pages.ui.take_away import take_away


def show() -> None:
    """The runs that `?set=` and `?q=` leave, and those that `?run=` and `?with=` name."""
    st.title(tr("What was run, and what changed?"))
    runs_jobs.section()
    runs_one.undo()
    runs = history()
    kept = [run for run in runs if not run.deleted]
    gone = _gone(runs)
    for name in gone:
        runs_one.deleted(name)
    if not kept:
        _empty()
    else:
        shown = runs_list.chosen(kept)
        runs_history.section(shown)
        runs_list.table(shown, len(kept))
        if not gone:
            _chosen(kept, shown)
    runs_import.section()
    _deleted([run for run in runs if run.deleted])


def _gone(runs: list[Listed]) -> list[str]:
    """The deleted runs that the URL names."""
    asked = {st.query_params.get("run"), st.query_params.get("with")}
    return [run.id for run in runs if run.deleted and run.id in asked]


def _empty() -> None:
    st.info(tr("No run is in the store yet. The start page makes the first."))
    st.page_link("pages/views/start.py", label=tr("To the start page"), icon=":material/home:")


def _chosen(runs: list[Listed], shown: list[Listed]) -> None:
    """One run, or two compared, as the URL names them; others than those shown may be named."""
    labels = {run.id: runs_list.label(run) for run in runs}
    asked = {st.query_params.get("run"), st.query_params.get("with")}
    ids = [run.id for run in shown]
    ids += [run.id for run in runs if run.id in asked and run.id not in ids]
    unknown = tr("The run this link names is not in the store.")
    left, right = st.columns(2)
    with left:
        before = choice(
            tr("Run"), "run", ids, labels.__getitem__, unknown, tr("Choose a run"), ("result",)
        )
    with right:
        after = choice(
            tr("Compared with a later run"),
            "with",
            ids,
            labels.__getitem__,
            unknown,
            tr("Choose what it became"),
            ("result",),
        )
    if before is None:
        if after is not None:
            st.caption(tr("Choose the run that it is compared with on the left."))
        return
    report = stored.report(before)
    if after is not None:
        runs_compare.section(before, after)
        st.divider()
    st.markdown("## " + tr("Run {run}", run=before))
    runs_one.facts(report)
    runs_one.links(report)
    runs_one.notes(before)
    take_away(report)
    runs_one.deletion(before)


def _deleted(runs: list[Listed]) -> None:
    """Deleted runs, which anyone may bring back."""
    if not runs:
        return
    title = tr("Deleted runs")
    with st.expander(f"{title} ({len(runs):,})", icon=":material/delete:"):
        labels = {run.id: runs_list.label(run) for run in runs}
        run = st.selectbox(
            tr("Deleted run"), list(labels), format_func=labels.__getitem__, key="runs_deleted"
        )
        if st.button(tr("Bring it back"), key="runs_restore", icon=":material/undo:"):
            runs_one.bring_back(run)
