"""Figures of the page Tune: differences to the pinned setting, and what overlap costs."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from evaluation.statistics import Interval
from evaluation.tune_bill import Step
from golden_sets.language import tr
from pages.ui.charts import GREY, GREY_MARK, error_bars, figure_of, style_of


def difference_chart(strategy: str, shown: Sequence[tuple[str, Interval]]) -> Any:
    """A line a rate: current minus pinned in points, with its 95 % interval and the zero line."""
    colour, symbol = style_of(strategy)
    names = [name for name, _ in shown]
    values = [100 * found.value for _, found in shown]
    lows = [100 * found.low for _, found in shown]
    highs = [100 * found.high for _, found in shown]
    reach = 1.15 * max(5.0, *(abs(end) for end in (*lows, *highs)))
    marks = {
        "type": "scatter",
        "mode": "markers+text",
        "x": values,
        "y": names,
        "text": [_signed(value) for value in values],
        "textposition": "top right",
        "cliponaxis": False,
        "marker": {"color": colour, "symbol": symbol, "size": 12},
        "error_x": error_bars(values, lows, highs, colour),
        "customdata": [
            tr(
                "{value} points ({low} to {high}), n = {n}",
                value=_signed(value),
                low=_signed(low),
                high=_signed(high),
                n=found.n,
            )
            for value, low, high, (_, found) in zip(values, lows, highs, shown, strict=True)
        ],
        "hovertemplate": "%{y}<br>%{customdata}<extra></extra>",
        "showlegend": False,
    }
    return figure_of(
        [marks],
        height=80 + 46 * len(names),
        xaxis={
            "title": {"text": tr("Current minus pinned, points of 100")},
            "range": [-reach, reach],
            "gridcolor": GREY,
            "zeroline": True,
            "zerolinecolor": GREY_MARK,
            "zerolinewidth": 2,
            "fixedrange": True,
        },
        yaxis={
            "type": "category",
            "range": [len(names) - 0.5, -0.7],
            "automargin": True,
            "fixedrange": True,
            "showgrid": False,
        },
    )


def _signed(number: float) -> str:
    shown = f"{abs(number):.1f}"
    return "0" if shown == "0.0" else f"{'+' if number > 0 else '−'}{shown}"


class _Panel(NamedTuple):
    title: str
    values: list[float | None]


def bill_chart(strategy: str, steps: Sequence[Step], now: int) -> Any:
    """Three lines over overlap, one above the other, the current overlap shaded."""
    base = steps[0].index_tokens
    panels = [
        _Panel(
            tr("Index tokens, % more than without"),
            [100 * (s.index_tokens / base - 1) if base else None for s in steps],
        ),
        _Panel(
            tr("Of the context repeats, %"),
            [_percent(step.context_duplication) for step in steps],
        ),
        _Panel(
            tr("Answer passages in two chunks or more, %"),
            [_percent(step.blurred) for step in steps],
        ),
    ]
    percents = [step.percent for step in steps]
    layout: dict[str, Any] = {"annotations": [], "shapes": []}
    traces = [
        _panel(place, panel, percents, strategy, now, layout) for place, panel in enumerate(panels)
    ]
    axis = {"gridcolor": GREY, "zeroline": False, "fixedrange": True}
    return figure_of(
        traces,
        height=450,
        margin={"l": 8, "r": 16, "t": 28, "b": 8},
        xaxis={
            **axis,
            "title": {"text": tr("Overlap, % of the size")},
            "tickvals": percents,
            "range": [-3, max(percents[-1], now) + 4],
            "anchor": "y3",
        },
        **layout,
    )


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _panel(
    place: int,
    panel: _Panel,
    percents: Sequence[int],
    strategy: str,
    now: int,
    layout: dict[str, Any],
) -> dict[str, Any]:
    """The line of one panel, its axis, title and shade put into the layout."""
    colour, symbol = style_of(strategy)
    name = "" if place == 0 else str(place + 1)
    top = 1 - place * 0.36
    layout[f"yaxis{name}"] = _axis(panel, top)
    layout["annotations"].append(_title(panel, top))
    layout["shapes"].append(_shade(name, now))
    return {
        "type": "scatter",
        "mode": "lines+markers+text",
        "x": list(percents),
        "y": panel.values,
        "yaxis": f"y{name}",
        "text": ["" if value is None else f"{value:.0f}" for value in panel.values],
        "textposition": "top center",
        "cliponaxis": False,
        "line": {"color": colour, "width": 2},
        "marker": {"color": colour, "symbol": symbol, "size": 9},
        "hovertemplate": "%{x} %<br>%{y:.1f} %<extra></extra>",
        "showlegend": False,
    }


def _axis(panel: _Panel, top: float) -> dict[str, Any]:
    known = [value for value in panel.values if value is not None]
    return {
        "domain": [max(0.0, top - 0.24), top - 0.03],
        "range": [0, 1.25 * max([4.0, *known])],
        "gridcolor": GREY,
        "zeroline": False,
        "fixedrange": True,
        "automargin": True,
        "nticks": 3,
    }


def _title(panel: _Panel, top: float) -> dict[str, Any]:
    return {
        "text": panel.title,
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": top + 0.005,
        "xanchor": "left",
        "yanchor": "bottom",
        "align": "left",
        "showarrow": False,
        "font": {"size": 13},
    }


def _shade(name: str, now: int) -> dict[str, Any]:
    """What marks the current overlap in a panel."""
    return {
        "type": "rect",
        "xref": "x",
        "yref": f"y{name} domain",
        "x0": now - 1.5,
        "x1": now + 1.5,
        "y0": 0,
        "y1": 1,
        "line": {"width": 0},
        "fillcolor": GREY,
        "layer": "below",
    }
