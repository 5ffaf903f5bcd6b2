"""The figures of the page Compare that are no forests."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from evaluation.naming import strategy_name
from golden_sets.language import tr
from pages.ui.charts import GREY, error_bars, figure_of, style_of
from pages.ui.compare_lines import figure, key_of, means
from pages.ui.compare_marks import LABEL, plain
from pages.ui.compare_outcomes import OUTCOMES, letter, outcome_words
from pages.ui.compare_scope import Scope
from pages.ui.results import Row

LINE = 44


def frontier(scope: Scope, shown: Sequence[Row]) -> list[Row]:
    """The rows that no other beats on both index tokens and hit rate, by index tokens."""
    value = means(scope)
    best = -1.0
    kept = []
    for row in sorted(shown, key=lambda row: (row.index["tokens"], -value[key_of(row)])):
        if value[key_of(row)] > best:
            best = value[key_of(row)]
            kept.append(row)
    return kept


def cost_chart(scope: Scope, shown: Sequence[Row]) -> Any:
    """Hit rate against index tokens, a point a result; the frontier joined, with intervals."""
    edge = frontier(scope, shown)
    percent = {key: 100 * value for key, value in means(scope).items()}
    traces: list[Any] = [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [row.index["tokens"] for row in edge],
            "y": [percent[key_of(row)] for row in edge],
            "line": {"color": GREY, "width": 2, "shape": "hv"},
            "hoverinfo": "skip",
            "name": tr("best for its index size"),
        }
    ]
    for strategy in dict.fromkeys(row.strategy for row in shown):
        same = [row for row in shown if row.strategy == strategy]
        traces.append(_points(scope, same, percent, {key_of(row) for row in edge}))
    return figure_of(
        traces,
        height=440,
        xaxis=_axis(tr("Index tokens")) | {"tickformat": ",d", "nticks": 6},
        yaxis=_axis(tr("Hit rate, %")),
        legend={"orientation": "h", "y": -0.22, "x": 0},
    )


def _axis(title: str) -> dict[str, Any]:
    return {
        "title": {"text": title},
        "gridcolor": GREY,
        "zeroline": False,
        "automargin": True,
        "fixedrange": True,
    }


def _points(
    scope: Scope, same: Sequence[Row], percent: Mapping[str, float], edge: set[str]
) -> dict[str, Any]:
    colour, symbol = style_of(same[0].strategy)
    ends = [figure(scope, row) if key_of(row) in edge else None for row in same]
    values = [percent[key_of(row)] for row in same]
    lows, highs = (
        [100 * rate[end] if rate else value for rate, value in zip(ends, values, strict=True)]
        for end in ("low", "high")
    )
    return {
        "type": "scatter",
        "mode": "markers",
        "name": escape(tr(strategy_name(same[0].strategy))),
        "x": [row.index["tokens"] for row in same],
        "y": values,
        "customdata": [escape(scope.label(row)) for row in same],
        "marker": {
            "color": colour,
            "size": 10,
            "symbol": [f"{symbol}-open" if row.headers else symbol for row in same],
            "line": {"width": 2, "color": colour},
        },
        "error_y": error_bars(values, lows, highs, colour, 1.5),
        "hovertemplate": "%{customdata}<br>%{y:.1f} %<br>"
        + tr("%{x:,} index tokens")
        + "<extra></extra>",
    }


def budget_chart(scope: Scope, curves: Sequence[Sequence[Row]], title: str) -> Any:
    """Hit rate by budget, a line a result, each point with its interval."""
    budgets = sorted({row.budget_tokens for curve in curves for row in curve})
    step = 0.012 * (budgets[-1] - budgets[0])
    traces = []
    for at, curve in enumerate(curves):
        colour, symbol = style_of(curve[0].strategy)
        rates = [figure(scope, row) for row in curve]
        pairs = [(row, rate) for row, rate in zip(curve, rates, strict=True) if rate]
        values, lows, highs = (
            [100 * rate[end] for _, rate in pairs] for end in ("value", "low", "high")
        )
        beside = step * (at - (len(curves) - 1) / 2)
        traces.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": plain(curve[0].variant, 40),
                "x": [row.budget_tokens + beside for row, _ in pairs],
                "y": values,
                "line": {
                    "color": colour,
                    "width": 2,
                    "dash": "dot" if curve[0].headers else "solid",
                },
                "marker": {"symbol": symbol, "size": 10, "color": colour},
                "error_y": error_bars(values, lows, highs, colour, 1.5),
                "customdata": [row.budget_tokens for row, _ in pairs],
                "hovertemplate": "%{customdata:,}<br>%{y:.1f} %<extra>%{fullData.name}</extra>",
            }
        )
    return figure_of(
        traces,
        height=460,
        xaxis=_axis(title) | {"tickvals": budgets, "tickformat": ",d"},
        yaxis=_axis(tr("Hit rate, %")),
        legend={"orientation": "h", "y": -0.22, "x": 0},
    )


def outcome_chart(scope: Scope, shown: Sequence[Row]) -> Any:
    """Shares of the questions by outcome, a bar a result, each part with its letter."""
    counts = [scope.part.outcomes(row.result) for row in shown]
    traces: list[Any] = []
    for name, (back, front, _) in OUTCOMES.items():
        numbers = [found.get(name, 0) for found in counts]
        if not any(numbers):
            continue
        shares = [
            100 * n / max(1, sum(found.values())) for n, found in zip(numbers, counts, strict=True)
        ]
        traces.append(
            {
                "type": "bar",
                "orientation": "h",
                "x": shares,
                "y": list(range(len(shown))),
                "width": 0.5,
                "name": outcome_words(name),
                "marker": {"color": back, "line": {"width": 1, "color": "#ffffff"}},
                "text": [
                    f"{letter(name)} {n}" if share >= 9 else letter(name) if share >= 4 else ""
                    for n, share in zip(numbers, shares, strict=True)
                ],
                "textposition": "inside",
                "insidetextanchor": "middle",
                "textangle": 0,
                "textfont": {"color": front, "size": 12},
                "customdata": [
                    [escape(scope.label(row)), n] for row, n in zip(shown, numbers, strict=True)
                ],
                "hovertemplate": "%{customdata[0]}<br>"
                + tr("%{customdata[1]} questions, %{x:.0f} %")
                + "<extra>%{fullData.name}</extra>",
            }
        )
    traces.append(
        {
            "type": "scatter",
            "mode": "text",
            "x": [0] * len(shown),
            "y": [at - LABEL - 0.1 for at in range(len(shown))],
            "text": [plain(scope.label(row)) for row in shown],
            "textposition": "middle right",
            "textfont": {"size": 13},
            "hoverinfo": "skip",
        }
    )
    return figure_of(
        traces,
        height=70 + LINE * len(shown),
        barmode="stack",
        showlegend=False,
        xaxis=_axis(tr("Share of the questions, %")) | {"range": [0, 100]},
        yaxis={"range": [len(shown) - 0.5, -0.8], "visible": False, "fixedrange": True},
    )
