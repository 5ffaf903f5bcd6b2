"""Which question, variants and budget the page is about, as its URL says."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import streamlit as st

from golden_sets.language import tr
from pages.ui.question_given import back
from pages.ui.question_terms import term
from pages.ui.results import (
    RETRIEVER_NAMES,
    Row,
    budget_label,
    budget_number,
    of_budget,
    question_query,
    usual_budget,
)

Key = tuple[str, str]
NONE: Key = ("", "")


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


def of_one_budget(report: dict[str, Any], found: list[Row]) -> list[Row]:
    """The rows of the budget the URL names, else of the usual one; several can be chosen."""
    run = report["run"]["id"]
    if not found:
        back(tr("This run has no answerable question, so there is nothing to open."))
    budgets = sorted({row.budget_tokens for row in found})
    asked = st.query_params.get("budget", str(usual_budget(report, budgets)))
    if asked not in map(str, budgets):
        back(tr("This run has no such budget."), run=run)
    st.query_params["budget"] = asked
    if len(budgets) > 1:
        _budgets(budget_label(report), [str(budget) for budget in budgets], asked)
    return of_budget(found, int(st.query_params["budget"]))


def _budgets(label: str, budgets: list[str], asked: str) -> None:
    st.session_state["question_budget"] = asked

    def changed() -> None:
        st.query_params["budget"] = st.session_state["question_budget"]

    st.segmented_control(
        label,
        budgets,
        format_func=budget_number,
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
