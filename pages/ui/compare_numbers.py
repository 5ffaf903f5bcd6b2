"""The numbers behind the pictures of the page Compare, as a table to sort and take away."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from golden_sets.exchange.tables import guarded
from golden_sets.language import tr
from pages.ui.charts import retriever_name
from pages.ui.compare_lines import Rate, figure
from pages.ui.compare_scope import Scope
from pages.ui.compare_url import explained
from pages.ui.results import Row

# A column's key, and the term that explains it.
COLUMNS = {
    "hit": "hit rate",
    "hit_low": "interval",
    "hit_high": "interval",
    "complete": "complete rate",
    "complete_low": "interval",
    "complete_high": "interval",
    "document": "document hit rate",
    "rank": "mean rank",
    "ranked": "mean rank",
    "tokens": "index tokens",
    "chunks": "chunks",
}


def numbers(scope: Scope, shown: Sequence[Row]) -> None:
    """A row a result; made only once it is opened."""
    with st.expander(tr("The numbers"), icon=":material/table:", on_change="rerun") as opened:
        if not opened.open:
            return
        frame = pd.DataFrame([_cells(scope, row) for row in shown])
        names = _names()
        config = {
            key: st.column_config.NumberColumn(
                names[key],
                help=explained(term),
                format="localized" if key in ("tokens", "chunks", "ranked") else "%.1f",
            )
            for key, term in COLUMNS.items()
        }
        texts = {key: st.column_config.TextColumn(names[key]) for key in ("variant", "retriever")}
        st.dataframe(frame, column_config={**texts, **config}, hide_index=True)


def _names() -> dict[str, str]:
    return {
        "variant": tr("Variant"),
        "retriever": tr("Retriever"),
        "hit": tr("Hit %"),
        "hit_low": tr("95 % low"),
        "hit_high": tr("95 % high"),
        "complete": tr("Complete %"),
        "complete_low": tr("Complete low"),
        "complete_high": tr("Complete high"),
        "document": tr("Document hit %"),
        "rank": tr("Mean rank"),
        "ranked": tr("Questions ranked"),
        "tokens": tr("Index tokens"),
        "chunks": tr("Chunks"),
    }


def _cells(scope: Scope, row: Row) -> dict[str, object]:
    hit, complete = figure(scope, row), figure(scope, row, "complete_rate")
    rank = figure(scope, row, "mean_rank")
    return {
        "variant": guarded(row.variant),
        "retriever": retriever_name(row.retriever),
        "hit": _percent(hit),
        "hit_low": _percent(hit, "low"),
        "hit_high": _percent(hit, "high"),
        "complete": _percent(complete),
        "complete_low": _percent(complete, "low"),
        "complete_high": _percent(complete, "high"),
        "document": _percent(figure(scope, row, "document_hit_rate")),
        "rank": rank["value"] if rank else None,
        "ranked": rank["n"] if rank else 0,
        "tokens": row.index["tokens"],
        "chunks": row.index["chunks"],
    }


def _percent(rate: Rate, end: str = "value") -> float | None:
    return None if rate is None or rate[end] is None else round(100 * rate[end], 1)
