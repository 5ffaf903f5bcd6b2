"""What a link to a page names, though the page it stands on has a widget of that name."""

from urllib.parse import parse_qs

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui.language import NAME

PAGE = "page_at"
# The language is kept by its own choice; the others are Streamlit's own.
NOT_OURS = {NAME, "embed", "embed_options"}


def arrive(page: str) -> None:
    """Puts back what the link to this page named and Streamlit took out of the address.

    On a switch of pages Streamlit drops each parameter that a widget of the page before was bound
    to, also where the link itself names it: a link that says `budget=200`, on a page with a bound
    control of the budget, would open under another budget than it says. On the page itself a
    parameter that is missing was taken out by the person, and stays out.
    """
    before = st.session_state.get(PAGE, page)
    st.session_state[PAGE] = page
    context = get_script_run_ctx(suppress_warning=True)
    if before == page or context is None:
        return
    for name, values in parse_qs(context.query_string, keep_blank_values=True).items():
        if name not in st.query_params and name not in NOT_OURS:
            st.query_params[name] = values
