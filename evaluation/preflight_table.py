"""Findings for a person at a terminal."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from evaluation.checks.finding import severity_word, summary
from golden_sets.language import shown

SHOWN = 6


def print_preflight(findings: Sequence[dict[str, Any]], console: Console) -> None:
    """A row a finding, the gravest first, with the first few ids it is about."""
    if not findings:
        console.print(f"Before a run: {summary(findings)}")
        return
    table = Table(
        title=f"Before a run: {summary(findings)}",
        title_justify="left",
        title_style="bold",
        show_lines=True,
    )
    for column in ("severity", "check"):
        table.add_column(column, no_wrap=True)
    for column, ratio in (("found", 3), ("so", 2), ("about", 1)):
        table.add_column(column, ratio=ratio, overflow="fold")
    for finding in findings:
        table.add_row(
            severity_word(finding["severity"], 1),
            finding["name"],
            shown(finding, "finding"),
            shown(finding, "consequence"),
            _listed(finding["ids"]),
        )
    console.print(table)


def _listed(ids: Sequence[str]) -> str:
    if not ids:
        return "–"
    more = f" and {len(ids) - SHOWN:,} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more
