"""A job seen from a page: what it does, how long it still takes, and what to do when it ended."""

from dataclasses import asdict
from datetime import datetime

import streamlit as st

from evaluation.jobs import LIVE, JobState
from evaluation.progress import counted, time_left
from golden_sets.language import marked, shown, tr
from pages.ui import change_runs, faults, people
from pages.ui.stored import jobs, store

_LATE = "job_saved"
WORDS = {
    "failed": marked("The last evaluation failed."),
    "cancelled": marked("The last evaluation was cancelled."),
    "interrupted": marked("The last evaluation stopped before its end."),
}


@faults.fragment(run_every=1.0)
def watch(job: str, seen: str) -> None:
    """The progress of a live job, and a whole rerun when there is more to show.

    Args:
        seen: Id of the partial report the page shows now.
    """
    state = jobs().state(job)
    if state is None:
        return
    if state.status not in LIVE:
        st.rerun()
    progress_bar(state)
    if st.button(tr("Cancel"), key="cancel", icon=":material/stop_circle:", **people.locked()):
        stop(job)
        st.rerun()
    partial = jobs().partial(job)
    if partial is not None and partial["run"]["id"] != seen:
        st.rerun()


def progress_bar(state: JobState) -> None:
    """How far a live job is, in words and as a bar."""
    share = state.done / state.total if state.total else 0.0
    words = shown(asdict(state), "stage")
    if state.total:
        total = counted(state.total, state.unit)
        words = tr("{stage} · {done:,} of {total}", stage=words, done=state.done, total=total)
    if rest := time_left(state.seconds_left):
        words = f"{words} · {rest}"
    st.progress(min(1.0, share), words)


def stop(job: str) -> None:
    """Stops a job; what is said of it, where its run was saved all the same, is kept for `late`."""
    change_runs.cancel(job)
    state = jobs().state(job)
    if state is not None and was_saved(state):
        st.session_state[_LATE] = state.run


def was_saved(state: JobState) -> bool:
    """Whether the store holds the run of a job, however the job ended."""
    return bool(state.run) and any(run.id == state.run for run in store().runs(state.golden_set))


def late() -> None:
    """Says once that a run had been saved when its job was cancelled."""
    if run := st.session_state.pop(_LATE, ""):
        _saved(run)


def _saved(run: str) -> None:
    st.info(
        tr("The job was stopped just after its run was saved: the run is whole, and was kept."),
        icon=":material/info:",
    )
    st.page_link(
        "pages/views/runs.py",
        label=tr("To this run"),
        icon=":material/history:",
        query_params={"run": run},
    )


def ended(state: JobState) -> bool:
    """Says how a job ended badly; whether the person asks to run again."""
    if was_saved(state):
        _saved(state.run)
        return False
    st.warning(tr(WORDS[state.status]), icon=":material/error:")
    if state.error:
        st.code(shown(asdict(state), "error"), language=None, wrap_lines=True)
    st.caption(tr("Vectors made so far are kept: running again goes on behind them."))
    words = tr("Go on") if state.status == "interrupted" else tr("Run again")
    return st.button(words, key="again", icon=":material/refresh:", **people.locked())


def last_ended_badly(golden_set: str, since: str | None) -> JobState | None:
    """The newest job of the golden set if it ended without a run.

    Args:
        since: When the newest run was made, as its report says it; an older job is past history.
    """
    found = (job for job in jobs().all() if job.golden_set == golden_set)
    last = next(found, None)
    if last is None or last.status not in WORDS:
        return None
    if since is not None and last.started <= datetime.fromisoformat(since).timestamp():
        return None
    return last
