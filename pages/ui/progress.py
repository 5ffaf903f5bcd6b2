"""A job seen from a page: what it does, how long it still takes, and what to do when it ended."""

from dataclasses import asdict
from datetime import datetime

import streamlit as st

from evaluation.jobs import LIVE, JobState
from evaluation.progress import counted, time_left
from golden_sets.language import marked, shown, tr
from pages.ui import url_kept
from pages.ui.stored import jobs

WORDS = {
    "failed": marked("The last evaluation failed."),
    "cancelled": marked("The last evaluation was cancelled."),
    "interrupted": marked("The last evaluation stopped before its end."),
}


@st.fragment(run_every=1.0)
def watch(job: str, seen: str) -> None:
    """The progress of a live job, and a whole rerun when there is more to show.

    Args:
        seen: Id of the partial report the page shows now.
    """
    state = jobs().state(job)
    if state is None:
        return
    if state.status not in LIVE:
        url_kept.rerun()
    progress_bar(state)
    if st.button(tr("Cancel"), key="cancel", icon=":material/stop_circle:"):
        jobs().cancel(job)
        url_kept.rerun()
    partial = jobs().partial(job)
    if partial is not None and partial["run"]["id"] != seen:
        url_kept.rerun()


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


def ended(state: JobState) -> bool:
    """Says how a job ended badly; whether the person asks to run again."""
    st.warning(tr(WORDS[state.status]), icon=":material/error:")
    if state.error:
        st.code(shown(asdict(state), "error"), language=None, wrap_lines=True)
    st.caption(tr("Vectors made so far are kept: running again goes on behind them."))
    words = tr("Go on") if state.status == "interrupted" else tr("Run again")
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
