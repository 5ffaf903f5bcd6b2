"""The page of cuts: figures, a map of the document, and the text with its boundaries."""

import streamlit as st

from evaluation.cut_preview import Preview
from golden_sets.document import Document
from pages.ui import charts, stored
from pages.ui.cut_html import CUT_KEY, CUT_STYLE, chunks_html
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
            "This strategy cuts by sentence vectors, and no run has made those of this document "
            "yet. The start page's run makes them.",
            icon=":material/info:",
        )
        st.page_link("pages/views/start.py", label="To the start page", icon=":material/home:")
        st.stop()
    if not made.chunks:
        st.info("This document has no text outside its front matter, so there is nothing to cut.")
        st.stop()
    return made


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def figures_section(made: Preview, unit: str) -> None:
    figures = made.figures
    size = "mean_tokens" if unit == "tokens" else "mean_chars"
    st.markdown(f"#### {finding(made)}")
    shown = (
        (f"Mean size, {unit}", f"{figures[size]:,.0f}", "size"),
        ("Index tokens", f"{figures['tokens']:,}", "index tokens"),
        ("Ends mid-sentence", _percent(figures["mid_sentence_rate"]), "mid-sentence"),
        ("Duplication", _percent(figures["duplication"]), "duplication"),
        ("Opens pointing back", _percent(figures["pointing_back"]), "pointing back"),
        (f"Overlap achieved, {unit}", _units(figures["achieved_overlap"]), "achieved overlap"),
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
    said = [f"{count:,} chunk{'' if count == 1 else 's'}"]
    said.append(f"{broken or 'no'} broken bond{'' if broken == 1 else 's'}")
    if over:
        said.append(f"{over} larger than the size")
    return ", ".join(said)


def map_section(document: Document, variant: Variant, made: Preview) -> None:
    figure = charts.cut_map(document, variant.strategy_name, made.chunks)
    st.plotly_chart(figure, config=chart_config(f"cuts-{variant.id}-{document.id}"), key="cut_map")
    st.caption(
        f"The document from its first character to its last, {len(document.text):,}; one bar a "
        "chunk, in two lanes so that overlap shows. Marks above are headings and tables."
    )


def text_section(document: Document, made: Preview) -> None:
    st.subheader("The text as cut", divider="gray")
    pages = -(-len(made.chunks) // SHOWN_CHUNKS)
    first = 0
    if pages > 1:
        first = (st.pagination(pages, key="page") - 1) * SHOWN_CHUNKS
    st.html(CUT_STYLE + CUT_KEY + chunks_html(document, made.chunks, first, SHOWN_CHUNKS))
