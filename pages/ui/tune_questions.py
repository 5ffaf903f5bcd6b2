"""Questions gained and lost, and one of them opened under both settings."""

import re
from collections.abc import Sequence

import streamlit as st

from evaluation.tune_compare import Compared
from evaluation.tune_setting import Setting
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr, trn
from golden_sets.question import Question
from pages.ui import link_words
from pages.ui.question_view import OUTCOME_WORDS, show_context
from pages.ui.tune_controls import described, query
from pages.ui.tune_stored import Benched

SHOWN = 12
OPEN = "open"
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>$:~^&])")


def plain(words: str) -> str:
    """A label that is no markdown, whatever it holds."""
    return _MARKUP.sub(r"\\\1", " ".join(words.split()))


def changed(found: Compared, questions: Sequence[Question]) -> None:
    """The questions that came out differently, each a link to a view of it."""
    hit = found.rates["hit_rate"]
    texts = {question.id: question.text for question in questions}
    outcomes = [
        {row["id"]: row["outcome"] for row in side["per_question"]}
        for side in (found.pinned, found.current)
    ]
    left, right = st.columns(2, gap="medium")
    for column, names, title in (
        (left, hit.gained, trn("{n} question gained", "{n} questions gained", len(hit.gained))),
        (right, hit.lost, trn("{n} question lost", "{n} questions lost", len(hit.lost))),
    ):
        with column:
            st.markdown(f"**{title}**")
            for name in names[:SHOWN]:
                _link(name, texts[name], outcomes[0][name], outcomes[1][name])
            if len(names) > SHOWN:
                st.caption(tr("and {n} more; choose them below", n=len(names) - SHOWN))


def _link(name: str, text: str, before: str, after: str) -> None:
    st.page_link(
        "pages/views/tune.py",
        label=plain(name),
        icon=":material/find_in_page:",
        query_params={**query(), OPEN: name},
    )
    turned = tr("{before} → {after}", before=OUTCOME_WORDS[before], after=OUTCOME_WORDS[after])
    st.caption(f"{plain(text)}  \n{turned}")


def _changed() -> None:
    if st.session_state["tune_question"] is None:
        st.query_params.pop(OPEN, None)
        return
    st.query_params[OPEN] = st.session_state["tune_question"]


def opened(
    golden: GoldenSet, on: Benched, pinned: Setting, current: Setting, found: Compared
) -> None:
    """One question under both settings, as the address names it."""
    hit = found.rates["hit_rate"]
    names = [question.id for question in on.bench.golden.questions]
    ordered = [*hit.gained, *hit.lost, *(n for n in names if n not in {*hit.gained, *hit.lost})]
    asked = st.query_params.get(OPEN)
    st.header(tr("One question under both"), divider="gray")
    if asked is not None and asked not in names:
        kept = any(question.id == asked for question in golden.questions)
        link_words.say(
            tr("This question is kept for the decision, so it is not opened here.")
            if kept
            else tr("The question this link names is not in this golden set."),
        )
        del st.query_params[OPEN]
        asked = None
    texts = {question.id: question.text for question in golden.questions}
    st.session_state["tune_question"] = asked
    picked = st.selectbox(
        tr("Question to open"),
        ordered,
        index=None,
        format_func=lambda name: f"{name} · {texts[name]}",
        key="tune_question",
        on_change=_changed,
        placeholder=tr("Choose one, gained and lost first"),
    )
    if picked is None:
        return
    # A link to the page it stands on reaches the script, and the address only if it is written.
    st.query_params[OPEN] = picked
    question = next(one for one in golden.questions if one.id == picked)
    st.text(question.text)
    for column, side, result, title in zip(
        st.columns(2, gap="medium"),
        (pinned, current),
        (found.pinned, found.current),
        (tr("Pinned"), tr("Current")),
        strict=True,
    ):
        outcomes = {row["id"]: row["outcome"] for row in result["per_question"]}
        with column:
            st.markdown(f"**{title}** · {described(side)}")
            context = on.bench.context(side, picked)
            outcome = outcomes.get(picked, "not_applicable")
            show_context(question, outcome, context, golden, "whole")
