"""What a page says when it cannot go on: one line for what is outside of the program, a calm
sentence for what is the program's own fault. No page shows a traceback."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import streamlit as st
from streamlit.errors import FragmentHandledException
from streamlit.logger import get_logger

from evaluation.faults import Fault, fault_of
from golden_sets.language import tr
from pages.ui import gate

# Tests see the program's own faults as they are.
CALM = True
TOLD = "fault_told"
_LOG = get_logger("chunkboard.pages")


@contextmanager
def told() -> Iterator[None]:
    """Says what went wrong within, in the place it went wrong at, and offers to try again."""
    try:
        yield
    except FragmentHandledException:
        raise
    except Exception as error:
        fault = fault_of(error)
        if fault is not None:
            _outside(fault)
        elif CALM:
            _inside(error)
        else:
            raise
    else:
        st.session_state.pop(TOLD, None)


def fragment(run_every: float | None = None) -> Callable[[Callable[..., None]], Any]:
    """As `st.fragment`, and what goes wrong in it is told in its place.

    A fragment that looks again by itself finds out by itself that all is well again. It runs
    without the frame of the page, so it asks for itself whether its visitor may still be here.
    """

    def made(function: Callable[..., None]) -> Any:
        @wraps(function)
        def guarded(*given: Any, **more: Any) -> None:
            if not gate.entered():
                st.rerun()
            with told():
                function(*given, **more)

        return st.fragment(guarded, run_every=run_every)

    return made


def _outside(fault: Fault) -> None:
    """One line of what, where, and what to do; the log gets it once, however often it is shown."""
    if st.session_state.get(TOLD) != str(fault.line):
        st.session_state[TOLD] = str(fault.line)
        _LOG.warning("%s", fault.what)
    if fault.reopen:
        st.cache_resource.clear()
    # A path or an answer of a database is no markdown.
    st.error(tr("This page cannot go on:"), icon=":material/error:")
    st.code(tr(fault.what), language=None, wrap_lines=True)
    st.caption(tr(fault.remedy))
    _again()


def _inside(error: Exception) -> None:
    code = secrets.token_hex(4)
    _LOG.error("%s", code, exc_info=error)
    st.error(
        tr(
            "Something went wrong in the program itself. What was kept before is kept. Try again, "
            "or tell whoever looks after this server: its log says more under {code}.",
            code=code,
        ),
        icon=":material/error:",
    )
    _again()


def _again() -> None:
    # Pressing it draws the page anew, which is all it takes.
    st.button(tr("Try again"), key=f"fault_{secrets.token_hex(4)}", icon=":material/refresh:")
