"""Another golden set than the shipped one, chosen on the start page and among the cuts."""

import json

import pytest

from tests.pages import apps
from tests.pages.factory import write_golden_set, write_run


@pytest.fixture
def ours(empty_store, tmp_path, monkeypatch):
    """A golden set `ours` on the team's own shelf, beside an empty store."""
    shelf = tmp_path / "own"
    folder = write_golden_set(shelf / "ours")
    (folder / "golden_set.toml").write_text('name = "ours"\n', encoding="utf-8")
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(shelf))
    monkeypatch.setattr("pages.ui.stored.find_golden_set", lambda name: folder)
    return folder


def opened(page="start", **query):
    return apps.app_of(page, **query).run()


def words(app):
    return "\n".join(str(element.value) for element in (*app.info, *app.error, *app.code))


def test_an_own_set_waits_to_be_run(ours, started):
    """Only the shipped example runs by itself: vectors of own documents may take an hour."""
    app = opened(set="ours")
    assert "ours has not been evaluated yet: 2 documents, 3 answerable questions" in words(app)
    assert started == []
    app.button(key="first_run").click().run()
    assert started == ["ours"]


def test_a_set_without_an_answer_says_what_to_do_next(ours, started):
    row = {"id": "q", "question": "Who?", "kind": "unanswerable", "evidence": []}
    (ours / "questions.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    app = opened(set="ours")
    assert "nothing to evaluate yet" in words(app)
    assert not app.exception and [b.key for b in app.button] == []


@pytest.mark.parametrize("page", ["start", "cuts"])
def test_a_set_that_cannot_be_read_gets_its_errors(ours, started, page):
    (ours / "questions.jsonl").write_text("{", encoding="utf-8")
    app = opened(page, set="ours")
    assert not app.exception and started == []
    assert "questions.jsonl:1" in words(app)


def test_a_link_to_a_set_that_is_gone_says_so(ours, started):
    app = opened("cuts", set="theirs")
    assert "Golden set: what this link names is not there any more." in words(app)


def test_the_cuts_of_an_own_set(ours):
    app = opened("cuts", set="ours")
    assert not app.exception
    assert app.selectbox(key="document").value in ("leave.md", "limits.md")


def test_where_another_set_was_run_its_page_opens_and_nothing_runs_unasked(ours, started, tmp_path):
    """Whose turn it is would be taken by an evaluation of `handbook` that nobody asked for."""
    write_run(ours, tmp_path / "store")
    app = opened()
    assert not app.exception and started == []
    assert any("ours: 2 documents" in one.value for one in (*app.header, *app.subheader))
    app = opened(set="handbook")
    assert started == [] and "has not been evaluated yet" in words(app)


def test_other_pages_open_at_the_set_this_session_was_at(ours):
    app = opened("cuts", set="ours")
    app.query_params.clear()
    app.switch_page("pages/views/tune.py").run()
    assert app.selectbox(key="write_set").value == "ours", "and not at `handbook`"
    assert app.query_params["set"] == "ours", "for whom this address is sent to"


def test_the_page_write_names_the_set_where_somebody_new_would_find_another(ours):
    app = opened("cuts", set="handbook")
    app.query_params.clear()
    app.switch_page("pages/views/write.py").run()
    assert app.query_params["set"] == "handbook"
