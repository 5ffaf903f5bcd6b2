"""A page is drawn by the newest address, also where the browser asks with one before it.

The browser says with each request what its address is. What it asks before it has heard of an
address that the page wrote (a slider whose value also went with a fragment that looks again by
itself, a button pressed at once) names the one before: drawn by that, the page would take back
what the person just chose, under an address that says otherwise.
"""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

# Where it is kept: each session has a page manager of its own.
_KNOWN = "address_known"


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


def drawn_by(context: ScriptRunContext, asked: RerunData) -> str:
    """The address that a run which begins is to be drawn by.

    An address before the newest is late, unless a link was followed to it: with that alone the
    browser sends no widget of the page. No link leads to a fragment.
    """
    found = known(context)
    led = asked.page_script_hash != context.page_script_hash or asked.is_history_navigation
    if found is None or led:
        setattr(context.pages_manager, _KNOWN, Known(context, asked.query_string))
        return asked.query_string
    newest = found.context.query_string
    found.context = context
    if asked.fragment_id_queue:
        return newest
    here = _plain(asked.query_string)
    found.late = here != _plain(newest) and here in found.seen and not _is_link(asked, found)
    if found.late or here == _plain(newest):
        found.seen |= {here, _plain(newest)}
        return newest
    found.seen = {here}
    return asked.query_string


def _is_link(asked: RerunData, found: Known) -> bool:
    states = asked.widget_states
    return states is not None and all(one.id in found.frame for one in states.widgets)


def keep() -> None:
    """Has each run of this process ask `drawn_by`; Streamlit has no place to say so."""
    run = ScriptRunner._run_script
    if getattr(run, "asks", False):
        return

    def run_script(runner: ScriptRunner, rerun_data: RerunData) -> None:
        context = get_script_run_ctx(suppress_warning=True)
        if context is not None:
            rerun_data = replace(rerun_data, query_string=drawn_by(context, rerun_data))
        run(runner, rerun_data)

    run_script.asks = True  # type: ignore[attr-defined]
    ScriptRunner._run_script = run_script  # type: ignore[assignment,method-assign]
