"""What the browser asks before it has heard of the page's address is drawn by that address."""

from types import SimpleNamespace

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData

from pages.ui import url_newest
from pages.ui.url_newest import drawn_by

PAGE = "hash of the page"
FRAME, SLIDER = "language_choice", "tune_overlap"


def asked(query, widgets=(FRAME, SLIDER), page=PAGE, **more):
    states = WidgetStates()
    for widget in widgets:
        states.widgets.add(id=widget, int_value=1)
    return RerunData(query_string=query, widget_states=states, page_script_hash=page, **more)


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

    def begin(self, query, **more):
        self.context = self.made()
        self.context.query_string = drawn_by(self.context, asked(query, **more))
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
    session.begin("now=a", fragment_id_queue=["watch"])
    session.writes("now=b")
    assert session.begin("now=a") == "now=b"


def test_a_fragment_has_the_newest_whatever_it_is_asked_with(session):
    session.writes("now=b")
    assert session.begin("now=c", fragment_id_queue=["watch"]) == "now=b"


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
    assert session.begin("now=a", is_history_navigation=True) == "now=a"


def test_another_page_has_the_address_it_is_asked_with(session):
    session.writes("now=b")
    assert session.begin("now=a", page="another") == "now=a"


def test_a_page_that_draws_itself_anew_sends_no_widgets(session):
    session.writes("now=b")
    data = RerunData(query_string="now=a", page_script_hash=PAGE)
    assert drawn_by(session.made(), data) == "now=b"


def test_however_the_browser_escapes_it_an_address_is_the_same(session):
    session.begin("set=%E5%90%88%E5%90%8C")
    session.writes("set=合同&question=q1")
    assert session.begin("set=合同") == "set=合同&question=q1"


def test_sessions_do_not_know_of_each_other(session):
    session.writes("now=b")
    assert Session().context.query_string == "now=a"


def test_each_run_of_the_process_asks(session, monkeypatch):
    ran = []
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda runner, data: ran.append(data))
    monkeypatch.setattr(url_newest, "get_script_run_ctx", lambda **_: session.context)
    url_newest.keep()
    url_newest.keep()
    session.writes("now=b")
    ScriptRunner._run_script("runner", asked("now=a"))
    assert ran == [asked("now=b")], "once"
