"""How a chart is taken away: by the button at its corner, under a name that says what it is."""

import re
from typing import Any

from golden_sets.language import language
from pages.ui import frame_words


def chart_config(name: str) -> dict[str, Any]:
    """Plotly's configuration of a chart with one button, which saves it as SVG.

    Args:
        name: Of the file, without an ending; what a file name may not hold becomes a hyphen.
    """
    return {
        **_locale(),
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {
            "format": "svg",
            "filename": file_name(name),
            "width": 1200,
            "height": None,
        },
    }


# What Plotly writes of dates and numbers, all of it, else it takes the American.
_FORMAT = {
    "days": [f"星期{day}" for day in "日一二三四五六"],
    "shortDays": [f"周{day}" for day in "日一二三四五六"],
    "months": [f"{month} 月" for month in range(1, 13)],
    "shortMonths": [f"{month} 月" for month in range(1, 13)],
    "periods": ["上午", "下午"],
    "dateTime": "%Y-%m-%d %H:%M:%S",
    "date": "%Y-%m-%d",
    "time": "%H:%M:%S",
    "decimal": ".",
    "thousands": ",",
    "grouping": [3],
    "currency": ["¥", ""],
    "year": "%Y 年",
    "month": "%Y 年 %-m 月",
    "dayMonth": "%-m 月 %-d 日",
    "dayMonthYear": "%Y 年 %-m 月 %-d 日",
}


def _locale() -> dict[str, Any]:
    """Plotly's own words and dates in the reader's language; nothing in English."""
    if language() == "en":
        return {}
    return {
        "locale": "zh-CN",
        "locales": {"zh-CN": {"dictionary": frame_words.of_charts(), "format": _FORMAT}},
    }


def file_name(name: str) -> str:
    """The name with nothing but letters, digits, dots, hyphens and underscores, at most 100."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:100] or "chart"
