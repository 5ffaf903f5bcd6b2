"""A decision for a person at a terminal."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

from rich.console import Console
from rich.table import Table

from evaluation.by_class import LEADING
from evaluation.checks.finding import counted
from evaluation.decided_store import earlier_lines
from evaluation.held_under import common, own
from evaluation.seal import Seal
from evaluation.verdicts import ADOPT, PILOT

SHOWN_LOST = 10


def print_decision(report: Mapping[str, Any], seal: Seal, console: Console) -> None:
    """The seal, each verdict with its sentences and who pays, prices, and each class."""
    for line in (*seal.lines(), *earlier_lines(report)):
        console.print(line, soft_wrap=True)
    for verdict in report["verdicts"]:
        name = f"{verdict['candidate']} under {verdict['retriever']}: {verdict['verdict']}"
        console.print(name, style="bold")
        for line in _lines(verdict):
            console.print(f"  {line}", soft_wrap=True)
        if held := own(verdict, report["verdicts"]):
            console.print(f"  Holds under {'; '.join(held)}.", soft_wrap=True)
    if held := common(report["verdicts"]):
        console.print(f"Every verdict holds under {'; '.join(held)}.", soft_wrap=True)
    for retriever, prices in report["protocol"]["prices"].items():
        console.print(_prices(retriever, prices, seal))
    console.print(_classes(report))
    for row in report["protocol"]["mixed"]:
        console.print(_mixed(row, seal.protocol.costs.currency), soft_wrap=True)


def _lines(verdict: Mapping[str, Any]) -> Iterator[str]:
    yield verdict["reason"]
    yield f"{verdict['robustness']['line']}."
    if verdict["verdict"] not in (ADOPT, PILOT):
        return
    lost = verdict["lost"]
    yield f"Worse: {counted(len(lost), 'question')}; better: {len(verdict['gained'])}."
    for question in lost[:SHOWN_LOST]:
        yield f"  {question['id']} (weight {question['weight']:g}): {question['text']}"
    if len(lost) > SHOWN_LOST:
        yield f"  and {len(lost) - SHOWN_LOST} more, all of them in the report"


def _table(title: str, left: int, *columns: str, words: Collection[str] = ()) -> Table:
    """A table whose first columns, and those of words, begin at the left; figures end at the
    right."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for number, name in enumerate(columns):
        side: Literal["left", "right"] = "left" if number < left or name in words else "right"
        table.add_column(name, justify=side, no_wrap=number < left)
    return table


def _prices(retriever: str, prices: Mapping[str, Any], seal: Seal) -> Table:
    costs = seal.protocol.costs
    table = _table(
        f"Cost under {retriever}, in {costs.currency}, of {costs.corpus_tokens:,} tokens, "
        f"{100 * costs.changed_per_month:g} % of the documents edited a month",
        1,
        *("variant", "made again after an edit %", "embedded at first"),
        *("embedded a month", "stored a month", "a month"),
    )
    for name, price in prices.items():
        share = f"{100 * price['reembedded']:.1f}" if price["measured"] else "100 (assumed)"
        money = (price[part] for part in ("first", "embedding", "storage", "monthly"))
        table.add_row(name, share, *(f"{one:,.3f}" for one in money))
    return table


def _classes(report: Mapping[str, Any]) -> Table:
    table = _table(
        "By class of documents",
        2,
        *("class", "retriever", "questions", "recommended", "verdict", "leading"),
        *("compared", "difference to the baseline"),
        words=("recommended", "verdict", "leading", "compared"),
    )
    for row in report["protocol"]["classes"]:
        ends = [row[name] for name in ("difference", "low", "high")]
        told = "–"
        if None not in ends:
            value, low, high = (f"{100 * one:+.1f}".replace("-", "−") for one in ends)
            told = f"{value} ({low} to {high})"
            # Decisions of earlier versions say neither this nor whose difference it is.
            told += ", these documents only" if row.get("local") else ""
        names = (row[name] for name in ("recommended", "verdict", "leading"))
        table.add_row(
            row["class"],
            row["retriever"],
            str(row["questions"]),
            *names,
            row.get("compared") or "–",
            told,
        )
    return table


def _mixed(row: Mapping[str, Any], currency: str) -> str:
    if row["toml"] is None:
        return f"No mixed variant under {row['retriever']}: {row['why']}."
    what = f"Mixed by class under {row['retriever']}"
    if row["basis"] == LEADING:
        what += " (of what leads, told apart or not: a candidate for a next protocol)"
    if "price" in row:
        what += f", {row['variant']}: {row['index_tokens']:,} index tokens, "
        what += f"{row['price']['monthly']:,.3f} {currency} a month"
        what += "".join(f"; over a limit: {one}" for one in row.get("broken", ()))
    names = ", ".join(f"{name}: {variant}" for name, variant in row["classes"].items())
    return f"{what}: {names}. Its table is in the report and the summary."
