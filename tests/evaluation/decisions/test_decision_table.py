"""A decision's tables at a terminal."""

from evaluation.decision_table import _classes


def test_words_begin_at_the_left_and_figures_end_at_the_right():
    """Names of different length set flush right cannot be run down by eye."""
    table = _classes({"protocol": {"classes": []}})
    sides = {column.header: column.justify for column in table.columns}
    right = {name for name, side in sides.items() if side == "right"}
    assert right == {"questions", "difference to the baseline"}
