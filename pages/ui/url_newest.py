"""A page is drawn by the newest address, also where the browser asks with the one before it.

The browser says with each request what its address is. What it asks before it has heard of an
address that the page wrote (a slider that sends its value twice, a fragment that looks again by
itself) names the one before: drawn by that, the page would take back what the person just chose,
under an address that says otherwise.
"""

import time
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

# How long after the page was drawn a request may still come that the browser made before it heard
# of the page's address. Later the same address is a link that somebody followed.
LATE_SECONDS = 2.0


# Where it is kept: each session has a page manager of its own.
_KNOWN = "address_known"


class _Known:
    """What the server knows of one session's address on one page."""

    def __init__(self, context: ScriptRunContext, query: str) -> None:
        self.context = context
        self.seen = {_plain(query)}
        self.at = time.monotonic()


def _plain(query: str) -> str:
    """However the browser escapes it."""
    return urlencode(parse_qsl(query, keep_blank_values=True))


def note(context: ScriptRunContext) -> None:
    """Keeps that the browser may by now have the address a run has come to."""
    known: _Known | None = getattr(context.pages_manager, _KNOWN, None)
    if known is not None:
        known.seen.add(_plain(context.query_string))
        known.at = time.monotonic()


def drawn_by(
    context: ScriptRunContext,
    query: str,
    page: str,
    fragment: bool = False,
    history: bool = False,
) -> str:
    """The address that a run which begins is to be drawn by.

    Args:
        query: What the browser asks with.
        page: The hash of the page it asks for.
        fragment: Whether it asks for a part of the page, which no link leads to.
        history: Whether it goes back or forward.
    """
    known: _Known | None = getattr(context.pages_manager, _KNOWN, None)
    if known is None or history or page != context.page_script_hash:
        setattr(context.pages_manager, _KNOWN, _Known(context, query))
        return query
    newest = known.context.query_string
    known.context = context
    if fragment:
        return newest
    asked = _plain(query)
    late = asked in known.seen and time.monotonic() - known.at < LATE_SECONDS
    if late or asked == _plain(newest):
        known.seen.update((asked, _plain(newest)))
        known.at = time.monotonic()
        return newest
    known.seen, known.at = {asked}, time.monotonic()
    return query


def keep() -> None:
    """Has each run of this process ask `drawn_by`; Streamlit has no place to say so."""
    begin = ScriptRunContext.reset
    if getattr(begin, "_asks", False):
        return

    def reset(context: ScriptRunContext, query_string: str = "", **more: Any) -> None:
        page = more.get("page_script_hash", "")
        fragment = bool(more.get("fragment_ids_this_run"))
        history = bool(more.get("is_history_navigation"))
        query_string = drawn_by(context, query_string, page, fragment, history)
        begin(context, query_string=query_string, **more)

    reset._asks = True  # type: ignore[attr-defined]
    ScriptRunContext.reset = reset  # type: ignore[assignment,method-assign]
