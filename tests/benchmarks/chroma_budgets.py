"""The Chroma benchmark's ways of cutting, and our strategies, under equal token budgets.

A part of `python -m tests.benchmarks.chroma_report`. Five chunks of one way of cutting
hold up to twice as many tokens as five of another; here every question gets the same number of
tokens (`o200k_base`) whichever way the corpora were cut.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.table import Table

from evaluation.bm25 import Bm25Index
from evaluation.ranking import DEPTH, Ranking
from evaluation.scoring import Scorer
from evaluation.settings import RunSettings
from evaluation.statistics import DIFFERENCE, Interval, interval, paired
from evaluation.vectors import exact_search
from golden_sets.golden_set import GoldenSet
from strategies.chunk import Chunk
from strategies.registry import make_strategy
from strategies.variant import Variant

BUDGETS = (150, 300, 600, 1000, 1500, 2000, 3000, 4000)
RETRIEVERS = ("vector", "bm25")
BASELINE = "recursive 200/0"
COMPARED = (600, 1000, 4000)
OWN = ("recursive", "structure", "parent_child", "semantic")
OWN_SIZE = 200
FIVE = ("fixed 200/0", *(f"{name.replace('_', '-')} 200, ours" for name in OWN))
METRICS = {"span_recall": "recall", "hit": "hit"}
# `whole` stops at the first unit that does not fit, which leaves more unused of a budget that is
# no multiple of the size; `cut` leaves nothing unused.
FILLS = ("whole", "cut")

SHADES = "<br><sub>dark at 600 tokens, then 1,000, pale at 4,000; 95 % intervals</sub>"

Values = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Curve:
    """One way of cutting under one retriever and fill rule: by (budget, metric) a value a
    question."""

    way: str
    retriever: str
    fill: str
    chunks: int
    values: Mapping[tuple[int, str], Values]

    def mean(self, budget: int, metric: str) -> float:
        found = self.values[budget, metric].values()
        return fmean(value for value in found if value is not None)


def own_strategies() -> dict[str, Any]:
    """Our strategies at 200 tokens (cl100k), under the names the tables give them."""
    made = {f"{n} 200, ours": make_strategy(n, size=OWN_SIZE, unit="tokens") for n in OWN}
    return {name.replace("_", "-"): strategy for name, strategy in made.items()}


class Curves:
    """Ranks, packs and scores a way of cutting under every budget."""

    def __init__(self, golden: GoldenSet, embed: Any, questions: Any) -> None:
        self.golden, self.embed, self.questions = golden, embed, questions
        self.documents = golden.by_id()
        self.asked = {question.id: question.text for question in golden.questions}
        self.scorer = Scorer(golden, embed)
        self.settings = RunSettings((Variant(make_strategy("recursive")),), budgets=BUDGETS)

    def of(self, way: str, chunks: Sequence[Chunk]) -> list[Curve]:
        texts = [chunk.index_text(self.documents[chunk.document]) for chunk in chunks]
        table = self.scorer.table(chunks)
        found = []
        for retriever in RETRIEVERS:
            rankings = self._ranked(retriever, texts)
            for fill in FILLS:
                scored = self.scorer.score(table, rankings, replace(self.settings, fill=fill))
                values = {
                    (budget, metric): {q: row[metric] for q, row in scores.items()}
                    for budget, (_, scores) in scored.items()
                    for metric in (*METRICS, "context_tokens")
                }
                found.append(Curve(way, retriever, fill, len(chunks), values))
        return found

    def _ranked(self, retriever: str, texts: list[str]) -> tuple[Ranking, ...]:
        if retriever == "bm25":
            return Bm25Index(texts).rank(self.asked, DEPTH)
        return exact_search(self.questions, self.embed(texts), list(self.asked), DEPTH)


def print_tables(curves: Sequence[Curve], golden: GoldenSet, console: Console) -> None:
    for retriever, fill in product(RETRIEVERS, FILLS):
        shown = [c for c in curves if (c.retriever, c.fill) == (retriever, fill)]
        where = f"{retriever}, fill rule {fill}"
        for metric, name in METRICS.items():
            title = f"{where}: mean {name} over 472 questions, %, by token budget"
            _print_means(shown, metric, title, console, scale=100, form=".1f")
        if fill == "whole":
            title = f"{where}: mean tokens used of each budget"
            _print_means(shown, "context_tokens", title, console, scale=1, form=",.0f")
        _print_differences(shown, golden, where, console)


def _print_means(
    shown: Sequence[Curve], metric: str, title: str, console: Console, scale: int, form: str
) -> None:
    table = Table(title=title)
    table.add_column("cut")
    for name in ("chunks", *(f"{budget:,}" for budget in BUDGETS)):
        table.add_column(name, justify="right")
    for curve in shown:
        cells = (f"{scale * curve.mean(budget, metric):{form}}" for budget in BUDGETS)
        table.add_row(curve.way, f"{curve.chunks:,}", *cells)
    console.print(table)


def difference(base: Curve, curve: Curve, budget: int, golden: GoldenSet) -> Interval:
    """Recall, in points more than the baseline's."""
    key = (budget, "span_recall")
    found = interval(paired(base.values[key], curve.values[key], golden.questions), DIFFERENCE)
    assert found is not None
    value, low, high = (100 * number for number in found[:3])
    return Interval(value, low, high, found.n, found.kind)


def _print_differences(
    shown: Sequence[Curve], golden: GoldenSet, where: str, console: Console
) -> None:
    base = next(curve for curve in shown if curve.way == BASELINE)
    table = Table(title=f"{where}: recall, points more than {BASELINE} (95 % interval)")
    table.add_column("cut")
    for budget in COMPARED:
        table.add_column(f"{budget:,}", justify="right")
    for curve in shown:
        if curve is base:
            continue
        found = [difference(base, curve, budget, golden) for budget in COMPARED]
        cells = (f"{one.value:+.1f} ({one.low:+.1f} to {one.high:+.1f})" for one in found)
        table.add_row(curve.way, *cells)
        table.caption = found[0].kind
    console.print(table)


def write_chart(curves: Sequence[Curve], golden: GoldenSet, path: Path) -> None:
    """Two pictures in one: recall by budget of the five strategies, and differences."""
    import plotly.graph_objects as go
    from plotly.subplots import make_subplots

    figure: Any = make_subplots(
        rows=2,
        cols=2,
        row_heights=[0.38, 0.62],
        shared_yaxes=True,
        horizontal_spacing=0.03,
        vertical_spacing=0.12,
        subplot_titles=(
            "Vectors (all-MiniLM-L6-v2): recall, %, by context tokens",
            "BM25: recall, %, by context tokens",
            f"Vectors: points of recall more than {BASELINE}{SHADES}",
            f"BM25: points of recall more than {BASELINE}{SHADES}",
        ),
    )
    for column, retriever in enumerate(RETRIEVERS, 1):
        shown = [c for c in curves if (c.retriever, c.fill) == (retriever, "cut")]
        for curve in shown:
            if curve.way in FIVE:
                figure.add_trace(_line(go, curve, column), row=1, col=column)
        base = next(curve for curve in shown if curve.way == BASELINE)
        compared = [curve for curve in reversed(shown) if curve is not base]
        for row, curve in enumerate(compared):
            for budget in COMPARED:
                found = difference(base, curve, budget, golden)
                figure.add_trace(_mark(go, curve, row, budget, found), row=2, col=column)
        figure.add_vline(x=0, line_color="#8a8a8a", row=2, col=column)
    figure.update_layout(
        template="plotly_white",
        width=1180,
        height=1180,
        font={"size": 14},
        margin={"l": 20, "r": 20, "t": 110, "b": 60},
        legend={"orientation": "h", "y": 1.07, "x": 0},
    )
    figure.update_xaxes(type="category", row=1)
    figure.update_yaxes(range=[20, 100], row=1)
    figure.update_xaxes(range=[-22, 14], row=2, title="points")
    figure.update_yaxes(
        automargin=True,
        range=[-0.6, len(compared) - 0.4],
        tickvals=list(range(len(compared))),
        ticktext=[f"{curve.way} " for curve in compared],
        row=2,
    )
    _picture(figure, path)


def _line(go: Any, curve: Curve, column: int) -> Any:
    from pages.ui.charts import style_of

    colour, symbol = style_of(_strategy(curve.way))
    return go.Scatter(
        x=[f"{budget:,}" for budget in BUDGETS],
        y=[100 * curve.mean(budget, "span_recall") for budget in BUDGETS],
        name=curve.way.removesuffix(", ours"),
        mode="lines+markers",
        line={"color": colour, "width": 2},
        marker={"symbol": symbol, "size": 9},
        showlegend=column == 1,
    )


def _mark(go: Any, curve: Curve, row: int, budget: int, found: Interval) -> Any:
    from pages.ui.charts import style_of

    colour, _ = style_of(_strategy(curve.way))
    place = COMPARED.index(budget)
    return go.Scatter(
        x=[found.value],
        y=[row + 0.25 * (1 - place)],
        mode="markers",
        marker={"color": colour, "size": 8},
        opacity=(1.0, 0.65, 0.4)[place],
        error_x={
            "array": [found.high - found.value],
            "arrayminus": [found.value - found.low],
            "color": colour,
            "thickness": 2,
            "width": 0,
        },
        showlegend=False,
    )


def _strategy(way: str) -> str:
    return way.split()[0].replace("-", "_")


def _picture(figure: Any, path: Path) -> None:
    import shutil

    from playwright.sync_api import sync_playwright

    html = figure.to_html(include_plotlyjs=True, full_html=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1200, "height": 1200})
        page.set_content(html)
        page.wait_for_selector(".legend")
        page.locator(".plotly-graph-div").screenshot(path=str(path))
        browser.close()
