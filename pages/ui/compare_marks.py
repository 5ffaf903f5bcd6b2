"""Forests: a line a result, its value, its interval, and its name above them."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from pages.ui.charts import GREY, GREY_MARK, figure_of, style_of

Ends = tuple[float, float | None, float | None]
LINE, LABEL, SECOND = 42, 0.34, 0.2
LONGEST = 52


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of a forest, in the axis' own unit.

    Attributes:
        ends: Value, low and high; an end nothing is known about is None.
        told: What stands at the right of the label.
        hover: Lines, plain text.
        second: Another measure of the same result, drawn as a tick under the first.
        hollow: With headers.
    """

    label: str
    strategy: str
    ends: Ends
    told: str
    hover: tuple[str, ...]
    second: Ends | None = None
    hollow: bool = False


def plain(words: str, most: int = LONGEST) -> str:
    """A label without what Plotly reads as markup, its middle left out where it is too long."""
    short = words if len(words) <= most else f"{words[: most - 16]}…{words[-15:]}"
    return escape(short)


def forest(
    marks: Sequence[Mark],
    title: str,
    span: tuple[float, float],
    rule: float | None = None,
) -> Any:
    """A line a mark, from the top.

    Args:
        title: Of the axis.
        rule: Where a vertical line stands: nothing, or the baseline.
    """
    traces: list[Any] = [_words(marks, span, left=True), _words(marks, span, left=False)]
    numbered = list(enumerate(marks))
    for strategy in dict.fromkeys(mark.strategy for mark in marks):
        mine = [(at, mark) for at, mark in numbered if mark.strategy == strategy]
        traces.append(_points(mine))
        if any(mark.second for _, mark in mine):
            traces.append(_ticks(mine))
    shapes = []
    if rule is not None:
        line = {"color": GREY_MARK, "width": 1, "dash": "dot"}
        shapes.append({"type": "line", "yref": "paper", "y0": 0, "y1": 1, "line": line})
        shapes[0] |= {"x0": rule, "x1": rule, "layer": "below"}
    return figure_of(
        traces,
        height=70 + LINE * max(1, len(marks)),
        shapes=shapes,
        xaxis={
            "title": {"text": title},
            "range": list(span),
            "gridcolor": GREY,
            "zeroline": False,
            "fixedrange": True,
            "nticks": 7,
        },
        yaxis={
            "range": [len(marks) - 0.4, -0.75],
            "visible": False,
            "fixedrange": True,
        },
        showlegend=False,
    )


def _words(marks: Sequence[Mark], span: tuple[float, float], left: bool) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [span[0] if left else span[1]] * len(marks),
        "y": [at - LABEL for at in range(len(marks))],
        "text": [plain(mark.label) if left else escape(mark.told) for mark in marks],
        "textposition": "middle right" if left else "middle left",
        "textfont": {"size": 13},
        "cliponaxis": False,
        "hoverinfo": "skip",
    }


def _points(mine: Sequence[tuple[int, Mark]]) -> dict[str, Any]:
    colour, symbol = style_of(mine[0][1].strategy)
    marks = [mark for _, mark in mine]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [mark.ends[0] for mark in marks],
        "y": [at for at, _ in mine],
        "marker": {
            "color": colour,
            "size": 11,
            "symbol": [f"{symbol}-open" if mark.hollow else symbol for mark in marks],
            "line": {"width": 2, "color": colour},
        },
        "error_x": _reach([mark.ends for mark in marks], colour, 2.5),
        "customdata": ["<br>".join(map(escape, (mark.label, *mark.hover))) for mark in marks],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _ticks(mine: Sequence[tuple[int, Mark]]) -> dict[str, Any]:
    colour, _ = style_of(mine[0][1].strategy)
    found = [(at, mark.second) for at, mark in mine if mark.second is not None]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [ends[0] for _, ends in found],
        "y": [at + SECOND for at, _ in found],
        "marker": {
            "color": colour,
            "size": 11,
            "symbol": "line-ns-open",
            "line": {"width": 2.5, "color": colour},
        },
        "error_x": _reach([ends for _, ends in found], colour, 1),
        "hoverinfo": "skip",
    }


def _reach(found: Sequence[Ends], colour: str, thickness: float) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": [0 if high is None else high - value for value, _, high in found],
        "arrayminus": [0 if low is None else value - low for value, low, _ in found],
        "color": colour,
        "thickness": thickness,
        "width": 0,
    }
