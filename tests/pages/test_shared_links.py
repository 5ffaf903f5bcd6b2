"""Permanent links, opened on another installation: after an import, and without the documents."""

import copy

import pytest
import streamlit as st
from sqlalchemy import text

from evaluation.database import open_store
from evaluation.run_archive import read_run
from evaluation.run_import import export_run, import_run
from evaluation.store import RunStore
from golden_sets.golden_set import load_golden_set
from golden_sets.reading import GoldenSetError
from tests.pages import apps
from tests.pages.decisions import write_decision
from tests.pages.factory import write_run
from tests.pages.test_decide import html, words


@pytest.fixture
def links(empty_store, tmp_path):
    """A run, a later one and a decided one, made elsewhere and imported here: page and address."""
    folder, theirs = tmp_path / "handbook", tmp_path / "theirs"
    decided = write_decision(folder, theirs)["run"]["id"]
    first = write_run(folder, theirs)
    engine = open_store(theirs)
    later = copy.deepcopy(first)
    later["run"]["id"] = "later"
    RunStore(engine).save(later, RunStore(engine).all_contexts(first["run"]["id"]))
    here = open_store(empty_store)
    for run in (first["run"]["id"], "later", decided):
        assert import_run(here, read_run("run.zip", export_run(engine, run))) == "imported"
    st.cache_resource.clear()
    run = first["run"]["id"]
    one = {"variant": "fixed-120c", "retriever": "bm25"}
    return {
        "run": ("runs", {"run": run}, run),
        "question": ("question", {"run": run, "question": "q1", **one}, "How many days off"),
        "comparison": ("runs", {"run": run, "with": "later"}, "later"),
        "decision": ("decide", {"run": decided}, "Keep recursive-120c"),
    }


def opened(page, query):
    return apps.opened(page, **query)


def text_of(app):
    return words(app) + "".join(one.value for one in app.text)


def test_each_link_opens_where_its_run_was_imported(links):
    for page, query, told in links.values():
        shown = text_of(opened(page, query))
        assert told in shown and "not there any more" not in shown, query
    page, query, _ = links["question"]
    assert "28 days" in html(opened(page, query)), "the golden set is here, so its text is shown"


def test_each_link_opens_where_the_documents_are_not_at_hand(links, monkeypatch):
    def gone(name):
        raise GoldenSetError("no golden set")

    monkeypatch.setattr("pages.ui.stored.find_golden_set", gone)
    st.cache_resource.clear()  # as after a restart
    for page, query, told in links.values():
        shown = text_of(opened(page, query))
        assert told in shown and "not there any more" not in shown, query
    page, query, _ = links["question"]
    app = opened(page, query)
    assert "not at hand, so its text is not shown" in words(app)
    assert "28 days" not in html(app) and "Its text is not at hand. Characters" in html(app)
    assert "is not at hand" in words(opened(*links["decision"][:2]))


def test_where_a_document_is_another_now_the_runs_own_text_is_shown(empty_store, tmp_path):
    folder = tmp_path / "handbook"
    run = write_run(folder, empty_store)["run"]["id"]
    store, engine = RunStore(open_store(empty_store)), open_store(empty_store)
    report, contexts = store.report(run), store.all_contexts(run)
    again = {**report, "run": {**report["run"], "id": "again"}}
    store.save(again, contexts, load_golden_set(folder).documents)
    path = folder / "documents" / "leave.md"
    path.write_text("Not a word of it.\n" + path.read_text("utf-8"), "utf-8")
    st.cache_resource.clear()
    query = {"run": run, "question": "q1", "variant": "fixed-120c", "retriever": "bm25"}
    app = opened("question", query)
    assert "the text shown is the run's own, kept when it was made" in words(app)
    assert "28 days" in html(app) and "Not a word of it" not in html(app)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM documents"))
    st.cache_resource.clear()
    app = opened("question", query)
    assert "28 days" not in html(app) and "Its text is not at hand" in html(app)
