"""A report's variants and results as the rows that charts and tables show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from evaluation.naming import strategy_name, variant_name
from evaluation.settings import DEFAULT_BUDGET, DEFAULT_STRATEGIES
from golden_sets.language import Spoken, marked, tr
from pages.ui.terms import TERMS

RETRIEVER_NAMES = Spoken(
    {
        "bm25": "BM25",
        "vector": marked("vector"),
        "hybrid": marked("hybrid"),
        "chroma": "Chroma",
    }
)


@dataclass(frozen=True, slots=True)
class Row:
    """One variant under one retriever; rates from 0 to 1."""

    variant: str
    strategy: str
    overlap: int
    overlap_percent: int
    headers: bool
    retriever: str
    budget_tokens: int
    index: dict[str, Any]
    result: dict[str, Any]
    name: str = ""

    @property
    def hit(self) -> dict[str, Any]:
        found: dict[str, Any] = self.result["hit_rate"]
        return found

    @property
    def label(self) -> str:
        name = tr(self.name or strategy_name(self.strategy))
        return f"{name} · {RETRIEVER_NAMES[self.retriever]}"


def _apart(variant: dict[str, Any]) -> tuple[str, int, str]:
    """What a label and the page's controls tell variants apart by."""
    return variant_name(variant), variant["overlap"], variant["headers"]


def rows(report: dict[str, Any]) -> list[Row]:
    """Every result of a report that has a hit rate, strategies in their own order."""
    found = []
    alike = Counter(map(_apart, report["variants"]))
    for variant in report["variants"]:
        # A splitter from elsewhere tells no size, and takes no overlap of ours.
        percent = round(100 * variant["overlap"] / variant["parameters"].get("size", 1))
        for result in variant["results"]:
            if result["hit_rate"] is not None:
                found.append(
                    Row(
                        variant["id"],
                        variant["strategy"],
                        variant["overlap"],
                        percent,
                        variant["headers"] != "none",
                        result["retriever"],
                        result["budget_tokens"],
                        variant["index"],
                        result,
                        variant_name(variant) if alike[_apart(variant)] == 1 else variant["id"],
                    )
                )
    order = {name: place for place, name in enumerate(DEFAULT_STRATEGIES)}
    found.sort(key=lambda row: order.get(row.strategy, len(order)))
    return found


def budget_words(report: dict[str, Any], row: Row) -> str:
    """What every variant may hand the reader, in words."""
    if report["run"]["fill"] == "top_k":
        return tr("{n:,} units whatever their size, so tokens are not equal", n=row.budget_tokens)
    return tr("{n:,} context tokens for every variant", n=row.budget_tokens)


def usual_budget(report: dict[str, Any], budgets: Sequence[int]) -> int:
    """The budget that every page opens a run at: the protocol's, else the usual one where it was
    run, else the middle one."""
    decided = (report.get("protocol") or {}).get("content", {}).get("protocol", {})
    ordered = sorted(budgets)
    wanted = (decided.get("budget_tokens"), DEFAULT_BUDGET, ordered[len(ordered) // 2])
    return next(one for one in wanted if one in ordered)


def budget_label(report: dict[str, Any]) -> str:
    """What a choice of budgets is called, with its unit."""
    if report["run"]["fill"] == "top_k":
        return tr("Budget, units")
    return tr("Budget, context tokens")


def budget_number(budget: str) -> str:
    """A budget as the address has it, to be read by a person."""
    return f"{int(budget):,}"


def of_budget(found: list[Row], budget_tokens: int) -> list[Row]:
    return [row for row in found if row.budget_tokens == budget_tokens]


def chosen(found: list[Row], headers: bool, overlap_percent: int) -> list[Row]:
    return [r for r in found if r.headers == headers and r.overlap_percent == overlap_percent]


def _percent(rate: dict[str, Any] | float | None) -> float | None:
    value = rate["value"] if isinstance(rate, dict) else rate
    return None if value is None else round(100 * value, 1)


def _value(rate: dict[str, Any] | None) -> float | None:
    return None if rate is None else rate["value"]


def question_query(run: str, question: str, row: Row) -> dict[str, str]:
    """What the address of the question page says."""
    return {
        "run": run,
        "question": question,
        "variant": row.variant,
        "retriever": row.retriever,
        "budget": str(row.budget_tokens),
    }


def table(found: list[Row], run: str = "", question: str = "") -> pd.DataFrame:
    """A row a variant and retriever, units in the column names.

    Args:
        run, question: Where both are given, each row links to that question under it.
    """
    addresses = [f"question?{urlencode(question_query(run, question, row))}" for row in found]
    return pd.DataFrame(
        {
            "Variant": [row.variant for row in found],
            "Retriever": [RETRIEVER_NAMES[row.retriever] for row in found],
            **({"Context": addresses} if run and question else {}),
            "Hit %": [_percent(row.hit) for row in found],
            "95 % low": [_percent(row.hit["low"]) for row in found],
            "95 % high": [_percent(row.hit["high"]) for row in found],
            "Complete %": [_percent(row.result["complete_rate"]) for row in found],
            "Document hit %": [_percent(row.result["document_hit_rate"]) for row in found],
            "Mean rank": [_value(row.result["mean_rank"]) for row in found],
            "Units": [_value(row.result["units_in_context"]) for row in found],
            "Index tokens": [row.index["tokens"] for row in found],
            "Chunks": [row.index["chunks"] for row in found],
            "Duplication %": [_percent(row.index["duplication"]) for row in found],
            "Mid-sentence %": [_percent(row.index["mid_sentence_rate"]) for row in found],
        }
    )


# By column, its term; the columns' own names are the same in every language.
COLUMN_TERMS = {
    "Hit %": "hit rate",
    "95 % low": "interval",
    "95 % high": "interval",
    "Complete %": "complete rate",
    "Document hit %": "document hit rate",
    "Mean rank": "mean rank",
    "Units": "units",
    "Index tokens": "index tokens",
    "Chunks": "chunks",
    "Duplication %": "duplication",
    "Mid-sentence %": "mid-sentence",
    "Retriever": "retriever",
}
_ONE_DIGIT = (
    "Hit %",
    "95 % low",
    "95 % high",
    "Complete %",
    "Document hit %",
    "Mean rank",
    "Units",
)


def column_labels() -> dict[str, str]:
    """What each column of `table` is called for the reader."""
    return {
        "Variant": tr("Variant"),
        "Context": tr("Context"),
        "Hit %": tr("Hit %"),
        "95 % low": tr("95 % low"),
        "95 % high": tr("95 % high"),
        "Complete %": tr("Complete %"),
        "Document hit %": tr("Document hit %"),
        "Mean rank": tr("Mean rank"),
        "Units": tr("Units"),
        "Index tokens": tr("Index tokens"),
        "Chunks": tr("Chunks"),
        "Duplication %": tr("Duplication %"),
        "Mid-sentence %": tr("Mid-sentence %"),
        "Retriever": tr("Retriever"),
    }


def table_columns() -> dict[str, Any]:
    """How `table` is shown: names, tooltips and digits."""
    columns: dict[str, Any] = {}
    for name, label in column_labels().items():
        told = TERMS[COLUMN_TERMS[name]] if name in COLUMN_TERMS else None
        if name in _ONE_DIGIT:
            columns[name] = st.column_config.NumberColumn(label, help=told, format="%.1f")
        elif name == "Index tokens":
            columns[name] = st.column_config.NumberColumn(label, help=told, format="localized")
        else:
            columns[name] = st.column_config.Column(label, help=told)
    columns["Context"] = st.column_config.LinkColumn(
        tr("Context"),
        help=tr("One question, opened to what the reader is handed under this row."),
        display_text=tr("open"),
    )
    return columns


def retriever_name(name: str) -> str:
    return RETRIEVER_NAMES[name]
