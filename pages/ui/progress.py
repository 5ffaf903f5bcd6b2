"""A job seen from a page: what it does, how long it still takes, and what to do when it ended."""

from datetime import datetime

import streamlit as st

from evaluation.jobs import LIVE, JobState
from evaluation.progress import counted, time_left
from golden_sets.language import tr
from pages.ui.stored import jobs

WORDS = {
    "failed": "The last evaluation failed",
    "cancelled": "The last evaluation was cancelled",
    "interrupted": "The last evaluation stopped before its end",
}


@st.fragment(run_every=1.0)
def watch(job: str, shown: str) -> None:
    """The progress of a live job, and a whole rerun when there is more to show.

    Args:
        shown: Id of the partial report the page shows now.
    """
    state = jobs().state(job)
    if state is None:
        return
    if state.status not in LIVE:
        st.rerun()
    share = state.done / state.total if state.total else 0.0
    count = f" · {state.done:,} of {counted(state.total, state.unit)}" if state.total else ""
    rest = time_left(state.seconds_left)
    st.progress(min(1.0, share), f"{state.stage}{count}{' · ' + rest if rest else ''}")
    if st.button("Cancel", key="cancel", icon=":material/stop_circle:"):
        jobs().cancel(job)
        st.rerun()
    partial = jobs().partial(job)
    if partial is not None and partial["run"]["id"] != shown:
        st.rerun()


def ended(state: JobState) -> bool:
    """Says how a job ended badly; whether the person asks to run again."""
    st.warning(f"{WORDS[state.status]}.", icon=":material/error:")
    if state.error:
        st.code(state.error, language=None, wrap_lines=True)
    st.caption("Vectors made so far are kept: running again goes on behind them.")
    words = tr("Go on") if state.status == "interrupted" else "Run again"
    return st.button(words, key="again", icon=":material/refresh:")


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
