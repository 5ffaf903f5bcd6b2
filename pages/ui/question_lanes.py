"""The document that holds the evidence, with every strategy's boundaries beside its text."""

from collections.abc import Sequence

import streamlit as st

from evaluation.boundaries import answer_whole
from evaluation.own_code import code_digest
from golden_sets.document import Document
from golden_sets.language import tr, trn
from golden_sets.question import Passage
from pages.ui import url_kept
from pages.ui.golden_parts import Parts, parts
from pages.ui.question_choice import Pair, pick
from pages.ui.question_cuts import Lane, default_lanes, lane
from pages.ui.question_given import Given
from pages.ui.question_lanes_html import LANES_STYLE, lanes_html, legend_html
from pages.ui.question_links import plain
from pages.ui.question_shapes import SHAPE_STYLE
from pages.ui.question_sides import Side
from pages.ui.question_view import passages_of
from pages.ui.source import STYLE, key_html

MOST = 8


def show(given: Given, pair: Pair, name: str, sides: Sequence[Side]) -> None:
    """The section, where a document that matters to the question is at hand."""
    question = given.questions.get(name)
    passages = passages_of(question) if question else []
    names = _documents(given, passages, sides)
    if not names:
        return
    st.divider()
    title = st.empty()
    left, right = st.columns([2, 3])
    with left:
        document = given.documents[_document(names, {p.document for p in passages})]
    with right:
        chosen = _lanes(given, pair)
    with st.spinner(tr("Cutting the document"), show_time=False):
        drawn = [lane(given.report, one, document) for one in chosen]
    kept = [
        answer_whole(document, question, found.chunks) if question and found.chunks else None
        for found in drawn
    ]
    title.markdown(f"## {finding(drawn, kept)}")
    st.html(SHAPE_STYLE + LANES_STYLE + STYLE + legend_html(drawn, kept))
    _said(given)
    _text(document, drawn, passages)


def _documents(given: Given, passages: Sequence[Passage], sides: Sequence[Side]) -> list[str]:
    """Those that hold evidence, then those the contexts came from."""
    found = [passage.document for passage in passages]
    found += [unit["document"] for one in sides for unit in one.units]
    return [name for name in dict.fromkeys(found) if name in given.documents]


def _document(names: list[str], evidence: set[str]) -> str:
    asked = st.query_params.get("document", names[0])
    if asked not in names:
        st.info(
            tr(
                "The document of this link holds no evidence of this question and is in no context "
                "here, so another is shown."
            ),
            icon=":material/info:",
        )
        asked = names[0]

    @url_kept.one_step()
    def write(one: str) -> None:
        st.query_params["document"] = one
        st.query_params.pop("part", None)

    picked: str = pick(
        tr("Source document"),
        "question_document",
        names,
        asked,
        write,
        lambda one: tr("{document} (evidence)", document=one) if one in evidence else one,
    )
    return picked


def _lanes(given: Given, pair: Pair) -> list[str]:
    """The variants drawn; the URL names them where they are not the usual ones."""
    known = [row["id"] for row in given.report["variants"]]
    usual = default_lanes(given.report, [row.variant for row in pair.rows])[:MOST]
    asked = [one for one in st.query_params.get("lanes", "").split(",") if one]
    if unknown := [one for one in asked if one not in known]:
        st.info(
            trn(
                "{n} variant that this link names is not in this run, and is left out.",
                "{n} variants that this link names are not in this run, and are left out.",
                len(unknown),
            ),
            icon=":material/info:",
        )
    st.session_state["question_lanes"] = [o for o in asked if o in known][:MOST] or usual

    @url_kept.one_step()
    def changed() -> None:
        picked = st.session_state["question_lanes"]
        st.query_params["lanes"] = ",".join(picked)
        if not picked or picked == usual:
            del st.query_params["lanes"]

    picked: list[str] = st.multiselect(
        tr("Lanes, a variant each"),
        known,
        key="question_lanes",
        max_selections=MOST,
        on_change=changed,
        help=tr(
            "At first the chosen variants and one of each strategy without overlap and headers."
        ),
    )
    return picked


def finding(lanes: Sequence[Lane], kept: Sequence[bool | None]) -> str:
    """Which variants leave the answer in one piece, in words."""
    whole = [plain(one.variant) for one, state in zip(lanes, kept, strict=True) if state]
    cut = [plain(one.variant) for one, state in zip(lanes, kept, strict=True) if state is False]
    if not whole and not cut:
        return tr("Where each variant cuts this document")
    if not cut:
        return tr("Every variant drawn here leaves the answer in one piece")
    if not whole:
        return tr("Every variant drawn here cuts through the answer")
    return tr(
        "The answer stands in one piece under {whole}; {cut} cut through it",
        whole=", ".join(whole),
        cut=", ".join(cut),
    )


def _said(given: Given) -> None:
    words = tr(
        "A shape stands where a chunk starts, a pale one where a chunk ends inside the next; the "
        "line in the text is the exact place. Point at a shape or move to it with Tab to name its "
        "chunk."
    )
    if given.report["run"].get("code") != code_digest():
        words += " " + tr(
            "The document is cut anew by this version of the program; the run was made by another, "
            "whose cuts may have differed."
        )
    st.caption(words)


def _text(document: Document, lanes: list[Lane], passages: Sequence[Passage]) -> None:
    found = parts(document)
    first = min((p.span.start for p in passages if p.document == document.id), default=0)
    at = part_of_url("question_part", found, first)
    drawn = [one for one in lanes if one.chunks]
    st.html(
        '<a class="cb-skip" href="#after-text">'
        + tr("Skip the text and its boundaries")
        + "</a>"
        + (key_html() if passages else "")
        + lanes_html(document, found.spans[at], drawn, passages)
        + '<span id="after-text" tabindex="-1"></span>'
    )


def part_of_url(key: str, found: Parts, place: int) -> int:
    """Which part of a long document the URL's `part` names, counted from 1; else that of `place`.

    Returns:
        From 0.
    """
    count = len(found.spans)
    if count < 2:
        return 0
    asked = st.query_params.get("part", "")
    known = asked.isascii() and asked.isdigit() and 1 <= int(asked[:6]) <= count
    if asked and not known:
        st.info(tr("This document has no such part."), icon=":material/info:")
    part = int(asked) if known else found.of(place) + 1
    # A widget for each part: one that has a default does not take its value from the session.
    key = f"{key}_{part}"

    def changed() -> None:
        st.query_params["part"] = str(st.session_state[key])

    st.caption(tr("A long document, in {n:,} parts", n=count))
    return int(st.pagination(count, default=part, key=key, on_change=changed)) - 1
