"""Which question the page is about, among those of one outcome."""

from collections import Counter
from collections.abc import Sequence

import streamlit as st

from golden_sets.language import marked, tr
from pages.ui import url_kept
from pages.ui.question_choice import Pair, pick
from pages.ui.question_given import Given, back
from pages.ui.question_links import brief, no_link
from pages.ui.question_terms import term
from pages.ui.question_view import OUTCOME_WORDS
from pages.ui.results import Row

DIFFERS = "differs"
ALL = "all"
FILTERS = {
    ALL: marked("All questions"),
    DIFFERS: marked("The two outcomes differ"),
}


def outcomes(names: Sequence[str], row: Row) -> dict[str, str]:
    """Each question's outcome under the row; what has no score has no answer to find."""
    found = {score["id"]: score["outcome"] for score in row.result["per_question"]}
    return {name: found.get(name, "not_applicable") for name in names}


def question(given: Given, pair: Pair) -> str:
    """The question the URL names among those of the filter it names."""
    asked = st.query_params.get("question", "")
    if asked and asked not in given.names:
        back(tr("This run has no such question."), run=given.run)
    left, right = st.columns([2, 5])
    with left:
        kept = _filtered(given, pair)
    if not kept:
        kept = list(given.names)
    name = asked or kept[0]
    at = {one: place for place, one in enumerate(given.names)}
    # A question that a link names is shown though the filter leaves it out.
    options = sorted({*kept, name}, key=at.__getitem__)
    with right:
        picked = pick(
            tr("Question"),
            "question_name",
            options,
            name,
            lambda one: st.query_params.__setitem__("question", one),
            lambda one: f"{one} · {brief(given.texts[one])}" if one in given.texts else one,
        )
    st.query_params["question"] = picked
    _neighbours(given, pair, kept, picked, at)
    return str(picked)


def _filtered(given: Given, pair: Pair) -> list[str]:
    """The questions of the outcome that the URL names and the person can change."""
    first = outcomes(given.names, pair.first)
    second = outcomes(given.names, pair.second) if pair.second else first
    differing = [name for name in given.names if first[name] != second[name]]
    counts = {ALL: len(given.names)}
    counts |= {DIFFERS: len(differing)} if pair.second else {}
    seen = Counter(first.values())
    counts |= {name: seen[name] for name in OUTCOME_WORDS if seen[name]}
    asked = st.query_params.get("outcome", ALL)
    if asked not in counts:
        st.info(
            tr("No question has the outcome that this link names here, so all are shown."),
            icon=":material/info:",
        )
        asked = ALL
    words = {**FILTERS, **OUTCOME_WORDS}

    def members(outcome: str) -> list[str]:
        if outcome == DIFFERS:
            return differing
        return [name for name in given.names if outcome in (ALL, first[name])]

    @url_kept.one_step()
    def changed(outcome: str) -> None:
        st.query_params["outcome"] = outcome
        if st.query_params.get("question") not in members(outcome):
            st.query_params.pop("question", None)

    picked = pick(
        tr("Outcome under the first"),
        "question_outcome",
        list(counts),
        asked,
        changed,
        lambda one: f"{tr(words[one])} ({counts[one]:,})",
        term("outcome"),
    )
    if picked == ALL:
        st.query_params.pop("outcome", None)
    return members(picked)


def _neighbours(given: Given, pair: Pair, kept: list[str], name: str, at: dict[str, int]) -> None:
    """Links to the questions before and after among those of the filter."""
    before = next((one for one in reversed(kept) if at[one] < at[name]), None)
    after = next((one for one in kept if at[one] > at[name]), None)
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        for label, other, icon in (
            (tr("Previous question"), before, ":material/arrow_back:"),
            (tr("Next question"), after, ":material/arrow_forward:"),
        ):
            if other is None:
                no_link(label, icon)
                continue
            st.page_link(
                "pages/views/question.py",
                label=label,
                icon=icon,
                query_params=pair.query(given.run, other),
            )
        if name in kept:
            place = kept.index(name) + 1
            st.caption(tr("{place:,} of {n:,}", place=place, n=len(kept)))
        else:
            st.caption(tr("Not among the {n:,} of this filter", n=len(kept)))
