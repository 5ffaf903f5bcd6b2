"""The run of a declared protocol, while it is under way and when it ended badly."""

import streamlit as st

from evaluation.jobs import LIVE, JobState
from golden_sets.language import tr
from pages.ui import change_decisions, decide_stored, progress, stored


def watched(golden_set: str) -> bool:
    """Shows the run that the address names or that is under way; whether one is.

    One that is done leads to its decision.
    """
    progress.late()
    jobs = stored.jobs()
    state = _named(golden_set) or decide_stored.live_job(golden_set)
    if state is None:
        return False
    if state.status == "done":
        st.query_params.pop("job", None)
        st.query_params["view"], st.query_params["run"] = "decision", state.run
        st.rerun()
    if state.status not in LIVE:
        _ended(state)
        return False
    st.query_params["job"] = state.id
    st.info(
        tr(
            "The protocol is sealed as the run starts, and then decided by. It goes on if you "
            "leave; everyone who opens this page sees it."
        ),
        icon=":material/hourglass_top:",
    )
    partial = jobs.partial(state.id)
    progress.watch(state.id, partial["run"]["id"] if partial else "")
    return True


def _named(golden_set: str) -> JobState | None:
    """The job of the address, None where there is none, or no more, or of another set."""
    name = st.query_params.get("job", "")
    if not name:
        return None
    try:
        state = stored.jobs().state(name)
    except (KeyError, TypeError, ValueError):
        state = None
    if state is None or state.golden_set != golden_set:
        st.info(tr("The run this link names is not there any more."), icon=":material/info:")
        del st.query_params["job"]
        return None
    return state


def _ended(state: JobState) -> None:
    asked = progress.ended(state)
    if progress.was_saved(state):
        return
    st.caption(
        tr(
            "If it was sealed before it stopped, the seal stays with its time: the same protocol "
            "goes on under it, another names it as the first."
        )
    )
    if asked:
        st.query_params["job"] = change_decisions.declare_again(state.id).id
        st.rerun()
