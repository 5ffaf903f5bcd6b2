"""A model from outside of our packages: asked when a person says so, and not before."""

import streamlit as st

from evaluation.embedding import Embedder, EmbedderError
from golden_sets.language import of_error, tr
from pages.ui import decide_stored

_ASKED = "decide_asked"


def answered(model: str) -> Embedder | None:
    """The model if this session has asked it and it answered."""
    asked: set[str] = st.session_state.setdefault(_ASKED, set())
    if model not in asked:
        return None
    try:
        return decide_stored.reached(model)
    except EmbedderError:
        asked.discard(model)
        return None


def offer(model: str) -> None:
    """The button that asks it; where it cannot be reached, the one line that says why."""
    st.info(
        tr("This model comes with no package. Whether it is there shows once it is asked."),
        icon=":material/info:",
    )
    if not st.button(tr("Ask the model"), key="decide_ask", icon=":material/lan:"):
        return
    try:
        with st.spinner(tr("Asking the model")):
            decide_stored.reached(model)
    except EmbedderError as error:
        st.error(tr("This model cannot be had here:"), icon=":material/error:")
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        return
    st.session_state[_ASKED].add(model)
    st.rerun()
