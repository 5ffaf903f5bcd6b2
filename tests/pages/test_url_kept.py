"""A page opens under what the link to it names."""

from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.ui import url_kept


@pytest.fixture
def session(monkeypatch):
    """A session on the page `start`; what its address and the link to the next page say."""
    held = SimpleNamespace(query_params={}, session_state={url_kept.PAGE: "start"})
    monkeypatch.setattr(url_kept, "st", held)
    context = SimpleNamespace(query_string="", pages_manager=None)
    monkeypatch.setattr(url_kept, "get_script_run_ctx", lambda suppress_warning: context)
    return held, context


def test_a_link_keeps_each_value_it_names(session):
    held, context = session
    context.query_string = "run=r1&budget=200&class=a&class=b&kind="
    held.query_params["run"] = "r1"
    url_kept.arrive("compare")
    kept = {"run": "r1", "budget": ["200"], "class": ["a", "b"], "kind": [""]}
    assert held.query_params == kept


def test_what_a_person_takes_out_of_the_address_stays_out(session):
    held, context = session
    url_kept.arrive("compare")
    context.query_string = "budget=200"
    url_kept.arrive("compare")
    assert held.query_params == {}


def test_the_first_page_of_a_session_is_left_to_streamlit(session):
    held, context = session
    held.session_state.clear()
    context.query_string = "budget=200"
    url_kept.arrive("compare")
    assert held.query_params == {}


def test_language_and_streamlits_own_names_are_not_put_back(session):
    held, context = session
    context.query_string = "lang=zh&embed=true&embed_options=dark_theme"
    url_kept.arrive("compare")
    assert held.query_params == {}, "writing `embed` would be an error"


def message(query_string):
    made = ForwardMsg()
    made.page_info_changed.query_string = query_string
    return made


@pytest.fixture
def sent(session):
    """What reaches the browser, of a context that sends it as Streamlit's does."""
    held, context = session
    reached = []
    context._enqueue = reached.append
    return held, context, reached


def test_what_a_page_fills_in_is_one_step_of_the_browser(sent):
    held, context, reached = sent
    other = ForwardMsg()
    other.delta.new_element.text.body = "drawn"
    with url_kept.one_step():
        for address in ("run=1", "run=1&budget=60"):
            context.query_string = address
            context._enqueue(message(address))
            context._enqueue(other)
    assert reached == [other, other, message("run=1&budget=60")]
    context._enqueue(other)
    assert reached[3:] == [other], "and nothing is held back any more"
    assert held.session_state[url_kept.ADDRESS] == "run=1&budget=60"


def test_the_step_is_sent_though_the_page_breaks_off(sent):
    _, context, reached = sent
    with pytest.raises(ZeroDivisionError), url_kept.one_step():
        context._enqueue(message("run=1"))
        raise ZeroDivisionError
    assert reached == [message("run=1")]


def test_a_link_from_a_page_to_itself_shows_at_once(sent):
    _, context, reached = sent
    context.enqueue = reached.append
    context.enqueue = lambda one: context._enqueue(one)
    context.query_string = "set=ours"
    with url_kept.one_step():
        url_kept.follow("start")
        assert reached == [message("set=ours")], "what is held back does not hold this"
    url_kept.follow("start")
    assert reached == [message("set=ours")], "not again while nothing changes"


def test_a_link_to_another_page_leaves_no_place_on_the_page_it_stands_on(sent):
    _, context, reached = sent
    context.enqueue = reached.append
    context.query_string = "question=q1"
    url_kept.follow("question")
    assert reached == []


def test_a_browser_that_asked_with_an_older_address_is_told_the_newest(sent):
    _, context, reached = sent
    context.enqueue = reached.append
    context.query_string = "now=b"
    with url_kept.one_step():
        pass
    url_kept.follow("start")
    assert reached == []
    context.pages_manager = SimpleNamespace(address_known=SimpleNamespace(late=True))
    url_kept.follow("start")
    assert reached == [message("now=b")]
