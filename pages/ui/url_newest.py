"""A page is drawn by the newest address, also where the browser asks with one before it.

The browser says with each request what its address is. What it asks before it has heard of an
address that the page wrote (a button pressed at once, a fragment that looks again by itself) names
the one before: drawn by that, the page would take back what the person just chose, under an
address that says otherwise.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

# Where it is kept: each session has a page manager of its own.
_KNOWN = "address_known"


class Asked(str):
    """The address a request names.

    Attributes:
        widgets: The ids of the widgets it sends; None where it is not a person's.
    """

    widgets: Collection[str] | None = None


class Known:
    """What the server knows of one session's address on one page.

    Attributes:
        context: Of the last run, whose address is the newest.
        seen: Addresses since the browser led anywhere by itself.
        frame: The ids of widgets that every page has.
        late: Whether the last run was asked for with an address before the newest.
    """

    def __init__(self, context: ScriptRunContext, query: str) -> None:
        self.context = context
        self.seen = {_plain(query)}
        self.frame: frozenset[str] = frozenset()
        self.late = False


def _plain(query: str) -> str:
    """However the browser escapes it."""
    return urlencode(parse_qsl(query, keep_blank_values=True))


def known(context: ScriptRunContext) -> Known | None:
    found: Known | None = getattr(context.pages_manager, _KNOWN, None)
    return found


def note(context: ScriptRunContext) -> None:
    """Keeps that the browser may by now have the address a run has come to."""
    found = known(context)
    if found is not None:
        found.seen.add(_plain(context.query_string))


def frame_ends(context: ScriptRunContext) -> None:
    """Keeps which widgets a run has before those of its page."""
    found = known(context)
    if found is not None:
        found.frame = context.shared.widget_ids_this_run.snapshot()


def drawn_by(
    context: ScriptRunContext,
    asked: str,
    page: str,
    fragment: bool = False,
    history: bool = False,
) -> str:
    """The address that a run which begins is to be drawn by.

    An address before the newest is late, unless a link was followed to it: with that alone the
    browser sends no widget of the page. No link leads to a fragment.

    Args:
        page: The hash of the page asked for.
        history: Whether the browser goes back or forward.
    """
    query = str(asked)
    found = known(context)
    if found is None or history or page != context.page_script_hash:
        setattr(context.pages_manager, _KNOWN, Known(context, query))
        return query
    newest, found.context = found.context.query_string, context
    if fragment:
        return newest
    here = _plain(query)
    found.late = here != _plain(newest) and here in found.seen and not _is_link(asked, found)
    if found.late or here == _plain(newest):
        found.seen |= {here, _plain(newest)}
        return newest
    found.seen = {here}
    return query


def _is_link(asked: str, found: Known) -> bool:
    widgets = asked.widgets if isinstance(asked, Asked) else None
    return widgets is not None and found.frame.issuperset(widgets)


def request(data: RerunData) -> RerunData:
    """A request as this session is to take it.

    One that a fragment makes by itself sends what the controls of the page hold at that moment;
    what a person changed comes with a request of its own, and is to be answered by that.
    """
    asked = Asked(data.query_string)
    if data.is_auto_rerun:
        return replace(data, query_string=asked, widget_states=None)
    if data.widget_states is not None:
        asked.widgets = {one.id for one in data.widget_states.widgets}
    return replace(data, query_string=asked)


def keep() -> None:
    """Has each run of this process ask `drawn_by`; Streamlit has no place to say so."""
    take, begin = ScriptRequests.request_rerun, ScriptRunContext.reset
    if getattr(begin, "asks", False):
        return

    def request_rerun(requests: ScriptRequests, new_data: RerunData) -> bool:
        return take(requests, request(new_data))

    def reset(context: ScriptRunContext, query_string: str = "", **more: Any) -> None:
        page = more.get("page_script_hash", "")
        fragment = bool(more.get("fragment_ids_this_run"))
        history = bool(more.get("is_history_navigation"))
        begin(context, drawn_by(context, query_string, page, fragment, history), **more)

    reset.asks = True  # type: ignore[attr-defined]
    ScriptRequests.request_rerun = request_rerun  # type: ignore[assignment,method-assign]
    ScriptRunContext.reset = reset  # type: ignore[assignment,method-assign]
