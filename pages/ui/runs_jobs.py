"""The evaluations that run or wait, as anyone sees them, and those that broke off."""

import streamlit as st

from evaluation.jobs import JobState
from evaluation.progress import counted, time_left
from golden_sets.language import tr
from pages.ui import change_runs, faults, people, progress, stored


def section() -> None:
    """A line a job; nothing where there is none."""
    progress.late()
    queue, stopped = stored.jobs().queue(), stored.jobs().stopped()[:5]
    if queue:
        st.markdown("## " + tr("Evaluations at work"))
        names = tuple(job.id for job in queue)
        faults.fragment(run_every=1.0)(_watch)(names)
        st.caption(tr("They go on if you leave. One runs at a time, in the order they were asked."))
    for job in stopped:
        _stopped(job)


def _watch(shown: tuple[str, ...]) -> None:
    """The live jobs; the whole page anew once another one is live."""
    queue = stored.jobs().queue()
    if tuple(job.id for job in queue) != shown:
        st.rerun()
    for place, job in enumerate(queue):
        left, right = st.columns([5, 1], vertical_alignment="center")
        with left:
            st.text(f"{job.golden_set} · {job.id}")
            share = min(1.0, job.done / job.total) if job.total else 0.0
            st.progress(share, _words(job, place))
        if right.button(
            tr("Cancel"),
            key=f"runs_cancel_{job.id}",
            icon=":material/stop_circle:",
            **people.locked(),
        ):
            progress.stop(job.id)
            st.rerun()


def _words(job: JobState, place: int) -> str:
    """What the job does now, or its place in the queue."""
    if place:
        return tr("Waiting, number {place} in the queue", place=place)
    parts = [tr(job.stage)]
    if job.total:
        parts.append(tr("{done:,} of {all}", done=job.done, all=counted(job.total, job.unit)))
    if rest := time_left(job.seconds_left):
        parts.append(rest)
    return " · ".join(parts)


def _stopped(job: JobState) -> None:
    """A job whose process was killed, and the way to go on where it was."""
    if progress.was_saved(job):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(
            tr("An evaluation stopped before its end. What it has made is kept."),
            icon=":material/error:",
        )
        if st.button(
            tr("Go on"),
            key=f"runs_go_on_{job.id}",
            icon=":material/play_arrow:",
            **people.locked(),
        ):
            change_runs.go_on(job.id)
            st.rerun()
        if st.button(
            tr("Leave it"),
            key=f"runs_let_go_{job.id}",
            icon=":material/close:",
            **people.locked(),
        ):
            change_runs.let_go(job.id)
            st.rerun()
    st.text(f"{job.golden_set} · {job.id}")
    if job.error:
        with st.expander(tr("Its last words")):
            st.code(job.error, language=None, wrap_lines=True)
