"""What the browser asks before it has heard of the page's address is drawn by that address."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from streamlit import config
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from pages.ui import url_newest
from pages.ui.url_newest import drawn_by

PAGE = "hash of the page"
FRAME, SLIDER = "language_choice", "tune_overlap"


def states(widgets):
    made = WidgetStates()
    for widget in widgets:
        made.widgets.add(id=widget, int_value=1)
    return made


def asked(query, widgets=(FRAME, SLIDER), **more):
    """A request's address, as the server takes it."""
    return url_newest.request(RerunData(query, states(widgets), **more)).query_string


class Session:
    """Runs of one session, each with a context of its own as after a pause."""

    def __init__(self):
        self.manager = SimpleNamespace()
        self.begin("now=a")

    def made(self):
        ids = SimpleNamespace(snapshot=lambda: frozenset([FRAME]))
        return SimpleNamespace(
            pages_manager=self.manager,
            page_script_hash=PAGE,
            shared=SimpleNamespace(widget_ids_this_run=ids),
        )

    def begin(self, query, widgets=(FRAME, SLIDER), page=PAGE, **more):
        self.context = self.made()
        self.context.query_string = drawn_by(self.context, asked(query, widgets), page, **more)
        url_newest.frame_ends(self.context)
        return self.context.query_string

    def writes(self, query):
        """As a control's callback does."""
        self.context.query_string = query

    @property
    def late(self):
        return url_newest.known(self.context).late


@pytest.fixture
def session():
    return Session()


def test_what_came_before_the_browser_knew_is_drawn_by_the_newest(session):
    session.writes("now=b")
    assert session.begin("now=a") == "now=b" and session.late
    assert session.begin("now=a") == "now=b" and session.late, "and so is what comes behind it"
    assert session.begin("now=b") == "now=b" and not session.late


def test_an_address_between_two_steps_of_one_run_is_not_the_newest_either(session):
    session.writes("now=b")
    url_newest.note(session.context)
    session.writes("now=b&model=auto")
    assert session.begin("now=b") == "now=b&model=auto"


def test_what_a_callback_writes_in_a_fragments_run_stays(session):
    session.begin("now=a", fragment=True)
    session.writes("now=b")
    assert session.begin("now=a") == "now=b"


def test_a_fragment_has_the_newest_whatever_it_is_asked_with(session):
    session.writes("now=b")
    assert session.begin("now=c", fragment=True) == "now=b"


def test_a_link_back_to_an_address_is_followed(session):
    session.writes("now=b")
    assert session.begin("now=a", widgets=[FRAME]) == "now=a" and not session.late
    assert session.begin("now=b", widgets=[FRAME]) == "now=b"


def test_what_the_browser_writes_by_itself_is_followed(session):
    session.writes("now=b")
    assert session.begin("now=b&q=word") == "now=b&q=word"
    assert session.begin("now=b") == "now=b", "also when it is taken out again"


def test_back_is_followed(session):
    session.writes("now=b")
    assert session.begin("now=a", history=True) == "now=a"


def test_another_page_has_the_address_it_is_asked_with(session):
    session.writes("now=b")
    assert session.begin("now=a", page="another") == "now=a"


def test_a_page_that_draws_itself_anew_sends_no_widgets(session):
    session.writes("now=b")
    again = url_newest.request(RerunData("now=a")).query_string
    assert drawn_by(session.context, again, PAGE) == "now=b"
    assert drawn_by(session.context, "now=a", PAGE) == "now=b", "nor what its callbacks ask for"


def test_what_a_fragment_asks_by_itself_changes_no_control():
    """A change it took along would be taken as known when the person's own request comes."""
    data = RerunData("now=a", states([SLIDER]))
    assert url_newest.request(replace(data, is_auto_rerun=True)).widget_states is None
    assert url_newest.request(data).widget_states == states([SLIDER])


def test_a_change_under_a_request_that_came_by_itself_is_kept():
    """Streamlit joins what waits; the values come from the person's request."""
    requests = ScriptRequests()
    for data in (RerunData("a", states([SLIDER])), RerunData("a", None, is_auto_rerun=True)):
        assert requests.request_rerun(url_newest.request(data))
    assert requests.on_scriptrunner_ready().rerun_data.widget_states == states([SLIDER])


def test_however_the_browser_escapes_it_an_address_is_the_same(session):
    session.begin("set=%E5%90%88%E5%90%8C")
    session.writes("set=合同&question=q1")
    assert session.begin("set=合同") == "set=合同&question=q1"


def test_sessions_do_not_know_of_each_other(session):
    session.writes("now=b")
    assert Session().context.query_string == "now=a"


def test_each_run_of_the_process_asks(session, monkeypatch):
    ran, taken = [], []
    monkeypatch.setattr(ScriptRunContext, "reset", lambda *a, **more: ran.append((a, more)))
    monkeypatch.setattr(ScriptRequests, "request_rerun", lambda _, data: taken.append(data))
    url_newest.keep()
    url_newest.keep()
    session.writes("now=b")
    more = {"page_script_hash": PAGE, "is_history_navigation": False}
    ScriptRunContext.reset(session.context, query_string=asked("now=a"), **more)
    assert ran == [((session.context, "now=b"), more)], "once"
    ScriptRequests().request_rerun(RerunData("now=a", states([SLIDER])))
    assert taken[0].query_string.widgets == {SLIDER}


def test_a_session_has_one_run_at_a_time():
    """Two would share the address and the values of the controls."""
    assert config.get_option("runner.fastReruns") is False
