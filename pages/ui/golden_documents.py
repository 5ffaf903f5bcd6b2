"""A golden set's documents with their structure, and the evidence of all questions in place."""

from collections import Counter

import streamlit as st

from golden_sets.document import Document
from golden_sets.golden_set import GoldenSet
from golden_sets.language import marked, tr, trn
from pages.ui.golden_choice import select
from pages.ui.golden_html import (
    BLOCKS_STYLE,
    KNOWN,
    Marked,
    evidence_in,
    jumps_html,
    outline_html,
    part_html,
)
from pages.ui.golden_parts import Parts, parts
from pages.ui.question_lanes import part_of_url
from pages.ui.question_links import address
from pages.ui.source import STYLE, key_html

BLOCK_WORDS = {
    "heading": marked("headings"),
    "paragraph": marked("paragraphs"),
    "list_item": marked("list items"),
    "table_header": marked("table headers"),
    "table_row": marked("table rows"),
    "caption": marked("captions"),
    "footnote": marked("footnotes"),
    "image": marked("images"),
    "code": marked("code blocks"),
    "quote": marked("quotes"),
}


def show(golden: GoldenSet) -> None:
    """The document the URL names: its outline on the left, its text on the right."""
    document = _document(golden)
    evidence = evidence_in(document.id, golden.questions)
    st.markdown(f"## {finding(document, evidence)}")
    st.caption(structure(document))
    _write(golden, document)
    found = parts(document)
    first = _place(evidence)
    at = part_of_url("golden_part", found, first)
    st.html(STYLE + BLOCKS_STYLE + (key_html() if evidence else ""))
    if not document.blocks and not document.text.strip():
        st.info(tr("This document has no text."), icon=":material/info:")
        return
    part = found.spans[at]
    has_outline = any(block.kind == "heading" for block in document.blocks)
    left, right = st.columns([1, 3], gap="medium") if has_outline else (None, st.container())
    if left is not None:
        left.html(
            outline_html(document, part, lambda *block: _block(golden, document, found, at, block))
        )
    query = {"set": golden.name, "view": "questions"}

    def place(name: str) -> str:
        return address("golden-set", **query, question=name)

    right.html(jumps_html(part, evidence) + part_html(document, part, evidence, place))


def _document(golden: GoldenSet) -> Document:
    """The document the URL names, with how much evidence each holds."""
    by_id = golden.by_id()
    counts = Counter(
        name
        for question in golden.questions
        for name in {p.document for way in question.evidence for p in way}
    )
    asked = st.query_params.get("document", "")
    if asked and asked not in by_id:
        st.info(tr("The document this link names is not in the set."), icon=":material/info:")
        asked = ""
    picked = select(
        tr("Document"),
        "document",
        list(by_id),
        asked or next(iter(by_id)),
        lambda name: trn(
            "{name} · {n:,} question", "{name} · {n:,} questions", counts[name], name=name
        ),
        clears=("part", "question"),
    )
    st.query_params["document"] = picked
    return by_id[picked]


def _place(evidence: list[Marked]) -> int:
    """Where to open a long document: at the question the URL names, else at its start."""
    asked = st.query_params.get("question", "")
    return next((m.passage.span.start for m in evidence if m.question == asked), 0)


def _block(
    golden: GoldenSet, document: Document, found: Parts, at: int, block: tuple[int, int]
) -> str:
    """A heading's address; in the part that is shown it is a place in this page."""
    number, start = block
    part = found.of(start)
    if part == at:
        return f"#block-{number}"
    query = {"set": golden.name, "document": document.id, "view": "documents"}
    return address("golden-set", **query, part=str(part + 1))


def finding(document: Document, evidence: list[Marked]) -> str:
    """How much evidence the document holds, in words."""
    asked = {one.question for one in evidence}
    if not asked:
        return tr("No question's evidence stands in this document")
    share = sum(one.passage.role == "answer" for one in evidence)
    return tr(
        "{questions}: {answers} and {contexts} are marked here",
        questions=trn("{n:,} question", "{n:,} questions", len(asked)),
        answers=trn("{n:,} answer", "{n:,} answers", share),
        contexts=trn("{n:,} context passage", "{n:,} context passages", len(evidence) - share),
    )


def structure(document: Document) -> str:
    """How many blocks of each kind, and how their structure was known."""
    kinds: Counter[str] = Counter(block.kind for block in document.blocks)
    known: Counter[str] = Counter(block.known_by for block in document.blocks)
    pages = max((block.page or 0 for block in document.blocks), default=0)
    said = [tr("{n:,} characters", n=len(document.text))]
    said += [trn("{n:,} page", "{n:,} pages", pages)] if pages else []
    said += [f"{tr(words)} {kinds[kind]:,}" for kind, words in BLOCK_WORDS.items() if kinds[kind]]
    said += [f"{tr(words)} {known[how]:,}" for how, words in KNOWN.items() if known[how]]
    return " · ".join(said)


def _write(golden: GoldenSet, document: Document) -> None:
    st.page_link(
        "pages/views/write.py",
        label=tr("Change it on the page Write"),
        icon=":material/edit:",
        query_params={"set": golden.name, "document": document.id},
    )
