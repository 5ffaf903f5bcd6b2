"""What of a golden set is looked at: filters and choices that stand in the URL."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from evaluation.outcome_totals import NO_CLASS
from evaluation.set_overview import NO_SPLIT
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr
from golden_sets.question import Question
from pages.ui import url_kept
from pages.ui.golden_overview import CLASS_WORDS, SPLIT_WORDS
from pages.ui.golden_terms import KIND_WORDS, TERMS, term

ALL = ""


class Filter(NamedTuple):
    """One way to narrow the questions down.

    Attributes:
        of: What a question has of it; several for tags.
        words: What values of ours are called; others are the set's own.
    """

    name: str
    label: str
    of: Callable[[Question], Sequence[str]]
    words: dict[str, str]


def filters() -> tuple[Filter, ...]:
    """The filters, in the reader's language."""
    return (
        Filter("kind", tr("Kind"), lambda one: [one.kind], KIND_WORDS),
        Filter("class", tr("Class"), lambda one: [one.question_class or NO_CLASS], CLASS_WORDS),
        Filter("split", tr("Split"), lambda one: [one.split or NO_SPLIT], SPLIT_WORDS),
        Filter("tag", tr("Tag"), lambda one: one.tags, {}),
    )


def found_questions(golden: GoldenSet) -> list[Question]:
    """The questions that the search and the filters of the URL leave."""
    columns = st.columns([3, 2, 2, 2, 2])
    with columns[0]:
        words = _search()
    left = [one for one in golden.questions if matches(one, words)]
    for one, column in zip(filters(), columns[1:], strict=True):
        with column:
            value = _value(one, golden.questions)
        left = [question for question in left if not value or value in one.of(question)]
    return left


def matches(question: Question, words: str) -> bool:
    """Whether every word stands in the question's id or text, in any case."""
    text = f"{question.id} {question.text}".casefold()
    return all(word in text for word in words.casefold().split())


def _search() -> str:
    st.session_state["golden_search"] = st.query_params.get("q", "")

    def changed() -> None:
        write("q", st.session_state["golden_search"])

    found: str = st.text_input(
        tr("Search"),
        key="golden_search",
        on_change=changed,
        help=term("search"),
        placeholder=tr("words of questions"),
    )
    return found


def _value(one: Filter, questions: Sequence[Question]) -> str:
    """The value the URL names, among those that some question has."""
    known = sorted({value for question in questions for value in one.of(question)})
    asked = st.query_params.get(one.name, ALL)
    if asked and asked not in known:
        st.info(tr("No question has what this link asks for."))
        asked = ALL
    return select(one.label, one.name, [ALL, *known], asked, lambda v: _word(one, v), one.name)


def _word(one: Filter, value: str) -> str:
    if value == ALL:
        return tr("all")
    return tr(one.words[value]) if value in one.words else value


def select(
    label: str,
    name: str,
    options: Sequence[str],
    value: str,
    format_func: Callable[[str], str],
    what: str = "",
    clears: Sequence[str] = (),
) -> str:
    """A choice that stands in the URL under its name; "" stands for none and leaves it out.

    Args:
        clears: Parameters that mean nothing any more once the person chooses another.
    """
    key = f"golden_{name}"
    st.session_state[key] = value

    @url_kept.one_step()
    def changed() -> None:
        write(name, st.session_state[key])
        for other in clears:
            st.query_params.pop(other, None)

    picked: str = st.selectbox(
        label,
        options,
        key=key,
        format_func=format_func,
        on_change=changed,
        help=term(what) if what in TERMS else None,
    )
    return picked


def write(name: str, value: str) -> None:
    """Puts a value into the URL, or takes an empty one out."""
    if value:
        st.query_params[name] = value
    else:
        st.query_params.pop(name, None)
