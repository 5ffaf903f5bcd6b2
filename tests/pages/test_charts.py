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


def test_many_lines_keep_their_order_and_their_own_numbers():
    """Rows of one strategy share a trace, and still stand where the page puts them."""
    shown = [row("fixed", 0.5), row("structure", 0.7), row("fixed", 0.3, retriever="vector")]
    figure = hit_chart(shown)
    assert list(figure.layout.yaxis.categoryarray) == [one.label for one in shown]
    assert figure.data[0].x == (50, 30)
    assert figure.data[0].y == (shown[0].label, shown[2].label)
    assert figure.data[0].text == ("50 %", "30 %")
    assert "30.0 % (20.0 to 40.0)<br>n = 40" in figure.data[0].hovertemplate[1]
