"""The page of runs: what was run, what is running, and what changed between two of them."""

import streamlit as st

from evaluation.run_history import Listed
from golden_sets.language import tr
from pages.ui import (
    people,
    runs_compare,
    runs_history,
    runs_import,
    runs_jobs,
    runs_list,
    runs_log,
    runs_one,
    stored,
)
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
    runs_log.section()


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
    picked, other = _pair(ids, labels)
    if picked is None:
        if other is not None:
            st.caption(tr("Choose the run that it is compared with on the left."))
        return
    report = stored.report(picked)
    if other is not None:
        runs_compare.section(*_in_time(runs, picked, other))
        st.divider()
    st.markdown("## " + tr("Run {run}", run=picked))
    runs_one.facts(report)
    runs_one.links(report)
    runs_one.notes(picked)
    take_away(report)
    runs_one.deletion(picked)


def _pair(ids: list[str], labels: dict[str, str]) -> tuple[str | None, str | None]:
    """The run that the page shows and the one it is compared with, which is never the same."""
    unknown = tr("The run this link names is not in the store.")
    same = st.query_params.get("run") == st.query_params.get("with")
    beside = None if same else st.query_params.get("with")
    left, right = st.columns(2)
    with left:
        picked = choice(
            tr("Run"),
            "run",
            [run for run in ids if run != beside],
            labels.__getitem__,
            unknown,
            tr("Choose a run"),
            ("result",),
        )
    with right:
        other = choice(
            tr("Compared with another run"),
            "with",
            [run for run in ids if run != picked],
            labels.__getitem__,
            tr("A run is not compared with itself; choose another.")
            if same and picked is not None
            else unknown,
            tr("Choose another run"),
            ("result",),
        )
    return picked, other


def _in_time(runs: list[Listed], one: str, other: str) -> tuple[str, str]:
    """The earlier and the later of two, whichever the URL names first, and a line that says so."""
    made = {run.id: run for run in runs}
    # Of two made in the same second, the one that the URL names first.
    before, after = sorted((one, other), key=lambda run: made[run].created)
    st.caption(
        tr(
            "Before: {before}, made {then}. After: {after}, made {now}.",
            before=before,
            then=runs_list.made(made[before]),
            after=after,
            now=runs_list.made(made[after]),
        )
    )
    return before, after


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
        if st.button(
            tr("Bring it back"), key="runs_restore", icon=":material/undo:", **people.locked()
        ):
            runs_one.bring_back(run)
