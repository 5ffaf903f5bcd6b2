"""The current setting handed to a run, and to a decision."""

import streamlit as st

from evaluation.protocol import ProtocolError
from evaluation.tune_handover import (
    DECISION,
    MODULE,
    decision_toml,
    run_command,
    splitter_code,
)
from evaluation.tune_setting import Setting, differences
from golden_sets import golden_set as sets
from golden_sets import shelf
from golden_sets.language import marked, of_error, tr
from pages.ui import change_decisions, people

_WRITTEN = {
    "made": marked("decision.toml is written into this set, with {variant} as its candidate."),
    "added": marked(
        "decision.toml of this set now names {variant} as a candidate; its other rules are as "
        "they were."
    ),
    "there": marked("decision.toml of this set names {variant} as a candidate already."),
}


def show(golden_set: str, pinned: Setting, current: Setting, model: str) -> None:
    """A command to copy, and the rules of a decision with this variant as the candidate."""
    st.header(tr("Take it to a run"), divider="gray")
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(tr("Run this setting on every question, and keep the run in the store:"))
        st.code(run_command(golden_set, current, model), language=None, wrap_lines=True)
        if current.foreign:
            st.caption(
                tr(
                    "Keep its splitter as `{name}` in the folder you run it from:",
                    name=f"{MODULE}.py",
                )
            )
            st.code(splitter_code(current), language="python", wrap_lines=True)
    with right:
        _decision(golden_set, pinned, current)


def _decision(golden_set: str, pinned: Setting, current: Setting) -> None:
    try:
        rules = decision_toml(pinned, current)
    except ProtocolError:
        st.caption(tr("Both settings cut alike, so there is no candidate to decide on."))
        return
    st.markdown(
        tr(
            "Decide on it: **{variant}** as the candidate. Keep this as `decision.toml`, set the "
            "thresholds before the run, and run with `--protocol decision.toml`:",
            variant=current.variant.id,
        )
    )
    st.code(rules, language=None, wrap_lines=True)
    if {"retriever", "budget"} & set(differences(pinned, current)):
        st.caption(
            tr(
                "Both are decided under the current retriever and budget; the pinned setting's own "
                "are left out."
            )
        )
    with st.container(horizontal=True, gap="medium"):
        st.download_button(
            tr("Download decision.toml"),
            data=rules,
            file_name=DECISION,
            mime="application/toml",
            icon=":material/download:",
            key="tune_decision",
        )
        _write(golden_set, pinned, current)


def _write(golden_set: str, pinned: Setting, current: Setting) -> None:
    """The button for a set of the team's own; a shipped one is never written."""
    place = shelf.by_name(golden_set, sets.SHIPPED)
    own = place is not None and place.own
    pressed = st.button(
        tr("Write it into the set as a candidate"),
        key="tune_candidate",
        icon=":material/save:",
        **people.locked(
            not own,
            None
            if own
            else tr("A shipped set stays as it is: a copy of your own can hold the file."),
        ),
    )
    if not pressed or place is None:
        return
    try:
        done = change_decisions.write_candidate(place.folder, pinned, current)
    except (ProtocolError, OSError) as error:
        st.warning(tr("Nothing was written:"), icon=":material/error:")
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        return
    st.success(tr(_WRITTEN[done], variant=current.variant.id), icon=":material/check_circle:")
