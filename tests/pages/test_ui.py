"""Findings, charts and marked text, from rows small enough to read."""

from dataclasses import replace

import pytest

from evaluation.progress import time_left
from golden_sets.document import Span
from golden_sets.markdown import read_markdown
from golden_sets.question import Passage, Question
from pages.ui.charts import STYLES, cost_chart, frontier, hit_chart
from pages.ui.findings import cost_finding, hit_finding, points, signed
from pages.ui.question_section import split_for_one
from pages.ui.results import Row, rows, table
from pages.ui.source import best_alternative, marked, unit_html
from strategies.registry import STRATEGIES


def row(strategy, hit, tokens=100, retriever="bm25", **more):
    rate = {"value": hit, "low": max(0, hit - 0.1), "high": min(1, hit + 0.1), "n": 40}
    name = f"{strategy}-400c"
    fields = {"overlap": 0, "overlap_percent": 0, "headers": False, "budget_tokens": 600, **more}
    return Row(
        name,
        strategy,
        retriever=retriever,
        index={"tokens": tokens},
        result={"hit_rate": rate},
        **fields,
    )


def report(*comparisons):
    names = ("recursive", "structure", "fixed")
    variants = [{"id": f"{name}-400c", "strategy": name} for name in names]
    made = [
        {
            "baseline": "recursive-400c",
            "candidate": f"{name}-400c",
            "retriever": "bm25",
            "budget_tokens": 600,
            "difference": difference,
            "low": low,
            "high": high,
            "p": p[0] if p else 0.01,
        }
        for name, difference, low, high, *p in comparisons
    ]
    return {"variants": variants, "comparisons": made}


SHOWN = [row("recursive", 0.5), row("structure", 0.56), row("fixed", 0.4)]


def test_a_clear_difference_is_the_finding():
    found = hit_finding(report(("structure", 0.06, 0.02, 0.1), ("fixed", -0.1, -0.3, 0.1)), SHOWN)
    assert found == "structure hits 6 points more than recursive under BM25 (95 %: +2 to +10)"


def test_an_interval_that_holds_zero_is_never_called_a_difference():
    found = hit_finding(report(("structure", 0.06, 0.0, 0.1), ("fixed", -0.1, -0.3, 0.1)), SHOWN)
    assert found.startswith("No strategy can be told apart from recursive")
    assert "fixed under BM25, is −10 points (95 %: −30 to +10)" in found


def test_an_interval_that_the_test_does_not_bear_out_is_no_finding():
    found = hit_finding(report(("structure", 0.06, 0.02, 0.1, 0.2)), SHOWN)
    assert found.startswith("No strategy can be told apart from recursive")


def test_only_what_is_shown_is_spoken_of():
    given = report(("structure", 0.06, 0.02, 0.1), ("fixed", -0.2, -0.3, -0.1))
    assert hit_finding(given, SHOWN[:2]).startswith("structure hits 6 points more")


def test_cost_finding_names_the_best_and_the_smallest():
    found = cost_finding([row("fixed", 0.4, 90), row("structure", 0.56, 120)])
    assert found == (
        "Highest measured under BM25: structure-400c, 56 % (46 to 66) for 120 index tokens. "
        "Smallest index: fixed-400c, 40 % (30 to 50) for 90"
    )


@pytest.mark.parametrize(
    ("share", "word", "sign"),
    [
        (0.01, "1 point", "+1"),
        (-0.2, "20 points", "−20"),
        (0.004, "0.4 points", "+0.4"),
        (0.0, "0 points", "0"),
    ],
)
def test_points(share, word, sign):
    assert (points(share), signed(share)) == (word, sign)


def test_every_strategy_has_its_own_colour_and_shape():
    assert set(STYLES) >= set(STRATEGIES)
    assert len({colour for colour, _ in STYLES.values()}) == len(STYLES)
    assert len({shape for _, shape in STYLES.values()}) == len(STYLES)


def test_a_filter_never_recolours():
    alone = hit_chart([SHOWN[1]]).data[0].marker.color
    assert alone == hit_chart(SHOWN).data[1].marker.color == STYLES["structure"][0]


def test_the_interval_is_drawn_as_it_is():
    trace = hit_chart([row("fixed", 0.95)]).data[0]
    assert trace.x == (95,)
    assert trace.error_x.array[0] == pytest.approx(5)
    assert trace.error_x.arrayminus[0] == pytest.approx(10)


def test_the_frontier_holds_what_nothing_beats_on_both():
    few, worse, more = row("fixed", 0.4, 90), row("recursive", 0.3, 100), row("structure", 0.6, 110)
    assert frontier([more, worse, few]) == [few, more]
    assert cost_chart([more, worse, few]).data[0].x == (90, 110)


def test_a_rate_that_is_undefined_draws_nothing():
    variant = {
        "id": "fixed-400c",
        "strategy": "fixed",
        "overlap": 0,
        "headers": "none",
        "parameters": {"size": 400},
        "index": {},
        "results": [{"retriever": "bm25", "budget_tokens": 600, "hit_rate": None}],
    }
    assert rows({"variants": [variant]}) == []
    assert len(table([])) == 0


def test_time_left_in_words():
    assert [time_left(s) for s in (None, 5, 70, 300)] == [
        "",
        "less than a minute left",
        "about 1 minute left",
        "about 5 minutes left",
    ]


DOCUMENT = read_markdown("d", "Rule <b>one</b>. But not two.")
ANSWER, CONTEXT = Passage("d", Span(0, 16)), Passage("d", Span(10, 29), "context")


def test_passages_are_marked_escaped_and_the_answer_wins():
    html = marked(DOCUMENT, Span(0, 29), [ANSWER, CONTEXT])
    assert html == (
        '<mark class="cb-answer" title="answer passage">Rule &lt;b&gt;one&lt;/b&gt;.</mark>'
        '<mark class="cb-context" title="context passage"> But not two.</mark>'
    )


def test_a_unit_without_its_document_says_so():
    unit = {"document": "<x>", "spans": [[0, 4]], "header": [], "tokens": 3}
    html = unit_html(1, unit, None, [])
    assert "Its text is not at hand. Characters 0 to 4." in html and "&lt;x&gt;" in html


def test_what_is_missing_of_the_best_alternative():
    question = Question("q", "?", "single", ((ANSWER, CONTEXT),))
    unit = {"document": "d", "spans": [[0, 16]], "header": [], "tokens": 3}
    states = [state for _, state in best_alternative(question, [unit], {"d": DOCUMENT})]
    assert states == ["found", "partly"]


def with_outcomes(strategy, retriever, *outcomes):
    made = row(strategy, 0.5, retriever=retriever)
    scores = [{"id": f"q{n}", "outcome": one} for n, one in enumerate(outcomes)]
    return replace(made, result={**made.result, "per_question": scores})


def test_a_newcomer_sees_an_answer_that_a_cut_broke_beside_one_that_has_it():
    cut = with_outcomes("fixed", "bm25", "partial", "split", "split")
    far = with_outcomes("structure", "vector", "complete", "complete", "complete")
    whole = with_outcomes("structure", "bm25", "complete", "partial", "complete")
    assert split_for_one([cut, far, whole]) == ("q2", cut, whole)
    assert split_for_one([cut, far]) is None
    assert split_for_one([]) is None
