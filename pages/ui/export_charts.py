"""How a chart is taken away: by the button at its corner, under a name that says what it is."""

import re
from typing import Any


def chart_config(name: str) -> dict[str, Any]:
    """Plotly's configuration of a chart with one button, which saves it as SVG.

    Args:
        name: Of the file, without an ending; what a file name may not hold becomes a hyphen.
    """
    return {
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {
            "format": "svg",
            "filename": file_name(name),
            "width": 1200,
            "height": None,
        },
    }


def file_name(name: str) -> str:
    """The name with nothing but letters, digits, dots, hyphens and underscores, at most 100."""
    return re.sub(r"[^\w.-]+", "-", name).strip("-.")[:100] or "chart"
