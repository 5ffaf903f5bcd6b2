"""Which question, variants and budget the page is about, as its URL says."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from golden_sets.language import marked, tr
from pages.ui.question_given import Given, back
from pages.ui.question_links import brief
from pages.ui.question_terms import term
from pages.ui.question_view import OUTCOME_WORDS
from pages.ui.results import RETRIEVER_NAMES, Row, of_budget, question_query

Key = tuple[str, str]
NONE: Key = ("", "")
DIFFERS = "differs"
ALL = "all"
FILTERS = {
    ALL: marked("All questions"),
    DIFFERS: marked("The two outcomes differ"),
}


class Pair(NamedTuple):
    """The variants the page shows; the second may be missing."""

    first: Row
    second: Row | None

    @property
    def rows(self) -> list[Row]:
        return [self.first] if self.second is None else [self.first, self.second]

    def query(self, run: str, question: str) -> dict[str, str]:
        """What the address of this page says, under the filter that stands in it now."""
        named = question_query(run, question, self.first)
        if self.second is not None:
            named |= {"with": self.second.variant, "with_retriever": self.second.retriever}
        if kept := st.query_params.get("outcome"):
            named["outcome"] = kept
        return named


def pick(
    label: str,
    key: str,
    options: Sequence[Any],
    value: Any,
    write: Callable[[Any], None],
    format_func: Callable[[Any], str] = str,
    help: str | None = None,
) -> Any:
    """A choice whose value stands in the URL: `write` puts the person's there."""
    st.session_state[key] = value
    return st.selectbox(
        label,
        options,
        key=key,
        on_change=lambda: write(st.session_state[key]),
        format_func=format_func,
        help=help,
    )


def label_of(key: Key) -> str:
    """A variant under a retriever, as all of the page calls it."""
    return f"{key[0]} · {RETRIEVER_NAMES[key[1]]}" if key != NONE else tr("none")


def key_of(row: Row) -> Key:
    return row.variant, row.retriever


def of_one_budget(run: str, found: list[Row]) -> list[Row]:
    """The rows of the budget the URL names, else of the run's smallest; several can be chosen."""
    if not found:
        back(tr("This run has no answerable question, so there is nothing to open."))
    budgets = sorted({row.budget_tokens for row in found})
    asked = st.query_params.get("budget", str(budgets[0]))
    if asked not in map(str, budgets):
        back(tr("This run has no such budget."), run=run)
    st.query_params["budget"] = asked
    if len(budgets) > 1:
        _budgets([str(budget) for budget in budgets], asked)
    return of_budget(found, int(st.query_params["budget"]))


def _budgets(budgets: list[str], asked: str) -> None:
    st.session_state["question_budget"] = asked

    def changed() -> None:
        st.query_params["budget"] = st.session_state["question_budget"]

    st.segmented_control(
        tr("Budget, context tokens"),
        budgets,
        key="question_budget",
        required=True,
        on_change=changed,
        help=term("budget"),
    )


def variants(run: str, found: list[Row]) -> Pair:
    """The two variants of the URL, each with its retriever; the second is optional."""
    rows = {key_of(row): row for row in found}
    first = _asked("variant", "retriever", rows) or next(iter(rows))
    if first not in rows:
        back(tr("This run has no such variant and retriever."), run=run)
    second = _asked("with", "with_retriever", rows) or NONE
    if second != NONE and second not in rows:
        st.info(
            tr("This run has no such second variant and retriever, so one is shown."),
            icon=":material/info:",
        )
        second = NONE
    left, right = st.columns(2)
    with left:
        first = pick(
            tr("Variant and retriever"),
            "question_first",
            list(rows),
            first,
            lambda key: _write("variant", "retriever", key),
            label_of,
            term("retriever"),
        )
    with right:
        second = pick(
            tr("Beside it"),
            "question_second",
            [NONE, *rows],
            second,
            lambda key: _write("with", "with_retriever", key),
            label_of,
            tr("A second variant under the same budget, to see what each hands the reader."),
        )
    _write("variant", "retriever", first)
    _write("with", "with_retriever", second)
    return Pair(rows[first], rows.get(second))


def _asked(variant: str, retriever: str, rows: dict[Key, Row]) -> Key | None:
    """The pair the URL names; a variant alone goes with the first retriever it has."""
    named = st.query_params.get(variant, ""), st.query_params.get(retriever, "")
    if named[0] and not named[1]:
        return next((key for key in rows if key[0] == named[0]), named)
    return named if named != NONE else None


def _write(variant: str, retriever: str, key: Key) -> None:
    if key == NONE:
        st.query_params.pop(variant, None)
        st.query_params.pop(retriever, None)
    else:
        st.query_params[variant], st.query_params[retriever] = key


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
            st.page_link(
                "pages/views/question.py",
                label=label,
                icon=icon,
                disabled=other is None,
                query_params=pair.query(given.run, other or name),
            )
        if name in kept:
            place = kept.index(name) + 1
            st.caption(tr("{place:,} of {n:,}", place=place, n=len(kept)))
        else:
            st.caption(tr("Not among the {n:,} of this filter", n=len(kept)))
