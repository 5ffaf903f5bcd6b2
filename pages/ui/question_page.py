"""The page of one question."""

from collections.abc import Sequence

import streamlit as st

from golden_sets.language import marked, tr
from pages.ui import question_lanes, question_sides
from pages.ui.question_choice import Pair, key_of, label_of, of_one_budget, variants
from pages.ui.question_filter import question
from pages.ui.question_given import Given, given, report
from pages.ui.question_links import words as question_words
from pages.ui.question_view import OUTCOME_WORDS
from pages.ui.results import Row, rows

UNMARKED = marked("The evidence of this question is not marked: what the run used is not at hand.")


def show() -> None:
    """The question named by `?run=&question=`, under `?variant=&retriever=` and, where the URL
    names it, `?with=&with_retriever=` beside it."""
    st.title(tr("Question"))
    found = report()
    st.query_params["run"] = found["run"]["id"]
    asked = given(found)
    budget = of_one_budget(found, rows(found))
    pair = variants(asked.run, budget)
    name = question(asked, pair)
    _heading(asked, name)
    sides = question_sides.show(asked, pair, name)
    _others(budget, pair, name)
    question_lanes.show(asked, pair, name, sides)


def _heading(asked: Given, name: str) -> None:
    """The question in full, and where it comes from."""
    question_words(asked.texts.get(name, name))
    created = asked.report["run"]["created"].replace("T", " ").replace("Z", " UTC")
    left, right = st.columns([3, 1], vertical_alignment="center")
    left.text(
        tr(
            "{name} of {golden_set}, run {run} of {created}",
            name=name,
            golden_set=asked.golden_set,
            run=asked.run,
            created=created,
        )
    )
    if name in asked.questions:
        right.page_link(
            "pages/views/golden_set.py",
            label=tr("In the golden set"),
            icon=":material/menu_book:",
            query_params={"set": asked.golden_set, "question": name},
        )
    if asked.said:
        unmarked = "" if name in asked.questions else tr(UNMARKED)
        st.info(f"{asked.said} {unmarked}", icon=":material/info:")


def _others(found: Sequence[Row], pair: Pair, name: str) -> None:
    """What became of the question under the other variants, in one line an outcome."""
    counts: dict[str, list[str]] = {}
    for other in found:
        for score in other.result["per_question"]:
            if score["id"] == name and other not in pair.rows:
                counts.setdefault(score["outcome"], []).append(label_of(key_of(other)))
    if not counts:
        return
    total = sum(map(len, counts.values()))
    label = tr("The other {n:,} results of this question", n=total)
    with st.expander(label, icon=":material/list:"):
        for outcome, words in OUTCOME_WORDS.items():
            if labels := counts.get(outcome):
                share = tr("{n:,} of {total:,}", n=len(labels), total=total)
                st.markdown(f"**{tr(words)}** ({share})")
                st.text(", ".join(labels))
