"""Places worth asking about: they propose evidence, a person writes the question."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from golden_sets.candidates import Candidate, candidates
from golden_sets.document import Document, Span
from golden_sets.language import tr
from golden_sets.question import Passage
from pages.ui.source import AROUND, STYLE, marked
from pages.ui.write_draft import Draft
from pages.ui.write_evidence import take
from pages.ui.write_reader import look_at
from pages.ui.write_terms import TERMS

A_PAGE = 5


@st.cache_resource(max_entries=64, show_spinner=False)
def _found(document: str, revision: str, _document: Document) -> tuple[Candidate, ...]:
    return candidates(_document)


def open_ones(document: Document, taken: Sequence[Span]) -> list[Candidate]:
    """The document's candidates that no question of the set has taken yet."""
    found = _found(document.id, document.revision, document)
    return [
        one
        for one in found
        if not any(one.span.start < end and start < one.span.end for start, end in taken)
    ]


def show(draft: Draft, document: Document, taken: Sequence[Span]) -> None:
    """A few at a time, by kind, each with why it is worth asking."""
    found = open_ones(document, taken)
    kinds = list(dict.fromkeys(str(one.kind) for one in found))
    label = tr("Worth asking about: {n} in this document", n=len(found))
    with st.expander(label, icon=":material/lightbulb:", expanded=bool(found) and not draft.ways):
        if not found:
            st.caption(tr("Nothing more is proposed here. Select evidence in the text."))
            return
        st.caption(
            tr("Take one as evidence and write the question it answers."), help=TERMS["candidates"]
        )
        short = document.revision[:12]
        key = f"write_kinds_{short}"
        picked = st.pills(tr("Kinds"), kinds, selection_mode="multi", key=key, format_func=_name)
        shown = [one for one in found if not picked or str(one.kind) in picked]
        pages = -(-len(shown) // A_PAGE)
        page = 1
        if pages > 1:
            page = int(st.pagination(pages, key=f"write_candidates_{short}_{pages}"))
        for one in shown[(page - 1) * A_PAGE : page * A_PAGE]:
            _candidate(draft, document, one)


def _name(kind: str) -> str:
    return tr(kind.replace("_", " "))


def _candidate(draft: Draft, document: Document, one: Candidate) -> None:
    with st.container(border=True, gap="small"):
        st.html(STYLE + candidate_html(document, one))
        place = f"{one.kind}_{one.span.start}_{one.span.end}_{document.revision[:8]}"
        with st.container(horizontal=True, gap="small"):
            if st.button(tr("Take as evidence"), key=draft.key(f"candidate_{place}")):
                take(draft, document, one.span, "answer")
                for span in one.context:
                    take(draft, document, span, "context")
                look_at(one.span.start)
                st.rerun()
            if st.button(
                tr("Show"),
                key=draft.key(f"see_{place}"),
                icon=":material/visibility:",
            ):
                look_at(one.span.start)
                st.rerun()


def candidate_html(document: Document, one: Candidate) -> str:
    """Why it is worth asking, and its text with what it needs, all escaped."""
    passages = [Passage(document.id, one.span)]
    passages += [Passage(document.id, span, "context") for span in one.context]
    start = max(0, one.span.start - AROUND // 2)
    end = min(len(document.text), one.span.end + AROUND // 2)
    before, after = "… " if start else "", " …" if end < len(document.text) else ""
    html = before + marked(document, Span(start, end), passages) + after
    far = [s for s in one.context if s.end <= start or end <= s.start]
    for span in far:
        html += f'\n<span class="cb-more">⋯</span>\n{marked(document, Span(*span), passages)}'
    return (
        f'<div class="cb-top"><strong>{escape(_name(str(one.kind)))}</strong>'
        f'<span>{escape(tr(one.words))}</span></div><div class="cb-text">{html}</div>'
    )
