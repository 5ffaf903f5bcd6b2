"""The current setting handed to a run, and to a decision."""

import streamlit as st

from evaluation.protocol import ProtocolError
from evaluation.tune_handover import decision_toml, run_command
from evaluation.tune_setting import Setting, differences
from golden_sets.language import tr


def show(golden_set: str, pinned: Setting, current: Setting, model: str) -> None:
    """A command to copy, and the rules of a decision with this variant as the candidate."""
    st.subheader(tr("Take it to a run"), divider="gray")
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown(tr("Run this setting on every question, and keep the run in the store:"))
        st.code(run_command(golden_set, current, model), language="bash", wrap_lines=True)
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
    st.code(rules, language="toml")
    if {"retriever", "budget"} & set(differences(pinned, current)):
        st.caption(
            tr(
                "Both are decided under the current retriever and budget; the pinned setting's own "
                "are left out."
            )
        )
    st.download_button(
        tr("Download decision.toml"),
        data=rules,
        file_name="decision.toml",
        mime="application/toml",
        icon=":material/download:",
        key="tune_decision",
    )
