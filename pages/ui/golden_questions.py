"""A golden set's questions, each with its evidence in the text around it."""

from collections.abc import Sequence

import streamlit as st

from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr, trn
from golden_sets.question import Passage, Question
from pages.ui import stored
from pages.ui.golden_choice import found_questions, select
from pages.ui.golden_overview import CLASS_WORDS, SPLIT_WORDS
from pages.ui.golden_terms import KIND_WORDS
from pages.ui.question_links import address, brief, link, no_link, shown
from pages.ui.question_links import words as question_words
from pages.ui.source import ROLES, STYLE, around, key_html

SHOWN_TEXT = 160


def show(golden: GoldenSet) -> None:
    """The questions that the filters leave, and the one the URL names."""
    if not golden.questions:
        st.info(tr("This set has no question yet."), icon=":material/info:")
        _write(golden, "", tr("Write its first questions"))
        return
    found = found_questions(golden)
    words = trn("{n:,} question", "{n:,} questions", len(found))
    words = tr("{found} of {n:,}", found=words, n=len(golden.questions))
    st.markdown(f"## {words}")
    question = _question(golden, found)
    if question is None:
        st.info(tr("No question fits. Take a filter away."), icon=":material/info:")
        return
    _one(golden, question)
    _table(found)


def _question(golden: GoldenSet, found: Sequence[Question]) -> Question | None:
    """The question the URL names, else the first of those found."""
    by_id = {question.id: question for question in golden.questions}
    asked = st.query_params.get("question", "")
    if asked and asked not in by_id:
        st.info(tr("The question this link names is not in the set."), icon=":material/info:")
        asked = ""
    if not asked and not found:
        return None
    name = asked or found[0].id
    inside = {question.id for question in found} | {name}
    options = [one for one in by_id if one in inside]
    picked = select(
        tr("Question"),
        "question",
        options,
        name,
        lambda one: f"{one} · {brief(by_id[one].text)}",
        clears=("document", "part"),
    )
    st.query_params["question"] = picked
    _neighbours(golden, [one.id for one in found], picked)
    return by_id[picked]


def _neighbours(golden: GoldenSet, found: list[str], name: str) -> None:
    """Links to the questions before and after among those found."""
    at = found.index(name) if name in found else None
    kept = {
        key: st.query_params[key]
        for key in ("q", "kind", "class", "split", "tag")
        if key in st.query_params
    }
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        for label, step, icon in (
            (tr("Previous question"), -1, ":material/arrow_back:"),
            (tr("Next question"), 1, ":material/arrow_forward:"),
        ):
            to = None if at is None else at + step
            if to is None or not 0 <= to < len(found):
                no_link(label, icon)
                continue
            st.page_link(
                "pages/views/golden_set.py",
                label=label,
                icon=icon,
                query_params={
                    "set": golden.name,
                    "view": "questions",
                    "question": found[to],
                    **kept,
                },
            )
        if at is None:
            st.caption(tr("Not among the {n:,} of this filter", n=len(found)))
        else:
            st.caption(tr("{place:,} of {n:,}", place=at + 1, n=len(found)))


def _one(golden: GoldenSet, question: Question) -> None:
    """A question: its words, what it is, and its evidence."""
    question_words(question.text)
    st.text(" · ".join(facts(question)))
    with st.container(horizontal=True, gap="medium"):
        _write(golden, question.id, tr("Change it on the page Write"))
        runs = stored.store().runs(golden.name)
        if runs:
            st.page_link(
                "pages/views/question.py",
                label=tr("What the last run made of it"),
                icon=":material/find_in_page:",
                query_params={"run": runs[0].id, "question": question.id},
            )
    if not question.evidence:
        st.info(tr("No answer in the documents; what is right is to find nothing."))
        return
    st.html(STYLE + key_html() + evidence_html(golden, question))


def facts(question: Question) -> list[str]:
    """What a question is, a phrase each."""
    kind = question.kind
    said = [question.id, tr(KIND_WORDS[kind])]
    if question.question_class:
        name = question.question_class
        said.append(tr("class {name}", name=tr(CLASS_WORDS[name]) if name in CLASS_WORDS else name))
    if question.split:
        said.append(tr("split {name}", name=tr(SPLIT_WORDS[question.split])))
    if question.tags:
        said.append(tr("tags {names}", names=", ".join(question.tags)))
    if question.weight != 1:
        said.append(tr("weight {n:g}", n=question.weight))
    if question.author:
        said.append(tr("by {name}", name=question.author))
    if question.checked_by:
        said.append(tr("checked by {name}", name=question.checked_by))
    return said


def evidence_html(golden: GoldenSet, question: Question) -> str:
    """Every alternative with its passages, each inside the text around it."""
    html = []
    many = len(question.evidence)
    for number, way in enumerate(question.evidence, 1):
        if many > 1:
            words = tr("Alternative {number} of {many}: enough by itself", number=number, many=many)
            html.append(f"<h3>{shown(words)}</h3>")
        html += [_passage(golden, question, passage) for passage in way]
    return "".join(html)


def _passage(golden: GoldenSet, question: Question, passage: Passage) -> str:
    document = golden.by_id()[passage.document]
    place = address(
        "golden-set",
        set=golden.name,
        view="documents",
        document=document.id,
        question=question.id,
    )
    role = tr(ROLES[passage.role])
    said = [f"<strong>{shown(role)}</strong>", link(place, document.id)]
    start, end = passage.span
    words = [tr("{start:,} to {end:,}", start=start, end=end)]
    words += [] if passage.confirmed else [tr("not confirmed by a person")]
    words += [tr("any part of the document will do")] if passage.whole else []
    said += [f"<span>{shown(one)}</span>" for one in words]
    return (
        f'<div class="cb-unit"><div class="cb-top">{"".join(said)}</div>'
        f'<div class="cb-text">{around(document, passage)}</div></div>'
    )


def _table(found: Sequence[Question]) -> None:
    """All that the filters leave, to be read down; the choice above opens one."""
    words = tr("The {n:,} questions as a table", n=len(found))
    with st.expander(words, icon=":material/table:"):
        st.dataframe(
            [
                {
                    tr("Question"): one.id,
                    tr("Words"): brief(one.text, SHOWN_TEXT),
                    tr("Kind"): tr(KIND_WORDS[one.kind]),
                    tr("Class"): one.question_class,
                    tr("Split"): one.split or "",
                    tr("Tags"): ", ".join(one.tags),
                }
                for one in found
            ],
            hide_index=True,
        )


def _write(golden: GoldenSet, question: str, label: str) -> None:
    st.page_link(
        "pages/views/write.py",
        label=label,
        icon=":material/edit:",
        query_params={"set": golden.name, **({"question": question} if question else {})},
    )
