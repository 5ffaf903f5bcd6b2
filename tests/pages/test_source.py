"""Marked text: what a reader is handed, with its evidence in place."""

from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question
from pages.ui.charts import OTHERS, STYLES
from pages.ui.question_shapes import _OUTLINES, shape
from pages.ui.source import MOST, best_alternative, passage_html, unit_html

TEXT = "# Solo <plan>\n\nUp to 200 GB.\n\nA day is a working day of the office in Malmö.\n"
TEXT += "\nElsewhere it is the day of the place asked.\n"
DOCUMENT = read_markdown("d", TEXT)


def span(text):
    start = TEXT.index(text)
    return Span(start, start + len(text))


HEADING = Passage("d", span("Solo <plan>"), "context")
SHORT = Passage("d", span("Up to 200 GB."))
LONG = Passage("d", span("A day is a working day of the office in Malmö."))
OTHER = Passage("d", span("Elsewhere it is the day of the place asked."))


def unit(*spans, header=(), title=""):
    return {"document": "d", "spans": spans, "header": header, "title": title, "tokens": 9}


def test_evidence_in_an_added_header_is_marked_there():
    html = unit_html(1, unit(SHORT.span, header=[HEADING.span], title="<T>"), DOCUMENT, [HEADING])
    assert "added header: &lt;T&gt; › " in html
    assert '<mark class="cb-context" title="context passage">Solo &lt;plan&gt;</mark>' in html


def test_text_around_a_missing_passage_is_escaped_and_shows_where_it_stands():
    html = passage_html(DOCUMENT, SHORT, "missing")
    assert "answer: not in the context" in html
    assert "# Solo &lt;plan&gt;" in html and "<plan>" not in html


def test_the_best_alternative_has_the_most_answer_text():
    """As the outcome is found: 13 of 59 characters are less than 20 of 43, though one passage
    of two stands there whole."""
    first, second = (SHORT, LONG), (OTHER,)
    question = Question("q", "?", "multi_hop", (first, second))
    part = Span(OTHER.span.start, OTHER.span.start + 20)
    found = best_alternative(question, [unit(SHORT.span, part)], {"d": DOCUMENT})
    assert found == [(OTHER, "partly")]


def test_what_expansion_added_is_told_apart_and_stands_in_the_order_of_the_text():
    found = {**unit(LONG.span), "added": [SHORT.span, OTHER.span]}
    html = unit_html(1, found, DOCUMENT, [])
    before, own, after = (html.index(text) for text in ("Up to 200", "A day is", "Elsewhere"))
    assert before < own < after
    assert html.count('class="cb-added"') == 2
    assert "⋯" not in html, "nothing is left out between them"
    assert "⋯" in unit_html(1, unit(SHORT.span, OTHER.span), DOCUMENT, [])


def test_added_text_can_hold_the_evidence():
    question = Question("q", "?", "single", ((SHORT,),))
    found = {**unit(LONG.span), "added": [SHORT.span]}
    assert best_alternative(question, [found], {"d": DOCUMENT}) == [(SHORT, "found")]


def test_text_that_would_freeze_a_page_is_shown_by_its_ends_and_says_so():
    long = read_markdown("d", "start " + "<b> " * 20_000 + "end\n")
    html = unit_html(1, unit(Span(0, len(long.text) - 1)), long, [])
    assert len(html) < 8 * MOST and "start " in html and "end<" in html
    assert "characters left out here" in html
    passage = Passage("d", Span(6, 70_000))
    html = passage_html(long, passage, "missing")
    assert "start " in html and html.count("<mark") == 2 and "<b>" not in html


def test_every_strategy_has_its_shape_beside_text():
    """A symbol without an outline would show as a circle, which is another strategy's."""
    symbols = {symbol for _, symbol in (*STYLES.values(), *OTHERS)} - {"circle"}
    named = {name for name in STYLES if STYLES[name][1] != "circle"}
    assert all("clip-path:polygon(" in shape(name) for name in named)
    assert symbols <= set(_OUTLINES)
    assert STYLES["structure"][0] in shape("structure") and "clip" not in shape("recursive")
