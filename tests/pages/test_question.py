"""The page of one question: as the URL names it, and what it says to names it does not know."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = str(Path(__file__).parent.parent.parent / "app.py")


def opened(**query):
    app = AppTest.from_file(APP, default_timeout=30)
    app.run()
    for name, value in query.items():
        app.query_params[name] = value
    app.switch_page("pages/views/question.py")
    app.run()
    assert not app.exception
    return app


def html(app):
    return "".join(part.proto.body for part in app.get("html"))


def test_the_url_chooses_question_variant_and_retriever(run):
    app = opened(run=run["run"]["id"], question="q2", variant="fixed-120c", retriever="bm25")
    assert app.selectbox[0].value == "q2"
    assert app.selectbox[1].value == ("fixed-120c", "bm25")
    assert '<mark class="cb-answer"' in html(app)


def test_hostile_text_is_shown_literally(run):
    shown = html(opened(run=run["run"]["id"], question="q3"))
    assert "&lt;b&gt;5&lt;/b&gt;" in shown
    assert "<b>5" not in shown and "<script" not in shown
    assert "$x$" in shown and ":red[now]" in shown


def test_an_unanswerable_question_says_there_is_nothing_to_find(run):
    app = opened(run=run["run"]["id"], question="q4")
    assert "No answer in the documents" in app.success[0].value


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"run": "nope"}, "This run is not in the store"),
        ({"question": "nope"}, "no such question"),
        ({"variant": "nope", "retriever": "bm25"}, "no such variant"),
    ],
)
def test_a_stale_name_gets_one_sentence(run, query, sentence):
    app = opened(**query)
    assert sentence in app.info[0].value


def test_without_a_run_it_says_what_makes_one(empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.jobs.Jobs.start", lambda *_: pytest.fail("started"))
    app = AppTest.from_file(APP, default_timeout=30)
    app.switch_page("pages/views/question.py")
    app.run()
    assert "The start page makes the first" in app.info[0].value
