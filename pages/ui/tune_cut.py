"""A document as the current setting cuts it, beside the numbers."""

import streamlit as st

from evaluation.cut_preview import Preview
from evaluation.tune_setting import Setting
from golden_sets.golden_set import GoldenSet
from golden_sets.language import tr, trn
from pages.ui import charts, cuts_controls
from pages.ui.cut_html import CUT_STYLE, chunks_html, cut_key, window_html
from pages.ui.export_charts import chart_config
from pages.ui.tune_stored import Benched
from strategies.tools import NoEmbedderError

SHOWN_CHUNKS = 40


def show(golden: GoldenSet, on: Benched, current: Setting) -> None:
    """Boundaries, overlap dimmed, headers marked."""
    document = cuts_controls.document(golden)
    try:
        chunks = on.bench.chunks(current.variant, document.id)
    except NoEmbedderError:
        st.caption(tr("This strategy cuts by vectors of sentences, which are not made yet."))
        return
    made = Preview(chunks, {})
    st.markdown(
        "## "
        + trn(
            "{n:,} chunk by {variant}",
            "{n:,} chunks by {variant}",
            len(chunks),
            variant=current.variant.id,
        )
    )
    if not chunks:
        st.caption(tr("This document has no text outside its front matter."))
        return
    figure = charts.cut_map(document, current.strategy, made.chunks)
    st.plotly_chart(figure, config=chart_config("cuts"), key="tune_map")
    pages = -(-len(chunks) // SHOWN_CHUNKS)
    first = (st.pagination(pages, key="tune_page") - 1) * SHOWN_CHUNKS if pages > 1 else 0
    inside = cut_key() + chunks_html(document, made.chunks, first, SHOWN_CHUNKS)
    st.html(CUT_STYLE + window_html(tr("The document as cut"), inside))
