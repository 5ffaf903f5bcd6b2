"""The picture of a decision: paired differences against the thresholds they are judged by."""

from collections.abc import Mapping
from html import escape
from typing import Any

from golden_sets.language import tr
from pages.ui.charts import GREY, error_bars, figure_of, style_of
from pages.ui.decide_words import SIGNS, lines_of, metric_name, points, retriever, verdict_word

WIDTH = 700  # an A4 page between its margins
BAND = "rgba(11,110,117,0.13)"
FAINT_BAND = "rgba(11,110,117,0.06)"
ROW = 26


def difference_chart(report: Mapping[str, Any]) -> Any:
    """A row a candidate and retriever, in points; bands where a pilot and an adoption begin."""
    rules = report["protocol"]["content"]["protocol"]
    shown = [one for one in report["verdicts"] if one["difference"] is not None]
    strategies = {one["id"]: one["strategy"] for one in report["variants"]}
    # Room at both ends, for the words at the right too.
    ends = [100 * one[end] for one in shown for end in ("low", "high")]
    least, most = min([0.0, *ends]) - 4, max([rules["adopt_at"], *ends]) + 4
    labels = [_label(one) for one in shown]
    traces = [_trace(one, strategies.get(one["candidate"], ""), lines_of(rules)) for one in shown]
    names = [
        {
            "xref": "paper",
            "x": 1.01,
            "xanchor": "left",
            "y": label,
            "text": f"{SIGNS.get(one['verdict'], '')} {verdict_word(one['verdict'])}",
            "showarrow": False,
            "font": {"size": 13},
        }
        for label, one in zip(labels, shown, strict=True)
    ]
    title = tr(
        "{metric}, points over {baseline}",
        metric=metric_name(rules["metric"]),
        baseline=escape(rules["baseline"]),
    )
    return figure_of(
        traces,
        height=84 + ROW * max(1, len(shown)),
        margin={"l": 8, "r": 110, "t": 40, "b": 8},
        shapes=_lines(rules, most),
        annotations=[*names, *_line_names(rules)],
        xaxis={
            "title": {"text": title, "font": {"size": 13}},
            "range": [least, most],
            "gridcolor": GREY,
            "zeroline": False,
            "fixedrange": True,
        },
        yaxis={
            "type": "category",
            "categoryorder": "array",
            "categoryarray": labels,
            "range": [len(shown) - 0.5, -0.5],
            "automargin": True,
            "fixedrange": True,
            "showgrid": False,
        },
    )


def _label(one: Mapping[str, Any]) -> str:
    return f"{escape(one['candidate'])} · {retriever(one['retriever'])}"


def _trace(one: Mapping[str, Any], strategy: str, lines: tuple[float, ...]) -> dict[str, Any]:
    colour, symbol = style_of(strategy)
    value, low, high = (100 * one[name] for name in ("difference", "low", "high"))
    told = tr(
        "{difference} points ({low} to {high})",
        difference=points(one["difference"], lines=lines),
        low=points(one["low"], lines=lines),
        high=points(one["high"], lines=lines),
    )
    return {
        "type": "scatter",
        "mode": "markers",
        "x": [value],
        "y": [_label(one)],
        "marker": {"color": colour, "symbol": symbol, "size": 12},
        "error_x": error_bars([value], [low], [high], colour),
        "hovertemplate": f"{_label(one)}<br>{told}<br>{verdict_word(one['verdict'])}"
        "<extra></extra>",
        "showlegend": False,
    }


def _lines(rules: Mapping[str, Any], most: float) -> list[dict[str, Any]]:
    """The bands of a pilot and of an adoption, and the lines where they begin."""
    below, at = rules["reject_below"], rules["adopt_at"]
    bands = [(below, at, FAINT_BAND), (at, most, BAND)]
    found: list[dict[str, Any]] = [
        {
            "type": "rect",
            "x0": start,
            "x1": end,
            "y0": 0,
            "y1": 1,
            "yref": "paper",
            "fillcolor": colour,
            "line": {"width": 0},
            "layer": "below",
        }
        for start, end, colour in bands
    ]
    for place, dash, width in ((0, "solid", 1.5), (below, "dot", 1.5), (at, "dash", 1.5)):
        found.append(
            {
                "type": "line",
                "x0": place,
                "x1": place,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"color": "#8a8a8a", "width": width, "dash": dash},
                "layer": "below",
            }
        )
    return found


def _line_names(rules: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the lines mean, above them; two lines of words where they would run together."""
    below, at = rules["reject_below"], rules["adopt_at"]
    told = [
        (0.0, tr("equal"), "right", 2),
        (below, tr("worth a trial from {points:g}", points=below), "left", 18),
        (at, tr("adopt at {points:g}", points=at), "left", 2),
    ]
    return [
        {
            "x": place,
            "y": 1,
            "yref": "paper",
            "yanchor": "bottom",
            "yshift": shift,
            "text": words,
            "xanchor": side,
            "showarrow": False,
            "font": {"size": 12},
        }
        for place, words, side, shift in told
    ]
