"""One's own documents: from files to what each strategy does, questions, and the run."""

import json
from functools import partial

import pytest
import streamlit as st

from golden_sets.making import create_set
from golden_sets.uploads import Sent, take
from tests.pages import apps
from tests.pages.factory import HOSTILE, LEAVE, QUESTIONS


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    monkeypatch.setenv("CHUNKBOARD_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("CHUNKBOARD_GOLDEN_SETS", str(tmp_path / "own"))
    st.cache_resource.clear()
    return tmp_path / "own"


@pytest.fixture
def ours(shelf):
    folder = create_set("ours", "", "Ana")
    text = LEAVE + "\n\n".join(f"Rule {n} is about as long as others are." for n in range(60))
    taken = take(folder, [Sent("leave.md", text.encode())], "Ana")
    assert taken.added == ["leave.md"]
    return folder


opened = partial(apps.opened, "own")


def texts(app):
    return [one.value for kind in ("markdown", "caption", "text", "info") for one in app.get(kind)]


def test_it_begins_with_a_place_to_drop_documents(shelf):
    app = opened()
    assert not app.exception
    assert app.button(key="own_make").disabled
    assert app.text_input(key="own_name").value == "our-documents"


def test_a_set_that_is_not_ones_own_is_said(shelf):
    for name in ("handbook", "none-such", "<b>x</b>"):
        app = opened(set=name)
        assert "not one of yours" in app.info[0].value
        assert "set" not in app.query_params


def test_each_strategy_is_shown_before_any_question(ours):
    app = opened(set="ours")
    assert not app.exception
    table = app.dataframe[0].value
    assert list(table["Strategy"])[:2] == ["fixed", "recursive"]
    assert table["Chunks"].min() > 5
    assert any("ends" in one and "inside a sentence" in one for one in texts(app))
    assert not any(one.key == "own_run" for one in app.button)
    app.segmented_control(key="own_size").set_value("200").run()
    assert app.dataframe[0].value["Chunks"].min() > table["Chunks"].min()


def test_a_run_is_offered_once_a_question_has_its_answer(ours, started):
    rows = [json.dumps(row) for row in QUESTIONS[:1]]
    (ours / "questions.jsonl").write_text("\n".join(rows) + "\n")
    app = opened(set="ours")
    assert any("decides nothing" in one for one in texts(app))
    app.button(key="own_run").click().run()
    assert started == ["ours"]


def test_documents_that_cannot_be_read_are_named(ours):
    (ours / "documents" / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    app = opened(set="ours")
    assert any("broken.pdf" in one.value for one in app.code)


def test_text_is_never_markup(ours):
    app = opened(set="ours")
    assert not any(HOSTILE in one for one in texts(app))


def test_all_of_it_in_chinese(ours):
    app = opened(set="ours", lang="zh")
    assert not app.exception
    assert app.title[0].value == "您自己的文档"
    assert "策略" in app.dataframe[0].value.columns
