"""The figures: what is drawn, and what it is called."""

import json

from pages.ui.charts import STYLES, cost_chart, hit_chart
from tests.pages.test_ui import SHOWN, row


def test_headers_hollow_the_shape_and_keep_the_colour():
    plain, headed = row("structure", 0.5), row("structure", 0.6, headers=True)
    marker = cost_chart([plain, headed]).data[1].marker
    assert marker.symbol == ("diamond", "diamond-open")
    assert marker.color == STYLES["structure"][0]


def test_a_strategy_of_someone_else_is_drawn_too():
    assert hit_chart([row("my_own", 0.5)]).data[0].y == ("my-own · BM25",)


def test_figures_carry_no_template():
    """Plotly's own adds 6.5 KB to every rerun."""
    for figure in (hit_chart(SHOWN), cost_chart(SHOWN)):
        assert len(json.dumps(figure.layout.template.to_plotly_json())) < 100
