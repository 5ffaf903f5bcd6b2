"""What each of two variants hands the reader for one question, side by side."""

from typing import Any, NamedTuple

import streamlit as st

from evaluation.shared_text import held, shared_of
from golden_sets.language import tr
from pages.ui import stored
from pages.ui.question_choice import Pair, key_of, label_of
from pages.ui.question_given import Given, texts_of
from pages.ui.question_links import plain, shown
from pages.ui.question_shapes import SHAPE_STYLE, shape
from pages.ui.question_terms import term
from pages.ui.question_view import (
    passages_of,
    percent,
    show_evidence,
    show_outcome,
    show_units,
    show_used,
)
from pages.ui.results import Row

SIDES_STYLE = """<style>
.cb-side{display:flex;align-items:center;gap:.5rem;font-size:1.1rem;font-weight:600;margin:0;
  overflow-wrap:anywhere;scroll-margin-top:4rem}
.cb-unit.cb-own{border-left:5px solid #0b6e75}
.cb-unit.cb-part{border-left:5px double #0b6e75}
.cb-unit.cb-both{border-style:dashed}
.cb-jump{display:none;font-size:.9rem;color:inherit}
@media (max-width:640px){.cb-jump{display:block}}
</style>"""
IDS = ("first-variant", "second-variant")


class Side(NamedTuple):
    """One variant's result for the question.

    Attributes:
        score: The report's row of the question, None where it has no answer to find.
        context: None where the store does not hold it.
    """

    row: Row
    score: dict[str, Any] | None
    context: dict[str, Any] | None

    @property
    def outcome(self) -> str:
        return "not_applicable" if self.score is None else str(self.score["outcome"])

    @property
    def units(self) -> list[dict[str, Any]]:
        return [] if self.context is None else list(self.context["units"])


def side(run: str, row: Row, name: str) -> Side:
    """The question's result under a row."""
    scores = row.result["per_question"]
    score = next((one for one in scores if one["id"] == name), None)
    try:
        context = stored.context(run, row.variant, row.retriever, row.budget_tokens, name)
    except KeyError:
        context = None
    return Side(row, score, context)


def show(given: Given, pair: Pair, name: str) -> list[Side]:
    """Both sides, with a jump between them where they stand one above the other."""
    sides = [side(given.run, row, name) for row in pair.rows]
    if len(sides) == 2:
        st.markdown(f"## {finding(*sides)}")
        if words := shared_words(*sides):
            st.caption(words)
    columns = st.columns(len(sides), gap="medium")
    for at, (one, column) in enumerate(zip(sides, columns, strict=True)):
        with column:
            _one(given, one, name, sides[1 - at] if len(sides) == 2 else None, at)
    return sides


def finding(first: Side, second: Side) -> str:
    """What the two make of the question, in words."""
    names = [plain(label_of(key_of(one.row))) for one in (first, second)]
    if first.score is None or second.score is None:
        return tr("There is no answer to find; only the text that is handed over differs")
    hits = [bool(one.score["hit"]) for one in (first, second) if one.score is not None]
    if hits[0] == hits[1]:
        return tr("Both find the answer") if hits[0] else tr("Neither finds the whole answer")
    found, missed = names if hits[0] else reversed(names)
    return tr("{found} finds the answer, {missed} does not", found=found, missed=missed)


def shared_words(first: Side, second: Side) -> str:
    """How much of each context the other holds, "" where one of them is empty."""
    shares = (shared_of(first.units, second.units), shared_of(second.units, first.units))
    if shares[0] is None or shares[1] is None:
        return ""
    return tr(
        "Of the text of the first context {a} stands in the second too, of the second {b} in the "
        "first.",
        a=percent(shares[0]),
        b=percent(shares[1]),
    )


def ranks(one: Side, depth: int) -> str:
    """Where in the ranking the answer stands, of how many places that were looked at."""
    if one.score is None:
        return ""
    chunks = one.row.index["chunks"]
    looked = tr(
        "of at most the best {n:,} of {chunks:,} chunks", n=min(depth, chunks), chunks=chunks
    )
    place = one.score.get("rank")
    document = one.score.get("document_rank")
    answer = (
        tr("Answer complete at rank {n:,}", n=place)
        if place is not None
        else tr("Answer complete at no rank")
    )
    first = (
        tr("a document that holds it at rank {n:,}", n=document)
        if document is not None
        else tr("no document that holds it was ranked")
    )
    return f"{answer}; {first} ({looked})"


def _one(given: Given, one: Side, name: str, other: Side | None, at: int) -> None:
    label = shown(label_of(key_of(one.row)))
    jump = ""
    if other is not None:
        to = tr("Jump to the second variant") if at == 0 else tr("Jump to the first variant")
        jump = f'<a class="cb-jump" href="#{IDS[1 - at]}">{shown(to)}</a>'
    level = "h2" if other is None else "h3"
    words = f"{shape(one.row.strategy)}{label}"
    head = f'<{level} class="cb-side" id="{IDS[at]}">{words}</{level}>'
    st.html(SIDES_STYLE + SHAPE_STYLE + head + jump)
    show_outcome(one.outcome)
    run = given.report["run"]
    if words := ranks(one, run.get("depth", 200)):
        st.caption(words, help=term("mean rank"))
    if one.context is None:
        st.info(
            tr("The store holds no context of this question under this variant."),
            icon=":material/info:",
        )
        return
    question = given.questions.get(name)
    passages = passages_of(question) if question else []
    documents = texts_of(given, one.units)
    show_used(one.context, run["fill"], documents, passages)
    beside = held(other.units) if other is not None and other.context is not None else None
    show_units(one.context, documents, passages, beside)
    if question is not None:
        show_evidence(question, one.context, given.documents)
