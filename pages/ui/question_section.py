"""The start page's last part: one question, opened to its context under two variants."""

from typing import Any

import streamlit as st

from golden_sets.golden_set import GoldenSet
from golden_sets.language import of_error, tr
from golden_sets.question import Question
from golden_sets.reading import GoldenSetError
from pages.ui import stored
from pages.ui.question_view import show_context, show_outcome
from pages.ui.results import RETRIEVER_NAMES, Row, question_query

Report = dict[str, Any]


def _golden_set(report: Report) -> GoldenSet | None:
    """The golden set the run was made on; None, with a sentence, where it has changed since."""
    try:
        golden = stored.golden_set(report["run"]["golden_set"]["name"])
    except GoldenSetError as error:
        st.info(tr("The golden set cannot be read now, so its text is not shown."))
        # The error may quote a document, which is never read as markdown.
        st.code(tr(of_error(error)), language=None, wrap_lines=True)
        return None
    if golden.digest != report["run"]["golden_set"]["digest"]:
        st.info(tr("The golden set has changed since this run. Run it again to see its questions."))
        return None
    return golden


def telling(found: list[Row]) -> str | None:
    """The first question that some variants hit and others miss, else the first of all."""
    # Every result of a report asks the same questions in the same order.
    asked = zip(*(row.result["per_question"] for row in found), strict=False)
    tells = (scores[0]["id"] for scores in asked if len({one["hit"] for one in scores}) > 1)
    first = (one["id"] for row in found for one in row.result["per_question"])
    name: str | None = next(tells, None) or next(first, None)
    return name


def telling_query(report: Report, found: list[Row]) -> dict[str, str] | None:
    """The address of the question page for a question that tells variants apart, under two of
    them; None where none can be opened yet.

    One whose answer a cut broke under the first, and that the second has whole, where there is one.
    """
    if not found or not stored.is_stored(report):
        return None
    question, first, other = split_for_one(found) or (
        telling(found),
        found[0],
        found[_other(found)],
    )
    if question is None:
        return None
    query = question_query(report["run"]["id"], question, first)
    return {**query, "with": other.variant, "with_retriever": other.retriever}


def split_for_one(found: list[Row]) -> tuple[str, Row, Row] | None:
    """The first question that a row splits and another of the same retriever has complete."""
    for scores in zip(*(row.result["per_question"] for row in found), strict=False):
        outcomes = [score["outcome"] for score in scores]
        for row, outcome in zip(found, outcomes, strict=True):
            if outcome != "split":
                continue
            for other, became in zip(found, outcomes, strict=True):
                if became == "complete" and other.retriever == row.retriever:
                    return scores[0]["id"], row, other
    return None


def show(report: Report, found: list[Row]) -> None:
    """One question opened to its context."""
    st.divider()
    st.markdown("## " + tr("One question, opened to what the reader is handed"))
    run = report["run"]["id"]
    if not stored.is_stored(report):
        st.caption(tr("Questions can be opened when the run is complete."))
        return
    golden = _golden_set(report)
    if golden is None or not found:
        return
    names = [question.id for question in golden.answerable]
    texts = {question.id: question.text for question in golden.answerable}
    first = telling(found)
    question = st.selectbox(
        tr("Question"),
        names,
        index=names.index(first) if first in names else 0,
        format_func=lambda name: f"{name} · {texts[name]}",
        key="question",
    )
    keys = [(row.variant, row.retriever) for row in found]
    left, right = st.columns(2)
    for side, column, at in (("a", left, 0), ("b", right, _other(found))):
        with column:
            variant, retriever = st.selectbox(
                tr("First variant") if side == "a" else tr("Second variant"),
                keys,
                index=at,
                format_func=lambda key: f"{key[0]} · {RETRIEVER_NAMES[key[1]]}",
                key=f"variant_{side}",
            )
            row = found[keys.index((variant, retriever))]
            st.page_link(
                "pages/views/question.py",
                label=tr("Open on a page of its own"),
                icon=":material/open_in_new:",
                query_params=question_query(run, question, row),
            )
            asked = next(q for q in golden.questions if q.id == question)
            _side(report, row, asked, golden)


def _side(report: Report, row: Row, question: Question, golden: GoldenSet) -> None:
    """The question under one row; a run from elsewhere may lack it, or what was handed over."""
    scores = row.result["per_question"]
    score = next((one for one in scores if one["id"] == question.id), None)
    if score is None:
        st.info(tr("This run has no score of the question."), icon=":material/info:")
        return
    run = report["run"]["id"]
    try:
        context = stored.context(run, row.variant, row.retriever, row.budget_tokens, question.id)
    except KeyError:
        show_outcome(score["outcome"])
        st.info(
            tr("The store holds no context of this question under this variant."),
            icon=":material/info:",
        )
        return
    show_context(question, score["outcome"], context, golden, report["run"]["fill"])


def _other(found: list[Row]) -> int:
    """The first row of `structure` without overlap and headers, to stand beside the first row."""
    plain = (
        number
        for number, row in enumerate(found)
        if row.strategy == "structure" and not row.headers and not row.overlap
    )
    return next(plain, len(found) - 1)
