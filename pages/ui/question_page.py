"""The page of one question."""

from typing import Any

import streamlit as st

from golden_sets.golden_set import GoldenSet
from golden_sets.reading import GoldenSetError
from pages.ui import stored
from pages.ui.question_view import OUTCOME_WORDS, show_context
from pages.ui.results import RETRIEVER_NAMES, Row, of_budget, question_query, rows
from pages.ui.terms import TERMS


def _back(sentence: str) -> None:
    st.info(sentence)
    st.page_link("pages/views/start.py", label="To the start page", icon=":material/home:")
    st.stop()


def _report() -> dict[str, Any]:
    run = st.query_params.get("run", "")
    if not run:
        newest = stored.store().runs()
        if not newest:
            _back("No run is in the store yet. The start page makes the first.")
        run = newest[0].id
    try:
        return stored.report(run)
    except KeyError:
        _back("This run is not in the store. It may have been deleted.")
        raise


def _golden(report: dict[str, Any]) -> GoldenSet:
    golden = report["run"]["golden_set"]
    try:
        found = stored.golden_set(golden["name"])
    except GoldenSetError:
        _back("The golden set of this run is not at hand, so its text cannot be shown.")
        raise
    if found.digest != golden["digest"]:
        _back("The golden set has changed since this run, so its text cannot be shown.")
    return found


def _chosen(found: list[Row]) -> Row:
    """The result the URL names, or the person chooses."""
    keys = [(row.variant, row.retriever) for row in found]
    asked = (st.query_params.get("variant", ""), st.query_params.get("retriever", ""))
    if asked != ("", "") and asked not in keys:
        _back("This run has no such variant and retriever.")
    at = keys.index(asked) if asked in keys else 0
    picked = st.selectbox(
        "Variant and retriever",
        keys,
        index=at,
        format_func=lambda key: f"{key[0]} · {RETRIEVER_NAMES[key[1]]}",
        help=TERMS["retriever"],
    )
    st.query_params["variant"], st.query_params["retriever"] = picked
    return found[keys.index(picked)]


def _of_one_budget(found: list[Row]) -> list[Row]:
    """The rows of the budget the URL names, else of the run's smallest."""
    if not found:
        _back("This run has no answerable question, so there is nothing to open.")
    budgets = sorted({row.budget_tokens for row in found})
    asked = st.query_params.get("budget", str(budgets[0]))
    if asked not in map(str, budgets):
        _back("This run has no such budget.")
    st.query_params["budget"] = asked
    return of_budget(found, int(asked))


def _neighbours(run: str, names: list[str], name: str, row: Row) -> None:
    """Links to the questions before and after, under the same variant and retriever."""
    at = names.index(name)
    with st.container(horizontal=True, gap="medium"):
        for label, place, icon in (
            ("Previous question", at - 1, ":material/arrow_back:"),
            ("Next question", at + 1, ":material/arrow_forward:"),
        ):
            inside = 0 <= place < len(names)
            st.page_link(
                "pages/views/question.py",
                label=label,
                icon=icon,
                disabled=not inside,
                query_params=question_query(run, names[place] if inside else name, row),
            )


def _context(report: dict[str, Any], row: Row, name: str) -> dict[str, Any]:
    run = report["run"]["id"]
    try:
        return stored.context(run, row.variant, row.retriever, row.budget_tokens, name)
    except KeyError:
        _back("The store holds no context of this question under this variant.")
        raise


def show() -> None:
    """The question named by `?run=&question=&variant=&retriever=`."""
    st.title("Question")
    report = _report()
    st.query_params["run"] = report["run"]["id"]
    golden = _golden(report)
    found = _of_one_budget(rows(report))
    names = [question.id for question in golden.questions]
    texts = {question.id: question.text for question in golden.questions}
    asked = st.query_params.get("question", names[0])
    if asked not in names:
        _back("This golden set has no such question.")
    name = st.selectbox(
        "Question",
        names,
        index=names.index(asked),
        format_func=lambda key: f"{key} · {texts[key]}",
    )
    st.query_params["question"] = name
    row = _chosen(found)
    _neighbours(report["run"]["id"], names, name, row)
    question = next(q for q in golden.questions if q.id == name)
    st.text(question.text)
    _others(found, row, name)
    context = _context(report, row, name)
    scores = {score["id"]: score for score in row.result["per_question"]}
    outcome = scores[name]["outcome"] if name in scores else "not_applicable"
    show_context(question, outcome, context, golden, report["run"]["fill"])


def _others(found: list[Row], row: Row, name: str) -> None:
    """What became of the question under the other variants, in one line an outcome."""
    counts: dict[str, list[str]] = {}
    for other in found:
        for score in other.result["per_question"]:
            if score["id"] == name and other is not row:
                label = f"{other.variant} · {RETRIEVER_NAMES[other.retriever]}"
                counts.setdefault(score["outcome"], []).append(label)
    if not counts:
        return
    total = sum(map(len, counts.values()))
    with st.expander(f"The other {total} results of this question", icon=":material/list:"):
        for outcome, labels in counts.items():
            st.markdown(f"**{OUTCOME_WORDS[outcome]}** ({len(labels)} of {total})")
            st.text(", ".join(labels))
