"""The page of a golden set: what is in it, to be looked at and linked."""

import streamlit as st

from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr
from pages.ui import (
    golden_documents,
    golden_overview,
    golden_questions,
    preflight,
    set_choice,
    stored,
    url_kept,
)
from pages.ui.question_links import address
from pages.ui.url_choice import gone

VIEWS = {"questions": marked("Questions"), "documents": marked("Documents")}


def show() -> None:
    """The set, and of it the document or question, that the URL names."""
    st.title(tr("Golden set"))
    name = set_choice.chosen()
    golden = set_choice.read_or_stop(name)
    golden_overview.show(golden)
    _preflight(name, golden)
    st.divider()
    if _view() == "documents":
        golden_documents.show(golden)
    else:
        golden_questions.show(golden)


def _preflight(name: str, golden: GoldenSet) -> None:
    runs = stored.store().runs(name)
    report = stored.report(runs[0].id) if runs else None
    questions = {question.id for question in golden.questions}
    documents = {document.id for document in golden.documents}

    def place(one: str) -> str | None:
        if one in questions:
            return address("golden-set", set=name, view="questions", question=one)
        if one in documents:
            return address("golden-set", set=name, view="documents", document=one)
        return None

    preflight.section(name, report, place)


def _view() -> str:
    """Questions or documents, as the URL says; a link that names a document alone means that."""
    named = "documents" if "document" in st.query_params else "questions"
    asked = st.query_params.get("view", named)
    if asked not in VIEWS:
        gone(tr("Look at"), "view")
    st.session_state["golden_view"] = asked if asked in VIEWS else named

    @url_kept.one_step()
    def changed() -> None:
        st.query_params["view"] = st.session_state["golden_view"]
        st.query_params.pop("part", None)

    picked = st.segmented_control(
        tr("Look at"),
        list(VIEWS),
        key="golden_view",
        format_func=lambda one: tr(VIEWS[one]),
        required=True,
        on_change=changed,
    )
    st.query_params["view"] = str(picked)
    return str(picked)
