"""What is said of a link that cannot be followed, as long as the reader has done nothing.

The address is corrected at once, so a page that draws itself anew would say it no more.
"""

import streamlit as st

_SAID, _KEPT = "link_said", "link_kept"


def again() -> None:
    """At the head of a page that draws itself anew: what was said before it did."""
    kept: list[str] = st.session_state.pop(_KEPT, [])
    st.session_state[_SAID] = kept
    for sentence in kept:
        st.info(sentence, icon=":material/info:")


def say(sentence: str) -> None:
    """Says it, with nothing in it that came with the link."""
    st.info(sentence, icon=":material/info:")
    said = st.session_state.get(_SAID, [])
    if sentence not in said:
        st.session_state[_SAID] = [*said, sentence]


def keep() -> None:
    """Before the page draws itself anew."""
    st.session_state[_KEPT] = st.session_state.get(_SAID, [])
