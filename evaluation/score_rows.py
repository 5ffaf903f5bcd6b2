"""Every score of a report as CSV: a row a question, variant, retriever, budget and metric."""

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from evaluation.report import PER_QUESTION
from golden_sets.exchange.tables import FORMULA

COLUMNS = (
    "run",
    "golden_set",
    "question",
    "text",
    "variant",
    "strategy",
    "retriever",
    "budget",
    "fill",
    "outcome",
    "metric",
    "value",
)


def score_rows(report: Mapping[str, Any]) -> Iterator[tuple[Any, ...]]:
    """The rows of what a report holds by question; an undefined value is None, not 0."""
    run = report["run"]
    texts = {row["id"]: row["text"] for row in run["golden_set"].get("asked", ())}
    for variant in report["variants"]:
        for result in variant["results"]:
            for row in result["per_question"]:
                for metric in PER_QUESTION:
                    yield (
                        run["id"],
                        run["golden_set"]["name"],
                        row["id"],
                        texts.get(row["id"], ""),
                        variant["id"],
                        variant["strategy"],
                        result["retriever"],
                        result["budget_tokens"],
                        run["fill"],
                        row["outcome"],
                        metric,
                        row.get(metric),
                    )


def safe_cell(value: Any) -> Any:
    """The value, text that a spreadsheet would take for a formula behind an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def score_csv(report: Mapping[str, Any]) -> bytes:
    """The rows as CSV in UTF-8, with the mark by which spreadsheets know it."""
    made = StringIO(newline="")
    writer = csv.writer(made)
    writer.writerow(COLUMNS)
    writer.writerows(tuple(map(safe_cell, row)) for row in score_rows(report))
    return made.getvalue().encode("utf-8-sig")
