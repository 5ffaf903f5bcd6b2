"""The picture of two runs: the change of each result with its interval."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from evaluation.run_comparison import ResultChange
from golden_sets.language import tr
from pages.ui.charts import GREY, GREY_MARK, error_bars, figure_of, style_of
from pages.ui.runs_words import as_comparison, name

MOST = 40


def drawn(results: Sequence[ResultChange]) -> list[ResultChange]:
    """The results that are worth a line: those with a change, the largest 40, in their order."""
    told = [one for one in results if one.difference is not None and not one.equal]
    kept = sorted(told, key=lambda one: -abs(as_comparison(one)["difference"]))[:MOST]
    return [one for one in results if any(one is each for each in kept)]


def change_chart(shown: Sequence[ResultChange], strategies: Mapping[str, str]) -> Any:
    """A line a result: hits after minus before in points, with the 95 % interval.

    Args:
        strategies: By variant id.
    """
    budgets = len({one.budget_tokens for one in shown})
    traces = []
    for one in shown:
        colour, symbol = style_of(strategies.get(one.variants[1], ""))
        change = as_comparison(one)
        value, low, high = (100 * change[end] for end in ("difference", "low", "high"))
        told = name(one, budgets)
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": [value],
                "y": [escape(told)],
                "marker": {"color": colour, "symbol": symbol, "size": 11},
                "error_x": error_bars([value], [low], [high], colour),
                "hovertemplate": tr(
                    "{name}<br>{value:+.1f} points ({low:+.1f} to {high:+.1f})<br>{gained} gained, "
                    "{lost} lost, n = {n}",
                    name=escape(told),
                    value=value,
                    low=low,
                    high=high,
                    gained=len(one.gained),
                    lost=len(one.lost),
                    n=one.n,
                )
                + "<extra></extra>",
                "showlegend": False,
            }
        )
    return figure_of(
        traces,
        height=100 + 30 * max(1, len(shown)),
        xaxis={
            "title": {"text": tr("Hits, after minus before, points")},
            "gridcolor": GREY,
            "zeroline": True,
            "zerolinecolor": GREY_MARK,
            "zerolinewidth": 2,
            "automargin": True,
            "fixedrange": True,
        },
        yaxis={
            "type": "category",
            "range": [len(shown) - 0.5, -0.5],
            "automargin": True,
            "fixedrange": True,
            "showgrid": False,
        },
    )
