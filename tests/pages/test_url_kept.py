"""A page opens under what the link to it names."""

from types import SimpleNamespace

import pytest

from pages.ui import url_kept


@pytest.fixture
def session(monkeypatch):
    """A session on the page `start`; what its address and the link to the next page say."""
    held = SimpleNamespace(query_params={}, session_state={url_kept.PAGE: "start"})
    monkeypatch.setattr(url_kept, "st", held)
    context = SimpleNamespace(query_string="")
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
