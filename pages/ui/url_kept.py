"""What a link to a page names, though the page it stands on has a widget of that name."""

from urllib.parse import parse_qs

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

PAGE = "page_at"
ARRIVED = "page_arrived"


def arrive(page: str) -> None:
    """Notes which page is shown, and whether another one was before."""
    st.session_state[ARRIVED] = st.session_state.get(PAGE) != page
    st.session_state[PAGE] = page


def restore(sign: str, *names: str) -> None:
    """Puts back what a link named and Streamlit took out of the address.

    On a switch of pages Streamlit drops each parameter that a widget of the page before was bound
    to, also where the link itself names it: a link that says `budget=200`, on a page with a bound
    control of the budget, would open under another budget than it says.

    Args:
        sign: A parameter that only a link to this page has; without it nothing is put back.
        names: The page's other parameters.
    """
    context = get_script_run_ctx(suppress_warning=True)
    raw = parse_qs(context.query_string, keep_blank_values=True) if context else {}
    # On the page itself a parameter that is missing was taken out by the person.
    if sign not in raw or not st.session_state.get(ARRIVED):
        return
    for name in names:
        if name in raw and name not in st.query_params:
            st.query_params[name] = raw[name][-1]
