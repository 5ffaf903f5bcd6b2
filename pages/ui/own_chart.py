"""What each strategy does to documents, as a figure, a finding and a table."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from evaluation.first_look import Look
from evaluation.naming import strategy_name
from golden_sets.language import tr
from pages.ui.charts import GREY, figure_of, style_of


def percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 1)


def finding(looks: Sequence[Look]) -> str:
    """Which strategy ends most and fewest chunks inside a sentence, and what the indexes weigh."""
    cut = [one for one in looks if one.figures["mid_sentence_rate"] is not None]
    if not cut:
        return tr("Every document fits into one chunk of every strategy")
    worst = max(cut, key=lambda one: one.figures["mid_sentence_rate"])
    best = min(cut, key=lambda one: one.figures["mid_sentence_rate"])
    tokens = sorted(one.figures["tokens"] for one in looks)
    spread = 100 * (tokens[-1] / tokens[0] - 1) if tokens[0] else 0.0
    if worst.figures["mid_sentence_rate"] == best.figures["mid_sentence_rate"]:
        return tr(
            "All strategies end {share:.0f} % of the chunks that text follows inside a sentence; "
            "their indexes differ by {spread:.0f} % in tokens",
            share=100 * worst.figures["mid_sentence_rate"],
            spread=spread,
        )
    return tr(
        "{worst} ends {high:.0f} % of the chunks that text follows inside a sentence, {best} "
        "{low:.0f} %; the indexes differ by {spread:.0f} % in tokens",
        worst=strategy_name(worst.strategy),
        best=strategy_name(best.strategy),
        high=100 * worst.figures["mid_sentence_rate"],
        low=100 * best.figures["mid_sentence_rate"],
        spread=spread,
    )


def sizes_chart(looks: Sequence[Look], size: int) -> Any:
    """A box a strategy: how large its chunks come out, in characters, against the size asked for.

    Quartiles, and whiskers from the smallest to the largest.
    """
    traces = []
    for look in looks:
        colour, _ = style_of(look.strategy)
        low, first, middle, third, high = _five(look.sizes)
        name = tr(strategy_name(look.strategy))
        traces.append(
            {
                "type": "box",
                "orientation": "h",
                "name": name,
                "y": [name],
                "q1": [first],
                "median": [middle],
                "q3": [third],
                "lowerfence": [low],
                "upperfence": [high],
                "marker": {"color": colour},
                "line": {"width": 2, "color": colour},
                "showlegend": False,
            }
        )
    return figure_of(
        traces,
        height=110 + 46 * len(looks),
        xaxis={
            "title": {"text": tr("Characters of a chunk")},
            "rangemode": "tozero",
            "gridcolor": GREY,
            "zeroline": False,
            "tickformat": ",d",
            "fixedrange": True,
        },
        yaxis={"autorange": "reversed", "automargin": True, "fixedrange": True, "showgrid": False},
        shapes=[
            {
                "type": "line",
                "x0": size,
                "x1": size,
                "y0": 0,
                "y1": 1,
                "yref": "paper",
                "line": {"color": GREY, "width": 2, "dash": "dot"},
            }
        ],
    )


def _five(sizes: Sequence[int]) -> tuple[float, ...]:
    """Smallest, quartiles, largest; linear between neighbours."""
    ordered = sorted(sizes) or [0]

    def at(share: float) -> float:
        place = share * (len(ordered) - 1)
        below = int(place)
        above = min(below + 1, len(ordered) - 1)
        return ordered[below] + (place - below) * (ordered[above] - ordered[below])

    return tuple(at(share) for share in (0, 0.25, 0.5, 0.75, 1))


# The column, as it is marked for translation in `columns`, and the term that explains it.
def columns() -> dict[str, str]:
    """The name of each column with the term that explains it."""
    return {
        tr("Chunks"): "chunks",
        tr("Index tokens"): "index tokens",
        tr("Mid-sentence %"): "mid-sentence",
        tr("Broken bonds"): "broken bonds",
        tr("Oversize"): "oversize",
        tr("Pointing back %"): "pointing back",
    }


def table(looks: Sequence[Look]) -> pd.DataFrame:
    """A row a strategy, units in the column names."""
    values = [
        [
            look.figures["chunks"],
            look.figures["tokens"],
            percent(look.figures["mid_sentence_rate"]),
            look.figures["broken_bonds"],
            look.figures["oversize"],
            percent(look.figures["pointing_back"]),
        ]
        for look in looks
    ]
    made = pd.DataFrame(values, columns=list(columns()))
    made.insert(0, tr("Strategy"), [tr(strategy_name(look.strategy)) for look in looks])
    return made
