"""The page of cuts: figures, a map of the document, and the text with its boundaries."""

import streamlit as st

from evaluation.cut_preview import Preview
from golden_sets.document import Document
from golden_sets.language import tr, trn
from pages.ui import charts, stored
from pages.ui.cut_html import CUT_STYLE, chunks_html, cut_key
from pages.ui.export_charts import chart_config
from pages.ui.terms import TERMS
from strategies.tools import NoEmbedderError
from strategies.variant import Variant

SHOWN_CHUNKS = 60


def cut_or_stop(document: Document, variant: Variant) -> Preview:
    """The cut; where it takes vectors that no run has made, what to do about it."""
    try:
        made = stored.cut(document, variant)
    except NoEmbedderError:
        st.info(
            tr(
                "This strategy cuts by sentence vectors, and no run has made those of this "
                "document "
                "yet. The start page's run makes them."
            ),
            icon=":material/info:",
        )
        st.page_link("pages/views/start.py", label=tr("To the start page"), icon=":material/home:")
        st.stop()
    if not made.chunks:
        st.info(
            tr("This document has no text outside its front matter, so there is nothing to cut.")
        )
        st.stop()
    return made


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def figures_section(made: Preview, unit: str) -> None:
    figures = made.figures
    tokens = unit == "tokens"
    size = "mean_tokens" if tokens else "mean_chars"
    st.markdown(f"## {finding(made)}")
    shown = (
        (
            tr("Mean size, tokens") if tokens else tr("Mean size, characters"),
            f"{figures[size]:,.0f}",
            "size",
        ),
        (tr("Index tokens"), f"{figures['tokens']:,}", "index tokens"),
        (tr("Ends mid-sentence"), _percent(figures["mid_sentence_rate"]), "mid-sentence"),
        (tr("Duplication"), _percent(figures["duplication"]), "duplication"),
        (tr("Opens pointing back"), _percent(figures["pointing_back"]), "pointing back"),
        (
            tr("Overlap achieved, tokens") if tokens else tr("Overlap achieved, characters"),
            _units(figures["achieved_overlap"]),
            "achieved overlap",
        ),
    )
    with st.container(horizontal=True, gap="medium"):
        for label, value, term in shown:
            st.metric(label, value, help=TERMS[term], width="content")


def _units(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}"


def finding(made: Preview) -> str:
    """What the cut did, in words."""
    figures = made.figures
    count = figures["chunks"]
    broken, over = figures["broken_bonds"], figures["oversize"]
    chunks = trn("{n:,} chunk", "{n:,} chunks", count)
    bonds = trn("{n} broken bond", "{n} broken bonds", broken) if broken else tr("no broken bonds")
    if over:
        return tr("{chunks}, {bonds}, {n} larger than the size", chunks=chunks, bonds=bonds, n=over)
    return tr("{chunks}, {bonds}", chunks=chunks, bonds=bonds)


def map_section(document: Document, variant: Variant, made: Preview) -> None:
    figure = charts.cut_map(document, variant.strategy_name, made.chunks)
    st.plotly_chart(figure, config=chart_config(f"cuts-{variant.id}-{document.id}"), key="cut_map")
    st.caption(
        tr(
            "The document from its first character to its last, {n:,}; one bar a chunk, in two "
            "lanes so that overlap shows. Marks above are headings and tables.",
            n=len(document.text),
        )
    )


def text_section(document: Document, made: Preview) -> None:
    st.header(tr("The text as cut"), divider="gray")
    pages = -(-len(made.chunks) // SHOWN_CHUNKS)
    first = 0
    if pages > 1:
        first = (st.pagination(pages, key="page") - 1) * SHOWN_CHUNKS
    st.html(CUT_STYLE + cut_key() + chunks_html(document, made.chunks, first, SHOWN_CHUNKS))
