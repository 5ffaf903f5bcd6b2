"""What the browser asks before it has heard of the page's address is drawn by that address."""

from types import SimpleNamespace

import pytest
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from pages.ui import url_newest
from pages.ui.url_newest import LATE_SECONDS, drawn_by

PAGE = "hash of the page"


class Session:
    """Runs of one session, each with a context of its own as after a pause."""

    def __init__(self):
        self.manager = SimpleNamespace()
        self.begin("now=a")

    def begin(self, query, page=PAGE, **more):
        made = SimpleNamespace(pages_manager=self.manager, page_script_hash=PAGE)
        made.query_string = drawn_by(made, query, page, **more)
        self.context = made
        return made.query_string

    def writes(self, query):
        """As a control's callback does."""
        self.context.query_string = query


@pytest.fixture
def clock(monkeypatch):
    now = SimpleNamespace(time=100.0)
    monkeypatch.setattr(url_newest.time, "monotonic", lambda: now.time)
    return now


@pytest.fixture
def session(clock):
    return Session()


def test_what_came_before_the_browser_knew_is_drawn_by_the_newest(session):
    session.writes("now=b")
    assert session.begin("now=a") == "now=b"
    assert session.begin("now=a") == "now=b", "and so is what comes behind it"


def test_an_address_between_two_steps_of_one_run_is_not_the_newest_either(session):
    session.writes("now=b")
    url_newest.note(session.context)
    session.writes("now=b&model=auto")
    assert session.begin("now=b") == "now=b&model=auto"


def test_what_a_callback_writes_in_a_fragments_run_stays(session):
    session.begin("now=a", fragment=True)
    session.writes("now=b")
    assert session.begin("now=a") == "now=b"


def test_a_fragment_has_the_newest_whatever_it_is_asked_with(session, clock):
    session.writes("now=b")
    clock.time += 60
    assert session.begin("now=a", fragment=True) == "now=b"


def test_a_link_back_to_an_address_is_followed(session, clock):
    session.writes("now=b")
    session.begin("now=b")
    clock.time += LATE_SECONDS
    assert session.begin("now=a") == "now=a"


def test_links_between_two_addresses_are_followed_at_any_pace(session):
    for query in ("question=2", "question=1", "question=2", "now=a"):
        assert session.begin(query) == query


def test_back_is_followed_at_once(session):
    session.writes("now=b")
    assert session.begin("now=a", history=True) == "now=a"


def test_another_page_has_the_address_it_is_asked_with(session):
    session.writes("now=b")
    assert session.begin("now=a", page="another") == "now=a"


def test_however_the_browser_escapes_it_an_address_is_the_same(session):
    session.begin("set=%E5%90%88%E5%90%8C")
    session.writes("set=合同&question=q1")
    assert session.begin("set=合同") == "set=合同&question=q1"


def test_sessions_do_not_know_of_each_other(session):
    session.writes("now=b")
    assert Session().context.query_string == "now=a"


def test_each_run_of_the_process_asks(session, monkeypatch):
    asked = []
    monkeypatch.setattr(ScriptRunContext, "reset", lambda *a, **k: asked.append((a, k)))
    url_newest.keep()
    url_newest.keep()
    session.writes("now=b")
    more = {"page_script_hash": PAGE, "is_history_navigation": False}
    ScriptRunContext.reset(session.context, query_string="now=a", **more)
    assert asked == [((session.context,), {"query_string": "now=b", **more})], "once"
