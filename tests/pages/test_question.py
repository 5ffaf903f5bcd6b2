"""The page of one question: as the URL names it, and what it says to names it does not know."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.factory import write_run

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
    assert app.selectbox(key="question_name").value == "q2"
    assert app.selectbox(key="question_first").value == ("fixed-120c", "bm25")
    assert app.selectbox(key="question_second").value == ("", "")
    # The legend has a mark too, without a title.
    assert '<mark class="cb-answer" title="answer passage">| Solo | 200 |</mark>' in html(app)


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
        ({"budget": "7"}, "no such budget"),
        ({"variant": "nope", "retriever": "bm25"}, "no such variant"),
    ],
)
def test_a_stale_name_gets_one_sentence(run, query, sentence):
    app = opened(**query)
    assert sentence in app.info[0].value


def test_a_link_to_share_names_everything_it_shows(run):
    shown = opened().query_params
    assert shown["run"] == run["run"]["id"]
    assert {"question", "variant", "retriever", "budget"} <= set(shown)


def neighbours(app):
    links = [part.proto for part in app.get("page_link")]
    return {link.label: (link.disabled, link.query_string) for link in links}


def test_the_questions_before_and_after_are_one_click_away(run):
    shown = neighbours(opened(question="q2", variant="fixed-120c", retriever="vector"))
    assert "question=q1&variant=fixed-120c&retriever=vector" in shown["Previous question"][1]
    assert "question=q3&variant=fixed-120c&retriever=vector" in shown["Next question"][1]


def test_there_is_nothing_before_the_first_and_after_the_last(run):
    assert neighbours(opened(question="q1"))["Previous question"][0]
    assert neighbours(opened(question="q4"))["Next question"][0]


def test_a_run_whose_contexts_are_not_stored_says_so(run, monkeypatch):
    def none(*_):
        raise KeyError("no contexts")

    monkeypatch.setattr("evaluation.store.RunStore.contexts", none)
    assert "holds no context" in opened(question="q1").info[0].value


def test_a_run_without_an_answerable_question_says_so(empty_store, tmp_path):
    lines = tmp_path / "handbook" / "questions.jsonl"
    lines.write_text('{"id": "q4", "question": "Who founded it?", "evidence": []}')
    write_run(tmp_path / "handbook", empty_store)
    assert "no answerable question" in opened().info[0].value


def test_without_a_run_it_says_what_makes_one(empty_store, monkeypatch):
    monkeypatch.setattr("evaluation.jobs.Jobs.start", lambda *_: pytest.fail("started"))
    app = AppTest.from_file(APP, default_timeout=30)
    app.switch_page("pages/views/question.py")
    app.run()
    assert "The start page makes the first" in app.info[0].value
