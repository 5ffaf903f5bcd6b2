"""The address: what a link names stays in it, and one action is one step of the browser's Back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui import url_newest
from pages.ui.language import NAME

PAGE, ADDRESS = "page_at", "address"
_SENDS = "sends"
# The language is kept by its own choice; the others are Streamlit's own.
NOT_OURS = {NAME, "embed", "embed_options"}


def follow(page: str) -> None:
    """Shows in the address at once where a link from a page to itself led.

    Streamlit leaves the browser's address as it was until a parameter is written. To another page
    it leads by itself, once the page has been named to it: before, the browser would note what
    the link says as a place on the page that is left.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or st.session_state.get(PAGE) != page:
        return
    known = url_newest.known(context)
    late = known is not None and known.late
    if late or context.query_string != st.session_state.get(ADDRESS):
        message = ForwardMsg()
        message.page_info_changed.query_string = context.query_string
        held = context._enqueue
        # Past what holds the messages of a step back.
        context._enqueue = getattr(held, _SENDS, held)
        context.enqueue(message)
        context._enqueue = held


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
    if context is None:
        return
    url_newest.frame_ends(context)
    if before == page:
        return
    for name, values in parse_qs(context.query_string, keep_blank_values=True).items():
        if name not in st.query_params and name not in NOT_OURS:
            st.query_params[name] = values


@contextmanager
def one_step() -> Iterator[None]:
    """All that is written to the address within, or by the function this decorates, at once.

    Streamlit sends each parameter as it is written, and the browser keeps an entry of its history
    for each: a page that fills in five would take five presses of Back to leave.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        yield
        return
    send = context._enqueue
    held: list[Any] = []

    def keep(message: Any) -> None:
        if message.WhichOneof("type") == "page_info_changed":
            held[:] = [message]
        else:
            send(message)

    setattr(keep, _SENDS, send)
    context._enqueue = keep
    url_newest.note(context)
    try:
        yield
    finally:
        url_newest.note(context)
        context._enqueue = send
        for message in held:
            send(message)
        st.session_state[ADDRESS] = context.query_string
