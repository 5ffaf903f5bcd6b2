"""Figures. One colour and one shape a strategy, everywhere."""

from collections.abc import Sequence
from html import escape
from typing import Any
from zlib import crc32

from evaluation.naming import strategy_name
from golden_sets.document import Document
from golden_sets.language import tr
from pages.ui.results import Row
from pages.ui.results import retriever_name as retriever_name
from strategies.chunk import Chunk

# Okabe and Ito's palette, told apart by colour-blind readers; shape is the second cue.
STYLES = {
    "fixed": ("#7f7f7f", "square"),
    "recursive": ("#0072b2", "circle"),
    "structure": ("#009e73", "diamond"),
    "parent_child": ("#d55e00", "triangle-up"),
    "semantic": ("#cc79a7", "star"),
    "sentence": ("#b58900", "pentagon"),
    "mixed": ("#56b4e9", "hexagram"),
}
# Splitters from elsewhere: one of these by name, so that a filter never recolours.
OTHERS = (
    ("#8c6d31", "x"),
    ("#7b4173", "cross"),
    ("#393b79", "triangle-down"),
    ("#637939", "bowtie"),
    ("#843c39", "hourglass"),
    ("#17becf", "star-square"),
)
GREY = "rgba(128,128,128,0.35)"
GREY_MARK = "#8a8a8a"


def style_of(strategy: str) -> tuple[str, str]:
    """Colour and shape of a strategy."""
    return STYLES.get(strategy) or OTHERS[crc32(strategy.encode()) % len(OTHERS)]


def error_bars(
    values: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    colour: str,
    thickness: float = 2,
) -> dict[str, Any]:
    """What draws intervals around values, for a trace's `error_x` or `error_y`."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [high - value for high, value in zip(highs, values, strict=True)],
        "arrayminus": [value - low for low, value in zip(lows, values, strict=True)],
        "color": colour,
        "thickness": thickness,
        "width": 0,
    }


def figure_of(traces: list[Any], **layout: Any) -> Any:
    """A figure of the pages: no template, no background, the margins of all."""
    import plotly.graph_objects as go

    return go.Figure(
        traces,
        {
            "template": "none",
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "margin": {"l": 8, "r": 16, "t": 8, "b": 8},
            "font": {"size": 14},
            "hoverlabel": {"font": {"size": 13}},
            **layout,
        },
    )


def hit_chart(shown: list[Row]) -> Any:
    """A line for each strategy and retriever: the hit rate in percent with its 95 % interval."""
    # A trace a strategy: hundreds of traces take a second to make.
    strategies = dict.fromkeys(row.strategy for row in shown)
    return figure_of(
        [_hits(name, [row for row in shown if row.strategy == name]) for name in strategies],
        height=90 + 42 * max(1, len(shown)),
        xaxis={
            "title": {"text": tr("Hit rate, % of answerable questions")},
            "range": [0, 100],
            "gridcolor": GREY,
            "zeroline": False,
            "fixedrange": True,
        },
        yaxis={
            "type": "category",
            "categoryorder": "array",
            "categoryarray": [row.label for row in shown],
            # The first at the top; room above it for its own number, however many rows there are.
            "range": [len(shown) - 0.5, -0.9],
            "automargin": True,
            "fixedrange": True,
            "showgrid": False,
        },
    )


def _hits(strategy: str, same: list[Row]) -> dict[str, Any]:
    """The trace of one strategy's rows."""
    colour, symbol = style_of(strategy)
    values, lows, highs = ([100 * row.hit[key] for row in same] for key in ("value", "low", "high"))
    hover = tr("{label}<br>{value:.1f} % ({low:.1f} to {high:.1f})<br>n = {n}<extra></extra>")
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": values,
        "y": [row.label for row in same],
        "text": [f"{value:.0f} %" for value in values],
        "textposition": "top center",
        "cliponaxis": False,
        "marker": {"color": colour, "symbol": symbol, "size": 12},
        "error_x": error_bars(values, lows, highs, colour),
        "hovertemplate": [
            hover.format(label=row.label, value=value, low=low, high=high, n=row.hit["n"])
            for row, value, low, high in zip(same, values, lows, highs, strict=True)
        ],
        "showlegend": False,
    }


def frontier(shown: list[Row]) -> list[Row]:
    """The rows that no other beats on both index tokens and hit rate, by index tokens."""
    best = -1.0
    kept = []
    for row in sorted(shown, key=lambda row: (row.index["tokens"], -row.hit["value"])):
        if row.hit["value"] > best:
            best = row.hit["value"]
            kept.append(row)
    return kept


def cost_chart(shown: list[Row]) -> Any:
    """Hit rate in percent against index tokens, a point a variant; the frontier joined."""
    edge = frontier(shown)
    traces: list[Any] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [row.index["tokens"] for row in edge],
            "y": [100 * row.hit["value"] for row in edge],
            "line": {"color": GREY, "width": 2, "shape": "hv"},
            "hoverinfo": "skip",
            "name": tr("best for its index size"),
        }
    ]
    for strategy in dict.fromkeys(row.strategy for row in shown):
        colour, symbol = style_of(strategy)
        same = [row for row in shown if row.strategy == strategy]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": tr(strategy_name(strategy)),
                "x": [row.index["tokens"] for row in same],
                "y": [100 * row.hit["value"] for row in same],
                "customdata": [
                    [row.variant, 100 * row.hit["low"], 100 * row.hit["high"]] for row in same
                ],
                "marker": {
                    "color": colour,
                    "size": 12,
                    "symbol": [f"{symbol}-open" if row.headers else symbol for row in same],
                    "line": {"width": 2, "color": colour},
                },
                "hovertemplate": tr(
                    "%{customdata[0]}<br>%{y:.1f} % (%{customdata[1]:.1f} to "
                    "%{customdata[2]:.1f})<br>%{x:,} index tokens<extra></extra>"
                ),
            }
        )
    values = [100 * row.hit["value"] for row in shown] or [0, 100]
    return figure_of(
        traces,
        height=440,
        xaxis={
            "title": {"text": tr("Index tokens")},
            "gridcolor": GREY,
            "zeroline": False,
            "tickformat": ",d",
            "nticks": 6,
            "automargin": True,
        },
        yaxis={
            "title": {"text": tr("Hit rate, %")},
            "range": [max(0, min(values) - 8), min(100, max(values) + 8)],
            "gridcolor": GREY,
            "zeroline": False,
            "automargin": True,
        },
        legend={"orientation": "h", "y": -0.22, "x": 0},
    )


def cut_map(document: Document, strategy: str, chunks: Sequence[Chunk]) -> Any:
    """A bar a chunk over the document's characters, in two lanes, and marks where blocks start."""
    colour, _ = style_of(strategy)
    own = [chunk.matched[-1] for chunk in chunks]
    lanes = [tr("even chunks"), tr("odd chunks")]
    bars = {
        "type": "bar",
        "orientation": "h",
        "base": [span.start for span in own],
        "x": [span.end - span.start for span in own],
        "y": [lanes[number % 2] for number in range(1, len(own) + 1)],
        "marker": {"color": colour, "opacity": 0.75, "line": {"width": 1, "color": "white"}},
        "customdata": [[number, span.end - span.start] for number, span in enumerate(own, 1)],
        "hovertemplate": tr("chunk %{customdata[0]}: %{customdata[1]:,} characters<extra></extra>"),
        "showlegend": False,
    }
    marks = []
    for kind, symbol in (("heading", "triangle-down"), ("table_header", "square")):
        blocks = [block for block in document.blocks if block.kind == kind]
        words = [_plain(document.text[slice(*block.span)]) for block in blocks]
        marks.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": [block.span.start for block in blocks],
                "y": [tr("headings, tables")] * len(blocks),
                "marker": {"symbol": symbol, "size": 8, "color": GREY_MARK},
                "customdata": words,
                "hovertemplate": "%{customdata}<extra></extra>",
                "showlegend": False,
            }
        )
    axis = {"range": [0, len(document.text)], "title": tr("characters"), "gridcolor": GREY}
    lanes_axis = {"categoryorder": "array", "categoryarray": [*lanes, tr("headings, tables")]}
    return figure_of(
        [bars, *marks],
        xaxis=axis,
        yaxis={**lanes_axis, "automargin": True, "type": "category"},
        height=230,
        bargap=0.15,
    )


def _plain(words: str) -> str:
    """A label without what Plotly reads as markup, at most 60 characters."""
    line = words.split("\n", 1)[0]
    return escape(line if len(line) <= 60 else line[:59] + "…")
